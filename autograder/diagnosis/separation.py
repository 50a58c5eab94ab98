"""Which known mistakes differ in something that can be observed."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from .footprint import Footprint
from .hypothesis import Reply, build, replies
from .mistake import Mistake
from .observation import observe
from .probe import Probe
from .reference import RIGHT_SEARCHES, ReferenceSearch

RIGHT = "right"
"""The name of the right search in a group."""


@dataclass(frozen=True)
class Behaviour:
    """What can be observed of a search that is asked about a probe."""

    choices: tuple[frozenset[Any], ...]
    """For each move, all that it may choose; nothing if it fails."""
    footprints: tuple[Footprint, ...]


def behaviours(probe: Probe, searches: Sequence[type[ReferenceSearch]]) -> tuple[Behaviour, ...]:
    """What each of `searches` does where the right search is asked about `probe`."""
    asked = observe(probe, partial(build, RIGHT_SEARCHES[probe.search], probe))
    return tuple(_behaviour([reply for _, reply in replies(each, asked)]) for each in searches)


def _behaviour(answers: Sequence[Reply]) -> Behaviour:
    return Behaviour(
        tuple(frozenset(each.choices) for each in answers),
        tuple(each.decision.footprint for each in answers),
    )


def inseparable(
    mistakes: Sequence[Mistake],
    probes: Iterable[Probe],
    aspect: Callable[[Behaviour], Hashable] = lambda behaviour: behaviour,
) -> tuple[tuple[str, ...], ...]:
    """The groups of mistakes, by the names of their findings and `RIGHT`, that behave the same in
    all of these probes, or in one `aspect` of their behaviour."""
    searches = [RIGHT_SEARCHES[mistakes[0].search], *(each.mutant for each in mistakes)]
    names = [RIGHT, *(each.finding.mistake for each in mistakes)]
    shown = zip(*([*map(aspect, behaviours(probe, searches))] for probe in probes), strict=True)
    groups: dict[tuple[Hashable, ...], set[str]] = {}
    for name, behaviour in zip(names, shown, strict=True):
        groups.setdefault(behaviour, set()).add(name)
    return tuple(sorted({tuple(sorted(group)) for group in groups.values() if len(group) > 1}))
