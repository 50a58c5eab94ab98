"""Answers the questions of a submission that searches a course's tree."""

from typing import Any

from ...diagnosis.recorder import Recorder
from ...worker.messages import QuestionKind, pack_names, pack_no_number, pack_number
from ..search.probe_server import ProbeServer
from .course_position import NoValueError


class CourseTreeServer(ProbeServer):
    """Serves trees of `CoursePosition`s. The interface of their searches has a single method for
    the value of a state: its score if the game is over, and else an estimate."""

    def _reply(self, question: int, kind: QuestionKind, log: Recorder, index: int) -> bytes:
        state: Any = log.nodes[index].state
        if kind is QuestionKind.ACTION_NAMES:
            log.legal_actions(index)
            return pack_names(question, state.action_names)
        if kind is not QuestionKind.SCORE:
            return super()._reply(question, kind, log, index)
        value = log.score if state.is_terminal else log.evaluate
        try:
            return pack_number(question, value(index))
        except NoValueError:
            return pack_no_number(question)

    def _number(self, *_: object) -> int:
        return len(self._states)  # no two states that a search generates are equal
