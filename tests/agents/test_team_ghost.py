from collections.abc import Callable

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pacgrid import Action, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.team_ghost import TeamGhost
from pacgrid.search import Searcher


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


@settings(max_examples=40, deadline=None)
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


def test_ghosts_that_each_look_equally_far_may_drop_the_plan() -> None:
    state = State.initial(Layout.load("small")).successor(Action.STOP)
    plan, moves = plan_and_moves(MinimaxGhost, state)
    assert moves != plan


def test_a_single_ghost_plays_as_alpha_beta_does() -> None:
    state = State.initial(Layout.load("ring")).successor(Action.STOP)
    team, alone = TeamGhost(), AlphaBeta(evaluation="pursuit")
    assert team.act(state) == alone.act(state)
    assert team.report == alone.report
