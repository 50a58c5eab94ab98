"""The catalogue of known mistakes: the shipped ones, and those of an assignment."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from pacgrid.agent_loader import AgentError, load_module
from pacgrid.autograder.diagnosis.mistake import Mistake, entry_of
from pacgrid.autograder.diagnosis.mistakes import (
    chance,
    choice,
    depth,
    evaluation,
    finished_games,
    ghosts,
    left_out,
    memory,
    pruning,
)
from pacgrid.autograder.question import SearchName
from pacgrid.errors import PacgridError

SHIPPED = (
    depth,
    ghosts,
    finished_games,
    evaluation,
    choice,
    left_out,
    memory,
    pruning,
    chance,
)


class CatalogueError(PacgridError):
    """A catalogue that can't be used; names the file, the entry, and what is wrong with it."""


def known_mistakes(search: SearchName, files: Sequence[Path] = ()) -> tuple[Mistake, ...]:
    """The known mistakes in a search: the shipped ones, and those in `files`. Raises
    CatalogueError."""
    modules = [*SHIPPED, *map(_module, files)]
    return tuple(found for module in modules for found in _mistakes_in(module, search))


def _module(file: Path) -> ModuleType:
    try:
        return load_module(file)
    except AgentError as error:
        raise CatalogueError(str(error)) from None


def _mistakes_in(module: ModuleType, search: SearchName) -> Iterator[Mistake]:
    for variation in vars(module).values():
        entry = entry_of(variation)
        if entry and variation.__module__ == module.__name__ and search in entry.searches:
            yield Mistake(entry.finding, search, variation, entry.is_remark)
