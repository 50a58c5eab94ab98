from pacgrid import Agent


class Reflex(Agent):
    """Greedy Pac-Man: chase the edible ghosts, run away from the others, eat."""

    def __init__(self, fear=150):
        self.fear = fear

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.rate(state.successor(a)))

    def rate(self, s):
        if s.is_terminal:
            return s.score
        total = s.score
        total += 8.0 / s.maze.nearest(s.pacman, s.food)
        for g in s.ghosts:
            d = s.maze.distance(s.pacman, g.position)
            if g.scared > 0:
                total -= self.fear / max(d, 0.5)
            else:
                total += 20 / max(d, 0.5)
        return total
