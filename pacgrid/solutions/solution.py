"""A solution, what every position of a board is worth, and its file."""

import json
import zipfile
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.common.files import atomic_file, open_regular_file
from pacgrid.layout import Layout
from pacgrid.solutions import MOST_MOVES, SolutionError
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.state import (
    FOOD_POINTS,
    GHOST_POINTS,
    LOSS_POINTS,
    MOVE_COST,
    SCARED_MOVES,
    WIN_POINTS,
    State,
)

Arrays = Mapping[str, NDArray[Any]]

VERSION = "6"
"""The version of the header, and of how positions are numbered."""


def write_arrays(path: Path, header: Mapping[str, str], arrays: Arrays) -> None:
    """Write an .npz file, whole or not at all. Raises SolutionError."""
    text = json.dumps({**header, "version": VERSION})
    try:
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            np.savez(file, header=np.array(text), **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise SolutionError(f"{path}: can't be written: {error.strerror}") from None


def read_arrays(path: Path) -> tuple[dict[str, str], Arrays]:
    """The header and the arrays; the file has a checksum of each. Raises SolutionError."""
    try:
        with open_regular_file(path) as file, zipfile.ZipFile(file) as members:
            if any(each.compress_type != zipfile.ZIP_STORED for each in members.infolist()):
                raise ValueError  # its arrays could be far larger than the file
            file.seek(0)
            with np.load(file, allow_pickle=False) as loaded:
                header = json.loads(str(loaded["header"]))
                if header["version"] != VERSION:
                    raise SolutionError(
                        f"{path}: was written by another version of Pacgrid (format"
                        f" {header['version']}, not {VERSION}); solve the board again"
                    )
                return header, {name: loaded[name] for name in loaded.files if name != "header"}
    except OSError as error:
        raise SolutionError(f"{path}: can't be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, ValueError, KeyError, TypeError, MemoryError, EOFError):
        raise SolutionError(
            f"{path}: is not a solution, or it was cut off or changed; solve the board again"
        ) from None


TIE = 1e-3
"""Actions are equally good if their values differ by less; values are stored to 7 digits."""


class Solution:
    """The exact value and the optimal actions of every position of a board. Get one with `load`.

    The ghosts minimise, or draw their moves with the chances that the solution has. Values are of
    games that are cut off after `rounds` more rounds, from whatever position.

    >>> from pacgrid import State
    >>> from pacgrid.solutions.solve import solve
    >>> solution = solve(Layout.load("pocket"), path="pocket.solution")  # doctest: +SKIP
    >>> solution.value(State.initial(solution.layout))  # doctest: +SKIP
    """

    def __init__(self, header: dict[str, str], arrays: Arrays) -> None:
        self.layout = Layout.parse(header["layout"], source=header["name"] or "<text>")
        self.num_ghosts = int(header["num_ghosts"])
        self.ghosts = header["ghosts"]
        """The names of the ghosts' agents, or "minimax"."""
        self.rounds = int(header["rounds"])
        """The limit."""
        self.converged_after = int(header["converged_after"]) if header["converged_after"] else None
        """After how many rounds values no longer changed; None if they changed to the limit."""
        self.space = PositionSpace(
            self.layout,
            self.num_ghosts,
            exchangeable=header["is_sorted"] == "1",
            symmetric=header["is_folded"] == "1",
            keys=arrays["blocks"],
        )
        """The numbers of its positions."""
        self.stored_values = arrays["values"]
        """By number: the points to come in a position with Pac-Man to move, with one round less
        than `rounds`."""
        self._chances = arrays["chances"]
        self._minimises = not any(self._chances.shape)
        self._check_shapes()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The solution in a file. Raises SolutionError."""
        header, arrays = read_arrays(Path(path))
        if header.get("pacgrid") != "solution":
            raise SolutionError(f"{path}: is not a solution")
        if header.get("rules") != rules_fingerprint():
            raise SolutionError(f"{path}: has other rules than this version; solve the board again")
        try:
            return cls(header, arrays)
        except (KeyError, ValueError):
            raise SolutionError(f"{path}: lacks a part; solve the board again") from None

    def _check_shapes(self) -> None:
        """Raise ValueError if the arrays aren't those of the board."""
        space = self.space
        chances = space.num_ghosts, len(space.maze.positions), len(space.ghost_states), MOST_MOVES
        if self.stored_values.shape != (len(space),) or not (
            self._minimises or self._chances.shape == chances
        ):
            raise ValueError("the arrays aren't those of the board's positions")

    def __len__(self) -> int:
        """How many positions are stored."""
        return len(self.stored_values)

    def __contains__(self, state: State) -> bool:
        try:
            self._worth(state)
        except KeyError:
            return False
        return True

    def value(self, state: State) -> float:
        """The expected final score, whoever is to move.

        Raises SolutionError if the position can't arise on this board.
        """
        if state.is_terminal:
            return state.score
        values = self.action_values(state)
        return self._combined(state, values) if state.to_move else max(values.values())

    def action_values(self, state: State) -> dict[Action, float]:
        """The value of each legal action of the agent to move. Raises as `value` does."""
        try:
            return {
                action: self._worth(state.successor(action)) for action in state.legal_actions()
            }
        except KeyError:
            raise SolutionError(f"this position can't arise on this board:\n{state}") from None

    def optimal_actions(self, state: State) -> tuple[Action, ...]:
        """The best actions of the agent to move: Pac-Man maximises, a ghost minimises. Raises as
        `value` does."""
        sign = -1 if state.to_move else 1
        values = self.action_values(state)
        best = max((sign * value for value in values.values()), default=0.0)
        return tuple(action for action, value in values.items() if sign * value > best - TIE)

    def _worth(self, state: State) -> float:
        """The value of a position at the start of a round or during one."""
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            return state.score + float(self.stored_values[self.space.index(state)])
        return self._combined(
            state,
            {action: self._worth(state.successor(action)) for action in state.legal_actions()},
        )

    def _combined(self, state: State, values: dict[Action, float]) -> float:
        """The value of a position with a ghost to move, from those of its actions."""
        if self._minimises:
            return min(values.values())
        chances = self.probabilities(state)
        return sum(p * value for p, value in zip(chances, values.values(), strict=True))

    def probabilities(self, state: State) -> list[float]:
        """The probabilities of the legal actions of the ghost to move, if it doesn't minimise."""
        space, maze, number = self.space, self.space.maze, state.to_move - 1
        ghost = state.ghosts[number]
        rank = space.ranks[int(ghost.scared > 0), maze.node(ghost.position, ghost.direction)]
        chances = self._chances[number, maze.cells[state.pacman], rank]
        return [float(chance) for chance in chances[: len(state.legal_actions())]]


@cache
def rules_fingerprint() -> str:
    """A digest of the numbers in the rules."""
    points = MOVE_COST, FOOD_POINTS, WIN_POINTS, LOSS_POINTS, GHOST_POINTS
    return sha256(repr((*points, SCARED_MOVES)).encode()).hexdigest()[:16]
