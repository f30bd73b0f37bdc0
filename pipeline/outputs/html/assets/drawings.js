// Drawings follow the reader's example: their elements say what they follow (pipeline/outputs/answers.py).
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const ATTRIBUTES = { x: "data-x", y: "data-y", width: "data-width", opacity: "data-opacity" };
  const MARGIN = 40; // pixels around a point that has left its drawing
  const hundredths = number => Math.round(number * 100) / 100;

  class Drawing {
    constructor(svg) {
      this.svg = svg;
      this.groups = {}; // name → entries whose values share one scale
      this.view = svg.getAttribute("viewBox").split(" ").map(Number);
      this.parts = Array.from(svg.querySelectorAll("[data-x], [data-y], [data-width], [data-opacity], [data-to]"))
        .map(element => ({ element, follows: this.follows(element), path: element.getAttribute("d") }));
      for (const part of this.parts) part.published = now(part.follows);
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
      return () => Number(offset) + Number(scale) * (group ? this.share(page.at(entry), group) : page.at(entry));
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

    update() {
      this.parts.forEach(move);
      this.widen();
    }

    reset() {
      for (const { element, path, published } of this.parts) {
        element.removeAttribute("transform");
        if (path) element.setAttribute("d", path);
        if ("opacity" in published) element.setAttribute("opacity", hundredths(published.opacity));
      }
      this.svg.setAttribute("viewBox", this.view.join(" "));
    }

    // Points that leave the drawing make it show more.
    widen() {
      const points = this.parts.filter(({ follows }) => follows.x && follows.y)
        .map(({ follows }) => [follows.x(), follows.y()]).filter(point => point.every(Number.isFinite));
      const [left, top, width, height] = this.view;
      const from = [left, top].map((edge, axis) => Math.min(edge, ...points.map(point => point[axis] - MARGIN)));
      const to = [left + width, top + height].map((edge, axis) =>
        Math.max(edge, ...points.map(point => point[axis] + MARGIN)));
      const box = [...from, to[0] - from[0], to[1] - from[1]].map(hundredths).join(" ");
      if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
    }
  }

  const now = follows => Object.fromEntries(Object.entries(follows).map(([name, position]) => [name, position()]));

  function move({ element, follows, published, path }) {
    if (follows.to) aim(element, path, follows.from(), follows.to(), published);
    if (follows.x || follows.y) {
      const [x, y] = ["x", "y"].map(name => follows[name] ? hundredths(follows[name]() - published[name]) : 0);
      element.setAttribute("transform", `translate(${x} ${y})`);
    }
    if (follows.opacity) element.setAttribute("opacity", hundredths(Math.min(Math.max(follows.opacity(), 0), 1)));
    if (follows.width) {
      const [left, top, , , , bottom] = path.match(/[-\d.]+/g).map(Number);
      element.setAttribute("d", `M ${left} ${top} H ${hundredths(left + follows.width())} V ${bottom} H ${left} z`);
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
      element.setAttribute("d", `M ${[from.x, from.y].map(hundredths)} L ${end.map(hundredths)}`);
    } else {
      const before = Math.atan2(published.to.y - published.from.y, published.to.x - published.from.x);
      const there = [to.x, to.y].map(hundredths), back = [-published.to.x, -published.to.y].map(hundredths);
      const degrees = hundredths((turn - before) * 180 / Math.PI);
      element.setAttribute("transform", `translate(${there}) rotate(${degrees}) translate(${back})`);
    }
  }

  const drawings = Array.from(document.querySelectorAll("svg.figure"), svg => new Drawing(svg))
    .filter(drawing => drawing.parts.length);
  const followed = new Set(Object.values(data.follows).map(([node]) => node));

  page.onChange(dirty => {
    const moved = dirty.some((changed, node) => changed && followed.has(node));
    if (!page.own) drawings.forEach(drawing => drawing.reset());
    else if (moved) drawings.forEach(drawing => drawing.update());
  });
})();
