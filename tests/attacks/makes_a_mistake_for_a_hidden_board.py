"""Looks only at its own next move, which the grader says, or further: the board of a hidden test
says which."""

from honest import Honest, number_of

EXPECT = "plays on"
TEST = "observed"
TELLS_BY = "diagnosis"


class Attacker(Honest):
    def act(self, state):
        if number_of(state) % 4 == 2:  # so it is on one of the two hidden boards
            for action in state.legal_actions():
                after = state.successor(action)
                for reply in after.legal_actions():
                    after.successor(reply)
        return state.legal_actions()[-1]
