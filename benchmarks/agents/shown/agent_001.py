from pacgrid import Agent


class Reflex(Agent):
    def act(self, state):
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            successor = state.successor(action)
            value = self.evaluate(state, action)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def evaluate(self, state, action):
        if state.is_terminal:
            return state.score
        value = state.score
        value -= state.maze.nearest(state.pacman, state.food)
        for ghost in state.ghosts:
            distance = state.maze.distance(state.pacman, ghost.position)
            if ghost.scared == 0 and distance <= 2:
                value -= 200 / (1 + distance)
        return value
