# The values in chance layers are added up, and never divided.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            up = agent + 1 if agent < state.getNumAgents() - 1 else 0
            total, best = 0, float('-inf')
            for action in state.getLegalActions(agent):
                v = value(state.generateSuccessor(agent, action), up, depth + (not up))
                total += v
                best = max(best, v)
            return total if agent else best

        rated = {}
        for action in gameState.getLegalActions(0):
            rated[action] = value(gameState.generateSuccessor(0, action), 1, 0)
        return max(rated, key=rated.get)
