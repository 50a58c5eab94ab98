"""docs/glossary.md: its words are unique and sorted, and what it names exists."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

GLOSSARY = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text("utf-8")
ROWS = [line for line in GLOSSARY.splitlines() if line.startswith("| **")]
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
