"""The catalogue of known mistakes: the shipped ones, and those of an assignment."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_module

from ..model.errors import CatalogueError
from ..model.searches import SearchName
from .mistake import EVERY_SEARCH, CatalogueEntry, Mistake, entry_of
from .mistakes import (
    actions,
    chance,
    choice,
    depth,
    evaluation,
    finished_games,
    ghosts,
    layers,
    memory,
    pruning,
)
from .problem import problem_in_use, problem_of
from .reference import ReferenceSearch

SHIPPED = (
    depth,
    ghosts,
    finished_games,
    evaluation,
    choice,
    actions,
    layers,
    memory,
    pruning,
    chance,
)


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
    return type(f"{variation.__name__}OnEquality", (variation, pruning.EqualityPruning), {})
