// A quiz: the tree of each question with fields for the answers, and then the search that explains it. See quiz_page.py.

class SavedQuiz extends Saved {
  constructor(data) {
    super(data);
    reading = data.reading;
    this.answers = this.questions.map(({ parts }) => parts.map(({ kind }) => ({ leaves: [], choice: null, number: "" })[kind]));
    this.results = this.questions.map(() => null); // of each part: "right", or why it isn't
    this.solved = this.questions.map(() => false);
    this.number = 0;
    this.goTo(0);
  }

  get question() {
    return this.questions[this.number];
  }

  // What was answered, by part.
  get answered() {
    return this.answers[this.number];
  }

  get isAsking() {
    return this.iteration === this.number;
  }

  ask(number) {
    if (!this.questions[number]) return;
    this.number = number;
    this.goTo(number);
  }

  explain() {
    this.goTo(this.question.search);
    this.seek(0);
  }

  check() {
    const { parts } = this.question;
    this.results[this.number] = parts.map((part, i) => {
      const answer = this.answered[i];
      if (answer === null || answer === "") return "no answer yet";
      try {
        return CHECKS[part.kind](part, answer) ? "right" : "not right";
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        return error.message;
      }
    });
    this.solved[this.number] ||= this.results[this.number].every((result) => result === "right");
  }

  // Forget what was said of a part, as it is answered anew.
  change(i, answer) {
    this.answered[i] = answer;
    if (this.results[this.number]) this.results[this.number][i] = "";
  }

  frame() {
    const frame = super.frame();
    for (const board of frame.boards) board.whole = this.isAsking;
    return frame;
  }

  chooseTarget(number) {
    if (!this.isAsking) super.chooseTarget(number);
    else this.clicked(number);
  }

  // A node was clicked: add or take away a leaf, choose a move, or go to the node's field.
  clicked(index) {
    const { parts, nodes } = this.question;
    parts.forEach(({ kind, node }, i) => {
      const answer = this.answered[i];
      if (kind === "leaves" && nodes[index].leaf) {
        this.change(i, answer.includes(index) ? answer.filter((each) => each !== index) : [...answer, index]);
      } else if (kind === "choice") {
        const option = nodes[index].option ?? null;
        if (option !== null) this.change(i, option);
      } else if (kind === "number" && node === index) {
        this.wanted ??= i;
      }
    });
  }

  get ownCommands() {
    return {
      QUESTION_BACK: () => this.ask(this.number - 1),
      QUESTION_FORWARD: () => this.ask(this.number + 1),
    };
  }
}

// The fields of a question, and what is drawn in its tree for them.
class QuizPanel {
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
    this.drawn = null; // the number of the question whose fields are shown
    // This is no form: frames of notebooks forbid those.
    byId("quiz-fields").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !game.isAsking) return;
      event.preventDefault();
      game.check();
      ask();
    });
    this.on("quiz-check", () => game.check());
    this.on("quiz-explain", () => (game.isAsking ? game.explain() : game.ask(game.number)));
    this.on("quiz-back", () => game.ask(game.number - 1));
    this.on("quiz-forward", () => game.ask(game.number + 1));
  }

  on(id, act) {
    byId(id).addEventListener("click", () => {
      act();
      this.ask();
    });
  }

  draw(page) {
    const { game } = this;
    const { number, questions, isAsking, question } = game;
    document.body.classList.toggle("asking", isAsking);
    if (this.drawn !== number) this.drawFields();
    setText("quiz-number", `Question ${number + 1} of ${questions.length}`);
    setText("quiz-solved", `${game.solved.filter(Boolean).length} of ${questions.length} solved`);
    byId("quiz-back").disabled = number === 0;
    byId("quiz-forward").disabled = number === questions.length - 1;
    setText("quiz-explain", isAsking ? "Explain" : "Back to the question");
    byId("quiz-check").hidden = !isAsking;
    const results = game.results[number];
    question.parts.forEach((part, i) => this.drawPart(part, i, results?.[i] ?? "", !isAsking));
    setText("quiz-said", this.summary(results, isAsking));
    if (game.wanted !== undefined) this.fields[game.wanted].querySelector("input").focus();
    game.wanted = undefined;
    const board = page.boards[0];
    if (isAsking && board) drawAnswers(board.picture.root, game, this.focused);
  }

  summary(results, isAsking) {
    if (!isAsking) return "Step through the search: the arrow keys, or the buttons below the tree.";
    if (!results || results.includes("")) return "";
    const right = results.filter((result) => result === "right").length;
    if (right === results.length) return "All right.";
    return results.length === 1 ? "Not right yet." : `${right} of ${results.length} right.`;
  }

  drawFields() {
    const { game } = this;
    const { question, number } = game;
    const isFirst = this.drawn === null;
    this.drawn = number;
    this.focused = null;
    setText("quiz-prompt", question.prompt);
    setText("quiz-text", question.text);
    this.fields = question.parts.map((part, i) => this.field(part, i));
    byId("quiz-fields").replaceChildren(...this.fields);
    if (!isFirst) byId("quiz-prompt").focus();
  }

  field(part, i) {
    const { nodes } = this.game.question;
    const said = make("span", "said");
    said.id = `said-${i}`;
    if (part.kind === "number") {
      const input = make("input", "");
      Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false });
      input.setAttribute("autocapitalize", "off");
      input.setAttribute("aria-describedby", said.id);
      input.addEventListener("input", () => {
        this.game.change(i, input.value);
        this.ask();
      });
      input.addEventListener("focus", () => {
        this.focused = part.node;
        this.ask();
      });
      return make("div", "part", make("label", "", make("span", "", part.prompt), input), said);
    }
    const isSet = part.kind === "leaves";
    const options = isSet ? nodes.map((node, index) => [leafName(node), index, node.leaf]).filter(([, , leaf]) => leaf) : part.options.map((name, index) => [name, index]);
    const boxes = options.map(([name, index]) => {
      const input = make("input", "");
      Object.assign(input, { type: isSet ? "checkbox" : "radio", name: `part-${i}`, value: index });
      input.addEventListener("change", () => {
        if (isSet) this.game.clicked(index);
        else this.game.change(i, index);
        this.ask();
      });
      return make("label", "option", input, name, make("small", ""));
    });
    const legend = make("legend", "", part.prompt);
    const set = make("fieldset", "", legend, make("div", "options", ...boxes));
    set.setAttribute("aria-describedby", said.id);
    return make("div", `part ${part.kind}`, set, said);
  }

  drawPart(part, i, result, isExplained) {
    const field = this.fields[i];
    const answer = this.game.answered[i];
    for (const input of field.querySelectorAll("input")) {
      if (input.type === "checkbox") {
        const place = answer.indexOf(Number(input.value)) + 1;
        input.checked = place > 0;
        if (part.inOrder) input.parentElement.lastChild.textContent = place ? `no. ${place}` : "";
      } else if (input.type === "radio") input.checked = answer === Number(input.value);
      else if (input.value !== answer) input.value = answer;
      input.setAttribute("aria-invalid", Boolean(result) && result !== "right");
    }
    field.classList.toggle("is-right", result === "right");
    field.classList.toggle("is-wrong", Boolean(result) && result !== "right");
    const said = isExplained ? `The answer: ${part.right}` : result && `${result === "right" ? "✓" : "✗"} ${result}`;
    setText(`said-${i}`, said);
  }
}

const leafName = ({ label, title }) => (title.endsWith(")") ? title.replace("the leaf ", "") : label);

// What was answered, in the tree.
function drawAnswers(svg, game, focused) {
  const marks = svg.querySelector(".answers") ?? makeSvg("g", { class: "answers", "aria-hidden": "true" });
  const areas = new Map([...svg.querySelectorAll(".target")].map((area) => [Number(area.dataset.number), area]));
  const { rim, side, badge, value, room, baseline } = game.sizes;
  marks.replaceChildren();
  const frame = (index, name) => {
    const { x, y, width, height: whole } = areas.get(index).getBBox();
    const height = game.question.nodes[index].leaf ? side : whole;
    marks.append(makeSvg("rect", { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim, class: name }));
    return { x, y, width, height };
  };
  const write = (text, x, y, size, checked) => {
    const made = makeSvg("text", { x, y: y + baseline * size, "font-size": size, "text-anchor": "middle", class: `written ${checked}` });
    made.textContent = text;
    marks.append(made);
  };
  if (focused !== null) frame(focused, "asked");
  game.question.parts.forEach(({ kind, node, inOrder }, i) => {
    const answer = game.answered[i];
    const result = game.results[game.number]?.[i];
    const checked = result ? (result === "right" ? "right" : "wrong") : "";
    if (kind === "leaves") {
      answer.forEach((index, place) => {
        const { x, y, width, height } = frame(index, inOrder ? `visited ${checked}` : "chosen");
        if (inOrder) write(place + 1, x, y - rim - badge / 2, badge, checked);
        else marks.append(makeSvg("path", { d: `M${x} ${y + height}l${width} ${-height}M${x} ${y}l${width} ${height}`, class: "crossed" }));
      });
    } else if (kind === "choice" && answer !== null) {
      game.question.nodes.forEach(({ option }, index) => option === answer && frame(index, `visited ${checked}`));
    } else if (kind === "number" && node !== null && answer && game.question.parts.filter((part) => part.node === node).length === 1) {
      const { x, y, width, height } = areas.get(node).getBBox();
      write(answer, x + width / 2, y + height / 2 + game.question.nodes[node].middle, Math.min(value, room / answer.length), checked);
    }
  });
  svg.append(marks);
}

// Reads answers as pacgrid/quizzes does, and checks them. A number is `[numerator, denominator]`; the denominator of an infinity is 0.

class AnswerError extends Error {}

let reading; // what the data of the page says of it

function readNumber(text) {
  const fail = (why) => {
    throw new AnswerError(`'${text.trim()}' ${why}; ${reading.forms}`);
  };
  const plain = text.trim().replace(new RegExp(reading.minus, "g"), "-").toLowerCase();
  const match = new RegExp(reading.number).exec(plain);
  if (!match) fail("is not a number");
  const [, sign, endless, numerator, denominator, decimal] = match;
  const factor = sign === "-" ? -1 : 1;
  if (endless) return [factor, 0];
  if (numerator) {
    if (!Number(denominator)) fail("divides by zero");
    return [factor * Number(numerator), Number(denominator)];
  }
  return [factor * Number(decimal.replace(",", ".")), 1];
}

// Whether two numbers are as close as a key allows; floats aren't exact.
function isClose([a, b], [c, d], tolerance) {
  if (!b || !d) return b === d && a === c;
  return Math.abs(a / b - c / d) <= tolerance + reading.closeness;
}

// Whether an answer to a part is right: a text for a number, an index for a choice, a list of indices for leaves. Throws AnswerError.
const CHECKS = {
  number: ({ value, tolerance }, text) => isClose(readNumber(text), value, tolerance),
  leaves: ({ leaves, inOrder }, chosen) => leaves.length === chosen.length && leaves.every((leaf, place) => (inOrder ? chosen[place] === leaf : chosen.includes(leaf))),
  choice: ({ choices }, chosen) => choices.includes(chosen),
};

start(SavedQuiz).then(({ game, ask, page }) => {
  const panel = new QuizPanel(game, ask);
  const show = page.show.bind(page);
  page.show = (frame) => {
    show(frame);
    panel.draw(page);
  };
  ask();
});
