// Points of a drawing whose coordinates are inputs can be dragged, and moved with the arrow keys.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data, example = page.example;
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = 0.05, FINE = 0.01; // of the arrow keys, with and without the shift key
  const REACH = 20, EDGE = 8; // radius of a handle; how near to the edge of a drawing a point can be dragged
  const HINT = "Die Punkte lassen sich mit Maus, Finger oder Pfeiltasten verschieben.";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  // The field behind "key,scale,offset,", and the way between its value and the drawing's pixels.
  function coordinate(position, svg) {
    const [key, scale, offset] = position.split(","), [node, index] = data.follows[key] || [];
    const input = data.panel.inputs.find(one => one.node === node);
    const field = input && example.fields.find(one => one.name === input.name && one.index === index);
    const value = () => Number(example.now(field)), unit = () => Number(svg.dataset.unit || 1); // drawings.js
    return field && {
      field,
      value,
      text: () => `${example.labels(field).pop()} ${page.spell(example.now(field), "decimal", "prose")}`,
      pixels: () => Number(offset) + Number(scale) * value() / unit(),
      from: pixels => (pixels - Number(offset)) / Number(scale) * unit()
    };
  }

  class Point {
    constructor(mark) {
      this.svg = mark.ownerSVGElement;
      this.name = mark.dataset.handle;
      this.coordinates = [mark.dataset.x, mark.dataset.y].map(position => coordinate(position, this.svg));
      if (!this.coordinates.every(Boolean)) return;
      this.handle = document.createElementNS(SVG, "circle");
      const attributes = {
        class: "handle", r: REACH, tabindex: 0, role: "slider", "aria-roledescription": "Punkt in der Ebene",
        "aria-valuemin": -example.LARGEST, "aria-valuemax": example.LARGEST
      };
      for (const key in attributes) this.handle.setAttribute(key, attributes[key]);
      this.handle.addEventListener("keydown", event => this.step(event));
      this.handle.addEventListener("pointerdown", event => this.grasp(event));
      this.handle.addEventListener("pointermove", event => { if (this.held) this.drag(event); });
      for (const end of ["pointerup", "pointercancel"]) this.handle.addEventListener(end, () => this.release());
    }

    // The handle lies over the point and says where that is.
    update() {
      const [x, y] = this.coordinates, attributes = {
        cx: x.pixels(), cy: y.pixels(), "aria-label": page.wording(this.name),
        "aria-valuenow": x.value(), "aria-valuetext": `${x.text()}, ${y.text()}`
      };
      for (const key in attributes) {
        const value = String(attributes[key]);
        if (this.handle.getAttribute(key) !== value) this.handle.setAttribute(key, value);
      }
    }

    place(values) {
      const limit = example.LARGEST;
      const decimals = values.map(value => page.rounded(Math.min(Math.max(value, -limit), limit), 2));
      example.change(Object.fromEntries(this.coordinates.map(({ field }, axis) => [field.key, decimals[axis]])));
    }

    step(event) {
      const way = ARROWS[event.key], size = event.shiftKey ? FINE : STEP;
      if (!way) return;
      event.preventDefault();
      this.place(this.coordinates.map((coordinate, axis) => coordinate.value() + way[axis] * size));
    }

    grasp(event) {
      this.handle.setPointerCapture(event.pointerId);
      this.held = true;
      this.svg.classList.add("held");
      event.preventDefault();
      this.handle.focus({ preventScroll: true });
    }

    // At most once a frame.
    drag(event) {
      this.pointer = [event.clientX, event.clientY];
      if (this.frame) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        const { x, y } = new DOMPoint(...this.pointer).matrixTransform(this.svg.getScreenCTM().inverse());
        const box = this.svg.viewBox.baseVal;
        const inside = [[x, box.x, box.width], [y, box.y, box.height]].map(([pixels, start, length]) =>
          Math.min(Math.max(pixels, start + EDGE), start + length - EDGE));
        this.place(this.coordinates.map((coordinate, axis) => coordinate.from(inside[axis])));
      });
    }

    release() {
      this.held = false;
      this.svg.classList.remove("held");
      this.svg.dispatchEvent(new Event("released"));
    }
  }

  const points = Array.from(document.querySelectorAll("svg [data-handle]"), mark => new Point(mark))
    .filter(point => point.handle);

  for (const svg of new Set(points.map(point => point.svg))) {
    // A picture holds nothing that can be used; this one does now, and only that is told.
    svg.setAttribute("role", "group");
    for (const child of svg.children) {
      if (!/^(title|desc)$/.test(child.tagName)) child.setAttribute("aria-hidden", "true");
    }
    const hint = document.createElement("p");
    hint.className = "hint live";
    hint.textContent = HINT;
    svg.closest("figure").querySelector("figcaption").before(hint);
  }
  points.forEach(point => point.svg.append(point.handle));

  points.forEach(point => {
    point.update();
    page.follow(point.svg, null, () => point.update());
    point.svg.addEventListener("released", () => point.update());
  });
})();
