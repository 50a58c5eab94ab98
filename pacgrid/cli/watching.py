"""Games that are played, watched or not, and where they are shown: a window, terminal or page."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from rich.console import Console

from pacgrid.agent_loader import TEAMS, ready_names
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.analysis.results import Result
from pacgrid.cli.console import OutputError, note, note_written, progress_bar
from pacgrid.cli.doctor import window_problem
from pacgrid.cli.lists import agent_purpose, layout_purposes
from pacgrid.cli.options import OptionError, View
from pacgrid.cli.series import Series, analysed, print_analysis, result_text
from pacgrid.common.concurrency import available_cpus
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record, display_name
from pacgrid.session.frame import BOARD_OVERLAYS, Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import GameChoice, StartMenu, agent_files
from pacgrid.session.playback import NAME, GameSource
from pacgrid.session.session import NextAction, Renderer, Session, Settings, usual_speed
from pacgrid.session.themes import THEMES, ThemeName

LINGER = 1.5
SeriesOf = Callable[[GameChoice], Series]


def play_series(
    all_series: Sequence[Series],
    view: View,
    address: str | None,
    settings: Settings,
    console: Console,
    *,
    jobs: int | None = None,
    **how: Any,
) -> list[list[Result]]:
    """Play the games of each series, watched or not; see `play_watched`."""
    if view is View.NONE:
        return [play_unwatched(each, jobs or available_cpus(), console) for each in all_series]
    with open_renderer(view, console, address) as renderer:
        return play_watched(all_series, renderer, settings, console, **how)


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
    files = series.files
    for first, last in zip(files.of_game(1), files.of_game(series.games), strict=True):
        note_written(first, last)
    return results


def play_watched(
    all_series: Sequence[Series],
    renderer: Renderer,
    settings: Settings,
    console: Console,
    *,
    linger: float | None = None,
    series_of: SeriesOf | None = None,
) -> list[list[Result]]:
    """Show the games of one series, or of several side by side; R adds one more game.

    With `series_of`, a person chooses each game in a menu, to which Enter at its end returns.

    Prints the result of each game, and returns the results by series.
    """
    results: list[list[Result]] = [[] for _ in all_series]
    number, last, judge = 1, all_series[0].games, all_series[0].judge
    menu, action = None, NextAction.NEXT_GAME
    while action is not NextAction.QUIT and (series_of or number <= last):
        if series_of:
            menu = start_menu(series_of, number, menu.choice if menu else None)
            effect = "menu"
        else:
            effect = "next game" if number < last else "close"
        session = GameSession(
            *([menu.game] if menu else [series.live_game(number) for series in all_series]),
            settings=settings,
            real_time=renderer.real_time,
            enter_effect=effect,
            start_menu=None if action is NextAction.PLAY_AGAIN else menu,
            linger=linger,
            analyse=judge.analyse if judge and (menu or last == 1) else None,
        )
        try:
            show(renderer, session)
        finally:  # saves what was played, even after Ctrl-C
            if menu and series_of:
                all_series = [series_of(menu.choice)]
            is_played = not menu or bool(session.games[0].moves or session.games[0].over)
            if is_played:
                finished = finish_games(all_series, number, session.games, console)
            for game, place in zip(session.games, session.left_behind, strict=True):
                if place:
                    note(f"{game.mover(len(game.moves))} was still thinking ({place})")
        action = session.next_action or NextAction.QUIT
        if is_played:
            for results_of_one, result in zip(results, finished, strict=True):
                results_of_one.append(result)
            number += 1
            last += action is NextAction.PLAY_AGAIN
    return results


def show(renderer: Renderer, session: Session) -> None:
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
                files = series.files.write(number, record, analysis)
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


# The menu.

FIRST_LAYOUT = "small"
"""Takes a minute or two, has capsules, and fits any screen."""
PUZZLES = ("pocket", "duel", "trap", "lure", "den")
"""Layouts for search, not in the menu: a game takes a few moves, or the first one loses it."""
GHOSTS = ("random_ghost", "directional_ghost", "minimax_ghost")
"""The easiest first, so that beginners have time to learn the keys."""


def start_menu(series_of: SeriesOf, number: int, choice: GameChoice | None = None) -> StartMenu:
    """The menu for game `number`; `choice` is chosen at first."""
    pacmen = {NAME: "You play: arrow keys or W A S D."}
    pacmen |= dict.fromkeys(agent_files(), "Your agent, from this folder.")
    pacmen |= {name: agent_purpose(name) for name in ready_names() if "ghost" not in name}
    purposes = layout_purposes()
    layouts = {name: f"{purposes[name]}." for name in (FIRST_LAYOUT, *purposes)}
    return StartMenu(
        pacmen,
        {name: purpose for name, purpose in layouts.items() if name not in PUZZLES},
        {name: agent_purpose(name) for name in GHOSTS}
        | {name: team.purpose for name, team in TEAMS.items()},
        lambda choice: series_of(choice).live_game(number),
        choice,
    )


# Where games are shown.


def chosen_view(
    view: View | None, address: str | None, *, person: bool = False, unwatched: bool = False
) -> View:
    """Where to show games. By default, a person's games are always shown, and others unless they
    are `unwatched`. Raises OptionError."""
    if view is View.NONE and person:
        raise OptionError(
            "--view none: you play; use --view window, terminal or web, or name an agent"
        )
    if address and view is not View.WEB:
        raise OptionError("--address needs --view web")
    host_and_port(address)
    return view or (View.NONE if unwatched and not person else View.WINDOW)


def host_and_port(address: str | None) -> tuple[str, int]:
    """The name, "" for this machine's own, and the port, 0 for a free one. Raises OptionError."""
    if not address:
        return "", 0
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
        raise OptionError(
            f"--address {address}: write a port from 1 to 65535, as in 8000 or hub.example.org:8000"
        )
    return host, int(port)


THEME = "PACGRID_THEME"
"""The environment variable that sets the colours of views and files."""


def chosen_theme(default: ThemeName = ThemeName.DARK) -> ThemeName:
    """The theme that the environment names, or else the `default`. Raises OptionError."""
    name = os.environ.get(THEME) or default
    if name not in THEMES:
        raise OptionError(f"{THEME}={name}: choose {', '.join(ThemeName)}")
    return ThemeName(name)


def view_settings(
    setup: GameSetup,
    overlays: Iterable[Overlay] | None,
    *,
    person: bool = False,
    analysed: bool = False,
) -> Settings:
    """How games are shown at first. Raises OptionError for an overlay that the game hasn't."""
    shown = set(overlays or ())
    if not setup.in_real_time and (without := [o for o in shown if o not in BOARD_OVERLAYS]):
        names = ", ".join(BOARD_OVERLAYS)
        raise OptionError(f"--overlay {without[0]}: only Pac-Man has it; choose {names}")
    if analysed:
        shown.add(Overlay.BEST_MOVE)
    return Settings(usual_speed(setup, person_plays=person), THEMES[chosen_theme()], shown)


@contextmanager
def open_renderer(view: View, console: Console, address: str | None = None) -> Iterator[Renderer]:
    """Open a view. If no window can be opened, use the terminal and say why on stderr.

    Meanwhile SIGTERM and SIGHUP end the program as Ctrl-C does, so games are saved.
    """
    with ExitStack() as stack:
        stack.enter_context(_signals_exit())
        yield _open(stack, view, console, address)


def _open(stack: ExitStack, view: View, console: Console, address: str | None) -> Renderer:
    if view is View.WINDOW and not (reason := window_problem()):
        from pacgrid.render.sdl import NoScreenError
        from pacgrid.render.window import Window

        try:
            return stack.enter_context(Window())
        except NoScreenError as error:
            reason = str(error)
    if view is View.WINDOW:
        note(f"{reason}; drawing in the terminal (--view web draws in a browser)")
    if view is View.WEB:
        from pacgrid.render.web.server import WebRenderer

        host, port = host_and_port(address)
        renderer = WebRenderer(
            port=port, hosts=(host,) if host else (), open_browser=not address, tell=note
        )
        return stack.enter_context(renderer)
    from pacgrid.render.terminal import TerminalRenderer

    return TerminalRenderer(console)


@contextmanager
def _signals_exit() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit, once; signals that are ignored stay so."""

    def leave(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # a shell sends a second SIGHUP
        raise SystemExit(128 + number)

    before = {}
    with suppress(ValueError):  # only the main thread can
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
