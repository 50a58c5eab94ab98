import json
from pathlib import Path

import pytest

from helpers.ladder_tables import made_table
from helpers.ladders import CHASE, HUNGRY, LOOSE, entrant_file, played, replace_ladder_workers
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.ladder_folder import LadderFolder, dump_table
from pacgrid.autograder.ladder.live_table import LiveTable, read_live
from pacgrid.autograder.ladder.pages.live_view import LiveView

ENTRANTS = [entrant_file(HUNGRY + CHASE, "ada"), entrant_file(HUNGRY + LOOSE, "bob")]


def state_of(view: LiveView) -> dict[str, object]:
    text = view.document("state.json")
    assert text
    state: dict[str, object] = json.loads(text)
    return state


def test_a_ladder_that_is_over_is_shown(tmp_path):
    (tmp_path / "ladder.json").write_text(dump_table(made_table()), "utf-8")
    view = LiveView(tmp_path, None)
    assert view.refresh()
    assert not view.refresh()
    assert "ada" in (view.document("standings.html") or "")
    assert "A contest" in view.page()
    assert state_of(view)["is_running"] is False
    assert view.document("../ladder.json") is None


def test_before_the_first_game_there_is_nothing(tmp_path):
    view = LiveView(tmp_path, None)
    assert not view.refresh()
    assert not view.prepare_game()
    assert "Nothing yet" in view.page()
    assert state_of(view)["games"] == []


def test_a_running_ladder_is_followed_and_its_games_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_ladder_workers(monkeypatch)
    folder = LadderFolder(tmp_path)
    live = LiveTable(folder.path)
    seen: list[str] = []
    with Journal(folder.journal) as journal:
        view = LiveView(folder.path, journal)

        def follow(make):
            live.follow(make)
            if view.refresh():
                assert view.prepare_game()
                seen.append(str(state_of(view)["status"]))

        ladder = played(ENTRANTS, journal=journal, watch=live.watch, follow=follow)
        assert seen[0].startswith("Live: ")
        live.stop()
        view.refresh()
        assert state_of(view)["is_running"] is False
        folder.write(ladder)
        live.remove()
        assert read_live(folder.path) is None
        assert view.refresh()
        assert str(state_of(view)["status"]).startswith("Over: ")
        game = state_of(view)["games"][0]  # type: ignore[index]
        assert "ada" in (view.document(game["name"]) or "")
