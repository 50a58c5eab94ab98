"""The catalogue of known mistakes, shipped and of an assignment, and checks of new entries."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from pacgrid.agent_loader import load_module
from pacgrid.errors import AgentError
from pacgrid.tree.reference_search import RIGHT_SEARCHES, EqualityPruning, ReferenceSearch

from ..model.diagnosis import Finding, SearchName
from ..model.fault import CatalogueError
from .hypothesis import build
from .mistake import EVERY_SEARCH, CatalogueEntry, Mistake, entry_of
from .mistakes import chance, choice, depth, layers, memory, pruning, states
from .observation import observe
from .task_generator import generate

SHIPPED = (depth, layers, states, choice, memory, pruning, chance)


def known_mistakes(search: SearchName, files: Iterable[Path] = ()) -> tuple[Mistake, ...]:
    """The known mistakes in a search: the shipped ones, and those in `files`. Raises
    CatalogueError."""
    modules = [*SHIPPED, *map(_load, files)]
    return tuple(found for module in modules for found in mistakes_in(module, search))


def mistakes_in(module: ModuleType, search: SearchName) -> Iterator[Mistake]:
    """The known mistakes in a search that `module` itself defines."""
    for variation, entry in entries(module):
        if search in entry.searches:
            yield Mistake(entry.finding, search, variation, entry.is_remark)
            if search == "alpha_beta" and not issubclass(variation, pruning.ON_EQUALITY_ALREADY):
                on_equality = _on_equality(variation)
                yield Mistake(entry.finding, search, on_equality, entry.is_remark)


def entries(module: ModuleType) -> Iterator[tuple[type[ReferenceSearch], CatalogueEntry]]:
    """The variations that `module` itself defines, and their entries."""
    for value in vars(module).values():
        for variation in value if isinstance(value, tuple) else (value,):
            entry = entry_of(variation)
            if entry and (variation is not value or variation.__module__ == module.__name__):
                yield variation, entry


def check_catalogue(file: Path) -> None:
    """Raises CatalogueError if `file` is no catalogue of mistakes, or has one that never shows."""
    for search in EVERY_SEARCH:
        for mistake in mistakes_in(_load(file), search):
            if problem := problem_in_use(mistake):
                name = mistake.variation.__name__
                raise CatalogueError(f"{file}: {name}: {problem}")


@cache
def _load(file: Path) -> ModuleType:
    try:
        module = load_module(file)
    except AgentError as error:
        raise CatalogueError(str(error)) from None
    found = dict(entries(module))
    if not found:
        raise CatalogueError(f"{file}: has no mistakes; put @mistake above a class")
    shipped = {entry.finding.mistake for each in SHIPPED for _, entry in entries(each)}
    for variation, entry in found.items():
        if problem := problem_of(variation):
            raise CatalogueError(f"{file}: {variation.__name__}: {problem}")
        if entry.finding.mistake in shipped:
            raise CatalogueError(f"{file}: {variation.__name__}: is a shipped mistake; rename it")
    return module


@cache
def _on_equality(variation: type[ReferenceSearch]) -> type[ReferenceSearch]:
    """That variation of alpha-beta as in the textbook, which prunes on equality."""
    return type(f"{variation.__name__}OnEquality", (variation, EqualityPruning), {})


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
