"""The folder of a ladder, with all that is written into it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.ladders import (
    CHASE,
    HEAD,
    HUNGRY,
    LOOSE,
    RANDOM,
    entrant_file,
    named,
    played,
    replace_ladder_workers,
    small_rules,
)
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.ladder_table import EntrantRow, LadderTable
from pacgrid.autograder.ladder.leaderboard import (
    TABLE,
    LadderFolder,
    MissingGameError,
    probability,
    saved_game,
    table_text,
)
from pacgrid.autograder.reports.result_files import ResultsError
from pacgrid.autograder.reports.terminal_report import plain_text
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.layout import Layout
from pacgrid.records.record import Record

FAILS = "class Fails(Agent):\n    def act(self, state):\n        return 1 / 0\n"
ENTRANTS = [
    entrant_file(HUNGRY + CHASE, "ann"),
    entrant_file(RANDOM + LOOSE, "bob"),
    entrant_file(FAILS, "=1+1"),
    entrant_file("import nowhere", "dora"),
]
BOARDS = [named(Layout.load("pocket"), "pocket"), named(Layout.load("trap"), "trap")]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    return replace_ladder_workers(monkeypatch)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, LadderTable]]:
    """A folder, and its table."""
    with pytest.MonkeyPatch.context() as patched:
        replace_ladder_workers(patched)
        yield write(tmp_path_factory.mktemp("ladder") / "out", ENTRANTS)


def write(path: Path, entrants: list[Submission], **values: Any) -> tuple[Path, LadderTable]:
    folder = LadderFolder(path)
    folder.prepare()
    with Journal(folder.journal) as journal:
        ladder = played(entrants, small_rules(*BOARDS, **values), journal=journal)
    return path, folder.write(ladder)


def test_standings_have_entrants_and_anchors_the_strongest_first(written):
    _, table = written
    assert table.main == ["overall"]
    overall = table.standings.overall
    assert [rank.name for rank in overall] == ["ann", "bob"]
    assert [rank.rank for rank in overall] == [1, 2]
    for ranks in table.standings.by_name.values():
        ratings = [rank.rating for rank in ranks]
        assert ratings == sorted(ratings, reverse=True)
        entrants = [rank for rank in ranks if not rank.is_anchor]
        assert [rank.rank for rank in entrants] == list(range(1, len(entrants) + 1))
        is_last = [rank.above_next is None for rank in entrants]
        assert is_last == [False] * (len(entrants) - 1) + [True]


def row_of(table: LadderTable, name: str) -> EntrantRow:
    return next(row for row in table.entrants if row.name == name)


def test_every_entrant_has_a_row_even_if_it_cannot_play(written):
    _, table = written
    names = [row.name for row in table.entrants if not row.is_anchor]
    assert names == ["=1+1", "ann", "bob", "dora"]
    assert "nowhere" in row_of(table, "dora").problem
    assert row_of(table, "dora").roles == {}
    own = row_of(table, "ann").roles["pacman"]
    games = [game for game in table.games if game.pacman == "ann"]
    assert (own.games, own.wins) == (len(games), sum(game.won for game in games))
    assert own.average == pytest.approx(sum(g.score or 0 for g in games) / len(games), abs=0.001)


def test_forfeits_are_told_once_with_their_reason(written):
    _, table = written
    (row,) = table.forfeits
    assert (row.name, row.role, row.kind) == ("=1+1", "pacman", "exception")
    assert row.reason.startswith("ZeroDivisionError")
    assert row.games == row_of(table, "=1+1").roles["pacman"].forfeits
    assert table.game(row.example).ending == "forfeit"
    assert table.game(row.example).score == -530


def test_a_match_is_two_games_with_the_same_seeds(written):
    _, table = written
    there, back = (
        [game for game in table.games if (game.pacman, game.ghosts) == pair]
        for pair in (("ann", "bob"), ("bob", "ann"))
    )
    assert len(there) == len(BOARDS)
    for one, other in zip(there, back, strict=True):
        assert one.layout == other.layout
        assert (one.seed, one.pacman_seed) == (other.seed, other.pacman_seed)


def test_a_game_of_the_journal_becomes_a_record(written, tmp_path):
    folder, table = written
    with Journal(folder / "journal.sqlite") as journal:
        for game in table.games:
            record = saved_game(table, game.id, journal)
            record.save(tmp_path / "game.jsonl")
            assert Record.load(tmp_path / "game.jsonl").agents == record.agents
            if game.forfeit:
                assert record.forfeit == 0
            else:
                assert record.score == game.score
        with pytest.raises(MissingGameError, match="no game 0; there are 1 to"):
            saved_game(table, 0, journal)
    again = "play it again: pacgrid play"
    with Journal(tmp_path / "empty") as journal, pytest.raises(MissingGameError, match=again):
        saved_game(table, 1, journal)


def test_the_text_fits_into_80_columns_and_no_probability_is_certain(written):
    _, table = written
    text = plain_text(table_text(table), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "=1+1 forfeited 8 games as Pac-Man: exception: ZeroDivisionError" in text
    assert "dora: can't play" in text
    assert "the anchors' mean is 0" in text
    assert [probability(p) for p in (0.0, 0.5, 1.0, None)] == ["1 %", "50 %", "99 %", ""]


def test_the_same_again_is_no_news_and_a_change_is(runs, tmp_path):
    path, first = write(tmp_path / "out", ENTRANTS[:2])
    _, same = write(path, ENTRANTS[:2])
    assert same == first
    _, later = write(path, ENTRANTS[:3])
    assert len(later.standings.pacman) == len(first.standings.pacman) + 1


def test_a_table_of_an_earlier_format_is_read(written, tmp_path):
    _, table = written
    old = json.loads(table.model_dump_json()) | {"version": 1, "matches": []}
    earlier = {"written": old["written"], "engine": "", "games": 9, "standings": old["standings"]}
    (tmp_path / TABLE).write_text(json.dumps(old | {"earlier": [earlier]}))
    read = LadderFolder(tmp_path).earlier
    assert read.model_copy(update={"version": table.version}) == table


def test_a_table_of_other_layouts_is_not_taken_for_the_same_ladder(written):
    folder = LadderFolder(written[0])
    assert list(folder.notes(small_rules(*BOARDS))) == []
    (note,) = folder.notes(small_rules(BOARDS[0]))
    assert "ladder.json is of other layouts" in note


def test_whatever_files_an_entrant_has_are_copied(tmp_path):
    text = (HEAD + FAILS).encode()
    files = (("ann.py", text), ("agent.py/ann.py", b""), ("data.json", b"\xff\xfe\x00"))
    theirs = tmp_path / "copies" / "theirs.txt"
    theirs.parent.mkdir()
    theirs.write_text("mine")
    _, table = write(tmp_path, [Submission("ann", files, main="ann.py")])
    assert theirs.read_text() == "mine"
    (copy,) = (each for each in theirs.parent.iterdir() if each.is_dir())
    there = sorted(each.relative_to(copy).as_posix() for each in copy.rglob("*") if each.is_file())
    assert there == sorted(["ann.py", "agent.py/ann.py", "data.json"])
    assert (copy / "data.json").read_bytes() == files[2][1]
    assert "ann.py:Fails" in table.games[0].command


def test_a_table_of_something_else_is_never_overwritten(tmp_path):
    for content in ("", "{", '{"kind": "else"}', "[1]"):
        (tmp_path / TABLE).write_text(content)
        with pytest.raises(ResultsError, match="is not a ladder's table"):
            LadderFolder(tmp_path).prepare()
        assert (tmp_path / TABLE).read_text() == content


def test_a_ladder_without_games_has_a_table(runs, tmp_path):
    _, table = write(tmp_path / "out", ENTRANTS[3:], anchors=[])
    assert table.games == []
    assert table.notes == ["no games: there is nobody to play against"]
    assert table.standings.by_name == {}
    _, table = write(tmp_path / "out", ENTRANTS[:2], anchors=[])
    assert any(note.startswith("no anchors: 0 is the mean") for note in table.notes)
