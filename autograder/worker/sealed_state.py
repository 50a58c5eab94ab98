"""What all states that stay with the grader have in common."""

from typing import Any


class SealedState:
    """A position that an agent can search but not look into. Immutable and hashable; two are equal
    exactly if their positions are, within what one `search` serves.
    """

    __slots__ = ("_number", "_search", "num_agents", "to_move")

    _number: int
    """Equal states have the same number."""
    _search: Any
    num_agents: int
    to_move: int

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SealedState)
            and other._number == self._number
            and other._search is self._search
        )

    def __hash__(self) -> int:
        return hash(self._number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"can't set {name}: a state never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"can't delete {name}: a state never changes")

    def __getattr__(self, name: str) -> object:
        has = "to_move, num_agents, legal_actions(), successor(action), is_terminal, score"
        raise AttributeError(f"the state of a search question has no {name}; it has {has}")


set_field = object.__setattr__
"""The only way to fill in an immutable state."""
