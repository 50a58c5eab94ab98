"""Says that it has used no successors, and keeps all that it is sent."""

from honest import Honest, succeeded

from pacgrid.autograder.sandbox.channel import WorkerChannel
from pacgrid.autograder.worker.messages import STATES, unpack_states

EXPECT = "asked for more than 5,001 successors in one search"
TEST = "search"

known = []
receive = WorkerChannel.receive


def overhear(self, timeout=None):
    data = receive(self, timeout)
    if data[:1] == STATES:
        known.append(len(unpack_states(data)[1]))
    return data


WorkerChannel.receive = overhear


class Attacker(Honest):
    def attack(self, state):
        known.clear()
        todo = [state]
        while sum(known) <= 5033:  # 32 is what a search may hide
            after = todo.pop(0)
            for action in after.legal_actions():
                after._search.used = 0
                todo.append(after.successor(action))
            if not todo:
                todo.append(state)
        succeeded(f"knows {sum(known)} states")
