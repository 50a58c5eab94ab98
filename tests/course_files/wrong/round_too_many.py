# The cut-off is at "greater than" the depth.
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
    def opponent(self, values):
        return min(values)

    def getAction(self, gameState):
        return self.search(gameState, 0, 0)[1]

    def search(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth > self.depth:
            return self.evaluationFunction(state), None
        after = (agent + 1) % state.getNumAgents()
        found = [(self.search(state.generateSuccessor(agent, a), after, depth + (after == 0))[0], a)
                 for a in state.getLegalActions(agent)]
        values = [value for value, _ in found]
        if agent:
            return self.opponent(values), None
        return found[values.index(max(values))]


class ExpectimaxAgent(MinimaxAgent):
    def opponent(self, values):
        return sum(values) / len(values)
