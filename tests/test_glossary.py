"""docs/glossary.md: its words are unique and sorted, and what it names exists."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

GLOSSARY = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text("utf-8")
ENTRIES = [line for line in GLOSSARY.splitlines() if line.startswith("- ")]
WORDS = re.findall(r"^- \*\*([^*]+)\*\*: ", GLOSSARY, re.MULTILINE)
NAMES = sorted(set(re.findall(r"`(pacgrid[.\w]*)`", GLOSSARY)))


def test_every_entry_has_a_word_a_meaning_and_a_name() -> None:
    assert len(ENTRIES) == len(WORDS) > 50
    for entry in ENTRIES:
        assert re.fullmatch(r"- \*\*[^*]+\*\*: .+; `pacgrid[.\w]*`", entry), entry


def test_words_are_unique_and_sorted() -> None:
    words = [word.lower() for word in WORDS]
    assert words == sorted(set(words))


@pytest.mark.parametrize("name", NAMES)
def test_what_the_glossary_names_exists(name: str) -> None:
    resolve_name(name)
