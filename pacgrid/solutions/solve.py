"""Solves boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np
import psutil

from pacgrid.agent import ChanceAgent
from pacgrid.layout import Layout
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_chances import folding, ghost_chances, sees_only_pacman
from pacgrid.solutions.ghost_plies import GhostPlies
from pacgrid.solutions.objective import Objective, Payoffs
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.solution import Solution, rules_fingerprint
from pacgrid.solutions.solution_file import VERSION, write_arrays
from pacgrid.solutions.transitions import MOST_MOVES, Transitions
from pacgrid.solutions.value_iteration import Progress, ValueIteration

MINIMAX: Literal["minimax"] = "minimax"
"""Ghosts that minimise what Pac-Man maximises."""
Ghosts = Literal["minimax"] | ChanceAgent | Sequence[ChanceAgent]

DEFAULT_ROUNDS = 1000
"""The limit of a game."""
MOST_ROUNDS = 65_535
"""Solutions have numbers of rounds in two bytes."""
CONVERGENCE_LIMIT = 10_000
"""After so many rounds, values without a limit are taken never to converge."""
TOLERANCES = {Objective.SCORE: 1e-4, Objective.WIN: 1e-7}
"""By how much a converged value may still change; values are stored to 7 digits."""

BYTES_PER_BLOCK, BYTES_PER_COMBINATION, BYTES_PER_MEETING = 400, 100, 512
"""What the tables of transitions take: a meeting is of Pac-Man's cell and a ghost's place."""


@dataclass(frozen=True)
class Estimate:
    """What solving a board takes."""

    positions: int
    memory: int
    """In bytes."""
    file_size: int
    """In bytes."""
    questions: int
    """In how many positions agents are asked for their chances. Only agents that see more than
    Pac-Man make this many."""


def estimate(
    layout: Layout,
    *,
    ghosts: Ghosts,
    objective: Objective = Objective.SCORE,
    num_ghosts: int | None = None,
) -> Estimate:
    """What solving this board takes. Raises as `solve` does."""
    agents = _agents(layout, ghosts, num_ghosts)
    return _estimate(_space(layout, agents, num_ghosts, objective), agents, objective)


def solve(
    layout: Layout,
    *,
    path: str | Path,
    ghosts: Ghosts = MINIMAX,
    objective: Objective = Objective.SCORE,
    rounds: int | None = DEFAULT_ROUNDS,
    num_ghosts: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Compute what every position of a board is worth, and write it to the file `path`.

    The game is cut off after `rounds` rounds. With None it goes on for as long as it takes until
    values converge. That needn't ever happen: minimising ghosts may keep out of Pac-Man's way for
    ever while each of his moves costs a point.

    If it is interrupted, it leaves a checkpoint at `path` with `.partial` added, from which it goes
    on when it is called again.

    Args:
        ghosts: how all ghosts play, or each of them. Agents are asked for their chances in every
            position, with a score of 0, unless they see only Pac-Man.
        num_ghosts: play with the first `num_ghosts` ghosts of the layout; None for all.
        progress: called after each round.

    Raises:
        SolutionError: the board is too large; so many rounds can't be; a ghost's chances depend on
            more than they may; the checkpoint is of another problem; values without a limit don't
            converge.
        OSError: the file can't be written.
        ValueError: the layout has fewer ghosts.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise SolutionError(f"rounds must be from 1 to {MOST_ROUNDS:,}, or None, not {rounds:,}")
    path = Path(path)
    agents = _agents(layout, ghosts, num_ghosts)
    space = _space(layout, agents, num_ghosts, objective)
    chances = ghost_chances(space, agents)
    model = Transitions.of(space, Payoffs.of(objective), chances)
    header = {
        "pacgrid": "solution",
        "layout": str(layout),
        "name": layout.name,
        "num_ghosts": str(space.num_ghosts),
        "ghosts": ghosts_text(agents or MINIMAX),
        "objective": str(objective),
        "rules": rules_fingerprint(),
        "is_sorted": str(int(space.is_sorted)),
        "is_folded": str(int(bool(space.symmetries))),
    }
    iteration = ValueIteration(model, TOLERANCES[objective], track=objective is Objective.WIN)
    partial = path.with_name(f"{path.name}.partial")
    digest = sha256(repr((VERSION, sorted(header.items()))).encode())
    for table in chances:
        digest.update(table.tobytes())
    if partial.exists():
        iteration.resume(partial, digest.hexdigest())
    # The last round is played by the solution, from the values with one round less.
    limit = CONVERGENCE_LIMIT if rounds is None else rounds - 1
    if iteration.rounds > limit:
        raise SolutionError(
            f"{partial}: a checkpoint after {iteration.rounds:,} rounds is no help for a limit of "
            f"{limit + 1:,}; remove it"
        )
    try:
        iteration.run(limit, progress)
    except BaseException:
        if iteration.rounds:
            iteration.save(partial, digest.hexdigest())
        raise
    if rounds is None and not iteration.has_converged:
        raise SolutionError(
            f"the values don't converge within {CONVERGENCE_LIMIT:,} rounds, as when ghosts keep"
            " out of Pac-Man's way for ever; give a limit of rounds"
        )
    header["rounds"] = "" if rounds is None else str(rounds)
    header["converged_after"] = str(iteration.rounds) if iteration.has_converged else ""
    write_arrays(
        path,
        header,
        {
            "values": iteration.values.astype(np.float32),
            "last_changes": iteration.last_changes,
            "blocks": space.blocks.keys,
            "chances by sight": chances.by_sight,
            "chances by position": chances.by_position,
        },
    )
    partial.unlink(missing_ok=True)
    return Solution.load(path)


def ghosts_text(ghosts: Ghosts) -> str:
    """The names of the ghosts' agents: one for all, or one for each."""
    if isinstance(ghosts, str):
        return ghosts
    agents = [ghosts] if isinstance(ghosts, ChanceAgent) else ghosts
    names = [agent.name for agent in agents]
    return ", ".join(names if len(set(names)) > 1 else names[:1])


def _agents(layout: Layout, ghosts: Ghosts, num_ghosts: int | None) -> tuple[ChanceAgent, ...]:
    """One for each ghost; none for minimising ghosts."""
    if ghosts == MINIMAX:
        return ()
    count = len(layout.ghosts) if num_ghosts is None else num_ghosts
    if isinstance(ghosts, ChanceAgent):
        ghosts = (ghosts,) * count
    agents = tuple(agent for agent in ghosts if isinstance(agent, ChanceAgent))
    if len(agents) != len(ghosts) or len(agents) != count:
        raise SolutionError(f"give {count} ghosts that draw their moves by chance, or minimax")
    return agents


def _space(
    layout: Layout, agents: Sequence[ChanceAgent], num_ghosts: int | None, objective: Objective
) -> PositionSpace:
    """The positions of the board. Raises SolutionError if they don't fit into memory."""
    count = len(layout.ghosts) if num_ghosts is None else num_ghosts
    # Before the agents are asked what they have in common: as if that were everything.
    space = PositionSpace(layout, count, exchangeable=True, symmetric=True)
    _check_memory(layout, space, agents, objective)
    if agents:
        exchangeable, symmetric = folding(layout, agents)
        space = PositionSpace(layout, count, exchangeable=exchangeable, symmetric=symmetric)
        _check_memory(layout, space, agents, objective)
    return space


def _estimate(
    space: PositionSpace, agents: Sequence[ChanceAgent], objective: Objective
) -> Estimate:
    positions = len(space)
    tracked = 2 if objective is Objective.WIN else 0
    questions = 0 if all(map(sees_only_pacman, agents)) else len(GhostPlies(space))
    file_size = positions * (4 + tracked) + 4 * MOST_MOVES * questions
    unfolded = max(len(places) for places in space.places) ** space.num_ghosts
    tables = BYTES_PER_BLOCK * len(space.blocks) + BYTES_PER_COMBINATION * unfolded
    width = max(map(len, space.places))
    tables += BYTES_PER_MEETING * space.num_ghosts * len(space.maze.positions) * width
    memory = positions * 2 * 8 + file_size + tables
    return Estimate(positions, memory, file_size, questions)


def _check_memory(
    layout: Layout, space: PositionSpace, agents: Sequence[ChanceAgent], objective: Objective
) -> None:
    """Raise SolutionError if there isn't enough memory."""
    needed, free = _estimate(space, agents, objective), psutil.virtual_memory().available
    if needed.memory <= free:
        return
    mend = "no board of this shape fits"
    for count in range(space.num_ghosts - 1, -1, -1):
        board = PositionSpace(layout, count, exchangeable=True, symmetric=True)
        fewer = _estimate(board, agents[:count], objective)
        if fewer.memory <= free:
            ghosts = "1 ghost" if count == 1 else f"{count} ghosts"
            mend = f"with {ghosts} it takes {fewer.memory / 1e9:,.1f} GB"
            break
    raise SolutionError(
        f"{layout.name or 'this board'} has {needed.positions:,} positions, which take "
        f"{needed.memory / 1e9:,.1f} GB of memory; {free / 1e9:,.1f} GB are free; {mend}"
    )
