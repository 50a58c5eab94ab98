"""Everything that was observed of an agent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from .budget import QuestionBudget
from .observation import Decision, Observation, ObservedTest
from .probe import Probe
from .reference import ReferenceSearch
from .truth import truth_of


class Instability(NamedTuple):
    """A decision, and what the agent chose there when it was asked again."""

    observation: Observation
    decision: Decision
    again: Decision


class Observed(NamedTuple):
    """A decision, and where it was made."""

    probe: Probe
    decision: Decision
    observation: Observation

    @property
    def is_optimal(self) -> bool:
        return self.decision.chosen in truth_of(self.probe, self.decision.root).best

    @property
    def size(self) -> int:
        return truth_of(self.probe, self.decision.root).size


@dataclass(frozen=True)
class Evidence:
    """What the agent did in all tests of a question."""

    tests: tuple[ObservedTest, ...]
    budget: QuestionBudget = field(default_factory=QuestionBudget, compare=False)
    """What is left of it to explain the evidence."""

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        return tuple(each for test in self.tests for each in test.observations)

    @cached_property
    def again(self) -> tuple[Observation, ...]:
        """What it did when it was asked about some probes once more."""
        return tuple(each for test in self.tests for each in test.again)

    @cached_property
    def decisions(self) -> tuple[Observed, ...]:
        """Those that count: not what it did when it was asked again."""
        return tuple(_decisions(self.observations))

    @cached_property
    def wrong(self) -> tuple[Observed, ...]:
        """The decisions that are not optimal, the most telling first."""
        every = (*self.decisions, *_decisions(self.again))
        return most_telling_first(each for each in every if not each.is_optimal)

    @cached_property
    def instability(self) -> Instability | None:
        """The first decision that it made otherwise when it was asked again."""
        first = {each.probe: each for each in self.observations}
        for second in self.again:
            before = first.get(second.probe)
            pairs = zip(before.decisions, second.decisions, strict=False) if before else ()
            for one, other in pairs:
                if one.root != other.root:
                    break
                if one.chosen != other.chosen and before:
                    return Instability(before, one, other)
        return None

    @cached_property
    def in_order(self) -> tuple[tuple[Observation, ...], ...]:
        """Everything, as it was observed in each test."""
        return tuple((*test.observations, *test.again) for test in self.tests)

    @cached_property
    def every(self) -> tuple[Observation, ...]:
        return tuple(each for observations in self.in_order for each in observations)

    @cached_property
    def telling(self) -> tuple[Observation, ...]:
        """Everything. What contradicts most mistakes soonest comes first: wrong choices, in small
        probes."""
        wrong = [each.observation for each in sorted(self.wrong, key=lambda each: each.size)]
        every = sorted(self.every, key=lambda each: sum(len(d.log.events) for d in each.decisions))
        return tuple({id(each): each for each in (*wrong, *every)}.values())

    @cached_property
    def without_failures(self) -> "Evidence":
        """The observations in which it always chose an action."""
        return Evidence(
            tuple(
                ObservedTest(_without_failures(each.observations), _without_failures(each.again))
                for each in self.tests
            ),
            self.budget,
        )

    @property
    def size(self) -> int:
        """How many questions the agent asked."""
        return sum(len(each.log.events) for o in self.every for each in o.decisions)

    def with_only(self, observations: Sequence[Observation]) -> "Evidence":
        """These observations instead of its own, for the same budget."""
        return Evidence((ObservedTest(tuple(observations)),), self.budget)

    def with_test(self, observations: Sequence[Observation]) -> "Evidence":
        """With these observations, of a further process."""
        return Evidence((*self.tests, ObservedTest(tuple(observations))), self.budget)

    def against(self, search: type[ReferenceSearch]) -> tuple[tuple[Observation, ...], ...]:
        """Everything, in an order in which `search` can be compared with it. What an agent keeps
        in its class lasts for a part."""
        return self.in_order if search.is_one_for_all else (self.telling,)


def most_telling_first(decisions: Iterable[Observed]) -> tuple[Observed, ...]:
    """These decisions in the order in which to show them: those in probes with names, which are in
    the test, then those with wrong choices, then those in small probes."""
    return tuple(
        sorted(decisions, key=lambda each: (not each.probe.name, each.is_optimal, each.size))
    )


def _decisions(observations: Sequence[Observation]) -> Iterator[Observed]:
    for observation in observations:
        for decision in observation.decisions:
            yield Observed(observation.probe, decision, observation)


def _without_failures(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    return tuple(o for o in observations if not any(each.failure for each in o.decisions))
