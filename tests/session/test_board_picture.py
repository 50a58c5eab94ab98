"""Drawn trees as boards."""

from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.session.board_picture import tree_board
from pacgrid.session.frame import Diagram
from pacgrid.session.themes import Ink

TREE = "MAX\n  a: MIN: 3 12\n  b: CHANCE\n    1/3 x: 6\n    2/3 y: 9"


def inverse(diagram: Diagram) -> list[str]:
    return [run.text.strip() for line in diagram.text for run in line if run.inverse]


def test_the_whole_tree_is_shown_with_the_leaves_values() -> None:
    diagram = tree_board(DrawnTree.parse(TREE), None, (), {})
    text = "\n".join("".join(run.text for run in line) for line in diagram.text)
    assert [value for value in ("■ 3", "■ 12", "■ 6", "■ 9") if value not in text] == []
    assert "1/3 x" in text
    assert inverse(diagram) == ["▲ MAX"]


def test_children_can_be_selected_and_clicked() -> None:
    state = DrawnTree.parse(TREE)
    diagram = tree_board(state, "b", state.legal_actions(), {})
    assert [target.number for target in diagram.targets] == [0, 1]
    assert diagram.targets[0].corner[0] < diagram.targets[1].corner[0]
    assert inverse(diagram) == ["b: ● CHANCE"]
    frame = diagram.parts[0]
    assert frame.fill is Ink.BEST
    after = state.successor("b")
    assert inverse(tree_board(after, None, (), {})) == ["b: ● CHANCE"]


def test_known_values_are_written_at_the_children() -> None:
    diagram = tree_board(DrawnTree.parse(TREE), None, (), {"a": 3, "b": 8})
    text = "\n".join("".join(run.text for run in line) for line in diagram.text)
    assert "a: ▼ MIN = 3" in text
    assert "b: ● CHANCE = 8" in text


def test_the_children_of_the_position_are_never_folded_up() -> None:
    state = load_game("uniform:branching=6,depth=4,order=worst")
    for _ in range(4):
        diagram = tree_board(state, None, state.legal_actions(), {})  # type: ignore[arg-type]
        assert len(diagram.targets) == 6
        state = state.successor("6")
