// Hand calculations, line by line, from a page's own data (pipeline/outputs/html/cards.py says what is in it).
//
// The lines were made and redone step by step when the page was built.  For a reader's own example, their numbers
// follow: then signs, brackets and relations may differ from the published line.
(function () {
  "use strict";

  const page = window.nachgerechnet, deck = page.deck;
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const SAME = 1e-12; // what differs by less, relative to the larger one, counts as equal

  // The interpreter knows the numbers of workings under names of their own.
  const name = place => `#${place}`;
  deck.shown.forEach(([entry, format, digits], place) => { page.data.numbers[name(place)] = [entry, format, digits]; });

  const spelled = (place, context) => page.text(name(place), context);
  const shown = mn => name(mn.dataset.shown);

  // An element with one line; numbers that have a card of their own say so.
  function line([pattern, ...slots]) {
    const element = document.createElement("div");
    element.innerHTML = deck.patterns[pattern].replace(/#/g, () => {
      const slot = slots.shift();
      if (typeof slot === "string") return `<mn>${slot}</mn>`;
      const card = deck.shown[slot][3], leads = card === null ? "" : ` data-card="${card}"`;
      return `<mn class="number" data-shown="${slot}"${leads}>${spelled(slot, "math").replace("<", "&lt;")}</mn>`;
    });
    const moved = Array.from(element.querySelectorAll("[data-shown]")).filter(mn => !page.proven(shown(mn)));
    if (moved.length) {
      relate(element);
      moved.forEach(fence);
    }
    return element;
  }

  const operator = text => {
    const element = document.createElementNS(MATHML, "mo");
    element.textContent = text;
    return element;
  };

  function isExact(mn) {
    const value = page.value(shown(mn)), digits = Number(page.digits(shown(mn)));
    const printed = deck.shown[mn.dataset.shown][1].startsWith("percent") ? digits / 100 : digits;
    return Math.abs(printed - value) <= SAME * Math.max(1, Math.abs(value));
  }

  // A side is equal to the one before if all numbers of both are printed with all their digits.
  function relate(element) {
    let before = true;
    for (const cell of element.querySelectorAll("mtd")) {
      const inside = Array.from(cell.querySelectorAll("[data-shown]"));
      if (!inside.length) continue;
      const now = inside.every(isExact);
      if (cell.matches(".left")) {
        if (!/^[=≈]$/.test(cell.firstElementChild.textContent)) cell.prepend(operator(""));
        const isBound = /^[<>]/.test(inside[0].textContent); // "< 0,001" brings its own relation
        cell.firstElementChild.textContent = isBound ? "" : before && now ? "=" : "≈";
      }
      before = now;
    }
  }

  // Brackets around a negative number behind an operator or under an exponent, and none around others.
  function fence(mn) {
    const row = mn.parentElement, isNegative = mn.textContent.startsWith("\u2212");
    const isFenced = row.children.length === 3 && row.firstElementChild.textContent === "(";
    const before = (isFenced ? row : mn).previousElementSibling;
    const isArgument = before !== null && before.textContent === "\u2061"; // of a function: cos(2)
    const isOperand = before ? /^[-+\u2212\u22c5·]$/.test(before.textContent) : row.localName === "msup" && isFirst(mn);
    if (isFenced && !isNegative && !isArgument) row.replaceWith(mn);
    if (isFenced || !isNegative || !isOperand) return;
    const fenced = document.createElementNS(MATHML, "mrow");
    mn.replaceWith(fenced);
    fenced.append(operator("("), mn, operator(")"));
  }

  const isFirst = element => element.parentElement.firstElementChild === element;

  // line(line): as above; spelled(place, context): a number of `deck.shown`; name(place): its name for the interpreter.
  page.workings = { line, spelled, name };
})();
