"""A second implementation of the rules: slow, plain, and independent of the engine.

Differential tests play the same actions here and in `pacgrid` and compare every position.
A short quotation of each rule is next to the code that applies it.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, replace

Cell = tuple[int, int]

STEP = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
BACK = {"north": "south", "east": "west", "south": "north", "west": "east"}


@dataclass(frozen=True)
class OracleGhost:
    """One ghost; `scared` counts its scared moves left, `home` is where it started."""

    x: float
    y: float
    direction: str
    scared: int
    home: Cell

    @classmethod
    def at_home(cls, home: Cell) -> OracleGhost:
        """The ghost at its start: "everyone starts with no direction"."""
        return cls(float(home[0]), float(home[1]), "stop", 0, home)


@dataclass(frozen=True)
class Oracle:
    """One position of the game; x to the right, y upwards, (0, 0) bottom left."""

    walls: frozenset[Cell]
    pacman: Cell
    ghosts: tuple[OracleGhost, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    score: int
    to_move: int
    lost: bool

    @classmethod
    def initial(cls, text: str) -> Oracle:
        """The first position of a drawn maze: % wall, . food, o capsule, P, and G or 1-9."""
        rows = textwrap.dedent(text).strip("\n").splitlines()
        picture = {(x, y): c for y, row in enumerate(reversed(rows)) for x, c in enumerate(row)}
        if strangers := set(picture.values()) - set("% .oPG123456789"):
            raise ValueError(f"unknown characters {sorted(strangers)} in\n{text}")
        walls = {cell for cell, c in picture.items() if c == "%"}
        # Cells outside the drawing are walls (a closed maze never needs them).
        edges = {(x + dx, y + dy) for x, y in picture.keys() - walls for dx, dy in STEP.values()}
        # "Ghosts are numbered by their digit (G counts as 1), then left to right, then bottom
        # to top."
        homes = sorted(
            (1 if c == "G" else int(c), x, y) for (x, y), c in picture.items() if c in "G123456789"
        )
        (pacman,) = (cell for cell, c in picture.items() if c == "P")
        return cls(
            walls=frozenset(walls | (edges - picture.keys())),
            pacman=pacman,
            ghosts=tuple(OracleGhost.at_home((x, y)) for _, x, y in homes),
            food=frozenset(cell for cell, c in picture.items() if c == "."),
            capsules=frozenset(cell for cell, c in picture.items() if c == "o"),
            score=0,
            to_move=0,  # "Pac-Man moves first"
            lost=False,
        )

    @property
    def won(self) -> bool:
        """Whether the last food is eaten; "winning on the same move beats dying"."""
        return not self.food

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.won or self.lost

    def legal(self) -> list[str]:
        """The actions of the agent to move: north, east, south, west, stop; [] after the end."""
        if self.over:
            return []
        if self.to_move == 0:
            # "Pac-Man may go to any open neighbour or STOP."
            return [*self._ways(*self.pacman), "stop"]
        ghost = self.ghosts[self.to_move - 1]
        # "Between two cells it can only go on."
        if ghost.x != math.floor(ghost.x) or ghost.y != math.floor(ghost.y):
            return [ghost.direction]
        # "A ghost may not stop, and may not turn back unless there is no other way."
        exits = self._ways(int(ghost.x), int(ghost.y))
        onward = [way for way in exits if way != BACK.get(ghost.direction)]
        # "A ghost with no legal move stays (only when walled in on all four sides)."
        return onward or exits or ["stop"]

    def after(self, action: str) -> Oracle:
        """The position after the agent to move plays `action`. Raises ValueError if illegal."""
        if action not in self.legal():
            raise ValueError(f"{action!r} is not one of {self.legal()} in {self}")
        moved = self._pacman_moved(action) if self.to_move == 0 else self._ghost_moved(action)
        # "Pac-Man moves first, then ghosts 1, 2, ... in turn."
        return replace(moved, to_move=(self.to_move + 1) % (1 + len(self.ghosts)))

    def _ways(self, x: int, y: int) -> list[str]:
        """The directions in which the neighbour of a cell is open."""
        return [way for way, (dx, dy) in STEP.items() if (x + dx, y + dy) not in self.walls]

    def _pacman_moved(self, action: str) -> Oracle:
        """In order: "move, eat food (win is decided here), eat capsule, pay 1, meet ghosts"."""
        dx, dy = STEP.get(action, (0, 0))
        here = (self.pacman[0] + dx, self.pacman[1] + dy)
        score, food, capsules, ghosts = self.score, self.food, self.capsules, self.ghosts
        if here in food:
            food = food - {here}
            score += 10  # "Food +10."
            if not food:
                score += 500  # "The last food +500 and the game is won."
        if here in capsules:
            capsules = capsules - {here}
            # "A capsule makes every ghost scared for 40 of its own moves."
            ghosts = tuple(replace(ghost, scared=40) for ghost in ghosts)
        score -= 1  # "Each Pac-Man move costs 1 point."
        now = replace(self, pacman=here, food=food, capsules=capsules, ghosts=ghosts, score=score)
        for number in range(len(ghosts)):  # "After Pac-Man's move every ghost, in order."
            now = now._met(number)
        return now

    def _ghost_moved(self, action: str) -> Oracle:
        """The ghost to move moves, its timer counts down, and it may meet Pac-Man."""
        number = self.to_move - 1
        ghost = self.ghosts[number]
        dx, dy = STEP.get(action, (0, 0))
        # "A scared ghost moves half a cell a move": scared before the move.
        speed = 0.5 if ghost.scared > 0 else 1.0
        x, y = ghost.x + speed * dx, ghost.y + speed * dy
        # "It snaps at 1, to the nearest cell (half rounds up in x and in y)."
        if ghost.scared == 1:
            x, y = float(math.floor(x + 0.5)), float(math.floor(y + 0.5))
        # "The timer falls by 1 on its own move, before its collision is checked."
        scared = max(0, ghost.scared - 1)
        moved = replace(ghost, x=x, y=y, direction=action, scared=scared)
        # "After a ghost's move, that ghost" is checked, and no other.
        return self._with_ghost(number, moved)._met(number)

    def _met(self, number: int) -> Oracle:
        """The position after checking one ghost against Pac-Man."""
        ghost = self.ghosts[number]
        # "They meet when their Manhattan distance is at most 0.7."
        if abs(ghost.x - self.pacman[0]) + abs(ghost.y - self.pacman[1]) > 0.7:
            return self
        if ghost.scared > 0:
            # "It goes back to its start, no longer scared (+200 each)", on a winning move too.
            sent_home = self._with_ghost(number, OracleGhost.at_home(ghost.home))
            return replace(sent_home, score=self.score + 200)
        if self.won:
            return self  # "Winning on the same move beats dying: no -500, no loss."
        # "Every active ghost that is met costs 500", the second one too.
        return replace(self, score=self.score - 500, lost=True)

    def _with_ghost(self, number: int, ghost: OracleGhost) -> Oracle:
        """This position with one ghost replaced."""
        return replace(self, ghosts=(*self.ghosts[:number], ghost, *self.ghosts[number + 1 :]))
