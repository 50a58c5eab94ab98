# Ghosts all move within one layer, and only the first one has a choice.
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
        values = {a: self.ghosts(gameState.generateSuccessor(0, a), 0)
                  for a in gameState.getLegalActions(0)}
        return max(values, key=values.get)

    def pacman(self, state, depth):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max(self.ghosts(state.generateSuccessor(0, a), depth) for a in state.getLegalActions(0))

    def ghosts(self, state, depth):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = float('inf')
        for action in state.getLegalActions(1):
            after = state.generateSuccessor(1, action)
            for other in range(2, state.getNumAgents()):
                if after.isWin() or after.isLose():
                    break
                after = after.generateSuccessor(other, after.getLegalActions(other)[0])
            value = min(value, self.pacman(after, depth + 1))
        return value
