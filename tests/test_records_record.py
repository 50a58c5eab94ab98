import json
import os
import pickle
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from pacgrid import Action, Agent, Game, Layout, Limits, Record, Report, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.reflex import Reflex
from pacgrid.records.record import Ending, Move, RecordError, drawn_layout
from pacgrid.records.thought import Thought

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


ENDGAME = State.parse("""
    %%%%%%%
    %  P1.%
    %% %  %
    %.   2%
    %%%%%%%
    score: 12
    to move: Pac-Man
    ghost 1: (4.5, 3) west, scared 39, home (5, 3)
    ghost 2: (5, 1) north, home (1, 1)
    food under: (3, 3)
""")


def endgame(seed: int = 0) -> Record:
    agents = [Reflex(), RandomAgent(), RandomAgent()]
    return play(drawn_layout(ENDGAME, "end"), agents, seed=seed, start=ENDGAME)


def test_a_game_from_a_position_is_kept_with_it(tmp_path: Path) -> None:
    record = endgame()
    assert next(record.states()) == ENDGAME
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert (again.start, again.layout.name) == (ENDGAME, "end")
    assert [*again.states()] == [*record.states()]
    assert str(again.layout) in str(ENDGAME)


def test_records_without_a_position_are_read_by_older_versions_too(
    record: Record, tmp_path: Path
) -> None:
    for game, version in ((record, 2), (endgame(), 3)):
        game.save(tmp_path / "game.json")
        data = json.loads((tmp_path / "game.json").read_text())
        assert (data["version"], "start" in data) == (version, version == 3)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (str(ENDGAME).replace("to move: Pac-Man", "to move: ghost 1"), "Pac-Man must be to move"),
        ("%%%%%\n%P.1%\n%%%%%", "start: has 2 agents, not 3"),
        ("%%%%%\n%P.?%\n%%%%%", "in the layout of "),
    ],
)
def test_a_position_that_no_such_game_can_start_from_is_refused(
    tmp_path: Path, start: str, message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        Record.load(saved(endgame(), tmp_path / "game.json", start=start))


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
        ({"version": 99}, "record version 99 is newer than 3; upgrade pacgrid"),
        ({"seed": "x"}, "seed: Input should be a valid integer"),
        ({"ending": "bored"}, "ending: Input should be "),
        ({"agents": []}, "a game needs at least one agent"),
        ({"agents": ["a"] * 7}, "the layout has room for 3 agents, not 7"),
        ({"score": 99999}, "score is 99999, but the moves give "),
        ({"ending": "won"}, "ending is won, but the moves end otherwise"),
        ({"ending": "quit"}, "ending is quit, but the moves end otherwise"),
        ({"moves": []}, "but the moves give 0"),
        ({"forfeit": 2}, "forfeit is 2, but ending is caught"),
        ({"moves": [["X", 0, 0, None]]}, "moves.0.0: Input should be 'N', 'E', 'S', 'W' or '-'"),
        ({"moves": [["N", 0, 0, None]]}, "move 1 is illegal: Pac-Man can't play north"),
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.json")
    with pytest.raises(RecordError, match=r"game\.json: can't be read: not a regular file"):
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
    assert again.message.startswith("ValueError: oops (test_records_record.py")
    assert "raise ValueError" in again.details


def rounded(record: Record) -> Record:
    """The record with its seconds as they are saved."""
    moves = (
        replace(move, seconds=round(move.seconds, 6), cpu_seconds=round(move.cpu_seconds, 6))
        for move in record.moves
    )
    return replace(record, moves=tuple(moves))


@pytest.mark.parametrize("pacman", [AlphaBeta, Reflex, Expectimax, RandomAgent])
def test_what_agents_thought_is_saved_to_the_last_digit(
    pacman: type[Agent], tmp_path: Path
) -> None:
    agents = [pacman(), Reflex(), AlphaBeta(depth=1, evaluation="score")]
    record = play(HUNT, agents, seed=3, limits=Limits(rounds=8), thoughts=True)
    assert any(move.thought for move in record.moves)
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again == rounded(record)
    assert [list(m.thought.expanded) for m in again.moves if m.thought] == [
        list(m.thought.expanded) for m in record.moves if m.thought
    ]


def test_a_stranger_can_report_nothing_that_is_not_read_again(tmp_path: Path) -> None:
    class Odd(RandomAgent):
        def act(self, state: State) -> Action:
            self.report = Report(
                values={Action.NORTH: inf, Action.EAST: -inf, Action.STOP: nan},
                principal_variation=[Action.NORTH] * 9,
                features={"a \ud800 \n\x1b": 10**400, "]]}": 1, '"moves": [': 2},
            )
            return super().act(state)

        def explain(self, state: State, action: Action) -> None:
            raise ValueError('"moves": [ \ud800 ]]}')

    record = play(HUNT, [Odd()], seed=3, limits=Limits(rounds=9), thoughts=True)
    path = tmp_path / "game.json"
    record.save(path)
    assert "Infinity" not in path.read_text()
    assert Record.load(path) == rounded(record)
    assert record.moves[0].thought
    assert record.moves[0].thought.trouble.startswith('ValueError: "moves": [')


def test_who_took_over_and_when_is_kept(tmp_path: Path, record: Record) -> None:
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    game = Game(HUNT, agents, seed=3, played=record.moves[:4])
    game.step()
    game.record.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json").taken_over == 4


def test_records_and_their_thoughts_are_sent_between_processes() -> None:
    record = play(HUNT, [Reflex()], limits=Limits(rounds=3), thoughts=True)
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(pickle.loads(pickle.dumps(record.moves))) == hash(record.moves)


def thinking(**thought: object) -> dict[str, Any]:
    """Changes that leave a record one move, with that thought."""
    moves = [["E", 0, 0, None, thought]]
    return {"moves": moves, "agents": ["a"], "score": -1, "ending": "quit", "forfeit": None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (thinking(values={"X": 1}), "moves.0.4.values.X.[key]: Input should be 'N', 'E', 'S', 'W'"),
        (thinking(values={"E": "much"}), "moves.0.4.values.E: Input should be a valid number"),
        (thinking(values={"E": nan}), "moves.0.4.values.E: Input should be a finite number"),
        (thinking(features={"food": inf}), "moves.0.4.features.food: Input should be a finite"),
        (thinking(line="EX"), "moves.0.4: unknown action 'X'; use N, E, S, W, -"),
        (thinking(looked=[[1, 2]]), "moves.0.4.looked.0.2: Field required"),
        (thinking(depths="deep"), "moves.0.4.depths: Input should be a valid list"),
        (thinking(depths=[3, 0]), "moves.0.4: counts in depths and looked must be positive"),
        (thinking(looked=[[1, 1, -2]]), "moves.0.4: counts in depths and looked must be positive"),
        (thinking(trouble=7), "moves.0.4.trouble: Input should be a valid string"),
        (thinking() | {"taken_over": 2}, "taken_over is 2, but there are 1 moves"),
        (thinking() | {"taken_over": -1}, "taken_over must not be negative"),
        ({"moves": [["E", 0, 0, None, {}, 1]]}, "moves.0: NamedTuple should have at most 5 items"),
        ({"moves": [["E", 0, 0]]}, "moves.0.3: Field required"),
        ({"moves": [["E", 0, 0, None, [1]]]}, "moves.0.4: Input should be a dictionary"),
        ({"moves": [["E", nan, 0, None]]}, "moves.0.1: Input should be a finite number"),
    ],
)
def test_a_damaged_thought_is_refused_in_one_line(
    record: Record, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = saved(record, tmp_path / "game.json", **changes)
    with pytest.raises(RecordError) as caught:
        Record.load(path)
    assert f"{path}: {message}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_a_thought_says_that_cannot_be_is_left_out(record: Record, tmp_path: Path) -> None:
    changes = thinking(values={"N": 5, "E": 1}, line="EEN", looked=[[99, 3, 1], [2, 3, 4]])
    (move,) = Record.load(saved(record, tmp_path / "game.json", **changes)).moves
    east = Action.EAST
    assert move.thought == Thought({east: 1}, (east, east), expanded={(2, 3): 4})
    changes = thinking(values={"N": 5}, more="of a later pacgrid")
    (move,) = Record.load(saved(record, tmp_path / "game.json", **changes)).moves
    assert move.thought is None


LANE = ["%%%%%%%", "%P . 1%", "%%%%%%%"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["%%%%%%%", "%P%. 1%", "%%%%%%%"], "move 1 is illegal: Pac-Man can't play east: Pac"),
        (["%%%%%%%", "%P . %1", "%%%%%%%"], "2:7: the border is open; write % here"),
        (["%%%%%%%", "%P .%1%", "%%%%%%%"], "move 2 is illegal: ghost 1 can't play west"),
        (["%%%%%%%", "%P .  %", "%%%%%%%"], "the layout has room for 1 agents, not 2"),
        (["%%%%%%%", "%  . 1%", "%%%%%%%"], "1:1: no Pac-Man"),
        (["%%%%%%%", "%P   1%", "%%%%%%%"], "1:1: no food"),
        (["%%%%%%%", "%P.. 1%", "%%%%%%%"], "score is 508, but the moves give 518"),
        (["%%%%%%%", "%P ..1%", "%%%%%%%"], "score is 508, but the moves give 8"),
        (["%%%%%%%", "%P. 1 %", "%%%%%%%"], "move 2 is illegal: ghost 1 can't play west"),
        (["%%%%%%%", "%P1 . %", "%%%%%%%"], "move 2 is illegal: ghost 1 can't play west: the"),
        (["%%%%%%%", "P  . 1%", "%%%%%%%"], "2:1: the border is open; write % here"),
        (["%%%%%%%", "%P . 1%", "%%%%%%"], "3:7: "),
        ([], "1:1: "),
    ],
)
def test_a_record_whose_layout_no_longer_fits_is_refused_in_one_line(
    rows: list[str], message: str, tmp_path: Path
) -> None:
    moves = tuple(Move(action, 0, 0) for action in (Action.EAST, Action.WEST, Action.EAST))
    record = Record(Layout.parse("\n".join(LANE)), ("a", "b"), 0, moves, 508, Ending.WON)
    path = saved(record, tmp_path / "game.json")
    assert Record.load(path) == record
    saved(record, path, layout={"name": "lane", "rows": rows})
    with pytest.raises(RecordError) as caught:
        Record.load(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_may_be_taken_over_and_left_at_once(tmp_path: Path, record: Record) -> None:
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    game = Game(HUNT, agents, seed=3, played=record.moves[:4])
    game.record.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json").taken_over == 4


def test_an_agents_own_moves_are_those_since_it_took_over(record: Record) -> None:
    seats, moves = len(record.agents), record.moves
    assert len(moves) > 3 * seats
    for taken_over in range(2 * seats + 1):
        branch = replace(record, taken_over=taken_over)
        for agent in range(seats):
            own = [n for n in range(taken_over, len(moves)) if n % seats == agent]
            assert branch.moves_of(agent) == tuple(moves[n] for n in own)
