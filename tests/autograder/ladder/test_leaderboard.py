import re
from html.parser import HTMLParser

import pytest

from helpers.ladder_tables import ANCHORS, made_table
from pacgrid.autograder.ladder.entrants import Role
from pacgrid.autograder.ladder.ladder_table import GameRow, LadderTable
from pacgrid.autograder.ladder.leaderboard import (
    games_to_watch,
    leaderboard_page,
    write_leaderboard,
)

HOSTILE = "<script>alert(1)</script>\"'&"


def page_of(table: LadderTable) -> str:
    links = {game.id: f"games/{game.id}.html" for game in table.games}
    return leaderboard_page(table, links)


class Words(HTMLParser):
    """The tags and the words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = ("src", "href", "action")
        self.addresses += [value or "" for name, value in attrs if name in names]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_it_shows_ratings_with_intervals_and_the_probability_to_be_above_the_next():
    page = page_of(made_table())
    assert all(f'aria-label="{t}, table"' in page for t in ("Both roles", "Pac-Men", "Ghosts"))
    words = Words(page).words
    assert re.search(r"ada\s+\+\d+\.\d\s*\+\d+\.\d to \+\d+\.\d\s+\d\d %", words)


@pytest.mark.parametrize(
    "names",
    [
        *([HOSTILE, "bob"], ["a", "b", "c", HOSTILE], [HOSTILE]),
        *([f"entrant {number:02}" for number in range(count)] for count in (0, 1, 2, 40)),
    ],
)
def test_there_may_be_nobody_or_many_and_names_and_reasons_can_not_break_out(names):
    page = page_of(made_table(names, title=HOSTILE, notes=[HOSTILE]))
    found = Words(page)
    assert "script" not in found.tags
    assert found.tags.count("html") == 1
    assert all(name in found.words for name in (HOSTILE, *names))
    assert len(page) < 600_000


def test_nothing_is_loaded_from_elsewhere():
    addresses = Words(page_of(made_table())).addresses
    assert addresses
    assert not [each for each in addresses if ":" in each or each.startswith("/")]


def test_those_who_can_not_play_and_forfeits_have_their_reasons():
    words = Words(page_of(made_table(["ada", "bob", "chen", "dora"]))).words
    assert "can't be imported: SyntaxError (dora.py)" in words
    assert "chenPac-Man6exception: ZeroDivisionError (chen.py, line 3)" in words


def test_nothing_says_where_the_ladder_was_made_nor_how_to_play_it():
    page = page_of(
        made_table(["ada", "bob", "o'neil", "dora"], notes=["no file /home/staff/x.lay"])
    )
    assert "/home/staff" not in page
    assert "no file x.lay" in page
    assert "pacgrid play" not in page


def test_nobody_has_a_leaderboard_too(tmp_path):
    page = write_leaderboard(tmp_path, made_table([]))
    assert page == tmp_path / "index.html"
    assert "Nobody has played yet." in page.read_text("utf-8")
    assert list(tmp_path.iterdir()) == [page]


# Games to watch.


def opponent(game: GameRow, role: Role) -> str:
    return game.ghosts if role is Role.PACMAN else game.pacman


def test_a_game_to_watch_is_against_the_strongest_opponent_whom_an_entrant_has_met():
    table = made_table([f"entrant {number}" for number in range(8)])
    found = games_to_watch(table)
    playing = [rank.name for rank in table.standings.overall]
    forfeiter = playing[-1]
    assert {name for name, role in found if role is Role.GHOSTS} == {*playing}
    assert {name for name, role in found if role is Role.PACMAN} == {*playing} - {forfeiter}
    for (name, role), game in found.items():
        assert not game.forfeit
        ranks = table.standings.ghosts if role is Role.PACMAN else table.standings.pacman
        others = [rank.name for rank in ranks if rank.name not in (name, forfeiter)]
        assert opponent(game, role) == others[0]


def test_each_row_leads_to_its_games():
    table = made_table()
    page = page_of(table)
    for game in games_to_watch(table).values():
        assert page.count(f'href="games/{game.id}.html">game {game.id}<') >= 2
    assert "Watch" not in leaderboard_page(table, {})
    assert not any(name in ANCHORS for name, _ in games_to_watch(table))
