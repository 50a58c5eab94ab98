"""Drawn trees as boards."""

from helpers.diagrams import text_of
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.session.board_picture import tree_board
from pacgrid.session.themes import Ink

TREE = "MAX\n  a: MIN: 3 12\n  b: CHANCE\n    1/3 x: 6\n    2/3 y: 9"


def test_the_whole_tree_is_shown_with_the_leaves_and_known_values() -> None:
    text = text_of(tree_board(DrawnTree.parse(TREE), None, (), {"a": 3, "b": 8}))
    shown = ("■ 3", "■ 12", "■ 6", "■ 9", "1/3 x", "a: ▼ MIN = 3", "b: ● CHANCE = 8", "[▲ MAX]")
    assert [each for each in shown if each not in text] == []


def test_children_can_be_selected_and_clicked() -> None:
    state = DrawnTree.parse(TREE)
    diagram = tree_board(state, "b", state.legal_actions(), {})
    assert [target.number for target in diagram.targets] == [0, 1]
    assert diagram.targets[0].corner[0] < diagram.targets[1].corner[0]
    frame = diagram.parts[0]
    assert frame.fill is Ink.BEST
    for each in (diagram, tree_board(state.successor("b"), None, (), {})):
        assert "[b: ● CHANCE]" in text_of(each)
        assert text_of(each).count("[") == 1


def test_the_children_of_the_position_are_never_folded_up() -> None:
    state = load_game("uniform:branching=6,depth=4,order=worst")
    for _ in range(4):
        diagram = tree_board(state, None, state.legal_actions(), {})  # type: ignore[arg-type]
        assert len(diagram.targets) == 6
        state = state.successor("6")
