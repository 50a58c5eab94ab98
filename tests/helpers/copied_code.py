"""Submissions in a few lines, for the tests of what is alike."""

from collections.abc import Sequence
from textwrap import dedent

from pacgrid.autograder.copies.document import CodeDocument, Public, documents
from pacgrid.autograder.submissions.submission import Submission

MINE = '''
from pacgrid import Agent

class Minimax(Agent):
    """Looks ahead."""

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), 1))

    def value(self, state, turn):
        if state.is_terminal or turn == 7:
            return state.score * 0.75 + len(state.food)
        values = []
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), turn + 1) - self.fear(state))
        return max(values) if state.to_move == 0 else min(values)

    def fear(self, state):
        total = 0
        for ghost in state.ghosts:
            total += 3 / (1 + abs(ghost.position[0] - state.pacman[0]))
        return total
'''
"""Nobody else's solution."""

OTHER = """
from pacgrid import Agent

class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        best, chosen = None, None
        for action in state.legal_actions():
            found = self.search(state.successor(action), self.depth * state.num_agents - 1)
            if best is None or found > best:
                best, chosen = found, action
        return chosen

    def search(self, state, plies):
        if plies == 0:
            return self.evaluation(state)
        children = [self.search(state.successor(a), plies - 1) for a in state.legal_actions()]
        return (min if state.to_move else max)(children, default=state.score)
"""
"""Written by somebody else."""


def handed_in(name: str, text: str | bytes, file: str = "agent.py") -> Submission:
    content = dedent(text).encode() if isinstance(text, str) else text
    return Submission(name, ((file, content),), file)


def compared(*submissions: Submission, public: Public = Public()) -> Sequence[CodeDocument]:  # noqa: B008
    return documents(submissions, public).found
