"""Finds the finished game that a submission stumbled over."""

from pathlib import Path
from traceback import walk_tb

from pacgrid.common.failure import is_in
from pacgrid.state import State


def finished_state(error: BaseException, file: str) -> State | None:
    """The state that the innermost function of the author of `file` was about when it raised
    `error`, if the game is over there: it probably lacks a terminal test."""
    folder = Path(file).resolve().parent
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        if is_in(frame.f_code.co_filename, folder):
            states = [value for value in frame.f_locals.values() if type(value) is State]
            if states:
                return states[0] if states[0].is_terminal else None
    return None
