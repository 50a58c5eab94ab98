"""Weighs all known mistakes against all that was observed of an agent."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..model.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    Verdict,
)
from ..model.searches import Pruning, SearchName
from .agreement import agreeing
from .budget import QuestionBudget, TooLargeError
from .counterexample import counterexample
from .evidence import Evidence, Observed, most_telling_first
from .explanation import Explainer, Explanation
from .further_questions import MOST_ASKED, Ask, further_probes, telling_probe
from .hypothesis import Hypothesis, Misfit, build, replies, reply
from .mistake import Mistake
from .mistakes.depth import ONLY_OWN_MOVE
from .observation import Decision, Observation, ObservedTest
from .part_findings import NO_SEARCH
from .parts_of_search import PartsOfSearch
from .path import ROOT
from .probe import Probe
from .reference import RIGHT_SEARCHES, ReferenceSearch
from .right_choices import RightChoices

MOST_FINDINGS = 3
"""More alternatives aren't told."""
_FROM_PARTS = "This follows from what your functions returned, and which states they asked for."
_LOOKED_THROUGH = 20
"""Wrong decisions, for one that needs no earlier moves."""


def diagnose(
    tests: Sequence[ObservedTest],
    mistakes: Sequence[Mistake],
    *,
    pruning: Pruning = "either",
    together: bool = True,
    budget: QuestionBudget | None = None,
    ask: Ask = lambda _: None,
    further: Callable[[SearchName], Iterable[Probe]] = further_probes,
) -> Diagnosis:
    """What is wrong with the agent that was observed, if anything.

    A right agent is never accused, however it is written: if all its choices are optimal, it is
    right, unless it searches exactly what one of `mistakes` would in every decision, and no right
    search does. Then the verdict is `NAMED` although `right == asked`.

    Args:
        tests: what was observed of one agent, with probes for the same search.
        mistakes: the known mistakes in that search.
        pruning: what alpha-beta may prune.
        together: whether an agent whose choices are right may make two or three mistakes.
        budget: how much work it may be. If that isn't enough, the verdict is `STOPPED`.
        ask: asks the agent about a further probe, if several mistakes explain everything.
        further: the probes that it may be asked about.
    """
    evidence = Evidence(tuple(tests), budget or QuestionBudget())
    most = evidence.budget.questions
    case = _Case(evidence, tuple(mistakes), pruning, further, together)
    try:
        evidence.budget.spend(evidence.size)
        return case.diagnosis(ask)
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
    further: Callable[[SearchName], Iterable[Probe]]
    together: bool

    def diagnosis(self, ask: Ask = lambda _: None) -> Diagnosis:
        if not self.evidence.wrong:
            return self._of_right_choices(ask)
        if all(_fails_at_once(each.decision) for each in self.evidence.decisions):
            return self._unexplained()
        if not any(e.decision.generated or e.decision.failure for e in self.evidence.decisions):
            return self._without_search()
        found = Explainer(self.evidence, self.mistakes).explanation()
        if found and (kept := agreeing(found.hypotheses, self.evidence.decisions)):
            left = self._told_apart(replace(found, hypotheses=kept), ask)
            if isinstance(left, _Case):
                return left.diagnosis()
            return self._named(left)
        if differs := self._unstable():
            return self._conclude(Verdict.UNSTABLE, example=differs)
        return self._unexplained(ask)

    def stopped(self, most: int) -> Diagnosis:
        """What there is to say without an explanation, after so many questions."""
        wrong = self.evidence.wrong[:1]
        examples = [counterexample(each.observation, each.decision) for each in wrong]
        return replace(
            self._conclude(Verdict.STOPPED, example=examples[0] if examples else None),
            evidence=f"The diagnosis was stopped after {most:,} questions: this search is too large"
            " to explain. The points are not affected.",
        )

    def _told_apart(self, found: Explanation, ask: Ask) -> "Explanation | _Case":
        """What is left of `found` after further questions; or the case with their answers, if these
        contradict it."""
        search, asked = self.mistakes[0].search, [o.probe for o in self.evidence.observations]
        seen: list[Observation] = []
        while len(found.accused) > 1 and len(seen) < MOST_ASKED:
            probe = telling_probe(found.hypotheses, self.further(search), asked)
            if not probe or not (observed := ask(probe)):
                break
            asked.append(probe)
            seen.append(observed)
            found = found.after(self.evidence.with_only(seen))
            if not found.hypotheses:
                return replace(self, evidence=self.evidence.with_test(seen))
        return found.likeliest(self.evidence) if found.hypotheses else found

    def _unexplained(self, ask: Ask = lambda _: None) -> Diagnosis:
        """As far as it chooses at all, a mistake may explain it."""
        wrong = self.evidence.wrong
        failed = [each for each in wrong if each.decision.failure]
        chosen = self.evidence.without_failures
        if failed and chosen.wrong:
            rest = replace(self, evidence=chosen).diagnosis(ask)
            if rest.findings:
                return self._conclude(
                    rest.verdict, rest.findings, Certainty.LIKELY, example=rest.counterexample
                )
        if not failed and (known := self._shallow() or self._by_parts()):
            return known
        verdict = Verdict.FAILED if failed else Verdict.UNEXPLAINED
        _, decision, observation = failed[0] if failed else self._example()
        return self._conclude(verdict, example=counterexample(observation, decision))

    def _without_search(self) -> Diagnosis:
        """That it asks for no state at all: a fact, however it chooses then."""
        _, decision, observation = self._example()
        said = f"In all {len(self.evidence.decisions)} moves, it asked for no state."
        example = counterexample(observation, decision)
        named = self._conclude(Verdict.NAMED, (NO_SEARCH,), example=example)
        return replace(named, evidence=said)

    def _shallow(self) -> Diagnosis | None:
        """That it never looks further than its own next move, if that is so: a fact, however it
        chooses then."""
        generated = [each.decision.generated for each in self.evidence.decisions]
        if not all(paths and max(map(len, paths)) == 1 for paths in generated):
            return None
        known = (m.finding for m in self.mistakes if issubclass(m.variation, ONLY_OWN_MOVE))
        _, decision, observation = self._example()
        said = f"In all {len(generated)} moves, it asked for no state after a ghost's move."
        named = self._conclude(
            Verdict.NAMED,
            tuple(dict.fromkeys(known)),
            example=counterexample(observation, decision),
        )
        return replace(named, evidence=said) if named.findings else None

    def _by_parts(self) -> Diagnosis | None:
        """Which parts of it are wrong by themselves, by what its functions returned."""
        wrong = PartsOfSearch(self.evidence, self.mistakes).wrong_parts(MOST_FINDINGS)
        if not wrong:
            return None
        (_, decision, observation), departs = wrong.example
        is_combined = len(wrong.findings) > 1 and not wrong.are_alternatives
        named = self._conclude(
            Verdict.COMBINED if is_combined else Verdict.NAMED,
            wrong.findings,
            example=counterexample(observation, decision, departs=departs),
        )
        return replace(named, evidence=_FROM_PARTS)

    def _of_right_choices(self, ask: Ask) -> Diagnosis:
        choices = RightChoices(self.evidence, self.mistakes, self.pruning, self.together)
        hypotheses, is_remark = choices.explain()
        found = self._told_apart(Explanation(tuple(hypotheses)), ask)
        if isinstance(found, _Case):
            return found.diagnosis()
        if not found.hypotheses:
            return self._conclude(Verdict.RIGHT)
        if is_remark:
            remarks = _findings(each for h in found.hypotheses for each in h.mistakes)
            # Several may be true, so that none is known.
            return self._conclude(Verdict.RIGHT, remarks=remarks if len(remarks) == 1 else ())
        serious = (
            Hypothesis(tuple(each for each in hypothesis.mistakes if not choices.is_remark(each)))
            for hypothesis in found.hypotheses
        )
        return self._named(Explanation(tuple(serious)))

    def _named(self, found: Explanation) -> Diagnosis:
        best = found.hypotheses[0]
        mutant = best.mutant
        if len(found.accused) > 1 and found.common:
            best = Hypothesis(found.common)
            found = replace(found, hypotheses=(best,))
        if len(found.accused) > 1 and any(len(names) > 1 for names in found.accused):
            return self._unexplained()
        if len(found.accused) > MOST_FINDINGS:
            return self._unexplained()
        is_combined = len(best.names) > 1
        hypotheses = [best] if is_combined else found.hypotheses
        _, decision, observation = self._example(mutant)
        return self._conclude(
            Verdict.COMBINED if is_combined else Verdict.NAMED,
            _findings(mistake for each in hypotheses for mistake in each.serious),
            Certainty.LIKELY if found.left.states else Certainty.CERTAIN,
            remarks=_findings(each for each in best.mistakes if each not in best.serious),
            example=counterexample(observation, decision, mutant),
        )

    def _example(self, mutant: type[ReferenceSearch] | None = None) -> Observed:
        """The most telling decision: if no choice in the test is wrong, one in which it doesn't
        search what it should. If possible, one that `mutant` explains without earlier moves."""
        wrong = [each for each in self.evidence.wrong if each.probe.name]
        if wrong:
            explained = (
                each for each in wrong[:_LOOKED_THROUGH] if mutant and _alone(mutant, each)
            )
            return next(explained, wrong[0])
        odd = (
            Observed(observation.probe, decision, observation)
            for observation in self.evidence.observations
            for decision, right in replies(RIGHT_SEARCHES[observation.probe.search], observation)
            if right.misfit(decision) != Misfit()
        )
        return most_telling_first((*self.evidence.wrong, *odd))[0]

    def _unstable(self) -> Counterexample | None:
        """The first decision that the agent made otherwise when it was asked again."""
        if not (found := self.evidence.instability):
            return None
        words = f"it chose {found.decision.chosen}; asked again, it chose {found.again.chosen}"
        return counterexample(found.observation, found.decision, departs=(ROOT, words))

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


def _alone(mutant: type[ReferenceSearch], observed: Observed) -> bool:
    """Whether `mutant` explains that decision if it has made none before."""
    agent = build(mutant, observed.probe)
    return reply(agent, observed.probe, observed.decision).misfit(observed.decision) == Misfit()


def _fails_at_once(decision: Decision) -> bool:
    """Whether an agent raises an exception before it searches, as an unwritten one does."""
    failure = decision.failure
    return bool(failure and not decision.generated and not failure.message.startswith("returned "))


def _findings(mistakes: Iterable[Mistake]) -> tuple[Finding, ...]:
    """Each finding once."""
    return tuple({each.finding.mistake: each.finding for each in mistakes}.values())
