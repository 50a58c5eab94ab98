# Calls an evaluation by its name instead of the one that the agent is built with.
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
        def value(state, agent, left):
            if left == 0 or state.isWin() or state.isLose():
                return scoreEvaluationFunction(state)
            up = (agent + 1) % state.getNumAgents()
            values = [value(state.generateSuccessor(agent, a), up, left - 1)
                      for a in state.getLegalActions(agent)]
            return min(values) if agent else max(values)

        plies = self.depth * gameState.getNumAgents() - 1
        return max(gameState.getLegalActions(0),
                   key=lambda a: value(gameState.generateSuccessor(0, a), 1, plies))
