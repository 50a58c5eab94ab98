"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.analysis import AnalysisChoice
from pacgrid.cli.board_choice import BoardChoice, LimitChoice
from pacgrid.cli.completion import complete_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.file_choice import FileChoice
from pacgrid.cli.game_menu import play_chosen
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GameOption,
    JobsOption,
    JsonOption,
    OptionError,
    SecondOption,
    SeedOption,
    refuse_with_game,
)
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result, Summary, as_json, summary_table
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.view_choice import ViewChoice
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.games.game_loader import own_errors
from pacgrid.layout import Layout
from pacgrid.session.game_source import NAME
from pacgrid.session.menus import GameChoice

_PACMAN_OPTIONS = (
    *("agent", "pacman", "layout", "position", "ghosts", "num_ghosts", "pacman_seed"),
    *("ghost_seed", "solution", "nodes"),
)
"""The parameters that only Pac-Man's games have."""


@dataclass(frozen=True, kw_only=True)
class PlayerChoice:
    """Who plays what."""

    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Pac-Man's agent. Default: you, at the keyboard.",
            autocompletion=complete_agent,
        ),
    ] = None
    game: GameOption = None
    first: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="With --game: the agent that plays first. Default: keyboard, which is you.",
            autocompletion=complete_agent,
        ),
    ] = None
    second: SecondOption = None
    pacman: Annotated[
        str | None,
        typer.Option(
            "--pacman",
            "-p",
            metavar="AGENT",
            help="The same as AGENT.",
            autocompletion=complete_agent,
        ),
    ] = None
    board: BoardChoice

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.game or self.agent or self.pacman) and self.board.is_default

    @property
    def has_person(self) -> bool:
        if self.game is not None:
            return NAME in (self.first or NAME, self.second)
        return self.board.has_person(self._pacman)

    @property
    def _pacman(self) -> str:
        return self.agent or self.pacman or NAME

    def matchup(self, context: typer.Context, limits: LimitChoice) -> Matchup:
        """The matchup. Raises PacgridError for what doesn't go together or can't be loaded."""
        if self.agent and self.pacman and self.agent != self.pacman:
            raise OptionError(
                f"two agents for Pac-Man: {self.agent} and --pacman {self.pacman}; name one"
            )
        chosen = limits.limits(person=self.has_person)
        if self.game is not None:
            refuse_with_game(context, *_PACMAN_OPTIONS)
            with own_errors(self.game):
                return Matchup.of_game(self.game, self.first, self.second, limits=chosen)
        if self.first or self.second:
            raise OptionError("--first and --second need --game; Pac-Man has --pacman and --ghosts")
        (matchup,) = self.board.matchups(self._pacman, limits=chosen)
        return matchup


def play(
    context: typer.Context,
    players: PlayerChoice,
    *,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")
    ] = 1,
    seed: SeedOption = 0,
    pacman_seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Seed of Pac-Man's own random numbers, as in grading. Default: the game's seed.",
        ),
    ] = None,
    ghost_seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Seed of the ghosts' own random numbers, as where ghosts are graded. Default: the"
            " game's seed.",
        ),
    ] = None,
    shown: ViewChoice,
    files: FileChoice,
    thoughts: Annotated[
        bool | None,
        typer.Option(
            "--thoughts/--no-thoughts",
            help="Save what agents think in records, pages and films. Default: for a single game.",
        ),
    ] = None,
    analysis: AnalysisChoice,
    json_path: JsonOption = None,
    limits: LimitChoice,
    jobs: JobsOption = None,
) -> None:
    """Play Pac-Man yourself, watch agents play, or have them play many games.

    Without an agent, a layout, a position or ghosts, a menu lets you choose.

    An agent is a name from `pacgrid agents` or a file: my_agent.py.
    Options follow a colon: minimax:depth=3, my_agent.py:MyAgent:depth=3.

    With --game, agents or people play another game: pacgrid play --game tictactoe

    The files of several games are numbered: game-1.jsonl, game-2.jsonl.
    The exit code is 1 if an agent forfeits a game.
    """
    person = players.has_person
    matchup = players.matchup(context, limits)
    unwatched = games > 1 or files.has_pictures
    view = shown.chosen(person=person, unwatched=unwatched)
    settings = shown.settings(matchup.setup, person=person, analysed=analysis.analyse)
    if thoughts is None:
        reasons = files.save or files.html or shown.overlay or view is not View.NONE
        thoughts = games == 1 and bool(reasons)
    output_paths = files.output_paths(matchup.setup, games, settings)
    judge = analysis.judge(matchup)
    series = Series(
        matchup,
        games,
        seed,
        output_paths,
        thoughts=thoughts,
        pacman_seed=pacman_seed,
        ghost_seed=ghost_seed,
        judge=judge,
    )
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    with output.alone_on_stdout(), own_errors(players.game or ""):
        if view is View.NONE:
            results = play_unwatched(series, jobs or available_cpus(), console)
        else:
            linger = LINGER if games > 1 and not person else None
            with open_renderer(view, console, shown.web) as renderer:
                if players.is_default and games == 1 and not json_path:
                    series_of = partial(_series_of, series, limits)
                    results = play_chosen(series_of, renderer, settings, console)
                else:
                    (results,) = play_watched([series], renderer, settings, console, linger=linger)
    _report(series, results, console, output)


def _series_of(series: Series, limits: LimitChoice, choice: GameChoice) -> Series:
    """The series of the game that a person has chosen in the menu."""
    layout, chosen = Layout.load(choice.layout), limits.limits(person=choice.pacman == NAME)
    matchup = Matchup.of(layout, choice.pacman, [choice.ghosts], limits=chosen)
    return replace(series, matchup=matchup)


def _report(
    series: Series, results: Sequence[Result], console: Console, output: JsonOutput
) -> None:
    """Print and write what the games show. Exits with 1 if an agent forfeited one."""
    if not results:  # the menu was closed
        return
    setup, agents = series.matchup.setup, series.matchup.agents
    summary = Summary.of(results)
    if series.games > 1:
        console.print(summary_table(summary, setup, agents))
    output.write(as_json(results, summary, setup, agents))
    if summary.forfeits:
        raise typer.Exit(1)
