from pathlib import Path

import pytest

from helpers.ladders import CHASE, HUNGRY, entrant_file, played, replace_ladder_workers
from pacgrid.autograder.ladder import live_table as module
from pacgrid.autograder.ladder.live_table import LIVE, LiveTable, read_live
from pacgrid.autograder.reports.results_folder import ResultsError

ENTRANTS = [entrant_file(HUNGRY + CHASE, "ada")]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_ladder_workers(monkeypatch)


def test_others_can_read_how_far_a_ladder_has_got(tmp_path: Path) -> None:
    live = LiveTable(tmp_path)
    ladder = played(ENTRANTS, watch=live.watch, follow=live.follow)
    found = read_live(tmp_path)
    assert found
    assert found.is_running
    assert 0 < found.done < found.total
    assert len(found.table.games) == 1
    live.stop()
    stopped = read_live(tmp_path)
    assert stopped
    assert not stopped.is_running
    assert len(stopped.table.games) == len(ladder.results)
    live.remove()
    assert read_live(tmp_path) is None


def test_most_of_the_time_is_left_to_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 1.0, 20.5, 21.5, 22.5])
    monkeypatch.setattr(module, "monotonic", lambda: next(times))
    live = LiveTable(tmp_path)
    ladder = played(ENTRANTS)
    written: list[bool] = []

    def made() -> object:
        written.append(True)
        return ladder

    for _ in range(3):
        live.follow(made)  # type: ignore[arg-type]
    assert len(written) == 2


def test_without_games_there_is_nothing_to_stop(tmp_path: Path) -> None:
    live = LiveTable(tmp_path)
    live.stop()
    live.remove()
    assert not (tmp_path / LIVE).exists()


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / LIVE).write_text("{}")
    with pytest.raises(ResultsError, match="is of another version; remove it"):
        read_live(tmp_path)
