from pacgrid import Agent, Report


class Reflex(Agent):
    """Score, minus the way to the nearest food, minus a penalty for ghosts nearby."""

    def act(self, state):
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action))
        self.report = Report(nodes=len(values), values=values)
        return max(values, key=values.get)

    def value(self, state):
        food = state.maze.nearest(state.pacman, state.food)
        danger = 0
        for ghost in state.ghosts:
            if ghost.scared == 0 and state.maze.distance(state.pacman, ghost.position) <= 2:
                danger += 300
        return state.score - food - danger
