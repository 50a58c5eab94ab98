"""What the JSON of a record must look like, as pydantic checks it."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, PositiveInt

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.records.record import Ending, Move
from pacgrid.records.record_lines import action_of
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
ActionLetter = Annotated[Action, PlainValidator(action_of)]


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)


class SavedLayout(_Schema):
    name: Name
    rows: list[str]


class SavedHeader(_Schema):
    format: Literal["pacgrid record"]
    version: int
    layout: SavedLayout
    agents: list[Name] = Field(min_length=1)
    seed: Whole
    taken_over: Annotated[int, Field(ge=0, le=_MOST)] = 0
    start: str = ""


class SavedThought(_Schema):
    values: dict[ActionLetter, float] = {}
    principal_variation: str = Field("", pattern="^[NESW-]*$")
    features: dict[str, float] = {}
    expanded: list[tuple[int, int, PositiveInt]] = []
    depths: list[PositiveInt] = []
    trouble: str = ""
    action_details: dict[str, dict[ActionLetter, float]] = {}
    details: dict[str, float] = {}

    @property
    def thought(self) -> Thought:
        report = Report(
            values=self.values,
            principal_variation=tuple(map(action_of, self.principal_variation)),
            features=self.features,
            action_details=self.action_details,
            details=self.details,
        )
        return replace(
            Thought.of(report, None, self.trouble),
            expanded={(x, y): count for x, y, count in self.expanded},
            depths=tuple(self.depths),
        )


class SavedMove(_Schema):
    action: ActionLetter
    seconds: float
    cpu_seconds: float
    nodes: Whole | None = None
    thought: SavedThought | None = None

    @property
    def move(self) -> Move:
        thought = self.thought.thought if self.thought else None
        return Move(self.action, self.seconds, self.cpu_seconds, self.nodes, thought)


class SavedResult(_Schema):
    score: Whole
    ending: Ending
    forfeit: Whole | None = None
    message: str = ""
    details: str = ""


class SavedRecord(_Schema):
    header: SavedHeader
    moves: list[SavedMove]
    result: SavedResult | None
    """None: the end of the file is missing."""
