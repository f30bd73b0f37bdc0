// The panel "Beispiel ändern", and the bar that says whose numbers are shown.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data, example = page.example;
  const inputs = data.panel.inputs.filter(input => input.title); // others are drawn
  if (!inputs.length) return;

  const STEP = 0.05, FINE = 0.01; // of the arrow keys in a field, with and without the shift key
  const TITLE = "Beispiel ändern", RESET = "Zurücksetzen";
  const GUIDE = "Text, Tabellen, Formeln und Abbildungen folgen sofort. "
    + "Ihr Beispiel steht dann auch in der Adresse der Seite und lässt sich so weitergeben.";
  const REMARK = "Sie sehen Ihr eigenes Beispiel: berechnet von Ihrem Browser, nicht bewiesen.";
  const UNREADABLE = "Ein Teil der Adresse ließ sich nicht lesen; dort gelten die veröffentlichten Werte.";

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  // -- fields

  const german = decimal => page.spell(decimal, "decimal", "prose");
  const spelled = field => field.isText ? example.now(field) : german(example.now(field));
  const controls = []; // of all fields: {field, input, name, message}

  // `name` says what the field is for, with the texts of the moment.
  function control(field, name) {
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    const one = { field, input, name, message: null };
    input.addEventListener("input", () => take(one, false));
    input.addEventListener("change", () => take(one, true));
    if (!field.isText) {
      input.setAttribute("inputmode", "decimal");
      input.addEventListener("keydown", event => step(event, one));
    }
    controls.push(one);
    return input;
  }

  // Takes what is typed if it can be computed with; else says why not, unless more will follow.
  function take(one, finished) {
    const { value, message } = example.read(one.field.isText, one.input.value);
    const begun = !finished && /^\s*[-+\u2212]?\d*[.,]?$/.test(one.input.value);
    tell(one, value === undefined && !begun ? message : "");
    if (value !== undefined && value !== example.now(one.field)) example.change({ [one.field.key]: value });
  }

  // A message in a row of its own below the field.
  function tell(one, message) {
    if (one.message) one.message.remove();
    one.message = null;
    one.input.removeAttribute("aria-invalid");
    one.input.removeAttribute("aria-describedby");
    if (!message) return;
    const id = `message-${controls.indexOf(one)}`;
    const text = `${message} Gerechnet wird weiter mit ${spelled(one.field)}.`;
    one.message = make("tr", { class: "message" }, make("td", { id, role: "alert", colspan: "9" }, text));
    one.input.setAttribute("aria-invalid", "true");
    one.input.setAttribute("aria-describedby", id);
    one.input.closest("tr").after(one.message);
  }

  function step(event, one) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key], { value } = example.read(false, one.input.value);
    if (!way || value === undefined) return;
    event.preventDefault();
    one.input.value = page.rounded(Number(value) + way * (event.shiftKey ? FINE : STEP), 2);
    take(one, true);
    one.input.value = spelled(one.field);
  }

  // -- one table an input; where its rows are texts that can be changed, each row begins with a field for its text

  const heads = []; // texts of cells, which follow labels: {text, field, axis}
  const worded = new Set(); // axes that have fields for their texts

  function table(input) {
    const fields = example.fields.filter(field => field.name === input.name && !field.isText);
    const last = Math.max(input.axes.length - 1, 0);
    const columns = fields.filter(field => field.places.slice(0, last).every(place => place === 0));
    const rows = [];
    fields.forEach((field, place) => {
      if (place % columns.length === 0) rows.push([]);
      rows[rows.length - 1].push(field);
    });
    const top = make("tr", {}, make("td", {}), ...columns.map(field => head("col", field, last)));
    const body = rows.map(row => make("tr", {}, rowHead(row[0]), ...row.map(field =>
      make("td", {}, control(field, () => meaning(input, field))))));
    worded.add(input.axes[0]);
    return make("table", {}, caption(input.title), make("thead", {}, top), make("tbody", {}, ...body));
  }

  // "W^Q" with a raised Q.
  function caption(title) {
    const pieces = title.split(/\^(\w)/);
    return make("caption", {}, ...pieces.map((piece, place) => place % 2 ? make("sup", {}, piece) : piece));
  }

  const meaning = (input, field) => input.meaning.replace(/\{(\d)\}/g, (_, axis) => example.labels(field)[axis]);

  function head(scope, field, axis) {
    const text = document.createTextNode("");
    heads.push({ text, field, axis });
    return make("th", { scope }, text);
  }

  function rowHead(field) {
    const text = example.fields.find(one => one.isText && one.name === field.axes[0] && one.index === field.places[0]);
    if (!text || worded.has(text.name)) return head("row", field, 0);
    return make("th", { scope: "row" }, control(text, () => `Text des Tokens in Zeile ${text.index + 1}`));
  }

  // -- panel, the button that opens it, and the bar

  const title = make("h2", { id: "panel-title", tabindex: "-1" }, TITLE);
  const close = make("button", { type: "button", class: "close", "aria-label": "Schließen" }, "×");
  const resets = [RESET, RESET].map(text => make("button", { type: "button" }, text));
  const panel = make("div", { class: "panel", role: "group", "aria-labelledby": "panel-title", id: "panel" },
    title, close, make("p", {}, GUIDE), ...inputs.map(table), resets[0]);
  const state = { "aria-expanded": "false", "aria-controls": "panel" };
  const button = make("button", { type: "button", class: "open", ...state }, TITLE);
  const remark = make("p", { role: "status" });
  const bar = make("div", { class: "bar" }, remark, resets[1]);
  panel.hidden = bar.hidden = true;
  const section = make("section", { class: "live", "aria-label": "Ihr Beispiel" }, bar, button, panel);
  document.querySelector(".skip").after(section);
  let unreadable = false; // a part of the address

  function open(isOpen) {
    panel.hidden = !isOpen;
    if (isOpen) fill();
    document.body.classList.toggle("with-panel", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
    (isOpen ? title : button).focus({ preventScroll: true });
  }

  button.addEventListener("click", () => open(panel.hidden));
  close.addEventListener("click", () => open(false));
  panel.addEventListener("keydown", event => { if (event.key === "Escape") open(false); });
  for (const one of resets) one.addEventListener("click", restore);

  function restore() {
    unreadable = false;
    page.reset();
    controls.forEach(one => {
      tell(one, "");
      one.input.value = spelled(one.field);
    });
    if (bar.contains(document.activeElement)) button.focus();
  }

  function claims(failed) {
    if (!failed) return "";
    if (failed === 1) return "Eine Aussage gilt damit nicht und ist durchgestrichen.";
    const word = data.words[failed] || String(failed);
    return `${word[0].toUpperCase()}${word.slice(1)} Aussagen gelten damit nicht und sind durchgestrichen.`;
  }

  function say() {
    const sentences = page.own ? [REMARK, claims(page.failed)] : [];
    if (unreadable) sentences.push(UNREADABLE);
    const text = sentences.filter(Boolean).join(" ");
    bar.hidden = !text;
    if (remark.textContent !== text) remark.textContent = text;
  }

  function follow() {
    say();
    if (!panel.hidden) fill();
  }

  // Names and values of the fields; of a closed panel only once it is opened.
  function fill() {
    for (const { text, field, axis } of heads) {
      const label = example.labels(field)[axis];
      if (text.data !== label) text.data = label;
    }
    for (const { field, input, name, message } of controls) {
      if (input.ariaLabel !== name()) input.ariaLabel = name();
      const kind = field.isText ? String : Number, typed = example.read(field.isText, input.value).value;
      const isOther = typed !== undefined && kind(typed) !== kind(example.now(field));
      const isLeft = typed === undefined && !message && input !== document.activeElement;
      if (isOther || isLeft) input.value = spelled(field);
    }
  }

  page.onChange(follow);
  unreadable = example.take() > 0;
  fill();
  say();
  // With an example behind it, a place is none that browsers look for.
  const place = location.hash.includes("?") && document.getElementById(example.place());
  if (place) place.scrollIntoView();
})();
