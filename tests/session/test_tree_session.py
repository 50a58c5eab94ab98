"""Stepping through a search."""

import pytest

from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout, State
from pacgrid.agents.expectimax import Expectimax
from pacgrid.session.frame import Board, Diagram, Scene, SmallBoard
from pacgrid.session.session import NextAction
from pacgrid.session.tree_session import TreeSession
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import StepKind
from pacgrid.tree.whole_tree import whole_tree

TREE = search_tree(LECTURE)
SHALLOW = search_tree((3, 2))
LAST = len(TREE.steps) - 1


def pressed(keys: str = "") -> TreeSession:
    session = TreeSession([SHALLOW, TREE], most_nodes=8)
    for key in keys.split():
        session.press(key)
    return session


def small_boards(board: Board) -> int:
    return sum(isinstance(part, SmallBoard) for part in board.scene.parts)


def kinds(session: TreeSession) -> StepKind:
    return TREE.steps[session.step].kind


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        *(("right", 1), ("right . left", 1), ("left", 0), ("end", LAST)),
        *(("end right home .", 1), ("n n", LAST), ("down down up up", 0), ("]", 0)),
    ],
)
def test_keys_step_back_and_forward(keys: str, step: int) -> None:
    assert pressed(keys).step == step


def test_keys_go_to_cuts_to_finished_actions_and_to_iterations() -> None:
    assert kinds(pressed("n")) is kinds(pressed(">")) is StepKind.CUT
    assert pressed("n n b").step == pressed("n").step
    finished = [TREE.steps[pressed("down " * n).step] for n in (1, 2, 3)]
    assert [(step.kind, step.node) for step in finished] == [(StepKind.BACK_UP, 0)] * 3
    assert pressed("[").tree is SHALLOW
    assert pressed("[ n ]").tree is TREE
    assert pressed("[ [").frame().caption.facts[-1].value == "1 of 2"


def test_a_click_on_a_node_goes_to_the_step_in_which_it_got_its_value() -> None:
    session = pressed()
    for number in (-1, 2 * len(TREE.nodes), 10**9):
        session.choose_target(number)  # which can't be clicked any more
    assert session.step == 0
    session.choose_target(1)
    step = TREE.steps[session.step]
    assert (step.node, step.value) == (1, 3)
    assert session.step == TREE.steps_of[1][-1]


def test_nodes_open_and_close_by_key_and_by_click() -> None:
    session = pressed("end")
    hidden = session.shown.hidden
    stub = next(number for number, count in hidden.items() if count)
    session.choose_target(len(TREE.nodes) + stub)
    assert session.shown.hidden[stub] == 0
    session.press("home")
    session.press("o")
    assert session.shown.hidden == {0: len(TREE.nodes) - 1}
    session.choose_target(0)
    assert len(session.shown.children) > 1


def test_a_search_plays_and_stops_at_its_end() -> None:
    session = pressed()
    session.press(" ")
    session.advance(1.6)
    assert session.step == 3  # two steps a second
    assert session.frame().moving
    session.advance(1000)
    assert (session.step, session.playing) == (LAST, False)
    session.press(" ")
    assert (session.step, session.playing) == (0, True)


def test_frames_say_what_happens() -> None:
    session = pressed("n")
    frame, step = session.frame(), TREE.steps[session.step]
    assert frame.caption.words == step.words
    facts = {fact.label: fact.value for fact in frame.caption.facts}
    assert [facts[name] for name in ("node", "value", "alpha", "beta")] == ["MIN", "2", "3", "2"]
    assert frame.timeline.marks == (session.step,)
    assert [type(board.scene) for board in frame.boards] == [Diagram]
    assert session.frame().boards is frame.boards


def test_the_position_is_in_each_node_or_beside_the_tree() -> None:
    (tree,) = record_search(Expectimax(depth=1), State.initial(Layout.load("small")))
    sessions = [TreeSession([tree], boards=boards) for boards in (None, True, False)]
    (small,), (nodes,), (search, board) = (session.frame().boards for session in sessions)
    assert small_boards(nodes) == small_boards(small) > small_boards(search) == 0
    assert isinstance(board.scene, Scene)
    assert any("%%%" in run.text for line in nodes.scene.text for run in line)
    last_leaf = next(n for n in reversed(tree.nodes) if not n.children)
    sessions[-1].choose_target(last_leaf.number)
    _, board = sessions[-1].frame().boards
    assert board.scene.pacman.position == last_leaf.state.pacman
    assert {trail.agent for trail in board.scene.marks.trails} <= {0, 1, 2}
    assert board.scene.marks.trails


def test_a_whole_tree_has_its_leaves_before_the_search_and_no_cut() -> None:
    session = TreeSession([SHALLOW, whole_tree(TREE)], most_nodes=8)
    frame = session.frame()
    assert frame.timeline.marks == ()
    assert frame.caption.game == "1 of 13 nodes"
    text = "".join(run.text for line in frame.boards[0].scene.text for run in line)
    assert "╱╱" not in text
    session.press("n")
    assert session.frame().timeline.marks == (session.step,)


def test_a_search_of_one_action_can_be_stepped_through() -> None:
    session = TreeSession([search_tree((5,))])
    for key in ("n", "b", "down", "up", "o", "end", "right"):
        session.press(key)
        assert session.frame().boards


def test_the_help_takes_all_keys_and_closing_ends_the_session() -> None:
    session = pressed("? x")
    assert session.frame().sheet is None
    assert session.step == 0
    session.press("?")
    session.seek(3)
    assert session.step == 0
    session.sheets.choose_row(0)
    session.press("enter")
    assert session.next_action is None
    session.press("end")
    session.press("enter")
    assert session.next_action is NextAction.NEXT_GAME
    assert pressed("q").next_action is NextAction.QUIT
