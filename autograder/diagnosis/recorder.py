"""Answers what a search asks about its states, and records it."""

from typing import Any

from pacgrid.action import Action
from pacgrid.state import State
from pacgrid.tree.search_log import EventLog, LoggedNode, SearchEvent, SearchEventKind

from .path import ROOT, Path
from .probe import Probe
from .tree_position import TreePosition

QUESTIONS_PER_SUCCESSOR = 10
"""How many questions a search may ask for each successor that it may ask for."""


class TooManySuccessorsError(Exception):
    """A search asks for more successors than it may."""


class TooManyQuestionsError(Exception):
    """A search asks more about its states than it may."""


class Recorder(EventLog):
    """Answers one search from `root`. A state is known by its number: 0 is the root."""

    def __init__(self, probe: Probe, root: TreePosition | State, most_nodes: float) -> None:
        super().__init__(root)
        self._evaluate = probe.evaluate
        self._scores_finished = probe.scores_finished
        self._most_nodes = most_nodes
        self._most_events = QUESTIONS_PER_SUCCESSOR * most_nodes
        self.paths: list[Path] = [ROOT]
        """By number."""

    def successor(self, number: int, action: Action) -> int:
        """The number of the successor. Raises TooManySuccessorsError, or ValueError or KeyError if
        `action` is not legal."""
        if len(self.nodes) > self._most_nodes:
            raise TooManySuccessorsError
        state: Any = self.nodes[number].state
        node = LoggedNode(state.successor(action), number, action)
        path = self.paths[number].then(action)
        self.nodes.append(node)  # both or, at the end of the stack, neither
        self.paths.append(path)
        self._record(SearchEvent(SearchEventKind.SUCCESSOR, len(self.nodes) - 1))
        return len(self.nodes) - 1

    def legal_actions(self, number: int) -> tuple[Action, ...]:
        self._record(SearchEvent(SearchEventKind.LEGAL_ACTIONS, number))
        return tuple(self.nodes[number].state.legal_actions())

    def is_terminal(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_terminal"))
        return self.nodes[number].state.is_terminal

    def is_win(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_win"))
        state: Any = self.nodes[number].state
        return bool(state.is_win)

    def is_loss(self, number: int) -> bool:
        self._record(SearchEvent(SearchEventKind.TERMINAL_TEST, number, "is_loss"))
        state: Any = self.nodes[number].state
        return bool(state.is_loss)

    def score(self, number: int) -> float:
        score = self.nodes[number].state.score
        self._record(SearchEvent(SearchEventKind.SCORE, number, score))
        return score

    def evaluate(self, number: int) -> float:
        """The value of the evaluation that the agent is given."""
        state: Any = self.nodes[number].state
        if self._scores_finished and state.is_terminal:
            return self.score(number)
        value = self._evaluate(state)
        self._record(SearchEvent(SearchEventKind.EVALUATE, number, value))
        return value

    def _record(self, event: SearchEvent) -> None:
        if len(self.events) > self._most_events:
            raise TooManyQuestionsError
        self.events.append(event)
