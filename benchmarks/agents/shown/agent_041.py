from pacgrid import Agent


class Reflex(Agent):
    def act(self, state):
        def closest_ghost(after):
            return min(
                (after.maze.distance(after.pacman, g.position) for g in after.ghosts), default=99
            )

        def rating(action):
            after = state.successor(action)
            if after.is_win:
                return 10_000
            if after.is_loss:
                return -10_000
            danger = 500 if closest_ghost(after) <= 1.5 else 0
            food = after.maze.nearest(after.pacman, after.food)
            eaten = len(state.food) - len(after.food)
            return 10 * eaten - food - danger

        return max(state.legal_actions(), key=rating)
