// "Zahlen untersuchen": the arrow keys move from number to number, Enter opens the card of one, Esc ends it.
//
// The focus stays on a bar at the foot of the window, so that a page's hundreds of numbers are no stops of the tab
// key; what is reached is marked, lit and spoken.
(function () {
  "use strict";

  const { numbers, open, light, say, isOpen } = window.nachgerechnet.cards;
  const TITLE = "Zahlen untersuchen", KEYS = "Alt + N", CODE = "KeyN";
  const GUIDE = "Pfeiltasten: nächste Zahl. Eingabe: Karte. Esc: beenden.";
  const [HIGH, LOW] = [0.15, 0.7]; // the part of the window in which a number is well in sight

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  const count = make("span", { class: "count" });
  const end = make("button", { type: "button" }, "Beenden");
  const spoken = { role: "application", "aria-label": `${TITLE}. ${GUIDE}` };
  const bar = make("div", { class: "explorer", tabindex: "-1", ...spoken },
    count, make("span", { class: "guide" }, GUIDE), end);
  const voice = make("p", { class: "unseen", role: "status" });
  const button = make("button", { type: "button", "aria-keyshortcuts": "Alt+N" }, TITLE, " ", make("kbd", {}, KEYS));
  bar.hidden = true;
  document.querySelector("header.title").append(make("p", { class: "tools live" }, button));
  document.body.append(make("div", { class: "live", role: "region", "aria-label": TITLE }, bar, voice));

  let current = null;
  const rectangle = element => element.getBoundingClientRect();
  const isVisible = element => element.getClientRects().length > 0 && element.checkVisibility();
  const middle = rect => (rect.left + rect.right) / 2;

  function start() {
    bar.hidden = false;
    bar.focus({ preventScroll: true });
    const seen = numbers.filter(isVisible);
    move(current || seen.find(element => rectangle(element).top >= 0) || seen[0]);
  }

  function stop() {
    bar.hidden = true;
    unmark();
    current = null;
    light();
    button.focus({ preventScroll: true });
  }

  const unmark = () => { if (current) current.classList.remove("examined"); };

  function move(element) {
    if (!element) return;
    unmark();
    current = element;
    current.classList.add("examined");
    const { top, bottom } = rectangle(current);
    const isInSight = top > HIGH * innerHeight && bottom < LOW * innerHeight;
    current.scrollIntoView({ block: isInSight ? "nearest" : "center", inline: "nearest", behavior: "instant" });
    light(current);
    const seen = numbers.filter(isVisible);
    count.textContent = `Zahl ${seen.indexOf(current) + 1} von ${seen.length}`;
    voice.textContent = say(current);
  }

  // The nearest number in the next line below or above.
  function across(way) {
    const here = rectangle(current);
    const isBeyond = rect => way > 0 ? rect.top >= here.bottom - 2 : rect.bottom <= here.top + 2;
    const gap = rect => way > 0 ? rect.top - here.bottom : here.top - rect.bottom;
    const lines = numbers.filter(isVisible).map(element => ({ element, rect: rectangle(element) }))
      .filter(({ rect }) => isBeyond(rect));
    const nearest = Math.min(...lines.map(({ rect }) => gap(rect)));
    const next = lines.filter(({ rect }) => gap(rect) < nearest + here.height / 2);
    next.sort((a, b) => Math.abs(middle(a.rect) - middle(here)) - Math.abs(middle(b.rect) - middle(here)));
    return next.length ? next[0].element : null;
  }

  function along(way) {
    const seen = numbers.filter(isVisible);
    return seen[seen.indexOf(current) + way];
  }

  const KEY = {
    ArrowRight: () => move(along(1)),
    ArrowLeft: () => move(along(-1)),
    ArrowDown: () => move(across(1)),
    ArrowUp: () => move(across(-1)),
    Home: () => move(numbers.find(isVisible)),
    End: () => move(numbers.findLast(isVisible)),
    Enter: () => open(current, true),
    " ": () => open(current, true),
    Escape: stop
  };

  bar.addEventListener("keydown", event => {
    if (event.target !== bar || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEY)) return;
    event.preventDefault();
    KEY[event.key]();
  });
  end.addEventListener("click", stop);
  end.addEventListener("keydown", event => { if (event.key === "Escape") stop(); });
  button.addEventListener("click", start);
  document.addEventListener("keydown", event => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== CODE) return;
    event.preventDefault();
    if (bar.hidden) start();
    else if (!isOpen()) stop();
  });
})();
