# Draws from the global generator in many ways, and strings instead of names.
import random

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class ReflexAgent(Agent):
    def getAction(self, gameState):
        moves = gameState.getLegalPacmanActions()
        random.shuffle(moves)
        return max(moves, key=lambda m: self.rate(gameState, m) + random.random() / 100)

    def rate(self, state, move):
        after = state.generatePacmanSuccessor(move)
        x, y = after.getPacmanPosition()
        food = state.getFood()
        danger = 0
        for ghost in after.getGhostStates():
            gx, gy = ghost.configuration.pos
            near = abs(gx - x) + abs(gy - y)
            if near <= 1:
                danger += 300 if ghost.scaredTimer else -300
        dots = [abs(fx - x) + abs(fy - y) for fx, fy in food.asList()]
        return danger + (food[x][y] and 20) - min(dots) - (move == 'Stop')


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        moves = gameState.getLegalActions()
        random.shuffle(moves)
        floor, chosen = float('-inf'), 'Stop'
        for move in moves:
            v = self.reply(gameState.generateSuccessor(0, move), 1, 1, floor, float('inf'))
            if v > floor or (v == floor and chosen == 'Stop' and v == float('-inf')):
                floor, chosen = v, move
        return chosen

    def reply(self, state, agent, ply, alpha, beta):
        players = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * players:
            return self.evaluationFunction(state)
        moves = state.getLegalActions(agent)
        if random.getrandbits(1):
            moves.reverse()
        v = float('-inf') if agent == 0 else float('inf')
        for move in moves:
            child = state.generateSuccessor(agent, move)
            w = self.reply(child, (agent + 1) % players, ply + 1, alpha, beta)
            v = max(v, w) if agent == 0 else min(v, w)
            if (agent == 0 and v > beta) or (agent and v < alpha):
                return v
            if agent == 0:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scores = [(self.hope(gameState.generateSuccessor(0, move), 1, 1), move)
                  for move in gameState.getLegalActions()]
        top = max(scores)[0]
        return random.choice([move for value, move in scores if abs(value - top) < 1e-9])

    def hope(self, state, agent, ply):
        players = state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * players:
            return self.evaluationFunction(state)
        values = [self.hope(state.generateSuccessor(agent, move), (agent + 1) % players, ply + 1)
                  for move in state.getLegalActions(agent)]
        return sum(values) / len(values) if agent else max(values)
