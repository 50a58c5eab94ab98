"""docs/glossary.md: its words are unique and sorted, and what it names exists; no two classes have
the same name."""

import ast
import re
from collections import Counter
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [line for line in GLOSSARY.splitlines() if line.startswith("| **")]
FOLDERS = ("pacgrid", "autograder", "agents")
COURSE_NAMES = {"Agent", "DirectionalGhost", "GameState", "RandomGhost"}
"""What course files and their test cases call so: their classes have these names, too."""
ENTRIES = [re.fullmatch(r"\| \*\*([^*]+)\*\* \| (.+) \| `(pacgrid[.\w]*)` \|", row) for row in ROWS]


def test_every_row_has_a_word_a_meaning_and_a_name() -> None:
    assert len(ROWS) > 50
    assert [row for row, entry in zip(ROWS, ENTRIES, strict=True) if not entry] == []


def test_words_are_unique_and_sorted() -> None:
    words = [entry[1].lower() for entry in ENTRIES if entry]
    assert words == sorted(set(words))


@pytest.mark.parametrize("name", sorted({entry[3] for entry in ENTRIES if entry}))
def test_what_the_glossary_names_exists(name: str) -> None:
    resolve_name(name)


def test_no_two_classes_have_the_same_name() -> None:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    trees = (ast.parse(path.read_text("utf-8")) for path in paths if "templates" not in path.parts)
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    public = {name for name, count in names.items() if count > 1 and not name.startswith("_")}
    assert public == COURSE_NAMES
