"""The options that say on which board and against which ghosts Pac-Man plays, and how long."""

from dataclasses import dataclass

from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GhostsOption,
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    PlayRoundsOption,
    PositionOption,
    chosen_limits,
)
from pacgrid.cli.position import load_board
from pacgrid.game import Limits
from pacgrid.session.keyboard import NAME


@dataclass(frozen=True)
class BoardChoice:
    """The board of Pac-Man's games, and his ghosts."""

    layout: LayoutOption = None
    position: PositionOption = None
    ghosts: GhostsOption = None
    num_ghosts: NumGhostsOption = None

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.layout or self.position or self.ghosts or self.num_ghosts is not None)

    def has_person(self, *agents: str) -> bool:
        """Whether a person plays one of the `agents`, or a ghost."""
        return NAME in (*agents, *(self.ghosts or ()))

    def matchups(
        self, *agents: str, limits: Limits, kind: type[Matchup] = Matchup
    ) -> list[Matchup]:
        """The matchup of each of the `agents` with the ghosts. Raises as `Matchup.of`."""
        board, start = load_board(self.layout, self.position)
        ghosts = self.ghosts or ()
        return [
            kind.of(board, each, ghosts, num_ghosts=self.num_ghosts, limits=limits, start=start)
            for each in agents
        ]


@dataclass(frozen=True)
class LimitChoice:
    """When games end."""

    rounds: PlayRoundsOption = None
    move_seconds: MoveSecondsOption = None

    def limits(self, *, person: bool) -> Limits:
        """As in `chosen_limits`."""
        return chosen_limits(self.rounds, self.move_seconds, person=person)
