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
    byId("mistakes").replaceChildren();
    byId("graded").hidden = true;
    const given = { text: editor.text, only: byId("question").value, fast: byId("fast").checked };
    const { value, error } = await client.call("grade", given, { onProgress: (text) => this.tell(text) });
    this.busy(false);
    byId("grade-said").textContent = error ?? "";
    if (error) return;
    byId("total").textContent = value.total;
    byId("mistakes").replaceChildren();
    for (const { test, title } of value.mistakes) this.name(`${test}: ${title}`);
    byId("brief").textContent = value.brief.trim();
    byId("report").textContent = value.report.trim();
    frame(byId("feedback"), value.page);
    byId("graded").hidden = false;
    editor.mark(value.problems);
  }

  tell(text) {
    const { done, said, mistake } = JSON.parse(text);
    byId("progress").value = done;
    byId("grade-said").textContent = said;
    if (mistake) this.name(mistake);
  }

  /** Name a mistake, before or after all tests are done. */
  name(words) {
    const row = document.createElement("li");
    row.textContent = words;
    byId("mistakes").append(row);
  }

  busy(is) {
    byId("grade").disabled = is;
    byId("progress").hidden = !is;
    byId("progress").value = 0;
  }
}
