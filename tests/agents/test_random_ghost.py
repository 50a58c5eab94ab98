from helpers.mazes import CROSSING
from pacgrid import Action, State
from pacgrid.agents.random_ghost import RandomGhost


def test_every_legal_action_has_the_same_probability() -> None:
    assert RandomGhost().distribution(State.parse(CROSSING)) == dict.fromkeys(
        list(Action)[:4], 0.25
    )
