"""Where an agent is busy."""

import inspect
import sys
from pathlib import Path
from traceback import StackSummary, walk_stack

from pacgrid.common.failure import is_in


def busy_line(agent: object, thread: int) -> str:
    """`my_agent.py, line 5, in act`: the innermost line of its author's that a thread of that
    number is at; "" if none is."""
    try:
        folder = Path(inspect.getfile(type(agent))).resolve().parent
    except (TypeError, OSError):
        return ""
    stack = StackSummary.extract(
        walk_stack(sys._current_frames().get(thread)), limit=500, lookup_lines=False
    )
    own = next((frame for frame in stack if is_in(frame.filename, folder)), None)
    return f"{Path(own.filename).name}, line {own.lineno}, in {own.name}" if own else ""
