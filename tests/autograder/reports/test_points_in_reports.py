"""Extra points in every report: a bonus question has nothing else."""

import csv
import html
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.course_grades import COURSE, LEFT, RIGHT, course_grade
from helpers.grades import failing
from helpers.reports import report
from pacgrid.autograder.assignments.assignment import Assignment, select
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.json_reports import gradescope_results, to_json
from pacgrid.autograder.reports.pages import as_page, index_page
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.autograder.reports.terminal_report import as_text, plain_text


def question(name: str, agent: str, *points: int, extra: int, hidden: int = 0) -> str:
    """A question with a test for each of `points`, and a hidden one of so many more."""
    tests = [(each, "visible") for each in points] + [(hidden, "hidden")] * bool(hidden)
    total = sum(points) + hidden - extra
    lines = ["[[questions]]", f'name = "{name}"\nagent = "{agent}"']
    lines += [f"points = {total}", f"extra = {extra}"]
    for each, visibility in tests:
        lines += ["[[questions.tests]]", 'kind = "positions"\nsearch = "minimax"\ndepth = 1']
        lines += [f'points = {each}\nvisibility = "{visibility}"']
        lines += ['positions = ["%%%%%%\\n%.P1 %\\n%%%%%%"]']
    return "\n".join(lines) + "\n"


ASSIGNMENT = Assignment.parse(
    'title = "Bonus"\n'
    + question("main", "Reflex", 4, 1, extra=1)
    + question("bonus", "Minimax", 1, 1, extra=5, hidden=3),
    "bonus.toml",
)


def grade(*earned: float) -> Grade:
    """A grade with so many points in each of the tests."""
    points = iter(earned)

    def outcome(test: GradedTest) -> Outcome:
        shown = {"visibility": test.visibility, "number": test.number}
        return Outcome("a test", "done", next(points), test.possible, **shown)

    parts = []
    for q in ASSIGNMENT.questions:
        outcomes = tuple(map(outcome, q.numbered_tests))
        part = QuestionGrade(q.name, q.asks_for, q.points, q.asks_for, outcomes, extra=q.extra)
        parts.append(part)
    return Grade("ada", tuple(parts))


BEST, WORST = grade(4, 1, 1, 1, 3), grade(0, 0, 0, 0, 0)


def page(view: StudentView) -> str:
    return html.unescape(re.sub("<style>.*?</style>|<[^>]*>", "", as_page(view), flags=re.DOTALL))


every_form = pytest.mark.parametrize("form", [as_text, page])
ONE_WRONG, ALL_RIGHT = course_grade(LEFT, RIGHT), course_grade(LEFT)


@every_form
def test_every_report_says_what_is_extra(form):
    text = form(student_view(ASSIGNMENT, BEST)).replace(" / ", " of ")
    for part in ("7 of 4 points on the visible tests", "5 of 4 + 1", "2 of +2", "2 points extra"):
        assert part in text
    assert "5 points extra" not in text, "3 of them are hidden"
    assert "0 of +2" in form(student_view(ASSIGNMENT, WORST)).replace(" / ", " of ")


def test_staff_see_the_same_points():
    lines = plain_text(report(ASSIGNMENT, [BEST, WORST])).splitlines()
    assert {"submission / 4 + 1 / +5 total", "ada 5 5 10 of 4", "ada 0 0 0 of 4"} <= {
        " ".join(line.split()) for line in lines
    }
    assert "of +5" in index_page(ASSIGNMENT, [BEST])
    (row,) = csv.DictReader(io.StringIO(gradebook([BEST]).removeprefix("\ufeff")))
    assert [row[key] for key in ("main", "bonus", "total", "possible")] == ["5", "5", "10", "4"]
    (row,) = csv.DictReader(io.StringIO(gradebook([ONE_WRONG]).removeprefix("\ufeff")))
    cells = [row[key] for key in ("q1", "q2", "q3", "total", "possible")]
    assert cells == ["3", "0", "0", "3", "12"]
    data = to_json(ASSIGNMENT, [BEST])["submissions"][0]["questions"]
    points = [(q["points"], q["possible_points"], q["extra_points"]) for q in data]
    assert points == [(5, 4, 1), (5, 0, 5)]
    complete = [[q.is_complete for q in each.questions] for each in (BEST, grade(4, 0, 1, 1, 2))]
    assert complete == [[True, True], [True, False]], "a bonus that is missed is not complete"


def test_gradescope_adds_up_the_same_points() -> None:
    for assignment, graded in (
        *((ASSIGNMENT, each) for each in (BEST, WORST)),
        *((COURSE, each) for each in (ONE_WRONG, ALL_RIGHT)),
    ):
        tests = gradescope_results(assignment, graded)["tests"]
        assert sum(test.get("score", 0) for test in tests) == graded.points
        assert len({test["number"] for test in tests}) == len(tests)
    assert sum(test.get("max_score", 0) for test in tests) == ALL_RIGHT.possible
    tests = gradescope_results(ASSIGNMENT, WORST)["tests"]
    assert [test["max_score"] for test in tests] == [4, 1, 1, 1, 3]
    assert {test["status"] for test in tests} == {"failed"}


@pytest.mark.parametrize(("passed", "status", "score"), [(0, "failed", 0), (1, "passed", 2)])
def test_a_bonus_by_the_rule_all_is_failed_on_gradescope_if_it_is_missed(passed, status, score):
    outcomes = (Outcome("t", "r", passed, 1),)
    part = QuestionGrade("q", "A", 0, "A", outcomes, rule="all", extra=2)
    text = question("q", "A", 2, extra=2).replace("extra = 2", "extra = 2\nrule = 'all'")
    assignment = Assignment.parse(f'title = "x"\n{text}', "a.toml")
    first = gradescope_results(assignment, Grade("ada", (part,)))["tests"][0]
    assert part.points == score
    assert (first["status"], first["score"], first["max_score"]) == (status, score, 0)


def test_the_kit_and_a_selected_test_have_their_extra_points(tmp_path: Path) -> None:
    kit = Kit.of(ASSIGNMENT, Package("pacgrid"))
    kit.write(tmp_path)
    loaded = Assignment.load(tmp_path / "assignment.toml")
    assert [(q.points, q.extra) for q in loaded.questions] == [(4, 1), (0, 2)]
    readme = kit.files["README.md"].decode()
    assert "`Reflex` | 4 + 1 |" in readme
    assert "`Minimax` | +2 |" in readme
    assert "ends with:\n\n```text\n5 of 4 points\n" in readme
    assert "ends with:\n\n```text\n2 points extra\n" in readme
    chosen = [select(ASSIGNMENT, [name])[0] for name in ("main.1", "main.2", "bonus.3")]
    assert [(q.points, q.extra) for q in chosen] == [(3, 1), (0, 1), (0, 3)]


@every_form
def test_every_report_says_how_the_points_follow(form):
    text = form(student_view(COURSE, ONE_WRONG))
    assert "3 of 12 points" in text
    assert "all tests must pass" in text
    assert "no points, because q2 isn't complete" in text
    assert re.search("q2/2-right.*chose Left, expected Right", text)
    assert not re.search("q2/1-left|partial credit|0 / 0", text), "what is plain is left out"
    assert ("✗" in text, "✓" in text) == (True, True)
    right = form(student_view(COURSE, ALL_RIGHT))
    assert "13 of 12 points" in right
    assert "2 points extra for full points" in right
    assert "isn't complete" not in right


def test_gradescope_shows_which_tests_pass_apart_from_the_points():
    tests = {test["name"]: test for test in gradescope_results(COURSE, ONE_WRONG)["tests"]}
    whole = tests["q2"]
    assert (whole["score"], whole["max_score"], whole["status"]) == (0, 5, "failed")
    trees, game = tests["q2: 2 game trees"], tests["q3: a-game"]
    assert "score" not in trees
    assert "✗ q2/2-right: chose Left, expected Right" in trees["output"]
    assert (trees["status"], game["status"]) == ("failed", "passed")
    assert "no points, because q2 isn't complete" in tests["q3"]["output"]


def test_a_submission_is_graded_again_on_the_same_folder():
    graded = replace(ONE_WRONG, name="hand-in 1", questions=(failing("q2", "KeyError"),))
    (failure,) = student_view(COURSE, graded).questions[0].failures
    again = "pacgrid grade multiAgents.py --assignment test_cases --only q2.1.1"
    assert failure.details == f"To run just this: {again}"
