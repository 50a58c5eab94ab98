"""Pacgrid as a game of OpenSpiel, tried with OpenSpiel's own tests and algorithms."""

import ast
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from unittest import TestCase, TextTestRunner, defaultTestLoader

import numpy as np
import pytest

from pacgrid import Action, Agent, GhostTeam, Layout, PacgridError, Report, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.envs.observations import planes_of
from pacgrid.games.game_setup import Ending

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms import evaluate_bots, minimax  # noqa: E402

from pacgrid.openspiel import AgentBot  # noqa: E402

PAGE = Path(__file__).parents[1] / "docs" / "in_openspiel.md"
PLAYTHROUGH = Path(__file__).parent / "snapshots" / "openspiel_playthrough.txt"

GAMES = [
    "python_pacgrid",
    "python_pacgrid(layout=duel,num_ghosts=1,rounds=9)",
    "python_pacgrid(layout=duel,ghosts=random,rounds=9)",
    "python_pacgrid(layout=hunting,ghosts=directional_ghost,rounds=30)",
    "python_pacgrid(layout=closet,num_ghosts=0,rounds=30)",
]
TINY = "python_pacgrid(layout=gate,num_ghosts=1,rounds=3)"


def random_positions(game: Any, seed: int = 0) -> list[Any]:
    """The states of a game of random moves."""
    rng, states = np.random.default_rng(seed), [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(int(rng.choice(states[-1].legal_actions()))))
    return states


def report(agent: Agent) -> Report:
    assert agent.report
    return agent.report


@pytest.mark.parametrize("name", GAMES)
def test_games_pass_openspiels_checks_and_states_are_the_positions_of_pacgrid(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    utilities, params = pyspiel.GameType.Utility, game.get_parameters()
    count = None if params["num_ghosts"] < 0 else params["num_ghosts"]
    position = State.initial(Layout.load(params["layout"]), count)
    is_chance = params["ghosts"] != "players"
    states = random_positions(game)
    for before, state in pairwise(states):
        chance = is_chance and position.to_move > 0
        assert before.current_player() == (-1 if chance else position.to_move)
        assert tuple(before.legal_actions()) == position.legal_actions()
        position = position.successor(Action(state.history()[-1]))
        assert (state.position, str(state)) == (position, str(position))
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (again.position, again.history()) == (position, state.history())
    limit = params["rounds"] * position.num_agents
    assert position.is_terminal or len(states) == limit + 1
    returns = [position.score] + [-position.score] * (position.num_agents - 1)
    assert states[-1].returns() == (returns[:1] if is_chance else returns)
    duel = game.num_players() == 2
    assert game.utility_sum() == (0 if duel else None)
    assert game.get_type().utility == (utilities.ZERO_SUM if duel else utilities.GENERAL_SUM)


def test_tensors_are_the_planes_of_environments() -> None:
    game = pyspiel.load_game("python_pacgrid(layout=hunting)")
    states = [state for seed in range(5) for state in random_positions(game, seed)]
    assert any(ghost.scared for state in states for ghost in state.position.ghosts)
    for state in states[::7]:
        for player in range(game.num_players()):
            planes = planes_of(state.position, player, np.float32)
            tensor = np.reshape(state.observation_tensor(player), game.observation_tensor_shape())
            np.testing.assert_array_equal(tensor, planes)


@pytest.mark.parametrize(
    ("options", "agent"),
    [
        ("layout=closet,rounds=4", "alpha_beta:depth=4"),
        ("layout=pocket,rounds=6", "alpha_beta:depth=6"),
        ("layout=training,rounds=4", "alpha_beta:depth=4"),
        ("layout=duel,rounds=3,ghosts=random", "expectiminimax:depth=3,ghosts=random_ghost"),
        ("layout=gate,rounds=4,ghosts=random", "expectiminimax:depth=4,ghosts=random_ghost"),
        (
            "layout=gate,rounds=4,ghosts=directional_ghost",
            "expectiminimax:depth=4,ghosts=directional_ghost",
        ),
    ],
)
def test_openspiels_searches_find_our_value_and_move(options: str, agent: str) -> None:
    game = pyspiel.load_game(f"python_pacgrid({options})")
    state, ours = game.new_initial_state(), load_agent(f"{agent},evaluation=score")
    action = ours.act(state.position)
    value = pytest.approx(report(ours).values[action])
    if "ghosts" not in options:
        assert minimax.alpha_beta_search(game, maximum_depth=99) == (value, action)
    assert minimax.expectiminimax(state, 99, None, 0) == (value, action)


def test_the_example_of_the_page_runs_as_it_says() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    for statement in ast.parse(code[1]).body:
        _, _, shown = code[1].splitlines()[(statement.end_lineno or 0) - 1].partition("  # ")
        if shown:
            assert repr(eval(ast.unparse(statement), names)) == shown
        else:
            exec(ast.unparse(statement), names)
    solver, uniform = names["solver"], names["cfr"].CFRSolver(names["game"])
    policies = solver.average_policy(), uniform.average_policy()
    after, before = (names["exploitability"].nash_conv(names["game"], p) for p in policies)
    assert after < before / 5


class Together(GhostTeam):
    """Draws for both ghosts from one generator, seeded at the start."""

    def start(self, state: State) -> None:
        assert state.to_move == 0
        self.drawn = Random(self.rng.random())

    def act(self, state: State) -> Action:
        return self.drawn.choice(state.legal_actions())


@pytest.mark.parametrize("team", [False, True])
def test_agents_play_the_same_game_as_bots(team: bool) -> None:
    name, layout = "mcts:playouts=20", Layout.load("small")
    for seed in range(3):
        ghosts = [AgentBot("directional_ghost", seed), AgentBot("directional_ghost", seed)]
        bots = [AgentBot(name, seed), *([AgentBot(Together(), seed)] * 2 if team else ghosts)]
        state = pyspiel.load_game("python_pacgrid(layout=small)").new_initial_state()
        returns = evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(0))
        record = play(layout, [load_agent(name)], ghosts=Together() if team else None, seed=seed)
        assert state.history() == [move.action for move in record.moves]
        assert returns[0] == record.score


class Stuck(Agent):
    """Plays what is never legal for a ghost."""

    def act(self, state: State) -> Action:
        return Action.STOP


def test_an_illegal_move_of_an_agent_is_refused() -> None:
    state = pyspiel.load_game("python_pacgrid(layout=duel)").new_initial_state().child(4)
    with pytest.raises(PacgridError, match=r"^Stuck returned Action\.STOP; legal actions: Action"):
        AgentBot(Stuck()).step(state)


def test_openspiels_mcts_plays_pacman_and_ghosts_here() -> None:
    def actions(seed: int) -> list[Action]:
        agents = [load_agent("openspiel_mcts:simulations=20,rounds=5") for _ in range(3)]
        record = play(Layout.load("duel"), agents, seed=seed)
        assert record.ending in (Ending.WON, Ending.CAUGHT)  # nobody forfeits
        return [move.action for move in record.moves]

    games = [actions(seed) for seed in (0, 0, 1, 2)]
    assert games[0] == games[1]
    assert games[0] not in games[2:]


def test_openspiels_mcts_wins_what_can_be_seen_and_reports_it() -> None:
    win = State.parse("%%%%%%%\n%1 P..%\n%%%%%%%")
    agent = load_agent("openspiel_mcts:simulations=100,rounds=3")
    agent.start(win)
    assert agent.act(win) == Action.EAST
    values, visits = report(agent).values, report(agent).action_details["visits"]
    assert sum(visits.values()) + 1 == report(agent).nodes <= 100
    assert values[Action.EAST] == max(values.values())
    ghost = win.successor(Action.WEST)
    assert agent.act(ghost) == Action.EAST
    assert report(agent).values[Action.EAST] < 0


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"layout": "nowhere"}, "nowhere: no such layout or file; shipped layouts: arcade, "),
        ({"layout": "random:seed=7"}, "layout must not have any of =,() in its name: save random"),
        ({"num_ghosts": 3}, "duel has 2 ghosts: num_ghosts must be 0 to 2, or -1"),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 1,000,000, not 0"),
        ({"ghosts": "champion"}, "ghosts must be players, random or directional_ghost, not 'ch"),
        ({"layot": "duel"}, "Unknown parameter 'layot'. Available parameters are: ghosts, layout"),
        ({"rounds": "many"}, "Wrong type for parameter rounds. Expected type: kInt"),
    ],
)
def test_wrong_parameters_are_refused_in_a_line(params: dict[str, Any], message: str) -> None:
    with pytest.raises((PacgridError, pyspiel.SpielError)) as refused:
        pyspiel.load_game("python_pacgrid", {"layout": "duel", **params})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_api_tests_pass(name: str) -> None:
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    game = pyspiel.load_game(name)
    api = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    assert failures(api) == []
    GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", [TINY, TINY.replace(")", ",ghosts=random)")])
def test_openspiels_tests_of_a_whole_tree_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from open_spiel.integration_tests import api_test

    game = pyspiel.load_game(name)
    nodes = count(game.new_initial_state().position, 6, "random" in name)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, nodes[1])
    tree = type("Tree", (api_test.EnforceAPIOnFullTreeBase,), {"game": game, "game_name": name})
    needs_tensor = "test_current_player_infosets_no_overlap_between_players"
    setattr(tree, needs_tensor, lambda self: None)  # information states are text only
    assert failures(tree) == []


def count(position: State, plies: int, chance: bool) -> tuple[int, int, int]:
    """The histories of so many plies: where chance moves, where players do, and the last ones."""
    if position.is_terminal or not plies:
        return 0, 0, 1
    below = [count(position.successor(a), plies - 1, chance) for a in position.legal_actions()]
    chances, players, ends = map(sum, zip(*below, strict=True))
    moves = chance and position.to_move > 0
    return chances + moves, players + (not moves), ends


def failures(case: type[TestCase]) -> list[str]:
    result = TextTestRunner(verbosity=0).run(defaultTestLoader.loadTestsFromTestCase(case))
    assert result.testsRun
    return [trace for _, trace in result.errors + result.failures]


@pytest.mark.slow
def test_a_saved_playthrough_is_played_again() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    saved = PLAYTHROUGH.read_text("utf-8")
    moves = [Action.STOP, Action.EAST, Action.WEST, Action.SOUTH]
    name = "python_pacgrid(ghosts=random,layout=pocket,rounds=2)"
    assert generate_playthrough.playthrough(name, moves, seed=0) == saved
