"""The catalogue of known mistakes."""

from collections.abc import Iterator
from functools import cache
from types import ModuleType

from pacgrid.tree.reference_search import EqualityPruning, ReferenceSearch

from ..model.diagnosis import SearchName
from .mistake import CatalogueEntry, Mistake, entry_of
from .mistakes import chance, choice, depth, layers, memory, pruning, states

SHIPPED = (depth, layers, states, choice, memory, pruning, chance)


def known_mistakes(search: SearchName) -> tuple[Mistake, ...]:
    """The known mistakes in a search."""
    return tuple(found for module in SHIPPED for found in mistakes_in(module, search))


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


@cache
def _on_equality(variation: type[ReferenceSearch]) -> type[ReferenceSearch]:
    """That variation of alpha-beta as in the textbook, which prunes on equality."""
    return type(f"{variation.__name__}OnEquality", (variation, EqualityPruning), {})
