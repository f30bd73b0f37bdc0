// Pointing at a symbol lights it in the formula and in the text around it.
(function () {
  "use strict";

  const SYMBOL = "mi, msub, msup, msubsup";
  const TRANSPOSED = "⊤";
  const BLOCK = "section > *";

  // The element that names something: a letter with what belongs to it, so d_k and W^Q, but only K in K⊤ and x in x².
  function symbol(element) {
    let found = element.closest("mi");
    if (!found || found.textContent === TRANSPOSED) return null;
    for (let outer = found.parentElement; outer.closest("math"); outer = outer.parentElement) {
      if (outer.matches("msub, msup, msubsup") && isNamed(outer)) found = outer;
      else if (outer.localName !== "mrow" || outer.children.length > 2) break;
    }
    return found;
  }

  function isNamed(element) {
    const [base, ...scripts] = element.children;
    return base.localName === "mi" && scripts.every(script => !script.querySelector("mn, mo")
      && !/^(mn|mo)$/.test(script.localName) && script.textContent !== TRANSPOSED);
  }

  const isSymbol = element => symbol(element.querySelector("mi") || element) === element;

  const isFormula = block => block.matches(".formula");

  // A block and those it belongs to: to text the formulas next to it, to a formula also the text before and behind.
  function around(block) {
    const found = [block];
    for (const way of ["previousElementSibling", "nextElementSibling"]) {
      let next = block[way];
      for (; next && isFormula(next); next = next[way]) found.push(next);
      if (next && isFormula(block) && !next.matches("section, h2, h3, h4")) found.push(next);
    }
    return found;
  }

  let pointed = null, lit = []; // the symbol under the pointer, and all places that show it

  function light(elements) {
    for (const element of lit) element.classList.remove("lit");
    lit = elements;
    for (const element of lit) element.classList.add("lit");
  }

  function alike(element) {
    const block = element.closest(BLOCK);
    if (!block) return [];
    const places = around(block).flatMap(one => Array.from(one.querySelectorAll(SYMBOL)));
    return places.filter(one => one.textContent === element.textContent && isSymbol(one));
  }

  document.addEventListener("pointerover", event => {
    const found = symbol(event.target);
    if (found === pointed) return;
    pointed = found;
    const places = found ? alike(found) : [];
    light(places.length > 1 ? places : []);
  });
})();
