"""The menu of `pacgrid play` without arguments."""

from collections.abc import Callable

from rich.console import Console

from pacgrid.agent_loader import ready_names
from pacgrid.cli.lists import agent_purpose, layout_purposes
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result
from pacgrid.cli.watching import finish_games, show
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import NAME
from pacgrid.session.menus import GameChoice, StartMenu
from pacgrid.session.session import NextAction, Renderer, Settings
from pacgrid.session.takeover import agent_files
from pacgrid.teams import TEAMS

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
