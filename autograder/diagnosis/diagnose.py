"""Weighs all known mistakes against all that was observed of an agent."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..model.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    Verdict,
)
from ..model.searches import Pruning
from .budget import QuestionBudget, TooLargeError
from .counterexample import counterexample
from .evidence import Evidence, Observed, most_telling_first
from .hypothesis import (
    Hypothesis,
    Misfit,
    likely_pairs,
    misfit,
    replies,
    simplest,
)
from .mistake import Mistake
from .observation import Decision, Observation
from .path import ROOT
from .reference import RIGHT_SEARCHES
from .right_choices import RightChoices

_ODD = 16
"""For that many decisions, one may contradict a mistake that explains all others."""


def diagnose(
    observations: Sequence[Observation],
    mistakes: Sequence[Mistake],
    *,
    pruning: Pruning = "either",
    again: Sequence[Observation] = (),
    budget: QuestionBudget | None = None,
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
        budget: how much work it may be. If that isn't enough, the verdict is `STOPPED`.
    """
    evidence = Evidence(tuple(observations), tuple(again), budget or QuestionBudget())
    case = _Case(evidence, tuple(mistakes), pruning)
    most = evidence.budget.questions
    try:
        evidence.budget.spend(evidence.size)
        return case.diagnosis()
    except TooLargeError:
        return case.stopped(most)


def searches_right(observation: Observation) -> bool:
    """Whether the agent did exactly what the right search does, in its order of actions."""
    search = RIGHT_SEARCHES[observation.probe.search]
    return all(
        right.misfit(decision) == Misfit() for decision, right in replies(search, observation)
    )


@dataclass(frozen=True)
class _Case:
    evidence: Evidence
    mistakes: tuple[Mistake, ...]
    pruning: Pruning

    def diagnosis(self) -> Diagnosis:
        if not self.evidence.wrong:
            return self._of_right_choices()
        if all(_fails_at_once(each.decision) for each in self.evidence.decisions):
            return self._unexplained()
        singles = [Hypothesis((each,)) for each in self.mistakes]
        if named := self._best(singles):
            if named[1] == Misfit():
                return self._named(Verdict.NAMED, *named)
            if remarked := self._best(self._with_remarks(named[0])):
                named = min(named, remarked, key=lambda each: each[1])
            if named[1] == Misfit():
                return self._named(Verdict.NAMED, *named)
        always_fails = all(each.decision.failure for each in self.evidence.decisions)
        pairs = None
        if named or not always_fails:  # two mistakes don't fail where neither does
            pairs = self._best(likely_pairs(self.mistakes, self.evidence))
        if pairs and pairs[1] == Misfit():
            return self._named(Verdict.COMBINED, *pairs)
        if differs := self._unstable():
            return self._conclude(Verdict.UNSTABLE, example=differs)
        if pairs and not named:
            return self._named(Verdict.COMBINED, *pairs)
        if named := named or self._best(singles, odd=len(self.evidence.decisions) // _ODD):
            return self._named(Verdict.NAMED, *named)
        return self._unexplained()

    def stopped(self, most: int) -> Diagnosis:
        """What there is to say without an explanation, after so many questions."""
        wrong = self.evidence.wrong[:1]
        examples = [counterexample(each.observation, each.decision) for each in wrong]
        return replace(
            self._conclude(Verdict.STOPPED, example=examples[0] if examples else None),
            evidence=f"The diagnosis was stopped after {most:,} questions: this search is too large"
            " to explain. The points are not affected.",
        )

    def _unexplained(self) -> Diagnosis:
        """As far as it chooses at all, a mistake may explain it."""
        wrong = self.evidence.wrong
        failed = [each for each in wrong if each.decision.failure]
        chosen = self.evidence.without_failures
        if failed and chosen.wrong:
            rest = _Case(chosen, self.mistakes, self.pruning).diagnosis()
            if rest.findings:
                return self._conclude(
                    rest.verdict, rest.findings, Certainty.POSSIBLE, example=rest.counterexample
                )
        verdict = Verdict.FAILED if failed else Verdict.UNEXPLAINED
        _, decision, observation = (failed or wrong)[0]
        return self._conclude(verdict, example=counterexample(observation, decision))

    def _of_right_choices(self) -> Diagnosis:
        choices = RightChoices(self.evidence, self.mistakes, self.pruning)
        hypotheses, remarks = choices.explain()
        if not hypotheses:
            return self._conclude(Verdict.RIGHT, remarks=_findings(remarks))
        serious = [
            Hypothesis(tuple(each for each in hypothesis.mistakes if not choices.is_remark(each)))
            for hypothesis in hypotheses
        ]
        verdict = Verdict.COMBINED if len(serious[0].mistakes) > 1 else Verdict.NAMED
        return self._named(verdict, serious, Misfit())

    def _with_remarks(self, hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Each of them together with each mistake that costs nothing by itself."""
        for hypothesis in hypotheses:
            for remark in self.mistakes:
                if remark.is_remark:
                    yield Hypothesis((*hypothesis.mistakes, remark))

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
        simple = simplest([each for left, each in fits if left == least])
        best = [(left.ties, each) for left, each in fits if each in simple]
        fewest = min(ties for ties, _ in best)
        return [each for ties, each in best if ties == fewest], least

    @cached_property
    def _most_states(self) -> int:
        """How many states a mistake that contradicts a choice may leave unexplained."""
        return sum(len(each.decision.log.nodes) for each in self.evidence.decisions) // _ODD

    def _named(self, verdict: Verdict, hypotheses: list[Hypothesis], left: Misfit) -> Diagnosis:
        best = hypotheses[0]
        if verdict is Verdict.COMBINED:
            hypotheses = [best]
        mistakes = [mistake for each in hypotheses for mistake in each.mistakes]
        serious = [each for each in mistakes if not each.is_remark] or mistakes
        remarks = [each for each in mistakes if each not in serious]
        _, decision, observation = self._example()
        example = counterexample(observation, decision, best.mutant)
        if left.choices:
            certainty = Certainty.POSSIBLE
        else:
            certainty = Certainty.LIKELY if left.states else Certainty.CERTAIN
        return self._conclude(
            verdict, _findings(serious), certainty, remarks=_findings(remarks), example=example
        )

    def _example(self) -> Observed:
        """The most telling decision: if no choice in the test is wrong, one in which it doesn't
        search what it should."""
        wrong = self.evidence.wrong
        if wrong and wrong[0].probe.name:
            return wrong[0]
        odd = (
            Observed(observation.probe, decision, observation)
            for observation in self.evidence.observations
            for decision, right in replies(RIGHT_SEARCHES[observation.probe.search], observation)
            if right.misfit(decision) != Misfit()
        )
        return most_telling_first((*wrong, *odd))[0]

    def _unstable(self) -> Counterexample | None:
        """The first decision that the agent made otherwise when it was asked again."""
        first = {each.probe: each for each in self.evidence.observations}
        for second in self.evidence.again:
            before = first.get(second.probe)
            pairs = zip(before.decisions, second.decisions, strict=False) if before else ()
            for one, other in pairs:
                if one.root != other.root:
                    break
                if one.chosen != other.chosen and before:
                    words = f"it chose {one.chosen}; asked again, it chose {other.chosen}"
                    return counterexample(before, one, departs=(ROOT, words))
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
        decisions = self.evidence.decisions
        return Diagnosis(
            verdict,
            asked=len(decisions),
            right=sum(each.is_optimal for each in decisions),
            findings=findings,
            certainty=certainty,
            remarks=remarks,
            counterexample=example,
        )


def _fails_at_once(decision: Decision) -> bool:
    """Whether an agent raises an exception before it searches, as an unwritten one does."""
    failure = decision.failure
    return bool(failure and not decision.generated and not failure.message.startswith("returned "))


def _findings(mistakes: Iterable[Mistake]) -> tuple[Finding, ...]:
    """Each finding once."""
    return tuple({each.finding.mistake: each.finding for each in mistakes}.values())
