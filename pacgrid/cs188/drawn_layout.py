"""A layout as course files see it: grids and lists made from a drawing."""

import random
from collections.abc import Sequence

from pacgrid.cs188.grid import Grid
from pacgrid.layout import Position
from pacgrid.layout_drawing import CAPSULE, FOOD, GHOSTS, PACMAN, WALL


class DrawnLayout:
    """The board at the start of a game, from the rows of its drawing, top row first."""

    def __init__(self, layoutText: Sequence[str]) -> None:
        self.layoutText = [*layoutText]
        self.width = len(self.layoutText[0])
        self.height = len(self.layoutText)
        self.walls = Grid(self.width, self.height)
        self.food = Grid(self.width, self.height)
        self.capsules: list[Position] = []
        self.agentPositions: list[tuple[bool, Position]] = []
        self.numGhosts = 0
        self.processLayoutText(self.layoutText)
        self.totalFood = self.food.count()

    def processLayoutText(self, layoutText: Sequence[str]) -> None:
        """Read the drawing: walls `%`, food `.`, capsules `o`, `P`, and ghosts `G` or
        digits; anything else is floor."""
        agents: list[tuple[int, Position]] = []
        for y, row in enumerate(reversed(layoutText)):
            for x, mark in enumerate(row[: self.width]):
                self.walls[x][y] = mark == WALL
                self.food[x][y] = mark == FOOD
                if mark == CAPSULE:
                    self.capsules.append((x, y))
                elif mark == PACMAN:
                    agents.append((0, (x, y)))
                elif mark in GHOSTS:
                    agents.append((max(GHOSTS.index(mark), 1), (x, y)))
        self.agentPositions = [(number == 0, at) for number, at in sorted(agents)]
        self.numGhosts = sum(number > 0 for number, _ in agents)

    def getNumGhosts(self) -> int:
        return self.numGhosts

    def isWall(self, pos: Position) -> bool:
        x, y = pos
        return bool(self.walls[x][y])

    def getRandomLegalPosition(self) -> Position:
        """An open cell, drawn from the global generator."""
        while True:
            at = random.choice(range(self.width)), random.choice(range(self.height))
            if not self.isWall(at):
                return at

    def getRandomCorner(self) -> Position:
        """A corner inside the border, drawn from the global generator."""
        return random.choice(self._corners())

    def getFurthestCorner(self, pacPos: Position) -> Position:
        """The corner inside the border that is farthest from `pacPos`, in Manhattan distance."""
        x, y = pacPos
        return max((abs(a - x) + abs(b - y), (a, b)) for a, b in self._corners())[1]

    def _corners(self) -> list[Position]:
        right, top = self.width - 2, self.height - 2
        return [(1, 1), (1, top), (right, 1), (right, top)]

    def deepCopy(self) -> "DrawnLayout":
        return DrawnLayout(self.layoutText)

    def __str__(self) -> str:
        return "\n".join(self.layoutText)
