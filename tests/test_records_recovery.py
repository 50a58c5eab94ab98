"""Records that were cut off, and records of older versions."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from pacgrid import Record
from pacgrid.records.record import VERSION, Ending, RecordError, TruncatedRecordError

SAMPLES = [Path(__file__).parent / f"records/version-{n}.json" for n in range(1, VERSION + 1)]
"""A saved game for every version there ever was."""
SAMPLE = SAMPLES[-1]
TEXT = SAMPLE.read_bytes()


def ends(text: bytes) -> list[int]:
    """Where each move ends in a record, in bytes."""
    lengths = (len(json.dumps(move)) for move in json.loads(text)["moves"])
    start = text.index(b'"moves": [') + len('"moves": [')
    return [end - 2 for end in accumulate((length + 2 for length in lengths), initial=start)][1:]


def refusal(text: bytes, folder: Path) -> RecordError | None:
    """The error, always one line, of loading a file with this text."""
    path = folder / "game.json"
    path.write_bytes(text)
    try:
        Record.load(path)
    except RecordError as caught:
        error = caught
    else:
        return None
    assert str(path) in str(error)
    assert "\n" not in str(error)
    return error


def recovered(text: bytes, folder: Path) -> Record:
    """What is left of a record that was cut off."""
    error = refusal(text, folder)
    assert isinstance(error, TruncatedRecordError)
    return error.record


@pytest.mark.parametrize("step", [43, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_record_cut_at_any_byte_keeps_its_complete_moves(
    sample: Path, step: int, tmp_path: Path
) -> None:
    whole, text = Record.load(sample), sample.read_bytes()
    states = list(whole.states())
    counts = set()
    for length in sorted({*range(0, len(text), step), ends(text)[0] - 1, *ends(text)}):
        error = refusal(text[:length], tmp_path)
        if not isinstance(error, TruncatedRecordError):
            assert error
            assert not counts, "a longer part must not be worth less"
            continue
        part = error.record
        count = len(part.moves)
        assert count == sum(end <= length for end in ends(text))
        assert part.moves == whole.moves[:count]
        assert part.score == states[count].score
        assert part.ending is (whole.ending if count == len(whole.moves) else Ending.QUIT)
        assert (part.layout, part.agents, part.seed) == (whole.layout, whole.agents, whole.seed)
        assert part.taken_over == min(whole.taken_over, count)
        counts.add(count)
    assert counts == set(range(len(whole.moves) + 1))


def test_the_message_says_how_many_moves_were_recovered(tmp_path: Path) -> None:
    first, second = ends(TEXT)[:2]
    for length, message in (
        (12, "is damaged or not a pacgrid record"),
        (TEXT.index(b"moves"), "truncated before its first move; nothing can be recovered"),
        (TEXT.index(b"[[") + 4, "truncated; recovered 0 moves"),
        (first + 3, "truncated; recovered 1 move"),
        (second + 3, "truncated; recovered 2 moves"),
    ):
        assert str(refusal(TEXT[:length], tmp_path)).endswith(f"game.json: {message}")


def test_a_recovered_game_can_be_saved_and_loaded(tmp_path: Path) -> None:
    record = recovered(TEXT[:-100], tmp_path)
    record.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json") == record


@pytest.mark.parametrize("damage", [b"?", b"", b'"', b"[", b"}"])
@pytest.mark.parametrize("step", [47, pytest.param(7, marks=pytest.mark.slow)])
def test_a_record_damaged_in_the_middle_was_not_cut_off(
    damage: bytes, step: int, tmp_path: Path
) -> None:
    data = json.loads(TEXT) | {"moves": [], "score": 0, "ending": "quit"}
    for text in (TEXT, json.dumps(data).encode()):
        for place in range(0, len(text) - 3, step):
            error = refusal(text[:place] + damage + text[place + 1 :], tmp_path)
            assert not isinstance(error, TruncatedRecordError)  # None: damage in a name is harmless


@pytest.mark.parametrize(
    "moves", ["{", '{"a": [1', "7", '"', "null", "[1, 2", '[["E"], ["E"', "[[[[[[[", "[" * 9999]
)
def test_moves_that_are_not_moves_are_refused(moves: str, tmp_path: Path) -> None:
    for key in ('"moves": ', '"m\\u006fves": '):
        assert refusal(TEXT[: TEXT.index(b'"moves"')] + (key + moves).encode(), tmp_path)


@pytest.mark.parametrize(
    "decoy", ['"moves": [', '"moves": [["N", 0, 0, null], ', "moves", "]]", "}]]"]
)
def test_a_text_that_looks_like_moves_is_not_taken_for_them(decoy: str, tmp_path: Path) -> None:
    message = f'"message": {json.dumps(decoy)}'.encode()
    text = TEXT[: ends(TEXT)[4]].replace(b'"message": ""', message)
    assert len(recovered(text, tmp_path).moves) == 5


def test_a_record_may_be_cut_within_a_letter(tmp_path: Path) -> None:
    data = json.loads(TEXT)
    data["moves"][3][4:] = [{"trouble": "\N{SNOWMAN}"}]
    text = json.dumps(data, ensure_ascii=False).encode()
    snowman = text.index("\N{SNOWMAN}".encode())
    for length in range(snowman, snowman + 4):
        assert len(recovered(text[:length], tmp_path).moves) == 3


def test_a_takeover_is_recovered_up_to_the_last_move(tmp_path: Path) -> None:
    data = json.loads(TEXT)
    text = json.dumps({"taken_over": 4, **data} | {"taken_over": 4}).encode()
    for move, taken_over in ((1, 2), (5, 4)):
        assert recovered(text[: ends(text)[move]], tmp_path).taken_over == taken_over


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_records_of_every_version_are_read(version: int) -> None:
    """Whoever raises VERSION adds a game that was saved by it, and keeps reading the older ones."""
    path = SAMPLES[version - 1]
    assert json.loads(path.read_text())["version"] == version
    record = Record.load(path)
    assert record.moves
    assert any(move.thought for move in record.moves) == (version >= 2)
    assert all(move.nodes is None or move.nodes >= 0 for move in record.moves)


def test_older_releases_with_the_same_version_find_all_they_read(tmp_path: Path) -> None:
    """Whoever removes a part of records or changes its form raises VERSION."""
    old = json.loads(TEXT)
    Record.load(SAMPLE).save(tmp_path / "game.json")
    new = json.loads((tmp_path / "game.json").read_text())
    assert {key: new[key] for key in old} == old
