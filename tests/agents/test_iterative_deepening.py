import pickle
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.positions import exact_value
from pacgrid import Action, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.iterative_deepening import MOST_PLIES, IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.search import CHANCE, best

IDEAS = st.fixed_dictionaries(
    {
        "ordering": st.sampled_from(
            [False, True, "last", "captures", "killers", "history", "killers+last"]
        ),
        "table": st.sampled_from([None, 1, 2, 5, 1000]),
        "symmetry": st.booleans(),
    }
).map(lambda ideas: {**ideas, "symmetry": ideas["symmetry"] and ideas["table"] is not None})
"""Every combination of ideas that only save work."""


@dataclass(frozen=True)
class Graph:
    """A random game in which many lines of play meet: squares with a mover, a score and ways on.

    The second half of the squares mirrors the first.
    """

    squares: tuple[tuple[int, int, tuple[int, ...]], ...]
    at: int = 0
    num_agents: int = 2

    @property
    def to_move(self) -> int:
        return self.squares[self.at][0]

    @property
    def score(self) -> float:
        return self.squares[self.at][1]

    @property
    def is_terminal(self) -> bool:
        return not self.squares[self.at][2]

    def legal_actions(self) -> list[int]:
        return list(range(len(self.squares[self.at][2])))

    def successor(self, action: int) -> Self:
        return replace(self, at=self.squares[self.at][2][action])

    def distribution(self) -> dict[int, float]:
        count = len(self.squares[self.at][2])
        return {action: 2 * (action + 1) / (count * (count + 1)) for action in range(count)}

    def canonical(self) -> Self:
        return replace(self, at=self.at % (len(self.squares) // 2))

    def is_quiet(self) -> bool:
        return self.canonical().at % 3 != 0

    def is_capture(self, action: int) -> bool:
        return (self.at + action) % 2 == 0


@st.composite
def graphs(draw: st.DrawFn, movers: tuple[int, ...] = (0, 0, 1, 1, 2)) -> Graph:
    count = draw(st.integers(2, 12))
    squares, mirrored = [], []
    for at in range(count):
        mover = draw(st.sampled_from(movers)) if at else draw(st.integers(0, 1))
        score = draw(st.integers(-3, 3))
        ways = draw(st.lists(st.integers(0, 2 * count - 1), min_size=not at, max_size=4))
        squares.append((mover, score, tuple(ways)))
        mirrored.append((mover, score, tuple((way + count) % (2 * count) for way in ways)))
    return Graph((*squares, *mirrored))


def assert_decision_of_minimax(state: Any, agent: IterativeDeepening) -> None:
    action = agent.act(state)
    plies, extension = agent.horizon, agent.extension
    assert plies == agent.report.details["plies"] > 0
    values = {
        a: exact_value(state.successor(a), plies - 1, extension) for a in state.legal_actions()
    }
    value = values[best(state, values)]
    assert agent.report.values[action] == value
    assert action == best(state, values)
    ties = [action for action in values if values[action] == value]
    assert [a for a, found in agent.report.values.items() if found == value] == ties


@settings(max_examples=100)
@given(graphs(), st.integers(1, 2), IDEAS, st.integers(0, 1))
def test_each_combination_decides_as_minimax_does_in_any_game(
    game: Graph, depth: int, ideas: dict[str, Any], quiescence: int
) -> None:
    agent = IterativeDeepening(depth=depth, evaluation="score", quiescence=quiescence, **ideas)
    assert_decision_of_minimax(game, agent)
    for known, entry in agent.table.items():
        for plies in (entry.plies, entry.plies + 2) if entry.complete else (entry.plies,):
            assert entry.lower <= exact_value(known, plies, agent.extension) <= entry.upper


@given(games(most_plies=12), st.sampled_from([(1, 0), (1, 1), (2, 0)]), IDEAS)
def test_each_combination_decides_as_minimax_does_in_any_position(
    states: list[State], rounds: tuple[int, int], ideas: dict[str, Any]
) -> None:
    depth, quiescence = rounds
    if not states[-1].is_terminal:
        agent = IterativeDeepening(depth=depth, evaluation="score", quiescence=quiescence, **ideas)
        assert_decision_of_minimax(states[-1], agent)


@given(graphs(movers=(0, 1, CHANCE)), IDEAS)
def test_chance_is_averaged(game: Graph, ideas: dict[str, Any]) -> None:
    agent = IterativeDeepening(depth=2, evaluation="score", **ideas)
    assert agent.value(game, 4) == pytest.approx(exact_value(game, 4), abs=1e-12)


def test_what_chance_can_do_at_the_root_has_exact_values() -> None:
    agent = IterativeDeepening(depth=2)
    agent.act(DrawnTree.parse("CHANCE\n  1/2: MIN: 1 2\n  1/2: MAX: 3 4"))
    assert agent.report.values == {"1": 1, "2": 4}


@given(graphs(), st.integers(5, 60), IDEAS, st.integers(0, 2))
def test_a_budget_of_nodes_is_kept_and_the_decision_is_that_of_the_depth_reached(
    game: Graph, nodes: int, ideas: dict[str, Any], quiescence: int
) -> None:
    agent = IterativeDeepening(evaluation="score", nodes=nodes, quiescence=quiescence, **ideas)
    agent.act(game)
    assert agent.report.nodes <= nodes
    if agent.horizon <= 6:
        assert_decision_of_minimax(game, agent)
    before = agent.report
    agent.act(game)
    assert agent.report == before


@pytest.mark.parametrize("ideas", [{}, {"ordering": True, "table": 10_000, "symmetry": True}])
@pytest.mark.parametrize(
    ("name", "value"), [("tictactoe", 0), ("hexapawn", -1), ("nim:heaps=2-3-1", -1), ("book", 3)]
)
def test_games_are_solved_and_then_the_search_ends(
    name: str, value: float, ideas: dict[str, Any]
) -> None:
    state: Any = load_game(name)
    if name == "tictactoe":  # the whole game takes minutes without a table
        state = state.successor(4).successor(0)
    agent = IterativeDeepening(nodes=1_000_000, **ideas)
    action = agent.act(state)
    assert agent.report.values[action] == value
    assert agent.report.nodes < 100_000
    assert agent.horizon < MOST_PLIES
    full = Minimax(depth=9)
    assert full.act(state) == action


def test_ideas_save_nodes() -> None:
    state: Any = load_game("tictactoe").successor(4)
    ideas: list[dict[str, Any]] = [{}, {"ordering": True}, {"table": 10_000}]
    ideas += [{"table": 10_000, "symmetry": True}, {"table": 10_000, "ordering": True}]
    nodes = []
    for each in ideas:
        agent = IterativeDeepening(depth=3, **each)
        agent.act(state)
        nodes.append(agent.report.nodes)
    none, ordering, table, symmetry, both = nodes
    assert none > ordering > both
    assert none > table > max(symmetry, both)


DEAD_END = "%%%%%%%%%%\n%1 P.%%%%%\n%%% %%%%%%\n%%%     .%\n%%%%%%%%%%"
PREY = (
    "%%%%%%%%\n%..P  1%\n%%%%%%%%\nghost 1: (6, 1) stop, scared 9, home (1, 1)\nfood under: (6, 1)"
)


@pytest.mark.parametrize(
    ("position", "tempting", "right", "depth"),
    [(DEAD_END, Action.EAST, Action.SOUTH, 3), (PREY, Action.WEST, Action.EAST, 2)],
)
def test_quiescence_sees_beyond_the_horizon(
    position: str, tempting: Action, right: Action, depth: int
) -> None:
    state = State.parse(position)
    agents = [IterativeDeepening(depth=1, evaluation="score", quiescence=q) for q in (0, 2)]
    assert [agent.act(state) for agent in agents] == [tempting, right]
    assert AlphaBeta(depth=depth, evaluation="score").act(state) == right


def test_a_table_stays_within_its_size_and_reports_its_hits() -> None:
    agent = IterativeDeepening(depth=4, table=20, evaluation="score")
    agent.act(State.initial(Layout.load("duel")))
    assert agent.report.details["table entries"] == 20
    assert agent.report.details["table hits"] > 0
    pickled = pickle.loads(pickle.dumps(agent))
    assert (pickled.table.size, list(pickled.table)) == (20, list(agent.table))


def test_cpu_seconds_end_the_search_but_never_before_one_ply() -> None:
    state = State.initial(Layout.load("medium"))
    agent = IterativeDeepening(cpu_seconds=1e-9)
    agent.act(state)
    assert agent.report.details == {"plies": 1}
    assert len(agent.report.values) == len(state.legal_actions())


def test_another_game_can_need_more_nodes_for_a_ply() -> None:
    with pytest.raises(ValueError, match="nodes=5 is too small for one ply"):
        IterativeDeepening(nodes=5).act(load_game("tictactoe"))


def test_quiescence_without_an_end_fits_on_the_stack() -> None:
    state = State.parse("%%%%%%%\n%P 1  %\n% %%% %\n%    .%\n%%%%%%%")
    agent = IterativeDeepening(nodes=2000, quiescence=100_000, evaluation=lambda _: 0)
    assert agent.act(state) in state.legal_actions()
    assert all(sum(each) <= MOST_PLIES for each in agent.iterations(state))
