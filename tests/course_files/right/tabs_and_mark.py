# A byte-order mark, tabs and carriage returns.
import util
from game import Agent

def scoreEvaluationFunction(currentGameState):
	return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
	def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
		self.index = 0
		self.evaluationFunction = util.lookup(evalFn, globals())
		self.depth = int(depth)

class AlphaBetaAgent(MultiAgentSearchAgent):
	def getAction(self, gameState):
		alpha, beta = -1e308, 1e308
		best, bestAction = -1e308, None
		for action in gameState.getLegalActions(0):
			value = self.minValue(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
			if value > best:
				best = value; bestAction = action
			alpha = max(alpha, best)
		return bestAction

	def maxValue(self, state, depth, alpha, beta):
		if depth == self.depth or state.isWin() or state.isLose(): return self.evaluationFunction(state)
		best = -1e308
		for action in state.getLegalActions(0):
			best = max(best, self.minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta))
			if best > beta: return best
			alpha = max(alpha, best)
		return best

	def minValue(self, state, ghost, depth, alpha, beta):
		if state.isWin() or state.isLose(): return self.evaluationFunction(state)
		best = 1e308
		for action in state.getLegalActions(ghost):
			after = state.generateSuccessor(ghost, action)
			if ghost == state.getNumAgents() - 1:
				best = min(best, self.maxValue(after, depth + 1, alpha, beta))
			else:
				best = min(best, self.minValue(after, ghost + 1, depth, alpha, beta))
			if best < alpha: return best
			beta = min(beta, best)
		return best
