"""A grade as staff have decided it; the computed points stay beside the decided ones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .grade import Grade
from .outcome import Outcome
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
    before = changed_grade.points
    kept += [replace(each, computed=before if each.points is not None else None) for each in own]
    points = _sum(before, own, most=None)
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
        if tested:
            effect = replace(decision, computed=tested.computed)
            outcomes = tuple(
                _with_points(each, decision) if each is tested else each for each in outcomes
            )
        elif question.rule == "sum" and decision.points is not None:
            effect = replace(decision, computed=0)
            not_run.append(replace(decision, kind="add"))
        else:
            note = f"it wasn't run, so this changes no points: decide about {question.name}"
            effect = replace(decision, changed=(note,) if decision.points is not None else ())
        kept.append(effect)
    changed = replace(question, outcomes=outcomes)
    if not not_run:
        return changed
    points = _sum(changed.points, not_run, most=changed.possible + changed.extra)
    return replace(changed, decided=points)


def _with_points(outcome: Outcome, decision: StaffDecision) -> Outcome:
    if decision.points is None:
        return outcome
    points = _sum(outcome.points, [decision], most=outcome.possible)
    return replace(outcome, points=points, decided_from=outcome.computed)


def _with_own(
    before: QuestionGrade,
    question: QuestionGrade,
    decisions: Iterable[StaffDecision],
    kept: list[StaffDecision],
) -> QuestionGrade:
    """`question`, which was as `before`, with the decisions about all of it, which are added to
    `kept`."""
    own = [each for each in decisions if not each.test]
    points, most = question.points, question.possible + question.extra
    kept += [replace(each, computed=points if each.points is not None else None) for each in own]
    is_exempt = any(each.kind == "exempt" for each in own)
    if any(each.points is not None for each in own):
        question = replace(question, decided=_sum(points, own, most=most))
    changed = replace(question, is_exempt=is_exempt)
    if changed.points == before.points and not is_exempt and changed.decided is None:
        return changed
    return replace(changed, decided_from=before.points)


def _sum(points: float, decisions: Iterable[StaffDecision], *, most: float | None) -> float:
    """`points` after the `decisions`, from 0 to `most`."""
    for decision in decisions:
        if decision.points is not None:
            points = decision.points + (points if decision.kind == "add" else 0)
    return max(0.0, points if most is None else min(points, most))
