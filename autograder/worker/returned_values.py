"""Records what a submission's functions return for states, while its search is observed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import CodeType, FrameType
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.search_log import number_in
from pacgrid.tree.state_proxy import StateFace

from .messages import MAX_RETURNED
from .observed_state import ObservedState

_RESUMED = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
"""Functions that return more than once."""


class ReturnedValues:
    """The number that a search function of a submission last returned for each state, for at most
    `MAX_RETURNED` states. In a pair, such as a value and an action, it is the first number.

    A search function takes exactly one state, and calls a function that takes another one. A
    function that also takes an action doesn't count: it may return the value of the action.

    Only the diagnosis uses these numbers, so a submission that forges them changes nothing else.
    """

    def __init__(self) -> None:
        self._file = ""
        self._calls: list[tuple[FrameType, int]] = []
        """Those that are running, and the handle of the state that each of them got."""
        self._searching: set[CodeType] = set()
        """The functions that call one for another state."""
        self._returned: dict[int, dict[CodeType, float]] = {}

    @property
    def by_handle(self) -> dict[int, float]:
        """The values, by the handles of the states."""
        last: dict[int, float] = {}
        for handle, values in self._returned.items():
            for code, value in values.items():
                if code in self._searching:
                    last[handle] = value
        return last

    @contextmanager
    def recording(self, file: str) -> Iterator[None]:
        """Records what functions in `file` return within the `with`."""
        self._file, self._calls, self._searching, self._returned = file, [], set(), {}
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
                self._call(frame, handle)
        elif event == "return" and self._calls and self._calls[-1][0] is frame:
            _, handle = self._calls.pop()
            self._return(frame.f_code, handle, number_in(result))

    def _call(self, frame: FrameType, handle: int) -> None:
        for caller, other in reversed(self._calls):
            if caller.f_code in self._searching:
                break
            if other != handle:
                self._searching.add(caller.f_code)
        self._calls.append((frame, handle))

    def _return(self, code: CodeType, handle: int, value: float | None) -> None:
        if value is None or (handle not in self._returned and len(self._returned) >= MAX_RETURNED):
            return
        values = self._returned.setdefault(handle, {})
        values.pop(code, None)  # the last one is last
        values[code] = value


def _handle(frame: FrameType) -> int | None:
    """The handle of the only state that a function got, if it got no action."""
    code, given = frame.f_code, frame.f_locals
    handles: list[int] = []
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        value: Any = given.get(name)
        if type(value) in (Action, str):
            return None
        if issubclass(type(value), StateFace):
            value = value.behind
        if issubclass(type(value), ObservedState):
            handles.append(value._handle)
    return handles[0] if len(handles) == 1 else None
