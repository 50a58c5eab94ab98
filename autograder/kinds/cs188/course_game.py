"""One game of an agent of a course file, which runs in a worker, against a course's ghosts, which
run here."""

from collections.abc import Sequence
from itertools import accumulate

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.cs188 import MOST_ROUNDS
from pacgrid.cs188.directions import ACTIONS, in_legal_order
from pacgrid.cs188.ghosts import CaseGhost
from pacgrid.state import State

from ...worker_client.connection import SubmissionError
from ...worker_client.replies import Chosen
from ..drawing import with_position
from .course_player import CoursePlayer


class CourseGame:
    """A game that starts at `state`. What the agent raises ends it, as does an illegal action; the
    score so far counts."""

    def __init__(self, state: State, number: int) -> None:
        self._first = self.state = state
        self.number = number
        """In its test, from 1."""
        self.actions: list[Action] = []
        """All that were played."""
        self.error: SubmissionError | None = None
        """What the agent did wrong, if it ended the game."""

    def states(self) -> list[State]:
        """All states so far."""
        return list(accumulate(self.actions, State.successor, initial=self._first))

    @property
    def timed_out(self) -> bool:
        """Whether it took too long, or had no end."""
        return self.error.timed_out if self.error else self.has_no_end

    @property
    def has_no_end(self) -> bool:
        """Whether it was stopped after `MOST_ROUNDS`."""
        return not (self.error or self.state.is_terminal) and self._rounds >= MOST_ROUNDS

    @property
    def ends_the_test(self) -> bool:
        """Whether the agent can't play another game."""
        return self.error is not None and (self.error.gone or self.error.exits)

    def play(self, player: CoursePlayer, ghosts: Sequence[CaseGhost]) -> None:
        """Plays it to its end."""
        try:
            player.start(self.state, self.number)
            self._play(player, ghosts)
        except SubmissionError as error:
            error.failure = with_position(error.failure, self.state)
            self.error = error

    def _play(self, player: CoursePlayer, ghosts: Sequence[CaseGhost]) -> None:
        """Raises SubmissionError."""
        known = 0
        while not self.state.is_terminal and self._rounds < MOST_ROUNDS:
            if self.state.to_move:
                action = ghosts[self.state.to_move - 1].act(self.state)
            else:
                chosen = player.act(self.actions[known:])
                known = len(self.actions)
                action = legal_action(chosen, self.state)
            self.actions.append(action)
            self.state = self.state.successor(action)
        try:
            player.finish(self.actions[known:])
        except SubmissionError as error:
            if error.gone or error.exits:  # an exception changes nothing, now that the game is over
                raise

    @property
    def _rounds(self) -> int:
        return len(self.actions) // self.state.num_agents


def legal_action(chosen: Chosen, state: State) -> Action:
    """What an agent has `chosen` in `state`. Raises SubmissionError if it isn't legal."""
    legal = in_legal_order(state.legal_actions())
    if chosen.action in legal:
        return ACTIONS[chosen.action]
    failure = Failure(f"returned {chosen.returned}; legal actions: {', '.join(legal)}")
    raise SubmissionError(failure, gone=False)
