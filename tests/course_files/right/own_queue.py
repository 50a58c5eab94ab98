# Its own queue, the framework's queues, and distances through the maze.
import heapq
from collections import deque

import util
from game import Actions, Agent, Directions


class MyQueue:
    def __init__(self):
        self.items, self.count = [], 0

    def push(self, item, cost):
        heapq.heappush(self.items, (cost, self.count, item))
        self.count += 1

    def pop(self):
        return heapq.heappop(self.items)[2]

    def __len__(self):
        return len(self.items)


def mazeDistances(start, walls):
    queue, distance = util.Queue(), {start: 0}
    queue.push(start)
    while not queue.isEmpty():
        x, y = queue.pop()
        for direction in (Directions.NORTH, Directions.SOUTH, Directions.EAST, Directions.WEST):
            dx, dy = Actions.directionToVector(direction)
            there = int(x + dx), int(y + dy)
            if there not in distance and not walls[there[0]][there[1]]:
                distance[there] = distance[x, y] + 1
                queue.push(there)
    return distance


def nearestFood(state):
    food, walls = state.getFood(), state.getWalls()
    frontier = deque([(state.getPacmanPosition(), 0)])
    seen = set()
    while frontier:
        (x, y), steps = frontier.popleft()
        if food[x][y]:
            return steps
        for there in Actions.getLegalNeighbors((x, y), walls):
            if there not in seen:
                seen.add(there)
                frontier.append((there, steps + 1))
    return 0


class ReflexAgent(Agent):
    def getAction(self, gameState):
        queue = MyQueue()
        for action in gameState.getLegalActions():
            queue.push(action, -betterEvaluationFunction(gameState.generatePacmanSuccessor(action)))
        return queue.pop()


def betterEvaluationFunction(currentGameState):
    if currentGameState.isLose():
        return -10000 + currentGameState.getScore()
    here = currentGameState.getPacmanPosition()
    distance = mazeDistances(here, currentGameState.getWalls())
    value = currentGameState.getScore() - nearestFood(currentGameState)
    for ghost in currentGameState.getGhostStates():
        x, y = util.nearestPoint(ghost.getPosition())
        steps = distance.get((x, y), 99)
        if ghost.scaredTimer > steps:
            value += 150 - 5 * steps
        elif steps < 4:
            value -= 100 * (4 - steps)
    return value - 10 * len(currentGameState.getCapsules())


better = betterEvaluationFunction


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='betterEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    """Looks at the promising actions first, in a queue of the framework."""

    def getAction(self, gameState):
        queue = util.PriorityQueue()
        for action in gameState.getLegalActions(0):
            child = gameState.generateSuccessor(0, action)
            queue.push(action, -self.value(child, 1, 0))
        return queue.pop()

    def value(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        stack = util.Stack()
        for action in state.getLegalActions(agent):
            stack.push(state.generateSuccessor(agent, action))
        values = []
        while not stack.isEmpty():
            last = agent == state.getNumAgents() - 1
            values.append(self.value(stack.pop(), 0 if last else agent + 1, depth + last))
        return min(values) if agent else max(values)
