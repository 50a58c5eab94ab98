from pacgrid import Action, Agent


class Reflex(Agent):
    def act(self, state):
        actions = [a for a in state.legal_actions() if a != Action.STOP]
        if not actions:
            return Action.STOP
        scores = []
        for action in actions:
            scores.append(self.evaluate(state.successor(action)))
        best = max(scores)
        return actions[scores.index(best)]

    def evaluate(self, state):
        score = state.score
        if state.is_terminal:
            return score
        for ghost in state.ghosts:
            distance = state.maze.distance(state.pacman, ghost.position)
            if ghost.scared > 0:
                score += 30 / (1 + distance)
            elif distance < 1:
                score -= 500
        score -= state.maze.nearest(state.pacman, state.food)
        return score
