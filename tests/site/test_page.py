"""The playground in Chromium: what a person does there."""

from pathlib import Path
from typing import Any

import pytest

from helpers.browser import DESKTOP, PHONE
from helpers.playground import served
from pacgrid.site.build import node_modules

pytestmark = pytest.mark.slow
SLOW = 120_000
"""Milliseconds: Python is loading."""
LOOPS = """
from pacgrid import Agent
class Reflex(Agent):
    def act(self, state):
        sum(iter(int, 1))
"""
PRINTS = """
from pacgrid import Agent
class Reflex(Agent):
    def act(self, state):
        for number in range(20_000):
            print(number)
        return state.legal_actions()[0]
"""


def opened(
    browser: Any,
    address: str,
    size: tuple[int, int],
    scheme: str,
    *,
    waits: bool = True,
    own_policy: bool = False,
) -> Any:
    """The page, once Python is ready if it `waits` for that. Playwright's `wait_for_function` needs
    `eval`, so the page's own policy is left out unless it is what is tested."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=not own_policy
    )
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(address)
    if waits:
        ready(page)
    return page


def ready(page: Any) -> None:
    page.wait_for_selector("body[data-python=ready]", timeout=SLOW)


def write(page: Any, text: str) -> None:
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def findings(page: Any) -> list[str]:
    """What axe-core finds wrong."""
    page.evaluate((node_modules() / "axe-core" / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run(document, {iframes: false})")
    return [f"{each['id']}: {each['nodes'][0]['target']}" for each in found["violations"]]


def test_an_agent_is_written_graded_watched_and_searched(browser: Any, site: Path) -> None:
    with served(site) as (address, server):
        page = opened(browser, address, DESKTOP, "dark")
        page.frame_locator("#screen").locator("#score").wait_for(timeout=SLOW)  # a game plays
        page.select_option("#text", "example alpha_beta")
        page.click("#grade-button")
        page.select_option("#question", "alpha_beta")
        page.click("#grade")
        page.wait_for_selector("#mistakes li", timeout=SLOW)
        assert page.inner_text("#mistakes") == "alpha_beta: your search mixes up alpha and beta"
        page.wait_for_selector("#graded:not([hidden])", timeout=SLOW)
        assert "The smallest tree" in page.text_content("#report")
        assert findings(page) == []

        page.click("#play-button")
        assert page.input_value("#first") == "own:AlphaBeta"
        page.click("#start")
        screen = page.frame_locator("#screen")
        screen.locator("#score").wait_for(timeout=SLOW)
        assert "AlphaBeta" in screen.locator("#players").inner_text()
        screen.locator("#help").click()
        screen.locator("#sheet[open]").wait_for()
        assert findings(page) == []

        page.click("#tree-button")
        page.click("#search")
        page.wait_for_selector("#tree-as-text:not([hidden])", timeout=SLOW)
        assert "MAX" in page.text_content("#tree-text")
        page.select_option("#tree-game", "tictactoe")
        page.select_option("#tree-agent", "minimax")
        assert not page.is_visible("#tree-layout")
        page.click("#search")
        page.wait_for_function(
            "() => document.querySelector('#tree-text').textContent.includes('a1')"
        )
        page.click("#what-drawn")
        drawn = page.frame_locator("#stepper").locator("#boards svg")
        drawn.wait_for(timeout=SLOW)
        assert drawn.bounding_box()["height"] > 100
        page.wait_for_function("() => document.querySelector('#drawn').value.includes('a2')")
        page.fill("#drawn", page.input_value("#drawn").replace("2 4 6", "9 4 6"))
        page.wait_for_function(
            "() => document.querySelector('#tree-text').textContent.includes('9')"
        )
        assert "cut: 2 < alpha = 3" not in page.text_content("#tree-text")
        assert findings(page) == []
        assert page.complaints == []

        # Offline, from the second visit on.
        page.wait_for_function("() => navigator.serviceWorker.controller")
        server.shutdown()
        page.reload()
        ready(page)
        assert "class Reflex" in page.inner_text(".cm-content")


def test_what_goes_wrong_is_said_in_a_line_and_goes_on(browser: Any, site: Path) -> None:
    with served(site) as (address, _):
        page = opened(browser, address, PHONE, "light")
        write(page, "def x(:\n    pass")
        page.wait_for_selector("#problem:not(:empty)", timeout=SLOW)
        assert page.inner_text("#problem") == "line 1: SyntaxError: invalid syntax"
        assert page.locator(".cm-lintRange-error").count() == 1
        assert findings(page) == []

        write(page, LOOPS)
        page.click("#grade-button")
        page.click("#grade")
        page.wait_for_selector("body[data-python=busy]")
        page.click("#stop")
        assert page.inner_text("#said") == "Stopped; your text is kept."
        assert page.inner_text("#grade-said") == "stopped"
        assert "iter(int, 1)" in page.inner_text(".cm-content")
        ready(page)

        write(page, PRINTS)
        page.wait_for_timeout(600)
        page.click("#play-button")
        page.click("#start")
        page.wait_for_function(
            "() => document.querySelector('#output').textContent.includes(\"isn't shown\")",
            timeout=SLOW,
        )
        page.click("#share")
        page.wait_for_function("() => location.hash.startsWith('#code=')")
        shared = page.url
        assert page.complaints == []
        other = opened(browser, shared, PHONE, "light", waits=False)
        other.wait_for_selector(".cm-content:has-text('20_000')")
        width = other.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE[0]


REACHES_OUT = """
import js
ways = {
    "fetch": "await fetch(NAME)",
    "import": "await import(NAME)",
    "script": "Object.getPrototypeOf(Object.getPrototypeOf(self)).importScripts.call(self, NAME)",
    "request": "const r = new XMLHttpRequest(); r.open('GET', NAME, false); r.send()",
    "socket": "const s = new WebSocket(NAME.replace('http', 'ws')); await heard(s, 'open')",
    "caches": "await caches.keys()",
    "database": "await heard(indexedDB.open('x'), 'success')",
}
js.eval("reached = []; heard = (it, what) => new Promise((yes) => (it['on' + what] = yes))")
for way, code in ways.items():
    code = code.replace("NAME", "'%s'")
    js.eval(f"(async () => {{ {code}; reached.push('{way}') }})().catch(() => {{}})")
from pacgrid import Agent
class Reflex(Agent):
    def act(self, state):
        print(f"origin {js.self.origin}, reached [{js.reached.join()}]")
        return state.legal_actions()[0]
"""


def test_a_strangers_text_reaches_neither_the_page_nor_any_server(browser: Any, site: Path) -> None:
    """A link to the playground may hold any text, which runs once one presses Grade or Play."""
    with served(site) as (address, _), served(site) as (elsewhere, server):
        page = opened(browser, address, DESKTOP, "light", own_policy=True)
        write(page, REACHES_OUT % f"{elsewhere}secret?of={address}")
        page.wait_for_timeout(600)
        page.click("#play-button")
        page.click("#start")
        page.wait_for_selector("#output:has-text('reached')", timeout=SLOW)
        assert page.inner_text("#output").startswith("origin null, reached []")
        assert server.asked == []


def test_each_text_is_kept_by_a_name_of_its_own(browser: Any, site: Path) -> None:
    with served(site) as (address, _):
        page = opened(browser, address, DESKTOP, "light", waits=False)
        write(page, "# mine")
        page.click("#share")
        page.wait_for_function("() => location.hash.startsWith('#code=')")
        shared = page.url
        write(page, "# a week of work")

        page.goto("about:blank")
        page.goto(shared)
        page.wait_for_selector(".cm-content:has-text('# mine')")
        write(page, "# theirs, changed")
        page.select_option("#text", "example minimax")
        page.wait_for_selector(".cm-content:has-text('class Minimax')")
        page.set_input_files(
            "#open", {"name": "agent.py", "mimeType": "text/x-python", "buffer": b"# a file"}
        )
        page.wait_for_selector(".cm-content:has-text('# a file')")
        page.reload()

        page.select_option("#text", "agent.py")
        page.wait_for_selector(".cm-content:has-text('# a week of work')")
        page.select_option("#text", "shared.py")
        page.wait_for_selector(".cm-content:has-text('# theirs, changed')")
        page.once("dialog", lambda dialog: dialog.accept())
        page.click("#remove")
        page.wait_for_selector(".cm-content:has-text('# a week of work')")
        assert page.locator("#text option", has_text="shared.py").count() == 0
        assert page.complaints == []


def test_without_webassembly_or_storage_a_line_says_so(browser: Any, site: Path) -> None:
    with served(site) as (address, _):
        page = browser.new_context(bypass_csp=True).new_page()
        page.add_init_script(
            "delete globalThis.WebAssembly;"
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
        )
        page.goto(address)
        page.wait_for_selector("#status:has-text('WebAssembly')")
        assert "stores nothing" in page.inner_text("#said")
        page.click("#grade-button")
        page.click("#grade")
        page.wait_for_selector("#grade-said:has-text('WebAssembly')")
