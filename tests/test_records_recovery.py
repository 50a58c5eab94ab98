"""Records that were cut off, and records of older versions."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from pacgrid import Record
from pacgrid.records.record import VERSION, Ending, RecordError, TruncatedRecordError

SAMPLES = Path(__file__).parent / "records"
"""A saved game for every version there ever was."""
SAMPLE = SAMPLES / f"version-{VERSION}.json"


def cut(path: Path, length: int, sample: Path = SAMPLE) -> Path:
    path.write_bytes(sample.read_bytes()[:length])
    return path


def ends(sample: Path) -> list[int]:
    """Where each move of a sample ends, in bytes."""
    text = sample.read_text()
    lengths = (len(json.dumps(move)) for move in json.loads(text)["moves"])
    start = text.index('"moves": [') + len('"moves": [')
    return [end - 2 for end in accumulate((length + 2 for length in lengths), initial=start)][1:]


@pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_record_cut_at_any_byte_is_a_prefix_of_the_game_or_says_why_not(
    version: int, step: int, tmp_path: Path
) -> None:
    sample = SAMPLES / f"version-{version}.json"
    whole = Record.load(sample)
    states = list(whole.states())
    path = tmp_path / "game.json"
    saved = set()
    for length in sorted({*range(0, sample.stat().st_size, step), *ends(sample)}):
        with pytest.raises(RecordError) as caught:
            Record.load(cut(path, length, sample))
        assert "\n" not in str(caught.value)
        assert str(caught.value).startswith(f"{path}: ")
        if not isinstance(caught.value, TruncatedRecordError):
            assert not saved, "once there is something of it, there is something of it"
            continue
        part = caught.value.record
        many = len(part.moves)
        assert many == sum(end <= length for end in ends(sample))
        assert part.moves == whole.moves[:many]
        assert part.score == states[many].score
        assert part.ending is (whole.ending if many == len(whole.moves) else Ending.QUIT)
        assert (part.layout, part.agents, part.seed) == (whole.layout, whole.agents, whole.seed)
        assert part.taken_over == min(whole.taken_over, many)
        saved.add(many)
    assert saved == set(range(len(whole.moves) + 1))


def test_it_is_said_how_much_was_saved(tmp_path: Path) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_bytes()
    start = text.index(b"[[") + 1
    places = (start, *ends(SAMPLE)[:2])
    for length, told in zip(places, ("0 moves", "1 move", "2 moves"), strict=True):
        with pytest.raises(TruncatedRecordError, match=f"game.json: truncated; recovered {told}$"):
            Record.load(cut(path, length + 3))
    with pytest.raises(RecordError, match="truncated before its first move"):
        Record.load(cut(path, text.index(b"moves")))
    with pytest.raises(RecordError, match="damaged or not a pacgrid record"):
        Record.load(cut(path, 12))


def test_what_was_saved_of_a_game_is_saved_and_loaded_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(TruncatedRecordError) as caught:
        Record.load(cut(path, SAMPLE.stat().st_size - 100))
    caught.value.record.save(path)
    assert Record.load(path) == caught.value.record


def tried(path: Path) -> RecordError | None:
    try:
        Record.load(path)
    except RecordError as error:
        return error
    return None


@pytest.mark.parametrize("damage", [b"?", b"", b'"', b"[", b"}"])
def test_a_record_damaged_in_its_middle_is_not_taken_for_one_that_was_cut_off(
    damage: bytes, tmp_path: Path
) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_bytes()
    for place in range(0, len(text) - 3, 17):
        path.write_bytes(text[:place] + damage + text[place + 1 :])
        outcome = tried(path)  # the damage may be in a name, which does no harm
        assert not isinstance(outcome, TruncatedRecordError)
        assert "\n" not in str(outcome)


@pytest.mark.parametrize(
    "moves", ["{", '{"a": [1', "7", '"', "null", "[1, 2", '[["E"], ["E"', "[[[[[[[", "[" * 9999]
)
def test_what_only_looks_like_the_beginning_of_a_record_is_refused(
    moves: str, tmp_path: Path
) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_text()
    for key in ('"moves": ', '"m\\u006fves": '):
        path.write_text(text[: text.index('"moves"')] + key + moves)
        with pytest.raises(RecordError) as caught:
            Record.load(path)
        assert "\n" not in str(caught.value)


def test_a_text_that_looks_like_moves_is_not_taken_for_them(tmp_path: Path) -> None:
    path, text = tmp_path / "game.json", SAMPLE.read_text()
    length = ends(SAMPLE)[4]
    for decoy in ('"moves": [', '"moves": [["N", 0, 0, null], ', "moves", "]]", "}]]"):
        message = f'"message": {json.dumps(decoy)}'
        path.write_text(text[:length].replace('"message": ""', message))
        with pytest.raises(TruncatedRecordError, match="recovered 5 moves"):
            Record.load(path)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_records_of_every_version_are_read(version: int) -> None:
    """Whoever raises VERSION adds a game that was saved by it, and keeps reading the older ones."""
    path = SAMPLES / f"version-{version}.json"
    assert json.loads(path.read_text())["version"] == version
    record = Record.load(path)
    assert record.moves
    assert any(move.thought for move in record.moves) == (version >= 2)
    assert all(move.nodes is None or move.nodes >= 0 for move in record.moves)


def test_older_pacgrids_of_the_same_version_find_all_they_read(tmp_path: Path) -> None:
    """Whoever takes something out of records, or changes its form, raises VERSION."""
    old = json.loads(SAMPLE.read_text())
    Record.load(SAMPLE).save(tmp_path / "game.json")
    new = json.loads((tmp_path / "game.json").read_text())
    assert {key: new[key] for key in old} == old


@pytest.mark.parametrize("damage", [b"", b'"'])
def test_a_record_without_moves_that_is_damaged_was_not_cut_off_either(
    damage: bytes, tmp_path: Path
) -> None:
    data = json.loads(SAMPLE.read_text()) | {"moves": [], "score": 0, "ending": "quit"}
    path, text = tmp_path / "game.json", json.dumps(data).encode()
    for place in range(0, len(text) - 3, 7):
        path.write_bytes(text[:place] + damage + text[place + 1 :])
        assert not isinstance(tried(path), TruncatedRecordError)


def test_of_a_game_that_was_taken_over_as_much_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = json.loads(SAMPLE.read_text()) | {"taken_over": 4}
    path.write_text(json.dumps({**data, "moves": data["moves"]}))
    for place, taken_over in ((1, 2), (5, 4)):
        with pytest.raises(TruncatedRecordError) as caught:
            Record.load(cut(tmp_path / "part.json", ends(path)[place], path))
        assert caught.value.record.taken_over == taken_over


def test_a_record_may_be_cut_within_a_letter(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = json.loads(SAMPLE.read_text())
    data["moves"][3][4:] = [{"trouble": "\N{SNOWMAN}"}]
    text = json.dumps(data, ensure_ascii=False).encode()
    snowman = text.index("\N{SNOWMAN}".encode())
    for length in range(snowman, snowman + 4):
        path.write_bytes(text[:length])
        error = tried(path)
        assert isinstance(error, TruncatedRecordError)
        assert len(error.record.moves) == 3
