"""The smallest tree in which a known mistake shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice

from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.diagnosis import Counterexample, Diagnosis
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.hypothesis import build, replies
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES
from pacgrid.autograder.diagnosis.shrinking import smallest
from pacgrid.autograder.diagnosis.truth import truth_of

_PROBES = 40
_MOST_SHRUNK = 3


@cache
def example(mistake: Mistake) -> Probe | None:
    """A small tree in which a search with that mistake chooses wrongly, or else searches other
    states than the right one: always the same tree. None if there is none among the generated ones.
    """
    for shows in (_is_wrong, _differs):
        found = islice(_shown_by(mistake, shows), _MOST_SHRUNK)
        if examples := [smallest(probe, partial(shows, mistake)) for probe in found]:
            return min(examples, key=lambda probe: truth_of(probe, probe.root).size)
    return None


def with_public_example(diagnosis: Diagnosis, mistakes: Sequence[Mistake]) -> Diagnosis:
    """The diagnosis of a hidden test with an example of the first mistake that it names instead of
    what was observed; with none if it names none of `mistakes`."""
    names = [finding.mistake for finding in diagnosis.findings[:1]]
    named = [each for each in mistakes if each.finding.mistake in names]
    return replace(diagnosis, counterexample=_public(named[0]) if named else None)


def _public(mistake: Mistake) -> Counterexample | None:
    """What a search with that mistake does in the example of it."""
    if not (probe := example(mistake)):
        return None
    seen = observe(probe, lambda: build(mistake.mutant, probe))
    found = diagnose([seen], [mistake]).counterexample
    return found and replace(found, is_own=False)


def _shown_by(mistake: Mistake, shows: Callable[[Mistake, Probe], bool]) -> Iterator[Probe]:
    """The generated trees that show the mistake, small ones first."""
    for probe in generate(mistake.search, _PROBES, seed=0):
        if probe.kind == "tree" and shows(mistake, probe):
            yield replace(probe, name="")


def _is_wrong(mistake: Mistake, probe: Probe) -> bool:
    """Whether it chooses wrongly, or fails, where there are several actions."""
    seen = observe(probe, lambda: build(mistake.mutant, probe))
    return len(probe.root.legal_actions()) > 1 and any(
        decision.chosen not in truth_of(probe, decision.root).best for decision in seen.decisions
    )


def _differs(mistake: Mistake, probe: Probe) -> bool:
    """Whether it searches other states than the right search, where there are several actions."""
    right = RIGHT_SEARCHES[mistake.search]
    seen = observe(probe, lambda: build(right, probe))
    return len(probe.root.legal_actions()) > 1 and any(
        decision.footprint != reply.decision.footprint
        for decision, reply in replies(mistake.mutant, seen)
    )
