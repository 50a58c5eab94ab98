"""Known mistakes are named, and right searches are never accused."""

import sys
import tracemalloc
from collections.abc import Sequence
from functools import partial
from itertools import count, product
from typing import Any, get_args

import pytest

from helpers.students import student_agents
from pacgrid.action import Action
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import MOST_FINDINGS, diagnose
from pacgrid.autograder.diagnosis.evidence import Evidence, QuestionBudget
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.mistakes.pruning import FailHard
from pacgrid.autograder.diagnosis.observation import Observation, ObservedTest, observe
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.autograder.diagnosis.task_generator import generate
from pacgrid.autograder.kinds.search import Search
from pacgrid.autograder.model.diagnosis import (
    Diagnosis,
    Finding,
    SearchName,
    Verdict,
)
from pacgrid.state import State
from pacgrid.tree.reference_search import ReferenceSearch, RightAlphaBeta, RightMinimax


class OneTooDeep(ReferenceSearch):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth + 1, **options)


class IgnoresTheEvaluation(ReferenceSearch):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth, **options)
        self.evaluate = lambda state: state.score


DEEP, IGNORES = MISTAKES = tuple(
    Mistake(Finding(variation.__name__, variation.__name__), "minimax", variation)
    for variation in (OneTooDeep, IgnoresTheEvaluation)
)


class Crashes(RightMinimax):
    def act(self, state: Any) -> Any:
        raise ZeroDivisionError


class DoesNotSearch(RightMinimax):
    def act(self, state: Any) -> Any:
        return state.legal_actions()[0]


class AvoidsTheBest(RightMinimax):
    def act(self, state: Any) -> Any:
        best = super().act(state)
        return min(self.report.values, key=lambda a: (a == best, -self.report.values[a], a))


class TakesTurns(RightMinimax):
    number = count()

    def act(self, state: Any) -> Any:
        super().act(state)
        values = list(self.report.values)
        return values[next(self.number) % len(values)]


class PrunesOnEquality(RightAlphaBeta):
    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return best <= alpha

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:
        return best >= beta


class FailsWhenItIsDeep(DEEP.mutant):  # type: ignore[misc, name-defined]
    def act(self, state: Any) -> Any:
        return {}[state] if state.num_agents > 2 else super().act(state)


class ReturnsText(RightMinimax):
    def act(self, state: Any) -> Any:
        return str(super().act(state))


class ReturnsValue(RightMinimax):
    def act(self, state: Any) -> Any:
        super().act(state)
        return max(self.report.values.values())


TASK = SearchTask("", State.parse("%%%%%%%\n%.P   %\n%%%%%%%\n%  1..%\n%%%%%%%"), "minimax", 1)


def built(agent: Any, task: SearchTask) -> Any:
    return agent(depth=task.depth, evaluation=lambda state: state.evaluate())


def observed(agent: Any, tasks: Sequence[SearchTask], again: int = 0) -> list[ObservedTest]:
    """What that agent does, in a single test."""

    def all_of(asked: Sequence[SearchTask]) -> tuple[Observation, ...]:
        return tuple(observe(task, partial(built, agent, task)) for task in asked)

    return [ObservedTest(all_of(tasks), all_of(tasks[:again]))]


@pytest.mark.parametrize(
    ("agent", "verdict", "findings", "difference"),
    [
        (RightMinimax, Verdict.RIGHT, [], ""),
        (RightAlphaBeta, Verdict.RIGHT, [], ""),
        (DEEP.mutant, Verdict.NAMED, ["OneTooDeep"], "it goes on at the state after "),
        (IGNORES.mutant, Verdict.NAMED, ["IgnoresTheEvaluation"], "the mistake gives "),
        (DEEP.together_with(IGNORES), Verdict.COMBINED, ["OneTooDeep", "IgnoresTheEvaluation"], ""),
        (Crashes, Verdict.FAILED, [], "it fails before it asks for any successor"),
        (DoesNotSearch, Verdict.NAMED, ["no_search"], "it asks for no successor at all"),
        (AvoidsTheBest, Verdict.UNEXPLAINED, [], ""),
        (TakesTurns, Verdict.UNSTABLE, [], "it chose "),
    ],
)
def test_a_mistake_is_named_or_said_to_be_unknown(
    agent: Any, verdict: Verdict, findings: list[str], difference: str
) -> None:
    tasks = generate("minimax", 16, seed=1)
    tests = observed(agent, tasks, again=4)
    found = diagnose(tests, MISTAKES)
    assert found.verdict is verdict
    assert sorted(finding.mistake for finding in found.findings) == sorted(findings)
    one = diagnose(tests, MISTAKES, may_be_two=lambda: False)
    assert one == found or verdict is Verdict.COMBINED, "then one mistake explains it, or nothing"
    assert one.verdict is not Verdict.COMBINED
    example = found.counterexample
    assert (example is None) is (verdict is Verdict.RIGHT)
    assert example is None or example.difference.startswith(difference)
    assert example is None or set(example.best) <= set(Action)


@pytest.mark.parametrize(
    ("agent", "findings", "difference"),
    [
        (ReturnsValue, ["returns_no_action"], "it returns a number, not an action"),
        (ReturnsText, [], "it returns a string, not an action"),
        (FailsWhenItIsDeep, ["looks_too_far"], "it goes on at "),
    ],
)
def test_failures_are_evidence_too(agent: Any, findings: list[str], difference: str) -> None:
    tests = observed(agent, generate("minimax", 12, seed=1))
    found = diagnose(tests, known_mistakes("minimax"))
    assert [finding.mistake for finding in found.findings] == findings
    assert found.counterexample.difference.startswith(difference)


@pytest.mark.parametrize("agent", [RightAlphaBeta, DEEP.mutant, AvoidsTheBest])
def test_a_budget_stops_a_diagnosis_or_changes_nothing(agent: Any) -> None:
    tests = observed(agent, generate("minimax", 16, seed=1))
    whole, most = diagnose(tests, MISTAKES), QuestionBudget()
    assert diagnose(tests, MISTAKES, budget=most) == whole
    needed = QuestionBudget().questions - most.questions
    assert diagnose(tests, MISTAKES, budget=QuestionBudget(needed)) == whole
    for less in (needed - 1, needed // 2, 0):
        stopped = diagnose(tests, MISTAKES, budget=QuestionBudget(less))
        assert stopped.verdict is Verdict.STOPPED
        assert f"after {less:,} questions" in stopped.evidence
        assert (stopped.right, stopped.asked) == (whole.right, whole.asked)
        assert stopped.accuses is (whole.right < whole.asked) is bool(stopped.counterexample)


class WalksFar(RightMinimax):
    """Follows a line of so many plies, then looks at its end and at what is beside it in turn."""

    def __init__(self, plies: int, beside: int) -> None:
        self.far, self.beside = plies, beside

    def act(self, state: Any) -> Any:
        states = [state]
        while len(states) <= self.far:
            last = states[-1]
            action = Action.STOP if last.to_move == 0 else last.legal_actions()[0]
            states.append(last.successor(action))
        beside = states[self.beside].successor(Action.WEST)
        for _ in range(self.far):
            _ = states[-1].is_terminal, beside.is_terminal
        return Action.WEST


@pytest.mark.parametrize("beside", [0, 200, -3])
def test_a_diagnosis_takes_work_and_memory_as_the_search_does(beside: int) -> None:
    def cost(plies: int) -> tuple[int, int]:
        steps = 0

        def count_step(*_: object) -> Any:
            nonlocal steps
            steps += 1
            return count_step

        tracemalloc.start()
        try:
            seen = observe(TASK, partial(WalksFar, plies, beside))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        traced = sys.gettrace()
        sys.settrace(count_step)
        try:
            diagnose([ObservedTest((seen,))], MISTAKES)
        finally:
            sys.settrace(traced)
        return steps, peak

    (steps, peak), (more_steps, more_peak) = cost(600), cost(1_800)
    assert more_steps < 5 * steps  # three times as much; a square would be nine times
    assert more_peak < 5 * peak  # a table may double just here


@pytest.mark.parametrize(
    "search", ["minimax", "expectimax", pytest.param("alpha_beta", marks=pytest.mark.slow)]
)
def test_right_agents_of_any_style_are_never_accused(search: SearchName) -> None:
    tasks, mistakes = generate(search, 4, seed=7), known_mistakes(search)
    agents = [each.agent for each in student_agents("right") if each.search == search]
    diagnoses = [diagnose(observed(agent, tasks), mistakes) for agent in agents]
    assert {each.verdict for each in diagnoses} == {Verdict.RIGHT}


@pytest.mark.parametrize(
    ("search", "every"),
    [
        ("minimax", 10),
        *(pytest.param(search, 3, marks=pytest.mark.slow) for search in get_args(SearchName)),
    ],
)
def test_few_right_choices_lead_to_few_mistakes_or_to_none(search: SearchName, every: int) -> None:
    question = Assignment.load("pacman").question(search)
    tests = [test for test in question.tests if isinstance(test, Search)]
    agents = [each.agent for each in student_agents("wrong") if each.search == search]
    for agent, test in product(agents[::every], tests[:1]):
        seen = observed(agent, test.tasks)
        if not Evidence(tuple(seen)).wrong:
            found = diagnose(seen, known_mistakes(search), pruning=test.pruning)
            assert len(found.findings) <= MOST_FINDINGS
            assert found.accuses is (found.counterexample is not None)


@pytest.mark.parametrize("fails_hard", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_agent_may_prune_on_equality_if_it_takes_no_pruned_branch_for_a_tie(
    fails_hard: bool,
) -> None:
    """The first best action at the root is right; the last may be a pruned one."""

    def chosen(number: int) -> Any:
        class Chooses(FailHard if fails_hard else RightAlphaBeta):
            def act(self, state: Any) -> Any:
                super().act(state)
                return self.choices[number]

        return type("Chooses", (Chooses, PrunesOnEquality), {})

    mistakes = known_mistakes("alpha_beta")
    tasks = generate("alpha_beta", 20, seed=1)
    first, last = (diagnose(observed(chosen(n), tasks), mistakes) for n in (0, -1))
    assert first.verdict is Verdict.RIGHT
    assert {each.mistake for each in first.remarks} <= {"prunes_on_equality"}
    assert [each.mistake for each in last.findings] == ["takes_pruned_for_tie"]


def test_pruning_on_equality_is_a_remark_unless_it_must_be_strict() -> None:
    tests = observed(PrunesOnEquality, generate("alpha_beta", 20, seed=1))
    mistakes = known_mistakes("alpha_beta")
    either: Diagnosis = diagnose(tests, mistakes)
    strict = diagnose(tests, mistakes, pruning="strict")
    assert either.verdict is Verdict.RIGHT
    assert strict.verdict is Verdict.NAMED
    assert strict.right == strict.asked
    assert "prunes_on_equality" in {each.mistake for each in either.remarks}
    assert set(either.remarks) <= set(strict.findings)
