"""Grades on test cases: points follow from rules, and one question requires another."""

from pacgrid.autograder.assignments.assignment import Assignment, Question
from pacgrid.autograder.kinds.cs188.course_kind import UnknownTest
from pacgrid.autograder.model.grade import Grade, QuestionGrade, with_unmet
from pacgrid.autograder.model.outcome import Aim, CaseResult, Outcome


def _question(name: str, points: int, **others: object) -> Question:
    test = UnknownTest(name=f"{name}/a", class_name="GraphGameTreeTest")
    return Question.model_validate({"name": name, "points": points, "tests": [test], **others})


COURSE = Assignment(
    title="test_cases",
    file="multiAgents.py",
    questions=[
        _question("q1", 4, rule="partial"),
        _question("q2", 5, rule="all", extra=2),
        _question("q3", 3, rule="all", requires=["q2"]),
    ],
)

LEFT = CaseResult("q2/1-left", "passed")
RIGHT = CaseResult("q2/2-right", "failed", "chose Left, expected Right")
GAMES = Outcome(
    *("q1/grade-agent: 3 games on path", "won 2 of 3", 3, 4),
    aims=(Aim("wins 2 or more", 3, reached=True), Aim("wins 3 or more", 1, reached=False)),
    cases=(CaseResult("q1/grade-agent", "passed", earned=3),),
)
DEEP = Outcome("q3/a-game", "passed", 0, 0, cases=(CaseResult("q3/a-game", "passed"),))


def trees(*cases: CaseResult) -> Outcome:
    return Outcome(f"{len(cases)} game trees", "done", 0, 0, cases=cases)


def question(name: str, *outcomes: Outcome) -> QuestionGrade:
    """The grade of a question of `COURSE`."""
    one = COURSE.question(name)
    return QuestionGrade(
        *(name, "MinimaxAgent", one.points, "MinimaxAgent", outcomes),
        rule=one.rule,
        extra=one.extra,
        requires=tuple(one.requires),
    )


def course_grade(*cases: CaseResult) -> Grade:
    """The grade of a submission with these results in the trees of q2."""
    parts = question("q1", GAMES), question("q2", trees(*cases)), question("q3", DEEP)
    return Grade("multiAgents.py", with_unmet(parts))
