import json
import os
import pickle
import re
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
E, W = Action.EAST, Action.WEST
LANE = Record(
    Layout(("%%%%%%%", "%P . 1%", "%%%%%%%"), "lane"),
    *(("a", "b"), 0, tuple(Move(action, 0, 0) for action in (E, W, E)), 508, Ending.WON),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def record() -> Record:
    return play(HUNT, [RandomAgent(), Reflex(evaluation="score"), RandomAgent()], seed=5)


def rounded(record: Record) -> Record:
    """The record with its seconds rounded as in a file."""
    moves = (
        replace(move, seconds=round(move.seconds, 6), cpu_seconds=round(move.cpu_seconds, 6))
        for move in record.moves
    )
    return replace(record, moves=tuple(moves))


def reloaded(record: Record, path: Path) -> Record:
    record.save(path)
    return Record.load(path)


def edited(record: Record, path: Path, changes: dict[str, Any]) -> Path:
    """Save the record with `changes` in its JSON."""
    record.save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return path


# Saving and loading.


def test_a_saved_record_loads_unchanged(record: Record, path: Path) -> None:
    again = reloaded(record, path)
    assert again == rounded(record)
    assert (again.layout.name, again.seed) == ("hunt", 5)
    assert again.agents == ("RandomAgent", "Reflex", "RandomAgent")


@pytest.mark.parametrize("pacman", [AlphaBeta, Reflex, Expectimax, RandomAgent])
def test_thoughts_are_saved_to_the_last_digit(pacman: type[Agent], path: Path) -> None:
    agents = [pacman(), Reflex(), AlphaBeta(depth=1, evaluation="score")]
    record = play(HUNT, agents, seed=3, limits=Limits(rounds=8), thoughts=True)
    assert any(move.thought for move in record.moves)
    again = reloaded(record, path)
    assert again == rounded(record)
    assert [list(m.thought.expanded) for m in again.moves if m.thought] == [
        list(m.thought.expanded) for m in record.moves if m.thought
    ]


def test_a_record_replays_to_the_same_states(path: Path) -> None:
    game = Game(HUNT, [RandomAgent(), RandomAgent(), RandomAgent()], seed=3)
    states = [game.state]
    while game.step():
        states.append(game.state)
    assert [*reloaded(game.record, path).states()] == states


def test_a_game_from_a_position_is_saved_with_that_position(record: Record, path: Path) -> None:
    agents = [Reflex(), RandomAgent(), RandomAgent()]
    endgame = play(drawn_layout(ENDGAME, "end"), agents, start=ENDGAME)
    again = reloaded(endgame, path)
    assert (next(endgame.states()), again.start, again.layout.name) == (ENDGAME, ENDGAME, "end")
    assert [*again.states()] == [*endgame.states()]
    assert str(again.layout) in str(ENDGAME)
    for game, version in ((record, 2), (endgame, 3)):  # others can still be read by older versions
        data = json.loads(edited(game, path, {}).read_text())
        assert (data["version"], "start" in data) == (version, version == 3)


def test_a_forfeit_is_saved(path: Path) -> None:
    class Broken(RandomAgent):
        def act(self, state: State) -> Any:
            raise ValueError("oops")

    again = reloaded(play(HUNT, [RandomAgent(), Broken(), RandomAgent()]), path)
    assert (again.forfeit, again.won) == (1, True)
    assert again.message.startswith("ValueError: oops (test_records_record.py")
    assert "raise ValueError" in again.details


def test_whatever_an_agent_reports_can_be_loaded_again(path: Path) -> None:
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
    assert reloaded(record, path) == rounded(record)
    assert "Infinity" not in path.read_text()
    assert record.moves[0].thought
    assert record.moves[0].thought.trouble.startswith('ValueError: "moves": [')


def test_a_record_with_thoughts_can_be_pickled() -> None:
    record = play(HUNT, [Reflex()], limits=Limits(rounds=3), thoughts=True)
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(pickle.loads(pickle.dumps(record.moves))) == hash(record.moves)


@pytest.mark.parametrize("steps", [0, 1])
def test_a_takeover_is_saved(steps: int, record: Record, path: Path) -> None:
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    game = Game(HUNT, agents, seed=3, played=record.moves[:4])
    for _ in range(steps):
        game.step()
    assert reloaded(game.record, path).taken_over == 4


def test_an_agents_own_moves_are_those_since_it_took_over(record: Record) -> None:
    agents, moves = len(record.agents), record.moves
    assert len(moves) > 3 * agents
    for taken_over in range(2 * agents + 1):
        branch = replace(record, taken_over=taken_over)
        for agent in range(agents):
            own = [n for n in range(taken_over, len(moves)) if n % agents == agent]
            assert branch.moves_of(agent) == tuple(moves[n] for n in own)


# Bad files.


def layout(*rows: str) -> dict[str, Any]:
    return {"layout": {"name": "lane", "rows": rows}}


def thought(**thought: object) -> dict[str, Any]:
    """Changes that leave one move, with this thought."""
    return {"moves": [["E", 0, 0, None, thought]], "score": -1, "ending": "quit"}


POSITIVE = "moves.0.4: counts in depths and looked must be positive"
START = "%%%%%%%\n%P . 1%\n%%%%%%%\nto move: ghost 1"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "chess game"}, "is not a pacgrid record"),
        ({"version": 99}, "record version 99 is newer than 3; upgrade pacgrid"),
        ({"seed": "x"}, "seed: Input should be a valid integer"),
        ({"ending": "bored"}, "ending: Input should be "),
        ({"agents": []}, "a game needs at least one agent"),
        ({"agents": ["a"] * 7}, "the layout has room for 2 agents, not 7"),
        ({"score": 99999}, "score is 99999, but the moves give 508"),
        ({"ending": "caught"}, "ending is caught, but the moves end otherwise"),
        ({"ending": "quit"}, "ending is quit, but the moves end otherwise"),
        ({"moves": []}, "score is 508, but the moves give 0"),
        ({"forfeit": 1}, "forfeit is 1, but ending is won"),
        (thought() | {"ending": "agent failed"}, "forfeit is None, but ending is agent failed"),
        (thought() | {"ending": "agent failed", "forfeit": 2}, "forfeit is 2, but ending is agent"),
        ({"moves": [["X", 0, 0, None]]}, "moves.0.0: Input should be 'N', 'E', 'S', 'W' or '-'"),
        ({"moves": [["N", 0, 0, None]]}, "move 1 is illegal: Pac-Man can't play north"),
        # Thoughts
        (thought(values={"X": 1}), "moves.0.4.values.X.[key]: Input should be 'N', 'E', 'S', 'W'"),
        (thought(values={"E": "much"}), "moves.0.4.values.E: Input should be a valid number"),
        (thought(values={"E": nan}), "moves.0.4.values.E: Input should be a finite number"),
        (thought(features={"food": inf}), "moves.0.4.features.food: Input should be a finite"),
        (thought(line="EX"), "moves.0.4: unknown action 'X'; use N, E, S, W, -"),
        (thought(looked=[[1, 2]]), "moves.0.4.looked.0.2: Field required"),
        (thought(depths="deep"), "moves.0.4.depths: Input should be a valid list"),
        (thought(depths=[3, 0]), POSITIVE),
        (thought(looked=[[1, 1, -2]]), POSITIVE),
        (thought(trouble=7), "moves.0.4.trouble: Input should be a valid string"),
        (thought() | {"taken_over": 2}, "taken_over is 2, but there are 1 moves"),
        (thought() | {"taken_over": -1}, "taken_over must not be negative"),
        ({"moves": [["E", 0, 0, None, {}, 1]]}, "moves.0: NamedTuple should have at most 5 items"),
        ({"moves": [["E", 0, 0]]}, "moves.0.3: Field required"),
        ({"moves": [["E", 0, 0, None, [1]]]}, "moves.0.4: Input should be a dictionary"),
        ({"moves": [["E", nan, 0, None]]}, "moves.0.1: Input should be a finite number"),
        # Layouts
        (layout("%%%%%%%", "%P%. 1%", "%%%%%%%"), "move 1 is illegal: Pac-Man can't play east: P"),
        (layout("%%%%%%%", "%P . %1", "%%%%%%%"), ":2:7: the border is open; write % here"),
        (layout("%%%%%%%", "%P .%1%", "%%%%%%%"), "move 2 is illegal: ghost 1 can't play west"),
        (layout("%%%%%%%", "%P .  %", "%%%%%%%"), "the layout has room for 1 agents, not 2"),
        (layout("%%%%%%%", "%  . 1%", "%%%%%%%"), ":1:1: no Pac-Man"),
        (layout("%%%%%%%", "%P   1%", "%%%%%%%"), ":1:1: no food"),
        (layout("%%%%%%%", "%P.. 1%", "%%%%%%%"), "score is 508, but the moves give 518"),
        (layout("%%%%%%%", "%P ..1%", "%%%%%%%"), "score is 508, but the moves give 8"),
        (layout("%%%%%%%", "%P. 1 %", "%%%%%%%"), "move 2 is illegal: ghost 1 can't play west"),
        (layout("%%%%%%%", "%P ? 1%", "%%%%%%%"), ":2:4: unknown character '?'"),
        (layout("%%%%%%%", "P  . 1%", "%%%%%%%"), ":2:1: the border is open; write % here"),
        (layout("%%%%%%%", "%P . 1%", "%%%%%%"), ":3:7: "),
        (layout(), ":1:1: "),
        # Positions
        ({"start": START}, "start: Pac-Man must be to move"),
        ({"start": "%%%%%\n%P .%\n%%%%%"}, "start: has 1 agents, not 2"),
        ({"start": START.replace("P", "?")}, ":2:2: unknown character '?'"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_in_one_line(
    changes: dict[str, Any], message: str, path: Path
) -> None:
    assert reloaded(LANE, path) == LANE
    place = f"in the layout of {path}" if message.startswith(":") else f"{path}: "
    with pytest.raises(RecordError, match=f"^{re.escape(place + message)}.*$"):
        Record.load(edited(LANE, path, changes))


def test_impossible_parts_of_a_thought_are_dropped(path: Path) -> None:
    changes = thought(values={"N": 5, "E": 1}, line="EEN", looked=[[99, 3, 1], [2, 1, 4]])
    (move,) = Record.load(edited(LANE, path, changes | {"agents": ["a"]})).moves
    assert move.thought == Thought({E: 1}, (E, E), expanded={(2, 1): 4})
    changes = thought(values={"N": 5}, more="from a later version")
    (move,) = Record.load(edited(LANE, path, changes)).moves
    assert move.thought is None


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[1]", b"[" * 99999])
def test_a_file_that_is_not_json_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a pacgrid record"):
        Record.load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_missing_file_and_a_pipe_are_refused_at_once(path: Path) -> None:
    with pytest.raises(RecordError, match=r"game\.json: can't be read: No such file"):
        Record.load(path)
    os.mkfifo(path)
    with pytest.raises(RecordError, match=r"game\.json: can't be read: not a regular file"):
        Record.load(path)


def test_a_record_that_cannot_be_written_leaves_nothing_behind(
    record: Record, tmp_path: Path
) -> None:
    (tmp_path / "taken.json").mkdir()
    for name in ("missing/game.json", "taken.json", "x" * 300):
        with pytest.raises(RecordError, match="can't be written: "):
            record.save(tmp_path / name)
    with pytest.raises(RecordError, match="can't be the name of a file"):
        record.save(tmp_path / "null\0.json")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.json"]
