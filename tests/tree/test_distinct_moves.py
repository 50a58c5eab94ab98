from hypothesis import given
from hypothesis import strategies as st

from pacgrid.agents.minimax import Minimax
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.tree.state_proxy import DistinctMoves


def test_tictactoe_begins_in_a_corner_on_an_edge_or_in_the_centre() -> None:
    root = DistinctMoves(TicTacToe())
    assert [root.action_name(action) for action in root.legal_actions()] == ["a3", "b3", "b2"]
    assert [len(root.successor(action).legal_actions()) for action in (0, 1, 4)] == [5, 5, 2]


@given(st.sampled_from([TicTacToe("X........"), Hexapawn()]), st.integers(1, 2))
def test_values_do_not_change(state: TicTacToe | Hexapawn, depth: int) -> None:
    whole, distinct = Minimax(depth=depth), Minimax(depth=depth)
    whole.act(state)
    distinct.act(DistinctMoves(state))  # type: ignore[arg-type]
    assert distinct.report.values.items() <= whole.report.values.items()
    assert set(distinct.report.values.values()) == set(whole.report.values.values())
    assert distinct.report.nodes < whole.report.nodes
