"""Ways through the maze."""

from typing import Any

from pacgrid.cs188.directions import Actions, Directions
from pacgrid.cs188.modules import search, util
from pacgrid.cs188.modules.game import Agent


class PositionSearchProblem(search.SearchProblem):
    """The way from Pac-Man, or `start`, to the cell `goal`."""

    def __init__(
        self,
        gameState: Any,
        costFn: Any = lambda _: 1,
        goal: tuple[int, int] = (1, 1),
        start: tuple[int, int] | None = None,
        warn: object = True,
        visualize: object = True,
    ) -> None:
        self.walls = gameState.getWalls()
        self.startState = start if start is not None else gameState.getPacmanPosition()
        self.goal = goal
        self.costFn = costFn

    def getStartState(self) -> Any:
        return self.startState

    def isGoalState(self, state: Any) -> bool:
        return bool(state == self.goal)

    def getSuccessors(self, state: Any) -> list[tuple[Any, Any, float]]:
        x, y = state
        found = []
        for action in (Directions.NORTH, Directions.SOUTH, Directions.EAST, Directions.WEST):
            dx, dy = Actions.directionToVector(action)
            cell = int(x + dx), int(y + dy)
            if not self.walls[cell[0]][cell[1]]:
                found.append((cell, action, self.costFn(cell)))
        return found

    def getCostOfActions(self, actions: list[Any]) -> float:
        (x, y), cost = self.startState, 0
        for action in actions:
            dx, dy = Actions.directionToVector(action)
            x, y = int(x + dx), int(y + dy)
            if self.walls[x][y]:
                return 999999
            cost += self.costFn((x, y))
        return cost


class AnyFoodSearchProblem(PositionSearchProblem):
    """The way from Pac-Man to any food."""

    def __init__(self, gameState: Any) -> None:
        super().__init__(gameState)
        self.food = gameState.getFood()

    def isGoalState(self, state: Any) -> bool:
        x, y = state
        return bool(self.food[x][y])


def manhattanHeuristic(position: Any, problem: Any, info: object = None) -> float:
    return float(util.manhattanDistance(position, problem.goal))


def euclideanHeuristic(position: Any, problem: Any, info: object = None) -> float:
    (x, y), (goal_x, goal_y) = position, problem.goal
    return float(((x - goal_x) ** 2 + (y - goal_y) ** 2) ** 0.5)


def mazeDistance(point1: Any, point2: Any, gameState: Any) -> int:
    """How many steps `point2` is from `point1`."""
    start, goal = ((int(x), int(y)) for x, y in (point1, point2))
    return len(search.bfs(PositionSearchProblem(gameState, start=start, goal=goal)))
