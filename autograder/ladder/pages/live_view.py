"""A ladder as it is now, for a page that follows it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from pacgrid.render.web.page import page
from pacgrid.session.settings import SPEED

from ...batch.journal import Journal
from ..ladder_folder import TABLE, read_table
from ..live_table import LIVE, LiveLadder, read_live
from ..saved_game import MissingGameError, saved_game
from ..table import GameRow, LadderTable
from .notable_games import notable_games
from .published import published, published_text
from .standing_view import standing_views
from .template import template

MOST_GAMES = 6
"""Games that are there to be played, the newest first."""
_MOST_ROWS = 40
"""If all standings have more rows, only those that decide are shown."""
_NOTHING = {"version": "", "is_running": False, "status": "Nothing yet", "done": 0.0}
_PAUSE = 4.0
"""Seconds that a game is shown after its end."""


class LiveView:
    """Follows the ladder in `folder`.

    `refresh` and `prepare_game` are called by one thread, which opened the journal; everything else
    may be called by others.
    """

    def __init__(self, folder: Path, journal: Journal | None = None) -> None:
        self.journal = journal
        """Has the moves of the games; None as long as there is none."""
        self._folder = folder
        self._stamp: object = None
        self._known: set[str] = set()
        self._table: LadderTable | None = None
        self._waiting: list[GameRow] = []
        """Games that could be shown next, the best last."""
        self._games: dict[str, tuple[dict[str, object], str]] = {}
        """By name of a document: what the page knows of a game, and its page."""
        self._parts: dict[str, object] = dict(_NOTHING)
        self._standings = template("live_standings.html.j2")(standings=[], notes=[])
        self.title = "A ladder"

    def refresh(self) -> bool:
        """Reads what is new; whether there was anything. Raises ResultsError."""
        stamp = self._files_stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        live = read_live(self._folder)
        if live is None:
            file = self._folder / TABLE
            if not file.exists():
                return False
            table = read_table(file)
            live = LiveLadder(
                done=len(table.games), total=len(table.games), is_running=False, table=table
            )
        self._show(live)
        return True

    def prepare_game(self) -> bool:
        """Makes the page of a game that could be shown next; whether there was one."""
        while self.journal and self._waiting:
            if self._add(self._waiting.pop()):
                return True
        return False

    def page(self) -> str:
        """The page, as it is now."""
        return template("live.html.j2")(
            title=self.title, standings=self._standings, state=self._state()
        )

    def document(self, path: str) -> str | None:
        """What the page asks for: `state.json`, `standings.html`, or the page of a game."""
        if path == "state.json":
            return json.dumps(self._state())
        if path == "standings.html":
            return self._standings
        found = self._games.get(path)
        return found and found[1]

    def _state(self) -> dict[str, object]:
        """What changes, in short."""
        games = list(self._games.values())
        return self._parts | {"games": [about for about, _ in reversed(games)]}

    def _files_stamp(self) -> object:
        stamps: list[tuple[int, int, int] | None] = []
        for name in (LIVE, TABLE):
            try:
                found = (self._folder / name).stat()
                stamps.append((found.st_mtime_ns, found.st_size, found.st_ino))
            except FileNotFoundError:
                stamps.append(None)
        return tuple(stamps)

    def _show(self, live: LiveLadder) -> None:
        table = published(live.table)
        shown = standing_views(table)
        if sum(len(view.rows) for view in shown) > _MOST_ROWS:
            shown = [view for view in shown if view.is_main]
        self.title, self._table = table.title, table
        self._standings = template("live_standings.html.j2")(standings=shown, notes=table.notes)
        done = f"{live.done} of about {live.total} jobs"
        if not live.is_running:
            is_over = live.done >= live.total
            done = f"{len(table.games)} games" + ("" if is_over else "; stopped, can be resumed")
        self._parts = {
            "version": sha256(self._standings.encode()).hexdigest()[:16],
            "is_running": live.is_running,
            "status": f"{'Live' if live.is_running else 'Over'}: {done}",
            "done": live.done / max(1, live.total),
        }
        self._waiting = [*reversed([*self._next_games(table)])]
        self._known.update(game.key for game in table.games)

    def _next_games(self, table: LadderTable) -> Iterator[GameRow]:
        """The games to show next, the best first: new ones; at first, notable ones."""
        new = [game for game in table.games if game.key not in self._known]
        if self._known and new:
            # Of each Pac-Man one, so that everybody is seen; forfeits come last.
            new.sort(key=lambda game: game.forfeit is None)
            found = list({game.pacman: game for game in new}.values())
            found.sort(key=lambda game: game.forfeit is not None)
            yield from found[:MOST_GAMES]
        elif not self._games:
            yield from [game for kind in notable_games(table) for game in kind.games][:MOST_GAMES]

    def _add(self, game: GameRow) -> bool:
        """Adds the page of `game`, if the journal has its moves."""
        name = f"game-{game.key[:16]}.html"
        if not (self.journal and self._table) or name in self._games:
            return False
        try:
            record = saved_game(self._table, game.id, self.journal)
        except MissingGameError:
            return False
        message = published_text(record.message, is_anonymous=self._table.is_anonymous)
        text = page(replace(record, message=message), autoplay=True)
        title = next(row.title for row in self._table.layouts if row.name == game.layout)
        about = {
            "name": name,
            "words": f"{game.pacman} against {game.ghosts} on {title}",
            "seconds": round(game.rounds / SPEED + _PAUSE, 1),
        }
        games = {**self._games, name: (about, text)}
        self._games = dict(list(games.items())[-MOST_GAMES:])
        return True
