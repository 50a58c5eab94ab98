# Everything is called by keyword, in the words of an edition with children instead of successors.
import game
import numpy as np
import pacman
import util


def steps_from(cell: tuple[int, int], walls: game.Grid) -> np.ndarray:
    steps = np.full(shape=(walls.width, walls.height), fill_value=np.inf)
    steps[cell] = 0
    waiting = util.Queue()
    waiting.push(item=cell)
    while not waiting.isEmpty():
        here = waiting.pop()
        for there in game.Actions.getLegalNeighbors(position=here, walls=walls):
            if steps[there] == np.inf:
                steps[there] = steps[here] + 1
                waiting.push(item=there)
    return steps


def nearby(state: pacman.GameState) -> float:
    steps = steps_from(state.getPacmanPosition(), state.getWalls())
    dots = [steps[dot] for dot in state.getFood().asList(key=True)]
    ghosts = [
        steps[util.nearestPoint(pos=state.getGhostState(agentIndex=number).getPosition())]
        for number in range(1, state.getNumAgents())
    ]
    danger = 300 if min(ghosts, default=9) < 2 else 0
    return float(state.getScore() - min(dots, default=0) - 4 * len(dots) - danger)


class ReflexAgent(game.Agent):
    def __init__(self):
        super().__init__(index=0)

    def getAction(self, gameState: pacman.GameState) -> str:
        return max(
            gameState.getLegalPacmanActions(),
            key=lambda action: nearby(gameState.generatePacmanChild(action=action)),
        )


def scoreEvaluationFunction(state: pacman.GameState) -> float:
    return state.getScore()


class AlphaBetaAgent(game.Agent):
    def __init__(self, evalFn: str = "scoreEvaluationFunction", depth: str = "2"):
        super().__init__(index=0)
        self.evaluationFunction = util.lookup(name=evalFn, namespace=globals())
        self.depth = int(depth)

    def getAction(self, gameState: pacman.GameState) -> str:
        low, chosen = -np.inf, None
        for action in gameState.getLegalActions(agentIndex=0):
            child = gameState.generateChild(agentIndex=0, action=action)
            value = self.value(state=child, agent=1, depth=self.depth, low=low, high=np.inf)
            if value > low:
                low, chosen = value, action
        return chosen

    def value(self, state: pacman.GameState, agent: int, depth: int, low: float, high: float):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = -np.inf if agent == 0 else np.inf
        for action in state.getLegalActions(agentIndex=agent):
            child = state.generateChild(action=action, agentIndex=agent)
            value = self.value(state=child, agent=agent + 1, depth=depth, low=low, high=high)
            if agent == 0:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low > high:
                break
        return best
