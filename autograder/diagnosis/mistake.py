"""Known mistakes: each is a variation of the right search, with its explanation."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, get_args

from ..model.diagnosis import Finding
from ..model.searches import SearchName
from .reference import RIGHT_SEARCHES, ReferenceSearch

EVERY_SEARCH: tuple[SearchName, ...] = get_args(SearchName)


@dataclass(frozen=True)
class Mistake:
    """A known mistake in one kind of search.

    Several mistakes may share a finding: they are forms of one mistake, and equal to a reader.
    """

    finding: Finding
    search: SearchName
    variation: type[ReferenceSearch]
    """Overrides some methods of a search."""
    is_remark: bool = False
    """Whether its actions are right, so that it costs no points."""

    @property
    def name(self) -> str:
        """Differs from that of each other mistake in the same search."""
        return _snake_case(self.variation.__name__)

    @property
    def mutant(self) -> type[ReferenceSearch]:
        """The search with this mistake."""
        return self.together_with()

    def together_with(self, *others: "Mistake") -> type[ReferenceSearch]:
        """The search with this mistake and others."""
        variations = [mistake.variation for mistake in (self, *others)]
        right = RIGHT_SEARCHES[self.search]
        return type("".join(each.__name__ for each in variations), (*variations, right), {})


@dataclass(frozen=True)
class CatalogueEntry:
    """What a catalogue says about a variation."""

    finding: Finding
    searches: tuple[SearchName, ...]
    is_remark: bool


Variation = TypeVar("Variation", bound=type[ReferenceSearch])

_ENTRY = "catalogue_entry"


def mistake(
    *searches: SearchName, title: str, thought: str, hint: str, section: str, remark: bool = False
) -> Callable[[Variation], Variation]:
    """Puts a variation of these searches into the catalogue of its module.

    Args:
        title: what the agent does, in a few words: `prunes on equality`.
        thought: what the author probably thought.
        hint: where to look; doesn't give the code away.
        section: where the textbook explains it.
        remark: whether its actions are right, so that it costs no points.
    """

    def enter(variation: Variation) -> Variation:
        finding = Finding(_snake_case(variation.__name__), title, thought, hint, section)
        setattr(variation, _ENTRY, CatalogueEntry(finding, searches, remark))
        return variation

    return enter


def form_of(
    other: type[ReferenceSearch], *searches: SearchName
) -> Callable[[Variation], Variation]:
    """Puts a variation into the catalogue as another form of a mistake, with the same explanation;
    with `searches`, only for these."""

    def enter(variation: Variation) -> Variation:
        entry: CatalogueEntry = getattr(other, _ENTRY)
        entry = CatalogueEntry(entry.finding, searches or entry.searches, entry.is_remark)
        setattr(variation, _ENTRY, entry)
        return variation

    return enter


def entry_of(value: object) -> CatalogueEntry | None:
    """What the catalogue says about `value`, if it is one of its variations."""
    entry: CatalogueEntry | None = vars(value).get(_ENTRY) if isinstance(value, type) else None
    return entry


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
