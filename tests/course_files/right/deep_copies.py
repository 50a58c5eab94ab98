# Copies states before it uses them, with copy, deepcopy and deepCopy.
import copy

import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        values = {}
        for action in gameState.deepCopy().getLegalActions(0):
            values[action] = self.evaluate(copy.deepcopy(gameState), action)
        return max(values, key=values.get)

    def evaluate(self, state, action):
        state = copy.copy(state).generateSuccessor(0, action)
        grid = state.getFood().copy()
        here = state.getPacmanPosition()
        value = state.getScore() - 5 * grid.count()
        for position, ghost in zip(state.getGhostPositions(), state.getGhostStates()):
            if util.manhattanDistance(position, here) <= 1 and not ghost.copy().scaredTimer:
                value -= 1000
        near = [util.manhattanDistance(here, dot) for dot in grid.asList()]
        return value - min(near, default=0)


def scoreEvaluationFunction(currentGameState):
    return copy.deepcopy(currentGameState).getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        _, action = self.minimax(copy.deepcopy(gameState), self.index, self.depth)
        return copy.deepcopy(action)

    def minimax(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best = None
        for action in copy.copy(state.getLegalActions(agent)):
            child = copy.deepcopy(state).generateSuccessor(agent, action)
            value, _ = self.minimax(child, agent + 1, depth)
            better = best is None or (value < best[0] if agent else value > best[0])
            if better:
                best = value, action
        return best
