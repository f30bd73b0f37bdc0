// The signs of a formula follow a reader's own example: "=" or "≈", brackets around negative numbers, and the note
// behind a line that cannot be redone from its printed digits.
//
// The build sets them for the published numbers, in formulas of the text (pipeline/formulas/calculation.py) and in
// lines of workings (pipeline/working/chain.py, formula.py); here the same is done again.
(function () {
  "use strict";

  const page = window.nachgerechnet;
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const NUMBER = "[data-number], [data-shown]";
  const SAME = 1e-12; // what differs by less, relative to the larger one, counts as equal
  const NOTE = "(gerundet)";

  // Numbers of the page go by their id, those of workings by the name that workings.js gives them.
  const name = mn => mn.dataset.number || `#${mn.dataset.shown}`;
  const isProven = mn => page.proven(name(mn));
  const isBound = mn => /^[<>]/.test(mn.textContent); // "< 0,001" brings its own relation

  // Whether a number, by its name, is printed with all its digits.
  function hasAllDigits(name) {
    const value = page.value(name), digits = Number(page.digits(name));
    const printed = page.data.numbers[name][1].startsWith("percent") ? digits / 100 : digits;
    return Math.abs(printed - value) <= SAME * Math.max(1, Math.abs(value));
  }

  const isExact = mn => hasAllDigits(name(mn));

  // The relation before a side: equal if all numbers of it and of the side before have all their digits.
  function relation(before, after) {
    if (after.length && isBound(after[0])) return "";
    return [...before, ...after].every(isExact) ? "=" : "≈";
  }

  function create(kind, text) {
    const element = document.createElementNS(MATHML, kind);
    element.textContent = text;
    return element;
  }

  const operator = text => create("mo", text);

  const rows = new WeakMap(); // number → the brackets that were taken from around it

  // Brackets around a negative number behind an operator or under an exponent, and none around others.  In workings
  // also around one before a dot, and around whatever number a minus stands before alone.
  function fence(mn, isWorking) {
    const row = mn.parentElement, isNegative = mn.textContent.startsWith("\u2212");
    const isFenced = row.children.length === 3 && row.firstElementChild.textContent === "(";
    const outer = isFenced ? row : mn, before = outer.previousElementSibling;
    const isArgument = before !== null && /^(\u2061|[a-z]{2,})$/.test(before.textContent); // of a function: cos(2)
    const isMinus = isWorking && before !== null && before.textContent === "\u2212" && isPrefix(before);
    const isFactor = isWorking && outer.nextElementSibling?.textContent === "⋅";
    const isBase = row.localName === "msup" && isFirst(mn);
    const isOperand = isFactor || (before ? /^[-+\u2212\u22c5·]$/.test(before.textContent) : isBase);
    if (isFenced && !isNegative && !isArgument && !isMinus) {
      row.replaceWith(mn);
      rows.set(mn, row);
    }
    if (isFenced || !isNegative || !isOperand) return;
    const fenced = rows.get(mn) || document.createElementNS(MATHML, "mrow");
    if (!fenced.firstElementChild) fenced.append(operator("("), operator(")"));
    mn.replaceWith(fenced);
    fenced.firstElementChild.after(mn);
  }

  const isPrefix = operator => isFirst(operator) || operator.previousElementSibling.localName === "mo";
  const isFirst = element => element.parentElement.firstElementChild === element;

  // -- formulas of the page

  const isRelation = element => element.localName === "mo" && /^[=≈]$/.test(element.textContent);
  const numbersIn = element => element.matches(NUMBER) ? [element] : Array.from(element.querySelectorAll(NUMBER));

  // The numbers of a side from one of its elements on.
  function side(element, way) {
    const found = [];
    for (let next = element; next && !isRelation(next); next = next[way]) found.push(...numbersIn(next));
    return found;
  }

  // What a relation goes on from; at the beginning of a cell it is the cell before, or the last one of the row above.
  function ahead(relation) {
    const cell = relation.closest("mtd");
    if (relation.previousElementSibling || !cell) return relation.previousElementSibling;
    const above = cell.parentElement.previousElementSibling;
    return cell.previousElementSibling?.lastElementChild || above && above.lastElementChild.lastElementChild;
  }

  // Whether somebody who redoes a line from its printed digits gets other ones than those printed for the result.
  function isRounded(calculation, line) {
    const [, steps] = page.data.redone[calculation][line];
    return steps.some(([again, id]) => {
      const printed = page.digits(id), value = page.at(again);
      return !/^[<>]/.test(printed) && Number.isFinite(value) && !page.redo.gives(value, printed);
    });
  }

  // A function that sets the note behind the line that ends with a number, or takes it away.
  function noteBehind(last, formula) {
    const row = last.closest("math > mtable > mtr > mtd") || formula;
    const isOver = next => !next || next.localName === "mspace" || /^[,;]$/.test(next.textContent);
    function end() {
      let found = last;
      while (found.parentElement !== row) found = found.parentElement;
      while (!isOver(found.nextElementSibling)) found = found.nextElementSibling;
      return found;
    }
    let [space, note] = [end().nextElementSibling, end().nextElementSibling?.nextElementSibling];
    if (note?.textContent !== NOTE) {
      [space, note] = [create("mspace", ""), create("mtext", NOTE)];
      space.setAttribute("width", "1em");
    }
    return isRounded => {
      if (isRounded && !note.isConnected) end().after(space, note);
      if (!isRounded) [space, note].forEach(part => part.remove());
    };
  }

  // The notes of a formula: a function that brings them up to date.
  function notes(formula) {
    const calculation = formula.dataset.redone, numbers = formula.querySelectorAll("[data-number]");
    const lines = calculation ? page.data.redone[calculation] : [];
    const shows = lines.map(([count]) => noteBehind(numbers[count - 1], formula));
    return () => shows.forEach((show, line) => show(isRounded(calculation, line)));
  }

  // The same of a line of a working, which is redone as it is printed.
  function noteOfWorking(line, numbers) {
    const show = noteBehind(Array.from(line.querySelectorAll("mn")).pop(), line);
    const published = line.textContent.endsWith(NOTE);
    return () => show(numbers.every(isProven) ? published : page.redo.isRounded(line) ?? published);
  }

  const relationsOf = formula => Array.from(formula.querySelectorAll("mo")).filter(isRelation);

  // The same of a working: a side begins with one, except "< 0,001", which may become another.
  function relationsOfWorking(line) {
    return Array.from(line.querySelectorAll("mtd.left"), cell => {
      if (!isRelation(cell.firstElementChild)) cell.prepend(operator(""));
      return cell.firstElementChild;
    });
  }

  // A function that brings the signs of a formula up to date; nothing where it prints no numbers.
  function keeper(formula, isWorking = formula.hasAttribute("data-working")) {
    const numbers = numbersIn(formula).filter(mn => page.data.numbers[name(mn)]);
    if (!numbers.length) return null;
    const relations = (isWorking ? relationsOfWorking : relationsOf)(formula).map(mo => ({
      mo,
      published: mo.textContent,
      before: side(ahead(mo), "previousElementSibling"),
      after: side(mo.nextElementSibling, "nextElementSibling")
    })).filter(({ after }) => after.length);
    const note = isWorking ? noteOfWorking(formula, numbers) : notes(formula);
    return () => {
      for (const { mo, published, before, after } of relations) {
        const now = [...before, ...after].every(isProven) ? published : relation(before, after);
        if (mo.textContent !== now) mo.textContent = now;
      }
      numbers.forEach(mn => fence(mn, isWorking));
      note();
    };
  }

  // keeper(formula, isWorking), hasAllDigits(name), isRounded(calculation, line): as above; isProven(mn): whether a
  // number is the published one.
  page.signs = { keeper, hasAllDigits, isRounded, isProven };
})();
