// Text follows the reader's example: numbers, names, claims, and descriptions for those who do not see.
//
// It only touches what has changed, and puts back what stood there once the example is the published one again.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const SHY = /\u00ad/g; // published texts are hyphenated
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  function context(element) {
    if (element.closest("math")) return "math";
    return element.closest("pre, code") ? "code" : "prose";
  }

  // -- numbers

  const numbers = Array.from(data.nodes, () => []); // node → the places where its entries are printed
  all("[data-number]").forEach(element => {
    const id = element.dataset.number, text = element.firstChild;
    if (text && data.numbers[id]) {
      numbers[data.numbers[id][0][0]].push({ id, text, context: context(element), published: text.data });
    }
  });

  function showNumbers(dirty) {
    dirty.forEach((changed, node) => { if (changed) numbers[node].forEach(showNumber); });
  }

  function showNumber(place) {
    write(place, page.proven(place.id) ? place.published : page.text(place.id, place.context));
  }

  function write(place, text) {
    if (place.text.data !== text) place.text.data = text;
  }

  // -- texts

  const wordings = all("[data-wording]")
    .filter(element => element.firstChild && data.wordings[element.dataset.wording])
    .map(element => {
      const id = element.dataset.wording, text = element.firstChild;
      return { id, text, published: text.data, name: page.wording(id) };
    });

  function showWordings() {
    wordings.forEach(place => {
      const name = page.wording(place.id);
      const plain = place.published.replace(SHY, "");
      write(place, name === place.name ? place.published : plain.replace(place.name, () => name));
    });
  }

  // -- claims: one that does not hold is struck through, with the reason behind it

  const claims = all("[data-claim]").map(element => ({ element, number: Number(element.dataset.claim), reason: null }));

  function showClaims() {
    let failed = 0;
    claims.forEach(claim => {
      const { holds, reason } = page.claim(claim.number);
      if (!holds) failed++;
      if (holds === !claim.reason && (holds || claim.reason.dataset.reason === reason)) return;
      claim.element.classList.toggle("failed", !holds);
      if (claim.reason) claim.reason.remove();
      claim.reason = holds ? null : explanation(claim.element, reason);
      if (holds) claim.element.removeAttribute("role");
      else claim.element.setAttribute("role", "deletion");
    });
    page.failed = failed;
  }

  function explanation(element, reason) {
    const block = element.tagName === "DIV", note = document.createElement(block ? "p" : "span");
    note.className = "reason";
    note.dataset.reason = reason;
    note.textContent = (block ? "" : " ") + "(gilt hier nicht" + (reason && ": " + reason) + ")";
    element.after(note);
    return note;
  }

  // -- descriptions for those who do not see, once the page has been painted

  const descriptions = all("[data-spoken]").map(element => {
    const aloud = element.tagName === "desc" ? null : "aria-label";
    const published = aloud ? element.getAttribute(aloud) : element.textContent;
    return { element, aloud, number: Number(element.dataset.spoken), published };
  });

  function describe() {
    descriptions.forEach(({ element, aloud, number, published }) => {
      const text = page.own ? page.spoken(number) : published;
      if (aloud) element.setAttribute(aloud, text);
      else element.textContent = text;
    });
  }

  let waiting = 0;
  function describeSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(describe, 200);
  }

  page.onChange(dirty => {
    document.documentElement.toggleAttribute("data-own", page.own);
    showNumbers(dirty);
    showWordings();
    showClaims();
    describeSoon();
  });
})();
