# Pac-Man takes the minimum, and the ghosts the maximum.
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
        return self.run(gameState, 0)[1]

    def run(self, state, ply):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state), None
        results = []
        for action in state.getLegalActions(agent):
            results.append((self.run(state.generateSuccessor(agent, action), ply + 1)[0], action))
        if agent == 0:
            return min(results, key=lambda r: r[0])
        return max(results, key=lambda r: r[0])
