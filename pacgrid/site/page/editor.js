// The editor: CodeMirror with Python, Pacgrid's names, and marks at lines with errors.

import { autocompletion, completeFromList } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

const colour = (name) => `var(--code-${name})`;
const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: colour("keyword") },
  { tag: [tags.string, tags.special(tags.string)], color: colour("string") },
  { tag: [tags.number, tags.bool, tags.null], color: colour("number") },
  { tag: tags.comment, color: colour("comment"), fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.className, tags.definition(tags.variableName)], color: colour("name") },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--card)", fontSize: "0.9rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--card)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selection)" },
  ".cm-tooltip": { color: "var(--text)", backgroundColor: "var(--card)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--on-accent)", background: "var(--accent)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--page)" },
  ".cm-diagnostic": { color: "var(--text)" },
});

/** What is typed at Python's prompts in `text`, without them and without what is printed; other text as it is. */
function withoutPrompts(text) {
  const lines = text.split("\n");
  if (!lines.some((line) => /^\s*>>> /.test(line))) return text;
  const typed = lines.filter((line) => /^\s*(>>>|\.\.\.)( |$)/.test(line));
  return typed.map((line) => line.replace(/^\s*(>>>|\.\.\.) ?/, "")).join("\n");
}

export class Editor {
  #state;
  #view;

  /** `names`: what can be completed; `changed`: called with the text after each change. */
  constructor(parent, { text, names, changed }) {
    const members = names.filter((name) => name.member);
    const others = names.filter((name) => !name.member);
    const complete = (context) => {
      const afterDot = context.matchBefore(/\.\w*/);
      if (!afterDot) return completeFromList(others)(context);
      const found = completeFromList(members)({ ...context, matchBefore: (e) => context.matchBefore(e), pos: context.pos, state: context.state, explicit: true });
      return found && { ...found, from: afterDot.from + 1 };
    };
    this.#state = (doc) =>
      EditorState.create({
        doc,
        extensions: [
          basicSetup,
          keymap.of([indentWithTab]),
          indentUnit.of("    "),
          python(),
          pythonLanguage.data.of({ autocomplete: complete }),
          autocompletion(),
          lintGutter(),
          syntaxHighlighting(highlighting),
          theme,
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Your file. Press Escape, then Tab, to leave the editor." }),
          EditorView.clipboardInputFilter.of(withoutPrompts),
          EditorView.updateListener.of((update) => update.docChanged && changed(this.text)),
        ],
      });
    this.#view = new EditorView({ parent, state: this.#state(text) });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Begin with another text: undoing doesn't lead back to the one before. */
  open(text) {
    this.#view.setState(this.#state(text));
  }

  /** Mark lines: `{line, column, message}`, all counted from 1. */
  mark(problems) {
    const { doc } = this.#view.state;
    const diagnostics = problems.map(({ line, column, message }) => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      return { from: Math.min(from + Math.max(column - 1, 0), to), to, severity: "error", message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  goTo(line) {
    const { from } = this.#view.state.doc.line(Math.min(line, this.#view.state.doc.lines));
    this.#view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.#view.focus();
  }
}
