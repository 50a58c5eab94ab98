from pacgrid import Agent, Report, State


class Reflex(Agent):
    """Keeps out of trouble."""

    KEEP_AWAY = {0: 500, 1: 400, 2: 200, 3: 50}

    def act(self, state):
        values = {a: self.value(state.successor(a)) for a in state.legal_actions()}
        self.report = Report(nodes=len(values), values=values)
        return max(values, key=values.__getitem__)

    def value(self, state: State) -> float:
        if state.is_terminal:
            return state.score
        value = state.score + 5 / state.maze.nearest(state.pacman, state.food)
        value += 3 * len(state.food) * -1
        for ghost in state.ghosts:
            steps = state.maze.distance(state.pacman, ghost.position)
            value -= self.KEEP_AWAY.get(int(steps), 0)
        return value
