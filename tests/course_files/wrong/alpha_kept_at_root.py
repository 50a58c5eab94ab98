# The root doesn't raise alpha: no action is wrong, but too many states are searched.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        inf = float('inf')
        values = [self.ghost(gameState.generateSuccessor(0, a), 1, self.depth, -inf, inf)
                  for a in gameState.getLegalActions(0)]
        return gameState.getLegalActions(0)[values.index(max(values))]

    def pacman(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = -float('inf')
        for action in state.getLegalActions(0):
            v = max(v, self.ghost(state.generateSuccessor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def ghost(self, state, index, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float('inf')
        for action in state.getLegalActions(index):
            after = state.generateSuccessor(index, action)
            if index + 1 == state.getNumAgents():
                v = min(v, self.pacman(after, depth - 1, alpha, beta))
            else:
                v = min(v, self.ghost(after, index + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
