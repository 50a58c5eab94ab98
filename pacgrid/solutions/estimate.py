"""How much memory and disk solving a board takes, and whether so much is free."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numba
import psutil

from pacgrid.agent import ChanceAgent
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.ghost_chances import sees_only_pacman
from pacgrid.solutions.ghost_plies import GhostPlies
from pacgrid.solutions.objective import Objective
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.transitions import MOST_MOVES

BYTES_PER_BLOCK, BYTES_PER_COMBINATION, BYTES_PER_MEETING = 400, 100, 512
"""The size of the tables of transitions; a meeting is Pac-Man's cell with a state of a ghost."""
BYTES_PER_THREAD, BYTES_OF_COMPILER = 1 << 27, 1 << 28
"""The address space that each thread, and compiling, take in addition."""


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
