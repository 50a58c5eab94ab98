import os
from pathlib import Path

import pytest

from helpers.case_files import GAME_TREE, GAMES, LAYOUT, SOLUTION, TREE, write_cases
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.kinds.cs188.course_case import TestCaseError
from pacgrid.autograder.kinds.cs188.course_game_tree import CourseGameTree
from pacgrid.autograder.kinds.cs188.course_games import CourseGames
from pacgrid.autograder.kinds.cs188.course_trees import CourseTrees


def load(folder: Path, **changes: str | None) -> tuple[Assignment, list[str]]:
    """The test cases with `changes`, and the notes."""
    notes: list[str] = []
    write_cases(folder, changes)
    return load_test_cases(folder, note=notes.append), notes


def test_each_folder_is_a_question_and_trees_are_one_test(tmp_path):
    assignment, notes = load(tmp_path)
    assert not notes
    assert (assignment.file, assignment.points) == ("multiAgents.py", 10)
    assert [(q.name, q.agent, q.points, q.rule, q.requires) for q in assignment.questions] == [
        ("q1", "ReflexAgent", 5, "partial", []),
        ("q2", "MinimaxAgent", 3, "all", []),
        ("q3", "AlphaBetaAgent", 2, "all", ["q2"]),
    ]
    titles = [[test.title for test in question.tests] for question in assignment.questions]
    assert titles == [["q1/grade-agent: 3 games on path"], ["2 game trees"], ["q3/a-game"]]


def test_trees_are_read_in_the_order_of_their_names(tmp_path):
    (trees,) = load(tmp_path)[0].question("q2").tests
    assert isinstance(trees, CourseTrees)
    assert trees.case_names == ["q2/1-left", "q2/10-first"]
    assert [case.depth for case in trees.cases] == [1, 2]
    case = trees.cases[0]
    assert case.successors[1:3] == [("top", "Right", "two"), ("one", "x", "a")]
    assert (case.wins, case.losses) == (["a", "c"], ["b"])
    assert case.evaluation == {"a": 4, "b": -3.5, "c": 2}
    assert "top  # no comment" in case.diagram
    assert (case.action, case.generated) == ("Right", "a b c one top two")


def test_games_and_a_game_tree_are_read(tmp_path):
    assignment, _ = load(tmp_path)
    (games,) = assignment.question("q1").tests
    assert isinstance(games, CourseGames)
    assert games.options == {"depth": "2", "quiet": 1}
    assert (games.games, games.seed, games.max_time, games.possible) == (3, 7, 150, 5)
    assert (games.score_minimum, games.non_timeout_minimum) == (None, 2)
    assert str(games.layout) == LAYOUT.strip()
    (tree,) = assignment.question("q3").tests
    assert isinstance(tree, CourseGameTree)
    assert tree.optimal == [[(["East"], 9), (["East", "Stop"], 7)], [(["East"], 4)]]
    assert tree.other_depth == [[["East"], ["Stop"]]]
    assert (tree.layout.name, tree.layout.ghosts) == ("path", ((4, 1),))
    limits = assignment.test_limits
    assert (limits.game.cpu_seconds, limits.test.cpu_seconds) == (150, 450), "what its games take"


@pytest.mark.parametrize("files", [{"CONFIG": None}, {"CONFIG": "# no order\n"}])
def test_without_an_order_questions_are_sorted(tmp_path, files):
    (tmp_path / "__pycache__").mkdir()
    assert [q.name for q in load(tmp_path, **files)[0].questions] == ["q1", "q2", "q3"]


def test_only_questions_in_the_order_count_and_a_single_one_requires_nothing(tmp_path):
    assignment, notes = load(tmp_path, CONFIG='order: "q2 q9"')
    assert [question.name for question in assignment.questions] == ["q2"]
    assert notes == ["CONFIG: order names q9, which is no folder; left out"]
    (question,) = load_test_cases(tmp_path / "q3").questions
    assert (question.name, question.requires) == ("q3", [])
    assert load_test_cases(tmp_path / "q1").points == 5  # layouts are found above


def test_disabled_tests_are_left_out_and_so_are_questions_without_tests(tmp_path):
    off = '\ndisabled: "True"\n'
    files = {"q2/1-left.test": TREE + off, "q1/grade-agent.test": GAMES + off}
    assignment, notes = load(tmp_path, **files)
    titles = [[test.title for test in question.tests] for question in assignment.questions]
    assert titles == [["q2/10-first"], ["q3/a-game"]]
    assert notes == ["q1: no tests; left out"]


def test_unknown_classes_are_named_and_give_no_points(tmp_path):
    files = {
        "q2/CONFIG": 'max_points: "3"\nclass: "OddQuestion"\n',
        "q2/2-odd.test": 'class: "OddTest"\n',
        "q3/CONFIG": 'max_points: "2"\nclass: "PassAllTestsQuestion"\n',
        "q3/a-game.test": 'class: "OddTest"\n',
    }
    assignment, notes = load(tmp_path, **files)
    assert notes == [
        "q2/2-odd: class OddTest is unknown, so it is never passed",
        "q2/CONFIG: class OddQuestion is unknown, so q2 gives no points",
        "q3/a-game: class OddTest is unknown, so it is never passed",
    ]
    odd, all_odd = assignment.questions[1:]
    assert (odd.rule, [test.kind for test in odd.tests]) == ("unknown", ["course_trees", "unknown"])
    assert (all_odd.agent, all_odd.agents) == (None, [])


def test_extra_credit_and_weights_are_read_and_trees_for_different_agents_are_different(tmp_path):
    extra = 'max_points: "3"\nclass: "ExtraCreditPassAllTestsQuestion"\nextra_points: "2"\n'
    files = {"q2/CONFIG": extra, "q2/1-left.test": TREE + 'points: "1.5"\n'}
    question = load(tmp_path, **files)[0].question("q2")
    assert (question.points, question.extra) == (3, 2)
    (trees,) = question.tests
    assert isinstance(trees, CourseTrees)
    assert [case.weight for case in trees.cases] == [1.5, None]
    other = TREE.replace("Minimax", "AlphaBeta")
    question = load(tmp_path, **{"q2/10-first.test": other})[0].question("q2")
    assert question.agents == ["MinimaxAgent", "AlphaBetaAgent"]
    answers = [question.answer_to(test, "Minimax") for test in question.tests]
    assert answers == ["Minimax", "AlphaBetaAgent"]


def test_layouts_beside_the_test_cases_come_first_and_food_out_of_reach_is_noted(tmp_path):
    own = "\ufeff%%%%%\r\n%P.1%\r\n%%%%%\r\n"
    (games,) = load(tmp_path, **{"layouts/path.lay": own})[0].question("q1").tests
    assert isinstance(games, CourseGames)
    assert games.layout.width == 5
    drawing = GAME_TREE.replace("%P..G%", "%PG%.%")
    layout = "%%%%%%%\n%P.1%.%\n%%%%%%%\n"
    _, notes = load(tmp_path, **{"layouts/path.lay": layout, "q3/a-game.test": drawing})
    assert len(notes) == 2
    assert "path.lay:2:" in notes[0]
    assert "q3/a-game.test: layout:2:" in notes[1]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("q2/1-left.solution", None, "q2/1-left.solution: no such file, and q2/1-left.test can't"),
        ("q2/CONFIG", None, "q2/CONFIG: no such file; add it"),
        ("q2/CONFIG", 'class: "PassAllTestsQuestion"', "q2/CONFIG: no max_points; add a line"),
        ("q3/CONFIG", 'max_points: "2"\nclass: "PassAllTestsQuestion"\ndepends: "q4"',
         "q3/CONFIG:3: depends on q4, which is no earlier question; put it before in order"),
        ("q2/1-left.test", TREE.replace("one x a", "one x"),
         "q2/1-left.test:17: 'one x' is no successor; write: state action next-state"),
        ("q2/1-left.test", TREE.replace("b -3.5", "b low"),
         "q2/1-left.test:24: 'b low' is no evaluation; write: state number"),
        ("q2/1-left.test", TREE + 'points: "few"', "q2/1-left.test:27: points is 'few'"),
        ("q2/1-left.solution", SOLUTION.partition("\n")[2], "q2/1-left.solution: no action"),
        ("q1/grade-agent.test", GAMES.replace('"path"', '"maze"'),
         "q1/grade-agent.test:4: no layout 'maze'; put maze.lay into layouts/ beside the test"),
        ("q1/grade-agent.test", GAMES.replace("RandomGhost", "Random"), "q1/grade-agent.test:11: "),
        ("q1/grade-agent.test", GAMES.replace('"3"', '"0"'), "numGames is 0; write 1 or more"),
        ("q1/grade-agent.test", GAMES.replace('"3"', '"70000"'), "70,000; write 10,000 or less"),
        ("q1/grade-agent.test", GAMES.replace('"3"', f'"{"9" * 9000}"'), "write a whole number"),
        ("q1/grade-agent.test", GAMES.replace('"path"', f'"{"y" * 9000}"'), "no layout 'yyyy"),
        ("q1/grade-agent.test", GAMES.replace("ReflexAgent", "Reflex!"), "write the name of a cl"),
        ("CONFIG", 'order: "q2 ./q2"', "two questions are called q2; rename one"),
        ("layouts/path.lay", "%%%\n", "q1/grade-agent.test:4: "),
        ("q3/a-game.test", GAME_TREE.replace("%P.", "% ."), "q3/a-game.test:8:"),
        ("q3/a-game.solution", 'optimalActions: """\n\n[["East"]]\n"""',
         "q3/a-game.solution:3: optimalActions has a line that is not a list of actions"),
        ("q3/a-game.solution", f'optimalActions: """\n[[["East"], {"9" * 9000}]]\n"""',
         "q3/a-game.solution:2: optimalActions has a line that is not a list of actions"),
        ("q3/a-game.solution", 'optimalActions: """\n[[[], 9]]\n"""',
         "q3/a-game.solution:2: optimalActions has a line that is not a list of actions"),
    ],
)  # fmt: skip
def test_an_error_is_one_line_with_the_place_and_the_mend(tmp_path, file, text, message):
    with pytest.raises(TestCaseError) as caught:
        load(tmp_path, **{file: text})
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
@pytest.mark.parametrize(
    "file",
    ["CONFIG", "q2/CONFIG", "q2/1-left.test", "q2/1-left.solution", "q2", "layouts/path.lay"],
)
def test_a_link_out_of_the_folder_is_refused_and_nothing_behind_it_is_quoted(tmp_path, file):
    folder, outside = tmp_path / "cases", tmp_path / "secret"
    load(folder)
    link = folder / file
    target = outside / "CONFIG" if link.is_dir() else outside
    target.parent.mkdir(exist_ok=True)
    target.write_text("the password\n")
    link.parent.mkdir(exist_ok=True)
    if link.exists():
        link.rename(tmp_path / "before")
    link.symlink_to(outside)
    with pytest.raises(TestCaseError) as caught:
        load_test_cases(folder)
    assert "password" not in str(caught.value)
    assert f"leads out of {folder}; put the file itself there" in str(caught.value)
    assert file in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_a_link_to_another_file_of_the_folder_is_followed(tmp_path):
    load(tmp_path)
    (tmp_path / "q2/1-left.solution").rename(tmp_path / "solution")
    (tmp_path / "q2/1-left.solution").symlink_to("../solution")
    assert len(load_test_cases(tmp_path).questions) == 3


def test_folders_that_are_missing_or_empty_are_named(tmp_path):
    for folder, message in (
        (tmp_path / "none", "none: no such folder"),
        (tmp_path, "no test cases; name a folder that has a folder for each question"),
    ):
        with pytest.raises(TestCaseError, match=message):
            load_test_cases(folder)
