"""The options that say on which board and against which ghosts Pac-Man plays, and how long."""

from dataclasses import dataclass
from typing import Annotated

import typer

from pacgrid.cli.completion import complete_ghosts
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import LayoutOption, MoveSecondsOption, NumGhostsOption, split_names
from pacgrid.cli.position import load_board
from pacgrid.game import Limits
from pacgrid.session.game_source import NAME


def _all_names(texts: list[str] | None) -> list[str]:
    return [name for text in texts or () for name in split_names(text)]


@dataclass(frozen=True)
class BoardChoice:
    """The board of Pac-Man's games, and his ghosts."""

    layout: LayoutOption = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Start from a position in a text file, as print(state) prints it; - reads stdin.",
        ),
    ] = None
    ghosts: Annotated[
        list[str] | None,
        typer.Option(
            "--ghosts",
            "-g",
            metavar="GHOSTS",
            help="The ghosts' agent, or a team from `pacgrid agents`. Repeat, or put commas between"
            " names, to give ghosts different agents. Default: directional_ghost.",
            callback=_all_names,
            autocompletion=complete_ghosts,
        ),
    ] = None
    num_ghosts: NumGhostsOption = None

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.layout or self.position or self.ghosts or self.num_ghosts is not None)

    def has_person(self, *agents: str) -> bool:
        """Whether a person plays one of the `agents`, or a ghost."""
        return NAME in (*agents, *(self.ghosts or ()))

    def matchups(self, *agents: str, limits: Limits) -> list[Matchup]:
        """The matchup of each of the `agents` with the ghosts. Raises as `Matchup.of`."""
        board, start = load_board(self.layout, self.position)
        ghosts = self.ghosts or ()
        return [
            Matchup.of(board, each, ghosts, num_ghosts=self.num_ghosts, limits=limits, start=start)
            for each in agents
        ]


@dataclass(frozen=True)
class LimitChoice:
    """When games end."""

    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="End a game after N rounds. Default: 1000; no limit when you play.",
        ),
    ] = None
    move_seconds: MoveSecondsOption = None

    def limits(self, *, person: bool) -> Limits:
        """By default there is no limit on the rounds of a person's game."""
        rounds = self.rounds or (None if person else Limits.rounds)
        return Limits(rounds=rounds, move_seconds=self.move_seconds)
