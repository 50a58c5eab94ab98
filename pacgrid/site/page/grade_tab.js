// Grades the file as `pacgrid grade` does.

import { byId, fill, frame } from "./elements.js";

export class GradeTab {
  constructor(page) {
    this.page = page;
    fill(byId("question"), [["", "all questions"], ...page.site.questions.map((name) => [name, name])]);
    byId("grade").addEventListener("click", () => this.grade());
  }

  async grade() {
    const { client, editor } = this.page;
    this.busy(true);
    const given = { text: editor.text, only: byId("question").value, fast: byId("fast").checked };
    const { value, error } = await client.call("grade", given, { onProgress: (text) => this.tell(text) });
    this.busy(false);
    byId("grade-said").textContent = error ?? "";
    if (error) return;
    byId("total").textContent = value.total;
    const mistakes = value.mistakes.map(({ test, title }) => {
      const row = document.createElement("li");
      row.textContent = `${test}: ${title}`;
      return row;
    });
    byId("mistakes").replaceChildren(...mistakes);
    byId("brief").textContent = value.brief.trim();
    byId("report").textContent = value.report.trim();
    frame(byId("feedback"), value.page);
    byId("graded").hidden = false;
    editor.mark(value.problems);
  }

  tell(text) {
    const [share, ...words] = text.split(" ");
    byId("progress").value = Number(share);
    byId("grade-said").textContent = words.join(" ");
  }

  busy(is) {
    byId("grade").disabled = is;
    byId("progress").hidden = !is;
    byId("progress").value = 0;
  }
}
