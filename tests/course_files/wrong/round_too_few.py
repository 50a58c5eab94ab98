# The depth is counted down before the first round, so the last round is missing.
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
        def go(state, agent, depth):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            if agent == state.getNumAgents():
                agent, depth = 0, depth - 1
            if agent == 0 and depth <= 1:
                return self.evaluationFunction(state)
            values = [go(state.generateSuccessor(agent, a), agent + 1, depth)
                      for a in state.getLegalActions(agent)]
            return min(values) if agent else max(values)

        actions = gameState.getLegalActions(0)
        if self.depth == 1:
            return max(actions, key=lambda a: self.evaluationFunction(gameState.generateSuccessor(0, a)))
        return max(actions, key=lambda a: go(gameState.generateSuccessor(0, a), 1, self.depth))
