import pytest

from helpers.mazes import CROSSING
from pacgrid import Action, State
from pacgrid.agents.directional_ghost import DirectionalGhost


def test_a_directional_ghost_attacks_along_the_shortest_straight_line() -> None:
    chances = DirectionalGhost(attack=0.6).distribution(State.parse(CROSSING))
    assert chances == pytest.approx(
        {Action.NORTH: 0.1, Action.EAST: 0.1, Action.SOUTH: 0.1, Action.WEST: 0.7}
    )


def test_a_scared_directional_ghost_flees() -> None:
    state = State.parse(CROSSING + "ghost 1: scared 9")
    chances = DirectionalGhost(flee=1).distribution(state)
    assert chances[Action.WEST] == 0
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[Action.EAST] == chances[Action.NORTH] == pytest.approx(1 / 3)


def test_equally_good_directions_share_the_probability() -> None:
    state = State.parse("%%%%%\n%P  %\n%  1%\n%  .%\n%%%%%\nto move: ghost 1")
    chances = DirectionalGhost(attack=1).distribution(state)
    assert chances[Action.NORTH] == chances[Action.WEST] == 0.5


@pytest.mark.parametrize("options", [{"attack": 1.2}, {"flee": -0.1}])
def test_a_probability_outside_0_to_1_is_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be a probability from 0 to 1"):
        DirectionalGhost(**options)
