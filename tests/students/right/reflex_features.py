"""WEIGHTS and features(), as in the documentation."""

from pacgrid import Agent

MISTAKES = {}
WEIGHTS = {"score": 1, "food": -4, "to_food": -1.5, "ghosts": -150, "scared": 15}


def features(state):
    steps = [(g, state.maze.distance(state.pacman, tuple(map(int, g.position)))) for g in state.ghosts]
    return {
        "score": state.score,
        "food": len(state.food),
        "to_food": state.maze.nearest(state.pacman, state.food) if state.food else 0,
        "ghosts": sum(3 - d for g, d in steps if not g.scared and d < 3),
        "scared": sum(1 / (1 + d) for g, d in steps if g.scared > d),
    }


def evaluate(state):
    return sum(WEIGHTS[name] * value for name, value in features(state).items())


class Reflex(Agent):
    def act(self, state):
        best, action = max(
            ((self.value(state.successor(a)), -i), a) for i, a in enumerate(state.legal_actions())
        )
        return action

    @staticmethod
    def value(state):
        if state.is_win or state.is_loss:
            return state.score
        return evaluate(state)
