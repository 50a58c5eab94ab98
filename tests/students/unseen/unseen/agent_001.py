from pacgrid import Agent


class Reflex(Agent):
    """Eats food and keeps away from the ghost."""

    def act(self, state):
        best_action = None
        best_value = None
        for action in state.legal_actions():
            value = self.judge(state.successor(action))
            if best_value is None or value > best_value:
                best_action = action
                best_value = value
        return best_action

    def judge(self, state):
        if state.is_win or state.is_loss:
            return state.score
        value = state.score
        value -= state.maze.nearest(state.pacman, state.food)
        ghost = state.ghosts[0]
        distance = state.maze.distance(state.pacman, ghost.position)
        if ghost.scared > 0:
            value += 20 / (1 + distance)
        elif distance <= 2:
            value -= 200
        return value
