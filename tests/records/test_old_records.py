"""Records of the versions 1 to 3, which were one JSON object."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.recorded import SAMPLES, loaded
from pacgrid import Record
from pacgrid.games.game_setup import Ending
from pacgrid.records.record_reader import RecordError, TruncatedRecordError

OLD = SAMPLES[:3]
TEXT = OLD[-1].read_bytes()


def recovered(text: bytes) -> Record:
    """What is left of a record that was cut off."""
    error = loaded(text)
    assert isinstance(error, TruncatedRecordError)
    return error.record


@pytest.mark.parametrize("version", [1, 2, 3])
def test_records_of_every_version_are_read(version: int) -> None:
    path = SAMPLES[version - 1]
    assert json.loads(path.read_text())["version"] == version
    record = Record.load(path)
    thoughts = [move.thought for move in record.moves if move.thought]
    assert bool(thoughts) == (version >= 2)
    assert any(thought.principal_variation for thought in thoughts) == bool(thoughts)
    assert all(thought.expanded for thought in thoughts)
    assert any(move.nodes for move in record.moves)


def test_the_game_is_the_same_in_every_version() -> None:
    assert Record.load(SAMPLES[3]) == Record.load(SAMPLES[2])


def test_a_record_may_be_indented() -> None:
    assert loaded(json.dumps(json.loads(TEXT), indent=1).encode()) == Record.load(OLD[-1])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": "x"}, ": seed: Input should be a valid integer"),
        ({"score": 99999}, ": score is 99999, but the moves give 526"),
        ({"ending": "bored"}, ": ending: Input should be "),
        ({"moves": 7}, ": moves: Input should be a valid list"),
        ({"moves": [7]}, ": moves.0: Input should be a valid dictionary"),
        ({"moves": [["E", 0]]}, ": moves.0.cpu_seconds: Field required"),
        ({"moves": [["X", 0, 0, None]]}, ": moves.0.action: unknown action 'X'"),
        ({"moves": [["N", 0, 0, None]]}, ": moves.0: Pac-Man can't play north"),
        ({"moves": [["E", 0, 0, None, {"looked": 1}]]}, ": moves.0.thought.expanded: Input"),
        ({"start": "", "layout": {"name": "", "rows": []}}, ": layout:1:1: "),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_in_one_line(
    changes: dict[str, Any], message: str
) -> None:
    error = loaded(json.dumps(json.loads(TEXT) | changes).encode())
    assert isinstance(error, RecordError)
    assert f"game.jsonl{message}" in str(error)


@pytest.mark.parametrize("step", [43, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sample", OLD, ids=lambda sample: sample.stem)
def test_a_record_cut_at_any_byte_keeps_its_complete_moves(sample: Path, step: int) -> None:
    whole, text = Record.load(sample), sample.read_bytes()
    first = text.index(b'"moves": [') + len('"moves": [')
    for length in range(first, len(text), step):
        part = recovered(text[:length])
        started = len(re.findall(rb'\["[NESW-]"', text[:length]))
        assert started - 1 <= len(part.moves) <= started
        assert part.moves == whole.moves[: len(part.moves)]
        assert part.ending is Ending.QUIT
    for length in range(0, first, step):
        error = loaded(text[:length])
        assert isinstance(error, RecordError)
        assert "not a pacgrid record" in str(error) or "before its first move" in str(error)


@pytest.mark.parametrize("damage", [b"?", b"", b'"', b"[", b"}"])
@pytest.mark.parametrize("step", [47, pytest.param(7, marks=pytest.mark.slow)])
def test_a_record_damaged_in_the_middle_was_not_cut_off(damage: bytes, step: int) -> None:
    data = json.loads(TEXT) | {"moves": [], "score": 0, "ending": "quit"}
    for text in (TEXT, json.dumps(data).encode()):
        for at in range(0, len(text) - 3, step):
            result = loaded(text[:at] + damage + text[at + 1 :])
            assert not isinstance(result, TruncatedRecordError)  # damage in a name is harmless


@pytest.mark.parametrize(
    "moves", ["{", '{"a": [1', "7", '"', "null", "[1, 2", '[["E"], ["E"', "[[[[[[[", "[" * 9999]
)
def test_moves_of_the_wrong_type_are_refused(moves: str) -> None:
    for key in ('"moves": ', '"m\\u006fves": '):
        text = TEXT[: TEXT.index(b'"moves"')] + (key + moves).encode()
        assert isinstance(loaded(text), RecordError)


def test_a_record_may_be_cut_within_a_letter() -> None:
    data = json.loads(TEXT)
    data["moves"][3][4:] = [{"trouble": "\N{SNOWMAN}"}]
    text = json.dumps(data, ensure_ascii=False).encode()
    snowman = text.index("\N{SNOWMAN}".encode())
    for length in range(snowman, snowman + 4):
        assert len(recovered(text[:length]).moves) == 3
