from pacgrid import Action, State
from pacgrid.agents.random_ghost import RandomGhost

CROSSING = """
%%%%%%%
%%% %%%
%P 1 .%
%%% %%%
%%%%%%%
to move: ghost 1
"""


def test_a_random_ghost_gives_every_legal_action_the_same_chance() -> None:
    assert RandomGhost().distribution(State.parse(CROSSING)) == dict.fromkeys(
        list(Action)[:4], 0.25
    )
