// Hand calculations, line by line, from a page's own data (pipeline/outputs/html/cards.py says what is in it).
//
// The lines were made and redone step by step when the page was built.  For a reader's own example, their numbers
// follow: then relations, brackets and the note behind the line may differ from the published ones.
(function () {
  "use strict";

  const page = window.nachgerechnet, deck = page.deck;
  const { isProven, keeper } = page.signs;

  const FEWEST_PLACES = 3; // decimals with which a number inside a working is shown that a reader has changed

  // With how many decimals digits would be printed if their value were below ten.
  function places(digits) {
    const [integer, decimals = ""] = digits.replace(/^[<>]?-?/, "").split(".");
    return Math.max(integer.length - 1 + decimals.length, FEWEST_PLACES);
  }

  // The interpreter knows the numbers of workings under names of their own.
  const name = place => `#${place}`;
  deck.shown.forEach(([entry, format, digits], place) => {
    page.data.numbers[name(place)] = [entry, format || `inside(${places(digits)})`, digits];
  });

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
    const formula = element.firstElementChild, numbers = Array.from(element.querySelectorAll("[data-shown]"));
    if (!numbers.every(isProven)) keeper(formula, true)();
    return element;
  }

  // line(line): as above; spelled(place, context): a number of `deck.shown`; name(place): its name for the interpreter.
  page.workings = { line, spelled, name };
})();
