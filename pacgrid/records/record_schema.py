"""What the JSON of a record must look like, as pydantic checks it."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    PositiveInt,
    ValidationInfo,
)

from pacgrid.agent import Report
from pacgrid.games.ending import Ending
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.move import Move
from pacgrid.records.thought import Thought

_MOST = 1 << 128
Whole = Annotated[int, Field(ge=-_MOST, le=_MOST)]
_LONGEST_NAME = 4096


def _not_too_long(name: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"has {len(name):,} letters; the most are {_LONGEST_NAME:,}")
    return name


Name = Annotated[str, AfterValidator(_not_too_long)]
"""Not with `max_length`, which refuses half a surrogate pair; a file's name may have one."""


@dataclass(frozen=True)
class Place:
    """Where a move was played; pydantic's context for it."""

    setup: GameSetup
    state: Any

    def action_of(self, text: object) -> Any:
        """Raises ValueError."""
        return self.setup.action_of(self.state, text)


def _action_of(text: object, info: ValidationInfo) -> Any:
    place: Any = info.context  # a `Place`
    return place.action_of(text)


def _variation(texts: list[str], info: ValidationInfo) -> tuple[Any, ...]:
    """The actions up to the first one that can't be played."""
    place: Any = info.context
    actions = []
    for text in texts:
        action = place.action_of(text)
        actions.append(action)
        if place.state.is_terminal or action not in place.state.legal_actions():
            break
        place = Place(place.setup, place.state.successor(action))
    return tuple(actions)


ActionText = Annotated[Any, PlainValidator(_action_of)]
Variation = Annotated[
    list[str],
    BeforeValidator(lambda texts: [*texts] if isinstance(texts, str) else texts),
    AfterValidator(_variation),
]
"""Until version 4 a text of letters."""


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)


class SavedLayout(_Schema):
    name: Name
    rows: list[str]


class OtherGame(_Schema):
    """A game that isn't Pac-Man."""

    name: Name
    tree: str = ""
    digest: str = ""


class SavedHeader(_Schema):
    format: Literal["pacgrid record"]
    version: int
    layout: SavedLayout | None = None
    game: OtherGame | None = None
    agents: list[Name] = Field(min_length=1)
    seed: Whole
    taken_over: Annotated[int, Field(ge=0, le=_MOST)] = 0
    start: str = ""


class SavedThought(_Schema):
    values: dict[ActionText, float] = {}
    principal_variation: Variation = []
    features: dict[str, float] = {}
    expanded: list[tuple[int, int, PositiveInt]] = []
    depths: list[PositiveInt] = []
    trouble: str = ""
    action_details: dict[str, dict[ActionText, float]] = {}
    details: dict[str, float] = {}

    def thought(self, kind: type) -> Thought:
        """Where actions are of this type."""
        report = Report(
            values=self.values,
            principal_variation=tuple[Any, ...](self.principal_variation),
            features=self.features,
            action_details=self.action_details,
            details=self.details,
        )
        return replace(
            Thought.of(report, None, self.trouble, kind),
            expanded={(x, y): count for x, y, count in self.expanded},
            depths=tuple(self.depths),
        )


class SavedMove(_Schema):
    action: ActionText
    seconds: Annotated[float, Field(ge=0)]
    cpu_seconds: Annotated[float, Field(ge=0)]
    nodes: Whole | None = None
    thought: SavedThought | None = None

    def move(self, place: Place) -> Move:
        """The move, without the parts of its thought that are impossible there."""
        thought = None
        if self.thought:
            thought = self.thought.thought(place.setup.action_type).possible_in(place.state)
            thought = None if thought.is_empty else thought
        return Move(self.action, self.seconds, self.cpu_seconds, self.nodes, thought)


class SavedResult(_Schema):
    score: Annotated[float, Field(ge=-_MOST, le=_MOST)]
    ending: Ending
    forfeit: Whole | None = None
    message: str = ""
    details: str = ""
