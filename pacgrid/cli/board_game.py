"""`pacgrid play --game`: play, watch or count games of other kinds than Pac-Man."""

import sys
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.notes import note_written
from pacgrid.cli.options import OptionError, chosen_view
from pacgrid.cli.output_path import OutputPath, record_writer, write_files
from pacgrid.cli.view import View, WebOptions, open_renderer
from pacgrid.cli.watching import LINGER, show
from pacgrid.common.intervals import proportion_interval
from pacgrid.game import Limits
from pacgrid.games.game_file import own_errors
from pacgrid.records.description import (
    KEYBOARD,
    forfeit_reason,
    players_words,
    result_line,
    verdict,
)
from pacgrid.records.record import Record
from pacgrid.session.board_insight import BOARD_OVERLAYS
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.settings import MOVES_PER_SECOND, Settings
from pacgrid.session.themes import THEMES, ThemeName

OPTIONS = frozenset(
    {"game", "first", "second", "games", "seed", "view", "host", "port", "browser", "speed"}
    | {"theme", "overlay", "json_path", "save", "thoughts", "rounds", "move_seconds"}
)
"""The parameters of `pacgrid play` that board games have."""


REPLAY_OPTIONS = frozenset(
    {"file", "game", "view", "host", "port", "browser", "speed", "theme", "overlay", "save"}
)
"""The parameters of `pacgrid replay` that board games have."""


def play_board_game(
    context: typer.Context,
    title: str,
    first: str | None,
    second: str | None,
    *,
    games: int,
    seed: int,
    view: View | None,
    web: WebOptions,
    speed: float | None,
    theme: ThemeName,
    overlays: Sequence[Overlay],
    json_path: str | None,
    save: Path | None,
    thoughts: bool | None,
    limits: Limits,
) -> int:
    """Play `games` games; return the exit code, 1 if an agent forfeited a game.

    Raises OptionError, GameError or AgentError.
    """
    refuse_other_options(context)
    for overlay in overlays:
        if overlay not in BOARD_OVERLAYS:
            names = ", ".join(BOARD_OVERLAYS)
            raise OptionError(f"--overlay {overlay}: only Pac-Man has it; choose {names}")
    with own_errors(title):
        matchup = Matchup.of_game(title, first, second, limits=limits)
    view = chosen_view(view, web, person=KEYBOARD in matchup.agents, unwatched=games > 1)
    settings = Settings(speed or MOVES_PER_SECOND, THEMES[theme], set(overlays))
    output_paths = [OutputPath(save, games)] if save else []
    keep = games == 1 and bool(save) if thoughts is None else thoughts
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    # What agents print must not mix with the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext(), own_errors(title):
        if view is View.NONE:
            played = play_unwatched(matchup, games, seed, console, output_paths, thoughts=keep)
        else:
            played = play_watched(matchup, games, seed, view, web, settings, console, output_paths)
    if games > 1:
        console.print(results_table(matchup, played))
    output.write(as_json(matchup, played))
    return int(any(game.forfeit is not None for game in played))


def play_unwatched(
    matchup: Matchup,
    games: int,
    seed: int,
    console: Console,
    output_paths: Sequence[OutputPath] = (),
    *,
    thoughts: bool = False,
) -> list[Record]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    errors = SafeConsole(stderr=True)
    played = []
    for number in track(
        range(games),
        "games",
        console=errors,
        transient=True,
        disable=games == 1 or not errors.is_terminal,
    ):
        writer = record_writer(output_paths, number + 1)
        played.append(matchup.play(seed + number, writer, thoughts=thoughts))
        write_files(output_paths, number + 1, played[-1])
    for output_path in output_paths:
        note_written(output_path.file(1), output_path.file(games))
    if games == 1:
        console.print(result_text(played[0]), soft_wrap=True)
    return played


def play_watched(
    matchup: Matchup,
    games: int,
    seed: int,
    view: View,
    web: WebOptions,
    settings: Settings,
    console: Console,
    output_paths: Sequence[OutputPath] = (),
) -> list[Record]:
    """Show the games; R adds one more. Prints the result of each."""
    played: list[Record] = []
    last = games
    with open_renderer(view, console, web) as renderer:
        while len(played) < last:
            is_last = len(played) == last - 1
            game = matchup.live_game(seed + len(played))
            session = GameSession(
                game,
                settings=settings,
                enter_effect="close" if is_last else "next game",
                linger=LINGER if games > 1 and KEYBOARD not in matchup.agents else None,
            )
            try:
                show(renderer, session)
            finally:  # saves what was played, even after Ctrl-C
                shown = session.games[0]  # a new one after a takeover
                played.append(shown.record)
                for file in write_files(output_paths, len(played), shown.record):
                    note_written(file)
            if shown.moves or shown.over:
                console.print(result_text(shown.record), soft_wrap=True)
            if session.next_action is NextAction.QUIT:
                break
            last += session.next_action is NextAction.PLAY_AGAIN
    return played


def result_text(record: Record) -> Text:
    """How a game ended: a line, and the reason and traceback of a forfeit."""
    text = Text(result_line(record), "bold")
    for detail, style in (
        (forfeit_reason(record), "not bold red"),
        (record.details, "not bold dim"),
    ):
        if detail:
            text.append(f"\n{detail}", style)
    return text


def results_table(matchup: Matchup, games: Sequence[Record]) -> Table:
    """How often each result occurred, and what moves cost."""
    table = Table(title=f"{players_words(games[0])} ({matchup.setup.title})", show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("games", str(len(games)), "")
    for words, count in Counter(verdict(game) for game in games).most_common():
        low, high = proportion_interval(count, len(games))
        share = f"{count} ({count / len(games):.1%})"
        table.add_row(words, share, f"95 % interval {low:.1%} to {high:.1%}")
    plies = sum(len(game.moves) for game in games) / len(games)
    table.add_row("mean plies", f"{plies:.1f}", "")
    for agent, player in enumerate(matchup.setup.players):
        own = [
            move
            for game in games
            for state, move in zip(game.states(), game.moves, strict=False)
            if state.to_move == agent
        ]
        if own:
            seconds = sum(move.seconds for move in own) / len(own)
            table.add_row(f"{player}'s seconds per move", f"{seconds:.2g}", "")
    return table


def as_json(matchup: Matchup, games: Sequence[Record]) -> dict[str, Any]:
    """The results for other programs."""
    return {
        "game": matchup.setup.title,
        "agents": list(matchup.agents),
        "games": [
            {
                "seed": game.seed,
                "result": verdict(game),
                "score": game.score,
                "plies": len(game.moves),
                "moves": [
                    state.action_name(move.action)
                    for state, move in zip(game.states(), game.moves, strict=False)
                ],
                "forfeit": game.forfeit,
                "reason": game.message,
            }
            for game in games
        ],
    }


def replay_board_game(
    record: Record,
    save: Path | None,
    view: View | None,
    web: WebOptions,
    settings: Settings,
) -> None:
    """Show a saved game again, and save it with what follows if a person takes over."""
    output_paths = [OutputPath(save)] if save else []
    console = SafeConsole()
    view = chosen_view(view, web, person=False, unwatched=False)
    if view is not View.NONE:
        with open_renderer(view, console, web) as renderer, own_errors(record.setup.title):
            again = True
            while again:
                session = GameSession(ReplayedGame(record), settings=settings)
                show(renderer, session)
                again = session.next_action is NextAction.PLAY_AGAIN
                record = session.games[0].record
    console.print(result_text(record), soft_wrap=True)
    for file in write_files(output_paths, 1, record):
        note_written(file)


def refuse_other_options(context: typer.Context, known: Collection[str] = OPTIONS) -> None:
    """Raises OptionError if the command line has options that board games don't have."""
    sources = {
        parameter.opts[0]: context.get_parameter_source(parameter.name or "")
        for parameter in context.command.params
        if parameter.name not in known
    }
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if "agent" in given:
        raise OptionError("an agent alone is Pac-Man's; with --game, use --first and --second")
    if given:
        raise OptionError(f"{', '.join(given)} can't be used with --game")
