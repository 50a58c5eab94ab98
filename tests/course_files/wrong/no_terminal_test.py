# Never asks whether the game is over: max() and min() of nothing.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max((self.value(gameState.generateSuccessor(0, a), 1, self.depth), a)
                   for a in gameState.getLegalActions(0))[1]

    def value(self, state, agent, depth):
        if depth == 0:
            return self.evaluationFunction(state)
        up = (agent + 1) % state.getNumAgents()
        values = [self.value(state.generateSuccessor(agent, a), up, depth - (up == 0))
                  for a in state.getLegalActions(agent)]
        return min(values) if agent else max(values)
