from itertools import chain

import pytest

from helpers.diagrams import corners, text_of
from pacgrid import Layout, State
from pacgrid.games.game_loader import game_names, load_game
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.nim import Nim
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.frame import Diagram, Disc, Polygon, Words
from pacgrid.session.themes import Ink


def words(diagram: Diagram) -> list[Words]:
    return [part for part in diagram.parts if isinstance(part, Words)]


def test_a_board_shows_marks_and_the_numbers_of_actions() -> None:
    state = TicTacToe("X...O....")
    diagram = board_diagram(state, selected=8, targets=state.legal_actions())
    assert text_of(diagram).split("\n") == [
        " 3  X │ 2 │ 3",
        "   ───┼───┼───",
        " 2  4 │ O │ 6",
        "   ───┼───┼───",
        " 1  7 │ 8 │[9]",
        "    a   b   c",
    ]
    owners = {each.text: each.agent for each in words(diagram)}
    assert (owners["X"], owners["O"], owners["2"]) == (0, 1, None)
    assert [target.number for target in diagram.targets] == list(range(7))
    for target, action in zip(diagram.targets, state.legal_actions(), strict=True):
        column, row = state.cell(action)
        assert target.corner == pytest.approx((0.6 + column, 0.6 + row))


def test_the_best_value_stands_out_and_squares_that_changed_are_highlighted() -> None:
    diagram = board_diagram(TicTacToe("XX.OO...."), values={2: 1, 5: 0, 8: -1})
    inks = {(each.text, each.ink) for each in words(diagram)}
    assert {("1", Ink.BEST), ("0", Ink.VALUE), ("-1", Ink.VALUE)} <= inks
    before = Hexapawn()
    diagram = board_diagram(before.successor((7, 4)), before=before)
    highlighted = [
        part.points[0]
        for part in diagram.parts
        if isinstance(part, Polygon) and part.fill is Ink.VALUE
    ]
    assert highlighted == [pytest.approx((1.6, 1.6)), pytest.approx((1.6, 2.6))]


def test_actions_without_squares_of_their_own_are_listed_and_pieces_and_moves_are_clicked() -> None:
    state = Hexapawn("b.b.b.w.w")
    diagram = board_diagram(state, selected=(8, 4), targets=state.legal_actions())
    assert " ".join(each.text for each in words(diagram)[-8:]) == "1 a1-a2 2 a1xb2 3 c1-c2 4 c1xb2"
    assert text_of(diagram).endswith("    3   c1-c2\n    4  [c1xb2]")
    on_board = {
        (int(target.corner[0]), int(target.corner[1])): target.number
        for target in diagram.targets
        if target.size == (1, 1)
    }
    a1, b2, c1, c2 = (0, 2), (1, 1), (2, 2), (2, 1)
    assert on_board == {a1: 4, c1: 6, c2: 2, b2: 3}


def test_many_actions_are_listed_beside_the_board_or_those_of_the_selected_piece_alone() -> None:
    state = Hexapawn("." * 8 + ("b" * 8 + "w" * 8) * 2 + "." * 24)
    lines = text_of(board_diagram(state, targets=state.legal_actions())).split("\n")
    assert len(lines) == 16
    assert lines[0].endswith("1   a6xb7     ·   b4xc5")
    assert max(map(len, lines)) < 72
    crowded = Hexapawn("." * 16 + "b" * 8 + "w" * 8 + "." * 32)  # with 14 captures
    actions = crowded.legal_actions()
    (selected,) = (each for each in actions if crowded.action_name(each) == "b5xc6")
    diagram = board_diagram(crowded, selected=selected, targets=actions)
    lines = text_of(diagram).split("\n")
    assert [line.strip() for line in lines[-2:]] == ["2   b5xa6", "3  [b5xc6]"]
    assert len([target for target in diagram.targets if target.number < len(actions)]) == 4


def test_a_heap_shows_what_would_be_taken() -> None:
    diagram = board_diagram(Nim((1, 3)), selected=(1, 2), targets=Nim((1, 3)).legal_actions())
    assert text_of(diagram) == "    •\n    • [•][•]"
    assert sum(isinstance(part, Disc) for part in diagram.parts) == 4


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_drawn_inside_its_diagram(name: str) -> None:
    state = load_game(name)
    diagram = board_diagram(state, targets=state.legal_actions())
    actions, numbers = len(state.legal_actions()), {target.number for target in diagram.targets}
    assert {*range(actions)} <= numbers <= {*range(2 * actions)}
    assert len(diagram.text) < 24
    for x, y in chain(*map(corners, diagram.parts)):
        assert 0 <= x <= diagram.width
        assert 0 <= y <= diagram.height


def test_a_game_without_a_grid_is_shown_as_text() -> None:
    state = State.initial(Layout.load("training"))
    assert text_of(board_diagram(state)) == str(state)
