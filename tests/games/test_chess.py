import re
import sys
from typing import Any

import pytest

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.chess import WIN, Chess
from pacgrid.games.game_error import GameError
from pacgrid.games.game_loader import load_game
from pacgrid.search import OwnEvaluation, best, shares


def move(state: Chess, name: str) -> Any:
    return next(action for action in state.legal_actions() if state.action_name(action) == name)


def played(state: Chess, names: str) -> Chess:
    for name in names.split():
        state = state.successor(move(state, name))
    return state


def drawn(board: str, turn: str = "w") -> Chess:
    """The position with these rows; nobody may castle."""
    ranks = [
        re.sub(r"\.+", lambda dots: str(len(dots[0])), "".join(line.split()))
        for line in board.strip().splitlines()
    ]
    return Chess.initial(f"{'/'.join(ranks)} {turn} - - 0 1")


def perft(state: Chess, plies: int) -> int:
    if plies == 0 or state.is_terminal:
        return 1
    return sum(perft(state.successor(action), plies - 1) for action in state.legal_actions())


def test_games_of_a_few_plies_are_counted() -> None:
    assert [perft(Chess.initial(), plies) for plies in (1, 2, 3)] == [20, 400, 8902]


LECTURE = [
    (
        """
        r . . . r . k .
        . . . . . p p p
        . . b . . . . .
        . . . . . . . .
        . . . Q . . . .
        . . N . . . . .
        . . . . . P P P
        . . . . . . K .
        """,
        {"queen": 9, "rook": -10, "bishop": -3.25, "knight": 3, "pawn": 0},
        -1.25,
    ),
    (
        """
        r . . . r . k .
        . . . . . p p p
        . . . . . . . .
        . . . . . . . .
        . . . Q . . . .
        . . N . . . . .
        . . . . . P P P
        . . . . . . K .
        """,
        {"queen": 9, "rook": -10, "bishop": 0, "knight": 3, "pawn": 0},
        2,
    ),
    (
        """
        r . . . r . k .
        . . . . . p p p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . N . . . . .
        . . . . . P P P
        . . . . . . K .
        """,
        {"queen": 0, "rook": -10, "bishop": 0, "knight": 3, "pawn": 0},
        -7,
    ),
]
"""Queen and knight against two rooks and a bishop; without the bishop; and without the queen."""


@pytest.mark.parametrize(("board", "by_piece", "total"), LECTURE)
def test_material_is_a_linear_evaluation(
    board: str, by_piece: dict[str, float], total: float
) -> None:
    state = drawn(board, turn="b")
    assert state.evaluate() == total
    assert state.evaluation_shares() == by_piece
    assert shares(OwnEvaluation(), state) == by_piece


def test_fools_mate_is_lost() -> None:
    state = played(Chess.initial(), "f3 e5 g4 Qh4#")
    assert state.is_terminal
    assert state.score == -WIN
    assert state.legal_actions() == ()


def test_a_search_mates_in_one() -> None:
    state = drawn(
        """
        . . . . . . k .
        . . . . . p p p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . P P P
        . . . R . . K .
        """
    )
    agent = AlphaBeta(depth=1)
    assert state.action_name(agent.act(state)) == "Rd8#"
    assert max(agent.report.values.values()) == WIN


@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
        "8/8/4k3/8/8/3K4/8/6N1 w - - 0 1",  # a knight can't mate
        "8/P6k/8/8/8/8/p6K/8 w - - 100 90",  # fifty moves
    ],
)
def test_a_draw_ends_the_game(fen: str) -> None:
    state = Chess.initial(fen)
    assert state.is_terminal
    assert state.score == 0


def test_mate_on_the_hundredth_ply_is_a_win() -> None:
    state = Chess.initial("7k/8/6K1/8/8/8/8/R7 w - - 99 90")
    mated = played(state, "Ra8#")
    assert mated.plies_without_progress == 100
    assert mated.score == WIN


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8"
    once = played(Chess.initial(), shuffle)
    assert not once.is_terminal
    assert not played(once, "Nf3 Nf6 Ng1").is_terminal
    twice = played(once, shuffle)
    assert twice.is_terminal
    assert twice.score == 0


def test_a_pawn_move_makes_earlier_positions_unreachable() -> None:
    state = played(Chess.initial(), "Nf3 Nf6 Ng1 Ng8 e4")
    assert state.earlier == frozenset()
    assert state == played(Chess.initial(), "e4")


def test_positions_with_another_past_are_not_equal() -> None:
    state = Chess.initial()
    assert played(state, "Nf3 Nf6 Ng1 Ng8") != state
    assert played(state, "e4 e5 Nf3 Nc6") == played(state, "e4 e5 Nf3 Nc6")
    assert played(state, "e4 e5 d4 d5") == played(state, "d4 d5 e4 e5")


HANGING = """
    . . . . . . k .
    . p . . . p p p
    . . p . . . . .
    . . . p . . . .
    . . . . . . . .
    . . . . . . . .
    . . . Q . P P P
    . . . . . . K .
"""
"""The pawn on d5 is protected: a queen that takes it is lost."""


def test_quiescence_sees_that_a_pawn_is_protected() -> None:
    state = drawn(HANGING)
    taken = move(state, "Qxd5")
    one_ply = IterativeDeepening(depth=1)
    assert best(state, one_ply.action_values(state, plies=1)) == taken
    careful = IterativeDeepening(depth=1, quiescence=1)
    careful.horizon, careful.extension = 1, 2
    values = careful.action_values(state, plies=1)
    assert best(state, values) != taken
    assert values[taken] == -2 < max(values.values()) == 6


@pytest.mark.parametrize(
    ("fen", "quiet"),
    [
        (None, True),
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", False),  # a pawn that nobody protects
        ("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", False),  # check
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", False),  # a promotion
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", False),  # a pawn that passes by
    ],
)
def test_a_position_is_quiet_if_nothing_can_be_won(fen: str | None, quiet: bool) -> None:
    assert Chess.initial(fen).is_quiet() == quiet


def test_captures_are_tried_first() -> None:
    state = drawn(HANGING)
    agent = IterativeDeepening(depth=1, ordering="captures")
    assert agent.ordered(state, 1, None)[0] == move(state, "Qxd5")


def test_ordering_changes_no_value() -> None:
    state = played(Chess.initial(), "e4 d5")
    plain, ordered = Minimax(depth=1), IterativeDeepening(depth=1, ordering=True, table=1000)
    assert plain.act(state) == ordered.act(state)


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("x", "chess:fen=x: fen: expected 8 rows in position part of fen: 'x'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen: no game leads to this position: no white king, no"),
        ("4k3/8/8/8/8/8/8/4K3", "the game is over before it begins"),
        ("4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "no game leads to this position: opposite check"),
    ],
)
def test_a_position_that_does_not_exist_is_one_clear_line(fen: str, message: str) -> None:
    from pacgrid.games.board_setup import BoardSetup

    with pytest.raises(GameError) as error:
        BoardSetup.load(f"chess:fen={fen}")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_without_the_library_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(GameError, match=r"chess: it needs one more package: pip install 'pacgrid"):
        load_game("chess")
