from pacgrid import Agent


class Reflex(Agent):

    def act(self, state):
        scored = []
        for action in state.legal_actions():
            nxt = state.successor(action)
            scored.append((self.score(nxt), action))
        best = max(value for value, _ in scored)
        return [a for value, a in scored if value == best][0]

    def score(self, nxt):
        if nxt.is_win:
            return 1e6
        if nxt.is_loss:
            return -1e6
        # the closer the food the better
        closest = min(nxt.maze.distance(nxt.pacman, f) for f in nxt.food)
        value = -closest
        for ghost in nxt.ghosts:
            if not ghost.scared and nxt.maze.distance(nxt.pacman, ghost.position) <= 2:
                value -= 500
        return value
