"""Minimax, alpha-beta, expectimax, expectiminimax and max^n have the values they define."""

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.positions import exact_value, pacman_states, tree_states
from pacgrid import Action, Layout, State, play
from pacgrid.agent import Report
from pacgrid.agent_loader import load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.max_n import MaxN
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.games.drawn_tree import DrawnTree, GeneralSumTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.pig import Pig
from pacgrid.search import CHANCE, GameState, Searcher


def values(agent: Searcher, state: GameState) -> dict[Action, float]:
    agent.act(state)
    return agent.report.values


# Minimax.


@pytest.mark.parametrize("plies", range(6))
def test_values_agree_with_the_definition(plies: int) -> None:
    state = State.parse("%%%%%%%%\n%.  1o.%\n%.%%%%P%\n%.. 2  %\n%%%%%%%%")
    agent = Minimax(evaluation="score")
    agent.report = Report()
    assert agent.value(state, plies) == exact_value(state, plies)


def test_depth_counts_rounds_and_only_states_at_the_cut_off_are_evaluated() -> None:
    state = State.parse("%%%%%%%%\n%P .   %\n%%%%%%%%")
    near, far = (values(Minimax(depth=depth, evaluation="score"), state) for depth in (1, 2))
    assert (max(near.values()), max(far.values())) == (-1, 508)
    agent = Minimax(depth=1, evaluation=lambda state: inf if state.is_terminal else -1)
    assert values(agent, State.parse("%%%%\n%P.%\n%%%%")) == {Action.EAST: 509, Action.STOP: -1}


# Alpha-beta.


def best_value(agent: Searcher, state: GameState) -> float:
    return (max if state.to_move == 0 else min)(values(agent, state).values())


def assert_same_decision(state: GameState, depth: int) -> None:
    full, strict = (kind(depth=depth, evaluation="score") for kind in (Minimax, AlphaBeta))
    book = AlphaBeta(depth=depth, evaluation="score", pruning="book")
    assert strict.act(state) == book.act(state) == full.act(state)
    value = best_value(full, state)
    assert best_value(strict, state) == best_value(book, state) == value
    assert book.report.nodes <= strict.report.nodes <= full.report.nodes
    ties, found = (
        [action for action, each in agent.report.values.items() if each == value]
        for agent in (full, strict)
    )
    assert found == ties


@settings(max_examples=100)
@given(tree_states(0, 1, largest=3))
def test_the_decision_is_that_of_minimax_in_any_tree(tree: DrawnTree) -> None:
    assert_same_decision(tree, depth=20)


@given(games(most_plies=12), st.integers(1, 2))
def test_the_decision_is_that_of_minimax_in_any_position(states: list[State], depth: int) -> None:
    if not states[-1].is_terminal:
        assert_same_decision(states[-1], depth)


# Expectimax.


@pytest.mark.parametrize(("ghost", "games"), [("minimax_ghost:depth=2", 1), ("random_ghost", 5)])
def test_cornered_is_lost_for_minimax_and_worth_a_try_for_expectimax(
    ghost: str, games: int
) -> None:
    layout = Layout.load("cornered")
    agents = Minimax(depth=3), Expectimax(depth=3)
    lost, hopeful = (values(agent, State.initial(layout)) for agent in agents)
    assert max(lost.values()) < 0 < max(hopeful.values())
    given_up, tried = (
        sum(play(layout, [agent, load_agent(ghost)], seed=seed).score for seed in range(games))
        for agent in agents
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


def test_impossible_actions_are_not_searched() -> None:
    state = State.parse("%%%%%%%%\n%P 1  .%\n%.%% % %\n%      %\n%%%%%%%%")
    certain = Expectimax(depth=1, evaluation="score", ghosts="directional_ghost:attack=1")
    unsure = Expectimax(depth=1, evaluation="score")
    for agent in (certain, unsure):
        agent.act(state)
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


# Expectiminimax.


@given(tree_states(0, 1, 2, CHANCE))
def test_trees_have_the_values_of_expectimax_if_all_others_are_chance(tree: DrawnTree) -> None:
    mixed = Expectiminimax(depth=9, ghosts="chance")
    assert values(mixed, tree) == values(Expectimax(depth=9), tree)


@given(tree_states(0, 1, 2))
def test_trees_have_the_values_of_minimax_if_all_others_are_min(tree: DrawnTree) -> None:
    assert values(Expectiminimax(depth=9), tree) == values(Minimax(depth=9), tree)


@given(pacman_states())
def test_pacman_positions_have_the_values_of_the_plain_searches(state: State) -> None:
    model = "directional_ghost:attack=0.7"
    assert values(Expectiminimax(), state) == values(Minimax(), state)
    for ghosts in ("chance", model, [model, "chance"]):
        assert values(Expectiminimax(ghosts=ghosts), state) == values(
            Expectimax(ghosts=ghosts), state
        )


@pytest.mark.parametrize(
    ("ghosts", "value"),
    [
        ("min", 6),
        ("max", 9),
        ("chance", 7.5),
        ("min,chance", 6.5),
        ("chance,min", 7),
        ("max,chance", 8.5),
        ("[chance,max]", 8),
    ],
)
def test_each_ghost_has_the_layer_that_it_is_given(ghosts: str, value: float) -> None:
    agent = load_agent(f"expectiminimax:ghosts={ghosts},depth=1")
    assert isinstance(agent, Expectiminimax)
    assert values(agent, load_game("two_mins"))["a"] == value  # type: ignore[index]


def test_a_chance_node_of_the_game_has_its_own_distribution() -> None:
    expected = {"gamble": -1.1, "safe": -1}
    assert values(Expectiminimax(depth=1), load_game("gamble")) == pytest.approx(expected)
    agent = Expectiminimax(depth=4)
    assert agent.act(load_game("pig:target=8").successor("roll").successor(6)) == "roll"


@pytest.mark.parametrize(
    ("ghosts", "line"), [("min", "a22"), ("max", "a11"), (["max", "chance"], "a1")]
)
def test_its_principal_variation_ends_before_a_chance_layer(ghosts: Any, line: str) -> None:
    agent, state = Expectiminimax(depth=1, ghosts=ghosts), load_game("two_mins")
    agent.explain(state, agent.act(state))
    assert "".join(map(str, agent.report.principal_variation)) == line


# Max^n.

PAYOFFS = st.tuples(*[st.integers(-3, 3)] * 3).map(lambda three: f"({', '.join(map(str, three))})")
GENERAL = st.recursive(PAYOFFS, lambda node: st.lists(node, min_size=1, max_size=3), max_leaves=20)


def drawn(nested: Any, movers: str, indent: str = "") -> str:
    """The text of a tree of three players; `movers` says who is to move at each ply."""
    if isinstance(nested, str):
        return indent + nested
    head = f"{indent}PLAYER {movers[len(indent)]}"
    return "\n".join([head, *(drawn(child, movers, indent + " ") for child in nested)])


def payoffs_of(state: Any) -> tuple[float, ...]:
    """What each player gets, by definition."""
    if state.is_terminal:
        return tuple(state.payoffs())
    below = [payoffs_of(state.successor(action)) for action in state.legal_actions()]
    return max(below, key=lambda payoffs: payoffs[state.to_move])


@given(st.lists(GENERAL, min_size=1, max_size=3), st.text("123", min_size=30, max_size=30))
def test_each_player_takes_what_is_best_for_itself(nested: list[Any], movers: str) -> None:
    root = DrawnTree.parse(drawn(nested, movers))
    agent, expected = MaxN(depth=30), payoffs_of(root)
    action = agent.act(root)
    assert payoffs_of(root.successor(action)) == expected
    assert agent.report.values[action] == expected[root.to_move]


def test_payoffs_are_averaged_where_chance_moves() -> None:
    root = DrawnTree.parse(
        "PLAYER 2\n  sure: (1, 1)\n  bet: CHANCE\n    1/4: (0, 8)\n    3/4: (4, 0)"
    )
    agent = MaxN()
    assert agent.act(root) == "bet"
    assert agent.payoffs(root, 2) == (3, 2)


def test_a_cut_off_search_sees_the_estimated_payoffs() -> None:
    root = DrawnTree.parse("PLAYER 1\n  a: PLAYER 2 (eval (5, 0)): (0, 0)\n  b: PLAYER 2: (1, 1)")
    agent = MaxN()
    agent.report = Report()
    assert agent.action_payoffs(root, 1) == {"a": (5, 0), "b": (0, 0)}


@given(tree_states(CHANCE, 0, 1))
def test_in_a_zero_sum_tree_the_values_are_those_of_minimax(root: DrawnTree) -> None:
    expected = values(Expectiminimax(depth=20), root)
    assert values(MaxN(depth=20), root) == pytest.approx(expected)


@pytest.mark.parametrize("state", [State.initial(Layout.load("small")), Pig(8)])
def test_pacman_and_a_die_are_played_as_zero_sum_games(state: Any) -> None:
    agent, plain = MaxN(depth=1), Expectiminimax(depth=1)
    assert values(agent, state) == pytest.approx(values(plain, state))
    assert agent.act(state) == plain.act(state)


@pytest.mark.parametrize("agent", [Minimax(), IterativeDeepening(), MCTS(), Expectiminimax()])
def test_a_search_for_one_value_says_what_to_use_instead(agent: Any) -> None:
    root = DrawnTree.parse("PLAYER 1: (1, 2) (2, 1)")
    assert isinstance(root, GeneralSumTree)
    with pytest.raises(ValueError, match=r"payoffs of its own; use max_n"):
        agent.act(root)


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta()])
def test_a_search_without_chance_layers_says_what_to_use_instead(agent: Any) -> None:
    with pytest.raises(ValueError, match=r"chance moves in this game; use expectiminimax"):
        agent.act(Pig(8))


def test_the_line_of_best_play_is_reported() -> None:
    root = DrawnTree.parse("PLAYER 1\n  a: PLAYER 2: (3, 1) (0, 2)\n  b: (1, 0)")
    agent = MaxN()
    action = agent.act(root)
    agent.explain(root, action)
    assert (action, agent.report.principal_variation) == ("b", ["b"])
    agent.explain(root, "a")
    assert agent.report.principal_variation == ["a", "2"]
