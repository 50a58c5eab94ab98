"""The reference is generated from the code, so it says what the code says."""

import re
from html import unescape
from pathlib import Path

import pytest

from helpers.site import build
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH
from pacgrid.cli import COMMANDS
from pacgrid.envs import PacmanEnv

pytestmark = pytest.mark.slow

EXTENSIONS = (
    *("sphinx.ext.autodoc", "command_reference", "environment_reference"),
    *("message_reference", "api_reference", "mistake_reference"),
)
PAGES = {
    "index": "# Commands\n\n```{commands}\n```\n\n"
    "```{toctree}\nenvironment\napi\nmessages\nmistakes\n```\n",
    "environment": "# Environments\n\n```{docstring} pacgrid.envs\n```\n\n"
    "## Pacman\n\n```{environment} PacmanEnv\n"
    ':make: gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0")\n```\n',
    "api": "# Code\n\n```{api} pacgrid.tree.tree_view pacgrid.autograder.own_grade\n```\n",
    "messages": "# Messages\n\n```{messages} play\n```\n",
    "mistakes": "# Mistakes\n\n## All of them\n\n```{mistakes}\n```\n",
}
MESSAGES = """
[[inputs]]
name = "no games"
command = "play --games 0"
exit_code = 2
message = ["0 is too small"]

[[inputs]]
name = "another command"
command = "tree nothing"
exit_code = 2
message = ["no game 'nothing'"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "tests").mkdir()
    (root / "tests" / "bad_input.toml").write_text(MESSAGES, "utf-8")
    assert build(root, *EXTENSIONS, **PAGES) == ""
    return root / "out"


def text_of(page: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page))


def test_pages_say_what_the_code_says(folder: Path) -> None:
    pages = {name: (folder / f"{name}.html").read_text("utf-8") for name in PAGES}
    texts = {name: text_of(page) for name, page in pages.items()}
    options = (*(f"pacgrid {command}" for command in COMMANDS), "Default: 20.", "--no-boards")
    arguments = (*PacmanEnv.__init__.__kwdefaults__, "Box(0, 255, (7, 11, 21), uint8)")
    headings = ("Actions", "Actions and rewards", "Episode end", "More arguments")
    said = {
        "index": options,
        "environment": (*arguments, *headings),
        "api": ("first look, at few games and positions",),
        "messages": ("No games: pacgrid play --games 0", "0 is too small"),
    }
    assert [(n, w) for n, words in said.items() for w in words if w not in texts[n]] == []
    assert 'id="pacgrid.tree.tree_view.SearchProgress"' in pages["api"]
    assert "system-message" not in pages["api"]
    assert "nothing" not in texts["messages"], "which belongs to another command"


def test_every_known_mistake_is_listed(folder: Path) -> None:
    titles = {known.finding.title for search in EVERY_SEARCH for known in known_mistakes(search)}
    page = (folder / "mistakes.html").read_text("utf-8")
    cells = re.findall(r"<tr[^>]*><td><p>(.+?)(?: \(a remark\))?</p>", page)
    assert {text_of(cell).replace("’", "'") for cell in cells} == titles
