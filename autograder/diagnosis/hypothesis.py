"""How well a search explains what was observed of an agent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.observation import Decision, Observation, decide
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import ReferenceSearch
from pacgrid.autograder.diagnosis.search_order import as_in


@dataclass(frozen=True, order=True)
class Misfit:
    """What a hypothesis doesn't explain; less is better."""

    choices: int = 0
    """Decisions in which it chooses, or fails, otherwise."""
    states: int = 0
    """States that only one of the two searched."""

    def __add__(self, other: "Misfit") -> "Misfit":
        return Misfit(self.choices + other.choices, self.states + other.states)


@dataclass(frozen=True)
class Hypothesis:
    """Mistakes that an agent may make, all at once."""

    mistakes: tuple[Mistake, ...]

    @cached_property
    def mutant(self) -> type[ReferenceSearch]:
        """The search that makes them."""
        first, *others = self.mistakes
        return first.together_with(*others)


@dataclass(frozen=True)
class Reply:
    """What a search of ours does where an agent was observed."""

    decision: Decision
    choices: tuple[Any, ...]
    """All that are equally good for it."""

    def misfit(self, observed: Decision) -> Misfit:
        """What it doesn't explain."""
        states = observed.footprint.distance(self.decision.footprint)
        if observed.chosen is None:
            agrees = self.decision.failure is not None
        else:
            agrees = observed.chosen in self.choices
        return Misfit(int(not agrees), states)


def misfit(
    search: type[ReferenceSearch], observations: Sequence[Observation], odd: int = 0
) -> Misfit | None:
    """What `search` doesn't explain; None if it contradicts more than `odd` choices."""
    total = Misfit()
    for observation in observations:
        for observed, reply in replies(search, observation):
            total += reply.misfit(observed)
            if total.choices > odd:
                return None
    return total


def replies(
    search: type[ReferenceSearch], observation: Observation
) -> Iterator[tuple[Decision, Reply]]:
    """Each observed decision, and what `search` does there if it tries actions in that order."""
    agent = build(search, observation.probe)
    for observed in observation.decisions:
        yield observed, reply(agent, observation.probe, observed)


def build(search: type[ReferenceSearch], probe: Probe) -> ReferenceSearch:
    return search(depth=probe.depth, evaluation=lambda state: state.evaluate())


def reply(agent: ReferenceSearch, probe: Probe, observed: Decision) -> Reply:
    """What `agent` does at the root of `observed`, in the order in which actions were tried."""
    agent.order = as_in(observed.order)
    agent.choices = ()
    decision = decide(agent, probe, observed.root)
    return Reply(decision, tuple(agent.choices))
