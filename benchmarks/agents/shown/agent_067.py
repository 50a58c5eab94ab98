from pacgrid import Action, Agent, State


class Reflex(Agent):
    """Eats what is near and keeps away from danger."""

    def act(self, state: State) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: State) -> float:
        if state.is_terminal:
            return state.score
        result = state.score - 0.5 * state.maze.nearest(state.pacman, state.food)
        ghost = state.ghosts[0]
        steps = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared:
            result += 20 / (1 + steps)
        elif steps < 3:
            result -= 300 / (1 + steps)
        return result
