import ast
from pathlib import Path

from helpers.course import course
from pacgrid import Layout, State, play
from pacgrid.agent_loader import load_module
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.starter_file import starter_file, stubs

ODD = '''
title = """Of "quotes" and \\\\ """
[[questions]]
name = "one"
agent = "Both"
points = 1
[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 1
options = {depth = 3, style = "bold"}
positions = ["%%%%%\\n%P.1%\\n%%%%%"]

[[questions]]
name = "two"
agent = "Both"
points = 1
[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 1
options = {evaluation = "linear"}
positions = ["%%%%%\\n%P.1%\\n%%%%%"]
'''


def test_each_name_has_one_stub(tmp_path: Path) -> None:
    assert [stub.name for stub in stubs(course(tmp_path))] == ["Reflex", "Minimax", "evaluate"]
    (both,) = stubs(Assignment.parse(ODD, "odd.toml"))
    assert both.questions == ["one", "two"]


def test_the_starter_file_plays(tmp_path: Path) -> None:
    file = tmp_path / "answers.py"
    file.write_text(starter_file(Assignment.load("pacman")))
    module = load_module(file)
    layout = Layout.load("pocket")
    ghosts = [load_module("agents/random_ghost.py").RandomGhost() for _ in layout.ghosts]
    for pacman in (module.Reflex(), module.Minimax(depth=2, evaluation="score")):
        assert play(layout, [pacman, *ghosts]).forfeit is None
    assert module.evaluate(State.initial(layout)) == 0


def test_stubs_have_the_options_of_hidden_tests_but_not_their_values(tmp_path: Path) -> None:
    assert "def __init__(self, *, caution: object = None) -> None:" in starter_file(
        course(tmp_path)
    )


def test_an_agent_for_search_tests_only_sees_no_board(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(text := starter_file(Assignment.parse(ODD, "odd.toml")))
    assert "act(self, state: GameState)" in text
    assert "State" not in text.replace("GameState", "")
    agent = load_module(file).Both(evaluation=len)
    assert (agent.depth, agent.style, agent.evaluation) == (3, "bold", len)


def test_only_what_can_end_on_a_board_is_to_be_watched() -> None:
    file = starter_file(Assignment.parse(ODD, "odd.toml"))
    assert "pacgrid play agent.py:Both" in file
    text = ODD.replace('options = {depth = 3, style = "bold"}', "options = {}")
    file = starter_file(Assignment.parse(text, "odd.toml"))
    assert "pacgrid play" not in file
    assert "Grade it at any time:" in file


def test_a_title_cannot_break_the_file() -> None:
    tree = ast.parse(starter_file(Assignment.parse(ODD, "odd.toml")))
    assert (ast.get_docstring(tree) or "").startswith("Of 'quotes' and /")


def test_lines_are_short_and_the_template_is_filled_in() -> None:
    text = starter_file(Assignment.load("pacman"))
    assert max(map(len, text.splitlines())) <= 100
    assert "{" not in text
