# After Pac-Man's turn comes agent 1, then Pac-Man again, however many ghosts there are.
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
        actions = gameState.getLegalActions(0)
        values = [self.ghost(gameState.generateSuccessor(0, a), self.depth) for a in actions]
        return actions[values.index(max(values))]

    def done(self, state, depth):
        return depth == 0 or state.isWin() or state.isLose()

    def pacman(self, state, depth):
        if self.done(state, depth):
            return self.evaluationFunction(state)
        return max(self.ghost(state.generateSuccessor(0, a), depth) for a in state.getLegalActions(0))

    def ghost(self, state, depth):
        if self.done(state, depth):
            return self.evaluationFunction(state)
        return min(self.pacman(state.generateSuccessor(1, a), depth - 1)
                   for a in state.getLegalActions(1))
