"""Files that are not records, break the rules, or were cut off."""

import json
import os
import re
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import layouts
from helpers.recorded import SAMPLES, loaded
from pacgrid import Action, Layout, Limits, Record, play
from pacgrid.agents.reflex import Reflex
from pacgrid.errors import RecordError
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records import record_reader
from pacgrid.records.record import record_lines
from pacgrid.records.record_reader import VERSION
from pacgrid.records.thought import LARGEST, Move, Thought

E, W = Action.EAST, Action.WEST
LANE = Record(
    PacmanSetup(Layout(("%%%%%%%", "%P . 1%", "%%%%%%%"), "lane"), 2),
    *(("a", "b"), 0, tuple(Move(action, 0, 0) for action in (E, W, E)), 508, Ending.WON),
)
LAST = 5
"""The line of its result."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def edited(path: Path, line: int, changes: dict[str, Any], *, moves: int = 3) -> Path:
    """The record of LANE, or of its first moves, with changes in one line."""
    LANE.save(path)
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    lines[line - 1] |= changes
    kept = [*lines[: 1 + moves], lines[-1]]
    path.write_text("".join(json.dumps(values) + "\n" for values in kept))
    return path


def layout(*rows: str) -> dict[str, Any]:
    return {"layout": {"name": "lane", "rows": rows}}


def thought(**thought: object) -> dict[str, Any]:
    return {"thought": thought}


START = "%%%%%%%\n%P . 1%\n%%%%%%%\nto move: ghost 1"


@pytest.mark.parametrize(
    ("line", "changes", "message"),
    [
        (1, {"format": "chess game"}, ": is not a pacgrid record"),
        (1, {"version": 99}, ": record version 99 is newer than 5; upgrade pacgrid"),
        (1, {"version": 4}, ": record version 4 is older than 5; play it again"),
        (1, {"seed": "x"}, ":1: seed: Input should be a valid integer"),
        (1, {"agents": []}, ":1: agents: List should have at least 1 item"),
        (1, {"agents": ["a"] * 7}, ":1: layout: this layout takes 1 to 2 agents, not 7"),
        (1, {"taken_over": 4}, ":5: taken_over is 4, but there are 3 moves"),
        (1, {"taken_over": -1}, ":1: taken_over: Input should be greater than or equal to 0"),
        (5, {"ending": "bored"}, ":5: ending: Input should be "),
        (5, {"score": 99999}, ":5: score is 99999, but the moves give 508"),
        (5, {"ending": "caught"}, ":5: ending is caught, but the moves end otherwise"),
        (5, {"ending": "quit"}, ":5: ending is quit, but the moves end otherwise"),
        (5, {"forfeit": 1}, ":5: forfeit is 1, but ending is won"),
        (2, {"action": "X"}, ":2: action: unknown action 'X'; use N, E, S, W, -"),
        (2, {"action": ["E"]}, ":2: action: unknown action ['E']; use N, E, S, W, -"),
        (2, {"action": "N"}, ":2: Pac-Man can't play north"),
        (4, {"action": "N"}, ":4: Pac-Man can't play north"),
        (3, {"seconds": nan}, ":3: seconds: Input should be a finite number"),
        (3, {"seconds": -1}, ":3: seconds: Input should be greater than or equal to 0"),
        (3, {"nodes": "few"}, ":3: nodes: Input should be a valid integer"),
        (3, {"ending": "won", "action": None}, ":3: action: unknown action None"),
        # Enormous numbers and names
        (1, {"seed": 10**400}, ":1: seed: "),
        (1, {"agents": ["a", "b" * 5000]}, ":1: agents.1: "),
        (1, {"layout": {"name": "x" * 5000, "rows": []}}, ":1: layout.name: "),
        (1, {"taken_over": 10**400}, ":1: taken_over: "),
        (2, {"nodes": -(10**400)}, ":2: nodes: "),
        (LAST, {"score": 10**400}, f":{LAST}: score: "),
        (LAST, {"forfeit": 10**400}, f":{LAST}: forfeit: "),
        # Thoughts
        (2, thought(values={"E": "much"}), ":2: thought.values.E: Input should be a valid number"),
        (2, thought(values={"E": nan}), ":2: thought.values.E: Input should be a finite number"),
        (2, thought(features={"a": inf}), ":2: thought.features.a: Input should be a finite"),
        (2, thought(details={"a": inf}), ":2: thought.details.a: Input should be a finite"),
        (2, thought(expanded=[[1, 2]]), ":2: thought.expanded.0.2: Field required"),
        (2, thought(expanded=[[1, 1, -2]]), ":2: thought.expanded.0.2: Input should be greater"),
        (2, thought(depths="deep"), ":2: thought.depths: Input should be a valid list"),
        (2, thought(depths=[3, 0]), ":2: thought.depths.1: Input should be greater than 0"),
        (2, thought(trouble=7), ":2: thought.trouble: Input should be a valid string"),
        (2, {"thought": [1]}, ":2: thought: Input should be a valid dictionary"),
        # Layouts
        (1, layout("%%%%%%%", "%P%. 1%", "%%%%%%%"), ":2: Pac-Man can't play east"),
        (1, layout("%%%%%%%", "%P .%1%", "%%%%%%%"), ":3: ghost 1 can't play west"),
        (1, layout("%%%%%%%", "%P . %1", "%%%%%%%"), ":1: layout:2:7: the border is open"),
        (
            1,
            layout("%%%%%%%", "%P .  %", "%%%%%%%"),
            ":1: layout: this layout takes 1 to",
        ),
        (1, layout("%%%%%%%", "%  . 1%", "%%%%%%%"), ":1: layout:1:1: no Pac-Man"),
        (1, layout("%%%%%%%", "%P   1%", "%%%%%%%"), ":1: layout:1:1: no food"),
        (1, layout("%%%%%%%", "%P.. 1%", "%%%%%%%"), ":5: score is 508, but the moves give 518"),
        (1, layout("%%%%%%%", "%P ..1%", "%%%%%%%"), ":5: score is 508, but the moves give 8"),
        (1, layout("%%%%%%%", "%P ? 1%", "%%%%%%%"), ":1: layout:2:4: unknown character '?'"),
        (1, layout("%%%%%%%", "%P . 1%", "%%%%%%"), ":1: layout:3:7: "),
        (1, layout(), ":1: layout:1:1: "),
        # Positions
        (1, {"start": START}, ":1: start: Pac-Man must be to move"),
        (1, {"start": "%%%%%\n%P .%\n%%%%%"}, ":1: start: this position has 1 agents, not 2"),
        (1, {"start": START.replace("P", "?")}, ":1: start:2:2: unknown character '?'"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_in_one_short_line(
    line: int, changes: dict[str, Any], message: str, path: Path
) -> None:
    assert Record.load(edited(path, 1, {})) == LANE
    with pytest.raises(RecordError, match=f"^{re.escape(str(path) + message)}.{{,140}}$"):
        Record.load(edited(path, line, changes))


def test_a_result_must_fit_the_moves(path: Path) -> None:
    for forfeit in (None, 2):
        changes = {"score": -1, "ending": "agent failed", "forfeit": forfeit}
        with pytest.raises(RecordError, match=f":3: forfeit is {forfeit}, but ending is agent"):
            Record.load(edited(path, LAST, changes, moves=1))


def test_a_saved_thought_is_cut_like_a_report_and_loses_impossible_parts(path: Path) -> None:
    odd = {"values": {"N": 5, "E": 1, "X": 2}, "principal_variation": ["E", "X"], "later": 1}
    changes = thought(**odd, expanded=[[99, 3, 1], [2, 1, 4]])
    move = Record.load(edited(path, 2, changes)).moves[0]
    assert move.thought == Thought({E: 1}, (E,), expanded={(2, 1): 4})
    assert Record.load(edited(path, 2, thought(values={"N": 5}))).moves[0].thought is None
    names = {f"{number} {'x' * 99}": 1 for number in range(99)}
    changes = thought(values={"E": 1e305}, features=names, trouble="two\nlines", depths=[1])
    saved = Record.load(edited(path, 2, changes)).moves[0].thought
    assert (saved.values, len(saved.features), saved.trouble) == ({E: LARGEST}, 24, "two lines")
    assert all(len(name) == 40 for name in saved.features)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b"[1]", b"[" * 99999, b"null\n", b"{}\n" * 3]
)
def test_a_file_that_is_not_a_record_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a pacgrid record"):
        Record.load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_missing_file_and_a_pipe_are_refused_at_once(path: Path) -> None:
    with pytest.raises(RecordError, match=r"game\.jsonl: can't be read: No such file"):
        Record.load(path)
    os.mkfifo(path)
    with pytest.raises(RecordError, match=r"game\.jsonl: can't be read: not a regular file"):
        Record.load(path)


# Files that were cut off or damaged.


@st.composite
def records(draw: st.DrawFn) -> Record:
    """The record of a short game on a random board, with odd names and texts."""
    board = draw(layouts())
    agents = [Reflex() for _ in range(1 + len(board.ghosts))]
    limits = Limits(rounds=draw(st.integers(0, 4)))
    record = play(board, agents, limits=limits, thoughts=draw(st.booleans()))
    names = draw(st.tuples(*[st.text()] * len(agents)))
    seconds = st.floats(0, 9).map(lambda number: round(number, 6))
    moves = (
        replace(move, seconds=draw(seconds), cpu_seconds=draw(seconds)) for move in record.moves
    )
    return replace(record, agents=names, moves=tuple(moves), message=draw(st.text()))


@given(records(), st.data())
def test_a_record_cut_at_any_byte_is_refused(record: Record, data: st.DataObject) -> None:
    text = "".join(record_lines(record)).encode()
    assert loaded(text) == record
    ends = [match.start() for match in re.finditer(b"\n", text)]
    length = data.draw(st.integers(0, ends[-1] - 1) | st.sampled_from(ends[:-1]))
    assert isinstance(loaded(text[:length]), RecordError)


def test_a_record_with_too_many_moves_is_refused_at_the_first_of_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LANE.save(path)
    monkeypatch.setattr(record_reader, "MAX_MOVES", 3)
    found = loaded(path.read_bytes())
    assert getattr(found, "record", found).moves == LANE.moves
    monkeypatch.setattr(record_reader, "MAX_MOVES", 2)
    with pytest.raises(RecordError, match=re.escape(f"{path}:4: more than 2 moves; save a game ")):
        Record.load(path)


def test_a_record_is_not_read_beyond_a_size_or_the_length_of_a_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LANE.save(path)
    size = path.stat().st_size
    monkeypatch.setattr(record_reader, "MAX_BYTES", size - 1)
    with pytest.raises(RecordError, match=f"can't be read: larger than {size - 1:,} bytes"):
        Record.load(path)
    monkeypatch.setattr(record_reader, "MAX_BYTES", size)
    monkeypatch.setattr(record_reader, "MAX_LINE_BYTES", size)
    assert loaded(path.read_bytes()) == LANE
    header, _, rest = path.read_text().partition("\n")
    path.write_text(f"{header}\n{' ' * size}{rest}")
    monkeypatch.setattr(record_reader, "MAX_BYTES", 2 * size)
    with pytest.raises(RecordError, match=re.escape(f"{path}:2: longer than {size} bytes; leave ")):
        Record.load(path)


@pytest.mark.parametrize(
    "damaged",
    ["[" * 200_000, '{"a":' * 200_000, "9" * 6000, '{"action": "E'],
)
def test_json_that_is_damaged_too_deep_or_too_large_is_no_json(path: Path, damaged: str) -> None:
    LANE.save(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], damaged, *lines[2:]]))
    with pytest.raises(RecordError, match=r"game\.jsonl:2: is not valid JSON$"):
        Record.load(path)


def test_a_saved_record_has_everything_that_older_releases_read(path: Path) -> None:
    """If you remove a part of records or change its form, raise VERSION."""
    sample = SAMPLES[-1]
    assert json.loads(sample.read_bytes().split(b"\n")[0])["version"] == VERSION
    Record.load(sample).save(path)
    new = map(json.loads, path.read_text().splitlines())
    old = map(json.loads, sample.read_text().splitlines())
    for new_line, old_line in zip(new, old, strict=True):
        assert new_line | old_line == new_line
