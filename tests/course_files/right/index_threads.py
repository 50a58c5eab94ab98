# All questions. The number of the agent goes along with every call.
import random

import util
from game import Agent, Directions
from util import manhattanDistance


class ReflexAgent(Agent):
    def getAction(self, gameState):
        moves = gameState.getLegalActions()
        points = [self.evaluationFunction(gameState, move) for move in moves]
        best = [i for i, p in enumerate(points) if p == max(points)]
        return moves[random.choice(best)]

    def evaluationFunction(self, currentGameState, action):
        after = currentGameState.generatePacmanSuccessor(action)
        return worth(after) - (1 if action == Directions.STOP else 0)


def worth(state):
    here = state.getPacmanPosition()
    value = state.getScore()
    for ghost in state.getGhostStates():
        d = manhattanDistance(here, ghost.getPosition())
        if ghost.scaredTimer > d:
            value += 100.0 / (d + 1)
        elif d < 2:
            value -= 400
    food = state.getFood().asList()
    if food:
        value -= 2 * min(manhattanDistance(here, f) for f in food)
    return value


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index, self.depth = 0, int(depth)
        self.evaluationFunction = util.lookup(evalFn, globals())

    def over(self, state, depth):
        return depth == self.depth or state.isWin() or state.isLose()

    def following(self, state, agent, depth):
        agent += 1
        return (0, depth + 1) if agent == state.getNumAgents() else (agent, depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, 0, 0)[1]

    def best(self, state, agent, depth):
        if self.over(state, depth):
            return self.evaluationFunction(state), None
        pairs = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            pairs.append((self.best(child, *self.following(state, agent, depth))[0], action))
        pick = min if agent else max
        return pick(pairs, key=lambda pair: pair[0])


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, 0, 0, -float("inf"), float("inf"))[1]

    def best(self, state, agent, depth, a, b):
        if self.over(state, depth):
            return self.evaluationFunction(state), None
        value, choice = (float("inf") if agent else -float("inf")), None
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            found = self.best(child, *self.following(state, agent, depth), a, b)[0]
            if agent == 0:
                if found > value:
                    value, choice = found, action
                if value > b:
                    break
                a = max(a, value)
            else:
                value = min(value, found)
                if value < a:
                    break
                b = min(b, value)
        return value, choice


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda a: self.mean(gameState.generateSuccessor(0, a), 1, 0))

    def mean(self, state, agent, depth):
        if self.over(state, depth):
            return self.evaluationFunction(state)
        thread = self.following(state, agent, depth)
        actions = state.getLegalActions(agent)
        values = [self.mean(state.generateSuccessor(agent, a), *thread) for a in actions]
        return max(values) if agent == 0 else sum(values) / len(values)


def betterEvaluationFunction(currentGameState):
    return worth(currentGameState) - 4 * currentGameState.getNumFood()


better = betterEvaluationFunction
