"""Is one of two wrong reflex agents, which the grader names: a hidden board says which."""

from honest import Honest

EXPECT = "plays on"
TEST = "games"
TELLS_BY = "diagnosis"


class Attacker(Honest):
    """Its class remembers the first board that it sees."""

    choose = None

    def act(self, state):
        if not Attacker.choose:
            Attacker.choose = min if len(state.ghosts) == 1 else max
        near = {a: _distance(state.successor(a)) for a in state.legal_actions()}
        return Attacker.choose(near, key=near.get)


def _distance(state):
    x, y = state.pacman
    return min(abs(x - gx) + abs(y - gy) for gx, gy in (g.position for g in state.ghosts))
