"""The probes of a search test."""

from dataclasses import replace

from ..diagnosis.generator import generate
from ..diagnosis.probe import Probe
from ..diagnosis.transformation import transformed
from .search import Search


def probes(test: Search) -> tuple[Probe, ...]:
    """What a submission is asked about in `test`: its positions, its trees, and what is generated.
    They are numbered from 1, as in `tree 7`. Hidden ones are transformed by the seed,
    so that a submission can't recognise them."""
    every = [
        *(
            Probe("", p, test.search, test.depth, test.evaluation, test.moves)
            for p in test.positions
        ),
        *(Probe("", tree, test.search, test.depth) for tree in test.trees),
        *generate(test.search, test.generate, test.seed),
    ]
    if test.is_hidden:
        every = [transformed(probe, test.seed) for probe in every]
    return tuple(
        replace(probe, name=f"{probe.kind} {number}")
        for number, probe in enumerate(every, start=1)
        if number in test.numbers
    )
