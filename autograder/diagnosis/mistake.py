"""Known mistakes: each is a variation of the right search, with its explanation."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, get_args

from pacgrid.tree.reference_search import RIGHT_SEARCHES, ReferenceLayer, ReferenceSearch

from ..model.diagnosis import Finding, SearchName

EVERY_SEARCH: tuple[SearchName, ...] = get_args(SearchName)


@dataclass(frozen=True)
class Mistake:
    """A known mistake in one kind of search.

    Several mistakes may share a finding: they are forms of one mistake, and equal to a reader.
    """

    finding: Finding
    search: SearchName
    variation: type[ReferenceSearch]
    """The class that overrides some methods of a search."""
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

    def together_with(
        self, *others: "Mistake", style: type[ReferenceSearch] | None = None
    ) -> type[ReferenceSearch]:
        """The search with this mistake and others, in that style."""
        variations = [mistake.variation for mistake in (self, *others)]
        bases = (*filter(None, [style]), *variations, RIGHT_SEARCHES[self.search])
        return type("".join(each.__name__ for each in bases), bases, {})


Variation = TypeVar("Variation", bound=type[ReferenceSearch])

_ENTRY = "catalogue_entry"


@dataclass(frozen=True)
class CatalogueEntry:
    """What a catalogue says about a variation. It stands above the variation."""

    finding: Finding
    """Without a name, it gets that of the first variation."""
    searches: tuple[SearchName, ...]
    is_remark: bool

    def __call__(self, variation: Variation) -> Variation:
        """Puts `variation` into the catalogue of its module."""
        name = self.finding.mistake or _snake_case(variation.__name__)
        setattr(variation, _ENTRY, replace(self, finding=replace(self.finding, mistake=name)))
        return variation

    def named(self, **variations: type[ReferenceSearch]) -> tuple[type[ReferenceSearch], ...]:
        """Forms of one mistake, by name: kept in a module, they are in its catalogue."""
        first, *others = (type(name, (part,), {}) for name, part in variations.items())
        return self(first), *map(form_of(first), others)


def mistake(
    *searches: SearchName,
    title: str,
    hint: str,
    section: str,
    thought: str = "",
    name: str = "",
    remark: bool = False,
) -> CatalogueEntry:
    """Puts a variation of these searches, or of all, into the catalogue of its module.

    Args:
        title: what the agent does, in a few words: `prunes on equality`. True of each of its forms.
        hint: where to look; doesn't give the code away.
        section: where the textbook explains it.
        thought: what the author probably thought, if that is known.
        name: the name of the finding; by default, that of its first form.
        remark: whether its actions are right, so that it costs no points.
    """
    finding = Finding(name, title, thought, hint, section)
    return CatalogueEntry(finding, searches or EVERY_SEARCH, remark)


def form_of(other: type[ReferenceSearch], *searches: SearchName) -> CatalogueEntry:
    """Puts a variation into the catalogue as another form of a mistake, with the same explanation;
    with `searches`, only for these."""
    entry: CatalogueEntry = getattr(other, _ENTRY)
    return replace(entry, searches=searches or entry.searches)


def entry_of(value: object) -> CatalogueEntry | None:
    """What the catalogue says about `value`, if it is one of its variations."""
    entry: CatalogueEntry | None = vars(value).get(_ENTRY) if isinstance(value, type) else None
    return entry


def variation(*bases: type[ReferenceSearch], **overrides: Any) -> type[ReferenceSearch]:
    """A variation of a search: that of all `bases`, with these methods and attributes."""
    return type("Variation", bases or (ReferenceSearch,), overrides)


def changed(**changes: Callable[..., Any]) -> type[ReferenceSearch]:
    """A variation of these methods: a function gets the right result and the arguments, and returns
    the result with the mistake."""

    def method(name: str, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed_method(search: ReferenceSearch, *arguments: Any) -> Any:
            return change(getattr(super(varied, search), name)(*arguments), *arguments)

        return changed_method

    varied = variation(**{name: method(name, change) for name, change in changes.items()})
    return varied


def layer_is(layer: ReferenceLayer, where: Callable[[Any], Any]) -> type[ReferenceSearch]:
    """A variation with other layers at some states."""
    return changed(layer=lambda right, state: layer if where(state) else right)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
