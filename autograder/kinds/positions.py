"""A test of drawn positions."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from pacgrid.state import State

from ..model.strict_model import Identifier, Option
from .choices import ChoiceTest
from .fields import Position


class Positions(ChoiceTest):
    """Drawn positions that the submission sees completely, as in a game. The reference search uses
    the score as its evaluation."""

    kind: Literal["positions"]
    positions: Annotated[list[Position], Field(min_length=1)]
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""

    @property
    def drawn(self) -> list[State]:
        return self.positions

    @property
    def parts(self) -> Mapping[str, int]:
        return {"position": len(self.positions)}

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    def shortened(self, most: int, /) -> Self:
        return self.model_copy(update={"positions": self.positions[:most]})
