# Every search uses betterEvaluationFunction, which looks at the board, whatever it is built with.
import util
from game import Agent


def betterEvaluationFunction(currentGameState):
    here = currentGameState.getPacmanPosition()
    dots = currentGameState.getFood().asList()
    return currentGameState.getScore() - sum(util.manhattanDistance(here, dot) for dot in dots)


better = betterEvaluationFunction


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='betterEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.value(gameState, 0, -1e9, 1e9)[1]

    def value(self, state, ply, alpha, beta):
        n = state.getNumAgents()
        if ply == n * self.depth or state.isWin() or state.isLose():
            return betterEvaluationFunction(state), None
        best, choice = (1e9 if ply % n else -1e9), None
        for action in state.getLegalActions(ply % n):
            v = self.value(state.generateSuccessor(ply % n, action), ply + 1, alpha, beta)[0]
            if ply % n:
                best = min(best, v)
                beta = min(beta, v)
            elif v > best:
                best, choice = v, action
                alpha = max(alpha, v)
            if alpha > beta:
                break
        return best, choice
