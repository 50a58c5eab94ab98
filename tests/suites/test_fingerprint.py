"""The fingerprint of a suite: it sees a changed board, rule, seed or ghost, and nothing else."""

from pathlib import Path

import pytest

from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.suites.fingerprint import fingerprint
from pacgrid.suites.suite import Suite

MINE = """
title = "Mine"
[[groups]]
name = "mine"
layouts = ["lane.lay"]
ghosts = ["directional_ghost"]
games = 2
seed = 3
rounds = 9
"""
LANE = "%%%%%%%%\n%P . 1 %\n%.%%%% %\n%      %\n%%%%%%%%\n"


def mine(folder: Path, text: str = MINE, lane: str = LANE) -> Suite:
    (folder / "lane.lay").write_text(lane)
    (folder / "mine.toml").write_text(text)
    return Suite.load(str(folder / "mine.toml"))


@pytest.mark.parametrize("name", ["v1", "v1-quick"])
def test_a_frozen_suite_has_the_hash_that_it_was_frozen_with(name: str) -> None:
    """If this fails, a board, a rule or a ghost has changed: results no longer compare. Take the
    change back, or make a new suite and leave this one to the versions that it was made for."""
    suite = Suite.load(name)
    assert fingerprint(suite) == suite.hash


def test_what_the_suite_says_of_itself_does_not_count(tmp_path: Path) -> None:
    other = MINE.replace('"Mine"', '"Ours"').replace("seed", 'purpose = "Fun"\nseed')
    assert fingerprint(mine(tmp_path)) == fingerprint(mine(tmp_path, other))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("games = 2", "games = 3"),
        ("seed = 3", "seed = 4"),
        ("rounds = 9", "rounds = 8"),
        ("rounds = 9", "rounds = 9\nopening = 1"),
        ('"directional_ghost"', '"random_ghost"'),
    ],
)
def test_other_games_are_another_suite(tmp_path: Path, old: str, new: str) -> None:
    assert fingerprint(mine(tmp_path)) != fingerprint(mine(tmp_path, MINE.replace(old, new)))


def test_another_board_is_another_suite(tmp_path: Path) -> None:
    changed = mine(tmp_path, lane=LANE.replace(" . ", ". ."))
    assert fingerprint(mine(tmp_path)) != fingerprint(changed)


def test_a_changed_ghost_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = mine(tmp_path, MINE.replace("lane.lay", "small"))
    before = fingerprint(suite)
    monkeypatch.setattr(DirectionalGhost, "act", lambda self, state: state.legal_actions()[-1])
    assert fingerprint(suite) != before


def test_a_changed_rule_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(mine(tmp_path))
    monkeypatch.setattr("pacgrid.state.FOOD_POINTS", 11)
    assert fingerprint(mine(tmp_path)) != before
