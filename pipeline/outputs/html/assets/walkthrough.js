// The calculation step by step, for what is chosen in the laboratory, beside the program whose current lines light up.
//
// The static form is a list with one item a step and a program with as many parts, set apart by blank lines.
(function () {
  "use strict";

  const { demo, data } = window.nachgerechnet;
  const root = document.getElementById("walkthrough");
  if (!demo || !root) return;

  const { make, table, number, percent, vector } = demo;
  const steps = data.axes.step, features = data.axes.feature.texts;
  const code = root.querySelector("pre code"), list = root.querySelector(".steps");
  let step = 0;

  const parts = code.textContent.trimEnd().split(/\n\s*\n/).map(text => make("span", { class: "part" }, text));
  code.replaceChildren(...parts.flatMap((part, place) => place ? ["\n\n", part] : [part]));

  const title = make("h4", { tabindex: "-1" }), body = make("div", { class: "step" });
  const back = make("button", { type: "button" }, "Zurück"), on = make("button", { type: "button" }, "Weiter");
  const place = make("p", { role: "status", class: "place" });

  // -- what there is to say about each step

  const SHOWN = [project, score, normalise, mix, heads];

  function project(look) {
    const { tokens, word, seek, give, queries, keys, values } = look, vectors = [
      ["Abfrage", seek, queries[word]], ["Schlüssel", seek, keys[word]], ["Wert", give, values[word]]
    ];
    return [
      make("p", {}, `Drei Matrizen machen aus dem Vektor von ${tokens[word]}:`),
      make("ul", {}, ...vectors.map(([name, names, row]) =>
        make("li", {}, `${name}: ${names.map((text, at) => `${text} ${number(row[at])}`).join("; ")}`)))
    ];
  }

  function score({ tokens, word, products, scores }) {
    return [
      make("p", {}, `Die Abfrage von ${tokens[word]} trifft auf jeden Schlüssel; `
        + "das Produkt wird durch die Wurzel geteilt."),
      table("Scores", ["Schlüssel von", "Produkt", "Score"],
        tokens.map((token, key) => [token, number(products[key]), number(scores[key])]))
    ];
  }

  function normalise({ tokens, scores, weights }) {
    return [
      make("p", {}, "Die Softmax macht aus den Scores Gewichte; nur die Unterschiede zählen."),
      table("Gewichte", ["Schlüssel von", "Score", "Gewicht"],
        tokens.map((token, key) => [token, number(scores[key]), percent(weights[key])]))
    ];
  }

  function mix({ tokens, word, values, weights, outputs }) {
    return [
      make("p", {}, "Jeder Wert geht mit seinem Gewicht in die Mischung ein."),
      table("Mischung", ["Wert von", "Gewicht", "Wert"], [
        ...tokens.map((token, key) => [token, percent(weights[key]), vector(values[key])]),
        [make("strong", {}, "Mischung"), "", vector(outputs[word])]
      ])
    ];
  }

  function heads({ tokens, word, stage }) {
    const layer = demo.layer(), from = demo.layers.indexOf(layer);
    const before = stage(from), after = stage(from + 1);
    const changed = features.map((_, at) => at).filter(at => before[at] !== after[at]);
    return [
      make("p", {}, `Alle Köpfe der Schicht haben für ${tokens[word]} gemischt; `
        + "die letzte Matrix rechnet zusammen und addiert."),
      table("Ausgaben der Köpfe", ["Kopf", "Mischung"],
        layer.heads.map(({ id, text }) => [text, vector(demo.of(id).outputs[word])])),
      table(`Was sich im Vektor von ${tokens[word]} ändert`, ["Koordinate", "vorher", "nachher"],
        changed.map(at => [features[at], number(before[at]), number(after[at])]))
    ];
  }

  // -- moving

  function show(look) {
    title.textContent = steps.texts[step];
    place.textContent = `Schritt ${step + 1} von ${SHOWN.length}: ${steps.texts[step]}. `
      + `${look.head.text}, ${look.tokens[look.word]}.`;
    body.replaceChildren(...SHOWN[step](look));
    window.watchSideways(body);
    parts.forEach((part, at) => {
      part.toggleAttribute("data-current", at === step);
      if (at === step) part.setAttribute("aria-current", "step");
      else part.removeAttribute("aria-current");
    });
    back.disabled = step === 0;
    on.disabled = step === SHOWN.length - 1;
  }

  function move(way) {
    step += way;
    show(demo.now());
    if ((way > 0 ? on : back).disabled) title.focus(); // a button that is switched off loses the focus
  }

  back.addEventListener("click", () => move(-1));
  on.addEventListener("click", () => move(1));

  list.remove();
  root.prepend(make("div", { class: "player" }, title, body, make("div", { class: "buttons" }, back, on), place));
  demo.onChoose(show);
})();
