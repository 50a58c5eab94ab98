"""Games that are played, watched or not, and the menu in which a person chooses one."""

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from pacgrid.agent_loader import ready_names
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.analysis import analysed, print_analysis
from pacgrid.cli.console import note, note_written, progress_bar
from pacgrid.cli.lists import agent_purpose, layout_purposes
from pacgrid.cli.output_path import OutputError
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result, result_text
from pacgrid.records.description import display_name
from pacgrid.records.record import Record
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import NAME, GameSource
from pacgrid.session.menus import GameChoice, StartMenu
from pacgrid.session.session import NextAction, Renderer, Session, Settings
from pacgrid.session.takeover import agent_files
from pacgrid.teams import TEAMS

LINGER = 1.5
"""Seconds that a result is shown when more games follow."""


def play_unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    if series.games == 1:
        try:
            record, analysis = series.play(1, partial(_analysed, series))
        except KeyboardInterrupt as error:
            for place in getattr(error, "__notes__", ()):
                note(place)
            raise
        print_result(record, console)
        if analysis:
            print_analysis(record, analysis, console)
        results = [series.result_of(record, analysis)]
    else:
        with progress_bar("games") as progress:
            played = progress.track(series.results(jobs), total=series.games, description="")
            results = sorted(played, key=lambda result: result.seed)
    for output_path in series.output_paths:
        note_written(output_path.file(1), output_path.file(series.games))
    return results


def play_watched(
    all_series: Sequence[Series],
    renderer: Renderer,
    settings: Settings,
    console: Console,
    *,
    linger: float | None = None,
) -> list[list[Result]]:
    """Show the games of one series, or of several side by side; R adds one more game.

    Prints the result of each game, and returns the results by series.
    """
    results: list[list[Result]] = [[] for _ in all_series]
    number, last, judge = 1, all_series[0].games, all_series[0].judge
    while number <= last:
        session = GameSession(
            *(series.live_game(number) for series in all_series),
            settings=settings,
            real_time=renderer.real_time,
            enter_effect="next game" if number < last else "close",
            linger=linger,
            analyse=judge.analyse if judge and last == 1 else None,
        )
        try:
            show(renderer, session)
        finally:  # saves what was played, even after Ctrl-C
            finished = finish_games(all_series, number, session.games, console)
            for game, place in zip(session.games, session.left_behind, strict=True):
                if place:
                    note(f"{game.mover(len(game.moves))} was still thinking ({place})")
        for results_of_one, result in zip(results, finished, strict=True):
            results_of_one.append(result)
        if session.next_action is NextAction.QUIT:
            break
        number += 1
        last += session.next_action is NextAction.PLAY_AGAIN
    return results


def show(renderer: Renderer, session: Session) -> None:
    """Show a session until it is over, then close it."""
    try:
        renderer.show(session)
    finally:
        session.close()


def finish_games(
    all_series: Sequence[Series], number: int, games: Sequence[GameSource], console: Console
) -> list[Result]:
    """Write the files of game `number` of each series, and print its result, if it was started. If
    the series is analysed, and has only one game, prints what its moves cost, too."""
    results = []
    for series, game in zip(all_series, games, strict=True):
        record, analysis = game.record, game.analysis
        if game.moves or game.over:
            try:
                if series.judge and not analysis:
                    analysis = _analysed(series, record)
            finally:  # an analysis that fails, or is interrupted, loses no game
                files = series.write_files(number, record, analysis)
            name = display_name(game.agents[0]) if len(games) > 1 else ""
            print_result(record, console, name)
            if analysis and series.games == 1:
                print_analysis(record, analysis, console)
            for file in files:
                note_written(file)
        results.append(series.result_of(record, analysis))
    return results


def _analysed(series: Series, record: Record) -> GameAnalysis:
    assert series.judge
    return analysed(record, series.judge)


def print_result(record: Record, console: Console, pacman: str = "") -> None:
    """Print how a game ended, after the name of Pac-Man's agent if it is given.

    Raises OutputError.
    """
    try:
        console.print(result_text(record, pacman), soft_wrap=True)
    except BrokenPipeError:  # the reader of the output is gone
        raise
    except OSError as error:
        raise OutputError(f"the result can't be printed: {error.strerror}") from None


FIRST_LAYOUT = "small"
"""Takes a minute or two, has capsules, and fits any screen."""
PUZZLES = ("pocket", "duel", "trap", "lure", "den")
"""Layouts for search, not in the menu: a game takes a few moves, or the first one loses it."""
GHOSTS = ("random_ghost", "directional_ghost", "minimax_ghost")
"""The easiest first, so that beginners have time to learn the keys."""

SeriesOf = Callable[[GameChoice], Series]


def play_chosen(
    series_of: SeriesOf,
    renderer: Renderer,
    settings: Settings,
    console: Console,
) -> list[Result]:
    """Show games that a person chooses in a menu; Enter at the end of a game returns to it.

    Prints the result of each game, and returns the results.
    """
    results: list[Result] = []
    choice: GameChoice | None = None
    number, action = 1, NextAction.NEXT_GAME
    while action is not NextAction.QUIT:
        menu = start_menu(series_of, number, settings, choice)
        judge = series_of(menu.choice).judge
        session = GameSession(
            menu.game,
            settings=settings,
            real_time=renderer.real_time,
            enter_effect="menu",
            start_menu=None if action is NextAction.PLAY_AGAIN else menu,
            analyse=judge.analyse if judge else None,
        )
        try:
            show(renderer, session)
        finally:
            (game,) = session.games
            if game.moves or game.over:
                results += finish_games([series_of(menu.choice)], number, [game], console)
                number += 1
        choice, action = menu.choice, session.next_action or NextAction.QUIT
    return results


def start_menu(
    series_of: SeriesOf,
    number: int,
    settings: Settings,
    choice: GameChoice | None = None,
) -> StartMenu:
    """The menu for game `number`; `choice` is chosen at first."""
    pacmen = {NAME: "You play: arrow keys or W A S D."}
    pacmen |= dict.fromkeys(agent_files(), "Your agent, from this folder.")
    pacmen |= {name: agent_purpose(name) for name in ready_names() if "ghost" not in name}
    return StartMenu(
        pacmen,
        _shipped_layouts(),
        {name: agent_purpose(name) for name in GHOSTS}
        | {name: team.purpose for name, team in TEAMS.items()},
        lambda choice: series_of(choice).live_game(number),
        settings,
        choice,
    )


def _shipped_layouts() -> dict[str, str]:
    """The layouts of the menu, with what they are for."""
    purposes = layout_purposes()
    names = dict.fromkeys((FIRST_LAYOUT, *purposes))
    return {name: f"{purposes[name]}." for name in names if name not in PUZZLES}
