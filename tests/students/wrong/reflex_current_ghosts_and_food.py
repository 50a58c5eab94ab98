"""The successor is made, and the state before it is looked at."""

from pacgrid import Agent

MISTAKES = {"Reflex": "evaluates the state it is in"}


def gap(state):
    return min([abs(state.pacman[0] - g.position[0]) + abs(state.pacman[1] - g.position[1]) for g in state.ghosts if not g.scared], default=9)


class Reflex(Agent):
    def act(self, state):
        successors = [(a, state.successor(a)) for a in state.legal_actions()]
        scores = [len(state.food) * -10 + min(gap(state), 3) * 50 + state.score for a, s in successors]
        top = [i for i, score in enumerate(scores) if score == max(scores)]
        return successors[self.rng.choice(top)][0]
