# The agents' numbers start again after the last but one.
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
        return self.value(gameState, 0, 0)[1]

    def value(self, state, agent, depth):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        up = (agent + 1) % (state.getNumAgents() - 1)
        found = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            found.append((self.value(child, up, depth + (up == 0))[0], action))
        if agent:
            return sum(value for value, _ in found) / len(found), None
        return max(found, key=lambda pair: pair[0])
