import errno
import os
from pathlib import Path
from threading import Thread

import pytest

from helpers.recorded import loaded, moved, rounded
from pacgrid import Game, Layout, Record
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.records import record_writer
from pacgrid.records.record_lines import record_lines
from pacgrid.records.record_reader import RecordError, TruncatedRecordError
from pacgrid.records.record_writer import RecordWriter

ROOM = Layout.parse("%%%%%%%\n%P .o.%\n%.%%%.%\n%...G.%\n%%%%%%%")
OLD = moved(Layout.parse("%%%%%%\n%P ..%\n%%%%%%"), "E")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def new_game(*, seed: int = 3, played: Record | None = None) -> Game:
    return Game(
        ROOM, [RandomAgent(), RandomAgent()], seed=seed, played=played.moves if played else ()
    )


def play_on(game: Game, writer: RecordWriter, plies: int) -> Record:
    for _ in range(plies):
        game.step()
        writer.update(game)
    return rounded(game.record)


def saved(path: Path) -> Record:
    """The record in the file, also if its end is missing."""
    result = loaded(path.read_bytes())
    return result.record if isinstance(result, TruncatedRecordError) else Record.load(path)


def test_every_ply_is_in_the_file_as_soon_as_it_was_played(path: Path) -> None:
    game, writer = new_game(), RecordWriter(path)
    while game.step():
        writer.update(game)
        assert saved(path) == rounded(game.record)
        assert path.read_text().count("\n") == 1 + len(game.moves) + (game.ending is not None)
    assert Record.load(path) == rounded(game.record)
    assert writer.close(game.record)
    assert path.read_text() == "".join(record_lines(game.record))


def test_the_result_of_a_game_that_was_quit_is_saved_when_the_writer_is_closed(path: Path) -> None:
    game, writer = new_game(), RecordWriter(path)
    play_on(game, writer, 5)
    assert isinstance(loaded(path.read_bytes()), TruncatedRecordError)
    assert writer.close(game.record)
    assert Record.load(path) == rounded(game.record)


def test_a_file_stays_until_the_first_ply_was_played(path: Path) -> None:
    OLD.save(path)
    game, writer = new_game(), RecordWriter(path)
    writer.update(game)
    assert not RecordWriter(path).close(game.record)
    assert Record.load(path) == OLD
    assert play_on(game, writer, 1) == saved(path)
    assert writer.close(game.record)


def test_a_game_that_ends_without_a_ply_is_saved(path: Path) -> None:
    class Broken(RandomAgent):
        def act(self, _state: object) -> None:
            raise ValueError("oops")

    game, writer = Game(ROOM, [Broken()]), RecordWriter(path)
    play_on(game, writer, 1)
    assert Record.load(path) == game.record
    assert writer.close(game.record)


def test_the_first_ply_after_a_takeover_replaces_the_file(
    path: Path,
) -> None:
    first, writer = new_game(), RecordWriter(path)
    whole = play_on(first, writer, 6)
    branch = new_game(seed=4, played=first.record)
    writer.update(branch)
    assert saved(path) == whole
    for plies in (1, 2):
        part = play_on(branch, writer, plies)
        assert (part.taken_over, saved(path)) == (6, part)
    assert writer.close(branch.record)
    assert Record.load(path) == part


def test_a_takeover_without_a_ply_is_saved_on_closing(path: Path) -> None:
    first, writer = new_game(), RecordWriter(path)
    play_on(first, writer, 6)
    branch = new_game(seed=4, played=first.record)
    assert writer.close(branch.record)
    assert Record.load(path).taken_over == 6


def test_a_closed_writer_writes_nothing(path: Path) -> None:
    game, writer = new_game(), RecordWriter(path)
    part = play_on(game, writer, 4)
    assert writer.close(game.record)
    assert play_on(game, writer, 1) != part
    play_on(new_game(seed=4), writer, 2)
    assert Record.load(path) == part


def test_a_failed_write_does_not_stop_the_game_and_is_retried_at_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    game, writer = new_game(), RecordWriter(path)
    part = play_on(game, writer, 3)
    with monkeypatch.context() as patch:
        patch.setattr(record_writer, "move_line", full)
        play_on(game, writer, 2)
    play_on(game, writer, 2)
    assert saved(path) == part, "a ply is missing, so those after it are of no use"
    assert writer.close(game.record)
    assert Record.load(path) == rounded(game.record)


def test_the_error_is_raised_when_the_game_is_over(tmp_path: Path) -> None:
    for name in ("missing/game.jsonl", "null\0.jsonl", "x" * 300, "."):
        game, writer = new_game(), RecordWriter(tmp_path / name)
        play_on(game, writer, 3)
        with pytest.raises(RecordError, match="can't be "):
            writer.close(game.record)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_gets_the_whole_record_at_the_end(path: Path) -> None:
    os.mkfifo(path)
    texts: list[str] = []
    reader = Thread(target=lambda: texts.append(path.read_text()), daemon=True)
    game, writer = new_game(), RecordWriter(path)
    play_on(game, writer, 3)
    reader.start()
    assert writer.close(game.record)
    reader.join()
    assert texts == ["".join(record_lines(game.record))]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_reported() -> None:
    game, writer = new_game(), RecordWriter("/dev/full")
    play_on(game, writer, 3)
    with pytest.raises(RecordError, match="/dev/full: can't be written: No space left on device"):
        writer.close(game.record)
