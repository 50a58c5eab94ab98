"""`pacgrid layout edit`: draw a layout."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pacgrid.cli.completion import complete_layout
from pacgrid.cli.console import SafeConsole, note
from pacgrid.cli.options import OptionError
from pacgrid.cli.view import View, WebOptions, open_renderer
from pacgrid.layout import Layout
from pacgrid.session.themes import THEMES, ThemeName

if TYPE_CHECKING:
    from pacgrid.cli.series import Series
    from pacgrid.session.editor_session import EditorSession
    from pacgrid.session.renderer import Renderer
    from pacgrid.session.settings import Settings
    from pacgrid.session.start_menu import GameChoice


@dataclass(frozen=True)
class EditorView:
    """Where a layout is drawn."""

    view: Annotated[
        View,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Where to draw: window, web (a browser) or terminal, which has no mouse.",
        ),
    ] = View.WINDOW
    web: WebOptions = field(default_factory=WebOptions)
    theme: Annotated[
        ThemeName, typer.Option(metavar="THEME", help=f"Colours: {', '.join(ThemeName)}.")
    ] = ThemeName.DARK

    def __post_init__(self) -> None:
        if self.view is View.NONE:
            raise OptionError("--view none: you draw; use --view window, terminal or web")
        self.web.check(self.view)


def edit(
    source: Annotated[
        str,
        typer.Argument(
            metavar="LAYOUT",
            help="A file, which may be new; a name from `pacgrid layouts`; or a maze such as"
            " random:seed=7. Default: an empty board.",
            autocompletion=complete_layout,
            show_default=False,
        ),
    ] = "",
    *,
    shown: EditorView,
) -> None:
    """Draw a layout with mouse or keys; it is checked as you draw. ? shows the keys.

    T starts a game on the drawing, for you or an agent, and then returns. S saves.

    Example: pacgrid layout edit my.lay
    """
    from pacgrid.render.terminal.keys import NoKeyboardError
    from pacgrid.session.editor_session import EditorSession
    from pacgrid.session.settings import PLAYER_SPEED, Settings

    settings = Settings(PLAYER_SPEED, THEMES[shown.theme])
    session = EditorSession(source, settings=settings)
    console = SafeConsole()
    try:
        with open_renderer(shown.view, console, shown.web) as renderer:
            draw(session, renderer, settings, console)
    except NoKeyboardError:
        raise OptionError(
            "drawing needs a window, a terminal or a browser; --view web gives an address"
        ) from None
    except BaseException:  # Ctrl-C, a terminal that is closed: what is drawn isn't lost
        if session.unsaved:
            _rescue(session.unsaved, session.path)
        raise


def draw(
    session: "EditorSession", renderer: "Renderer", settings: "Settings", console: Console
) -> None:
    """Show the session until it is over, and the games that are played meanwhile."""
    from pacgrid.cli.game_menu import play_chosen
    from pacgrid.cli.watching import show
    from pacgrid.session.next_action import NextAction

    choice: GameChoice | None = None
    while True:
        show(renderer, session)
        layout = session.layout
        if session.next_action is NextAction.QUIT or layout is None:
            return

        def series_of(chosen: "GameChoice", layout: Layout = layout) -> "Series":
            nonlocal choice
            choice = chosen
            return _series_of(layout, chosen)

        first = replace(choice, layout=layout.name) if choice else None
        layouts = {layout.name: "What you have drawn."}
        play_chosen(series_of, renderer, settings, console, layouts, first)
        session.resume()


def _series_of(layout: Layout, choice: "GameChoice") -> "Series":
    """A game on what is drawn."""
    from pacgrid.cli.matchup import Matchup
    from pacgrid.cli.series import Series
    from pacgrid.game import Limits
    from pacgrid.session.keyboard_agent import NAME

    limits = Limits(rounds=None if choice.pacman == NAME else Limits.rounds)
    ghosts = [choice.ghosts] if layout.ghosts else []
    return Series(Matchup.of(layout, choice.pacman, ghosts, limits=limits), games=1, seed=0)


def _rescue(drawing: str, path: Path | None) -> None:
    """Write the drawing into a new file; where that can't be, print it."""
    stem = path or Path("my.lay")
    for number in ("", *range(2, 100)):
        file = stem.with_stem(f"{stem.stem}-unsaved{number}")
        try:
            with file.open("x", encoding="utf-8") as opened:
                opened.write(f"{drawing}\n")
        except FileExistsError:
            continue
        except OSError:
            break
        note(f"What wasn't saved is in {file}")
        return
    typer.echo(drawing)
