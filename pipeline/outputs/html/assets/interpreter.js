// The page's calculation, computed again in float64 for a reader's own example.
//
// It reads the data block (pipeline/outputs/html/data.py says what is in it), touches nothing of the page, and
// offers the rest of the scripts `window.nachgerechnet`, described at the end of this file.
(function () {
  "use strict";

  const data = JSON.parse(document.getElementById("computation").textContent);

  const ZERO = 1e-15; // what lies closer to zero is the rounding noise of sums, and counts as zero
  const LARGEST = 1e15; // from here on a double does not know all digits of an integer
  const SMALLEST = 6; // zeros behind the comma that workings print at most
  const TIE = 1e-14, SMALL = 1e-4; // what the middle between two roundings is missed by; a part of the last digit
  const SAME = 1e-12; // numbers that differ by less, relative to the larger one, count as equal

  // -- arrays: flat, in row-major order

  const size = shape => shape.reduce((a, b) => a * b, 1);

  function strides(shape) {
    const steps = [];
    for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--]) steps[axis] = step;
    return steps;
  }

  // Where the elements of an array of shape `from` lie once it is broadcast to shape `to`.
  function broadcast(from, to) {
    const steps = strides(from), turns = strides(to), lead = to.length - from.length;
    return Int32Array.from({ length: size(to) }, (_, place) =>
      from.reduce((sum, length, axis) =>
        length === 1 ? sum : sum + Math.floor(place / turns[lead + axis]) % length * steps[axis], 0));
  }

  // -- operations: those of pipeline/arithmetic/primitives.py

  const ONE = {
    negative: x => -x, absolute: Math.abs, exp: Math.exp, log: Math.log, sqrt: Math.sqrt,
    sin: Math.sin, cos: Math.cos, tanh: Math.tanh, erf: erf, logical_not: x => +!x
  };
  const TWO = {
    add: (a, b) => a + b, subtract: (a, b) => a - b, multiply: (a, b) => a * b, divide: (a, b) => a / b,
    power: Math.pow, maximum: Math.max, minimum: Math.min,
    less: (a, b) => +(a < b), less_equal: (a, b) => +(a <= b), greater: (a, b) => +(a > b),
    greater_equal: (a, b) => +(a >= b), equal: (a, b) => +(a === b), not_equal: (a, b) => +(a !== b),
    logical_and: (a, b) => +(a && b), logical_or: (a, b) => +(a || b)
  };
  const POSITIVE = new Set(["name", "gather", "sum", "min", "max", "add", "multiply", "divide", "sqrt"]);
  const FOLDS = { sum: [0, TWO.add], max: [-Infinity, Math.max], min: [Infinity, Math.min] };

  // The error function: its power series, and for larger arguments its continued fraction.
  function erf(x) {
    const a = Math.abs(x);
    if (a > 6) return Math.sign(x);
    if (a < 2) {
      let sum = 0;
      for (let n = 0, term = a; Math.abs(term) > 1e-17 * a; term *= -a * a / ++n) sum += term / (2 * n + 1);
      return Math.sign(x) * 2 / Math.sqrt(Math.PI) * sum;
    }
    let tail = 0;
    for (let n = 80; n > 0; n--) tail = n / 2 / (a + tail);
    return Math.sign(x) * (1 - Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + tail));
  }

  // Each makes, from a node and the shapes of its arguments, a function from all values to the node's own.

  function elementwise(node, shapes) {
    const combine = ONE[node.op] || TWO[node.op], count = size(node.shape), [a, b] = node.args;
    if (b === undefined) return values => values[a].map(x => combine(x));
    const [left, right] = shapes.map(shape => broadcast(shape, node.shape));
    return values => {
      const x = values[a], y = values[b], result = new Float64Array(count);
      for (let place = 0; place < count; place++) result[place] = combine(x[left[place]], y[right[place]]);
      return result;
    };
  }

  function where(node, shapes) {
    const [condition, yes, no] = node.args, maps = shapes.map(shape => broadcast(shape, node.shape));
    return values => Float64Array.from(maps[0], (at, place) =>
      values[condition][at] ? values[yes][maps[1][place]] : values[no][maps[2][place]]);
  }

  function gather(node, shapes) {
    const starts = shapes.map((_, number) => shapes.slice(0, number).reduce((sum, shape) => sum + size(shape), 0));
    const sources = node.index.map(place => starts.findLastIndex(start => start <= place));
    return values => Float64Array.from(node.index, (place, k) =>
      values[node.args[sources[k]]][place - starts[sources[k]]]);
  }

  function fold(node, [shape]) {
    const [start, combine] = FOLDS[node.op];
    const kept = shape.map((length, axis) => node.axis.includes(axis) ? 1 : length);
    const target = broadcast(kept, shape), count = size(kept);
    return values => {
      const result = new Float64Array(count).fill(start);
      values[node.args[0]].forEach((x, place) => { result[target[place]] = combine(result[target[place]], x); });
      return result;
    };
  }

  // Products of matrices, of vectors, and of stacks of matrices.
  function matmul(node, [left, right]) {
    const inner = left[left.length - 1], isRow = left.length < 2, isColumn = right.length < 2;
    const rows = isRow ? 1 : left[left.length - 2], columns = isColumn ? 1 : right[right.length - 1];
    const stack = node.shape.slice(0, node.shape.length - !isRow - !isColumn);
    const first = broadcast(left.slice(0, -2), stack), second = broadcast(right.slice(0, -2), stack);
    const count = size(node.shape);
    return values => {
      const a = values[node.args[0]], b = values[node.args[1]], result = new Float64Array(count);
      for (let place = 0; place < count; place++) {
        const matrix = Math.floor(place / (rows * columns));
        const from = (first[matrix] * rows + Math.floor(place / columns) % rows) * inner;
        const to = second[matrix] * inner * columns + place % columns;
        let sum = 0;
        for (let k = 0; k < inner; k++) sum += a[from + k] * b[to + k * columns];
        result[place] = sum;
      }
      return result;
    };
  }

  function operation(node) {
    const shapes = (node.args || []).map(argument => data.nodes[argument].shape);
    if (node.op === "name") return values => values[node.args[0]];
    if (node.op === "where") return where(node, shapes);
    if (node.op === "gather") return gather(node, shapes);
    if (node.op === "matmul") return matmul(node, shapes);
    if (node.op in FOLDS) return fold(node, shapes);
    if (node.op in ONE || node.op in TWO) return elementwise(node, shapes);
    // Inputs, constants, and the digits of printed numbers as they are published.
    const given = Float64Array.from(node.truth || node.decimals, text => +String(text).replace("inf", "Infinity"));
    return () => given;
  }

  // -- the graph

  const operations = data.nodes.map(operation);
  const values = []; // of all nodes, now
  operations.forEach(compute => values.push(compute(values)));
  const published = values.slice(); // what was proven, as far as float64 can say it
  const places = Object.fromEntries(data.panel.inputs.map(input => [input.name, input.node]));
  const decimals = {}; // input → the decimals that a reader has typed, else those of the page
  const texts = {}; // axis → texts of its labels

  function restore() {
    for (const name in places) decimals[name] = data.nodes[places[name]].decimals.slice();
    for (const name in data.axes) texts[name] = data.axes[name].texts.slice();
  }

  const equal = (a, b) => a.length === b.length && a.every((x, place) => Object.is(x, b[place]));

  // Computes what depends on the inputs; returns for each node whether its value is another one now.
  function recompute() {
    const dirty = new Uint8Array(data.nodes.length);
    const fresh = (place, value) => {
      dirty[place] = +!equal(value, values[place]);
      if (dirty[place]) values[place] = value;
    };
    for (const name in places) fresh(places[name], Float64Array.from(decimals[name], Number));
    data.nodes.forEach((node, place) => {
      if (node.op === "printed") fresh(place, Float64Array.of(Number(digits(node.name).replace(/^[<>]/, ""))));
      if (node.args && node.args.some(argument => dirty[argument])) fresh(place, operations[place](values));
    });
    return dirty;
  }

  const at = ([node, index]) => values[node][index];
  const unchanged = ([node, index]) => Object.is(values[node][index], published[node][index]);

  // -- spelling: as pipeline/quantities/spelling.py and formatters.py do it

  const MINUS = "\u2212", NARROW = "\u202f", INFINITE = "∞", UNDEFINED = "nicht bestimmt";

  // The decimal expansion of a double, rounded half away from zero, also where a double misses the middle by its last
  // bits; toFixed does just that below 1e21.
  function rounded(x, places) {
    const magnitude = Math.abs(x) + Math.min(TIE * Math.max(1, Math.abs(x)), SMALL / 10 ** places);
    const digits = magnitude < 1e21
      ? magnitude.toFixed(places)
      : BigInt(magnitude) + (places ? "." + "0".repeat(places) : "");
    return x < 0 && /[1-9]/.test(digits) ? "-" + digits : digits;
  }

  // The digits of a value, of 100 times the value where `shift` is 2; one that is not zero never prints as zero.
  function fixed(x, places, shift, noise) {
    if (!Number.isFinite(x)) return String(x);
    const digits = shift ? shifted(rounded(x, places + shift), shift) : rounded(x, places);
    if (/[1-9]/.test(digits) || Math.abs(x) <= noise) return digits;
    const smallest = places ? "0." + "0".repeat(places - 1) + "1" : "1";
    return x > 0 ? "<" + smallest : ">-" + smallest;
  }

  // A value inside a working, as pipeline/working/digits.py prints it: all digits if these are few, else as many as one
  // below ten would have; never 0 for what is not, and a bound only for what is very small.
  function inside(x, places, noise) {
    const all = Number.isFinite(x) ? complete(x, 0) : String(x), size = Math.floor(Math.log10(Math.abs(x)));
    const decimals = (all.split(".")[1] || "").length;
    if (decimals <= places) return decimals === 1 ? rounded(x, 2) : all;
    if (size > 0) return rounded(x, Math.max(places - size, 0));
    return fixed(x, size < -SMALLEST || /[1-9]/.test(rounded(x, places)) ? places : 1 - size, 0, noise);
  }

  const plain = (x, places) => Number.isFinite(x) ? rounded(x, places) : String(x);

  // The decimal point some places to the right: 0.4005 → 40.05.
  function shifted(digits, places) {
    const [, sign, integer, fraction] = /^(-?)(\d+)\.?(\d*)$/.exec(digits);
    const moved = (integer + fraction.slice(0, places)).replace(/^0+(?=\d)/, "");
    return sign + moved + (fraction.length > places ? "." + fraction.slice(places) : "");
  }

  // All digits of a value that is a finite decimal, as far as float64 knows it.
  function complete(x, fewest) {
    for (let places = fewest; places < 12; places++) {
      if (Math.abs(Number(rounded(x, places)) - x) <= SAME * Math.max(1, Math.abs(x))) return rounded(x, places);
    }
    return rounded(x, 12);
  }

  const raised = digits => digits.replace(/\d/g, digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);

  // German spelling of canonical digits ("-0.416", "12288", "<0.001", "4.845e+86") in "prose", "math" or "code".
  function spell(digits, style, context) {
    if (style === "word" && data.words[digits] !== undefined) return data.words[digits];
    if (digits === "NaN") return context === "code" ? "nan" : UNDEFINED;
    if (/Infinity/.test(digits)) return (digits[0] === "-" ? MINUS : "") + INFINITE;
    const [, bound, sign, integer, fraction, power] = /^([<>]?)(-?)(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(digits);
    let spelled = sign + integer + (fraction === undefined ? "" : "." + fraction);
    if (context !== "code") {
      const grouped = context === "prose" && integer.length > 4
        ? integer.replace(/\B(?=(\d{3})+$)/g, NARROW)
        : integer;
      spelled = (sign && MINUS) + grouped + (fraction === undefined ? "" : "," + fraction);
    }
    if (power) spelled += context === "code" ? `e+${power}` : `${NARROW}⋅${NARROW}10${raised(power)}`;
    if (style === "percent") spelled += NARROW + "%";
    return bound ? bound + NARROW + spelled : spelled;
  }

  // The canonical digits of a number, as its formatter prints them.
  function digits(id) {
    const [[node, index], format, proven] = data.numbers[id];
    const x = values[node][index];
    if (unchanged([node, index])) return proven;
    const [, name, places] = /^(\w+)(?:\((\d+)\))?/.exec(format);
    const noise = Math.abs(x) < ZERO && !isPositive(node) ? ZERO : 0;
    if (Number.isFinite(x) && Math.abs(x) >= LARGEST) return (name === "percent" ? 100 * x : x).toExponential(3);
    if (name === "percent") return fixed(x, Number(places), 2, noise);
    if (name === "inside") return inside(x, Number(places), noise);
    if (name === "num" && places !== undefined) return fixed(x, Number(places), 0, noise);
    const fewest = isCopy(node) ? (proven.split(".")[1] || "").length : 0;
    if (name === "num") return typed(node, index) || complete(x, fewest);
    return Number.isInteger(x) ? rounded(x, 0) : complete(x, 0);
  }

  // Whether a node holds what was typed, which keeps its zeros at the end.
  function isCopy(node) {
    const { op, args, decimals } = data.nodes[node];
    return Boolean(decimals) || (op === "name" || op === "gather") && args.every(isCopy);
  }

  // Whether a node holds exponentials, and what can be made of them without taking any away: nothing there is noise.
  function isPositive(node) {
    const { op, args } = data.nodes[node];
    return op === "exp" || POSITIVE.has(op) && args.every(isPositive);
  }

  function typed(node, index) {
    const input = Object.keys(places).find(name => places[name] === node);
    return input && decimals[input][index];
  }

  function style(id) {
    const format = data.numbers[id][1];
    return format.startsWith("percent") ? "percent" : format === "word" ? "word" : "decimal";
  }

  // -- conditions (pipeline/document/conditions.py)

  // -1, 0 or 1 for a <, =, > b; NaN where neither can be said.
  function sign(a, b) {
    if (a === b) return 0;
    const difference = a - b;
    return Math.abs(difference) <= SAME * Math.max(1, Math.abs(a), Math.abs(b)) ? 0 : Math.sign(difference);
  }

  const HOLDS = {
    "<": s => s < 0, "<=": s => s <= 0, ">": s => s > 0, ">=": s => s >= 0, "==": s => s === 0, "!=": s => s !== 0
  };

  // Decides a condition; `seen` collects its comparisons as {sides, sign}, the deciding one last.
  function decide(condition, seen) {
    if (typeof condition === "boolean") return condition;
    const [word, first, second] = condition;
    const compare = (a, b) => {
      const found = { sides: [a, b], sign: sign(number(a), number(b)) };
      seen.push(found);
      return found.sign;
    };
    if (word === "and") return condition.slice(1).every(part => decide(part, seen));
    if (word === "or") return condition.slice(1).some(part => decide(part, seen));
    if (word === "not") return !decide(first, seen);
    if (word === "same") return label(first, compare) === label(second, compare);
    if (word === "is_largest" || word === "is_smallest") {
      const chosen = label(second, compare), wanted = word === "is_largest" ? -1 : 1;
      return first.every((entry, place) => place === chosen || compare(entry, first[chosen]) === wanted);
    }
    return HOLDS[word](compare(first, second));
  }

  const number = side => typeof side === "number" ? side : at(side);

  // The place of a label on its row's axis: itself, or that of the largest or smallest entry, of equal ones the first.
  function label(what, compare) {
    if (typeof what === "number") return what;
    const [word, row] = what, wanted = word === "largest" ? 1 : -1;
    return row.reduce((best, entry, place) => compare(entry, row[best]) === wanted ? place : best, 0);
  }

  // The deciding comparison, with digits enough to see the difference: "0,31 < 0,35".
  function shown(seen) {
    if (!seen.length) return "";
    const { sides, sign } = seen[seen.length - 1];
    const written = (side, places) => typeof side === "number" ? String(side) : plain(at(side), places);
    const isWhole = sides.every(side => typeof side === "string" || Number.isInteger(number(side)));
    let spelled;
    for (let places = isWhole ? 0 : 2; places < 16; places++) {
      spelled = sides.map(side => spell(written(side, places), "decimal", "prose"));
      if (sign === 0 || spelled[0] !== spelled[1]) break;
    }
    return spelled.join({ "-1": " < ", 0: " = ", 1: " > " }[sign] || " und ");
  }

  // -- wordings

  function wording(id) {
    const [kind, what, ...rest] = data.wordings[id];
    if (kind === "forms") return sign(at(what), 1) === 0 ? rest[0] : rest[1];
    return texts[what][kind === "label" ? rest[0] : label([kind, rest[0]], (a, b) => sign(at(a), at(b)))];
  }

  // -- what other scripts use

  const listeners = [];
  restore();

  function update() {
    const dirty = recompute();
    listeners.forEach(listener => listener(dirty));
  }

  const differs = (mine, theirs, kind) => mine.some((text, place) => kind(text) !== kind(theirs[place]));

  window.nachgerechnet = {
    // The data block.
    data,
    // The double of an entry, [node, index], now; all doubles of a named value, row by row.
    at,
    values: name => Array.from(values[data.values[name]]),
    // The double behind a number's id; and whether it is the published one, so that its digits are proven.
    value: id => at(data.numbers[id][0]),
    proven: id => unchanged(data.numbers[id][0]),
    // What a number prints: canonical digits ("-0.416"), or their spelling in "prose", "math" or "code".
    digits,
    text: (id, context) => spell(digits(id), style(id), context),
    // Spelling for others: spell("-0.416", "decimal", "prose") → "−0,416"; rounded(2 / 3, 3) → "0.667".
    spell,
    rounded,
    // The error function, which Math does not have.
    erf,
    // A claim by its number: {holds, reason}; the reason is the comparison that decided against it.
    claim: place => {
      const seen = [], holds = decide(data.claims[place], seen);
      return { holds, reason: holds ? "" : shown(seen) };
    },
    // The text of a wording by its id.
    wording,
    // What readers may change: the decimals of an input and the texts of an axis.  Copies; `set` changes them.
    decimals: name => decimals[name].slice(),
    texts: name => texts[name].slice(),
    // Whether anything differs from the published example.
    get own() {
      return data.panel.inputs.some(({ name, node }) => differs(decimals[name], data.nodes[node].decimals, Number))
        || data.panel.axes.some(name => differs(texts[name], data.axes[name].texts, String));
    },
    // Changes inputs and texts, {embeddings: ["0.9", …], token: [...]}, computes, and tells all listeners.
    set: changes => {
      for (const name in changes) (name in places ? decimals : texts)[name] = Array.from(changes[name], String);
      update();
    },
    // Back to the published example.
    reset: () => { restore(); update(); },
    // listener(dirty) is called after each change; dirty[node] says whether a node has another value now.
    // What shows something on the page had better use `follow` of live.js, which is called only where it matters.
    onChange: listener => { listeners.push(listener); }
  };
})();
