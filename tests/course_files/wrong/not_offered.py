# Names that the interface doesn't have.
import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(), key=lambda a: self.evaluationFunction(gameState, a))

    def evaluationFunction(self, currentGameState, action):
        after = currentGameState.generatePacmanSuccessor(action)
        return -len(after.getfood().asList())


def betterEvaluationFunction(currentGameState):
    return util.mazeDistance(currentGameState.getPacmanPosition(), (1, 1), currentGameState)
