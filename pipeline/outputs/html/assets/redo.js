// Redoes the lines of hand calculations from the numbers that they print, as a reader with a calculator does.
//
// The build does so for the published numbers (pipeline/working/chain.py); here it is done for those that a line
// prints now, which is all that this needs to know of it.
(function () {
  "use strict";

  const page = window.nachgerechnet;
  const NOTE = "(gerundet)";
  const FUNCTIONS = {
    ln: Math.log, sin: Math.sin, cos: Math.cos, tanh: Math.tanh, erf: page.erf, max: Math.max, min: Math.min
  };
  const OPERATIONS = {
    ...FUNCTIONS,
    "+": (a, b) => a + b, "\u2212": (a, b) => a - b, "⋅": (a, b) => a * b, "/": (a, b) => a / b,
    "^": Math.pow, exp: Math.exp, root: Math.sqrt, minus: x => -x, size: Math.abs, "∞": () => Infinity,
    "<": (a, b) => +(a < b), "≤": (a, b) => +(a <= b), ">": (a, b) => +(a > b), "≥": (a, b) => +(a >= b),
    "=": (a, b) => +(a === b), "≠": (a, b) => +(a !== b)
  };

  // -- reading a side: a printed number is {digits, share, value}, what is computed {operation, parts, value}

  const operation = (name, ...parts) =>
    ({ operation: name, parts, value: OPERATIONS[name](...parts.map(part => part.value)) });

  function number(text) {
    const plain = text.replace(/\u202f/g, "").replace("\u2212", "-").replace(",", ".");
    const found = /^([<>]?)(-?\d+(?:\.\d+)?)(%?)$/.exec(plain);
    if (!found) throw new SyntaxError(`${text} is no number`);
    const [, bound, digits, percent] = found, share = percent ? 100 : 1;
    return { digits: bound + digits, share, value: Number(digits) / share };
  }

  // What stands in a row, without spaces and the rows inside.
  function flat(element) {
    if (element.localName === "mrow") return Array.from(element.children).flatMap(flat);
    return element.localName === "mspace" || /^\u2061?$/.test(element.textContent) ? [] : [element];
  }

  // The tree of some elements; throws an error if they are not all arithmetic.
  function read(elements) {
    const leaves = elements.flatMap(flat), parts = element => Array.from(element.children);
    const sign = () => leaves.length && /^m[io]$/.test(leaves[0].localName) ? leaves[0].textContent : "";
    const take = expected => {
      if (expected && sign() !== expected) throw new SyntaxError(`${expected} is missing`);
      return leaves.shift();
    };

    function sum() {
      let found = sign() === "\u2212" ? take() && operation("minus", product()) : product();
      while (/^[+\u2212]$/.test(sign())) found = operation(take().textContent, found, product());
      return found;
    }

    function product() {
      let found = single();
      while (sign() === "⋅") found = operation(take().textContent, found, single());
      return found;
    }

    function single() {
      const name = sign(), leaf = take();
      if (name in FUNCTIONS) return operation(name, ...listed());
      if (name === "∞") return operation(name);
      if (name === "(") return closed(sum(), ")");
      if (name === "|") return closed(operation("size", sum()), "|");
      if (name === "[") return closed(compared(sum()), "]");
      switch (leaf.localName) {
        case "mn": return number(leaf.textContent);
        case "mfrac": return operation("/", ...parts(leaf).map(part => read([part])));
        case "msqrt": return operation("root", read(parts(leaf)));
        case "msup": return power(...parts(leaf));
      }
      throw new SyntaxError(`${leaf.textContent} is no arithmetic`);
    }

    const closed = (found, fence) => take(fence) && found;
    const compared = left => operation(take().textContent, left, sum());

    function power(base, exponent) {
      if (base.textContent === "10") throw new SyntaxError("a number with a power of ten is not redone");
      if (base.textContent === "e") return operation("exp", read([exponent]));
      return operation("^", read([base]), read([exponent]));
    }

    function listed() {
      const found = [];
      do {
        take(found.length ? ";" : "(");
        found.push(sum());
      } while (sign() === ";");
      return closed(found, ")");
    }

    const found = sum();
    if (leaves.length) throw new SyntaxError(`${leaves[0].textContent} is left over`);
    return found;
  }

  // A side of a line; null if it is in symbols or words.
  function side(cell) {
    const elements = Array.from(cell.children).filter(element => element.textContent !== NOTE);
    if (elements.length && /^[=≈]$/.test(elements[0].textContent)) elements.shift();
    try {
      return read(elements);
    } catch {
      return null;
    }
  }

  // -- comparing it with the next

  // Whether a value, rounded to as many decimals, has some canonical digits ("-0.416"), or lies within "<0.001".
  function gives(value, digits) {
    const printed = Number(digits.replace(/^[<>]/, "")), [, decimals = "", power] = digits.split(/[.e]/);
    if (digits.startsWith("<")) return value < printed;
    if (digits.startsWith(">")) return value > printed;
    if (!Number.isFinite(value)) return false;
    if (power) return Number(value.toExponential(decimals.length)) === printed;
    return Number(page.rounded(value, decimals.length)) === printed;
  }

  // Whether every number of a side that stands for a part of the side before is what that part gives.
  function follows(before, after) {
    if (after.digits) return before.digits === after.digits || gives(before.value * after.share, after.digits);
    if (before.operation !== after.operation || before.parts.length !== after.parts.length) {
      throw new SyntaxError("the sides differ in more than what is calculated");
    }
    return before.parts.every((part, place) => follows(part, after.parts[place]));
  }

  // Whether somebody who redoes a line gets other digits than it prints; null if it prints what is not read here.
  // Sides in symbols come first, and one in words comes last.
  function isRounded(formula) {
    const sides = Array.from(formula.querySelectorAll("mtd:not(:empty)"), side);
    const numbers = sides.slice(sides.findIndex(Boolean));
    if (numbers.slice(0, -1).includes(null)) return null;
    try {
      return !numbers.filter(Boolean).slice(1).every((after, place) => follows(numbers[place], after));
    } catch {
      return null;
    }
  }

  // isRounded(formula): as above, of the lines of workings; gives(value, digits): as above.
  page.redo = { isRounded, gives };
})();
