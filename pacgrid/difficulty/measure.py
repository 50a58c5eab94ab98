"""Measures how hard a layout is: by games of the shipped agents, and exactly if it is tiny."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pacgrid.agent import Agent, ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.agent_spec import AgentError
from pacgrid.game import Game, Limits
from pacgrid.games.ending import Ending
from pacgrid.layout import Layout
from pacgrid.state import State
from pacgrid.teams import DEFAULT_GHOST

AGENTS = ("reflex", "alpha_beta:depth=2", "alpha_beta:depth=3")
"""From weak to strong."""
GAMES = 10
"""Of each agent, with the seeds 0, 1, 2, …"""
ROUNDS = 300
"""A game that takes longer isn't won."""
MOST_POSITIONS = 100_000
"""A layout with more positions isn't solved."""


@dataclass(frozen=True)
class LayoutDifficulty:
    """How hard a layout is, against directional ghosts."""

    value: float
    """From 0 (every agent won every game) to 1 (nobody ate anything): the mean over all games of 0
    for a won game, else half of 1 plus the share of the food that was left."""
    wins: tuple[int, ...]
    """By agent, of `AGENTS`: how many of its `GAMES` games it won."""


def difficulty(layout: Layout) -> LayoutDifficulty:
    """The difficulty of `layout`: the same on every machine, as all seeds are fixed.

    >>> difficulty(Layout.load("pocket")).wins
    (0, 10, 10)
    """
    results = [[_play(layout, agent, seed) for seed in range(GAMES)] for agent in AGENTS]
    values = [value for games in results for value in games]
    wins = tuple(games.count(0.0) for games in results)
    return LayoutDifficulty(sum(values) / len(values), wins)


def winning_chance(layout: Layout) -> float | None:
    """With which chance the best play wins against directional ghosts, exactly; None if `layout`
    is too large to be solved."""
    from pacgrid.solutions.errors import SolutionError
    from pacgrid.solutions.objective import Objective
    from pacgrid.solutions.solve import estimate, solve

    ghost = load_agent(DEFAULT_GHOST)
    assert isinstance(ghost, ChanceAgent)
    try:
        needed = estimate(layout, ghosts=ghost, objective=Objective.WIN)
        if needed.positions > MOST_POSITIONS:
            return None
        with TemporaryDirectory() as folder:
            path = Path(folder) / "layout.solution"
            solution = solve(layout, path=path, ghosts=ghost, objective=Objective.WIN)
            return float(solution.value(State.initial(layout)))
    except SolutionError:
        return None


def _play(layout: Layout, agent: str, seed: int) -> float:
    """How hard one game was: 0 if it was won, else 0.5 to 1."""
    ghosts = [load_agent(DEFAULT_GHOST) for _ in layout.ghosts]
    game = Game(layout, [_fast(agent), *ghosts], seed=seed, limits=Limits(rounds=ROUNDS))
    while game.step():
        pass
    if game.ending is Ending.WON:
        return 0.0
    return (1 + len(game.states[-1].food) / len(layout.food)) / 2


def _fast(name: str) -> Agent:
    """The agent of that name; compiled where that can be, as it chooses the same moves."""
    try:
        return load_agent(f"{name},compiled=true")
    except AgentError:
        return load_agent(name)
