"""Records that were cut off, and records of older versions."""

import json
import re
from pathlib import Path

import pytest

from pacgrid import Record
from pacgrid.record import VERSION, CutOffError, Ending, RecordError

SAMPLES = Path(__file__).parent / "records"
"""A saved game for every version there ever was."""
SAMPLE = SAMPLES / f"version-{VERSION}.json"


def cut(path: Path, length: int) -> Path:
    path.write_bytes(SAMPLE.read_bytes()[:length])
    return path


def test_a_record_cut_at_any_byte_is_a_prefix_of_the_game_or_says_why_not(tmp_path: Path) -> None:
    whole = Record.load(SAMPLE)
    states = list(whole.states())
    path = tmp_path / "game.json"
    saved = []
    for length in range(SAMPLE.stat().st_size):
        with pytest.raises(RecordError) as caught:
            Record.load(cut(path, length))
        assert "\n" not in str(caught.value)
        assert str(caught.value).startswith(f"{path}: ")
        if isinstance(caught.value, CutOffError):
            part = caught.value.record
            assert part.moves == whole.moves[: len(part.moves)]
            assert part.score == states[len(part.moves)].score
            over = len(part.moves) == len(whole.moves)
            assert part.ending is (whole.ending if over else Ending.QUIT)
            assert (part.layout, part.agents, part.seed) == (whole.layout, whole.agents, whole.seed)
            saved.append(len(part.moves))
    assert saved == sorted(saved)
    assert set(saved) == set(range(len(whole.moves) + 1))


def test_it_is_said_how_much_was_saved(tmp_path: Path) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_bytes()
    start = text.index(b"[[") + 1
    moves = re.findall(rb"\[[^]]+\], ", text[start:])
    for count, told in ((0, "0 moves were"), (1, "1 move was"), (2, "2 moves were")):
        with pytest.raises(CutOffError, match=f"game.json: cut off; {told} saved$"):
            Record.load(cut(path, start + 3 + sum(map(len, moves[:count]))))
    with pytest.raises(RecordError, match="cut off before its first move"):
        Record.load(cut(path, text.index(b"moves")))
    with pytest.raises(RecordError, match="damaged or not a pacgrid record"):
        Record.load(cut(path, 12))


def test_what_was_saved_of_a_game_is_saved_and_loaded_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(CutOffError) as caught:
        Record.load(cut(path, SAMPLE.stat().st_size - 100))
    caught.value.record.save(path)
    assert Record.load(path) == caught.value.record


def test_a_record_damaged_in_its_middle_is_not_taken_for_one_that_was_cut_off(
    tmp_path: Path,
) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_bytes()
    path.write_bytes(text[:-200] + b"?" + text[-199:])
    with pytest.raises(RecordError, match="damaged") as caught:
        Record.load(path)
    assert not isinstance(caught.value, CutOffError)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_records_of_every_version_are_read(version: int) -> None:
    """Whoever raises VERSION adds a game that was saved by it, and keeps reading the older ones."""
    path = SAMPLES / f"version-{version}.json"
    assert json.loads(path.read_text())["version"] == version
    record = Record.load(path)
    assert record.moves
    assert all(move.nodes is None or move.nodes >= 0 for move in record.moves)


def test_older_pacgrids_of_the_same_version_find_all_they_read(tmp_path: Path) -> None:
    """Whoever takes something out of records, or changes its form, raises VERSION."""
    old = json.loads(SAMPLE.read_text())
    Record.load(SAMPLE).save(tmp_path / "game.json")
    new = json.loads((tmp_path / "game.json").read_text())
    assert {key: new[key] for key in old} == old
