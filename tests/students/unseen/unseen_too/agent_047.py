from pacgrid import Agent


class Reflex(Agent):
    def act(self, state):
        actions = state.legal_actions()
        values = [self.value(state.successor(a)) for a in actions]
        return actions[values.index(max(values))]

    def value(self, state):
        if state.is_terminal:
            return state.score
        maze = state.maze
        nearest = min([maze.distance(state.pacman, f) for f in state.food])
        # reciprocal of the distance, as recommended
        food_bonus = 10 * (1 // nearest)
        return state.score + food_bonus - self.ghost_penalty(state)

    def ghost_penalty(self, state):
        for ghost in state.ghosts:
            distance = state.maze.distance(state.pacman, ghost.position)
            if distance <= 2 and not ghost.scared:
                return 300
            else:
                return 0
        return 0
