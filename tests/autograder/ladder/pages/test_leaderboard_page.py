import re
from html.parser import HTMLParser

import pytest

from helpers.ladder_tables import made_table
from pacgrid.autograder.ladder.pages.leaderboard_page import leaderboard_page
from pacgrid.autograder.ladder.pages.notable_games import notable_games
from pacgrid.autograder.ladder.pages.published import published
from pacgrid.autograder.ladder.table import LadderTable

HOSTILE = "<script>alert(1)</script>\"'&"


def page_of(table: LadderTable) -> str:
    shown = published(table)
    links = {row.name: f"entrants/{n}.html" for n, row in enumerate(shown.entrants)}
    return leaderboard_page(shown, notable_games(shown), {}, links)


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
    words = Words(page_of(made_table())).words
    assert re.search(r"ada\s+\+80\.0\s*\+68\.0 … \+92\.0\s+90 %", words)


def test_both_roles_and_each_role_have_a_table():
    page = page_of(made_table())
    for title in ("Both roles", "Pac-Men", "Ghosts"):
        assert f'aria-label="{title}, table"' in page


@pytest.mark.parametrize("names", [[HOSTILE, "bob"], ["a", "b", "c", HOSTILE], [HOSTILE]])
def test_names_and_reasons_can_not_break_out(names):
    found = Words(page_of(made_table(names, title=HOSTILE, notes=[HOSTILE])))
    assert found.tags.count("script") == 1
    assert HOSTILE in found.words


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_there_may_be_nobody_or_many(count):
    names = [f"entrant {number:02}" for number in range(count)]
    found = Words(page_of(made_table(names)))
    assert all(name in found.words for name in names)
    assert found.tags.count("html") == 1
    assert len(page_of(made_table(names))) < 600_000


def test_nothing_is_loaded_from_elsewhere():
    addresses = Words(page_of(made_table())).addresses
    assert addresses
    assert not [each for each in addresses if ":" in each or each.startswith("/")]


def test_those_who_can_not_play_and_forfeits_have_their_reasons():
    words = Words(page_of(made_table(["ada", "bob", "chen", "dora"]))).words
    assert "can't be imported: SyntaxError (dora.py)" in words
    assert "chenPac-Man6exception: ZeroDivisionError (chen.py, line 3)" in words


def test_an_anonymous_page_has_no_commands_and_no_files():
    names = [f"entrant {number}" for number in range(4)]
    page = page_of(made_table(names, is_anonymous=True))
    assert "pacgrid play" not in page
    assert "entrant 2.py" not in page


def test_progress_from_run_to_run_is_drawn_and_said():
    page = page_of(made_table(runs=3))
    assert 'aria-label="Ratings from run to run: +74.0, then +77.0, then +80.0"' in page
    assert "Progress" not in Words(page_of(made_table(runs=1))).words


def test_progress_of_numbers_that_mean_others_is_left_out():
    before = made_table(["entrant 1", "entrant 2"], runs=2)
    table = made_table(["entrant 1"], is_anonymous=True, earlier=before.earlier)
    assert "Progress" not in Words(page_of(table)).words
