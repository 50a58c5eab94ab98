"""What is wrong with an entry of a catalogue of mistakes."""

import re
from functools import partial

from ..model.diagnosis import Finding
from .generator import generate
from .hypothesis import build
from .mistake import EVERY_SEARCH, Mistake, entry_of
from .observation import observe
from .reference import RIGHT_SEARCHES, ReferenceSearch

LONGEST = {"title": 80, "thought": 160, "hint": 160}
"""The most characters of each text."""
_TRIED = 44
"""In how many generated probes a mistake has to show."""
_SLIPS = ("NameError", "AttributeError", "TypeError", "UnboundLocalError")
_CODE = re.compile(r"[`=_\[\]{}]|\w\(")


def problem_of(variation: type) -> str:
    """What is wrong with a class that `@mistake` or `@form_of` stands above; "" if nothing is."""
    entry = entry_of(variation)
    assert entry
    if not issubclass(variation, ReferenceSearch):
        return "must inherit from ReferenceSearch"
    if not set(entry.searches) <= set(EVERY_SEARCH):
        return f"name its searches, from {', '.join(EVERY_SEARCH)}"
    for search in entry.searches:
        try:
            _ = Mistake(entry.finding, search, variation).mutant
        except TypeError:
            return "can't be combined with a search; inherit from ReferenceSearch"
    return _problem_of_texts(entry.finding)


def problem_in_use(mistake: Mistake) -> str:
    """What is wrong with how a mistake searches: a slip in its code, or nothing that differs from
    the right search; "" if nothing is."""
    for probe in generate(mistake.search, _TRIED, 1):
        right = observe(probe, partial(build, RIGHT_SEARCHES[mistake.search], probe))
        wrong = observe(probe, partial(build, mistake.mutant, probe))
        for expected, found in zip(right.decisions, wrong.decisions, strict=False):
            if found.failure and found.failure.message.startswith(_SLIPS):
                return f"can't search: {found.failure.message}"
            if found.chosen != expected.chosen or found.footprint != expected.footprint:
                return ""
    return "searches like the right search; does it override the method that you mean?"


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
