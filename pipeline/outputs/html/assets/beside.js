// Boxes beside what they are about, cards and previews: where they are put, and when a pointer opens them.
//
//     beside.place(box, anchor)   puts a shown box below its anchor, above it or at its side, never over it
//     beside.rest(selector, box, open, close)
//                                 open(element) once the pointer rests on an element, close() once it has left
//                                 the element and the box
(function () {
  "use strict";

  const GAP = 8, EDGE = 8; // pixels between box and anchor, and to the edges of the window
  const LEAST = 260; // pixels of height with which a box is better off below or above, where it can be scrolled
  const REST = 450, LINGER = 300; // milliseconds until a box opens, and until it closes
  const SHEET = "(max-width: 40rem)"; // small windows show cards as sheets at their foot (cards.css)

  function place(box, anchor) {
    Object.assign(box.style, { left: "", top: "", maxHeight: "" });
    box.classList.remove("top");
    if (matchMedia(SHEET).matches && !box.matches(".preview")) sheet(box, anchor);
    else float(box, anchor);
  }

  // The page moves so that the anchor stands above the sheet; where it cannot, the sheet is at the head of the window.
  function sheet(box, anchor) {
    const room = innerHeight - box.offsetHeight - GAP, rect = anchor.getBoundingClientRect();
    if (rect.bottom > room || rect.top < 0) scrollBy({ top: rect.top - room / 3, behavior: "instant" });
    box.classList.toggle("top", anchor.getBoundingClientRect().bottom > room);
  }

  function float(box, anchor) {
    const rect = anchor.getBoundingClientRect(), width = box.offsetWidth, height = box.offsetHeight;
    const view = { width: document.documentElement.clientWidth, height: innerHeight };
    const room = {
      below: view.height - rect.bottom - GAP - EDGE, above: rect.top - GAP - EDGE,
      right: view.width - rect.right - GAP - EDGE, left: rect.left - GAP - EDGE
    };
    const isFlat = Math.max(room.below, room.above) < Math.min(height, LEAST);
    const isBeside = isFlat && Math.max(room.right, room.left) >= width;
    const isBelow = height <= room.below || (height > room.above && room.below >= room.above);
    const most = isBeside ? view.height - 2 * EDGE : isBelow ? room.below : room.above;
    const tall = Math.min(height, most);
    const start = Math.max(EDGE, Math.min(rect.left - 2 * EDGE, view.width - width - EDGE));
    const x = !isBeside ? start : room.right >= width ? rect.right + GAP : rect.left - GAP - width;
    const y = !isBeside ? (isBelow ? rect.bottom + GAP : rect.top - GAP - tall)
      : Math.max(EDGE, Math.min(rect.top - GAP, view.height - tall - EDGE));
    Object.assign(box.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px` });
    if (tall < height) box.style.maxHeight = `${tall}px`;
  }

  function rest(selector, box, open, close) {
    let timer = 0;
    const later = (action, delay) => {
      clearTimeout(timer);
      timer = setTimeout(action, delay);
    };
    document.addEventListener("pointerover", event => {
      if (event.pointerType === "touch") return;
      const element = event.target.closest(selector);
      if (box.contains(event.target)) clearTimeout(timer);
      else if (element) later(() => open(element), REST);
      else later(close, LINGER);
    });
    document.addEventListener("pointerdown", () => clearTimeout(timer));
    document.documentElement.addEventListener("pointerleave", () => later(close, LINGER));
  }

  window.beside = { place, rest };
})();
