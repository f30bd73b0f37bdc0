// The reader's own example: what may be typed into it, and how it stands in the address of the page.
//
//     index.html#sec:mean?embeddings.apple.food=0.90&token.apple=Birne
//
// names what differs from the published example, behind the place in the page.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const LARGEST = 10, PLACES = 4; // of a number that readers may type
  const LONGEST = 20; // signs of a text
  // What nobody sees, blank letters too, but not the joiner inside of signs such as 👩‍👧.
  const UNSEEN = /(?:[^\P{C}\u200d]|[\s\u034f\u115f\u1160\u2800\u3164\uffa0])+/gu;
  const MARK = "?"; // between place and example
  const size = shape => shape.reduce((a, b) => a * b, 1);

  // All that can be changed: where it stands on its axes, what the page publishes, and a key for the address.
  const fields = [];
  for (const { name, node, axes } of data.panel.inputs.filter(input => input.title)) {
    const { shape, decimals } = data.nodes[node];
    decimals.forEach((published, index) => {
      const places = shape.map((length, axis) => Math.floor(index / size(shape.slice(axis + 1))) % length);
      const ids = places.map((place, axis) => axes[axis] ? data.axes[axes[axis]].ids[place] : String(place + 1));
      fields.push({ key: [name, ...ids].join("."), name, index, axes, places, isText: false, published });
    });
  }
  for (const name of data.panel.axes) {
    data.axes[name].texts.forEach((published, index) => fields.push({
      key: `${name}.${data.axes[name].ids[index]}`, name, index, axes: [name], places: [index], isText: true, published
    }));
  }

  // The texts of a field's labels; an axis without a name counts from one.
  const labels = ({ axes, places }) =>
    places.map((place, axis) => axes[axis] ? page.texts(axes[axis])[place] : String(place + 1));

  const now = ({ name, index, isText }) => (isText ? page.texts : page.decimals)(name)[index];

  // What a reader has typed → {value} as it is computed with, or {message}.
  function read(isText, typed) {
    const text = typed.normalize("NFC").replace(UNSEEN, " ").trim();
    if (isText) {
      if (!/[^\u200d ]/.test(text)) return { message: "Ein Token braucht mindestens ein Zeichen." };
      return text.length > LONGEST ? { message: `Bitte höchstens ${LONGEST} Zeichen.` } : { value: text };
    }
    if (!text) return { message: "Hier fehlt eine Zahl, zum Beispiel 0,25." };
    const found = /^([-+\u2212]?)(\d+)(?:[.,](\d+))?$/.exec(text);
    const range = `Möglich sind Zahlen von \u2212${LARGEST} bis ${LARGEST}`;
    if (!found) return { message: `Das ist keine Dezimalzahl. ${range}, zum Beispiel 0,25.` };
    const [, sign, integer, fraction = ""] = found;
    if (fraction.length > PLACES) return { message: `Bitte höchstens ${PLACES} Stellen hinter dem Komma.` };
    const value = integer.replace(/^0+(?=\d)/, "") + (fraction && "." + fraction);
    if (Number(value) > LARGEST) return { message: `${range}.` };
    return { value: (/[-\u2212]/.test(sign) && Number(value) ? "-" : "") + value };
  }

  // Changes some fields, {key: value}.
  function change(values) {
    const changes = {};
    for (const field of fields) {
      if (!(field.key in values)) continue;
      changes[field.name] = changes[field.name] || (field.isText ? page.texts : page.decimals)(field.name);
      changes[field.name][field.index] = values[field.key];
    }
    page.set(changes);
  }

  // -- the address

  const parts = () => {
    const [place, ...example] = location.hash.slice(1).split(MARK);
    return { place, example: example.join(MARK) };
  };

  function written() {
    const kind = field => field.isText ? String : Number;
    const changed = fields.filter(field => kind(field)(now(field)) !== kind(field)(field.published));
    return new URLSearchParams(changed.map(field => [field.key, now(field)])).toString();
  }

  function write() {
    const { place } = parts(), example = written();
    const hash = place + (example && MARK + example);
    if (hash === location.hash.slice(1)) return;
    history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
  }

  // Takes the example of the address; returns how much of it no field accepts.
  function take() {
    const values = {};
    let refused = 0;
    for (const field of fields) values[field.key] = field.published;
    for (const [key, typed] of new URLSearchParams(parts().example)) {
      const field = fields.find(one => one.key === key), { value } = field ? read(field.isText, typed) : {};
      if (value === undefined) refused++;
      else values[key] = value;
    }
    change(values);
    return refused;
  }

  // A drag changes the example more often than browsers allow addresses to change.
  let waiting = 0;
  page.onChange(() => {
    clearTimeout(waiting);
    waiting = setTimeout(write, 250);
  });

  window.addEventListener("hashchange", () => {
    const { example } = parts();
    if (!example) write(); // a link inside the page: the example stays
    else if (example !== written()) take();
  });

  // An id.  Unlike decodeURIComponent, this takes addresses that were damaged on their way.
  const place = () => new URLSearchParams(`id=${parts().place}`).get("id");

  // now(field): what it holds; place(): the place that the address names; the others as above.
  page.example = { fields, labels, now, read, change, take, place, LARGEST };
})();
