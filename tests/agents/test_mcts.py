from math import inf

import pytest

from pacgrid import Agent, Layout, Limits, Report, State, play
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.games.game_loader import load_game
from pacgrid.games.nim import Nim
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.records.thought import Trace
from pacgrid.search import GameState

DUEL = State.initial(Layout.load("duel"))


@pytest.mark.parametrize("rollout", [0, 1, None])
@pytest.mark.parametrize(
    ("state", "best"),
    [
        (TicTacToe("XX.OO...."), {2}),  # wins
        (TicTacToe("XX.OO...X"), {5}),  # wins, as O
        (TicTacToe("X.X.O...."), {1}),  # blocks, as O
        (TicTacToe("X...O...X"), {1, 3, 5, 7}),  # a corner would lose, as O
        (Nim((1, 2, 2)), {(0, 1)}),
        (Nim((2, 4)), {(1, 2)}),
        (load_game("book"), {"a1"}),
        (load_game("gamble"), {"safe"}),
        (load_game("pig:target=8").successor("roll").successor(6), {"roll"}),
    ],
)
def test_it_finds_the_best_action_of_a_known_position(
    state: GameState, best: set[object], rollout: int | None
) -> None:
    assert MCTS(playouts=1500, rollout=rollout).act(state) in best


def test_values_come_near_those_of_the_exact_search() -> None:
    agent = MCTS(playouts=2000, exploration=2)
    agent.act(load_game("gamble"))
    assert agent.report.values == pytest.approx({"gamble": -1.1, "safe": -1}, abs=0.5)
    helped = MCTS(playouts=2000, ghosts="max")
    assert helped.act(load_game("two_mins")) == "a"
    assert helped.report.values["a"] == pytest.approx(9, abs=0.3)  # type: ignore[index]


def test_an_infinitely_bad_state_is_avoided() -> None:
    agent = MCTS(playouts=50, evaluation=lambda state: -inf if state.path == ("a1",) else 0)
    assert agent.act(load_game("book")) != "a1"


def test_the_same_seed_gives_the_same_report() -> None:
    def report(seed: int) -> Report:
        agent = MCTS(playouts=200, rollout=2, ghosts="directional_ghost")
        agent.rng.seed(seed)
        agent.act(DUEL)
        return agent.report

    assert report(1) == report(1) != report(2)


def test_the_report_has_values_visits_and_a_principal_variation() -> None:
    agent, trace = MCTS(playouts=300), Trace(DUEL)
    action = agent.act(trace.root)
    visits = agent.report.action_details["visits"]
    assert sum(visits.values()) == agent.report.details["playouts"] == 300
    assert action == max(visits, key=visits.__getitem__) == agent.report.principal_variation[0]
    assert agent.report.values.keys() == set(DUEL.legal_actions())
    assert len(agent.report.principal_variation) > 2
    assert agent.report.nodes == 1 + sum(trace.depths)  # the trace shows its tree


@pytest.mark.parametrize(("rollout", "nodes"), [(0, 2), (2, 2 + 2 * 3)])
def test_playouts_are_cut_off_after_so_many_rounds(rollout: int, nodes: int) -> None:
    agent = MCTS(playouts=1, rollout=rollout)
    agent.act(DUEL)
    assert agent.report.nodes == nodes


def test_it_plays_better_than_chance() -> None:
    layout, limits = Layout.load("training"), Limits(rounds=30)

    def score(agent: Agent) -> int:
        return play(layout, [agent, RandomGhost()], seed=1, limits=limits).score

    assert score(MCTS(playouts=30, ghosts="chance")) > 500 > score(RandomAgent())


def test_a_cpu_limit_ends_the_search() -> None:
    agent = MCTS(cpu_seconds=0)
    assert agent.act(DUEL) in DUEL.legal_actions()
    assert agent.report.details == {"playouts": 1}
