"""The words of both glossaries differ and are sorted, and what they name exists. No two classes
have the same name."""

import ast
import re
from collections import Counter
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    [line for line in (ROOT / "docs" / name).read_text("utf-8").splitlines() if line[:4] == "| **"]
    for name in ("glossary.md", "glossary_of_the_code.md")
]
ROWS = [row for page in PAGES for row in page]
FOLDERS = ("pacgrid", "autograder", "agents")
COURSE_NAMES = {"Agent", "DirectionalGhost", "GameState", "RandomGhost"}
"""What course files and their test cases call so: one class for them has this name, too."""
ENTRIES = [re.fullmatch(r"\| \*\*([^*]+)\*\* \| (.+) \| `(pacgrid[.\w]*)` \|", row) for row in ROWS]


def test_every_row_has_a_word_a_meaning_and_a_name() -> None:
    assert len(ROWS) > 50
    assert [row for row, entry in zip(ROWS, ENTRIES, strict=True) if not entry] == []


def test_no_word_has_two_rows() -> None:
    assert {row: count for row, count in Counter(map(word, ROWS)).items() if count > 1} == {}


@pytest.mark.parametrize("page", PAGES)
def test_words_are_sorted(page: list[str]) -> None:
    assert [*map(word, page)] == sorted(map(word, page))


def word(row: str) -> str:
    return row.split("**")[1].lower()


@pytest.mark.parametrize("name", sorted({entry[3] for entry in ENTRIES if entry}))
def test_what_the_glossary_names_exists(name: str) -> None:
    resolve_name(name)


def test_no_two_classes_have_the_same_name() -> None:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    users = {"templates", "standard"}
    texts = [path.read_text("utf-8") for path in paths if not users & {*path.parts}]
    found = [set(re.findall(r"^ *class (\w+)", text, re.MULTILINE)) for text in texts]
    twice = {name for name, count in Counter(chain(*found)).items() if count > 1}
    # Parsing takes long, and tells classes from examples in strings.
    trees = [ast.parse(text) for text, names in zip(texts, found, strict=True) if names & twice]
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    again = {name: count for name, count in names.items() if count > 1 and name[0] != "_"}
    assert again == dict.fromkeys(COURSE_NAMES, 2)
