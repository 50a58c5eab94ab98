"""Every known mistake keeps the rules, and shows in a search."""

import re
from functools import partial
from pathlib import Path

import pytest

from pacgrid.agent_loader import load_module
from pacgrid.autograder.diagnosis.catalogue import SHIPPED, entries, known_mistakes, mistakes_in
from pacgrid.autograder.diagnosis.hypothesis import build
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH, Mistake, entry_of
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.task_generator import generate
from pacgrid.autograder.model.diagnosis import Finding, SearchName
from pacgrid.tree.reference_search import RIGHT_SEARCHES, ReferenceSearch

LONGEST = {"title": 80, "thought": 160, "hint": 160}
"""The most characters of each text."""
_TRIED = 44
"""A mistake has to show in one of the first so many generated tasks."""
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
    for task in generate(mistake.search, _TRIED, 1):
        right = observe(task, partial(build, RIGHT_SEARCHES[mistake.search], task))
        wrong = observe(task, partial(build, mistake.mutant, task))
        for expected, found in zip(right.decisions, wrong.decisions, strict=False):
            if found.failure and found.failure.message.startswith(_SLIPS):
                return f"can't search: {found.failure.message}"
            if found.chosen != expected.chosen or found.footprint != expected.footprint:
                return ""
    return "searches like the right search; does it override the method that you mean?"


def _problem_of_texts(finding: Finding) -> str:
    for name, most in LONGEST.items():
        text = getattr(finding, name)
        if not isinstance(text, str) or (not text.strip() and name != "thought"):
            return f"{name} is empty; write a short text"
        if len(text) > most:
            return f"{name} has {len(text)} characters; write at most {most}"
        if found := _CODE.search(text):
            return f"{name} has code in it, {found[0]!r}; say it in words"
    return ""


@pytest.mark.parametrize(
    ("search", "every"),
    [("minimax", 5), *(pytest.param(each, 1, marks=pytest.mark.slow) for each in EVERY_SEARCH)],
)
def test_each_mistake_shows(search: SearchName, every: int) -> None:
    mistakes = known_mistakes(search)[::every]
    problems = {mistake.name: problem_in_use(mistake) for mistake in mistakes}
    assert {name: problem for name, problem in problems.items() if problem} == {}


@pytest.mark.parametrize("search", EVERY_SEARCH)
def test_each_mistake_has_a_name_of_its_own(search: SearchName) -> None:
    names = [mistake.name for mistake in known_mistakes(search)]
    assert len(set(names)) == len(names) > 50


def test_each_mistake_keeps_the_rules() -> None:
    variations = [each for module in SHIPPED for each, _ in entries(module)]
    assert [each for each in variations if problem_of(each)] == []


def test_the_readme_says_how_many_mistakes_are_known() -> None:
    titles = {entry.finding.title for module in SHIPPED for _, entry in entries(module)}
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    assert f"of [{len(titles)} that it knows]" in readme


def test_the_example_of_the_page_is_a_mistake(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "mistakes.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    file = tmp_path / "our_mistakes.py"
    file.write_text(example)
    titles = [each.finding.title for each in mistakes_in(load_module(file), "minimax")]
    assert titles == ["counts lost games twice"] * 2
