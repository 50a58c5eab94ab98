"""Undo and redo."""

from typing import Generic, TypeVar

LONGEST = 1000
"""So many changes can be undone."""
T = TypeVar("T")


class UndoHistory(Generic[T]):
    """A value with those that it had before.

    >>> history = UndoHistory("a")
    >>> history.change("b")
    >>> history.undo(), history.present, history.undo()
    (True, 'a', False)
    >>> history.redo(), history.present
    (True, 'b')
    """

    def __init__(self, first: T) -> None:
        self.present = first
        self._past: list[T] = []
        self._future: list[T] = []

    def change(self, value: T) -> None:
        """Replace the value; `undo` brings back what it was."""
        self._past = [*self._past[1 - LONGEST :], self.present]
        self.amend(value)

    def amend(self, value: T) -> None:
        """Replace the value as a part of the last change."""
        self.present, self._future = value, []

    def undo(self) -> bool:
        """Take back the last change; return whether there was one."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Make the change again that was taken back last; return whether there was one."""
        return self._step(self._future, self._past)

    def _step(self, source: list[T], target: list[T]) -> bool:
        if source:
            target.append(self.present)
            self.present = source.pop()
            return True
        return False
