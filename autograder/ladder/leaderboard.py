"""The leaderboard of a ladder: one page, from which games open that play in the browser."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

from pacgrid.action import action_of
from pacgrid.analysis.analyse import JudgeChoice
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
from ..reports.result_files import write_files
from .entrants import Role
from .ladder_folder import TITLES, interval, probability, summary
from .ladder_game import GameResult, LadderGame
from .ladder_table import EntrantRow, GameRow, LadderTable, Rank

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


def in_turn(
    function: Callable[[PageJob], str], jobs: Sequence[PageJob]
) -> Iterator[tuple[PageJob, str]]:
    """Runs jobs one after the other."""
    return ((job, function(job)) for job in jobs)


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
    run: Run = in_turn,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> Path:
    """Writes the leaderboard of `table` and the pages of its games into `folder`, each atomically.
    Returns the leaderboard. It has nothing of the machine that it was made on, nor any code.

    The `journal` has the moves of the games; without it, none plays. `run` and `watch` are for the
    pages of games: see `write_game_pages`.

    Raises JournalError or ResultsError.
    """
    shown = {game.id: game for game in games_to_watch(table).values()}
    pages = write_game_pages(folder / _GAMES, table, shown.values(), journal, run, watch)
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


def write_game_pages(
    folder: Path,
    table: LadderTable,
    games: Iterable[GameRow],
    journal: Journal | None,
    run: Run = in_turn,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> dict[int, str]:
    """Writes pages of these `games` of `table` into `folder`, and returns the names of their files
    by the games' ids. Removes all other pages.

    Those that are there already aren't made again. Games whose moves the `journal` doesn't have get
    no page. `run` makes those that are missing, and `watch` is called with their number so far, and
    of all.

    Raises JournalError or ResultsError.
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
