# Remembers values in a dictionary whose keys have states in them; asks again for legal actions.
import util
from game import Agent


def scoreEvaluationFunction(state):
    return state.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth, self.index = int(depth), 0


class MinimaxAgent(MultiAgentSearchAgent):
    def join(self, agent, numbers):
        return [max, min][agent > 0](numbers)

    def getAction(self, gameState):
        known = {}

        def value(state, agent, depth):
            key = (state, agent, depth)
            if key in known:
                return known[key]
            if depth == 0 or len(state.getLegalActions(agent)) == 0:
                known[key] = self.evaluationFunction(state)
            else:
                up = (agent + 1) % state.getNumAgents()
                known[key] = self.join(agent, [
                    value(state.generateSuccessor(agent, a), up, depth - (up == 0))
                    for a in state.getLegalActions(agent)])
            return known[key]

        results = util.Counter()
        for action in gameState.getLegalActions(0):
            results[action] = value(gameState.generateSuccessor(0, action), 1, self.depth)
        return results.argMax()


class ExpectimaxAgent(MinimaxAgent):
    def join(self, agent, numbers):
        if agent == 0:
            return max(numbers)
        chance = 1.0 / len(numbers)
        return sum(chance * n for n in numbers)
