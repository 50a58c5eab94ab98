"""Looks at the clock while a submission loops, where no other thread or process can."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

_TOOL = 4
"""A number that Python leaves to programs."""
_EVERY = 500
"""Loops between two looks."""
_MONITORING: Any = getattr(sys, "monitoring", None)


class LoopStoppedError(BaseException):
    """Ends a loop; not an `Exception`, which the submission may catch."""


class LoopGuard:
    """Calls `check` now and then while code in `folder` loops, until it is closed. What that raises
    goes through the code. Before Python 3.12, which doesn't tell of loops, it is never called."""

    _open: ClassVar["dict[str, LoopGuard]"] = {}
    """By the beginning of the names of files."""

    def __init__(self, folder: Path, check: Callable[[], None]) -> None:
        self._inside = f"{folder}/"
        self._check = check
        self._left = _EVERY
        if _MONITORING and not self._open:
            _MONITORING.use_tool_id(_TOOL, "pacgrid")
            _MONITORING.register_callback(_TOOL, _MONITORING.events.JUMP, _on_jump)
            _MONITORING.set_events(_TOOL, _MONITORING.events.JUMP)
        self._open[self._inside] = self

    def looped(self) -> None:
        """The code has jumped back, or somewhere else."""
        self._left -= 1
        if self._left <= 0:
            self._left = _EVERY
            self._check()

    def close(self) -> None:
        """It calls nobody from now on. Can be repeated."""
        if self._open.pop(self._inside, None) and _MONITORING and not self._open:
            _MONITORING.set_events(_TOOL, 0)
            _MONITORING.register_callback(_TOOL, _MONITORING.events.JUMP, None)
            _MONITORING.free_tool_id(_TOOL)


def _on_jump(code: CodeType, _offset: int, _target: int) -> Any:
    for inside, guard in LoopGuard._open.items():
        if code.co_filename.startswith(inside):
            return guard.looped()
    return _MONITORING.DISABLE  # nothing more is heard of this jump
