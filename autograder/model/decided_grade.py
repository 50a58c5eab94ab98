"""A grade as staff have decided it; the computed points stay beside the decided ones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isclose

from .amount import amount, worth
from .grade import Grade
from .question_grade import QuestionGrade, with_unmet
from .staff_decision import StaffDecision


def decided(grade: Grade, decisions: Sequence[StaffDecision]) -> Grade:
    """`grade` with these `decisions`, which don't contradict each other.

    First come those about tests, then those about questions, in the order of the questions, so that
    points follow by the usual rules; then those about the total. No points of a test or a question
    become fewer than 0 or more than there are.
    """
    if not decisions:
        return grade
    kept: list[StaffDecision] = []
    questions: list[QuestionGrade] = []
    for question in grade.questions:
        own = [each for each in decisions if each.question == question.name]
        *_, changed = with_unmet([*questions, _with_tests(question, own, kept)])
        questions.append(_with_own(question, changed, own, kept))
    has_points = any(each.points is not None for each in decisions)
    changed_grade = replace(
        grade, questions=tuple(questions), missing=grade.missing and not has_points
    )
    own = [each for each in decisions if not each.about]
    points, problem = _points(changed_grade.points, own)
    kept += [_with_effect(each, changed_grade.points, problem) for each in own]
    is_exempt = any(each.kind == "exempt" for each in own)
    order = [each.place for each in decisions]
    return replace(
        changed_grade,
        decided=points if any(each.points is not None for each in own) else None,
        decided_from=grade.points,
        is_exempt=is_exempt,
        decisions=tuple(sorted(kept, key=lambda each: order.index(each.place))),
    )


def _with_tests(
    question: QuestionGrade, decisions: Iterable[StaffDecision], kept: list[StaffDecision]
) -> QuestionGrade:
    """`question` with the decisions about its tests, which are added to `kept`."""
    outcomes = question.outcomes
    not_run: list[StaffDecision] = []
    for decision in (each for each in decisions if each.test):
        tested = next((each for each in outcomes if each.number == decision.test), None)
        if decision.points is None:
            effect = decision
        elif tested:
            points, problem = _points(tested.points, [decision], tested.possible)
            effect = replace(decision, computed=tested.computed, problem=problem)
            new = replace(tested, points=points, decided_from=tested.computed)
            outcomes = tuple(new if each is tested else each for each in outcomes)
        elif question.rule == "sum":
            effect = replace(decision, computed=0)
            not_run.append(replace(decision, kind="add"))
        else:
            problem = f"it wasn't run, so this changes nothing: decide about {question.name}"
            effect = replace(decision, problem=problem)
        kept.append(effect)
    changed = replace(question, outcomes=outcomes)
    if not not_run:
        return changed
    points, _ = _points(changed.points, not_run, changed.possible + changed.extra)
    return replace(changed, decided=points)


def _with_own(
    before: QuestionGrade,
    question: QuestionGrade,
    decisions: Iterable[StaffDecision],
    kept: list[StaffDecision],
) -> QuestionGrade:
    """`question`, which was as `before`, with the decisions about all of it, which are added to
    `kept`."""
    own = [each for each in decisions if not each.test]
    points, problem = _points(question.points, own, question.possible + question.extra)
    kept += [_with_effect(each, question.points, problem) for each in own]
    if any(each.points is not None for each in own):
        question = replace(question, decided=points)
    changed = replace(question, is_exempt=any(each.kind == "exempt" for each in own))
    is_same = changed.points == before.points and changed.decided is None
    return (
        changed
        if is_same and not changed.is_exempt
        else replace(changed, decided_from=before.points)
    )


def _with_effect(decision: StaffDecision, computed: float, problem: str) -> StaffDecision:
    if decision.points is None:
        return decision
    return replace(decision, computed=computed, problem=problem)


def _points(
    points: float, decisions: Iterable[StaffDecision], most: float | None = None
) -> tuple[float, str]:
    """`points` after the `decisions`, from 0 to `most`; and why they aren't all that was decided,
    if they aren't."""
    for decision in decisions:
        if decision.points is not None:
            points = decision.points + (points if decision.kind == "add" else 0)
    counting = max(0.0, points if most is None else min(points, most))
    problem = f"that makes {worth(points)}, and {amount(counting)} count"
    return counting, "" if isclose(points, counting, abs_tol=1e-9) else problem
