import random

import pytest

from pacgrid import Action, State
from pacgrid.cs188.directions import ACTIONS
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.ghosts import DirectionalGhost, GhostError, RandomGhost, ghosts_of
from pacgrid.cs188.modules import ghostAgents

CROSSING = "%%%%%%%\n%P....%\n%%.%%.%\n%..1..%\n%%%%%%%"
SCARED = CROSSING + "\nto move: ghost 1\nghost 1: (3, 1) west scared 20, home (3, 1)"


def position(text: str) -> State:
    state = State.parse(text)
    return state if state.to_move else state.successor(Action.STOP)


@pytest.mark.parametrize("text", [CROSSING, SCARED])
@pytest.mark.parametrize(
    ("ghost", "original"),
    [
        (RandomGhost(), ghostAgents.RandomGhost(1)),
        (DirectionalGhost(), ghostAgents.DirectionalGhost(1)),
        (DirectionalGhost(1, 0.3, 0.9), ghostAgents.DirectionalGhost(1, 0.3, prob_scaredFlee=0.9)),
        (DirectionalGhost(1, 1, 0), ghostAgents.DirectionalGhost(1, 1, 0)),
    ],
)
def test_ghosts_draw_the_same_with_and_without_the_interface(text, ghost, original):
    state = position(text)
    face = GameState.of(state)
    assert {ACTIONS[name]: p for name, p in original.getDistribution(face).items()} == dict(
        ghost.distribution(state)
    )
    for seed in range(20):
        random.seed(seed)
        ghost.rng = random.Random(seed)
        assert ACTIONS[original.getAction(face)] is ghost.act(state)
        assert random.random() == ghost.rng.random()


def test_a_directional_ghost_comes_nearer_and_a_scared_one_flees():
    near = DirectionalGhost().distribution(position(CROSSING))
    assert near == pytest.approx({Action.WEST: 0.9, Action.EAST: 0.1})
    away = DirectionalGhost().distribution(position(SCARED.replace("(3, 1) west", "(3, 1) stop")))
    assert away == pytest.approx({Action.WEST: 0.1, Action.EAST: 0.9})


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        ("[]", []),
        (" [RandomGhost(1), DirectionalGhost(2)]\n", [1, 2]),
        ("[DirectionalGhost(i) for i in range(1, 4)]", [1, 2, 3]),
        ("[ghostAgents.RandomGhost(index=1 + i) for i in (0, 1)]", [1, 2]),
        ("[DirectionalGhost(1, prob_attack=0.2)] + [RandomGhost(3 - 1)]", [1, 2]),
    ],
)
def test_a_list_of_ghosts_is_read(text, indices):
    assert [ghost.index for ghost in ghosts_of(text)] == indices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[StrangeGhost(1)]", "can't read 'StrangeGhost(1)' among the ghosts"),
        ("__import__('os').getcwd()", "can't read \"__import__('os').getcwd()\""),
        ("[RandomGhost(1)", "can't read the ghosts '[RandomGhost(1)'"),
        ("[RandomGhost(1, 2, 3, 4)]", "can't read the ghosts"),
        ("[RandomGhost(i) for i in range(10 ** 9)]", "can't read '10 ** 9'"),
        ("[RandomGhost(i) for i in range(1000000)]", "more than 100 ghosts"),
        ("[[1 for i in range(9)] for j in range(9)]", "can't read '[1 for i in range(9)]'"),
        ("3", "'3' is no list of ghosts"),
        ("[3]", "'[3]' is no list of ghosts"),
        ("-" * 100_000 + "1", "can't read the ghosts"),
        ("[RandomGhost(1)]\0", "can't read the ghosts"),
    ],
)
def test_what_is_no_list_of_ghosts_is_refused_in_one_line(text, message):
    with pytest.raises(GhostError) as caught:
        ghosts_of(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
