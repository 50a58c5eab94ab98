"""A session that only records the calls it gets."""

from typing import Any


class RecordingSession:
    """Every call is in `calls`: the name of the method and its arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.next_action = None
        self.sheets = self

    def __getattr__(self, name: str) -> Any:
        return lambda *values, **more: self.calls.append((name, *values, *more.values()))
