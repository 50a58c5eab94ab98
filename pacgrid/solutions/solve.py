"""Solves boards, after saying how much memory and disk that takes."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Literal, Self

import numba
import numpy as np
import psutil

from pacgrid.agent import ChanceAgent
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout
from pacgrid.solutions.ghost_chances import folding, ghost_chances, sees_only_pacman
from pacgrid.solutions.objective import MOST_ROUNDS, Objective, Payoffs, SolutionError
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.solution import VERSION, Arrays, Solution, rules_fingerprint, write_arrays
from pacgrid.solutions.transitions import MOST_MOVES, Chances, GhostPlies, Transitions
from pacgrid.solutions.value_iteration import BYTES_PER_THREAD, Progress, ValueIteration
from pacgrid.state import State

BYTES_PER_BLOCK, BYTES_PER_COMBINATION, BYTES_PER_MEETING = 400, 100, 512
"""The size of the tables of transitions; a meeting is Pac-Man's cell with a state of a ghost."""
BYTES_OF_COMPILER = 1 << 28
"""The address space that compiling takes in addition."""


@dataclass(frozen=True)
class Estimate:
    """What solving a board takes; sizes are in bytes."""

    positions: int
    memory: int
    file_size: int
    checkpoint_size: int
    questions: int
    """In how many positions agents are asked for their chances. Only agents that see more than
    Pac-Man make this many."""

    @classmethod
    def of(cls, space: PositionSpace, agents: Sequence[ChanceAgent], objective: Objective) -> Self:
        """What solving a space takes. Raises SolutionError for too many positions."""
        positions = len(space)
        tracked = 2 if objective is Objective.WIN else 0
        questions = 0 if all(map(sees_only_pacman, agents)) else len(GhostPlies(space))
        chances = 4 * MOST_MOVES * questions
        width = max(map(len, space.ghost_states))
        tables = BYTES_PER_BLOCK * len(space.blocks)
        tables += BYTES_PER_COMBINATION * width**space.num_ghosts
        tables += BYTES_PER_MEETING * space.num_ghosts * len(space.maze.positions) * width
        return cls(
            positions,
            memory=positions * (2 * 8 + tracked) + chances + tables,
            file_size=positions * (4 + tracked) + chances,
            checkpoint_size=positions * (8 + tracked),
            questions=questions,
        )


def check_memory(space: PositionSpace, agents: Sequence[ChanceAgent], objective: Objective) -> None:
    """Raise SolutionError if solving `space` takes more memory than is free."""
    layout, needed, free = space.layout, Estimate.of(space, agents, objective), free_memory()
    if needed.memory <= free:
        return
    advice = "no board of this shape fits"
    for count in range(space.num_ghosts - 1, -1, -1):
        board = PositionSpace(layout, count, exchangeable=True, symmetric=True)
        fewer = Estimate.of(board, agents[:count], objective)
        if fewer.memory <= free:
            ghosts = "1 ghost" if count == 1 else f"{count} ghosts"
            advice = f"with {ghosts} it takes {_size_text(fewer.memory)}"
            break
    raise SolutionError(
        f"{layout.name or 'this board'} has {needed.positions:,} positions, which take "
        f"{_size_text(needed.memory)} of memory; {_size_text(free)} are free; {advice}"
    )


def check_disk(path: Path, needed: Estimate) -> None:
    """Raise SolutionError if `path` can't take the solution and a checkpoint."""
    try:
        free = shutil.disk_usage(path.parent).free
    except OSError as error:
        raise SolutionError(f"{path}: can't be written: {error.strerror}") from None
    size = needed.file_size + needed.checkpoint_size
    if size > free:
        raise SolutionError(
            f"{path}: takes up to {_size_text(size)} with its checkpoint; {_size_text(free)} are"
            " free on this disk"
        )


def free_memory() -> int:
    """How many bytes this process can still use."""
    free = int(psutil.virtual_memory().available)
    process = psutil.Process()
    if hasattr(process, "rlimit"):  # not on every system
        limit = process.rlimit(psutil.RLIMIT_AS)[0]
        if limit != psutil.RLIM_INFINITY:
            threads = numba.get_num_threads() * BYTES_PER_THREAD
            free = min(free, limit - process.memory_info().vms - threads - BYTES_OF_COMPILER)
    return max(0, free)


def _size_text(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


MINIMAX: Literal["minimax"] = "minimax"
"""Ghosts that minimise what Pac-Man maximises."""
Ghosts = Literal["minimax"] | ChanceAgent | Sequence[ChanceAgent]

DEFAULT_ROUNDS = 1000
"""The limit of a game."""
CONVERGENCE_LIMIT = 10_000
"""After so many rounds, values without a limit are taken never to converge."""
TOLERANCES = {Objective.SCORE: 1e-4, Objective.WIN: 1e-7}
"""By how much a converged value may still change; values are stored to 7 digits."""

SECONDS_BETWEEN_CHECKPOINTS = 600

SMALL_BOARD = 250_000
"""The most positions of a small board, which is solved in a few CPU seconds."""


def estimate(
    layout: Layout,
    *,
    ghosts: Ghosts,
    objective: Objective = Objective.SCORE,
    num_ghosts: int | None = None,
) -> Estimate:
    """What solving this board takes. Raises as `solve` does."""
    agents = _agents(layout, ghosts, num_ghosts)
    return Estimate.of(_space(layout, agents, num_ghosts, objective), agents, objective)


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
    on when it is called again. When it takes long, it also leaves one every ten minutes.

    Args:
        ghosts: how all ghosts play, or each of them. Agents are asked for their chances in every
            position, with a score of 0, unless they see only Pac-Man.
        num_ghosts: play with the first `num_ghosts` ghosts of the layout; None for all.
        progress: called after each round.

    Raises:
        SolutionError: the board is too large; so many rounds can't be; a ghost's chances aren't a
            distribution; the checkpoint is damaged or of another problem; values without a limit
            don't converge; the file can't be written.
        LayoutError: the layout can't be played, as when Pac-Man can't reach some food.
        ValueError: the layout has fewer ghosts.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise SolutionError(f"rounds must be from 1 to {MOST_ROUNDS:,}, or None, not {rounds:,}")
    path = Path(path)
    agents = _agents(layout, ghosts, num_ghosts)
    space = _space(layout, agents, num_ghosts, objective)
    check_disk(path, Estimate.of(space, agents, objective))
    chances = ghost_chances(space, agents)
    model = Transitions.of(space, Payoffs.of(objective), chances)
    header = _header(space, agents, objective)
    iteration = ValueIteration(model, TOLERANCES[objective], track=objective is Objective.WIN)
    partial = checkpoint_path(path)
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
        while not iteration.is_done(limit):
            iteration.run(limit, progress, seconds=SECONDS_BETWEEN_CHECKPOINTS)
            if not iteration.is_done(limit):
                iteration.save(partial, digest.hexdigest())
    except BaseException:
        if iteration.rounds:
            iteration.save(partial, digest.hexdigest())
        raise
    if rounds is None and not iteration.has_converged:
        raise SolutionError(
            f"the values don't converge within {CONVERGENCE_LIMIT:,} rounds, as when ghosts keep"
            " out of Pac-Man's way for ever; give a limit of rounds"
        )
    write_arrays(path, header | _rounds(iteration, rounds), _arrays(space, chances, iteration))
    partial.unlink(missing_ok=True)
    return Solution.load(path)


def solve_small_board(state: State, ghosts: Sequence[ChanceAgent]) -> Solution | None:
    """The expected scores on the board of a game that begins with `state`, as `solve` computes
    them, but within 0.01 points, and in memory. None if there are more than `SMALL_BOARD`
    positions, if a ghost isn't where it starts, or if it can't be solved.
    """
    if tuple(ghost.position for ghost in state.ghosts) != state.maze.homes:
        return None  # the layout below has the homes where the ghosts are drawn
    cells, count = len(state.maze.positions), len(ghosts)
    pellets = len(state.food) + len(state.capsules)
    if (comb(cells + count - 1, count) * cells) << pellets > 8 * SMALL_BOARD:
        return None  # even counting takes long
    try:
        layout = Layout.parse("\n".join(str(state).splitlines()[: state.maze.height]))
        space = _space(layout, ghosts, count, Objective.SCORE)
    except PacgridError:
        return None
    if len(space) > SMALL_BOARD:
        return None
    chances = ghost_chances(space, ghosts)
    model = Transitions.of(space, Payoffs.of(Objective.SCORE), chances)
    iteration = ValueIteration(model, 0.01, track=False)
    iteration.run(DEFAULT_ROUNDS - 1)
    header = _header(space, ghosts, Objective.SCORE) | _rounds(iteration, DEFAULT_ROUNDS)
    return Solution(header, _arrays(space, chances, iteration))


def checkpoint_path(path: Path) -> Path:
    """Where solving leaves its checkpoint for the solution `path`."""
    return path.with_name(f"{path.name}.partial")


def ghosts_text(ghosts: Ghosts) -> str:
    """The names of the ghosts' agents: one for all, or one for each."""
    if isinstance(ghosts, str):
        return ghosts
    agents = [ghosts] if isinstance(ghosts, ChanceAgent) else ghosts
    names = [agent.name for agent in agents]
    return ", ".join(names if len(set(names)) > 1 else names[:1])


def _header(
    space: PositionSpace, agents: Sequence[ChanceAgent], objective: Objective
) -> dict[str, str]:
    """What a solution says about its problem."""
    return {
        "pacgrid": "solution",
        "layout": str(space.layout),
        "name": space.layout.name,
        "num_ghosts": str(space.num_ghosts),
        "ghosts": ghosts_text(agents or MINIMAX),
        "objective": str(objective),
        "rules": rules_fingerprint(),
        "is_sorted": str(int(space.is_sorted)),
        "is_folded": str(int(bool(space.symmetries))),
    }


def _rounds(iteration: ValueIteration, limit: int | None) -> dict[str, str]:
    """What a solution says about its rounds."""
    converged = str(iteration.rounds) if iteration.has_converged else ""
    return {"rounds": "" if limit is None else str(limit), "converged_after": converged}


def _arrays(space: PositionSpace, chances: Chances, iteration: ValueIteration) -> Arrays:
    """The arrays of a solution."""
    return {
        "values": iteration.values.astype(np.float32),
        "last_changes": iteration.last_changes,
        "blocks": space.blocks.keys,
        "chances by sight": chances.by_sight,
        "chances by position": chances.by_position,
    }


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
    """The positions of the board. Raises SolutionError if they are too many, or LayoutError."""
    Layout.parse(str(layout), source=layout.name or "<layout>")  # as when the file is loaded
    count = len(layout.ghosts) if num_ghosts is None else num_ghosts
    # Before the agents are asked what they have in common: as if that were everything.
    space = PositionSpace(layout, count, exchangeable=True, symmetric=True)
    check_memory(space, agents, objective)
    if agents:
        exchangeable, symmetric = folding(layout, agents)
        space = PositionSpace(layout, count, exchangeable=exchangeable, symmetric=symmetric)
        check_memory(space, agents, objective)
    return space
