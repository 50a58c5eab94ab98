"""Generates probes: trees and positions in which known mistakes show, small ones first."""

from dataclasses import replace
from functools import lru_cache

from ..model.searches import SearchName
from .probe import Probe
from .probe_selection import SELECTED
from .recipe import candidate
from .transformation import varied


@lru_cache(maxsize=64)
def generate(search: SearchName, count: int, seed: int) -> tuple[Probe, ...]:
    """So many probes for that search, small ones first: for the same seed the same ones.

    They are those in which most of the known mistakes show, and show differently. Their names,
    values and directions depend on the seed.
    """
    selected = SELECTED[search]
    numbers = [*selected, *range(max(selected) + 1, max(selected) + count)][:count]
    probes = [varied(candidate(search, number), seed) for number in numbers]
    probes.sort(key=lambda probe: (probe.depth * probe.moves, len(str(probe.root))))
    return tuple(
        replace(probe, name=f"{probe.kind} {number}")
        for number, probe in enumerate(probes, start=1)
    )
