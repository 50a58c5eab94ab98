from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.games import Tree
from helpers.mazes import games
from pacgrid import Action, Agent, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.reflex import Reflex
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Cut, Layer, SearchTree, StepKind, ValueSource

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TREES = st.recursive(
    st.integers(-3, 3), lambda node: st.lists(node, min_size=1, max_size=3), max_leaves=40
)
ROOTS = st.builds(
    Tree, st.lists(TREES, min_size=1, max_size=3), st.text("01", min_size=40, max_size=40)
)
HUNT = """
%%%%%%%%%%
%P..o.. .%
%.%%.%%% %
%...2  1 %
%%%%%%%%%%
"""


class StudentAlphaBeta(Agent):
    """As students write it: functions in a function, pairs of value and action, no depth."""

    def __init__(self, *, prunes: Callable[[float, float], bool]) -> None:
        self.prunes = prunes

    def act(self, state: Any) -> Any:
        def search(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
            if state.is_terminal:
                return state.score, None
            is_max = state.to_move == 0
            value, choice = -inf if is_max else inf, None
            for action in state.legal_actions():
                found, _ = search(state.successor(action), alpha, beta)
                if found > value if is_max else found < value:
                    value, choice = found, action
                if is_max:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if self.prunes(alpha, beta):
                    break
            return value, choice

        return search(state, -inf, inf)[1]


def textbook() -> StudentAlphaBeta:
    return StudentAlphaBeta(prunes=lambda alpha, beta: alpha >= beta)


def strict() -> AlphaBeta:
    return AlphaBeta(depth=20, evaluation="score")


def record(agent: Agent, state: Any, **options: Any) -> SearchTree:
    (tree,) = record_search(agent, state, **options)
    return tree


def minimax(state: Any) -> float:
    if state.is_terminal:
        return float(state.score)
    values = [minimax(state.successor(action)) for action in state.legal_actions()]
    return max(values) if state.to_move == 0 else min(values)


def test_the_book_example_has_the_values_bounds_and_cuts_of_the_book() -> None:
    tree = record(strict(), Tree(BOOK, "01"))
    assert [node.value for node in tree.nodes] == [3, 3, 3, 12, 8, 2, 2, 2, 14, 5, 2]
    assert [node.ply for node in tree.nodes] == [0, 1, 2, 2, 2, 1, 2, 1, 2, 2, 2]
    assert [(node.alpha, node.beta) for node in tree.nodes[5:9]] == [(3, inf)] * 4
    assert tree.nodes[10].beta == 5
    assert [node.cut for node in tree.nodes if node.cut] == [Cut((1, 2), "alpha", 3, owner=0)]
    assert tree.principal_variation == (0, 1, 2)
    assert tree.chosen == 0


@settings(max_examples=60)
@given(ROOTS, st.sampled_from([strict, textbook]))
def test_every_cut_of_alpha_beta_has_a_reason(root: Tree, agent: Callable[[], Agent]) -> None:
    tree = record(agent(), root)
    assert tree.root.value == minimax(root)
    for node in tree.nodes:
        assert not node.untried
        if node.cut:
            owner = tree.nodes[node.cut.owner]
            assert (node.layer, owner.layer) in {(Layer.MIN, Layer.MAX), (Layer.MAX, Layer.MIN)}
            assert node.value is not None
            assert node.layer is not Layer.MIN or node.value <= node.cut.limit
            assert node.layer is not Layer.MAX or node.value >= node.cut.limit


@settings(max_examples=60)
@given(ROOTS)
def test_minimax_leaves_nothing_out(root: Tree) -> None:
    tree = record(Minimax(depth=20, evaluation="score"), root)
    assert tree.root.value == minimax(root)
    assert not any(node.cut or node.untried for node in tree.nodes)
    value = [tree.nodes[number].value for number in tree.principal_variation]
    assert set(value) == {tree.root.value}


@settings(max_examples=20)
@given(ROOTS)
def test_steps_lead_from_the_root_to_the_choice_and_each_node_is_entered_once(root: Tree) -> None:
    tree = record(strict(), root)
    entered = [step.node for step in tree.steps if step.kind is StepKind.ENTER]
    assert entered == list(range(len(tree.nodes)))
    assert [step.kind for step in tree.steps].index(StepKind.DONE) == len(tree.steps) - 1
    final = {step.node: step.value for step in tree.steps}
    assert final == {node.number: node.value for node in tree.nodes}


def test_pruning_without_a_reason_is_seen() -> None:
    hasty = StudentAlphaBeta(prunes=lambda alpha, beta: alpha >= beta - 2)
    tree = record(hasty, Tree([[3, 9], [5, 4, 9]], "01"))
    assert [node.untried for node in tree.nodes if node.untried] == [(1, 2)]
    assert any("no bound says why" in step.words for step in tree.steps)


def test_pruning_on_equality_is_told_apart() -> None:
    state = Tree([[3, 5], [3, 1]], "01")
    loose, careful = record(textbook(), state), record(strict(), state)
    assert [step.words for step in loose.steps if step.kind is StepKind.CUT] == [
        "3 ≤ alpha = 3: the rest of this MIN node can't matter; pruned: 1"
    ]
    words = [step.words for step in careful.steps]
    assert any("3 ≤ alpha = 3: alpha-beta could stop here" in line for line in words)


def test_expectimax_has_chance_layers_with_its_own_probabilities() -> None:
    state = State.parse(HUNT)
    tree = record(Expectimax(depth=1, ghosts="directional_ghost"), state)
    layers = [{node.layer for node in tree.nodes if node.ply == ply} for ply in range(4)]
    assert layers == [{Layer.MAX}, {Layer.CHANCE}, {Layer.CHANCE}, {Layer.LEAF}]
    agent = Expectimax(depth=1, ghosts="directional_ghost")
    agent.act(state)
    values = {tree.nodes[child].action: tree.nodes[child].value for child in tree.root.children}
    assert values == pytest.approx(agent.report.values)


def test_what_the_other_agents_are_can_be_said() -> None:
    tree = record(Minimax(evaluation="score"), Tree(BOOK, "01"), layers="chance")
    assert tree.nodes[1].layer is Layer.CHANCE
    assert tree.root.value == pytest.approx(23 / 3)


def test_a_reflex_agent_has_a_tree_of_one_ply() -> None:
    tree = record(Reflex(), State.parse(HUNT))
    assert [node.ply for node in tree.nodes] == [0, 1, 1, 1]
    assert {node.source for node in tree.nodes[1:]} == {ValueSource.EVALUATION}


def test_an_agent_that_does_not_search_has_a_tree_of_its_root() -> None:
    tree = record(RandomAgent(), State.parse(HUNT))
    assert [node.source for node in tree.nodes] == [ValueSource.UNKNOWN]


@settings(max_examples=10)
@given(games(most_plies=8), st.integers(0, 3))
def test_recording_does_not_change_the_choice(states: list[State], number: int) -> None:
    agents = (RandomAgent, Reflex, lambda: AlphaBeta(depth=1), lambda: Expectimax(depth=1))
    state = states[-1]
    if not state.is_terminal and state.to_move == 0:
        assert record(agents[number](), state).chosen == agents[number]().act(state)


class Fragile(Minimax):
    def value(self, state: Any, plies: int) -> float:
        if self.report.nodes == 5:
            raise RuntimeError("five is enough")
        return super().value(state, plies)


def test_a_search_that_fails_is_shown_as_far_as_it_went() -> None:
    tree = record(Fragile(evaluation="score"), Tree(BOOK, "01"))
    assert tree.failure
    assert "RuntimeError: five is enough" in tree.failure.message
    assert [node.value for node in tree.nodes] == [3, 3, 3, 12, 8, None, None]
    assert tree.chosen is None
    assert not any(node.untried for node in tree.nodes)


class Illegal(Minimax):
    def act(self, state: Any) -> Any:
        super().act(state)
        return Action.NORTH


def test_an_illegal_choice_is_a_failure() -> None:
    tree = record(Illegal(depth=1), State.parse(HUNT))
    assert tree.failure
    assert tree.failure.message.endswith("legal actions: east, south, stop")
    assert len(tree.nodes) > 20


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is over, so there is nothing to search"):
        record_search(Minimax(), TicTacToe("XXXOO...."))


def test_nodes_beyond_the_limit_are_counted() -> None:
    agent = Minimax(depth=1)
    tree = record(agent, State.parse(HUNT), most_nodes=10)
    assert len(tree.nodes) == 11
    assert tree.left_out == agent.report.nodes - 10
    assert not any(node.cut or node.untried for node in tree.nodes)
