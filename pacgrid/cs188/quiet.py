"""Stands in for the modules that draw, read keys or grade: whatever is called does nothing."""

from typing import Any


class Quiet:
    """Takes any arguments, has any methods, and does nothing."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Quiet

    def __iter__(self) -> Any:
        return iter(())

    def __bool__(self) -> bool:
        return False
