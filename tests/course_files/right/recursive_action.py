# getAction calls itself for the ghosts, too, and returns an action only at the root.
import sys

import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class Recursive(MultiAgentSearchAgent):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.children = {}

    def getAction(self, gameState, depth=-1, index=0):
        index %= gameState.getNumAgents()
        if index == 0:
            depth += 1
        over = gameState.isWin() is True or gameState.isLose() is True
        if over or depth == self.depth:
            return 'Complete', self.evaluationFunction(gameState)
        pairs = []
        for action in gameState.getLegalActions(index).copy():
            child = gameState.generateSuccessor(index, action)
            pairs.append((action, self.getAction(child, depth, index + 1)[1]))
        action, value = self.choose(index, pairs)
        if type(value) != float:
            raise TypeError(value)
        return action if depth == 0 and index == 0 else (action, value)


class MinimaxAgent(Recursive):
    def choose(self, index, pairs):
        best, action = (-sys.maxsize, '') if index == 0 else (sys.maxsize, '')
        for option, value in pairs:
            if (value > best) if index == 0 else (value < best):
                best, action = value, option
        return action, best


class ExpectimaxAgent(Recursive):
    def choose(self, index, pairs):
        if index == 0:
            return max(pairs, key=lambda pair: pair[1])
        return Directions.STOP, sum(value for _, value in pairs) / len(pairs)
