import pytest

from helpers.games import Tree
from pacgrid import Action, Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_ghost import RandomGhost


def test_unknown_ghosts_choose_uniformly() -> None:
    agent = Expectimax(depth=1, evaluation="score")
    agent.act(Tree([[3, 12, 9], [2, 4, 6]], "01"))
    assert agent.report.values == {0: 8, 1: 4}
    assert agent.report.nodes == 8


def test_a_gamble_is_taken_where_minimax_gives_up() -> None:
    # Going on eastwards wins unless the ghost comes; staying can only wait.
    state = State.parse("%%%%%%%%\n%%%%  1%\n%P  . %%\n%%%%%  %\n%%%%%%%%")
    assert Expectimax(depth=3, evaluation="score").act(state) is Action.EAST


@pytest.mark.parametrize(("ghost", "games"), [("minimax_ghost:depth=2", 1), ("random_ghost", 5)])
def test_cornered_is_lost_for_minimax_and_worth_a_try_for_expectimax(
    ghost: str, games: int
) -> None:
    layout = Layout.load("cornered")
    minimax, expectimax = Minimax(depth=3), Expectimax(depth=3)
    for agent in (minimax, expectimax):
        agent.act(State.initial(layout))
    assert max(minimax.report.values.values()) < 0 < max(expectimax.report.values.values())
    given_up, tried = (
        sum(play(layout, [agent, load_agent(ghost)], seed=seed).score for seed in range(games))
        for agent in (minimax, expectimax)
    )
    assert (tried < given_up) == ghost.startswith("minimax")


def test_each_ghosts_own_distribution_is_used() -> None:
    state = State.parse("%%%%%%%\n%P   .%\n%.%%% %\n%   1 %\n%%%%%%%").successor(Action.EAST)
    known = Expectimax(ghosts=DirectionalGhost(attack=0.5))
    assert known.distribution(state) == DirectionalGhost(attack=0.5).distribution(state)
    named = Expectimax(ghosts=["directional_ghost:attack=1", None])
    assert named.distribution(state) == DirectionalGhost(attack=1).distribution(state)


def test_a_sequence_of_models_is_used_in_turn() -> None:
    state = State.parse("%%%%%%%%\n%P 1  2%\n%.%% % %\n%      %\n%%%%%%%%")
    agent = Expectimax(ghosts=[DirectionalGhost(attack=1), RandomGhost()])
    first = state.successor(Action.STOP)
    second = first.successor(Action.WEST)
    assert agent.distribution(first)[Action.WEST] == 1
    assert set(agent.distribution(second).values()) == {0.5}


def test_a_ghost_without_a_distribution_is_refused() -> None:
    with pytest.raises(ValueError, match="reflex has no distribution"):
        Expectimax(ghosts="reflex")


def test_impossible_actions_are_not_searched() -> None:
    state = State.parse("%%%%%%%%\n%P 1  .%\n%.%% % %\n%      %\n%%%%%%%%")
    certain = Expectimax(depth=1, evaluation="score", ghosts="directional_ghost:attack=1")
    unsure = Expectimax(depth=1, evaluation="score")
    certain.act(state)
    unsure.act(state)
    assert certain.report.nodes < unsure.report.nodes


def test_its_principal_variation_is_its_action() -> None:
    state = State.parse("%%%%%%%%\n%.P  .1%\n%%%%%%%%")
    agent = Expectimax(depth=2)
    action = agent.act(state)
    nodes = agent.report.nodes
    agent.explain(state, action)
    assert agent.report.principal_variation == [action]
    after = state.successor(action)
    assert sum(agent.report.features.values()) == pytest.approx(agent.evaluate(after))
    assert agent.report.nodes == nodes
