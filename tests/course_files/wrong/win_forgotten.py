# Only a loss ends the game.
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
        return self.value(gameState, 0, 0)[1]

    def value(self, state, agent, depth):
        if state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        up = (agent + 1) % state.getNumAgents()
        values = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            values.append((self.value(child, up, depth + (up == 0))[0], action))
        return (min if agent else max)(values, key=lambda v: v[0])
