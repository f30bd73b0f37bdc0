// Where a language model looks: readers choose sentence, head and word; every number shown is one of the page's own.
//
// The page publishes, for each sentence S on the axis "sentences", the arrays S_queries, S_keys, S_values, S_products,
// S_scores, S_weights, S_outputs and S_stages (content/demo/quantities.py).  This file keeps the choice and draws the
// laboratory; walkthrough.js, which goes through the same calculation step by step, uses window.nachgerechnet.demo.
(function () {
  "use strict";

  const page = window.nachgerechnet, axes = page.data.axes;
  const root = document.getElementById("lab");
  if (!root || !axes.sentences) return;

  // -- the model as it was published

  const LAYERS = axes.layer.ids.map((id, place) => ({
    id, text: axes.layer.texts[place], heads: named(axes[`${id}_layer`])
  }));
  const HEADS = LAYERS.flatMap(layer => layer.heads);
  const SENTENCES = named(axes.sentences);

  function named(axis) {
    return axis.ids.map((id, place) => ({ id, text: axis.texts[place] }));
  }

  // A part of a published array: part("curious_weights", sizes, [head, query]) is one row.
  function part(name, sizes, indices) {
    const length = sizes.slice(indices.length).reduce((a, b) => a * b, 1);
    const start = indices.reduce((sum, index, axis) => sum * sizes[axis] + index, 0) * length;
    return page.values(name).slice(start, start + length);
  }

  // What one head does for one word of a sentence; `of` gives the same for another head.
  function look({ sentence, head, word }) {
    const tokens = axes[sentence].texts, count = tokens.length, place = HEADS.findIndex(({ id }) => id === head);
    const seek = axes[`${head}_seek`].texts, give = axes[`${head}_give`].texts;
    const vectors = (name, width) => tokens.map((_, row) =>
      part(`${sentence}_${name}`, [0, count, width], [place, row]));
    const row = (name, query = word) => part(`${sentence}_${name}`, [0, count, count], [place, query]);
    return {
      tokens, word, seek, give, head: HEADS[place],
      queries: vectors("queries", seek.length), keys: vectors("keys", seek.length),
      values: vectors("values", give.length), outputs: vectors("outputs", give.length),
      products: row("products"), scores: row("scores"), weights: row("weights"),
      map: tokens.map((_, query) => row("weights", query)),
      stage: number => part(`${sentence}_stages`, [0, count, axes.feature.ids.length], [number, word])
    };
  }

  // -- numbers, spelled as in the text

  // The decimal point two places to the right: "0.9733" → "97.33".
  function hundredfold(digits) {
    const [integer, fraction] = digits.split(".");
    const moved = (integer + fraction.slice(0, 2)).replace(/^(-?)0+(?=\d)/, "$1");
    return moved + (fraction.length > 2 ? "." + fraction.slice(2) : "");
  }

  // A value that is not zero never prints as zero.
  function bounded(digits, x) {
    if (/[1-9]/.test(digits) || x === 0) return digits;
    return (x > 0 ? "<" : ">-") + digits.replace("-", "").replace(/\d$/, "1");
  }

  const PLACES = 3, PERCENT_PLACES = 1, EXACT = 1e-12, HAIR = 1e-13;

  // Half away from zero: a double may lie a little below the half, 0.5425, that it stands for.
  const rounded = (x, places) => page.rounded(x + Math.sign(x) * HAIR * Math.max(1, Math.abs(x)), places);

  const decimal = (x, places = PLACES) => page.spell(bounded(rounded(x, places), x), "decimal", "prose");
  const shareDigits = x => bounded(hundredfold(rounded(x, PERCENT_PLACES + 2)), x);
  const percent = x => page.spell(shareDigits(x), "percent", "prose");
  const share = x => page.spell(shareDigits(x), "decimal", "prose");

  // All digits of a number that has few, three places of any other.
  function number(x) {
    return isExact(x) ? page.spell(rounded(x, PLACES).replace(/\.?0+$/, "") || "0", "decimal", "prose") : decimal(x);
  }

  // Whether three places are all that a number has; what is tiny is not zero.
  function isExact(x) {
    const printed = Number(rounded(x, PLACES));
    return printed === 0 ? x === 0 : Math.abs(printed - x) <= EXACT;
  }

  const factor = x => x < 0 ? `(${number(x)})` : number(x);
  const vector = row => `[${row.map(number).join(";\u00a0")}]`;

  // "2,7 · 0,9 + 0,3 · 0,1 = 2,46"; products with zero are left out.
  function products(left, right, sum) {
    const terms = left.map((x, place) => [x, right[place]]).filter(([a, b]) => a !== 0 && b !== 0);
    if (!terms.length) return number(sum);
    const sign = [...terms.flat(), sum].every(isExact) ? "=" : "≈";
    return `${terms.map(([a, b]) => `${number(a)} · ${factor(b)}`).join(" + ")} ${sign} ${number(sum)}`;
  }

  // -- elements

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) {
      if (attributes[key] !== false) element.setAttribute(key, attributes[key] === true ? "" : attributes[key]);
    }
    element.append(...children);
    return element;
  }

  // A table in a frame that scrolls by itself; the first cell of a row is its head.
  function table(caption, heads, rows) {
    const cells = (row, tag) => row.map((cell, place) =>
      make(place ? tag : "th", place && tag === "td" ? {} : { scope: tag === "th" ? "col" : "row" }, cell));
    return make("div", { class: "scroll table" }, make("table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...cells(heads, "th"))),
      make("tbody", {}, ...rows.map(row => make("tr", {}, ...cells(row, "td"))))));
  }

  // -- the choice

  const choice = { sentence: SENTENCES[0].id, head: LAYERS[LAYERS.length - 1].heads[0].id, word: 0 };
  const listeners = [];

  const first = (sentence, role) => Math.max(axes[sentence].ids.indexOf(role), 0);
  choice.word = first(choice.sentence, "pronoun");

  function choose(change) {
    const moved = change.sentence && change.sentence !== choice.sentence;
    if (moved) {
      const role = axes[choice.sentence].ids[choice.word];
      const same = axes[change.sentence].ids.includes(role) ? role : "verb";
      change = { ...change, word: first(change.sentence, same) };
    }
    Object.assign(choice, change);
    const now = look(choice);
    listeners.forEach(listener => listener(now));
    window.watchSideways(root);
    status.textContent = summary(now);
  }

  const layerOf = head => LAYERS.find(layer => layer.heads.some(({ id }) => id === head));

  // "er schaut am stärksten auf Lehrer: 97,3 %."
  function summary({ tokens, word, head, weights }) {
    const most = Math.max(...weights), best = tokens.filter((_, place) => Math.abs(weights[place] - most) < EXACT);
    const where = best.length === tokens.length ? "auf alle gleich" : `am stärksten auf ${best.join(" und ")}`;
    const each = best.length > 1 ? "je " : "";
    return `${head.text}: ${tokens[word]} schaut ${where}, ${each}${percent(most)}.`;
  }

  // -- controls

  const status = make("p", { role: "status", class: "looking" });
  const sentence = make("select", { id: "lab-sentence" },
    ...SENTENCES.map(({ id, text }) => make("option", { value: id }, text)));
  const word = make("select", { id: "lab-word" });
  const layers = radios("lab-layer", "Schicht",
    LAYERS.map(({ id, text }) => ({ id, text: text.replace(" Schicht", "") })));
  const heads = make("fieldset", {});

  function radios(name, legend, options) {
    const group = make("fieldset", {});
    fill(group, name, legend, options);
    return group;
  }

  function fill(group, name, legend, options) {
    group.replaceChildren(make("legend", {}, legend), ...options.map(({ id, text }) =>
      make("label", {}, make("input", { type: "radio", name, value: id }), " " + text)));
  }

  const check = (group, value) => {
    for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
  };

  sentence.addEventListener("change", () => choose({ sentence: sentence.value }));
  word.addEventListener("change", () => choose({ word: Number(word.value) }));
  layers.addEventListener("change", event => {
    choose({ head: LAYERS.find(({ id }) => id === event.target.value).heads[0].id });
  });
  heads.addEventListener("change", event => choose({ head: event.target.value }));

  function showControls({ tokens, head }) {
    const layer = layerOf(head.id);
    sentence.value = choice.sentence;
    word.replaceChildren(...tokens.map((text, place) => make("option", { value: place }, text)));
    word.value = choice.word;
    check(layers, layer.id);
    if (heads.dataset.layer !== layer.id) fill(heads, "lab-head", "Kopf", layer.heads);
    heads.dataset.layer = layer.id;
    check(heads, head.id);
  }

  // -- the map: one cell is in the tab order, arrow keys move through the others, and the row follows

  const map = make("div", { class: "scroll map" });
  const legend = make("p", { class: "legend" });
  const cell = { row: 0, column: 0 };

  function showMap({ tokens, word, head, map: weights }) {
    const focused = map.contains(document.activeElement);
    cell.row = word;
    cell.column = Math.min(cell.column, tokens.length - 1);
    const all = weights.flat(), columns = tokens.map(text => make("th", { scope: "col" }, make("span", {}, text)));
    const corner = make("td", { role: "gridcell" }, "Abfrage \\ Schlüssel");
    const rows = weights.map((row, query) => make("tr", { role: "row", "aria-selected": String(query === word) },
      make("th", { scope: "row" }, tokens[query]), ...row.map((weight, key) => square(weight, query, key))));
    const spoken = `Gewichte in Prozent im Kopf ${head.text}; Zeile ist Abfrage, Spalte ist Schlüssel`;
    map.replaceChildren(make("table", { role: "grid", "aria-label": spoken },
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, corner, ...columns)),
      make("tbody", { role: "rowgroup" }, ...rows)));
    legend.replaceChildren("Zeile = Abfrage, Spalte = Schlüssel, Zahlen in Prozent. ",
      scale(Math.min(...all), Math.max(...all)));
    if (focused) current().focus();
  }

  function square(weight, row, column) {
    const inOrder = row === cell.row && column === cell.column;
    const place = { "data-row": row, "data-column": column };
    const element = make("td", { role: "gridcell", tabindex: inOrder ? "0" : "-1", ...place }, share(weight));
    element.style.setProperty("--share", weight);
    return element;
  }

  function scale(low, high) {
    const bar = make("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--low", low);
    bar.style.setProperty("--high", high);
    return make("span", { class: "scale" }, `Von ${share(low)} `, bar, ` bis ${share(high)}.`);
  }

  const current = () => map.querySelector('td[tabindex="0"]');

  map.addEventListener("click", event => {
    const target = event.target.closest("td[data-row]");
    if (target) go(Number(target.dataset.row), Number(target.dataset.column));
  });

  map.addEventListener("keydown", event => {
    const last = axes[choice.sentence].ids.length - 1, steps = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -last], End: [0, last]
    };
    const step = steps[event.key];
    if (!step || !event.target.closest("td[data-row]")) return;
    event.preventDefault();
    const inside = place => Math.min(Math.max(place, 0), last);
    go(inside(cell.row + step[0]), inside(cell.column + step[1]));
  });

  function go(row, column) {
    cell.column = column;
    choose({ word: row });
    current().focus();
    current().scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // -- the weights of the word, the largest first

  const ranking = make("div", { class: "ranking" });

  function showRanking({ tokens, word, weights }) {
    const order = weights.map((weight, place) => ({ weight, place }));
    order.sort((a, b) => b.weight - a.weight || a.place - b.place);
    ranking.replaceChildren(
      make("h4", {}, `Wohin ${tokens[word]} schaut`),
      make("ol", {}, ...order.map(({ weight, place }) => {
        const bar = make("span", { class: "bar", "aria-hidden": "true" });
        bar.style.setProperty("--share", weight);
        const word = make("span", { class: "word" }, tokens[place]);
        return make("li", {}, word, bar, make("span", { class: "share" }, percent(weight)));
      })),
      ...sumNote(weights));
  }

  // Printed shares that do not add to 100 say so.
  function sumNote(weights) {
    const printed = weights.map(shareDigits), small = printed.some(digits => digits.startsWith("<"));
    const tenths = digits => digits.startsWith("<") ? 0 : Math.round(Number(digits) * 10);
    const sum = printed.reduce((total, digits) => total + tenths(digits), 0);
    if (sum === 1000 && !small) return [];
    const shown = page.spell(page.rounded(sum / 10, PERCENT_PLACES), "percent", "prose");
    const without = small ? `; was unter ${page.spell("0.1", "percent", "prose")} liegt, ist nicht mitgezählt` : "";
    const note = `Gerundet ergeben sie zusammen ${shown}${without}. Genau ist es immer ein Ganzes.`;
    return [make("p", { class: "note" }, note)];
  }

  // -- the workshop: how these weights come about

  const workshop = make("div", { class: "workshop" });

  function showWorkshop({ tokens, word, seek, give, queries, keys, values, outputs, products: raw, scores, weights }) {
    const query = queries[word], root = page.spell(String(Math.sqrt(seek.length)), "decimal", "prose");
    workshop.replaceChildren(
      make("h4", {}, `Werkstatt: die Rechnung für ${tokens[word]}`),
      make("p", {}, `Abfrage: ${seek.map((name, place) => `${name} ${number(query[place])}`).join("; ")}.`),
      table(`Abfrage mal Schlüssel, geteilt durch ${root}, und was die Softmax daraus macht`,
        ["Schlüssel von", "Abfrage mal Schlüssel", "Score", "Gewicht"],
        tokens.map((token, key) => [
          token, products(query, keys[key], raw[key]), number(scores[key]), percent(weights[key])
        ])),
      make("p", {}, "Produkte mit null sind weggelassen."),
      make("p", {}, `Gemischt werden die Werte; ihre Koordinaten sind ${give.join("; ")}.`),
      table("Gewicht mal Wert, zusammengezählt", ["Wert von", "Gewicht", "Wert"], [
        ...tokens.map((token, key) => [token, percent(weights[key]), vector(values[key])]),
        [make("strong", {}, "Mischung"), "", vector(outputs[word])]
      ]));
  }

  // -- all together

  root.replaceChildren(
    make("div", { class: "choices" },
      make("label", { class: "field" }, "Satz ", sentence), layers, heads,
      make("label", { class: "field" }, "Wort ", word)),
    status,
    make("div", { class: "beside" }, make("div", { class: "drawn" }, map, legend), ranking),
    workshop);
  listeners.push(showControls, showMap, showRanking, showWorkshop);

  page.demo = {
    // What is chosen now: look() of sentence, head and word; the same for another head of this layer.
    now: () => look(choice),
    of: head => look({ ...choice, head }),
    layer: () => layerOf(choice.head),
    layers: LAYERS,
    // listener(look) is called after each choice.
    onChoose: listener => { listeners.push(listener); listener(look(choice)); },
    make, table, number, percent, vector
  };

  choose({});
})();
