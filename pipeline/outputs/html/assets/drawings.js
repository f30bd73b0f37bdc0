// Drawings follow the reader's example: their elements say what they follow (pipeline/outputs/answers.py).
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const ATTRIBUTES = { x: "data-x", y: "data-y", width: "data-width", opacity: "data-opacity" };
  const MARGIN = 12; // pixels around what has left its drawing
  const DOT = 5, GAP = 4; // radius of a point, and the room between it and its name
  const UNITS = [1, 2, 4, 10, 20]; // what a published unit of a plane can stand for, so that all points fit
  const BEYOND = 1.06; // how far the axes go beyond the largest published coordinate
  const hundredths = number => Math.round(number * 100) / 100;

  class Drawing {
    constructor(svg) {
      this.svg = svg;
      this.groups = {}; // name → entries whose values share one scale
      this.axes = Array.from(svg.querySelectorAll("path[data-axis][fill=none]"), shaft =>
        ({ shaft, axis: shaft.dataset.axis, path: shaft.getAttribute("d") }));
      this.coordinates = []; // of a plane: entries that its axes show
      this.ticks = Array.from(this.axes.length ? svg.querySelectorAll("text[data-tick]") : [],
        tick => ({ text: tick.firstChild, published: tick.textContent }));
      this.view = svg.getAttribute("viewBox").split(" ").map(Number);
      this.parts = Array.from(svg.querySelectorAll("[data-x], [data-y], [data-width], [data-opacity], [data-to]"))
        .map(element => {
          const [path, opacity] = ["d", "opacity"].map(name => element.getAttribute(name));
          return { element, follows: this.follows(element), path, opacity };
        });
      this.largest = this.reach();
      for (const part of this.parts) part.published = now(part.follows);
      const moving = this.parts.map(({ element }) => element);
      this.words = Array.from(svg.querySelectorAll("text[data-wording]")).filter(text => !moving.includes(text));
      this.rooms = this.words.map(word => ({ word, room: this.room(word) }));
    }

    // What an element follows: name → function.
    follows(element) {
      const found = {};
      for (const name in ATTRIBUTES) {
        const position = element.getAttribute(ATTRIBUTES[name]);
        if (position !== null) found[name] = this.position(position);
      }
      for (const end of ["from", "to"]) {
        if (end in element.dataset) found[end] = this.point(element.dataset[end]);
      }
      return found;
    }

    // A function for "key,scale,offset,group".
    position(text) {
      const [key, scale, offset, group] = text.split(","), entry = data.follows[key];
      if (!entry) return () => Number(offset);
      if (group) (this.groups[group] = this.groups[group] || []).push(entry);
      else if (this.axes.length) this.coordinates.push(entry);
      return () => Number(offset) + Number(scale) * (group ? this.share(page.at(entry), group) : this.shown(entry));
    }

    // -- a plane: its axes stay, and show more where a point would leave them

    // A value in published units.
    shown(entry) {
      return page.at(entry) / Number(this.svg.dataset.unit || 1);
    }

    reach() {
      return Math.max(...this.coordinates.map(entry => Math.abs(page.at(entry))));
    }

    // Chooses what a unit stands for, and writes it to the axes; not while a point is held.
    measure() {
      if (!this.axes.length || this.svg.classList.contains("held")) return;
      const needed = this.reach() / (BEYOND * this.largest), unit = UNITS.find(one => one >= needed) || UNITS.at(-1);
      this.svg.dataset.unit = unit;
      for (const { text, published } of this.ticks) {
        const [, decimals = ""] = published.split(",");
        const value = Number(published.replace(",", ".").replace("\u2212", "-"));
        const written = page.spell((unit * value).toFixed(decimals.length), "decimal", "prose");
        if (text.data !== written) text.data = written;
      }
    }

    // Draws the axes as far as points lie.
    extend(taken) {
      for (const { shaft, axis, path } of this.axes) {
        const [x, y, right, top] = path.match(/[-\d.]+/g).map(Number);
        const from = axis === "x" ? [Math.min(x, ...taken.map(point => point.x)), y]
          : [x, Math.max(y, ...taken.map(point => point.y))];
        put(shaft, "d", `M ${from.map(hundredths).join(" ")} L ${right} ${top}`);
      }
    }

    point(text) {
      const [x, y] = text.split(";").map(position => this.position(position));
      return () => ({ x: x(), y: y() });
    }

    // A value between the smallest of its group, or 0, and the largest.
    share(value, group) {
      const values = this.groups[group].map(page.at), high = Math.max(...values);
      const low = Math.min(...values, group.startsWith("zero") ? 0 : Infinity);
      const part = (value - low) / (high - low || 1);
      return Number.isFinite(part) ? part : 0;
    }

    // How wide a word may be: as far as the drawing says, over a column as far as to the next one.
    room(word) {
      if (word.dataset.room) return Number(word.dataset.room);
      const [here, line] = ["x", "y"].map(name => word.getAttribute(name));
      const beside = this.words.filter(one => one !== word && one.getAttribute("y") === line);
      const isCentred = word.getAttribute("text-anchor") === "middle";
      return isCentred ? Math.min(...beside.map(one => Math.abs(one.getAttribute("x") - here))) - GAP : Infinity;
    }

    update() {
      this.measure();
      this.rooms.forEach(fit);
      this.parts.filter(part => !isName(part)).forEach(move);
      this.widen([...this.settle(), ...this.words.map(standing)]);
    }

    // Names give way to points and to each other: each takes the place beside its point where it covers least.
    // Returns the room that points and names take.
    settle() {
      const taken = this.parts.filter(isPoint).map(({ element, follows, published }) => {
        const { x, y } = standing(element);
        return box(x + follows.x() - published.x, y + follows.y() - published.y, 2 * DOT, 2 * DOT);
      });
      this.extend(taken);
      for (const part of this.parts.filter(isName)) {
        const { element, follows, published } = part, { width, height, x, y } = standing(element);
        const point = [follows.x(), follows.y()], away = [x - published.x, y - published.y];
        const across = width / 2 + DOT + GAP, up = height / 2 + DOT;
        const ways = [away, [across, 0], [-across, 0], [0, -up], [0, up], ...[-1, 1].flatMap(side =>
          [[side * across, -up], [side * across, up]])];
        const places = ways.map(way => box(point[0] + way[0], point[1] + way[1], width, height));
        const best = places.reduce((one, other) => covered(other, taken) < covered(one, taken) ? other : one);
        const [right, down] = [best.x - x, best.y - y].map(hundredths);
        put(element, "transform", `translate(${right} ${down})`);
        taken.push(best);
      }
      return taken;
    }

    reset() {
      for (const { element, path, opacity } of this.parts) {
        element.removeAttribute("transform");
        if (path) put(element, "d", path);
        if (opacity) put(element, "opacity", opacity);
      }
      for (const word of this.words) {
        ["textLength", "lengthAdjust"].forEach(name => word.removeAttribute(name));
        measured.delete(word);
      }
      delete this.svg.dataset.unit;
      for (const { text, published } of this.ticks) text.data = published;
      for (const { shaft, path } of this.axes) put(shaft, "d", path);
      this.svg.setAttribute("viewBox", this.view.join(" "));
    }

    // Points that leave the drawing, and words that are too long for it, make it show more; not while a point is held,
    // whose drawing must stand still.
    widen(taken) {
      if (this.svg.classList.contains("held")) return;
      const [left, top, width, height] = this.view;
      const ends = (axis, length, sign) => taken.map(one => one[axis] + sign * (one[length] / 2 + MARGIN));
      const from = [Math.min(left, ...ends("x", "width", -1)), Math.min(top, ...ends("y", "height", -1))];
      const to = [Math.max(left + width, ...ends("x", "width", 1)), Math.max(top + height, ...ends("y", "height", 1))];
      const view = [...from, to[0] - from[0], to[1] - from[1]].map(hundredths);
      if (view.every(Number.isFinite)) put(this.svg, "viewBox", view.join(" "));
    }
  }

  const isPoint = ({ element, follows: { x, y } }) => x && y && element.tagName === "path" && !element.dataset.wording;
  const isName = ({ element, follows: { x, y } }) => x && y && element.tagName === "text" && !element.dataset.number;

  // Where an element stands in the published drawing: middle and size.  Measured again when its text changes.
  const measured = new WeakMap();
  function standing(element) {
    const known = measured.get(element);
    if (known && known.text === element.textContent) return known;
    const { x, y, width, height } = element.getBBox();
    const found = { text: element.textContent, x: x + width / 2, y: y + height / 2, width, height };
    measured.set(element, found);
    return found;
  }

  // Squeezes a word that has not the room it needs.
  function fit({ word, room }) {
    if (measured.get(word)?.text === word.textContent) return;
    word.removeAttribute("textLength");
    if (word.getComputedTextLength() <= room) return;
    put(word, "textLength", hundredths(room));
    put(word, "lengthAdjust", "spacingAndGlyphs");
  }

  const box = (x, y, width, height) => ({ x, y, width, height });

  // The area that a box shares with others.
  function covered(one, others) {
    const shared = (other, axis, length) =>
      Math.max((one[length] + other[length]) / 2 - Math.abs(one[axis] - other[axis]), 0);
    return others.reduce((sum, other) => sum + shared(other, "x", "width") * shared(other, "y", "height"), 0);
  }

  // Writes what is new: an attribute that is set again is laid out again.
  function put(element, name, value) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }

  const now = follows => Object.fromEntries(Object.entries(follows).map(([name, position]) => [name, position()]));

  function move({ element, follows, published, path }) {
    if (follows.to) aim(element, path, follows.from(), follows.to(), published);
    if (follows.x || follows.y) {
      const [x, y] = ["x", "y"].map(name => follows[name] ? hundredths(follows[name]() - published[name]) : 0);
      put(element, "transform", `translate(${x} ${y})`);
    }
    if (follows.opacity) put(element, "opacity", hundredths(Math.min(Math.max(follows.opacity(), 0), 1)));
    if (follows.width) {
      const [left, top, , , , bottom] = path.match(/[-\d.]+/g).map(Number);
      put(element, "d", `M ${left} ${top} H ${hundredths(left + follows.width())} V ${bottom} H ${left} z`);
    }
  }

  // An arrow has a shaft, which is drawn anew, and a head, which is turned and moved.
  function aim(element, path, from, to, published) {
    const turn = Math.atan2(to.y - from.y, to.x - from.x);
    if (element.getAttribute("fill") === "none") {
      const [x, y] = path.match(/[-\d.]+/g).slice(-2).map(Number);
      const gap = Math.hypot(published.to.x - x, published.to.y - y); // the head's length
      const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y) - gap, 0);
      const end = [from.x + length * Math.cos(turn), from.y + length * Math.sin(turn)];
      put(element, "d", `M ${[from.x, from.y].map(hundredths)} L ${end.map(hundredths)}`);
    } else {
      const before = Math.atan2(published.to.y - published.from.y, published.to.x - published.from.x);
      const there = [to.x, to.y].map(hundredths), back = [-published.to.x, -published.to.y].map(hundredths);
      const degrees = hundredths((turn - before) * 180 / Math.PI);
      put(element, "transform", `translate(${there}) rotate(${degrees}) translate(${back})`);
    }
  }

  for (const svg of document.querySelectorAll("svg.figure")) {
    const drawing = new Drawing(svg);
    const show = () => page.own ? drawing.update() : drawing.reset();
    if (!drawing.parts.length && !drawing.words.length) continue;
    page.follow(svg, null, show);
    svg.addEventListener("released", show);
  }
})();
