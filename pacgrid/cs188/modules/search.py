"""Graph searches. A problem has `getStartState`, `isGoalState` and `getSuccessors`, which gives
triples `(successor, action, cost)`."""

from collections.abc import Callable
from typing import Any

from pacgrid.cs188.containers import PriorityQueue
from pacgrid.cs188.directions import Directions
from pacgrid.cs188.modules import util

Heuristic = Callable[[Any, Any], float]


class SearchProblem:
    """What a search needs to know."""

    def getStartState(self) -> Any:
        util.raiseNotDefined()

    def isGoalState(self, state: Any) -> bool:
        util.raiseNotDefined()

    def getSuccessors(self, state: Any) -> list[tuple[Any, Any, float]]:
        util.raiseNotDefined()

    def getCostOfActions(self, actions: list[Any]) -> float:
        util.raiseNotDefined()


def nullHeuristic(state: Any, problem: Any = None) -> float:
    return 0


def depthFirstSearch(problem: Any) -> list[Any]:
    return _search(problem, priority=lambda path, _: -len(path))


def breadthFirstSearch(problem: Any) -> list[Any]:
    return _search(problem, priority=lambda path, _: len(path))


def uniformCostSearch(problem: Any) -> list[Any]:
    return aStarSearch(problem)


def aStarSearch(problem: Any, heuristic: Heuristic = nullHeuristic) -> list[Any]:
    return _search(problem, priority=lambda _, cost: cost, heuristic=heuristic)


bfs = breadthFirstSearch
dfs = depthFirstSearch
astar = aStarSearch
ucs = uniformCostSearch


def _search(
    problem: Any,
    priority: Callable[[list[Any], float], float],
    heuristic: Heuristic = nullHeuristic,
) -> list[Any]:
    """The actions to the first goal expanded, lowest priority first; [] if there is none."""
    frontier: PriorityQueue[Any] = PriorityQueue()
    frontier.push((problem.getStartState(), [], 0), 0)
    expanded = set()
    while not frontier.isEmpty():
        state, path, cost = frontier.pop()
        if problem.isGoalState(state):
            return list(path)
        if state in expanded:
            continue
        expanded.add(state)
        for successor, action, step in problem.getSuccessors(state):
            longer = [*path, action]
            estimate = heuristic(successor, problem)
            frontier.push(
                (successor, longer, cost + step), priority(longer, cost + step) + estimate
            )
    return []
