"""Stepping through a search."""

from collections.abc import Sequence

import pytest

from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout, State
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.mcts import MCTS
from pacgrid.games.game_loader import load_game
from pacgrid.session.diagram import Diagram
from pacgrid.session.scene import Scene
from pacgrid.session.session import NextAction
from pacgrid.session.tree_session import TreeSession
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import StepKind
from pacgrid.tree.whole_tree import WholeTreeError

TREE = search_tree(LECTURE)
SHALLOW = search_tree((3, 2))
LAST = len(TREE.steps) - 1


def pressed(keys: str | Sequence[str], step: int = 0) -> TreeSession:
    session = TreeSession([SHALLOW, TREE], step=step, most_nodes=8)
    for key in keys:
        session.press(key)
    return session


def kinds(session: TreeSession) -> StepKind:
    return TREE.steps[session.position.step].kind


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["right"], 1),
        (["right", ".", "left"], 1),
        (["left"], 0),
        (["end"], LAST),
        (["end", "right", "home", "."], 1),
    ],
)
def test_keys_step_back_and_forward(keys: list[str], step: int) -> None:
    assert pressed(keys).position.step == step


def test_keys_go_to_cuts_and_to_finished_actions() -> None:
    assert kinds(pressed("n")) is kinds(pressed(">")) is StepKind.CUT
    assert pressed("nn").position.step == LAST
    assert pressed("nnb").position.step == pressed("n").position.step
    finished = [TREE.steps[pressed(["down"] * n).position.step] for n in (1, 2, 3)]
    assert [(step.kind, step.node) for step in finished] == [(StepKind.BACK_UP, 0)] * 3
    assert pressed(["down", "down", "up", "up"]).position.step == 0


def test_keys_go_to_iterations() -> None:
    assert pressed("[").position.tree is SHALLOW
    assert pressed("[n]").position.tree is TREE
    assert pressed("]").position.step == 0  # there is no further iteration
    assert pressed("[[").frame().caption.facts[-1].value == "1 of 2"


def test_a_click_on_a_node_goes_to_the_step_in_which_it_got_its_value() -> None:
    session = pressed("")
    session.choose_target(1)
    step = TREE.steps[session.position.step]
    assert (step.node, step.value) == (1, 3)
    assert session.position.step == TREE.steps_of[1][-1]


def test_nodes_open_and_close_by_key_and_by_click() -> None:
    session = pressed(["end"])
    hidden = session.position.shown.hidden
    stub = next(number for number, count in hidden.items() if count)
    session.choose_target(len(TREE.nodes) + stub)
    assert session.position.shown.hidden[stub] == 0
    session.press("home")
    session.press("o")
    assert session.position.shown.hidden == {0: len(TREE.nodes) - 1}
    session.choose_target(0)
    assert len(session.position.shown.children) > 1


def test_a_search_plays_and_stops_at_its_end() -> None:
    session = pressed(" ")
    session.advance(1.6)
    assert session.position.step == 3  # two steps a second
    assert session.frame().moving
    session.advance(1000)
    assert (session.position.step, session.playing) == (LAST, False)
    session.press(" ")
    assert (session.position.step, session.playing) == (0, True)


def test_frames_say_what_happens() -> None:
    session = pressed("n")
    frame, step = session.frame(), TREE.steps[session.position.step]
    assert frame.caption.words == step.words
    facts = {fact.label: fact.value for fact in frame.caption.facts}
    assert [facts[name] for name in ("node", "value", "alpha", "beta")] == ["MIN", "2", "3", "2"]
    assert frame.timeline.marks == (session.position.step,)
    assert [type(board.scene) for board in frame.boards] == [Diagram]
    assert session.frame().boards is frame.boards


def test_a_tree_of_pacman_has_his_board_beside_it() -> None:
    (tree,) = record_search(Expectimax(depth=1), State.initial(Layout.load("small")))
    session = TreeSession([tree], step=len(tree.steps) - 2, boards=False)
    last_leaf = next(n for n in reversed(tree.nodes) if not n.children)
    session.choose_target(last_leaf.number)
    _, board = session.frame().boards
    assert isinstance(board.scene, Scene)
    assert board.scene.pacman.position == last_leaf.state.pacman
    assert {trail.agent for trail in board.scene.marks.trails} <= {0, 1, 2}
    assert board.scene.marks.trails


def test_a_key_puts_the_position_into_each_node() -> None:
    (tree,) = record_search(Expectimax(depth=1), State.initial(Layout.load("small")))
    session = TreeSession([tree])
    (nodes,) = session.frame().boards
    session.press("d")
    search, board = session.frame().boards
    assert isinstance(nodes.scene, Diagram)
    assert isinstance(search.scene, Diagram)
    assert len(nodes.scene.parts) > 2 * len(search.scene.parts)
    assert isinstance(board.scene, Scene)
    session.press("d")
    (again,) = session.frame().boards
    assert again.scene.parts == nodes.scene.parts
    assert any("%%%" in run.text for line in again.scene.text for run in line)


def test_a_key_shows_the_leaves_before_the_search_and_no_cut() -> None:
    session = pressed("w")
    frame = session.frame()
    assert frame.timeline.marks == ()
    assert frame.caption.game == "1 of 13 nodes"
    text = "".join(run.text for line in frame.boards[0].scene.text for run in line)
    assert "╱╱" not in text
    session.press("n")
    assert session.frame().timeline.marks == (session.position.step,)
    visited = session.position.shown
    session.position.open(max(visited.children))
    session.press("w")
    assert session.frame().caption.game == "11 nodes"


def test_what_has_no_whole_tree_says_so() -> None:
    (tree,) = record_search(MCTS(playouts=60), load_game("tictactoe"))
    session = TreeSession([tree])
    session.press("w")
    assert "playouts" in session.frame().caption.status
    session.press("right")
    assert session.frame().caption.status == ""
    with pytest.raises(WholeTreeError, match="playouts"):
        TreeSession([tree], leaves_first=True)


def test_the_help_takes_all_keys_and_closing_ends_the_session() -> None:
    session = pressed("? ")
    assert session.frame().sheet is None
    assert session.position.step == 0
    session.press("?")
    session.seek(3)
    assert session.position.step == 0
    session.sheets.choose_row(0)
    session.press("enter")
    assert session.next_action is None
    session.press("end")
    session.press("enter")
    assert session.next_action is NextAction.NEXT_GAME
    assert pressed("q").next_action is NextAction.QUIT


def test_what_cannot_be_clicked_any_more_does_nothing() -> None:
    session = pressed("")
    for number in (-1, 2 * len(TREE.nodes), 10**9):
        session.choose_target(number)
    assert session.position.step == 0


def test_a_search_of_one_action_can_be_stepped_through() -> None:
    session = TreeSession([search_tree((5,))])
    for key in ("n", "b", "down", "up", "o", "end", "right"):
        session.press(key)
        assert session.frame().boards
