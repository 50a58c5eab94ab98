"""What the functions of a submission return for states, while its search is observed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FrameType
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.returned_number import number_in
from pacgrid.tree.state_proxy import StateFace

from .messages import MAX_RETURNED
from .observed_state import ObservedState

_RESUMED = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
"""Functions that return more than once."""


class ReturnedValues:
    """The number that a function of the submission's `file` returned last for each state, by the
    state's handle. For a pair, such as a value and an action, it is the number in it. A function
    that takes an action, too, may return what that is worth, not the state: it doesn't count.

    Only a diagnosis uses them, and nothing depends on them if a submission spoils them.
    """

    def __init__(self) -> None:
        self.by_handle: dict[int, float] = {}
        self._file = ""
        self._calls: list[tuple[FrameType, int]] = []
        """Those that are running, and the handle of the state that each of them got."""

    @contextmanager
    def noted(self, file: str) -> Iterator[None]:
        """Notes what functions of `file` return inside of the `with`."""
        self.by_handle, self._file, self._calls = {}, file, []
        before = sys.getprofile()
        sys.setprofile(self._on_event)
        try:
            yield
        finally:
            sys.setprofile(before)
            self._calls.clear()

    def _on_event(self, frame: FrameType, event: str, result: Any) -> None:
        if event == "call" and frame.f_code.co_filename == self._file:
            handle = None if frame.f_code.co_flags & _RESUMED else _handle(frame)
            if handle is not None:
                self._calls.append((frame, handle))
        elif event == "return" and self._calls and self._calls[-1][0] is frame:
            _, handle = self._calls.pop()
            value = number_in(result)
            is_room = handle in self.by_handle or len(self.by_handle) < MAX_RETURNED
            if value is not None and is_room:
                self.by_handle[handle] = value


def _handle(frame: FrameType) -> int | None:
    """The handle of the only state that a function got, if it got no action."""
    code, given = frame.f_code, frame.f_locals
    handles = []
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        value = given.get(name)
        if type(value) in (Action, str):
            return None
        if issubclass(type(value), StateFace):
            value = value.behind
        if issubclass(type(value), ObservedState):
            handles.append(value._handle)
    return handles[0] if len(handles) == 1 else None
