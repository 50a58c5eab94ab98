// Shows a lecture as slides, in the page itself: what is drawn, run and asked stays as it is.
//
// A slide is the heading of a section and one thing below it: a key point, a figure, a cell of code, a table or a
// quotation, with the paragraph before it. A section without such a thing is one slide. T adds the rest of the text.

const THINGS = ".key-point, .made, .run-python, .pst-scrollable-table-container, table, blockquote, details, .highlight-python, .highlight-sh";
const KEYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
const ADDRESS = /^#slide=(\d+)$/;

function make(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

// The slides of a section, and of those below it: each the elements that it shows, and the text before them.
function slidesOf(section) {
  const [heading, ...rest] = section.children;
  const slides = [];
  let text = [];
  for (const child of rest) {
    if (child.matches(".lecture-tools")) continue;
    if (child.matches("section")) {
      if (text.length) slides.push(textSlide(heading, text, slides));
      text = [];
      slides.push(...slidesOf(child));
    } else if (child.matches(THINGS)) {
      const lead = child.matches(".key-point") ? [] : text.slice(-1).filter((each) => each.matches("p"));
      slides.push({ shown: [heading, ...lead, child], text });
      text = [];
    } else {
      text.push(child);
    }
  }
  if (text.length) slides.push(textSlide(heading, text, slides));
  return slides;
}

// Text with nothing below it: a slide if there is no other of its section, else something to say.
function textSlide(heading, text, before) {
  return before.length ? { shown: [], text, heading } : { shown: [heading, ...text], text };
}

class Slides {
  constructor(article, button) {
    this.article = article;
    this.button = button;
    const slides = slidesOf(article.querySelector("section"));
    slides.forEach((slide, number) => {
      if (!slide.shown.length) slides[number - 1].text = slides[number - 1].text.concat(slide.text);
    });
    this.slides = slides.filter((slide) => slide.shown.length);
    this.bar = this.makeBar();
    this.number = -1;
    button.hidden = false;
    button.addEventListener("click", () => this.show(this.first()));
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.open());
    this.open();
  }

  get areShown() {
    return this.number >= 0;
  }

  makeBar() {
    const bar = make("nav", "slides-bar");
    bar.setAttribute("aria-label", "Slides");
    const add = (text, label, act) => {
      const button = make("button", "", text);
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      bar.append(button);
      return button;
    };
    add("‹", "Previous slide", () => this.show(this.number - 1));
    this.place = make("span", "slides-place");
    this.place.setAttribute("role", "status");
    bar.append(this.place);
    add("›", "Next slide", () => this.show(this.number + 1));
    this.textButton = add("Text", "Show all of the text (T)", () => this.toggleText());
    add("Close", "Leave the slides (Esc)", () => this.leave());
    return bar;
  }

  // The slide of the part of the page that is being read.
  first() {
    const isBelow = ({ shown }) => shown.at(-1).getBoundingClientRect().bottom > 0;
    return Math.max(0, scrollY < 200 ? 0 : this.slides.findIndex(isBelow));
  }

  open() {
    const found = ADDRESS.exec(location.hash);
    if (found) this.show(Number(found[1]) - 1);
    else if (this.areShown) this.leave();
  }

  show(number) {
    this.number = Math.min(Math.max(number, 0), this.slides.length - 1);
    const slide = this.slides[this.number];
    this.hideAll();
    slide.shown.forEach((each) => each.classList.add("on-slide"));
    slide.text.forEach((each) => each.classList.add("slide-text"));
    document.documentElement.classList.add("as-slides");
    this.article.append(this.bar);
    this.article.scrollTop = 0;
    this.place.textContent = `${this.number + 1} / ${this.slides.length}`;
    history.replaceState(null, "", `#slide=${this.number + 1}`);
  }

  hideAll() {
    for (const name of ["on-slide", "slide-text"]) {
      this.article.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name));
    }
  }

  toggleText() {
    const isOn = this.article.classList.toggle("with-text");
    this.textButton.setAttribute("aria-pressed", isOn);
  }

  leave() {
    const last = this.slides[this.number]?.shown.at(-1);
    this.number = -1;
    document.documentElement.classList.remove("as-slides");
    this.bar.remove();
    this.hideAll();
    history.replaceState(null, "", location.pathname + location.search);
    last?.scrollIntoView({ block: "center" });
    this.button.focus({ preventScroll: true });
  }

  pressed(event) {
    if (!this.areShown || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("[contenteditable], input, textarea, select")) return;
    if (event.key === " " && event.target.closest("button, summary, a")) return;
    const last = this.slides.length - 1;
    const target = { Home: 0, End: last }[event.key] ?? (event.key in KEYS ? this.number + KEYS[event.key] : null);
    if (target !== null) this.show(target);
    else if (event.key === "Escape") this.leave();
    else if (event.key.toLowerCase() === "t") this.toggleText();
    else return;
    event.preventDefault();
  }
}

const button = document.querySelector(".lecture-slides");
if (button) new Slides(button.closest("article, [role=main], main, body"), button);
