# Divides with //, as / did in Python 2.
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
        pairs = [(self.chance(gameState.generateSuccessor(0, a), 1, 0), a)
                 for a in gameState.getLegalActions(0)]
        best = max(value for value, _ in pairs)
        return next(action for value, action in pairs if value == best)

    def pacman(self, state, depth):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max(self.chance(state.generateSuccessor(0, a), 1, depth)
                   for a in state.getLegalActions(0))

    def chance(self, state, ghost, depth):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        total = 0
        actions = state.getLegalActions(ghost)
        for action in actions:
            child = state.generateSuccessor(ghost, action)
            is_last = ghost == state.getNumAgents() - 1
            total += self.pacman(child, depth + 1) if is_last else self.chance(child, ghost + 1, depth)
        return total // len(actions)
