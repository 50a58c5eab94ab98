"""How a thought looks in the JSON of a record: what there is of it, with a letter for an action."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.records.thought import Thought

Letter = Literal["N", "E", "S", "W", "-"]
_LETTERS: tuple[Letter, ...] = ("N", "E", "S", "W", "-")

FINITE: Any = {"allow_inf_nan": False}
"""For pydantic: no number is infinite or none at all."""


def letter_of(action: Action) -> Letter:
    return _LETTERS[action]


def action_of(letter: str) -> Action:
    """Raises ValueError for what is no letter of an action."""
    if letter not in _LETTERS:
        raise ValueError(f"{letter!r} is none of the actions {', '.join(_LETTERS)}")
    return Action(_LETTERS.index(letter))


@dataclass
class SavedThought:
    """A thought as it is saved; what is empty is left out of the file."""

    values: dict[Letter, float] = field(default_factory=dict)
    line: str = ""
    """`Thought.principal_variation`, a letter for each action."""
    features: dict[str, float] = field(default_factory=dict)
    looked: list[tuple[int, int, int]] = field(default_factory=list)
    """`Thought.expanded`: x, y and in how many positions, by cell. Version 2's name."""
    depths: list[int] = field(default_factory=list)
    trouble: str = ""

    __pydantic_config__: ClassVar[Any] = FINITE

    def __post_init__(self) -> None:
        for letter in self.line:
            action_of(letter)
        if any(count < 1 for count in (*self.depths, *(many for *_, many in self.looked))):
            raise ValueError("depths and looked count from 1")

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
        """What is written."""
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
