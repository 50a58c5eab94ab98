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
    files = {
        "tests/bad_input.toml": MESSAGES,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    assert build(root, *EXTENSIONS, **PAGES) == ""
    return root / "out"


def page_of(folder: Path, name: str) -> str:
    return (folder / f"{name}.html").read_text("utf-8")


def text_of(page: Path) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page.read_text("utf-8")))


def test_every_command_has_its_options_and_their_defaults(folder: Path) -> None:
    text = text_of(folder / "index.html")
    for command in COMMANDS:
        assert f"pacgrid {command}" in text
    assert "Default: 20." in text
    assert "--no-boards" in text


def test_environment_has_its_spaces_and_every_argument(folder: Path) -> None:
    text = text_of(folder / "environment.html")
    assert "Box(0, 255, (7, 11, 21), uint8)" in text
    for heading in ("Actions", "Actions and rewards", "Episode end", "More arguments"):
        assert heading in text
    for name in PacmanEnv.__init__.__kwdefaults__:
        assert name in text


def test_api_has_docstrings_with_parameters_and_errors(folder: Path) -> None:
    page = page_of(folder, "api")
    assert 'id="pacgrid.tree.tree_view.SearchProgress"' in page
    assert "first look, at few games and positions" in text_of(folder / "api.html")
    assert "system-message" not in page


def test_messages_of_a_command_are_those_that_the_tests_hold(folder: Path) -> None:
    text = text_of(folder / "messages.html")
    assert "No games: pacgrid play --games 0" in text
    assert "0 is too small" in text
    assert "nothing" not in text


def test_every_known_mistake_is_listed(folder: Path) -> None:
    titles = {known.finding.title for search in EVERY_SEARCH for known in known_mistakes(search)}
    cells = re.findall(r"<tr[^>]*><td><p>(.+?)(?: \(a remark\))?</p>", page_of(folder, "mistakes"))
    shown = {unescape(re.sub(r"<[^>]+>", "", cell)).replace("’", "'") for cell in cells}
    assert shown == titles
