// Fresh numbers for a sheet of exercises, drawn from its number as pipeline/quantities/draw.py draws them.
//
// The sheet stands in the address, behind the place in the page: aufgaben.html#sec:exercise-mean?blatt=17
(function () {
  "use strict";

  const page = window.nachgerechnet, inputs = page.data.panel.inputs.filter(input => input.drawn);
  const root = document.querySelector(".draw");
  if (!inputs.length || !root) return;

  const SEED = "seed", KEY = "blatt", MARK = "?", LARGEST = 9999;
  const LABEL = "Blatt Nummer", FRESH = "Neue Zahlen", BACK = "Zurück zum veröffentlichten Blatt";
  const REMARK = "Diese Zahlen hat Ihr Browser gezogen und ausgerechnet; bewiesen ist nur das veröffentlichte Blatt.";
  const WRONG = `Möglich sind ganze Zahlen von 1 bis ${LARGEST}.`;
  const published = page.decimals(SEED)[0];

  // -- drawing

  function fnv1a(text) {
    let state = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
    return state >>> 0;
  }

  function mulberry32(state) {
    return function () {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ state >>> 15, state | 1);
      mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
      return (mixed ^ mixed >>> 14) >>> 0;
    };
  }

  // The decimals of one input.
  function draw(seed, { name, node, drawn }) {
    const random = mulberry32(fnv1a(`${seed}:${name}`)), wanted = page.data.nodes[node].decimals.length;
    const left = Array.from({ length: drawn.distinct ? drawn.count : 0 }, (_, place) => place);
    return Array.from({ length: wanted }, (_, first) => {
      if (!drawn.distinct) return decimal(drawn, random() % drawn.count);
      const other = first + random() % (drawn.count - first);
      [left[first], left[other]] = [left[other], left[first]];
      return decimal(drawn, left[first]);
    });
  }

  function decimal({ lowest, step, places }, place) {
    const value = lowest + place * step, digits = String(Math.abs(value)).padStart(places + 1, "0");
    const text = digits.slice(0, digits.length - places) + (places ? "." + digits.slice(-places) : "");
    return (value < 0 ? "-" : "") + text;
  }

  function sheet(seed) {
    const changes = { [SEED]: [seed] };
    for (const input of inputs) changes[input.name] = draw(seed, input);
    page.set(changes);
    write(seed);
    show(seed);
  }

  // -- the address

  const parts = () => location.hash.slice(1).split(MARK);

  function write(seed) {
    const hash = parts()[0] + (seed === published ? "" : `${MARK}${KEY}=${seed}`);
    if (hash !== location.hash.slice(1)) {
      history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
    }
  }

  const accepted = text => /^[1-9]\d{0,3}$/.test(text) ? text : null;
  const named = () => accepted(new URLSearchParams(parts()[1] || "").get(KEY) || "");

  // -- controls

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  const number = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "4" });
  const fresh = make("button", { type: "button" }, FRESH), back = make("button", { type: "button" }, BACK);
  const remark = make("p", { role: "status" });
  root.append(make("div", { class: "controls" }, make("label", {}, LABEL + " ", number), fresh, back), remark);

  function show(seed) {
    number.value = seed;
    number.removeAttribute("aria-invalid");
    back.hidden = seed === published;
    remark.textContent = seed === published ? "" : REMARK;
  }

  function refuse() {
    number.setAttribute("aria-invalid", "true");
    remark.textContent = WRONG;
  }

  number.addEventListener("change", () => {
    const seed = accepted(number.value.trim());
    if (seed) sheet(seed);
    else refuse();
  });
  fresh.addEventListener("click", () => {
    const now = page.decimals(SEED)[0];
    let seed = now;
    while (seed === now) seed = String(1 + Math.floor(Math.random() * LARGEST));
    sheet(seed);
  });
  back.addEventListener("click", () => {
    sheet(published);
    fresh.focus();
  });

  // A link inside the page keeps the sheet; an address with another sheet opens it.
  window.addEventListener("hashchange", () => {
    const seed = named();
    if (seed && seed !== page.decimals(SEED)[0]) sheet(seed);
    else write(page.decimals(SEED)[0]);
  });

  const first = named();
  if (first) sheet(first);
  else show(published);
  const place = first && document.getElementById(new URLSearchParams(`id=${parts()[0]}`).get("id"));
  if (place) place.scrollIntoView();
})();
