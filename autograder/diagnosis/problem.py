"""What is wrong with an entry of a catalogue of mistakes."""

import re

from pacgrid.autograder.diagnosis.diagnosis import Finding
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH, Mistake, entry_of
from pacgrid.autograder.diagnosis.reference import ReferenceSearch

LONGEST = {"title": 80, "thought": 160, "hint": 160}
"""The most characters of each text."""
_CODE = re.compile(r"[`=_\[\]{}]|\w\(")


def problem_of(variation: type) -> str:
    """What is wrong with a class that `@mistake` or `@form_of` stands above; "" if nothing is."""
    entry = entry_of(variation)
    assert entry
    if not issubclass(variation, ReferenceSearch):
        return "must inherit from ReferenceSearch"
    if not entry.searches or not set(entry.searches) <= set(EVERY_SEARCH):
        return f"name its searches, from {', '.join(EVERY_SEARCH)}"
    for search in entry.searches:
        try:
            _ = Mistake(entry.finding, search, variation).mutant
        except TypeError:
            return "can't be combined with a search; inherit from ReferenceSearch"
    return _problem_of_texts(entry.finding)


def _problem_of_texts(finding: Finding) -> str:
    for name, most in LONGEST.items():
        text = getattr(finding, name)
        if not isinstance(text, str) or not text.strip():
            return f"{name} is empty; write a short text"
        if len(text) > most:
            return f"{name} has {len(text)} characters; write at most {most}"
        if found := _CODE.search(text):
            return f"{name} has code in it, {found[0]!r}; say it in words"
    return ""
