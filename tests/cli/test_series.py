"""Games saved while they are played, even if the process is killed."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from helpers.processes import PATIENCE
from pacgrid import Layout, Record
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.output_path import OutputPath
from pacgrid.cli.series import Series, in_processes
from pacgrid.game import Limits
from pacgrid.records.record_reader import RecordError, TruncatedRecordError
from pacgrid.session.takeover import take_over

STALLS = """
from threading import Event
from pacgrid import Agent
class Mine(Agent):
    plies = 0
    def act(self, state):
        self.plies += 1
        if self.plies == 5:
            print("thinking", flush=True)
            Event().wait()
        return state.legal_actions()[0]
"""


@pytest.mark.slow
@pytest.mark.parametrize("view", ["none", "terminal", "window"])
def test_a_game_whose_process_is_killed_is_saved_up_to_the_last_ply(
    view: str, tmp_path: Path
) -> None:
    agent, path = tmp_path / "mine.py", tmp_path / "game.jsonl"
    agent.write_text(STALLS)
    game = ("play", agent, "-l", "medium", "-g", "random_ghost", "--view", view)
    with subprocess.Popen(
        [sys.executable, "-m", "pacgrid", *game, "--save", path],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        try:
            assert program.stdout
            assert "thinking\n" in iter(program.stdout.readline, "")
        finally:
            program.kill()
    with pytest.raises(TruncatedRecordError) as error:
        Record.load(path)
    record = error.value.record
    assert len(record.moves) == 4 * len(record.agents)
    assert len(list(record.states())) == len(record.moves) + 1
    assert list(tmp_path.glob("*.json*")) == [path]


def series(path: Path) -> Series:
    matchup = Matchup.of(Layout.load("training"), "reflex", (), limits=Limits())
    return Series(matchup, 1, 0, (OutputPath(path),))


def test_a_watched_game_is_saved_ply_by_ply(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    games = series(path)
    game = games.live_game(1)
    for plies in (1, 2, 3):
        game.next_ply()
        with pytest.raises(TruncatedRecordError, match=f"recovered {plies} move"):
            Record.load(path)
    assert games.write_files(1, game.record) == [path]
    assert len(Record.load(path).moves) == 3


def test_a_game_quit_at_once_does_not_replace_a_saved_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first, _ = series(path).play(1)
    games = series(path)
    game = games.live_game(1)
    game.quit()
    assert games.write_files(1, game.record) == []
    assert len(Record.load(path).moves) == len(first.moves)


def test_a_game_that_cannot_be_saved_is_still_played_to_its_end(tmp_path: Path) -> None:
    games = series(tmp_path / "game.jsonl")
    tmp_path.rmdir()
    with pytest.raises(RecordError, match=r"game\.jsonl: can't be written: No such file"):
        games.play(1)


def test_a_game_that_was_taken_over_is_saved_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    games = series(path)
    game = games.live_game(1)
    for _ in range(6):
        game.next_ply()
    branch = take_over(game, 3, 0, "random_agent")
    branch.next_ply()
    game.next_ply()  # its thread may still be thinking
    with pytest.raises(TruncatedRecordError, match="recovered 4 moves") as error:
        Record.load(path)
    assert (error.value.record.taken_over, error.value.record.agents[0]) == (3, "random_agent")
    assert games.write_files(1, branch.record) == [path]
    assert len(Record.load(path).moves) == 4


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_item_comes_with_its_outcome(jobs: int) -> None:
    assert sorted(in_processes(abs, [-3, 1, -2], jobs)) == [(-3, 3), (-2, 2), (1, 1)]
    assert not list(in_processes(abs, [], jobs))


WAITS = """
import sys, time
from pacgrid.cli.series import in_processes

if __name__ == "__main__":
    for item, _ in in_processes(time.sleep, [0, 600, 600], 2):
        print("working", flush=True)
"""


@pytest.mark.slow
def test_processes_end_with_a_main_process_that_is_killed(tmp_path) -> None:
    program = tmp_path / "waits.py"
    program.write_text(WAITS)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE) as main:
        assert main.stdout
        main.stdout.readline()
        children = psutil.Process(main.pid).children(recursive=True)
        assert len(children) >= 2
        main.kill()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive
