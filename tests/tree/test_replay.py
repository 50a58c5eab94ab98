from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import HUNT_STATE
from helpers.positions import exact_value, pacman_states, tree_states
from helpers.search_trees import recorded
from helpers.student_searches import Loops, Negamax, Resimulating, StudentAlphaBeta
from pacgrid import Agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expected_utility import ExpectedUtility
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.agents.max_n import MaxN
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.search import CHANCE
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Cut, Layer, SearchTree, StepKind, ValueSource
from pacgrid.tree.tree_text import tree_text
from pacgrid.utility import Lottery


def strict() -> Agent:
    return AlphaBeta(depth=20)


def words(tree: SearchTree, kind: StepKind) -> list[str]:
    return [step.words for step in tree.steps if step.kind is kind]


def test_the_book_example_has_the_values_bounds_and_cuts_of_the_book() -> None:
    tree = recorded(strict(), load_game("book.tree"))
    assert [node.value for node in tree.nodes] == [3, 3, 3, 12, 8, 2, 2, 2, 14, 5, 2]
    assert [node.ply for node in tree.nodes] == [0, 1, 2, 2, 2, 1, 2, 1, 2, 2, 2]
    assert [(node.alpha, node.beta) for node in tree.nodes[5:9]] == [(3, inf)] * 4
    assert tree.nodes[10].beta == 5
    assert [node.cut for node in tree.nodes if node.cut] == [Cut(("2", "3"), "alpha", 3, owner=0)]


def test_a_deep_cut_names_the_node_that_owns_the_bound() -> None:
    deep = DrawnTree.parse("MAX\n  MIN: 5 6\n  MIN\n    MAX\n      MIN: 4 9\n      MIN: 8 9\n    7")
    cuts = {node.number: node.cut for node in recorded(strict(), deep).nodes if node.cut}
    assert {number: (cut.owner, cut.limit) for number, cut in cuts.items()} == {6: (0, 5)}


@given(tree_states(0, 1, 2), st.sampled_from([strict, StudentAlphaBeta]))
def test_every_cut_of_alpha_beta_has_a_reason(state: Any, agent: Callable[[], Agent]) -> None:
    tree = recorded(agent(), state)
    assert tree.root.value == exact_value(state)
    for node in tree.nodes:
        assert not node.untried
        if node.cut:
            owner = tree.nodes[node.cut.owner]
            assert owner.number in tree.path(node.number)
            assert (node.layer, owner.layer) in {(Layer.MIN, Layer.MAX), (Layer.MAX, Layer.MIN)}
            assert node.value is not None
            assert node.layer is not Layer.MIN or node.value <= node.cut.limit
            assert node.layer is not Layer.MAX or node.value >= node.cut.limit


@given(tree_states(0, 1, 2, CHANCE))
def test_a_search_that_prunes_nothing_has_the_value_of_the_definition(state: Any) -> None:
    tree = recorded(Expectiminimax(depth=20), state)
    assert tree.root.value == pytest.approx(exact_value(state))
    assert not any(node.cut or node.untried for node in tree.nodes)


@settings(max_examples=20)
@given(pacman_states(), st.integers(1, 2))
def test_positions_of_pacman_have_the_values_that_the_agent_reports(state: Any, depth: int) -> None:
    for agent in (Minimax(depth=depth), AlphaBeta(depth=depth)):
        tree = recorded(agent, state)
        children = [tree.nodes[child] for child in tree.root.children]
        assert {child.action: child.value for child in children} == agent.report.values
        assert len(tree.nodes) == agent.report.nodes + 1
        assert not any(node.untried for node in tree.nodes)


@given(tree_states(0, 1))
def test_the_principal_variation_leads_to_a_leaf_with_the_value_of_the_root(state: Any) -> None:
    tree = recorded(strict(), state)
    line = [tree.nodes[number] for number in tree.principal_variation]
    assert {node.value for node in line} == {tree.root.value}
    assert line[-1].layer is Layer.LEAF
    assert line[1].action == tree.chosen


HASTY = StudentAlphaBeta(prunes=lambda alpha, beta: alpha >= beta - 2)
RASH = "MAX\n  MIN: 3 9\n  MIN: 5 4 9"
TIE = "MAX\n  MIN: 3 5\n  MIN: 3 1"
BET = "PLAYER 1\n  (1, 1)\n  CHANCE\n    1/4: (0, 8)\n    3/4: (4, 0)"


class Last(Minimax):
    def act(self, state: Any) -> Any:
        super().act(state)
        return state.legal_actions()[-1]


SAID: dict[str, tuple[Agent, str]] = {
    "2 < alpha = 3: the rest of this MIN node can't matter; pruned: 4 and 6": (strict(), "book"),
    "smaller of 14 and 5: now 5; beta falls to 5: MIN can already get 5": (strict(), "book"),
    "not tried, though no bound says why: 4 and 9": (HASTY, RASH),
    "3 ≤ alpha = 3: the rest of this MIN node can't matter; pruned: 1": (StudentAlphaBeta(), TIE),
    "3 ≤ alpha = 3: alpha-beta could stop here, but this search goes on": (strict(), TIE),
    "chance: 1/2 × 8 + 1/3 × 24 + 1/6 × −12 = 10": (Expectiminimax(), "chance"),
    "cut off here: the evaluation says −1": (Minimax(depth=1), "cut_off"),
    "at the same depth left: its value −1 is used": (Negamax(remembers=True), "nim:heaps=1-2-2"),
    "the agent plays a3; a1 has the larger value: 3, not 2": (Last(), "book"),
    "returned no values": (Loops(), "book"),
    "the search starts at the player 1 node A": (MaxN(), "three_players"),
    "the first payoffs of this player 2 node are (1, 2, 6)": (MaxN(), "three_players"),
    "player 3 prefers 6 to 3: still (1, 2, 6)": (MaxN(), "three_players"),
    "player 1 gets 1 either way: still (1, 2, 6)": (MaxN(), "three_players"),
    "chance: 0.25 × (0, 8) is added: now (0, 2)": (MaxN(), BET),
    "chance: 0.75 × (4, 0) is added: now (3, 2)": (MaxN(), BET),
    "a playout is worth": (MCTS(playouts=60), "tictactoe"),
    "the mean of 60 is": (MCTS(playouts=60), "tictactoe"),
}


@pytest.mark.parametrize("said", SAID)
def test_a_step_says_what_happens_and_why(said: str) -> None:
    agent, game = SAID[said]
    state = DrawnTree.parse(game) if "\n" in game else load_game(game)
    assert any(said in step.words for step in recorded(agent, state).steps)


def test_pruning_without_a_reason_is_seen() -> None:
    tree = recorded(HASTY, DrawnTree.parse(RASH))
    assert [node.untried for node in tree.nodes if node.untried] == [("2", "3")]


def test_a_transposition_says_which_node_has_its_value() -> None:
    state = load_game("nim:heaps=1-2-2")
    tree = recorded(Negamax(remembers=True), state)
    assert tree.root.value == exact_value(state)
    hits = [node for node in tree.nodes if node.source is ValueSource.TABLE]
    assert hits
    for node in hits:
        assert node.same_as is not None
        assert tree.nodes[node.same_as].state == node.state
        assert tree.nodes[node.same_as].value == node.value
    without = recorded(Negamax(), state)
    assert without.root.value == tree.root.value
    assert not any(node.source is ValueSource.TABLE for node in without.nodes)


def test_a_utility_is_shown_where_its_value_is_known() -> None:
    tree = recorded(ExpectedUtility(utility="logarithmic:wealth=800"), load_game("lottery"))
    assert (
        tree_text(tree)
        == """\
▲ MAX = 400 ★  EU 0.405  CE 400
├─ sure: ■ 400 ★  U 0.405
└─ lottery: ● CHANCE = 400  EU 0.405  CE 400
   ├─ 0.5 win: ■ 1000  U 0.811
   └─ 0.5 lose: ■ 0  U 0"""
    )
    assert words(tree, StepKind.BACK_UP)[1:3] == [
        "chance: 0.5 × U(1000) = 0.405 so far",
        "chance: 0.5 × U(1000) + 0.5 × U(0) = 0.405, as much as a sure 400; the mean is 500",
    ]
    so_far = tree_text(tree, next(n for n, s in enumerate(tree.steps) if "so far" in s.words))
    assert "lottery: ● CHANCE\n" in so_far
    assert "0.5 lose: ■\n" in f"{so_far}\n"


@given(tree_states(0, 1, CHANCE), st.sampled_from(["concave", "convex", "s_shaped"]))
def test_certainty_equivalents_are_replayed_as_the_agent_backs_them_up(
    state: DrawnTree, utility: str
) -> None:
    agent = ExpectedUtility(depth=20, utility=utility)
    tree = recorded(agent, state)
    values = [tree.nodes[child].value for child in tree.root.children]
    assert values == pytest.approx([*agent.report.values.values()], abs=1e-6)


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (Minimax(depth=1), [Layer.MAX, Layer.MIN, Layer.MIN]),
        (Expectimax(depth=1), [Layer.MAX, Layer.CHANCE, Layer.CHANCE]),
        (Expectimax(depth=1, ghosts="directional_ghost"), [Layer.MAX, Layer.CHANCE, Layer.CHANCE]),
        (
            Expectiminimax(depth=1, ghosts=["max", "random_ghost"]),
            [Layer.MAX, Layer.MAX, Layer.CHANCE],
        ),
        (Expectiminimax(depth=1, ghosts=["chance", "min"]), [Layer.MAX, Layer.CHANCE, Layer.MIN]),
    ],
)
def test_the_layers_are_those_that_give_the_returned_values(
    agent: Agent, expected: list[Layer]
) -> None:
    tree = recorded(agent, HUNT_STATE)
    node, layers = tree.root, []
    while node.children:
        layers.append(node.layer)
        node = tree.nodes[node.children[0]]
    assert layers == expected


Rule = Callable[[list[float]], float]
"""What a layer makes of the values below."""


def first(values: list[float]) -> float:
    return values[0]


def discounted(values: list[float]) -> float:
    return 0.9 * min(values)


class Ruled(Agent):
    """A search with any rule for agent 0 and for the others; it evaluates its choice at the end."""

    def __init__(self, own: Rule = max, others: Rule = min, *, hard: bool = False) -> None:
        self.own, self.others, self.hard = own, others, hard
        self.returned: dict[Any, float] = {}

    def act(self, state: Any) -> Any:
        values, lower = {}, -inf
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), lower, inf)
            lower = max(lower, values[action])
        return max(values, key=lambda action: (values[action], self.guess(state.successor(action))))

    def guess(self, state: Any) -> float:
        return float(len(state.legal_actions())) if not state.is_terminal else state.score

    def value(self, state: Any, lower: float, upper: float) -> float:
        self.returned[state] = value = self.searched(state, lower, upper)
        return value

    def searched(self, state: Any, lower: float, upper: float) -> float:
        if state.is_terminal:
            return float(state.score)
        values = []
        rule = self.others if state.to_move else self.own
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), lower, upper))
            if self.hard and state.to_move:
                upper = min(upper, values[-1])
            elif self.hard:
                lower = max(lower, values[-1])
            if self.hard and lower >= upper:
                break
        return (upper if state.to_move else lower) if self.hard else rule(values)


RULES = [min, max, sum, first, discounted]


@given(tree_states(0, 1, 2), st.sampled_from(RULES), st.sampled_from(RULES), st.booleans())
def test_all_values_are_those_that_the_agent_returned(
    state: Any, own: Rule, others: Rule, hard: bool
) -> None:
    agent = Ruled(own, others, hard=hard)
    for tree in record_search(agent, state):
        for node in tree.nodes[1:]:
            assert node.value == pytest.approx(agent.returned[node.state])


def test_a_sum_that_could_be_that_of_negamax_keeps_its_sign() -> None:
    tree = recorded(Ruled(others=sum), DrawnTree.parse("MAX\n  MIN: -16 32\n  MIN: 5 6"))
    assert [tree.nodes[child].value for child in tree.root.children] == [16, 11]


@pytest.mark.parametrize(
    ("rule", "layer", "values"),
    [
        (min, Layer.MIN, [3, 2, 2]),
        (max, Layer.MAX, [12, 6, 14]),
        (lambda values: sum(values) / len(values), Layer.CHANCE, [23 / 3, 4, 7]),
        (first, Layer.OTHER, [3, 2, 14]),
        (sum, Layer.OTHER, [23, 12, 21]),
    ],
)
def test_a_layer_that_fits_nothing_is_told(rule: Rule, layer: Layer, values: list[float]) -> None:
    tree = recorded(Ruled(others=rule), load_game("book"))
    assert [tree.nodes[child].layer for child in tree.root.children] == [layer] * 3
    assert [tree.nodes[child].value for child in tree.root.children] == pytest.approx(values)
    assert tree.root.value == pytest.approx(max(values))
    fits = layer is not Layer.OTHER
    assert ("for agent 1's nodes fits neither MIN, MAX nor CHANCE" in tree.steps[-1].words) != fits


def test_a_node_whose_value_is_not_that_of_its_layer_says_so() -> None:
    state = DrawnTree.parse("MAX\n" + "  MIN: 3 5\n" * 9 + "  MIN: 7 9")
    agent = Ruled(others=lambda values: sum(values) if 7 in values else min(values))
    line = tree_text(recorded(agent, state)).splitlines()[-3]
    assert line == "└─ ▼ MIN = 16 ★  returned; MIN is 7  2 visits"


@pytest.mark.parametrize(
    ("search", "told"), [(Minimax(), False), (Loops(), False), (Ruled(), False), (strict(), True)]
)
def test_only_a_search_with_bounds_speaks_of_alpha_and_beta(search: Agent, told: bool) -> None:
    steps = recorded(search, load_game("book")).steps
    assert any("alpha" in step.words for step in steps) == told


class Pessimist(Expectiminimax):
    """Expects the worst of chance."""

    def expected(self, lottery: Lottery) -> float:
        return min(value for _, value in lottery)


class CutsChance(AlphaBeta):
    """Takes chance for an opponent."""

    def value(self, state: Any, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        if state.to_move == CHANCE:
            return self.min_value(state, plies, alpha, beta)
        return super().value(state, plies, alpha, beta)


@pytest.mark.parametrize(
    ("agent", "layer", "value"),
    [
        (Pessimist(), Layer.MIN, -5),
        (Expectiminimax(), Layer.CHANCE, -1.1),
        (ExpectedUtility(risk_tolerance=1), Layer.CHANCE, -4.31),
    ],
)
def test_a_gamble_is_worth_what_the_agent_makes_of_it(
    agent: Agent, layer: Layer, value: float
) -> None:
    tree = recorded(agent, load_game("gamble.tree"))
    node = tree.nodes[1]
    assert (node.layer, node.value) == (layer, pytest.approx(value, abs=0.01))
    assert tree.steps[tree.steps_of[1][-1]].value == node.value
    assert not any(each.untried for each in tree.nodes)


def test_a_cut_die_is_a_min_layer() -> None:
    state = DrawnTree.parse("MAX\n  1\n  CHANCE\n    1/2: 0\n    1/2: 0")
    tree = recorded(CutsChance(), state)
    assert (tree.nodes[2].layer, tree.nodes[2].untried) == (Layer.MIN, ())
    assert tree.nodes[2].cut


def test_the_probabilities_are_those_that_the_agent_uses() -> None:
    agent = Expectimax(depth=1, ghosts="directional_ghost:attack=0.7")
    tree = recorded(agent, HUNT_STATE)
    values = {tree.nodes[child].action: tree.nodes[child].value for child in tree.root.children}
    assert values == pytest.approx(agent.report.values)


def test_actions_that_cannot_happen_are_not_missing() -> None:
    agent = Expectimax(depth=1, ghosts="directional_ghost:attack=1")
    tree = recorded(agent, HUNT_STATE)
    assert any(len(node.children) < len(node.state.legal_actions()) for node in tree.nodes[1:])
    assert not any(node.untried or node.cut for node in tree.nodes)


def test_negamax_has_the_same_tree_as_minimax() -> None:
    state = load_game("nim:heaps=1-2-2")
    assert recorded(Negamax(), state).nodes == recorded(Minimax(depth=9), state).nodes


class Student(Agent):
    """Max^n as a student writes it: a function that returns a vector and an action."""

    def act(self, state: Any) -> Any:
        return self.search(state)[1]

    def search(self, state: Any) -> tuple[Any, Any]:
        if state.is_terminal:
            return state.payoffs(), None
        best, chosen = None, None
        for action in state.legal_actions():
            payoffs, _ = self.search(state.successor(action))
            if best is None or payoffs[state.to_move] > best[state.to_move]:
                best, chosen = payoffs, action
        return best, chosen


@pytest.mark.parametrize("agent", [MaxN(depth=9), Student()])
def test_each_node_has_the_payoffs_of_the_child_that_its_player_prefers(agent: Agent) -> None:
    tree = recorded(agent, load_game("three_players"))
    for node in tree.nodes:
        if node.children:
            mover = node.state.to_move
            below = [tree.nodes[child].payoffs for child in node.children]
            assert node.layer is Layer.PLAYER
            assert node.payoffs == max(below, key=lambda payoffs: payoffs[mover])
        else:
            assert node.payoffs == node.state.payoffs()
    assert tree.root.payoffs == (1, 2, 6)
    assert not tree.cut_nodes


def test_payoffs_appear_step_by_step_and_at_a_cut_off() -> None:
    tree = recorded(MaxN(depth=9), load_game("trust"))
    first = next(number for number, step in enumerate(tree.steps) if step.payoffs)
    assert "(" not in tree_text(tree, first - 1)
    assert "keep: ■ (1, 1)" in tree_text(tree, first)
    cut_off = DrawnTree.parse("PLAYER 1\n  PLAYER 2\n    PLAYER 1 (eval (2, 5)): (1, 1)")
    tree, other = recorded(MaxN(depth=1), cut_off), recorded(Minimax(depth=1), load_game("cut_off"))
    assert tree.nodes[2].source is other.nodes[2].source is ValueSource.EVALUATION
    assert tree_text(tree).splitlines()[-1] == "   └─ □ (2, 5) ★"


@pytest.mark.parametrize(
    "agent",
    [MCTS(playouts=150), MCTS(playouts=150, rollout=None), Resimulating(150)],
    ids=["cut off at once", "to the end", "without a tree"],
)
def test_every_playout_is_counted_once_on_its_way_to_the_root(agent: Agent) -> None:
    tree = recorded(agent, load_game("tictactoe"))
    assert tree.root.visits == 150
    for node in tree.nodes:
        children = [tree.nodes[child] for child in node.children]
        assert node.visits >= sum(child.visits for child in children)
        assert (node.source is ValueSource.PLAYOUTS) == bool(children)
        assert node.number == 0 or tree.nodes[node.parent or 0].visits > 1
    most = max(tree.root.children, key=lambda child: tree.nodes[child].visits)
    assert tree.principal_variation[:2] == (0, most)


@pytest.mark.parametrize("game", ["pig:target=5", "book", "two_mins"])
def test_the_means_and_visits_are_those_of_the_agent(game: str) -> None:
    agent = MCTS(playouts=100)
    tree = recorded(agent, load_game(game))
    children = [tree.nodes[child] for child in tree.root.children]
    assert {child.action: child.value for child in children} == pytest.approx(agent.report.values)
    visits = {child.action: child.visits for child in children}
    assert visits == agent.report.action_details["visits"]
    assert (Layer.CHANCE in {node.layer for node in tree.nodes}) == (game == "pig:target=5")


@pytest.mark.parametrize("name", ["tictactoe", "nim", "book"])
def test_a_short_search_by_playouts_is_not_taken_for_one_that_cuts(name: str) -> None:
    for playouts in (10, 14, 18, 24):
        tree = recorded(MCTS(playouts=playouts), load_game(name))
        assert not tree.cut_nodes
    assert tree.root.source is ValueSource.PLAYOUTS or name == "nim"
