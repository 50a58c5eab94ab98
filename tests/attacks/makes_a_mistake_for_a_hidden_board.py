"""Makes one of two mistakes, which the grader names: the board of a hidden test says which."""

from honest import Honest, number_of

EXPECT = "plays on"
TEST = "observed"
TELLS_BY = "diagnosis"


class Attacker(Honest):
    def act(self, state):
        values = {action: state.successor(action).score for action in state.legal_actions()}
        if number_of(state) % 2:
            return min(values, key=values.get)
        return state.legal_actions()[-1]
