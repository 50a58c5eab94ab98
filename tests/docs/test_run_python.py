"""A reader changes the cells of a page and runs them, if the site has the playground."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from helpers.browser import MILLISECONDS
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


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert build(folder, tag="playground", index=PAGE) == ""
    return folder / "out"


@pytest.fixture
def tab(site: Path, browser: Any) -> Iterator[Any]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    yield page
    page.close()
    server.shutdown()
    server.server_close()


@pytest.fixture
def playground(site: Path) -> Iterator[None]:
    client = site / "playground" / "python_client.js"
    client.parent.mkdir()
    client.write_text(CLIENT, "utf-8")
    yield
    client.unlink()
    client.parent.rmdir()


def output(tab: Any) -> str:
    """What the last cell that can be seen shows."""
    return str(tab.locator(".run-python .run-python-output").last.inner_text().strip())


def press(tab: Any, name: str) -> None:
    tab.locator(".run-python-button", has_text=name).last.click()


def test_where_the_playground_is_missing_there_is_no_button(tab: Any) -> None:
    tab.wait_for_load_state("networkidle")
    assert tab.locator(".run-python-button").count() == 0


@pytest.mark.usefixtures("playground")
class TestWithThePlayground:
    def test_cell_runs_after_those_above_it(self, tab: Any) -> None:
        press(tab, "Run")
        tab.get_by_text("ran number = 1; number += 1; print(number)").wait_for()
        assert output(tab).endswith("\n7")

    def test_changed_cell_runs_as_it_is_now(self, tab: Any) -> None:
        tab.locator(".run-python [role=textbox]").last.fill("print(number + 5)")
        press(tab, "Run")
        tab.get_by_text("ran number = 1; number += 1; print(number + 5)").wait_for()

    def test_error_ends_the_run_and_is_shown(self, tab: Any) -> None:
        tab.locator(".run-python [role=textbox]").first.fill("oh no")
        press(tab, "Run")
        tab.get_by_text("NameError: oh").wait_for()
        assert "print" not in tab.locator(".run-python-output").last.inner_text()

    def test_endless_loop_is_stopped(self, tab: Any) -> None:
        tab.locator(".run-python [role=textbox]").last.fill("while True: pass")
        press(tab, "Run")
        press(tab, "Stop")
        tab.get_by_text("stopped").wait_for()
        assert tab.locator(".run-python .run-python-button", has_text="Run").count() == 2
