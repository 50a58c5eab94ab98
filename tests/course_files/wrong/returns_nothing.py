# A search that forgets to return its action, one that returns a value, and one that returns a pair.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def search(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth == 0:
            return self.evaluationFunction(state), "None"
        up = (agent + 1) % state.getNumAgents()
        values = [(self.search(state.generateSuccessor(agent, a), up, depth - (up == 0))[0], a)
                  for a in state.getLegalActions(agent)]
        return self.join(agent, values)

    def join(self, agent, values):
        return min(values) if agent else max(values)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.search(gameState, 0, self.depth)[1]


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth)[0]


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth)

    def join(self, agent, values):
        return (sum(v for v, _ in values) / len(values), "None") if agent else max(values)
