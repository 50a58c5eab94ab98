"""Ghosts that search, alone and as a team."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from helpers.mazes import CROSSING
from helpers.positions import pacman_states
from pacgrid import Action, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.team_ghost import TeamGhost
from pacgrid.games.game_loader import load_game
from pacgrid.search import Searcher

STATE = State.parse(CROSSING)


def test_a_minimax_ghost_closes_in_and_one_that_errs_has_an_exact_distribution() -> None:
    assert MinimaxGhost().act(STATE) is Action.WEST
    ghost = MinimaxGhost(depth=2, error=0.2)
    expected = dict.fromkeys(STATE.legal_actions(), 0.05) | {Action.WEST: 0.85}
    assert ghost.distribution(STATE) == pytest.approx(expected)
    played = Counter(ghost.act(STATE) for _ in range(400))
    assert played[Action.WEST] == pytest.approx(340, abs=30)


@given(pacman_states())
def test_without_errors_it_plays_as_minimax_does_also_when_actions_tie(state: State) -> None:
    ghost, minimax = MinimaxGhost(depth=2), Minimax(depth=2, evaluation="pursuit")
    assert ghost.act(state) is minimax.act(state)
    assert ghost.report == minimax.report


def test_expectimax_searches_the_ghosts_own_search() -> None:
    state = State.parse("%%%%%%%%\n%P 1  .%\n%.%% % %\n%      %\n%%%%%%%%")
    erring, uniform, exact = (
        Expectimax(depth=1, evaluation="score", ghosts=ghosts)
        for ghosts in (["minimax_ghost:depth=2,error=1"], None, "minimax_ghost:depth=2")
    )
    for agent in (erring, uniform, exact):
        agent.act(state)
    assert erring.report.values == uniform.report.values != exact.report.values


def test_actions_are_compared_by_their_values() -> None:
    state = load_game("nim:heaps=1-2")
    assert any(a is not b for a, b in zip(*(state.legal_actions() for _ in range(2)), strict=True))
    ghost = MinimaxGhost(depth=2, evaluation="score")
    assert sorted(ghost.distribution(state).values()) == [0, 0, 1]


def wander(layout: str, choices: list[int]) -> State:
    """The position after those actions, by number, in which ghost 1 is to move."""
    state = State.initial(Layout.load(layout))
    for number in choices:
        actions = state.legal_actions()
        after = state.successor(actions[number % len(actions)])
        assume(not after.is_terminal)
        state = after
    while state.to_move != 1:
        state = state.successor(state.legal_actions()[0])
        assume(not state.is_terminal)
    return state


def plan_and_moves(
    ghost: Callable[[], Searcher], state: State
) -> tuple[list[Action], list[Action]]:
    """What the first ghost plans for all of them, and what they play."""
    first = ghost()
    first.explain(state, first.act(state))
    played: list[Action] = []
    while state.to_move and not state.is_terminal:
        played.append(ghost().act(state))
        state = state.successor(played[-1])
    return list(first.report.principal_variation[: len(played)]), played


@given(
    layout=st.sampled_from(["small", "medium", "crossroads"]),
    choices=st.lists(st.integers(0, 11), max_size=60),
    depth=st.integers(1, 2),
)
def test_the_ghosts_of_a_team_play_what_the_first_one_plans(
    layout: str, choices: list[int], depth: int
) -> None:
    plan, moves = plan_and_moves(lambda: TeamGhost(depth=depth), wander(layout, choices))
    assert moves == plan


def test_ghosts_that_each_look_equally_far_may_drop_the_plan_and_a_single_one_has_its_own() -> None:
    small, ring = (State.initial(Layout.load(name)) for name in ("small", "ring"))
    plan, moves = plan_and_moves(MinimaxGhost, small.successor(Action.STOP))
    assert moves != plan
    state = ring.successor(Action.STOP)
    team, alone = TeamGhost(), AlphaBeta(evaluation="pursuit")
    assert team.act(state) == alone.act(state)
    assert team.report == alone.report
