// A reference shows what it leads to: the equation, figure, table, work, or the beginning of the section.
(function () {
  "use strict";

  const { place, rest } = window.beside;
  const LEFT = ["id", "tabindex", "href", "aria-labelledby", "aria-describedby", "data-number"]; // out of a copy
  const REFERENCE = "a.reference[href^='#'], a[role='doc-biblioref'][href^='#']";

  const box = document.createElement("div");
  box.className = "card preview";
  box.popover = "manual"; // it closes no card
  box.setAttribute("aria-hidden", "true"); // the link says where it leads
  document.body.append(box);

  function open(link) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1).split("?")[0]));
    if (!target) return;
    box.replaceChildren(...parts(target).map(copy));
    box.showPopover();
    place(box, link);
  }

  const close = () => { if (box.matches(":popover-open")) box.hidePopover(); };

  function parts(target) {
    if (target.matches(".equation")) return [target.querySelector("math")];
    if (target.matches("section")) {
      return Array.from(target.querySelectorAll(":scope > :is(h2, h3, h4), :scope > p")).slice(0, 2);
    }
    return [target];
  }

  // A picture of an element: nothing in it can be reached or is known by an id.
  function copy(element) {
    const picture = element.cloneNode(true);
    for (const one of [picture, ...picture.querySelectorAll("*")]) {
      for (const name of LEFT) one.removeAttribute(name);
    }
    return picture;
  }

  rest(REFERENCE, box, open, close);
  document.addEventListener("focusin", event => {
    if (event.target.matches(REFERENCE) && event.target.matches(":focus-visible")) open(event.target);
    else close();
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") close(); });
  document.addEventListener("click", close);
})();
