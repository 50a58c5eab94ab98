import tomllib

import pytest

from helpers.exercises import OWN, REFLEX, SHARED, assignment
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.exercise_files import exercises, own_files, solved
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.sandbox.level import Level

PACKAGE = Package("./pacgrid.whl", ("pacgrid.whl", b"wheel"))
HIDDEN = OWN.replace("title =", 'visibility = "after_due_date"\ntitle =')


def test_a_file_of_answers_asks_each_part_and_leaves_it_empty() -> None:
    text = Kit.of(assignment(SHARED), PACKAGE).files["shared.toml"].decode()
    assert tomllib.loads(text) == {"question_1": dict.fromkeys("ABCD", "")}
    assert "#   ├─ a1: B ▼ MIN\n#   │  ├─ ■ 3\n" in text
    assert '# The value of A\nA = ""\n' in text
    assert "★" not in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_kit_has_a_folder_with_own_exercises_for_each_student() -> None:
    kit = Kit.of(assignment(), PACKAGE, ["ada", "b/o@b.de"])
    assert sorted(kit.files) == [
        *("README.md", "assignment.toml"),
        *("exercises/ada/own.html", "exercises/ada/own.toml"),
        *("exercises/b-o-b.de/own.html", "exercises/b-o-b.de/own.toml"),
        *("pacgrid.whl", "shared.html", "shared.toml"),
    ]
    texts = [kit.files[f"exercises/{name}/own.toml"].decode() for name in ("ada", "b-o-b.de")]
    assert [tomllib.loads(text)["student"] for text in texts] == ["ada", "b/o@b.de"]
    assert texts[0].replace("ada", "b/o@b.de") != texts[1]
    assert b"<svg" in kit.files["exercises/ada/own.html"]


def test_a_student_writes_their_own_exercise_from_the_kit() -> None:
    kit = Kit.of(assignment(OWN), PACKAGE, ["ada"])
    theirs = Assignment.parse(kit.files["assignment.toml"].decode(), "assignment.toml")
    assert own_files(theirs, "ada")["own.toml"] == kit.files["exercises/ada/own.toml"]
    readme = kit.files["README.md"].decode()
    assert "`pacgrid assignment exercise assignment.toml --student ID` writes yours" in readme
    assert "pacgrid grade . --assignment assignment.toml --student ID\n" in readme
    assert "Pac-Man (agent 0)" not in readme


def test_a_hidden_exercise_is_in_the_kit_but_its_seed_is_not() -> None:
    asked = assignment(REFLEX, HIDDEN)
    kit = Kit.of(asked, PACKAGE, ["ada"])
    assert "exercises/ada/own.toml" in kit.files
    seed = asked.question("own").tests[0].own_seed
    assert all(str(seed).encode() not in content for content in kit.files.values())
    readme = kit.files["README.md"].decode()
    assert "| own | the answers in `own.toml` | – |" in readme
    assert "`own.toml`: you get it from the course staff" in readme


@pytest.mark.parametrize(
    ("questions", "identifier", "problem"),
    [((OWN,), " ", "--student is empty"), ((SHARED,), "ada", "has no visible individual")],
)
def test_a_student_without_an_exercise_of_their_own_is_told_so(
    questions: tuple[str, ...], identifier: str, problem: str
) -> None:
    with pytest.raises(AssignmentError, match=problem):
        own_files(assignment(*questions), identifier)


@pytest.mark.parametrize(
    "difficulty", [1, 2, *(pytest.param(each, marks=pytest.mark.slow) for each in (3, 4))]
)
def test_the_right_answers_to_every_kind_earn_all_points(difficulty: int) -> None:
    kinds = ["values", "move", "pruning", "order", "bounds", "count"]
    chance = ["expected", "certainty_equivalent"]
    text = f"""
    title = "All"
    [[questions]]
    name = "all"
    file = "all.toml"
    points = 3
    [[questions.tests]]
    kind = "exercise"
    ask = {[*kinds, *chance]}
    difficulty = {difficulty}
    individual = true
    count = 2
    points = 3
    """
    asked = Assignment.parse(text, "all.toml")
    hand_ins = [
        solved(question, each, student)
        for question, each in exercises(asked)
        for student in ("ada", "bob")
    ]
    grades = Grader(asked, level=Level.PROCESS, jobs=1).grade(hand_ins)
    assert [(grade.points, *grade.questions[0].failures) for grade in grades] == [(3,), (3,)]
