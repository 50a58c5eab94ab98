from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from helpers.recorded import rounded
from pacgrid import Action, Agent, Game, Layout, Limits, Record, Report, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.reflex import Reflex
from pacgrid.errors import RecordError
from pacgrid.games.pacman import drawn_layout

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def record() -> Record:
    return play(HUNT, [RandomAgent(), Reflex(evaluation="score"), RandomAgent()], seed=5)


def reloaded(record: Record, path: Path) -> Record:
    record.save(path)
    return Record.load(path)


def test_a_saved_record_loads_unchanged_and_replays_to_the_same_states(path: Path) -> None:
    game = Game(HUNT, [RandomAgent(), Reflex(evaluation="score"), RandomAgent()], seed=5)
    while game.step():
        pass
    again = reloaded(game.record, path)
    assert again == rounded(game.record)
    assert (again.layout.name, again.seed) == ("hunt", 5)
    assert again.agents == ("RandomAgent", "Reflex", "RandomAgent")
    assert [*again.states()] == game.states


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


def test_a_game_from_a_position_is_saved_with_that_position(path: Path) -> None:
    agents = [Reflex(), RandomAgent(), RandomAgent()]
    endgame = play(drawn_layout(ENDGAME, "end"), agents, start=ENDGAME)
    again = reloaded(endgame, path)
    assert next(endgame.states()) == again.first_state == ENDGAME
    assert again.layout.name == "end"
    assert [*again.states()] == [*endgame.states()]
    assert str(again.layout) in str(ENDGAME)


def test_a_forfeit_is_saved(path: Path) -> None:
    class Broken(RandomAgent):
        def act(self, state: State) -> Any:
            raise ValueError("oops")

    again = reloaded(play(HUNT, [RandomAgent(), Broken(), RandomAgent()]), path)
    assert (again.forfeit, again.won) == (1, True)
    assert again.message.startswith("ValueError: oops (test_record.py")
    assert "raise ValueError" in again.details


def test_whatever_an_agent_reports_can_be_loaded_again(path: Path) -> None:
    class Odd(RandomAgent):
        def act(self, state: State) -> Action:
            self.report = Report(
                values={Action.NORTH: inf, Action.EAST: -inf, Action.STOP: nan},
                principal_variation=[Action.NORTH] * 9,
                features={"a \ud800 \n\x1b": 10**400, "]]}": 1, '"moves": [': 2},
                action_details={"visits": dict.fromkeys(Action, 0.1)},
                details={"hits": -inf},
            )
            return super().act(state)

        def explain(self, state: State, action: Action) -> None:
            raise ValueError('"moves": [ \ud800 ]]}')

    record = play(HUNT, [Odd()], seed=3, limits=Limits(rounds=9), thoughts=True)
    assert reloaded(record, path) == rounded(record)
    assert "Infinity" not in path.read_text()
    assert record.moves[0].thought
    assert record.moves[0].thought.trouble.startswith('ValueError: "moves": [')


@pytest.mark.parametrize("steps", [0, 1])
def test_a_takeover_is_saved(steps: int, record: Record, path: Path) -> None:
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    game = Game(HUNT, agents, seed=3, played=record.moves[:4])
    for _ in range(steps):
        game.step()
    assert reloaded(game.record, path).taken_over == 4


def test_an_agents_own_moves_start_where_it_took_over(record: Record) -> None:
    agents, moves = len(record.agents), record.moves
    assert len(moves) > 3 * agents
    for taken_over in range(2 * agents + 1):
        branch = replace(record, taken_over=taken_over)
        for agent in range(agents):
            own = [n for n in range(taken_over, len(moves)) if n % agents == agent]
            assert branch.moves_of(agent) == tuple(moves[n] for n in own)


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
