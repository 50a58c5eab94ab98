from pacgrid import Agent


class Reflex(Agent):
    """Features and weights in a list."""

    def features(self, state, after):
        maze = after.maze
        active = [g.position for g in after.ghosts if g.scared == 0]
        steps = [maze.distance(after.pacman, position) for position in active]
        return [
            (1.0, after.score - state.score),
            (1.0, 0 if after.is_terminal else maze.nearest(after.pacman, after.food)),
            (-100.0, sum(1 for s in steps if s <= 1)),
            (-20.0, sum(1 for s in steps if s == 2)),
        ]

    def act(self, state):
        ranked = []
        for index, action in enumerate(state.legal_actions()):
            after = state.successor(action)
            value = sum(weight * feature for weight, feature in self.features(state, after))
            ranked.append((value, -index, action))
        ranked.sort()
        return ranked[-1][2]
