"""A thought in the JSON of a record. Actions are letters; empty parts are left out."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.records.thought import Thought

Letter = Literal["N", "E", "S", "W", "-"]
_LETTERS: tuple[Letter, ...] = ("N", "E", "S", "W", "-")

FINITE: Any = {"allow_inf_nan": False}
"""For pydantic: refuse infinity and NaN."""


def letter_of(action: Action) -> Letter:
    return _LETTERS[action]


def action_of(letter: str) -> Action:
    """The action of a letter. Raises ValueError for other text."""
    if letter not in _LETTERS:
        raise ValueError(f"unknown action {letter!r}; use {', '.join(_LETTERS)}")
    return Action(_LETTERS.index(letter))


@dataclass
class SavedThought:
    """A thought as saved."""

    values: dict[Letter, float] = field(default_factory=dict)
    line: str = ""
    """`Thought.principal_variation`, one letter per action."""
    features: dict[str, float] = field(default_factory=dict)
    looked: list[tuple[int, int, int]] = field(default_factory=list)
    """`Thought.expanded`: x, y and the count for each cell. The name is that of version 2."""
    depths: list[int] = field(default_factory=list)
    trouble: str = ""

    __pydantic_config__: ClassVar[Any] = FINITE

    def __post_init__(self) -> None:
        for letter in self.line:
            action_of(letter)
        if any(count < 1 for count in (*self.depths, *(count for *_, count in self.looked))):
            raise ValueError("counts in depths and looked must be positive")

    @classmethod
    def of(cls, thought: Thought) -> Self:
        return cls(
            values={letter_of(action): value for action, value in thought.values.items()},
            line="".join(map(letter_of, thought.principal_variation)),
            features=dict(thought.features),
            looked=[(x, y, count) for (x, y), count in thought.expanded.items()],
            depths=list(thought.depths),
            trouble=thought.trouble,
        )

    @property
    def data(self) -> dict[str, Any]:
        """The JSON value."""
        return {name: value for name, value in vars(self).items() if value}

    @property
    def thought(self) -> Thought:
        report = Report(
            values={action_of(letter): value for letter, value in self.values.items()},
            principal_variation=tuple(map(action_of, self.line)),
            features=self.features,
        )
        return replace(
            Thought.of(report, None, self.trouble),
            expanded={(x, y): count for x, y, count in self.looked},
            depths=tuple(self.depths),
        )
