"""A reader changes the cells of a page and runs them, if the site has the playground."""

from pathlib import Path
from typing import Any

import pytest

from helpers.browser import MILLISECONDS
from helpers.playground import served
from helpers.site import build

pytestmark = pytest.mark.slow

PAGE = """
# A page

```{run-python}
:hidden:
number = 1
```

```{run-python}
number += 1
```

```{run-python}
print(number)
```
"""
CLIENT = """
export class PythonClient {
  constructor(base) { this.base = base; this.codes = []; }
  async run(code, { onOutput }) {
    if (code.includes("while")) return new Promise((done) => (this.done = done));
    this.codes.push(code.trim());
    onOutput(`ran ${this.codes.join("; ")}\\n`);
    if (code.includes("oh no")) return { error: "NameError: oh", details: "line 1" };
    return { value: "7", html: "" };
  }
  stop() { this.done({ error: "stopped" }); }
}
"""
"""In place of the playground's: it says what it was asked to run."""


def run_cells(tab: Any, text: str, *, cell: int = -1, stop: bool = False) -> str:
    """Change a cell, and run all; what the last one shows in the end."""
    tab.locator(".run-python [role=textbox]").nth(cell).fill(text)
    for name in ["Run", *["Stop"] * stop]:
        tab.locator(".run-python-button", has_text=name).last.click()
    tab.locator(".run-python-button", has_text="Run").nth(1).wait_for()  # it says Stop meanwhile
    return str(tab.locator(".run-python .run-python-output").last.inner_text().strip())


def test_cells_run_as_they_are_now_after_those_above_until_an_error_or_a_stop(
    tmp_path: Path, browser: Any
) -> None:
    assert build(tmp_path, tag="playground", index=PAGE) == ""
    with served(tmp_path / "out") as (address, _):
        tab = browser.new_page()
        tab.set_default_timeout(MILLISECONDS)
        tab.goto(f"{address}index.html")
        tab.wait_for_load_state("networkidle")
        assert tab.locator(".run-python-button").count() == 0, "the playground is missing"
        client = tmp_path / "out" / "playground" / "python_client.js"
        client.parent.mkdir()
        client.write_text(CLIENT, "utf-8")
        tab.reload()
        ran = "ran number = 1; number += 1; print(number)"
        assert run_cells(tab, "print(number)") == f"{ran}\n7"
        assert run_cells(tab, "print(number + 5)") == f"{ran}; print(number + 5)\n7"
        assert run_cells(tab, "oh no", cell=0) == f"{ran}; print(number + 5)\n7", "it didn't run"
        tab.get_by_text("NameError: oh").wait_for()
        tab.locator(".run-python [role=textbox]").first.fill("number += 1")
        assert "stopped" in run_cells(tab, "while True: pass", stop=True)
        tab.close()
