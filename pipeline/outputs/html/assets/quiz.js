// Questions as native radio buttons: check an answer, read why it is right or wrong, try again, see the result.
//
// The static form is a paragraph with the question, a list of answers, and a folded list with a reason for each.
(function () {
  "use strict";

  const blocks = Array.from(document.querySelectorAll(".question[data-answer]"));
  if (!blocks.length) return;

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  }

  // A copy of what stands in an element, to be shown a second time: without ids and marks.
  function copied(element) {
    const copy = element.cloneNode(true);
    for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
    return copy.childNodes;
  }

  const items = list => Array.from(list.children);

  class Question {
    constructor(block, number) {
      const [answers, reasons] = [":scope > ol", ".solution ol"].map(path => items(block.querySelector(path)));
      this.right = Number(block.dataset.answer) - 1;
      this.reasons = reasons;
      this.solution = block.querySelector(".solution");
      this.state = null; // true or false once it is checked
      const name = `question-${number}`;
      this.inputs = answers.map((_, place) => make("input", { type: "radio", name, value: place }));
      this.check = make("button", { type: "button" }, "Prüfen");
      this.again = make("button", { type: "button" }, "Nochmal");
      this.verdict = make("div", { role: "status", class: "verdict" });
      this.rows = answers.map((answer, place) => make("label", {}, this.inputs[place], ...answer.childNodes));
      const legend = make("legend", {}, ...block.querySelector(":scope > p").childNodes);
      block.replaceChildren(
        make("fieldset", {}, legend, ...this.rows),
        make("div", { class: "buttons" }, this.check, this.again), this.verdict);
      this.check.addEventListener("click", () => this.decide());
      this.again.addEventListener("click", () => { this.reset(); this.inputs[0].focus(); });
      this.reset();
    }

    decide() {
      const chosen = this.inputs.findIndex(input => input.checked);
      if (chosen < 0) {
        this.verdict.replaceChildren(make("p", {}, "Wählen Sie zuerst eine Antwort."));
        return;
      }
      this.state = chosen === this.right;
      const word = make("strong", {}, this.state ? "Richtig. " : "Falsch. ");
      this.verdict.replaceChildren(make("p", {}, word, ...copied(this.reasons[chosen])));
      this.verdict.dataset.right = this.state;
      this.verdict.after(this.solution); // all reasons: not before there is an answer
      this.inputs.forEach(input => { input.disabled = true; });
      this.check.hidden = true;
      this.again.hidden = false;
      this.again.focus();
      report();
    }

    reset() {
      this.state = null;
      this.verdict.replaceChildren();
      delete this.verdict.dataset.right;
      this.inputs.forEach(input => { input.checked = false; input.disabled = false; });
      this.check.hidden = false;
      this.again.hidden = true;
      this.solution.open = false;
      this.solution.remove();
      report();
    }
  }

  const result = make("p", { role: "status", class: "result" });
  const restart = make("button", { type: "button", hidden: "" }, "Alle noch einmal");
  const questions = [];

  function report() {
    const done = questions.filter(({ state }) => state !== null), right = done.filter(({ state }) => state);
    const all = done.length === questions.length;
    result.textContent = done.length
      ? `${all ? "Ergebnis" : "Bisher"}: ${right.length} von ${all ? questions.length : done.length} richtig.`
      : "";
    restart.hidden = !done.length;
  }

  blocks.forEach((block, number) => questions.push(new Question(block, number)));
  restart.addEventListener("click", () => {
    questions.forEach(question => question.reset());
    questions[0].inputs[0].focus();
  });
  blocks[blocks.length - 1].after(make("div", { class: "quiz-result" }, result, restart));
})();
