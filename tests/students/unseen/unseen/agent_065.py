from pacgrid import Action, Agent, Report


class Reflex(Agent):
    def act(self, state):
        actions = [a for a in state.legal_actions() if a is not Action.STOP]
        if not actions:
            return Action.STOP
        values = {a: self.value(state.successor(a)) for a in actions}
        self.report = Report(nodes=len(values), values=values)
        return max(values, key=values.get)

    def value(self, state):
        if state.is_terminal:
            return state.score
        maze, here = state.maze, state.pacman
        ghosts = [maze.distance(here, g.position) for g in state.ghosts if not g.scared]
        value = state.score - maze.nearest(here, state.food)
        if ghosts and max(ghosts) <= 2:
            value -= 250
        return value
