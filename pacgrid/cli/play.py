"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.analysis import AnalysisChoice
from pacgrid.cli.board_choice import BoardChoice, LimitChoice
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GameOption,
    JobsOption,
    JsonOption,
    OptionError,
    SecondOption,
    complete_agent,
    refuse_with_game,
)
from pacgrid.cli.output_path import FileChoice, JsonOutput
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result, Summary, as_json, summary_table
from pacgrid.cli.view import View, ViewChoice, open_renderer
from pacgrid.cli.watching import LINGER, play_chosen, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.games.game_loader import own_errors
from pacgrid.layout import Layout
from pacgrid.session.game_source import NAME
from pacgrid.session.menus import GameChoice

_PACMAN_OPTIONS = ("layout", "position", "ghosts", "num_ghosts", "judge_by")
"""The parameters that only Pac-Man's games have."""


@dataclass(frozen=True, kw_only=True)
class PlayerChoice:
    """Who plays what."""

    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Pac-Man's agent, or the one that plays first in another game. Default: keyboard,"
            " which is you.",
            autocompletion=complete_agent,
        ),
    ] = None
    game: GameOption = None
    second: SecondOption = None
    board: BoardChoice

    @property
    def is_default(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.game or self.agent) and self.board.is_default

    @property
    def has_person(self) -> bool:
        if self.game is not None:
            return NAME in (self.agent or NAME, self.second)
        return self.board.has_person(self.agent or NAME)

    def matchup(self, context: typer.Context, limits: LimitChoice) -> Matchup:
        """The matchup. Raises PacgridError for what doesn't go together or can't be loaded."""
        chosen = limits.limits(person=self.has_person)
        if self.game is not None:
            refuse_with_game(context, *_PACMAN_OPTIONS)
            with own_errors(self.game):
                return Matchup.of_game(self.game, self.agent, self.second, limits=chosen)
        if self.second:
            raise OptionError("--second needs --game; Pac-Man has --ghosts")
        (matchup,) = self.board.matchups(self.agent or NAME, limits=chosen)
        return matchup


def play(
    context: typer.Context,
    players: PlayerChoice,
    *,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")
    ] = 1,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            "-s",
            metavar="N[,N[,N]]",
            help="Seed of the first game; each next game adds 1. A second number seeds Pac-Man's"
            " own random numbers, as in grading; a third the ghosts'.",
        ),
    ] = "0",
    shown: ViewChoice,
    files: FileChoice,
    analysis: AnalysisChoice,
    json_path: JsonOption = None,
    limits: LimitChoice,
    jobs: JobsOption = None,
) -> None:
    """Play Pac-Man yourself, watch agents play, or have them play many games.

    Without an agent, a layout, a position or ghosts, a menu lets you choose.

    An agent is a name from `pacgrid agents` or a file: my_agent.py.
    Options follow a colon: minimax:depth=3, my_agent.py:MyAgent:depth=3.

    With --game, agents or people play another game: pacgrid play minimax --game nim

    The files of several games are numbered: game-1.jsonl, game-2.jsonl.
    PACGRID_THEME sets the colours of views and films, such as light.
    The exit code is 1 if an agent forfeits a game.
    """
    person = players.has_person
    matchup = players.matchup(context, limits)
    unwatched = games > 1 or files.has_pictures
    view = shown.chosen(person=person, unwatched=unwatched)
    settings = shown.settings(matchup.setup, person=person, analysed=analysis.analyse)
    thoughts = games == 1 and (files.shows_thoughts or bool(shown.overlay) or view is not View.NONE)
    seed_of_games, pacman_seed, ghost_seed = _seeds(seed)
    output_paths = files.output_paths(matchup.setup, games, settings)
    judge = analysis.judge(matchup)
    series = Series(
        matchup,
        games,
        seed_of_games,
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


def _seeds(text: str) -> tuple[int, int | None, int | None]:
    """The seeds of the game, of Pac-Man and of the ghosts. Raises OptionError."""
    try:
        game, *own = map(int, text.split(","))
    except ValueError:
        raise OptionError(f"--seed {text}: isn't a number") from None
    if len(own) > 2:
        raise OptionError(f"--seed {text}: three at most, of the game, Pac-Man and the ghosts")
    pacman, ghosts, *_ = *own, None, None
    return game, pacman, ghosts


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
