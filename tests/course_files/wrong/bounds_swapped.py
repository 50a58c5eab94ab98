# Compares with the wrong bound: MAX layers with alpha, MIN layers with beta.
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
        alpha, beta, choice = float('-inf'), float('inf'), None
        best = float('-inf')
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if v > best:
                best, choice = v, action
            alpha = max(alpha, best)
        return choice

    def value(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float('inf') if agent else float('-inf')
        for action in state.getLegalActions(agent):
            w = self.value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
            if agent:
                v = min(v, w)
                if v > beta:
                    return v
                beta = min(beta, v)
            else:
                v = max(v, w)
                if v < alpha:
                    return v
                alpha = max(alpha, v)
        return v
