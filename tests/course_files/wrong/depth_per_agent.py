# The depth falls with every call.
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
        n = gameState.getNumAgents()

        def value(state, agent, depth):
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            children = (state.generateSuccessor(agent, a) for a in state.getLegalActions(agent))
            values = (value(child, (agent + 1) % n, depth - 1) for child in children)
            return min(values) if agent else max(values)

        best, choice = float('-inf'), None
        for action in gameState.getLegalActions(0):
            v = value(gameState.generateSuccessor(0, action), 1, self.depth - 1)
            if v > best:
                best, choice = v, action
        return choice
