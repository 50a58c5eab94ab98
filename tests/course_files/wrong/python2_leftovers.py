# Names that Python 3 doesn't have.
import sys

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class ReflexAgent(Agent):
    def getAction(self, gameState):
        values = {a: gameState.generatePacmanSuccessor(a).getScore() for a in gameState.getLegalActions()}
        return max(values.iteritems(), key=lambda item: item[1])[0]


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, choice = -sys.maxint, None
        for action in gameState.getLegalActions(0):
            value = self.evaluationFunction(gameState.generateSuccessor(0, action))
            if value > best:
                best, choice = value, action
        return choice
