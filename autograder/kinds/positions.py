"""A test of drawn positions."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal, Self

from pydantic import Field

from pacgrid.state import State

from ..model.fault import explained
from ..model.outcome import Outcome
from ..model.strict_model import Identifier, Option
from ..worker_client.replies import Acted
from .choices import ChoiceTest
from .fields import Position
from .kind import Part
from .reflex_diagnosis import positions_diagnosis
from .tally import tally_choices


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

    def run(self, part: Part, /) -> Outcome:
        """Has the class choose in each position."""

        def choose(state: State) -> Acted:
            part.client.start(state, seed=0)
            return part.client.act([])

        positions = [self.positions[number - 1] for number in self.numbers]
        tally = tally_choices(self, positions, part, choose)
        outcome = tally.outcome()
        if outcome.failure:
            return outcome
        diagnosis = partial(positions_diagnosis, self, part, tally.wrong)
        return explained(outcome, diagnosis=diagnosis)
