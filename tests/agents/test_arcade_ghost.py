"""Each personality's target, read off drawn mazes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid import Action, Layout, Limits, State, play
from pacgrid.agents.arcade_ghost import PERSONALITIES, PHASES, ArcadeGhost, scatters
from pacgrid.agents.expectimax import Expectimax

ROOM = """
%%%%%%%%%%%
%         %
%         %
%   2     %
%    P   .%
%         %
%1        %
%         %
%%%%%%%%%%%
to move: ghost {to_move}
"""


@pytest.mark.parametrize(
    ("personality", "to_move", "target", "corner"),
    [
        ("chaser", 1, (5, 4), (10, 8)),
        ("ambusher", 1, (9, 4), (0, 8)),  # 4 cells towards the food
        ("flanker", 2, (13, 6), (10, 0)),  # (7, 4) is half way between ghost 1 and the target
        ("shy", 2, (0, 0), (0, 0)),  # ghost 2 is near
        ("shy", 1, (0, 0), (0, 0)),  # √20 cells: still near
    ],
)
def test_a_personality_has_a_target_and_a_corner(
    personality: str, to_move: int, target: tuple[int, int], corner: tuple[int, int]
) -> None:
    ghost = ArcadeGhost(personality=personality)
    state = State.parse(ROOM.format(to_move=to_move))
    assert (ghost.target(state), ghost.corner(state)) == (target, corner)
    afar = State.parse("%%%%%%%%%%\n%1     P.%\n%%%%%%%%%%\nto move: ghost 1")
    assert personality != "shy" or ghost.target(afar) == afar.pacman


@pytest.mark.parametrize(
    ("wall", "action"), [(" ", Action.WEST), ("%", Action.NORTH)], ids=["open", "walled"]
)
def test_it_steps_to_the_nearest_neighbour_in_a_straight_line(wall: str, action: Action) -> None:
    """Behind the wall it takes the first of two equally near cells, though one is a dead end."""
    board = "%%%%%%%\n%   %%%\n%P{wall}1  %\n%   % %\n%  %%.%\n%%%%%%%\nto move: ghost 1"
    chances = ArcadeGhost().distribution(State.parse(board.format(wall=wall)))
    assert [way for way, chance in chances.items() if chance] == [action]


def test_a_scared_ghost_moves_at_random() -> None:
    state = State.parse(ROOM.format(to_move=1) + "ghost 1: scared 9")
    chances = ArcadeGhost().distribution(state)
    assert set(chances.values()) == {1 / len(state.legal_actions())}


def test_it_scatters_and_chases_in_phases_of_its_own_moves() -> None:
    phases = [scatters(moves) for moves in range(sum(PHASES) + 1)]
    expected = [number % 2 == 0 for number, length in enumerate(PHASES) for _ in range(length)]
    assert phases == [*expected, False]
    ghost, state = ArcadeGhost(personality="ambusher"), State.parse(ROOM.format(to_move=1))
    ghost.start(state)
    first = [ghost.act(state) for _ in range(PHASES[0] + 1)]
    assert first == [Action.NORTH] * PHASES[0] + [Action.EAST]


class NeverScatters(ArcadeGhost):
    def start(self, state: State) -> None:
        pass


@pytest.mark.parametrize("personality", PERSONALITIES)
@settings(max_examples=5)
@given(seed=st.integers(0, 999))
def test_a_model_knows_what_a_chasing_ghost_will_do(personality: str, seed: int) -> None:
    layout = Layout.load("small")
    ghosts = [NeverScatters(personality=personality) for _ in layout.ghosts]
    model = ArcadeGhost(personality=personality)
    agents = [Expectimax(depth=1, ghosts=model), *ghosts]
    record = play(layout, agents, seed=seed, limits=Limits(rounds=60))
    assert record.forfeit is None
    states = list(record.states())
    for state, move in zip(states, record.moves, strict=False):
        if state.to_move:
            chances = model.distribution(state)
            assert chances[move.action] > 0
            assert sum(chances.values()) == pytest.approx(1)
            assert chances.keys() == set(state.legal_actions())
