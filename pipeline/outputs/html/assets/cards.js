// The card of a number: what it means, how it came about, how far it is proven, where else it stands.
//
// A card opens where the pointer rests, on a click or a tap, and from "Zahlen untersuchen" (explore.js).  A click on
// a number inside its calculation walks on to the card of that number.
(function () {
  "use strict";

  const page = window.nachgerechnet, deck = page.deck, { line, spelled, name } = page.workings;
  const { place, rest } = window.beside;
  const NUMBER = "[data-number]";
  const DIGITS = 15; // of a value that the browser has computed
  const AGAIN = 500; // milliseconds within which a second click on a number closes its card for good
  const FOUND = 2000; // milliseconds for which a place that was looked for is marked

  const cards = new Map(deck.cards.map(card => [card.id, card]));
  const cardOf = element => cards.get(element.dataset.number);
  const numbers = Array.from(document.body.querySelectorAll(NUMBER)).filter(cardOf);
  const alike = new Map(numbers.map(element => [cardOf(element).same, []])); // value → places that print it
  for (const element of numbers) alike.get(cardOf(element).same).push(element);

  // With scripts, a number opens its card; its link to the proofs is on the card.
  for (const link of document.querySelectorAll("a.proof")) link.removeAttribute("href");

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  // -- what is known about a number

  const isProven = card => page.proven(name(card.shown));
  const printed = card => card.spelling && isProven(card) ? card.spelling : spelled(card.shown, "prose");

  function meaning({ meaning: [sentence, ...labels] }) {
    const texts = labels.map(label => typeof label === "string" ? label : page.texts(label[0])[label[1]]);
    return deck.meanings[sentence].replace(/\{(\d)\}/g, (_, label) => texts[label] || "…");
  }

  function working(card) {
    if (!card.lines) return [];
    const lines = make("div", { class: "working" }, ...card.lines.map(line));
    const inside = new Map(Array.from(lines.querySelectorAll("[data-card]"), mn => [mn.dataset.card, mn.textContent]));
    inside.delete(String(deck.cards.indexOf(card)));
    if (!inside.size) return [lines];
    const buttons = Array.from(inside, ([one, digits]) => make("button", {
      type: "button", "data-card": one, "aria-label": `${digits}: ${meaning(deck.cards[one])}`
    }, digits));
    return [lines, make("p", { class: "inside" }, "Eingesetzt: ", ...buttons)];
  }

  function facts(card) {
    const rows = isProven(card) ? published(card) : own(card), others = elsewhere(card);
    if (others.length) rows.push([card.same === cardOf(anchor).same ? "Steht auch in" : "Steht in", ...others]);
    if (card.source !== undefined) rows.push(["Herkunft", deck.sources[card.source]]);
    if (card.code) rows.push(["Code", ...card.code.map(code)]);
    return make("dl", {}, ...rows.flatMap(([term, ...what]) => [make("dt", {}, term), make("dd", {}, ...what)]));
  }

  const published = card => card.certainty
    ? [["Wert", `${card.value || printed(card)} `, make("span", { class: "certainty" }, card.certainty)]]
    : [];

  function own(card) {
    const value = page.value(name(card.shown)), [, format, digits] = deck.shown[card.shown];
    const style = format.startsWith("percent") ? "percent" : format === "word" ? "word" : "decimal";
    const whence = card.lines ? "im Browser berechnet, nicht bewiesen" : "Eingabe Ihres Beispiels";
    const known = Math.abs(value) < 10 ** DIGITS ? precise(value) : printed(card);
    return [
      ["Ihr Wert", `${known} `, make("span", { class: "own" }, whence)],
      ["Veröffentlicht", page.spell(digits, style, "prose")]
    ];
  }

  // All digits that a double knows, without zeros at the end.
  function precise(value) {
    const places = DIGITS - 1 - Math.floor(Math.log10(Math.abs(value) || 1));
    const digits = page.rounded(value, Math.min(Math.max(places, 0), 30));
    return page.spell(digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits, "decimal", "prose");
  }

  function code(number) {
    const [where, text] = deck.code[number], [file, row] = where.split(":");
    return make("div", { class: "code" }, make("code", {}, text), make("span", {}, `${file}, Zeile\u00a0${row}`));
  }

  // -- where else a value stands

  function elsewhere(card) {
    const found = new Map(); // what a place is called → the first number there
    for (const element of alike.get(card.same) || []) {
      const spot = placeOf(element);
      if (element !== anchor && !found.has(spot.title)) found.set(spot.title, { ...spot, element });
    }
    const links = Array.from(found.values(), ({ title, id, element }) => {
      const link = make("a", { href: `#${id}` }, title);
      link.addEventListener("click", event => {
        event.preventDefault();
        go(element);
      });
      return link;
    });
    return links.flatMap((link, number) => number ? [", ", link] : [link]);
  }

  function placeOf(element) {
    const numbering = inside => inside.querySelector(".numbering").textContent.replace(" ", "\u00a0");
    const figure = element.closest("figure[id]"), equation = element.closest(".equation[id]");
    if (figure) return { id: figure.id, title: numbering(figure) };
    if (equation) return { id: equation.id, title: `Gleichung\u00a0${numbering(equation)}` };
    for (let section = element.closest("section"); section; section = section.parentElement.closest("section")) {
      const heading = section.querySelector(":scope > :is(h2, h3)");
      const isNumbered = heading && heading.querySelector(".numbering");
      const title = isNumbered ? numbering(heading) : heading && heading.textContent;
      if (title) return { id: section.id, title: /^\d/.test(title) ? `Abschnitt\u00a0${title}` : title };
    }
    return { id: "text", title: "Anfang der Seite" };
  }

  function go(element) {
    box.hidePopover();
    for (let one = element.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    element.setAttribute("tabindex", "-1");
    element.focus({ preventScroll: true });
    element.classList.add("found");
    setTimeout(() => {
      element.classList.remove("found");
      element.removeAttribute("tabindex");
    }, FOUND);
  }

  // -- the card

  const back = make("button", { type: "button", class: "back" });
  const heading = make("h2", { id: "card-number", tabindex: "-1" });
  const close = make("button", { type: "button", class: "close", "aria-label": "Schließen" }, "×");
  const body = make("div", { class: "body" });
  const box = make("div", { class: "card", popover: "auto", role: "dialog", "aria-labelledby": "card-number" },
    make("div", { class: "head" }, back, heading, close), body);
  document.body.append(box);

  let anchor = null, shown = null, isPinned = false; // the number that it belongs to, the card, and whether it stays
  const trail = []; // the cards behind the one that is shown
  let closed = {}; // what was closed last: {anchor, isPinned, time}
  const isOpen = () => box.matches(":popover-open");

  function show(card) {
    shown = card;
    heading.textContent = printed(card);
    back.hidden = !trail.length;
    if (trail.length) back.textContent = `‹ zurück zu ${printed(trail[trail.length - 1])}`;
    const link = make("a", { href: `${deck.page}#${card.id}` }, "Nachweis dieser Zahl");
    const sentence = make("p", { class: "meaning" }, meaning(card));
    body.replaceChildren(sentence, ...working(card), facts(card), make("p", {}, link));
    if (!isOpen()) box.showPopover();
    box.scrollTop = 0;
    place(box, anchor);
    for (const lines of body.querySelectorAll(".working")) {
      if (lines.scrollWidth > lines.clientWidth) lines.tabIndex = 0;
    }
    light(card.same);
  }

  // Opens the card of a number; one that stays takes the focus.
  function open(element, stays) {
    if (isOpen() && (anchor === element || isPinned && !stays)) {
      isPinned = isPinned || stays;
    } else {
      if (anchor) anchor.classList.remove("asked");
      anchor = element;
      anchor.classList.add("asked");
      isPinned = stays;
      trail.length = 0;
      show(cardOf(element));
    }
    if (stays) heading.focus({ preventScroll: true });
  }

  function walk(card) {
    trail.push(shown);
    show(card);
    heading.focus({ preventScroll: true });
  }

  box.addEventListener("beforetoggle", event => {
    if (event.newState === "open") return;
    closed = { anchor, isPinned, time: event.timeStamp };
    anchor.classList.remove("asked");
    light();
  });
  box.addEventListener("focusin", () => { isPinned = true; });
  box.addEventListener("click", event => {
    isPinned = true;
    const inside = event.target.closest("[data-card]");
    if (inside && deck.cards[inside.dataset.card] !== shown) walk(deck.cards[inside.dataset.card]);
  });
  close.addEventListener("click", () => box.hidePopover());
  back.addEventListener("click", () => {
    show(trail.pop());
    heading.focus({ preventScroll: true });
  });

  document.addEventListener("click", event => {
    const element = event.target.closest(NUMBER);
    if (!element || !cardOf(element) || element.closest("a[href]") || !getSelection().isCollapsed) return;
    const isAgain = closed.anchor === element && closed.isPinned && event.timeStamp - closed.time < AGAIN;
    if (!isAgain) open(element, true);
  });
  rest(NUMBER, box, element => { if (cardOf(element)) open(element, false); }, () => {
    if (isOpen() && !isPinned) box.hidePopover();
  });

  // -- the same value everywhere

  let lit = [];

  function light(same) {
    for (const element of lit) element.classList.remove("same");
    lit = alike.get(same) || [];
    for (const element of lit) element.classList.add("same");
  }

  document.addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const element = event.target.closest(NUMBER), inside = event.target.closest("[data-card]");
    const card = element ? cardOf(element) : inside ? deck.cards[inside.dataset.card] : isOpen() ? shown : null;
    light(card ? card.same : undefined);
  });

  page.onChange(() => { if (isOpen()) show(shown); });
  addEventListener("resize", () => { if (isOpen()) place(box, anchor); });

  // numbers: all places that have a card; open(element, stays); light(value); say(element): its number and meaning.
  const say = element => `${printed(cardOf(element))}: ${meaning(cardOf(element))}`;
  page.cards = { numbers, open, light: element => light(element && cardOf(element).same), say, isOpen };
})();
