"""What else to ask an agent, so that mistakes which explain the same are told apart."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain

from ..model.searches import SearchName
from .generator import generate
from .hypothesis import Hypothesis
from .observation import Observation
from .probe import Probe
from .recipe import candidate
from .separation import Behaviour, behaviours

Ask = Callable[[Probe], Observation | None]
"""Asks the agent; None if it can't be asked any more."""

MOST_ASKED = 8
"""More probes aren't asked about."""
_GENERATED = 60
"""So many generated probes are looked through, those that tell most mistakes apart first ..."""
_DRAWN = 120
"""... and so many others."""
_SEED = 2


def telling_probe(
    hypotheses: Sequence[Hypothesis], probes: Iterable[Probe], asked: Collection[Probe]
) -> Probe | None:
    """The one of `probes` about which these searches differ most, if they differ; none of those
    that were `asked` about."""
    searches = [each.mutant for each in hypotheses]
    names = [each.names for each in hypotheses]
    best, most = None, 1
    for probe in probes:
        if probe in asked:
            continue
        shown = behaviours(probe, searches)
        shown_by: dict[frozenset[str], set[Behaviour]] = {}
        for name, behaviour in zip(names, shown, strict=True):
            shown_by.setdefault(name, set()).add(behaviour)
        kinds = len(set(map(frozenset, shown_by.values())))
        if kinds > most:
            best, most = probe, kinds
        if most == len(shown_by):
            break
    return best


def further_probes(search: SearchName) -> Iterator[Probe]:
    """What an agent may be asked about: trees and positions."""
    drawn = (candidate(search, number) for number in range(_DRAWN))
    return chain(generate(search, _GENERATED, _SEED), drawn)
