"""Weighs all known mistakes against all that was observed of an agent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from pacgrid.autograder.diagnosis.counterexample import counterexample
from pacgrid.autograder.diagnosis.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    Verdict,
)
from pacgrid.autograder.diagnosis.hypothesis import (
    Hypothesis,
    Misfit,
    can_be_made_together,
    likely_pairs,
    misfit,
    replies,
)
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.observation import Decision, Observation
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.recorder import Path
from pacgrid.autograder.diagnosis.reference import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.autograder.diagnosis.right_styles import right_styles
from pacgrid.autograder.diagnosis.truth import truth_of
from pacgrid.autograder.question import Pruning

_PRUNES_ON_EQUALITY = "prunes_on_equality"
_ODD = 16
"""For that many decisions, one may contradict a mistake that explains all others."""


def diagnose(
    observations: Sequence[Observation],
    mistakes: Sequence[Mistake],
    *,
    pruning: Pruning = "either",
    again: Sequence[Observation] = (),
) -> Diagnosis:
    """What is wrong with the agent that was observed, if anything.

    A right agent is never accused, however it is written: if all its choices are optimal, it is
    right, unless it searches exactly what one of `mistakes` would in every decision, and no right
    search does. Then the verdict is `NAMED` although `right == asked`.

    Args:
        observations: of one agent, with probes for the same search.
        mistakes: the known mistakes in that search.
        pruning: what alpha-beta may prune.
        again: what the agent did when it was asked about some of the probes once more.
    """
    return _Case(tuple(observations), tuple(again), tuple(mistakes), pruning).diagnosis()


def searches_right(observation: Observation) -> bool:
    """Whether the agent did exactly what the right search does, in its order of actions."""
    search = RIGHT_SEARCHES[observation.probe.search]
    return all(
        right.misfit(decision) == Misfit() for decision, right in replies(search, observation)
    )


class _Observed(NamedTuple):
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
class _Case:
    observations: tuple[Observation, ...]
    again: tuple[Observation, ...]
    mistakes: tuple[Mistake, ...]
    pruning: Pruning

    @cached_property
    def decisions(self) -> tuple[_Observed, ...]:
        return tuple(_decisions(self.observations))

    @cached_property
    def wrong(self) -> tuple[_Observed, ...]:
        """The decisions that are not optimal, those in small probes first."""
        every = (*self.decisions, *_decisions(self.again))
        return tuple(sorted((each for each in every if not each.is_optimal), key=_size))

    @cached_property
    def evidence(self) -> tuple[Observation, ...]:
        """Everything that was observed. What contradicts most mistakes comes first: wrong choices,
        in small probes."""
        wrong = [each.observation for each in self.wrong]
        everything = {id(each): each for each in (*wrong, *self.observations, *self.again)}
        return tuple(everything.values())

    def diagnosis(self) -> Diagnosis:
        if not self.wrong:
            return self._of_right_choices()
        singles = [Hypothesis((each,)) for each in self.mistakes]
        if (named := self._best(singles)) and named[1] == Misfit():
            return self._named(Verdict.NAMED, *named)
        pairs = self._best(likely_pairs(self.mistakes, self.evidence))
        if pairs and pairs[1] == Misfit():
            return self._named(Verdict.COMBINED, *pairs)
        if differs := self._unstable():
            return self._conclude(Verdict.UNSTABLE, example=differs)
        if pairs and not named:
            return self._named(Verdict.COMBINED, *pairs)
        if named := named or self._best(singles, odd=len(self.decisions) // _ODD):
            return self._named(Verdict.NAMED, *named)
        failed = [each for each in self.wrong if each.decision.failure]
        verdict = Verdict.FAILED if failed else Verdict.UNEXPLAINED
        _, decision, observation = (failed or self.wrong)[0]
        return self._conclude(verdict, example=counterexample(observation, decision))

    # Right choices.

    def _of_right_choices(self) -> Diagnosis:
        if not self.decisions:
            return self._conclude(Verdict.RIGHT)
        search = self.decisions[0].probe.search
        if any(map(self._is_exact, right_styles(search))):
            return self._conclude(Verdict.RIGHT)
        exact = [each for each in self.mistakes if self._is_exact(each.mutant)]
        remarks = [each for each in exact if self._is_remark(each)]
        if remarks:
            return self._conclude(Verdict.RIGHT, remarks=_findings(remarks))
        is_strict = any(each.finding.mistake == _PRUNES_ON_EQUALITY for each in exact)
        if not is_strict and not self._is_style_excluded():
            return self._conclude(Verdict.RIGHT)
        if exact:
            return self._named(Verdict.NAMED, [Hypothesis((each,)) for each in exact], Misfit())
        if pair := self._exact_pair():
            serious = [each for each in pair.mistakes if not self._is_remark(each)]
            verdict = Verdict.COMBINED if len(serious) > 1 else Verdict.NAMED
            return self._named(verdict, [pair], Misfit())
        return self._conclude(Verdict.RIGHT)

    def _exact_pair(self) -> Hypothesis | None:
        """Two mistakes, not both of them remarks, that together explain everything."""
        agreeing = [m for m in self.mistakes if not misfit(m.mutant, self.evidence, 0).choices]
        for pair in combinations(agreeing, 2):
            if can_be_made_together(*pair) and not all(map(self._is_remark, pair)):
                hypothesis = Hypothesis(pair)
                if self._is_exact(hypothesis.mutant):
                    return hypothesis
        return None

    def _is_style_excluded(self) -> bool:
        """Whether it uses a state that a right search doesn't need, or does without one that is
        needed though it has not searched an equal one, which it could remember."""
        for observation in self.observations:
            search = RIGHT_SEARCHES[observation.probe.search]
            for decision, right in replies(search, observation):
                used, needed = decision.footprint.used, right.decision.footprint.used
                if used - needed or (needed - used) & _new_states(decision):
                    return True
        return False

    def _is_exact(self, search: type[ReferenceSearch]) -> bool:
        """Whether it explains everything to the last state."""
        return all(
            reply.misfit(observed) == Misfit()
            for observation in self.evidence
            for observed, reply in replies(search, observation)
        )

    def _is_remark(self, mistake: Mistake) -> bool:
        if mistake.finding.mistake == _PRUNES_ON_EQUALITY:
            return self.pruning != "strict"
        return mistake.is_remark

    # Wrong choices.

    def _best(
        self, hypotheses: Iterable[Hypothesis], odd: int = 0
    ) -> tuple[list[Hypothesis], Misfit] | None:
        """The hypotheses that explain the evidence best, and what they leave unexplained: not more
        than `odd` choices, and then hardly any states."""
        left_by = [(misfit(each.mutant, self.evidence, odd), each) for each in hypotheses]
        fits = [(left, each) for left, each in left_by if left.choices <= odd]
        least = min((left for left, _ in fits), default=None)
        if least is None or (least.choices and least.states > self._most_states):
            return None
        return [each for left, each in fits if left == least], least

    @cached_property
    def _most_states(self) -> int:
        """How many states a mistake that contradicts a choice may leave unexplained."""
        return sum(len(each.decision.log.nodes) for each in self.decisions) // _ODD

    def _named(self, verdict: Verdict, hypotheses: list[Hypothesis], left: Misfit) -> Diagnosis:
        best = hypotheses[0]
        if verdict is Verdict.COMBINED:
            hypotheses = [best]
        findings = _findings(
            mistake
            for each in hypotheses
            for mistake in each.mistakes
            if self.wrong or not self._is_remark(mistake)
        )
        wrong = self.wrong or sorted(self._odd_ones(), key=_size)
        example = counterexample(wrong[0].observation, wrong[0].decision, best.mutant)
        if left.choices:
            certainty = Certainty.POSSIBLE
        else:
            certainty = Certainty.LIKELY if left.states else Certainty.CERTAIN
        return self._conclude(verdict, findings, certainty, example=example)

    def _odd_ones(self) -> list[_Observed]:
        """The decisions in which the agent doesn't search what it should."""
        return [
            _Observed(observation.probe, decision, observation)
            for observation in self.observations
            for decision, right in replies(RIGHT_SEARCHES[observation.probe.search], observation)
            if right.misfit(decision) != Misfit()
        ]

    def _unstable(self) -> Counterexample | None:
        """The first decision that the agent made otherwise when it was asked again."""
        first = {each.probe: each for each in self.observations}
        for second in self.again:
            before = first.get(second.probe)
            pairs = zip(before.decisions, second.decisions, strict=False) if before else ()
            for one, other in pairs:
                if one.root != other.root:
                    break
                if one.chosen != other.chosen and before:
                    words = f"it chose {one.chosen}; asked again, it chose {other.chosen}"
                    return counterexample(before, one, departs=((), words))
        return None

    def _conclude(
        self,
        verdict: Verdict,
        findings: tuple[Finding, ...] = (),
        certainty: Certainty = Certainty.CERTAIN,
        *,
        remarks: tuple[Finding, ...] = (),
        example: Counterexample | None = None,
    ) -> Diagnosis:
        return Diagnosis(
            verdict,
            asked=len(self.decisions),
            right=sum(each.is_optimal for each in self.decisions),
            findings=findings,
            certainty=certainty,
            remarks=remarks,
            counterexample=example,
        )


def _decisions(observations: Sequence[Observation]) -> Iterator[_Observed]:
    for observation in observations:
        for decision in observation.decisions:
            yield _Observed(observation.probe, decision, observation)


def _size(observed: _Observed) -> int:
    return observed.size


def _findings(mistakes: Iterable[Mistake]) -> tuple[Finding, ...]:
    """Each finding once."""
    return tuple({each.finding.mistake: each.finding for each in mistakes}.values())


def _new_states(decision: Decision) -> set[Path]:
    """The states that it generated that differ from all that it used as many plies ahead."""
    log, used = decision.log, decision.footprint.used
    states = [(len(path), node.state) for path, node in zip(log.paths, log.nodes, strict=True)]
    known = {state for path, state in zip(log.paths, states, strict=True) if path in used}
    return {path for path, state in zip(log.paths, states, strict=True) if state not in known}
