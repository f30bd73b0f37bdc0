// Text follows the reader's example: numbers, names, claims, and descriptions for those who do not see.
//
// It only touches what has changed, first what is near the window, the rest when there is time; and it puts back
// what stood there once the example is the published one again.
(function () {
  "use strict";

  const page = window.nachgerechnet, data = page.data;
  const BLOCKS = "p, li, dd, table, figcaption, svg, .equation, pre";
  const PAUSE = 150; // milliseconds without a change, after which what is far away follows
  const AT_ONCE = 8; // far blocks between two frames
  const SHY = /\u00ad/g; // published texts are hyphenated
  const all = selector => Array.from(document.querySelectorAll(selector));

  // -- blocks of the page, each with what it shows: {nodes, show}

  const blocks = new Map(); // element → {near, stale, places}

  // `show` is called when one of the nodes has another value (without nodes: after every change).
  function follow(element, nodes, show) {
    const outer = element.closest(BLOCKS) || element;
    if (!blocks.has(outer)) {
      blocks.set(outer, { near: true, stale: false, places: [] });
      near.observe(outer);
    }
    blocks.get(outer).places.push({ nodes, show });
  }

  const near = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => {
    const block = blocks.get(target);
    block.near = isIntersecting;
    if (isIntersecting && block.stale) refresh(block);
  }), { rootMargin: "50% 0px" });

  function refresh(block) {
    block.stale = false;
    block.places.forEach(({ show }) => show());
  }

  let waiting = 0;

  function change(dirty) {
    for (const block of blocks.values()) {
      if (!block.near) block.stale = true;
      else for (const { nodes, show } of block.places) if (!nodes || nodes.some(node => dirty[node])) show();
    }
    clearTimeout(waiting);
    waiting = setTimeout(() => { describe(); catchUp(); }, PAUSE);
  }

  function catchUp() {
    const stale = Array.from(blocks.values()).filter(block => block.stale);
    stale.slice(0, AT_ONCE).forEach(refresh);
    if (stale.length > AT_ONCE) waiting = setTimeout(catchUp);
  }

  // Everything at once, for paper and for tests.
  function finish() {
    clearTimeout(waiting);
    for (const block of blocks.values()) if (block.stale) refresh(block);
    describe();
  }

  window.addEventListener("beforeprint", finish);

  // -- numbers and names

  function context(element) {
    if (element.closest("math")) return "math";
    return element.closest("pre, code") ? "code" : "prose";
  }

  function write(text, content) {
    if (text.data !== content) text.data = content;
  }

  all("[data-number]").forEach(element => {
    const id = element.dataset.number, text = element.firstChild;
    if (!text || !data.numbers[id]) return;
    const published = text.data, where = context(element), [node] = data.numbers[id][0];
    follow(element, [node], () => write(text, page.proven(id) ? published : page.text(id, where)));
  });

  all("[data-wording]").forEach(element => {
    const id = element.dataset.wording, text = element.firstChild;
    if (!text || !data.wordings[id]) return;
    const published = text.data, plain = published.replace(SHY, ""), name = page.wording(id);
    follow(element, null, () => {
      const now = page.wording(id);
      write(text, now === name ? published : plain.replace(name, () => now));
    });
  });

  all("math").forEach(formula => {
    const keep = page.signs.keeper(formula), inside = Array.from(formula.querySelectorAll("[data-number]"));
    if (keep) follow(formula, inside.flatMap(({ dataset }) => data.numbers[dataset.number]?.[0][0] ?? []), keep);
  });

  // -- programs: the lines that name inputs of the example

  all("[data-inputs]").forEach(program => program.dataset.inputs.split(" ").forEach(pair => {
    const [shown, name = shown] = pair.split("="), input = data.panel.inputs.find(one => one.name === name);
    const begin = `${shown} = np.array(`, line = new RegExp(`^${shown} = np[.]array[(].*[)]$`, "m");
    const text = Array.from(program.firstElementChild.childNodes).find(({ data }) => line.test(data));
    if (!text || !input) return;
    const [published] = line.exec(text.data), { shape, decimals } = data.nodes[input.node];
    follow(program, [input.node], () => {
      const now = page.decimals(name), isPublished = now.every((decimal, place) => decimal === decimals[place]);
      write(text, text.data.replace(line, () => isPublished ? published : `${begin}${nested(now, shape)})`));
    });
  }));

  // ["1", "2", "3", "4"] of the shape [2, 2] as "[[1, 2], [3, 4]]".
  function nested(texts, [length, ...inner]) {
    if (length === undefined) return texts[0];
    const size = texts.length / length;
    const parts = Array.from({ length }, (_, place) => nested(texts.slice(place * size, (place + 1) * size), inner));
    return `[${parts.join(", ")}]`;
  }

  // -- claims: one that does not hold is struck through, with the reason behind it

  const claims = all("[data-claim]");
  const decided = data.claims.map(() => ({ holds: true, reason: "" }));

  claims.forEach(element => {
    const place = Number(element.dataset.claim), isBlock = element.tagName === "DIV";
    let note = null;
    follow(element, null, () => {
      const { holds, reason } = decided[place];
      if (holds ? !note : note && note.dataset.reason === reason) return;
      if (holds) note = note.remove() || null;
      else {
        note = note || explanation(element, isBlock);
        note.dataset.reason = reason;
        note.firstChild.data = `${isBlock ? "" : " "}(gilt hier nicht${reason && ": " + reason})`;
      }
      element.classList.toggle("failed", !holds);
      if (holds) element.removeAttribute("role");
      else element.setAttribute("role", "deletion");
    });
  });

  // An empty reason behind a claim; only its text changes from then on, which costs the page less than a new one.
  function explanation(element, isBlock) {
    const note = document.createElement(isBlock ? "p" : "span");
    note.className = "reason";
    note.append("");
    element.after(note);
    return note;
  }

  // -- descriptions for those who do not see

  const descriptions = all("[data-spoken]").map(element => {
    const aloud = element.tagName === "desc" ? null : "aria-label";
    const published = aloud ? element.getAttribute(aloud) : element.textContent;
    return { element, aloud, number: Number(element.dataset.spoken), published };
  });

  // A piece of a description: text, a name, a number, and of calculations a sign or the note behind a line.
  function said(piece) {
    if (typeof piece === "string") return piece;
    if (piece.wording) return page.wording(piece.wording);
    if (piece.signed) return piece.signed.every(page.signs.hasAllDigits) ? "gleich" : "ungefähr gleich";
    if (piece.note) return page.signs.isRounded(...piece.note) ? piece.text : "";
    const number = page.text(piece.number, "prose");
    return piece.base && number.startsWith("\u2212") ? `Klammer auf ${number} Klammer zu` : number;
  }

  function describe() {
    descriptions.forEach(({ element, aloud, number, published }) => {
      const text = page.own ? data.spoken[number].map(said).join("") : published;
      if (aloud) element.setAttribute(aloud, text);
      else element.textContent = text;
    });
  }

  page.onChange(dirty => {
    document.documentElement.toggleAttribute("data-own", page.own);
    data.claims.forEach((_, place) => { decided[place] = page.claim(place); });
    page.failed = claims.filter(element => !decided[element.dataset.claim].holds).length;
    change(dirty);
  });

  page.follow = follow;
  page.finish = finish;
})();
