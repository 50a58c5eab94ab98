"""Asks in one search for what follows states of another."""

from honest import Honest, succeeded

EXPECT = r"(plays on|ValueError: .*|asked for a successor that does not exist)"
POINTS = None
TEST = "search"


class Attacker(Honest):
    earlier = None

    def attack(self, state):
        earlier, Attacker.earlier = Attacker.earlier, state
        if earlier is not None:
            if earlier == state or hash(earlier) == hash(state):
                succeeded("two positions are equal")
            for action in state.legal_actions():
                if action not in earlier.legal_actions():
                    after = earlier._expand(0, action)
                    succeeded(f"what follows another state: {after}")
