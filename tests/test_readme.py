"""README and docs/: their links lead somewhere, and the command line knows their commands."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from pacgrid.cli import app

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str, language: str) -> list[str]:
    """The contents of the fenced blocks in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """Every `pacgrid …` command in a block of shell commands, once, without its comment, its `&`
    and the file that its output goes to."""
    scripts = [script for page in PAGES for script in blocks(page.read_text("utf-8"), "sh")]
    lines = "".join(scripts).splitlines()
    return sorted(
        {re.split(" [#>] ", line)[0].rstrip(" &") for line in lines if line[:8] == "pacgrid "}
    )


def test_the_readme_has_at_most_200_lines_and_a_quick_start_of_two_commands() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= 200
    grade, test = blocks(text.split("\n## Quick start\n")[1].split("\n## ")[0], "sh")
    assert grade.startswith("python3 -m pip install -e . && python3 -m pacgrid grade ")
    assert test == 'python3 -m pip install -e ".[test]" && python3 -m pytest\n'
    assert grade.count("\n") == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r'(?:\]\(|src=")([^)"\s]+)', page.read_text("utf-8")):
        name, _, heading = target.partition("#")
        if re.match(r"[a-z]+:", name):  # an address outside
            continue
        path = page.parent / name if name else page
        assert path.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
            assert heading in [
                re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings
            ]


def test_the_table_of_contents_has_every_page_by_its_title() -> None:
    docs = ROOT / "docs"
    contents = (docs / "README.md").read_text("utf-8")
    for page in docs.glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in contents
    for words, target in re.findall(r"^\| \[([^]]+)\]\(([^)]+)\)", contents, re.MULTILINE):
        page = (docs / target).read_text("utf-8")
        assert re.search(r"^# (.*)$", page, re.MULTILINE)[1] == words  # type: ignore[index]


@pytest.mark.parametrize("command", commands())
def test_a_documented_command_has_the_right_options(command: str) -> None:
    """The command line parses it; nothing is run."""
    words = shlex.split(command)[1:]
    parser: Any = get_command(app)
    while isinstance(parser, TyperGroup):
        context = parser.make_context("pacgrid", list(words))
        _, parser, words = parser.resolve_command(context, words)
    parser.make_context("pacgrid", words)
