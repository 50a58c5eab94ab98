"""What a ladder shows: its folder with its table, journal and copies of files; the table on a
terminal; and the leaderboard, a page with games to watch."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property, reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pacgrid.action import action_of
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.results import interval_text
from pacgrid.common.files import read_regular_file
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.render.web.page import page, render
from pacgrid.state import State

from ..batch.journal import Journal
from ..model.fault import GradingError, engine_version
from ..model.outcome import counted
from ..reports.result_files import ResultsError, check_folder, file_names, write_files, writing
from .entrants import Role
from .ladder import LadderRules, PlayedLadder
from .ladder_game import GameResult, LadderGame
from .ladder_table import EntrantRow, GameRow, LadderTable, Rank, ladder_table

TABLE, JOURNAL, COPIES = "ladder.json", "journal.sqlite", "copies"
"""The names of what is in the folder."""
_MAX_BYTES = 1 << 30


@dataclass(frozen=True)
class LadderFolder:
    """The folder at `path`, which may not exist yet."""

    path: Path

    def prepare(self) -> None:
        """Makes the folder. Raises ResultsError if nothing can be written there, or if it has a
        table that isn't a ladder's."""
        check_folder(self.path)
        with writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        _ = self.earlier

    def notes(self, rules: LadderRules) -> Iterator[str]:
        """What to say about the table that is there, before a ladder by these `rules`."""
        if earlier := self.earlier:
            before = {tuple(layout.rows) for layout in earlier.layouts}
            if before != {layout.rows for layout in rules.layouts}:
                yield f"{self.path / TABLE} is of other layouts, so its ratings don't compare"

    @property
    def journal(self) -> Path:
        """The file of the journal, if no other is named."""
        return self.path / JOURNAL

    @cached_property
    def earlier(self) -> LadderTable | None:
        """The table that is there; None if there is none. Raises ResultsError if it can't be
        read."""
        file = self.path / TABLE
        try:
            return LadderTable.model_validate_json(read_regular_file(file, _MAX_BYTES))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ResultsError(f"{file}: can't be read: {error.strerror}") from None
        except ValidationError:
            raise ResultsError(
                f"{file}: is not a ladder's table, or of another version; move it away"
            ) from None

    def write(self, ladder: PlayedLadder) -> LadderTable:
        """Writes everything, each file atomically. Returns the table, which is the one that is
        there if both say the same. Raises ResultsError."""
        paths = self._write_copies(ladder)
        table = ladder_table(ladder, paths, datetime.now(UTC).replace(microsecond=0))
        if (earlier := self.earlier) and table.model_copy(
            update={"version": earlier.version, "written": earlier.written}
        ) == earlier:
            table = table.model_copy(update={"written": earlier.written})
        write_files(self.path, {TABLE: table.model_dump_json(indent=1) + "\n"})
        return table

    def _write_copies(self, ladder: PlayedLadder) -> dict[str, Path]:
        """Writes copies of the files of those who can play. Returns the paths of the main ones, by
        name.

        Each copy has a folder of its own for ever, so that nothing must be removed, and the
        commands of earlier tables still work.
        """
        playing = [each for each in ladder.entrants if each.submission and each.players]
        folders = file_names([each.name for each in playing])
        paths = {}
        for entrant, name in zip(playing, folders, strict=True):
            submission = entrant.submission
            assert submission
            folder = self.path / COPIES / f"{name}-{submission.digest[:8]}"
            write_files(folder, dict(submission.files))
            paths[entrant.name] = folder / submission.main
        return paths


# On a terminal

TITLES = {"overall": "Both roles", "pacman": "Pac-Men", "ghosts": "Ghosts"}
_NAME_WIDTH = 28
_FEW = 10
"""How many reasons for forfeits are listed."""


def table_text(table: LadderTable) -> RenderableType:
    """The standings, what can't play, forfeits, and notes."""
    return Group(*_parts(table))


def _parts(table: LadderTable) -> Iterator[RenderableType]:
    for name in table.standings.by_name:
        yield _standing(name, table)
        yield Text()
    for row in table.entrants:
        if row.problem:
            verb = "" if row.roles else "can't play: "
            yield Text.assemble((row.name, "bold"), ": ", (f"{verb}{row.problem}", "red"))
    for forfeit in table.forfeits[:_FEW]:
        games = counted(forfeit.games, "game")
        yield Text.assemble(
            (forfeit.name, "bold"),
            f" forfeited {games} as {forfeit.role.label}: ",
            (f"{forfeit.kind}: {forfeit.reason}", "red"),
        )
    if (more := len(table.forfeits) - _FEW) > 0:
        yield Text(f"and {counted(more, 'more reason')} for forfeits, in {TABLE}", "red")
    for note in table.notes:
        yield Text(note, "yellow")
    yield Text(summary(table), "dim")


def _standing(name: str, table: LadderTable) -> Table:
    rows = {row.name: row for row in table.entrants}
    shown = Table(title=TITLES[name], box=None, header_style="dim", pad_edge=False)
    shown.add_column("", justify="right", no_wrap=True)
    shown.add_column("", no_wrap=True, overflow="ellipsis", max_width=_NAME_WIDTH)
    for title in ("rating", "95 %", ">next", "games", "forfeits"):
        shown.add_column(title, justify="right", no_wrap=True)
    roles = list(Role) if name == "overall" else [Role(name)]
    for rank in table.standings.by_name[name]:
        forfeits = sum(rows[rank.name].roles[role].forfeits for role in roles)
        shown.add_row(
            "" if rank.is_anchor else str(rank.rank),
            Text(rank.name),
            f"{rank.rating:+.1f}",
            interval(rank),
            probability(rank.above_next),
            str(rank.games),
            Text(str(forfeits), "red") if forfeits else "",
            style="dim" if rank.is_anchor else "",
        )
    return shown


def interval(rank: Rank) -> str:
    """`+3.1 to +9.0`, or `unknown`."""
    return interval_text(rank.interval, "+.1f") or "unknown"


def probability(value: float | None) -> str:
    """`97 %`; "" for None. It is never rounded to certainty."""
    return "" if value is None else f"{min(max(round(100 * value), 1), 99)} %"


def summary(table: LadderTable) -> str:
    """What was played, in a sentence or two."""
    text = f"{counted(len(table.games), 'game')} on {counted(len(table.layouts), 'layout')}"
    if any(row.is_anchor for row in table.entrants):
        text += "; ratings in % of a board, the anchors' mean is 0"
    return text


# The leaderboard: one page, from which games open that play in the browser

PAGES = "pages"
"""The folder of the page, in that of the ladder."""
_GAMES = "games"
NODES = 2000
"""How many positions are searched to judge a move: less than by default, since there are many
games."""
_FOLDERS = re.compile(r"""(?<![\w.<>/\\-])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'"():;,<>]+)+[/\\]""")
"""It matches the folders of an absolute path."""


@dataclass(frozen=True)
class PageJob:
    """A page to be made. Can be sent to another process."""

    name: str
    """The file's name is a hash of all that the page depends on."""
    record: Record


Run = Callable[[Callable[[PageJob], str], Sequence[PageJob]], Iterable[tuple[PageJob, str]]]
"""Calls a function with each of some jobs, in any order."""


@dataclass(frozen=True)
class StandingRow:
    """A row of a standing."""

    rank: Rank
    roles: Mapping[Role, Rank]
    """How it stands in the roles that the standing is about."""
    won: int
    forfeits: int
    games: Mapping[Role, int]
    """The id of a game to watch, by role."""


def write_leaderboard(
    folder: Path,
    table: LadderTable,
    journal: Journal | None = None,
    run: Run = lambda function, jobs: zip(jobs, map(function, jobs), strict=True),
    watch: Callable[[int, int], object] = lambda *_: None,
) -> Path:
    """Writes the leaderboard of `table` and the pages of its games into `folder`, each atomically.
    Returns the leaderboard. It has nothing of the machine that it was made on, nor any code.

    The `journal` has the moves of the games; without it, none plays. `run` makes the pages of games
    that are missing, and `watch` is called with their number so far, and of all.

    Raises JournalError or ResultsError.
    """
    shown = {game.id: game for game in games_to_watch(table).values()}
    pages = _write_game_pages(folder / _GAMES, table, shown.values(), journal, run, watch)
    links = {number: f"{_GAMES}/{name}" for number, name in pages.items()}
    write_files(folder, {"index.html": leaderboard_page(table, links)})
    return folder / "index.html"


def leaderboard_page(table: LadderTable, links: Mapping[int, str]) -> str:
    """The leaderboard of `table`, as one self-contained HTML page; `links` lead to pages that play
    games, by the game's id."""
    main, by_name = table.main, table.standings.by_name
    return render(
        "leaderboard.html.j2",
        package="pacgrid.autograder.ladder",
        styles=("leaderboard.css",),
        filters=_FILTERS,
        table=table,
        summary=summary(table),
        standings={
            name: list(_rows(table, name)) for name in sorted(by_name, key=lambda n: n not in main)
        },
        titles=TITLES,
        main=main,
        problems=[row for row in table.entrants if row.problem],
        entrants=[row for row in table.entrants if not row.is_anchor],
        anchors=[row for row in table.entrants if row.is_anchor],
        links=links,
    )


def games_to_watch(table: LadderTable) -> dict[tuple[str, Role], GameRow]:
    """By entrant and role: a game against the strongest opponent that it has met. Forfeits don't
    count."""
    ranked = {Role.PACMAN: table.standings.ghosts, Role.GHOSTS: table.standings.pacman}
    places = {
        role: {rank.name: place for place, rank in enumerate(ranks)}
        for role, ranks in ranked.items()
    }
    entrants = {row.name for row in table.entrants if not row.is_anchor}
    found: dict[tuple[str, Role], tuple[int, GameRow]] = {}
    for game in table.games:
        if game.score is None or game.forfeit:
            continue
        for role, name, opponent in (
            (Role.PACMAN, game.pacman, game.ghosts),
            (Role.GHOSTS, game.ghosts, game.pacman),
        ):
            place = places[role].get(opponent, len(places[role]))
            known = found.get((name, role))
            if name in entrants and (known is None or place < known[0]):
                found[name, role] = place, game
    return {key: game for key, (_, game) in found.items()}


def _rows(table: LadderTable, name: str) -> Iterator[StandingRow]:
    entrants: dict[str, EntrantRow] = {row.name: row for row in table.entrants}
    watched = games_to_watch(table)
    shown = list(Role) if name == "overall" else [Role(name)]
    ranks = {
        role: {rank.name: rank for rank in table.standings.by_name.get(role, [])} for role in shown
    }
    for rank in table.standings.by_name[name]:
        own = entrants[rank.name].roles
        yield StandingRow(
            rank,
            {role: ranks[role][rank.name] for role in shown},
            sum(own[role].wins for role in shown),
            sum(own[role].forfeits for role in shown),
            {role: watched[rank.name, role].id for role in shown if (rank.name, role) in watched},
        )


# Games to watch


class MissingGameError(GradingError):
    """A game whose moves are not there."""


def saved_game(table: LadderTable, number: int, journal: Journal) -> Record:
    """The record of the game of `table` with that id, without times.

    Raises:
        MissingGameError: there is no such game, or the journal doesn't have its moves.
        JournalError: the journal can't be read.
    """
    if not 1 <= number <= len(table.games):
        raise MissingGameError(f"no game {number}; there are 1 to {len(table.games)}")
    game = table.game(number)
    text = journal.find(game.key)
    if text is None:
        hint = f"; play it again: {game.command}" if game.command else ""
        raise MissingGameError(f"{journal.path}: doesn't have the moves of game {number}{hint}")
    try:
        return _record(table, game, LadderGame.read(text))
    except ValueError as error:
        raise journal.damaged(str(error).splitlines()[0]) from None


def _record(table: LadderTable, game: GameRow, result: GameResult) -> Record:
    row = next(row for row in table.layouts if row.name == game.layout)
    layout = Layout(tuple(row.rows), row.title)
    setup = PacmanSetup(layout, len(layout.ghosts) + 1)
    actions = [action_of(letter) for letter in result.moves]
    last = reduce(State.successor, actions, setup.first_state)
    loser = _loser(result, last)
    return Record(
        setup=setup,
        agents=(game.pacman, *[game.ghosts] * len(layout.ghosts)),
        seed=game.seed,
        moves=tuple(map(Move, actions)),
        score=last.score if loser is None else setup.forfeit_score(last, loser),
        ending=result.ending or Ending.QUIT,
        forfeit=loser,
        message=result.reason,
        details="",
    )


def _loser(result: GameResult, last: State) -> int | None:
    """The number of the agent that forfeited; the first ghost if it is not a ghost's turn."""
    if result.forfeit is None:
        return None
    return 0 if result.forfeit is Role.PACMAN else max(last.to_move, 1)


def published_text(text: str) -> str:
    """A reason as everybody may read it: without folders of the machine.

    >>> published_text("no file /home/ada/maze.txt (ada.py, line 3)")
    'no file maze.txt (ada.py, line 3)'
    """
    return _FOLDERS.sub("", text)


_FILTERS: Mapping[str, Callable[..., Any]] = {
    "counted": counted,
    "interval": interval,
    "probability": probability,
    "published": published_text,
    "signed": "{:+.1f}".format,
}


def make_page(job: PageJob) -> str:
    """Makes the page, which shows what each move cost."""
    return page(job.record, analysis=JudgeChoice(nodes=NODES).analyse(job.record))


def _write_game_pages(
    folder: Path,
    table: LadderTable,
    games: Iterable[GameRow],
    journal: Journal | None,
    run: Run,
    watch: Callable[[int, int], object],
) -> dict[int, str]:
    """Writes pages of these `games` of `table` into `folder`, and returns the names of their files
    by the games' ids. Removes all other pages.

    Those that are there already aren't made again. Games whose moves the `journal` doesn't have get
    no page.
    """
    pages: dict[int, str] = {}
    jobs: dict[str, PageJob] = {}
    for game in games:
        name = _file_name(table, game)
        if (folder / name).exists():
            pages[game.id] = name
        elif journal:
            with suppress(MissingGameError):
                record = saved_game(table, game.id, journal)
                public = replace(record, message=published_text(record.message))
                pages[game.id] = name
                jobs[name] = PageJob(name, public)
    for done, (job, text) in enumerate(run(make_page, list(jobs.values())), 1):
        write_files(folder, {job.name: text})
        watch(done, len(jobs))
    for path in folder.glob("*.html"):
        if path.name not in pages.values():
            with suppress(OSError):
                path.unlink()
    return pages


def _file_name(table: LadderTable, game: GameRow) -> str:
    title = next(row.title for row in table.layouts if row.name == game.layout)
    parts = (engine_version(), game.key, game.pacman, game.ghosts, title, str(NODES))
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:16]}.html"
