"""A made-up class that was graded, with names, sections, times, mistakes and earlier hand-ins.

To look at its page of statistics:

    python tests/helpers/graded_class.py FOLDER
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.course.lateness import LateRules, lateness
from pacgrid.autograder.model.aim import Aim
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.statistics.gathering import Earlier
from pacgrid.common.failure import Failure

DUE = datetime(2026, 10, 30, 22, 59, tzinfo=UTC)
QUESTIONS = ("reflex", "minimax", "alphabeta", "expectimax")
MISTAKES = [
    Finding("equal", "prunes on equality", section="section 6.2.3"),
    Finding("deep", "looks one round too far ahead", section="section 6.2.1"),
    Finding("short", "looks one ply too short", section="section 6.2.1"),
    Finding("order", "lets ghost 2 move before ghost 1", section="section 6.2.2"),
    Finding("sum", "adds up values instead of averaging them", section="section 6.5"),
    Finding("kept", "keeps alpha from its last move", section="section 6.2.3"),
]
FIRST = ["Åse", "Ada", "Bo", "Çelik", "Dora", "Élodie", "Fay", "Gus", "Hana", "Ida", "Jürgen"]
LAST = ["Ångström", "Berg", "de la Cruz", "Eriksen", "García", "Łukasz", "O’Neil", "Østergård"]


@dataclass(frozen=True)
class GradedClass:
    """What `pacgrid grade` knows of a class."""

    assignment: Assignment
    grades: list[Grade]
    course_rows: dict[str, CourseRow]
    earlier: Earlier


def graded_class(count: int = 120, title: str = "Adversarial search", seed: int = 1) -> GradedClass:
    """`count` students in four sections; one in 15 handed in nothing."""
    rng = Random(f"{seed} {title}")
    grades, rows, earlier = [], {}, {}
    for number in range(count):
        name = f"{FIRST[number % 11]} {LAST[number % 8]}"
        name += f" {number // 88 + 1}" * (number >= 88)
        identifier = f"s{seed}{number:05}"
        skill = min(1, rng.betavariate(3, 1.4))
        grade = _grade(f"{name} ({identifier})", name, identifier, skill, rng)
        if number % 15 == 14:
            grade = _missing(grade)
        grades.append(grade)
        rows[grade.name] = _row(f"Section {number % 4 + 1}", grade, rng)
        if number % 3 == 0 and not grade.missing:
            before = (
                _grade(grade.name, name, identifier, skill / 2, rng) for _ in range(number % 2 + 1)
            )
            earlier[grade.name] = [*before]
    assignment = Assignment.parse(_text(title), "made_up.toml")
    return GradedClass(assignment, grades, rows, earlier)


_QUESTION = """
[[questions]]
name = "{}"
agent = "Agent"
points = {}
"""
_TEST = """
[[questions.tests]]
kind = "games"
layout = "pocket"
visibility = "{}"
thresholds = [{{wins = 1, points = {}}}]
"""


def _text(title: str) -> str:
    """An assignment with hidden tests."""
    tests = _TEST.format("visible", 3) + _TEST.format("hidden", 2)
    searches = "".join(_QUESTION.format(name, 5) + tests for name in QUESTIONS)
    exercise = _QUESTION.format("exercise", 2) + _TEST.format("visible", 2)
    return f'title = "{title}"\n{searches}{exercise}'


def _grade(name: str, student: str, identifier: str, skill: float, rng: Random) -> Grade:
    questions = tuple(_questions(skill, rng))
    grade = Grade(name, questions, student=student, identifier=identifier, digest=f"{rng.random()}")
    if rng.random() > 0.02:
        return grade
    broken = Failure("SyntaxError: invalid syntax (agent.py, line 3)")
    nothing = (replace(q, answer=None, outcomes=(), failure=broken) for q in questions)
    return replace(grade, questions=tuple(nothing), failure=broken)


def _questions(skill: float, rng: Random) -> Iterator[QuestionGrade]:
    for name in QUESTIONS:
        if rng.random() < 0.06:
            yield QuestionGrade(name, name.title(), 5, None)
            continue
        outcomes = tuple(_outcomes(name, skill, rng))
        yield QuestionGrade(name, name.title(), 5, name.title(), outcomes)
    answers = [rng.random() < skill * share for share in (1, 0.9, 0.7, 0.4)]
    parts = tuple(
        Aim(f"{n}. {part}: 3", 0.5, right)
        for n, (part, right) in enumerate(zip("ABCD", answers, strict=True), 1)
    )
    quiz = Outcome(
        "questions on trees", f"right in {sum(answers)} of 4", sum(answers) / 2, 2, parts
    )
    yield QuestionGrade("exercise", "exercise.toml", 2, "exercise.toml", (quiz,))


def _outcomes(name: str, skill: float, rng: Random) -> Iterator[Outcome]:
    is_right = rng.random() < skill
    points = 3.0 if is_right else rng.choice([0.0, 1.0, 1.0, 2.0])
    diagnosis = None
    if not is_right and name != "reflex":
        found = (rng.choice(MISTAKES if name != "expectimax" else MISTAKES[4:5]),)
        verdict = Verdict.NAMED if rng.random() < 0.85 else Verdict.UNEXPLAINED
        diagnosis = Diagnosis(verdict, 30, 20, found if verdict is Verdict.NAMED else ())
    slow = not is_right and rng.random() < 0.1
    yield Outcome(
        "30 trees",
        "optimal in 20 of 30",
        points,
        3,
        nodes=int(rng.lognormvariate(8, 0.4)) if name != "reflex" else None,
        unpruned_nodes=4000 if name != "reflex" else None,
        diagnosis=diagnosis,
        failure=Failure("took more than 3 CPU seconds") if slow else None,
        title="small trees" if name != "reflex" else "ten games on pocket",
        cpu_seconds=rng.lognormvariate(1, 0.8),
    )
    wins = sum(rng.random() < skill for _ in range(3))
    aims = (Aim("at least 1 win", 1, wins >= 1), Aim("at least 3 wins", 1, wins >= 3))
    yield Outcome(
        *("games against cunning ghosts", f"won {wins} of 3"),
        *((wins >= 1) + (wins >= 3), 2, aims),
        visibility="hidden",
        number=2,
        diagnosis=Diagnosis(Verdict.NAMED, 3, 1, MISTAKES[3:4]) if wins == 0 else None,
        cpu_seconds=rng.lognormvariate(2, 1),
    )


def _missing(grade: Grade) -> Grade:
    nothing = Failure("nothing was handed in")
    questions = (replace(q, answer=None, outcomes=(), failure=nothing) for q in grade.questions)
    return replace(grade, questions=tuple(questions), failure=nothing, missing=True)


def _row(section: str, grade: Grade, rng: Random) -> CourseRow:
    if grade.missing:
        return CourseRow(section, rule="nothing handed in")
    hours = rng.expovariate(1 / 30) if rng.random() < 0.88 else -rng.expovariate(1 / 20)
    submitted = DUE - timedelta(hours=min(hours, 400))
    late = lateness(submitted, DUE, LateRules(timedelta(minutes=15), percent_per_day=10))
    local = (submitted + timedelta(hours=1)).strftime("%Y-%m-%d %H:%M")
    return CourseRow(
        section, submitted=local, due="2026-10-30 23:59", lateness=late, rule=late.rule
    )


if __name__ == "__main__":
    from pacgrid.autograder.reports.results_folder import write_results

    made = graded_class()
    write_results(
        Path(sys.argv[1]),
        made.assignment,
        made.grades,
        course_rows=made.course_rows,
        earlier=made.earlier,
    )
