# Searches the maze, counts on the layout, and remembers things at a function.
import random

import util
from game import Actions, Agent


def mazeDistance(start, goals, state):
    queue, seen = util.Queue(), {start}
    queue.push((start, 0))
    while not queue.isEmpty():
        place, steps = queue.pop()
        if place in goals:
            return steps
        for near in Actions.getLegalNeighbors(place, state.getWalls()):
            if near not in seen:
                seen.add(near)
                queue.push((near, steps + 1))
    return 0


def away(state, place):
    key = state.getPacmanPosition(), place
    if key not in away.known:
        away.known[key] = mazeDistance(key[0], [place], state)
    return away.known[key]


away.known = {}


def betterEvaluationFunction(currentGameState):
    state = currentGameState
    value = state.getScore()
    if state.isWin() or state.isLose():
        return value
    layout = state.data.layout
    value += 50.0 * (layout.food.count() - state.getNumFood()) / max(1, layout.totalFood)
    value += 100 * (len(layout.capsules) - len(state.getCapsules()))
    for ghost in state.getGhostStates():
        x, y = ghost.getPosition()
        steps = away(state, (int(x), int(y)))
        if ghost.scaredTimer > 2 * steps and ghost.getPosition() != ghost.start.getPosition():
            value += 200 - 8 * steps
        elif not ghost.scaredTimer and steps < 3:
            value -= 250 / (steps + 1)
    return value - mazeDistance(state.getPacmanPosition(), state.getFood().asList(), state)


better = betterEvaluationFunction


class ReflexAgent(Agent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions()
        random.shuffle(actions)
        return max(actions, key=lambda action: self.evaluationFunction(gameState, action))

    def evaluationFunction(self, currentGameState, action):
        state = currentGameState.generateSuccessor(0, action)
        here = state.getPacmanPosition()
        ghosts = [ghost for ghost in state.getGhostStates() if ghost.scaredTimer < 2]
        if state.isLose() or any(util.manhattanDistance(here, g.configuration.pos) < 2 for g in ghosts):
            return -1e9
        dots = sorted(state.getFood().asList(), key=lambda dot: util.manhattanDistance(dot, here))
        nearest = min([mazeDistance(here, [dot], state) for dot in dots[:3]], default=0)
        return state.getScore() - nearest - 12 * len(dots)
