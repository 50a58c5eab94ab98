# Only the first question; the others are not written yet.
import util
from game import Agent
from util import *


class ReflexAgent(Agent):
    def getAction(self, gameState):
        best, chosen = None, None
        for action in gameState.getLegalActions():
            value = self.evaluationFunction(gameState, action)
            if best is None or value > best:
                best, chosen = value, action
        return chosen

    def evaluationFunction(self, currentGameState, action):
        state = currentGameState.generatePacmanSuccessor(action)
        px, py = state.getPacmanPosition()
        penalty = 0
        for i, where in enumerate(state.getGhostPositions(), 1):
            timer = state.getGhostState(i).scaredTimer
            apart = manhattanDistance(where, (px, py))
            if apart <= 1:
                penalty += -50 if timer else 500
            elif timer:
                penalty += apart
        nearest = 0
        if state.getNumFood():
            food = state.getFood()
            nearest = min(abs(x - px) + abs(y - py) for x in range(food.width)
                          for y in range(food.height) if state.hasFood(x, y))
        return state.getScore() - penalty - nearest


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()


def betterEvaluationFunction(currentGameState):
    util.raiseNotDefined()


better = betterEvaluationFunction
