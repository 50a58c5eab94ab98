from pacgrid import Action, Agent, State


class Reflex(Agent):
    """Looks one move ahead, likes food and is afraid of ghosts."""

    def act(self, state: State) -> Action:
        best_score = float("-inf")
        best_action = None
        for action in state.legal_actions():
            score = self.evaluate(state, action)
            if score > best_score:
                best_score = score
                best_action = action
        return best_action

    def evaluate(self, state: State, action: Action) -> float:
        after = state.successor(action)
        if after.is_terminal:
            return after.score
        position = state.pacman
        food = [state.maze.distance(position, f) for f in state.food]
        score = after.score + 10 / (1 + min(food))
        for ghost in state.ghosts:
            d = state.maze.distance(position, ghost.position)
            if not ghost.scared and d <= 2:
                score -= 200
        return score
