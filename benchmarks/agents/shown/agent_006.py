from pacgrid import Action, Agent, State


class Reflex(Agent):
    """Compares tuples: safety first, then points, then the way to the next food."""

    def act(self, state: State) -> Action:
        return max(state.legal_actions(), key=lambda action: self.rank(state.successor(action)))

    def rank(self, after: State) -> tuple:
        if after.is_win:
            return (1, after.score, 0)
        return (not self.can_be_caught(after), after.score, self.pull(after))

    def can_be_caught(self, after: State) -> bool:
        if after.is_loss:
            return True
        return any(
            not ghost.scared and after.maze.distance(ghost.position, after.pacman) <= 1
            for ghost in after.ghosts
        )

    def pull(self, after: State) -> float:
        prey = [
            after.maze.distance(after.pacman, ghost.position)
            for ghost in after.ghosts
            if ghost.scared
        ]
        near = [steps for steps in prey if steps <= 4]
        return -after.maze.nearest(after.pacman, after.food) + sum(20 / (1 + s) for s in near)
