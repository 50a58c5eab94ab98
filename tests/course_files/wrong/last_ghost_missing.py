# The agents' numbers start again after the last but one.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        ghosts = max(1, gameState.getNumAgents() - 2)

        def value(state, agent, depth):
            if agent > ghosts:
                agent, depth = 0, depth + 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, a), agent + 1, depth)
                      for a in state.getLegalActions(agent)]
            return sum(values) / len(values) if agent else max(values)

        return max(gameState.getLegalActions(0),
                   key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
