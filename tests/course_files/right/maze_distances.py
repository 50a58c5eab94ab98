# Uses the search project's files, counts on the layout, and remembers things at a function.
import random

import search
import searchAgents
import util
from game import Agent
from searchAgents import mazeDistance


def away(state, place):
    key = state.getPacmanPosition(), place
    if key not in away.known:
        problem = searchAgents.PositionSearchProblem(state, lambda cell: 1, place, key[0], False)
        path = search.aStarSearch(problem, searchAgents.manhattanHeuristic)
        away.known[key] = problem.getCostOfActions(path)
    return away.known[key]


away.known = {}


def betterEvaluationFunction(currentGameState):
    state = currentGameState
    value = state.getScore()
    if state.isWin() or state.isLose():
        return value
    layout = state.data.layout
    value += 50.0 * (layout.food.count() - state.getNumFood()) / max(1, layout.totalFood)
    value += 100 * (len(layout.capsules) - len(state.getCapsules()))
    for ghost in state.getGhostStates():
        x, y = ghost.getPosition()
        steps = away(state, (int(x), int(y)))
        if ghost.scaredTimer > 2 * steps and ghost.getPosition() != ghost.start.getPosition():
            value += 200 - 8 * steps
        elif not ghost.scaredTimer and steps < 3:
            value -= 250 / (steps + 1)
    return value - len(search.bfs(searchAgents.AnyFoodSearchProblem(state)))


better = betterEvaluationFunction


class ReflexAgent(Agent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions()
        random.shuffle(actions)
        return max(actions, key=lambda action: self.evaluationFunction(gameState, action))

    def evaluationFunction(self, currentGameState, action):
        state = currentGameState.generateSuccessor(0, action)
        here = state.getPacmanPosition()
        ghosts = [ghost for ghost in state.getGhostStates() if ghost.scaredTimer < 2]
        if state.isLose() or any(util.manhattanDistance(here, g.configuration.pos) < 2 for g in ghosts):
            return -1e9
        dots = sorted(state.getFood().asList(), key=lambda dot: util.manhattanDistance(dot, here))
        nearest = min([mazeDistance(here, dot, state) for dot in dots[:3]], default=0)
        return state.getScore() - nearest - 12 * len(dots)
