"""Weighs all known mistakes against all that was observed of an agent."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isclose

from pacgrid.tree.reference_search import RIGHT_SEARCHES, ReferenceSearch
from pacgrid.tree.watched_state import ROOT, Path

from ..model.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    Pruning,
    SearchName,
    Verdict,
)
from .counterexample import counterexample
from .evidence import (
    ROUNDING,
    Evidence,
    Observed,
    QuestionBudget,
    TooLargeError,
    most_telling_first,
    with_values,
)
from .explanation import (
    MOST_ASKED,
    Ask,
    Hypotheses,
    accused,
    chooses_so,
    explanation,
    further_tasks,
    is_exact,
    likely_pairs,
    telling_task,
)
from .hypothesis import Hypothesis, Mismatch, build, replies, reply, simplest
from .mistake import Mistake, entry_of
from .mistakes.depth import ONLY_OWN_MOVE
from .mistakes.pruning import (
    PRUNES_ON_EQUALITY,
    TAKES_PRUNED_FOR_TIE,
    FailHard,
)
from .observation import Decision, Observation, ObservedTest
from .parts_of_search import NO_SEARCH, PartsOfSearch
from .search_styles import right_styles
from .search_task import SearchTask

MOST_FINDINGS = 3
"""If more alternatives are left, none is told."""
_FROM_PARTS = "This follows from what your functions returned, and which states they asked for."
_LOOKED_THROUGH = 20
"""How many wrong decisions are searched for one that needs no earlier moves."""


def diagnose(
    tests: Sequence[ObservedTest],
    mistakes: Sequence[Mistake],
    *,
    pruning: Pruning = "either",
    together: bool = True,
    budget: QuestionBudget | None = None,
    ask: Ask = lambda _: None,
    further: Callable[[SearchName], Iterable[SearchTask]] = further_tasks,
    may_be_two: Callable[[], bool] = lambda: True,
) -> Diagnosis:
    """What is wrong with the agent that was observed, if anything.

    A right agent is never accused, however it is written: if all its choices are optimal, it is
    right, unless it searches exactly what one of `mistakes` would in every decision, and no right
    search does. Then the verdict is `NAMED` although `right == asked`.

    Args:
        tests: what was observed of one agent, with tasks for the same search.
        mistakes: the known mistakes in that search.
        pruning: what alpha-beta may prune.
        together: whether an agent whose choices are right may make two mistakes.
        budget: how much work it may be. If that isn't enough, the verdict is `STOPPED`.
        ask: asks the agent about a further task, if several mistakes explain everything.
        further: the tasks that it may be asked about.
        may_be_two: whether it may make two mistakes, if it makes none alone.
    """
    evidence = Evidence(tuple(tests), budget or QuestionBudget())
    most = evidence.budget.questions
    case = _Case(evidence, tuple(mistakes), pruning, further, together, may_be_two)
    try:
        evidence.budget.spend(evidence.size)
        return case.diagnosis(ask)
    except TooLargeError:
        return case.stopped(most)


def searches_right(observation: Observation) -> bool:
    """Whether the agent did exactly what the right search does, in its order of actions."""
    search = RIGHT_SEARCHES[observation.task.search]
    return all(
        right.mismatch(decision) == Mismatch() for decision, right in replies(search, observation)
    )


@dataclass(frozen=True)
class _Case:
    evidence: Evidence
    mistakes: tuple[Mistake, ...]
    pruning: Pruning
    further: Callable[[SearchName], Iterable[SearchTask]]
    together: bool
    may_be_two: Callable[[], bool]

    def diagnosis(self, ask: Ask = lambda _: None) -> Diagnosis:
        if not self.evidence.wrong:
            return self._of_right_choices(ask)
        decisions = [each.decision for each in self.evidence.decisions]
        if all(each.raises and not each.generated for each in decisions):  # it isn't written yet
            return self._unexplained()
        found = explanation(self.mistakes, self.evidence, self.may_be_two)
        if kept := agreeing(found, self.evidence.decisions):
            left = self._told_apart(kept, ask)
            if isinstance(left, _Case):
                return left.diagnosis()
            return self._named(left)
        if differs := self._unstable():
            return self._conclude(Verdict.UNSTABLE, example=differs)
        return self._unexplained()

    def stopped(self, most: int) -> Diagnosis:
        """What there is to say without an explanation, after so many questions."""
        return self._conclude(
            Verdict.STOPPED,
            example=next(map(counterexample, self.evidence.wrong), None),
            evidence=f"The diagnosis was stopped after {most:,} questions: this search is too large"
            " to explain. The points are not affected.",
        )

    def _told_apart(self, found: Hypotheses, ask: Ask) -> "Hypotheses | _Case":
        """What is left of `found` after further questions; or the case with their answers, if these
        contradict it."""
        search, asked = self.mistakes[0].search, [o.task for o in self.evidence.observations]
        seen: list[Observation] = []
        while len(accused(found)) > 1 and len(seen) < MOST_ASKED:
            task = telling_task(found, self.further(search), asked)
            if not task or not (observed := ask(task)):
                break
            asked.append(task)
            seen.append(observed)
            after = self.evidence.with_only(seen)
            found = tuple(each for each in found if is_exact(each.mutant, after))
            if not found:
                return replace(self, evidence=self.evidence.with_test(seen))
        return found

    def _unexplained(self) -> Diagnosis:
        """The part in which it goes wrong, if that is known; of a search that fails, what it does
        as far as it chooses at all."""
        failed = [each for each in self.evidence.wrong if each.decision.failure]
        if failed:
            rest = replace(self, evidence=self.evidence.without_failures).diagnosis()
            is_refuted = _farthest(failed) > 1 and {NO_SEARCH, *self._own_move} & {*rest.findings}
            if rest.findings and not is_refuted:
                asked = len(self.evidence.decisions)
                said = f"It failed in {asked - rest.asked} of {asked} moves; the rest shows this."
                return replace(rest, asked=asked, remarks=(), evidence=said)
        elif known := self._shallow() or self._by_parts():
            return known
        verdict = Verdict.FAILED if failed else Verdict.UNEXPLAINED
        shown = failed[0] if failed else self._example()
        return self._conclude(verdict, example=counterexample(shown))

    @property
    def _own_move(self) -> list[Finding]:
        """The mistake of a search that looks only at its own next move, if it is known."""
        return [m.finding for m in self.mistakes if issubclass(m.variation, ONLY_OWN_MOVE)]

    def _shallow(self) -> Diagnosis | None:
        """That it never looks further than its own next move, or asks for no state at all, if that
        is so: a fact, however it chooses then."""
        known, most = self._own_move, _farthest(self.evidence.decisions)
        if most > 1 or (most and not known):
            return None
        after = "after a ghost's move" if most else "that an action leads to"
        findings = (known[0] if most else NO_SEARCH,)
        said = f"In all {len(self.evidence.decisions)} moves, it asked for no state {after}."
        example = counterexample(self._example())
        return self._conclude(Verdict.NAMED, findings, example=example, evidence=said)

    def _by_parts(self) -> Diagnosis | None:
        """Which part of it is wrong by itself, by what its functions returned."""
        wrong = PartsOfSearch(self.evidence).wrong_part()
        if not wrong:
            return None
        return self._conclude(
            Verdict.NAMED,
            (wrong.finding,),
            Certainty.CERTAIN if wrong.is_only else Certainty.PART,
            example=counterexample(wrong.shown, departs=wrong.departs),
            evidence=_FROM_PARTS,
        )

    def _of_right_choices(self, ask: Ask) -> Diagnosis:
        hypotheses, is_remark = self._right_choices()
        found = self._told_apart(tuple(hypotheses), ask)
        if isinstance(found, _Case):
            return found.diagnosis()
        if not found:
            return self._conclude(Verdict.RIGHT)
        if is_remark:
            remarks = _findings(each for h in found for each in h.mistakes)
            # Several may be true, so that none is known.
            return self._conclude(Verdict.RIGHT, remarks=remarks if len(remarks) == 1 else ())
        serious = (
            Hypothesis(tuple(each for each in hypothesis.mistakes if not self._is_remark(each)))
            for hypothesis in found
        )
        return self._named(tuple(serious))

    def _named(self, found: Hypotheses) -> Diagnosis:
        best = found[0]
        if len(accused(found)) > (MOST_FINDINGS if len(best.names) == 1 else 1):
            return self._unexplained()
        is_combined = len(best.names) > 1
        return self._conclude(
            Verdict.COMBINED if is_combined else Verdict.NAMED,
            _findings(mistake for each in found for mistake in each.serious),
            remarks=_findings(each for each in best.mistakes if each not in best.serious),
            example=counterexample(self._example(best.mutant), best.mutant),
        )

    def _example(self, mutant: type[ReferenceSearch] | None = None) -> Observed:
        """The most telling decision: if no choice in the test is wrong, one in which it doesn't
        search what it should. If possible, one that `mutant` explains without earlier moves."""
        wrong = [each for each in self.evidence.wrong if each.task.name]
        if wrong:
            explained = (
                each for each in wrong[:_LOOKED_THROUGH] if mutant and _alone(mutant, each)
            )
            return next(explained, wrong[0])
        odd = (
            Observed(observation.task, decision, observation)
            for observation in self.evidence.observations
            for decision, right in replies(RIGHT_SEARCHES[observation.task.search], observation)
            if right.mismatch(decision) != Mismatch()
        )
        return most_telling_first((*self.evidence.wrong, *odd))[0]

    def _unstable(self) -> Counterexample | None:
        """The first decision that the agent made otherwise when it was asked again."""
        if not (found := self.evidence.instability):
            return None
        chosen = found.first.decision.chosen
        words = f"it chose {chosen}; asked again, it chose {found.again.chosen}"
        return counterexample(found.first, departs=(ROOT, words))

    def _right_choices(self) -> tuple[list[Hypothesis], bool]:
        """What explains how it searches if it chooses right; and whether that is only a remark.

        It makes a mistake only if it searches exactly what one of `mistakes` would in every
        decision, and no right search does. If a right search might, that is a remark."""
        if not any(each.decision.generated for each in self.evidence.decisions):
            return [], True  # nothing was searched, so nothing shows how
        search = self.evidence.decisions[0].task.search
        if any(is_exact(each, self.evidence) for each in right_styles(search)):
            return [], True
        known = (_without_ties(each) for each in self.mistakes if not _is_fail_hard(each))
        singles = [Hypothesis((each,)) for each in known]
        exact = [each for each in singles if is_exact(each.mutant, self.evidence)]
        if remarks := [each for each in exact if self._is_remark(each.mistakes[0])]:
            return remarks, True
        is_certain = any(_prunes_on_equality(each.mistakes[0]) for each in exact)
        if not is_certain and not self._is_style_excluded():
            return exact, True
        if exact:
            return simplest(exact), False
        found = self._exact_pair() if self.together else None
        return [found] if found else [], False

    def _is_remark(self, mistake: Mistake) -> bool:
        """Whether that mistake costs nothing, as long as the choices are right."""
        is_wrong = self.pruning == "strict" and _prunes_on_equality(mistake)
        return mistake.is_remark and not is_wrong

    def _exact_pair(self) -> Hypothesis | None:
        """Two mistakes, not both remarks, that together explain everything. Each alone explains
        the choices: as these are right, no other mistake could undo it."""
        likely = [each for each in self.mistakes if chooses_so(each.mutant, self.evidence)]
        for hypothesis in likely_pairs(likely, self.evidence):
            is_remark = all(map(self._is_remark, hypothesis.mistakes))
            if is_remark or not hypothesis.can_be_built:
                continue
            if is_exact(hypothesis.mutant, self.evidence):
                return hypothesis
        return None

    def _is_style_excluded(self) -> bool:
        """Whether it uses a state that a right search doesn't need, or does without one that is
        needed though it has not searched an equal one, which it could remember."""
        for observation in self.evidence.observations:
            search = RIGHT_SEARCHES[observation.task.search]
            for decision, right in replies(search, observation):
                used, needed = decision.footprint.used, right.decision.footprint.used
                if used - needed or (needed - used) & _new_states(decision):
                    return True
        return False

    def _conclude(
        self,
        verdict: Verdict,
        findings: tuple[Finding, ...] = (),
        certainty: Certainty = Certainty.CERTAIN,
        *,
        remarks: tuple[Finding, ...] = (),
        example: Counterexample | None = None,
        evidence: str = "",
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
            evidence=evidence,
        )


def _alone(mutant: type[ReferenceSearch], observed: Observed) -> bool:
    """Whether `mutant` explains that decision if it has made none before."""
    agent = build(mutant, observed.task)
    return reply(agent, observed.task, observed.decision).mismatch(observed.decision) == Mismatch()


def _farthest(decisions: Iterable[Observed]) -> int:
    """How many plies ahead the farthest state is that these searches generated."""
    return max((len(path) for each in decisions for path in each.decision.generated), default=0)


def _findings(mistakes: Iterable[Mistake]) -> tuple[Finding, ...]:
    """Each finding once."""
    return tuple({each.finding.mistake: each.finding for each in mistakes}.values())


def _without_ties(mistake: Mistake) -> Mistake:
    """What is left of it where no pruned branch was taken for a tie: how the search prunes."""
    tie, equality = (entry_of(forms[0]) for forms in (TAKES_PRUNED_FOR_TIE, PRUNES_ON_EQUALITY))
    if not tie or not equality or mistake.finding != tie.finding:
        return mistake
    return replace(mistake, finding=equality.finding, is_remark=True)


def _prunes_on_equality(mistake: Mistake) -> bool:
    return mistake.finding.mistake == "prunes_on_equality"


def _is_fail_hard(mistake: Mistake) -> bool:
    """Whether it searches as the right search may, though it allows more choices."""
    return issubclass(mistake.variation, FailHard)


def _new_states(decision: Decision) -> set[Path]:
    """The states that it generated that differ from all that it used as many plies ahead."""
    log, used = decision.log, decision.footprint.used
    states = [(len(path), node.state) for path, node in zip(log.paths, log.nodes, strict=True)]
    known = {state for path, state in zip(log.paths, states, strict=True) if path in used}
    return {path for path, state in zip(log.paths, states, strict=True) if state not in known}


_LEAST_STATES = 20
"""The values of fewer states say nothing."""
_MOST_OTHER = 0.1
"""The functions may return something other than a value, such as a bound, for this share of the
states."""


def agreeing(
    hypotheses: Sequence[Hypothesis], decisions: Sequence[Observed]
) -> tuple[Hypothesis, ...]:
    """The hypotheses that agree with what was returned; all of them if that is too little. If none
    agrees, the functions may return something other than values, so single mistakes are kept, and
    combinations are not."""
    known = with_values(decisions)
    if sum(len(each.decision.returned) for each in known) < _LEAST_STATES:
        return tuple(hypotheses)
    found = tuple(each for each in hypotheses if _agrees(each, known))
    return found or tuple(each for each in hypotheses if len(each.names) == 1)


def _agrees(hypothesis: Hypothesis, decisions: Sequence[Observed]) -> bool:
    same = other = 0
    for observed in decisions:
        agent = build(hypothesis.mutant, observed.task)
        reply(agent, observed.task, observed.decision)
        for path, value in observed.decision.returned.items():
            if (expected := agent.values.get(path)) is not None:
                agrees = isclose(value, expected, rel_tol=ROUNDING, abs_tol=ROUNDING)
                same, other = same + agrees, other + (not agrees)
    return other <= _MOST_OTHER * (same + other)
