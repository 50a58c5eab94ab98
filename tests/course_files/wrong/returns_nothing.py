# A search that forgets to return its action, one that returns its value, and one that returns both.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def over(self, state, depth):
        return state.isWin() or state.isLose() or depth == 0


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.search(gameState, 0, self.depth)[1]

    def search(self, state, agent, depth):
        if self.over(state, depth):
            return self.evaluationFunction(state), None
        up = (agent + 1) % state.getNumAgents()
        values = [(self.search(state.generateSuccessor(agent, a), up, depth - (up == 0))[0], a)
                  for a in state.getLegalActions(agent)]
        return min(values) if agent else max(values)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth)

    def search(self, state, agent, depth):
        if self.over(state, depth):
            return self.evaluationFunction(state)
        up = (agent + 1) % state.getNumAgents()
        values = [self.search(state.generateSuccessor(agent, a), up, depth - (up == 0))
                  for a in state.getLegalActions(agent)]
        return sum(values) / len(values) if agent else max(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth, float('-inf'), float('inf'))

    def search(self, state, agent, depth, alpha, beta):
        if self.over(state, depth):
            return self.evaluationFunction(state), None
        up = (agent + 1) % state.getNumAgents()
        best = (float('inf') if agent else float('-inf')), None
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            value = self.search(child, up, depth - (up == 0), alpha, beta)[0]
            if agent == 0 and value > best[0]:
                best, alpha = (value, action), max(alpha, value)
            elif agent and value < best[0]:
                best, beta = (value, action), min(beta, value)
            if beta < alpha:
                break
        return best
