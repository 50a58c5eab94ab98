"""The compiled ghosts choose as the agents do, in every position."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action, Layout, State
from pacgrid.agent import Agent, ChanceAgent
from pacgrid.agents.arcade_ghost import PERSONALITIES, ArcadeGhost
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.envs.opponents import GhostTeams
from pacgrid.envs.vector import compiled_teams
from pacgrid.kernel.arrays import NEXT_STEP, PLANES, Arrays, BatchShape
from pacgrid.kernel.game_states import rows_of
from pacgrid.kernel.ghosts import ONE, SET_BITS, OpponentArrays, choices
from pacgrid.kernel.tables import CAPSULE, FOOD, Tables, pixel_of
from pacgrid.maze import Maze
from pacgrid.state import SCARED_MOVES, Drawing, DrawnGhost

SAMPLES = 64
"""Of the kernel's random numbers."""
CELLS = """
%%%%%%%%%
%.o   1.%
% %% %% %
%2    o.%
%  % P  %
%%%%%%%%%
"""


def arrays_of(state: State, board: int, rounds: int, tables: Tables) -> Arrays:
    """The only game of a batch, at `state`, on the `board`-th of boards that are all alike."""
    maze = state.maze
    first = board * len(maze.positions)
    games_, ghosts = rows_of(state)
    games_["board"], games_["rounds"] = board, rounds
    games_["pacman"] += first
    ghosts["cell"] += first
    pellets = tables.pellets[:1].copy()
    for kind, positions in ((FOOD, state.food), (CAPSULE, state.capsules)):
        for at in positions:
            pellets[0, pixel_of(maze, at, maze.width)] = kind
    shape = BatchShape(
        games=1,
        ghosts=len(state.ghosts),
        width=maze.width,
        height=maze.height,
        form=PLANES,
        mode=NEXT_STEP,
        dtype=np.dtype(np.uint8),
        all_controlled=False,
    )
    return shape.arrays()._replace(games=games_, ghosts=ghosts, pellets=pellets)


def tables_of(maze: Maze, boards: int) -> Tables:
    """The tables of so many boards, all alike and without pellets."""
    empty = [["%" if mark == "%" else " " for mark in row] for row in maze.walls]
    x, y = maze.positions[0]
    empty[maze.height - 1 - y][x] = "P"
    layout = Layout(tuple("".join(row) for row in empty))
    tables = Tables.of([layout] * boards)
    homes = tables.first_cells()[:, None] + [maze.cells[at] for at in maze.homes]
    return tables._replace(homes=homes.astype(np.uint32))


def compiled_distribution(agent: Agent, state: State, rounds: int = 0) -> dict[Action, float]:
    """How often compiled code chooses each action in `state`, where `agent` plays all ghosts.
    The game is on the second of two boards."""
    tables = tables_of(state.maze, 2)
    teams = GhostTeams.load(agent, len(state.ghosts), "")
    opponents = OpponentArrays.of(compiled_teams(teams), state.maze.height, state.maze.width)
    arrays = arrays_of(state, 1, rounds, tables)
    legal = np.uint8(sum(1 << action for action in state.legal_actions()))
    shares = dict.fromkeys(state.legal_actions(), 0.0)
    number = state.to_move - 1
    policy = opponents.policies[0, number]
    for sample in range(SAMPLES):
        random = np.uint64((2 * sample + 1) * ONE // (2 * SAMPLES))
        bits = choices(opponents.scatters, policy, tables, arrays, 0, number, random, legal)
        for action in shares:
            shares[action] += (int(bits) >> action & 1) / float(SET_BITS[bits]) / SAMPLES
    return shares


def assert_same_choices(agent: ChanceAgent, state: State, rounds: int = 0) -> None:
    seen = compiled_distribution(agent, state, rounds)
    expected = agent.distribution(state)
    for action, share in seen.items():
        probability = expected.get(action, 0.0)
        if probability in (0, 1):
            assert share == probability, (str(state), action)
        else:
            assert share == pytest.approx(probability, abs=1 / SAMPLES), (str(state), action)


def ghost_turns(states: list[State]) -> list[State]:
    return [state for state in states if state.to_move and not state.is_terminal]


def some_states(count: int, seed: int = 0) -> list[State]:
    """Positions with ghosts anywhere on a board, some of them scared or half way."""
    rng = np.random.default_rng(seed)
    start = State.parse(CELLS)
    maze, states = start.maze, []
    while len(states) < count:
        ghosts = []
        for home in maze.homes:
            cell = int(rng.integers(len(maze.positions)))
            heading = Action(int(rng.choice([*maze.neighbours[cell]])))
            scared = int(rng.choice([0, 0, 1, 7, SCARED_MOVES]))
            (x, y), (dx, dy) = maze.positions[cell], heading.vector
            half = bool(scared and rng.integers(2))
            at = (x + dx / 2, y + dy / 2) if half else (x, y)
            ghosts.append(DrawnGhost(at, heading, scared, home))
        pacman = maze.positions[int(rng.integers(len(maze.positions)))]
        food = {at for at in maze.positions if rng.random() < rng.choice([0.05, 0.4])} - {pacman}
        state = State.drawn(
            Drawing(
                walls=maze.walls,
                pacman=pacman,
                ghosts=tuple(ghosts),
                food=frozenset(food or {maze.positions[0]}),
                capsules=frozenset({maze.positions[3]} - food - {pacman}),
                score=int(rng.integers(-100, 100)),
                to_move=1 + int(rng.integers(2)),
                lost=False,
            )
        )
        states.append(state)
    return states


@pytest.mark.parametrize("personality", PERSONALITIES)
def test_ghosts_of_the_arcade_choose_as_the_agent_does(personality: str) -> None:
    for number, state in enumerate(some_states(60)):
        agent = ArcadeGhost(personality=personality)
        rounds = number * 2
        agent.moves = 2 * rounds + state.to_move - 1  # it plays both ghosts
        assert_same_choices(agent, state, rounds)


@pytest.mark.parametrize("agent", [RandomGhost(), DirectionalGhost(attack=0.9, flee=0.3)])
def test_directional_ghosts_choose_as_the_agent_does(agent: ChanceAgent) -> None:
    for state in some_states(60):
        assert_same_choices(agent, state)


@pytest.mark.slow
@settings(max_examples=150)
@given(games(), st.sampled_from([*PERSONALITIES, "random"]))
def test_ghosts_choose_as_the_agents_do_on_any_board(states: list[State], name: str) -> None:
    agents: dict[str, Any] = {"random": RandomGhost()}
    for rounds, state in enumerate(ghost_turns(states)[-12:]):
        agent = agents.get(name) or ArcadeGhost(personality=name)
        agent.moves = rounds * len(state.ghosts) + state.to_move - 1
        assert_same_choices(agent, state, rounds)
