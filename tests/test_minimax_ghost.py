from pacgrid import Action, State
from pacgrid.agents.minimax_ghost import MinimaxGhost

CROSSING = """
%%%%%%%
%%% %%%
%P 1 .%
%%% %%%
%%%%%%%
to move: ghost 1
"""


def test_a_minimax_ghost_closes_in() -> None:
    assert MinimaxGhost().act(State.parse(CROSSING)) is Action.WEST
