# A reflex agent and an evaluation that look at food only, and an evaluation that divides by zero.
import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(), key=lambda a: self.evaluationFunction(gameState, a))

    def evaluationFunction(self, currentGameState, action):
        after = currentGameState.generatePacmanSuccessor(action)
        here = after.getPacmanPosition()
        dots = currentGameState.getFood().asList()
        return -min(util.manhattanDistance(here, dot) for dot in dots)


def betterEvaluationFunction(currentGameState):
    here = currentGameState.getPacmanPosition()
    dots = currentGameState.getFood().asList()
    return -len(dots) + 1.0 / min([util.manhattanDistance(here, dot) for dot in dots] + [100])


better = betterEvaluationFunction
