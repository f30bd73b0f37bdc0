// Notes under tables follow the reader's example: which rows and columns sum to one, but not in their printed digits.
//
// The build writes them for the published numbers (pipeline/document/sums.py); here the same is done again.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const ROW = "Zeile", COLUMN = "Spalte";
  const WHOLES = { decimal: ["Gewichte", 1, "1"], percent: ["Anteile", 100, "ein Ganzes"] };
  const TINY = 1e-9;
  const node = id => data.numbers[id][0][0], format = id => data.numbers[id][1];
  const style = id => format(id).startsWith("percent") ? "percent" : format(id) === "word" ? "word" : "decimal";
  const plain = cell => cell.textContent.replace(/\u00ad/g, "").trim();

  // The rows and columns of a table that sum to one in the published example: {kind, head, ids}.
  function linesOf(table) {
    const rows = Array.from(table.tBodies).flatMap(body => Array.from(body.rows));
    const heads = Array.from(table.tHead ? Array.from(table.tHead.rows).pop().cells : []);
    const whole = rows.filter(row => row.cells.length === heads.length);
    const lines = [
      ...rows.map(row => ({ kind: ROW, head: row.cells[0], cells: Array.from(row.cells) })),
      ...heads.map((head, place) => ({ kind: COLUMN, head, cells: whole.map(row => row.cells[place]) }))
    ];
    return lines.map(({ kind, head, cells }) => ({ kind, head, ids: cells.flatMap(numbersIn) })).filter(sumsToOne);
  }

  const numbersIn = cell => Array.from(cell.querySelectorAll("[data-number]"), one => one.dataset.number);

  function sumsToOne({ ids: [first, ...others], ids }) {
    if (!others.length || !ids.every(id => data.numbers[id]) || !(style(first) in WHOLES)) return false;
    const isAlike = others.every(id => node(id) === node(first) && format(id) === format(first));
    return isAlike && Math.abs(ids.reduce((sum, id) => sum + page.value(id), 0) - 1) < TINY;
  }

  // What the printed digits of a line add up to, and whether that is the whole; null where a digit is not printed.
  function printed({ ids }) {
    const digits = ids.map(page.digits), places = (digits[0].split(".")[1] || "").length;
    if (digits.some(text => /^[<>]/.test(text))) return null;
    const sum = digits.reduce((all, text) => all + Math.round(Number(text) * 10 ** places), 0);
    const isWhole = sum === WHOLES[style(ids[0])][1] * 10 ** places;
    return { sum, isWhole, text: page.spell((sum / 10 ** places).toFixed(places), style(ids[0]), "prose") };
  }

  function where(kind, heads, lines) {
    if (heads.length === lines && lines > 1) return `In jeder ${kind}`;
    if (heads.length === 1) return `In der ${kind} ${heads[0]}`;
    return `In den ${kind}n ${heads.slice(0, -1).join(", ")} und ${heads[heads.length - 1]}`;
  }

  // The sentence about lines of one kind and style; nothing where all of them add up.
  function sentence(lines) {
    const known = lines.filter(printed), broken = known.filter(line => !printed(line).isWhole);
    if (!broken.length) return "";
    const sums = new Map(broken.map(printed).sort((a, b) => a.sum - b.sum).map(({ sum, text }) => [sum, text]));
    const [what, , whole] = WHOLES[style(broken[0].ids[0])], heads = broken.map(({ head }) => `„${plain(head)}“`);
    return `${where(broken[0].kind, heads, known.length)} ergeben die gerundeten ${what} zusammen `
      + `${Array.from(sums.values()).join(" oder ")}, die genauen aber ${whole}.`;
  }

  for (const table of document.querySelectorAll("main table")) {
    const lines = linesOf(table), groups = new Map();
    for (const line of lines) {
      const key = line.kind + style(line.ids[0]);
      groups.set(key, [...groups.get(key) || [], line]);
    }
    if (!groups.size) continue;
    const frame = table.closest("figure") || table.closest(".scroll") || table, notes = [];
    for (let next = frame.nextElementSibling; next && next.matches(".table-note"); next = next.nextElementSibling) {
      notes.push(next);
    }
    const own = document.createElement("div");
    own.className = "table-note";
    page.follow(table, null, () => {
      for (const note of notes) note.hidden = page.own;
      const sentences = page.own ? Array.from(groups.values(), sentence).filter(Boolean) : [];
      if (!sentences.length) own.remove();
      else if (!own.isConnected) frame.after(own);
      if (own.textContent === sentences.join("")) return;
      own.replaceChildren(...sentences.map(text => Object.assign(document.createElement("p"), { textContent: text })));
    });
  }
})();
