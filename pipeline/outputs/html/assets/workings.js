// Hand calculations, line by line, from a page's own data (pipeline/outputs/html/cards.py says what is in it).
//
// The lines were made and redone step by step when the page was built.  For a reader's own example, their numbers
// follow: then signs, brackets and relations may differ from the published line.
(function () {
  "use strict";

  const page = window.nachgerechnet, deck = page.deck;
  const { isProven, isExact, isBound, fence, operator } = page.signs;

  // The interpreter knows the numbers of workings under names of their own.
  const name = place => `#${place}`;
  deck.shown.forEach(([entry, format, digits], place) => { page.data.numbers[name(place)] = [entry, format, digits]; });

  const spelled = (place, context) => page.text(name(place), context);

  // An element with one line; numbers that have a card of their own say so.
  function line([pattern, ...slots]) {
    const element = document.createElement("div");
    element.innerHTML = deck.patterns[pattern].replace(/#/g, () => {
      const slot = slots.shift();
      if (typeof slot === "string") return `<mn>${slot}</mn>`;
      const card = deck.shown[slot][3], leads = card === null ? "" : ` data-card="${card}"`;
      return `<mn class="number" data-shown="${slot}"${leads}>${spelled(slot, "math").replace("<", "&lt;")}</mn>`;
    });
    const moved = Array.from(element.querySelectorAll("[data-shown]")).filter(mn => !isProven(mn));
    if (moved.length) {
      relate(element);
      moved.forEach(fence);
    }
    return element;
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
        cell.firstElementChild.textContent = isBound(inside[0]) ? "" : before && now ? "=" : "≈";
      }
      before = now;
    }
  }

  // line(line): as above; spelled(place, context): a number of `deck.shown`; name(place): its name for the interpreter.
  page.workings = { line, spelled, name };
})();
