"""Test cases become an assignment in TOML that the shipped agents solve."""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import Result

from pacgrid import Layout, PacgridError
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.dry_run import dry_run, without_requirements
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.kinds.games.games import Games
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.kinds.search.search import Search
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission

TREE = '''
class: "GraphGameTreeTest"
alg: "{alg}"
depth: "{depth}"
diagram: """
"""
num_agents: "{agents}"
start_state: "top"
win_states: "good better"
lose_states: "bad"
successors: """
top North safe
top South risky
safe Up good
safe Down middling
risky Up better
risky Down bad
middling East good
middling West bad
"""
evaluation: """
good 5
better 12
middling 2
bad -9
"""
'''
SOLUTION = 'action: "North"\ngenerated: "bad better good middling risky safe top"\n'

GAMES = """
class: "EvalAgentTest"
agentName: "{agent}"
agentArgs: "{args}"
layoutName: "path"
maxTime: "9"
numGames: "3"
randomSeed: "4"
ghosts: "[{ghosts}]"
{thresholds}
"""

LAYOUT = """
%%%%%%%%
%P.... %
%.%%%%.%
%G....2%
%%%%%%%%%%
"""

GAME_TREE = '''
class: "PacmanGameTreeTest"
alg: "MinimaxAgent"
seed: "0"
depth: "1"
max_points: "2"
layoutName: "pair"
layout: """
%%%%%%
%P.. %
%%%%%%
"""
'''
GAME_TREE_SOLUTION = '''
optimalActions: """
[[["East"], 9]]
[[["East"], 9]]
"""
altDepthActions: """
[["East"]]
[["East"]]
"""
partialPlyBugActions: """
[["East"]]
[["East"]]
"""
'''


def tree(alg: str = "MinimaxAgent", depth: int = 1, agents: int = 2) -> str:
    return TREE.format(alg=alg, depth=depth, agents=agents)


def games(
    agent: str = "ReflexAgent", args: str = "", ghosts: str = "RandomGhost(1)", **keys: str
) -> str:
    thresholds = "\n".join(f'{key}: "{value}"' for key, value in keys.items())
    return GAMES.format(agent=agent, args=args, ghosts=ghosts, thresholds=thresholds)


def question(points: int, kind: str = "PassAllTestsQuestion", **more: str) -> str:
    lines = {"max_points": str(points), "class": kind, **more}
    return "\n".join(f'{key}: "{value}"' for key, value in lines.items())


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if path.suffix == ".test" and "GraphGame" in text:
            path.with_suffix(".solution").write_text(SOLUTION)
    return folder


COURSE = {
    "layouts/path.lay": LAYOUT,
    "test_cases/CONFIG": 'order: "q1 q2 q3 q4 q5"',
    "test_cases/q1/CONFIG": question(3, "PartialCreditQuestion"),
    "test_cases/q1/play.test": games(
        scoreThresholds="-900 0", winsMinimum="1", winsThresholds="1 2", nonTimeoutThresholds="3"
    ),
    "test_cases/q2/CONFIG": question(5),
    "test_cases/q2/1-near.test": tree(),
    "test_cases/q2/2-far.test": tree(depth=2),
    "test_cases/q2/3-lonely.test": tree(agents=1),
    "test_cases/q2/4-game.test": GAME_TREE,
    "test_cases/q2/4-game.solution": GAME_TREE_SOLUTION,
    "test_cases/q3/CONFIG": question(2, depends="q2"),
    "test_cases/q3/tree.test": tree("AlphaBetaAgent"),
    "test_cases/q4/CONFIG": question(1, "ExtraCreditPassAllTestsQuestion", extra_points="2"),
    "test_cases/q4/riddle.test": 'class: "RiddleTest"',
    "test_cases/q4/tree.test": tree("ExpectimaxAgent"),
    "test_cases/q5/CONFIG": question(1, "PartialCreditQuestion"),
    "test_cases/q5/play.test": games(
        "ExpectimaxAgent",
        "evalFn=better,depth=1",
        "RandomGhost(1), DirectionalGhost(2, prob_attack=0.5)",
        winsThresholds="0",
    ),
}


@pytest.fixture
def converted(tmp_path: Path, pacgrid: Callable[..., Result]) -> tuple[Path, list[str]]:
    """The folder that a course is converted to, and the notes."""
    out = tmp_path / "ours"
    result = pacgrid("convert", str(write(tmp_path / "course", COURSE)), "--out", str(out))
    return out, result.stderr.splitlines()


def test_a_course_file_solves_the_game_trees_and_positions(
    converted: tuple[Path, list[str]],
) -> None:
    assignment = Assignment.load(converted[0] / "assignment.toml")
    q2 = assignment.question("q2")
    grader = Grader(assignment.model_copy(update={"questions": [q2]}), level=Level.PROCESS, jobs=1)
    right = Path(__file__).parents[2] / "course_files" / "right" / "index_threads.py"
    (grade,) = grader.grade([Submission("ada", ((right.name, right.read_bytes()),), right.name)])
    assert grade.questions[0].points == q2.points


@pytest.mark.slow
def test_the_shipped_agents_solve_what_a_course_becomes(
    converted: tuple[Path, list[str]],
) -> None:
    assignment = without_requirements(Assignment.load(converted[0] / "assignment.toml"))
    grader = Grader(assignment, level=Level.PROCESS, jobs=1)
    results = dry_run(assignment, grader.grade)
    assert [(each.name, each.asks_for, each.is_solved) for each in results] == [
        ("q1", "Reflex", True),
        ("q2", "Minimax", True),
        ("q3", "AlphaBeta", True),
        ("q4", "Expectimax", True),
        ("q5", "evaluate", True),
    ]


def test_each_kind_of_test_case_becomes_a_test_of_ours(converted: tuple[Path, list[str]]) -> None:
    assignment = Assignment.load(converted[0] / "assignment.toml")
    q1, q2, q3, q4, q5 = assignment.questions
    (play,) = q1.tests
    assert isinstance(play, Games)
    assert (play.games, play.seed, play.ghosts, play.agent_options) == (3, 4, ["random_ghost"], {})
    assert [(each.wins, each.average_score) for each in play.thresholds] == [
        (None, -900),
        (None, 0),
        (1, None),
        (2, None),
    ]
    near, far, positions = q2.tests
    assert isinstance(near, Search)
    assert isinstance(far, Search)
    assert isinstance(positions, Positions)
    assert (near.depth, far.depth, positions.depth) == (1, 2, 1)
    assert (q2.rule, [test.possible for test in q2.tests]) == ("all", [2, 2, 1])
    assert str(near.trees[0]) == dedent("""\
        MAX
          north: MIN
            Up: 5 win
            Down: MAX (eval 2)
              east: 5 win
              west: -9 loss
          south: MIN
            Up: 12 win
            Down: -9 loss""")
    assert [state.pacman for state in positions.positions] == [(1, 1), (2, 1)]
    assert (q3.requires, q4.extra) == (["q2"], 2)
    (evaluated,) = q5.tests
    assert isinstance(evaluated, Games)
    assert (evaluated.search, evaluated.depth) == ("expectimax", 1)
    assert evaluated.ghosts == ["random_ghost", "directional_ghost:attack=0.5"]


def test_a_bonus_question_stays_one(tmp_path: Path, pacgrid: Callable[..., Result]) -> None:
    course = {
        "test_cases/CONFIG": 'order: "q1 q2"',
        "test_cases/q1/CONFIG": question(0, "ExtraCreditPassAllTestsQuestion", extra_points="2"),
        "test_cases/q1/1-near.test": tree(),
        "test_cases/q2/CONFIG": question(0, "ExtraCreditPassAllTestsQuestion", extra_points="3"),
        "test_cases/q2/1-near.test": tree(),
        "test_cases/q2/2-near.test": tree("AlphaBetaAgent"),
    }
    result = pacgrid("convert", str(write(tmp_path / "course", course)), "--out", str(tmp_path))
    questions = Assignment.load(tmp_path / "assignment.toml").questions
    assert [(q.name, q.points, q.extra, q.rule) for q in questions] == [
        ("q1", 0, 2, "all"),
        ("q2_Minimax", 0, 2, "sum"),
        ("q2_AlphaBeta", 0, 1, "sum"),
    ]
    assert "extra" not in result.stderr


def test_layouts_have_as_many_ghosts_as_play(converted: tuple[Path, list[str]]) -> None:
    counts = {file.name: len(Layout.load(file).ghosts) for file in converted[0].glob("*.lay")}
    assert counts == {"path.lay": 2, "path-1-ghost.lay": 1}


def test_what_has_no_counterpart_is_named(converted: tuple[Path, list[str]]) -> None:
    folder, notes = converted
    comments = (folder / "assignment.toml").read_text().splitlines()
    for beginning in (
        "q1/play: left out: nonTimeoutThresholds, 1 point;",
        "q1/play: winsMinimum:",
        "q1/play: randomSeed 4:",
        "q1: 3 points there, 4 here",
        "q2/3-lonely: left out: num_agents 1:",
        "q2/1-near and 1 more: here, any right search passes",
        "q2/4-game: here, right actions count, not the number of states; in 2 of 2",
        "q4/riddle: class RiddleTest is unknown",
    ):
        assert [line for line in notes if line.startswith(beginning)], beginning
    assert any("path.lay:6:9: cut" in line for line in notes)
    assert "# q1: 3 points there, 4 here" in comments


@pytest.mark.parametrize(
    ("files", "note"),
    [
        ({"x.test": tree("NegamaxAgent")}, "q/x: left out: no search of ours is like NegamaxAgent"),
        ({"x.test": tree(depth=0)}, "q/x: left out: depth: Input should be greater than"),
        ({"x.test": games(winsThresholds="9")}, "q/x: left out: no threshold"),
        ({"x.test": games(args="depth=two", winsThresholds="1")}, "q/x: left out: agentArgs"),
        (
            {"x.test": GAME_TREE, "x.solution": GAME_TREE_SOLUTION.replace("East", "North")},
            "q/x: left out: the solution has no legal action for move 1",
        ),
    ],
)
def test_a_test_without_a_counterpart_is_left_out(
    tmp_path: Path, pacgrid: Callable[..., Result], files: Mapping[str, str], note: str
) -> None:
    course = {f"q/{name}": text for name, text in files.items()}
    course |= {"q/CONFIG": question(1), "r/CONFIG": question(1), "r/x.test": tree()}
    folder = write(tmp_path / "cases", {**course, "path.lay": LAYOUT})
    result = pacgrid("convert", str(folder), "--out", str(tmp_path / "ours"))
    assert any(line.startswith(note) for line in result.stderr.splitlines()), result.stderr
    assert [q.name for q in Assignment.load(tmp_path / "ours/assignment.toml").questions] == ["r"]


def test_layouts_are_mended_or_left_out(tmp_path: Path, pacgrid: Callable[..., Result]) -> None:
    board = "%%%%%%%\n%P.%..%\n%%%%%%%\n"
    layouts = {"odd.lay": board, "hunt.lay": board.replace(".", " ")}
    layouts["walled.lay"] = board.replace("P.", "P ")
    folder = write(tmp_path / "theirs", layouts)
    result = pacgrid("convert", str(folder), "--out", str(tmp_path / "ours"))
    assert str(Layout.load(tmp_path / "ours" / "odd.lay")) == "%%%%%%%\n%P.%  %\n%%%%%%%"
    assert f"left out: {folder / 'hunt.lay'}:1:1: no food" in result.stderr
    assert f"left out: {folder / 'walled.lay'}: layout walled: Pac-Man can't" in result.stderr
    assert f"{folder / 'odd.lay'}: left out: food" in result.stderr
    with pytest.raises(PacgridError, match=r"odd\.lay: exists; choose another folder"):
        pacgrid("convert", str(folder), "--out", str(tmp_path / "ours"))


def test_a_folder_with_nothing_to_convert_is_refused(
    tmp_path: Path, pacgrid: Callable[..., Result]
) -> None:
    with pytest.raises(PacgridError, match="has neither layouts"):
        pacgrid("convert", str(tmp_path))
