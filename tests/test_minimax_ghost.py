from helpers.mazes import CROSSING
from pacgrid import Action, State
from pacgrid.agents.minimax_ghost import MinimaxGhost


def test_a_minimax_ghost_closes_in() -> None:
    assert MinimaxGhost().act(State.parse(CROSSING)) is Action.WEST
