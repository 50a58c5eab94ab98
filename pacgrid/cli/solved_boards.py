"""Boards that are solved while a command runs, for exact regrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pacgrid.agent import ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError, split_names
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.teams import ghost_names

OPTIMAL_GHOST = "optimal_ghost"
"""Ghosts that play their best, by the solution of each board."""


@dataclass(frozen=True)
class SolvedBoards:
    """Solutions in a folder: of each board against some ghosts, made when it is first asked for.

    They have no limit on rounds, so that values don't change during a game and regrets add up.
    `optimal_ghost` stands for ghosts that play their best.
    """

    folder: Path

    def path(self, layout: Layout, ghosts: str) -> Path:
        """The file with a solution.

        Raises SolutionError: the board is too large, or its values don't converge; OptionError: a
        ghost's chances aren't known; and as `load_agent` and `ghost_names` do.
        """
        from pacgrid.solutions.solve import solve

        digest = sha256(f"{layout}\0{ghosts}".encode()).hexdigest()[:16]
        path = self.folder / f"{digest}.solution"
        if not path.exists() and ghosts == OPTIMAL_GHOST:
            solve(layout, path=path, ghosts="minimax", rounds=None)
        elif not path.exists():
            names = ghost_names(split_names(ghosts), len(layout.ghosts), layout.name)
            solve(layout, path=path, ghosts=_chance_agents(names), rounds=None)
        return path

    def judged(
        self, layout: Layout, agent: str, ghosts: str, rounds: int
    ) -> tuple[Matchup, JudgeChoice]:
        """A matchup, and the judge of its moves. Raises as `path` and `Matchup.of` do."""
        path = self.path(layout, ghosts)
        is_best = ghosts == OPTIMAL_GHOST
        playing = [f"{OPTIMAL_GHOST}:solution={path}"] if is_best else split_names(ghosts)
        return Matchup.of(layout, agent, playing, limits=Limits(rounds=rounds)), JudgeChoice(path)


def _chance_agents(names: Sequence[str]) -> list[ChanceAgent]:
    """The agents of these names. Raises OptionError if one doesn't draw its moves by chance."""
    agents = {name: load_agent(name) for name in dict.fromkeys(names)}
    for name, agent in agents.items():
        if not isinstance(agent, ChanceAgent):
            raise OptionError(
                f"{name}: its chances aren't known, so no board is solved against it; name ghosts"
                f" that have a distribution, such as random_ghost, or {OPTIMAL_GHOST}"
            )
    chosen = (agents[name] for name in names)
    return [agent for agent in chosen if isinstance(agent, ChanceAgent)]
