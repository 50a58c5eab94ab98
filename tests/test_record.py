import json
from pathlib import Path
from typing import Any

import pytest

from pacgrid import Game, Layout, Record, State, play
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.reflex import Reflex
from pacgrid.record import RecordError

HUNT = Layout.parse("%%%%%%%%%%\n%Po...o..%\n% %%.%%..%\n%1  ..  2%\n%%%%%%%%%%", source="hunt.lay")


@pytest.fixture
def record() -> Record:
    return play(HUNT, [RandomAgent(), Reflex(evaluation="score"), RandomAgent()], seed=5)


def test_a_saved_record_is_loaded_as_it_was(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record.save(path)
    again = Record.load(path)
    assert again.layout == record.layout
    assert again.layout.name == "hunt"
    assert [move.action for move in again.moves] == [move.action for move in record.moves]
    assert (again.agents, again.seed) == (("RandomAgent", "Reflex", "RandomAgent"), 5)
    assert (again.score, again.ending, again.won) == (record.score, record.ending, record.won)
    assert again.moves[1].nodes == record.moves[1].nodes
    again.save(path)
    assert Record.load(path) == again


def test_a_record_replays_to_the_identical_states(tmp_path: Path) -> None:
    game = Game(HUNT, [RandomAgent(), RandomAgent(), RandomAgent()], seed=3)
    seen = [game.state]
    while game.step():
        seen.append(game.state)
    game.record.save(tmp_path / "game.json")
    replayed: list[State] = list(Record.load(tmp_path / "game.json").states())
    assert replayed == seen


def saved(record: Record, path: Path, **changes: Any) -> Path:
    record.save(path)
    data = json.loads(path.read_text())
    data.update(changes)
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "chess game"}, "is not a pacgrid record"),
        ({"version": 99}, "has version 99 and this pacgrid reads 1; upgrade it"),
        ({"seed": "x"}, "seed: Input should be a valid integer"),
        ({"ending": "bored"}, "ending: Input should be "),
        ({"agents": []}, "a game has at least one agent"),
        ({"agents": ["a"] * 7}, "the layout has room for 3 agents, not 7"),
        ({"score": 99999}, "score: says 99999, and the moves come to "),
        ({"ending": "won"}, "ending: says won, and the moves don't end so"),
        ({"ending": "quit"}, "ending: says quit, and the moves don't end so"),
        ({"moves": []}, "and the moves come to 0"),
        ({"forfeit": 2}, "forfeit: says 2, and the ending is caught"),
        ({"moves": [["X", 0, 0, None]]}, "moves.0.0: Input should be 'N', 'E', 'S', 'W' or '-'"),
        ({"moves": [["N", 0, 0, None]]}, "move 1 can't be played: Pac-Man can't play north"),
        ({"layout": {"name": "x", "rows": ["%%%%", "%P?%", "%%%%"]}}, "2:3: unknown character '?'"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(
    record: Record, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = saved(record, tmp_path / "game.json", **changes)
    with pytest.raises(RecordError) as caught:
        Record.load(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[1]", b"[" * 99999])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a pacgrid record"):
        Record.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read: No such file"):
        Record.load(tmp_path / "game.json")


def test_a_record_that_cannot_be_written_leaves_nothing_behind(
    record: Record, tmp_path: Path
) -> None:
    with pytest.raises(RecordError, match="can't be written"):
        record.save(tmp_path / "missing" / "game.json")
    (tmp_path / "taken.json").mkdir()
    with pytest.raises(RecordError, match="can't be written"):
        record.save(tmp_path / "taken.json")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.json"]


def test_a_forfeit_is_kept(tmp_path: Path) -> None:
    class Broken(RandomAgent):
        def act(self, state: State) -> Any:
            raise ValueError("oops")

    record = play(HUNT, [RandomAgent(), Broken(), RandomAgent()])
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again.forfeit == 1
    assert again.won
    assert again.message.startswith("ValueError: oops (test_record.py")
    assert "raise ValueError" in again.details
