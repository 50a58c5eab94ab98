import random
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from helpers.ladders import (
    CHASE,
    HUNGRY,
    LOOSE,
    RANDOM,
    entrant_file,
    named,
    played,
    replace_ladder_workers,
    small_rules,
)
from pacgrid.autograder.batch.grader import Progress
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.ladder_game import LadderGame
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure
from pacgrid.layout import Layout

ANN = entrant_file(HUNGRY + CHASE, "ann")
BOB = entrant_file(RANDOM + LOOSE, "bob")
CARL = entrant_file(HUNGRY, "carl")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is played, without workers."""
    return replace_ladder_workers(monkeypatch)


def test_entrants_play_each_other_and_the_anchors(runs):
    ladder = played([ANN, BOB, CARL])
    assert ladder.field.pacmen == ("ann", "bob", "carl", "random_agent", "reflex")
    assert ladder.field.ghosts == ("ann", "bob", "random_ghost", "directional_ghost")
    assert set(ladder.field.both) == {"ann", "bob"}
    pairs = {(each.pacman, each.ghosts) for each in ladder.results}
    assert len(pairs) == len(ladder.results) == 5 * 4 - 2
    assert ladder.rating.pacmen.value("ann") > ladder.rating.pacmen.value("bob")


def test_a_ladder_with_problems_is_played_by_the_others(runs):
    refused = Submission("dora", problem=Failure("is empty"))
    broken = entrant_file("import nowhere", "eve")
    ladder = played([ANN, refused, broken])
    problems = {each.name: each.problem for each in ladder.entrants if each.problem}
    assert problems["dora"] == "is empty"
    assert "nowhere" in problems["eve"]
    assert {"dora", "eve"}.isdisjoint(ladder.field.pacmen)


def test_without_anybody_there_are_no_games(runs):
    ladder = played([], small_rules(anchors=[]))
    assert ladder.results == {}
    assert ladder.rating.overall.names == ()


def test_a_changed_entrant_and_a_later_one_play_only_their_own_games(runs, tmp_path):
    with Journal(tmp_path / "journal") as journal:
        first = played([ANN, BOB], journal=journal)
        runs.clear()
        played([ANN, entrant_file(RANDOM + LOOSE + "\n# changed", "bob")], journal=journal)
        assert "bob" in runs
        assert "ann" not in runs
        assert runs.count("ann pacman") == runs.count("ann ghosts") == 1
        runs.clear()
        later = played([ANN, BOB, CARL], journal=journal)
    assert runs.count("carl pacman") == len(later.results) - len(first.results)
    assert first.results.items() <= later.results.items()


def test_progress_is_told_after_each_job(runs):
    told: list[Progress] = []
    ladder = played([CARL], small_rules(anchors=["random_ghost"]), watch=told.append)
    assert [(now.done, now.total) for now in told] == [(1, 1), (2, 2)]
    assert told[-1].latest == "carl against random_ghost on tiny"
    assert len(ladder.results) == 1


def test_a_fault_of_pacgrid_is_no_result(runs, tmp_path, monkeypatch):
    def fail(self: LadderGame, used: object) -> None:
        raise RuntimeError("our mistake")

    rules = small_rules(anchors=["random_ghost"])
    with Journal(tmp_path / "journal") as journal:
        with monkeypatch.context() as patched:
            patched.setattr(LadderGame, "_play", fail)
            ladder = played([CARL], rules, journal=journal)
        assert [result.score for result in ladder.results.values()] == [None]
        ((job, fault),) = ladder.faults
        assert job == "carl against random_ghost on tiny"
        assert "our mistake" in fault.report
        again = played([CARL], rules, journal=journal).results.values()
        assert all(result.score is not None for result in again)


def test_games_in_memory_have_no_moves_and_those_in_the_journal_have(runs, tmp_path):
    with Journal(tmp_path / "journal") as journal:
        ladder = played([CARL], journal=journal)
        for pairing, result in ladder.results.items():
            assert result.moves == ""
            stored = journal.find(ladder.games.game(pairing).key())
            assert stored
            moves = LadderGame.read(stored).moves
            assert result.rounds == -(-len(moves) // 2)


def test_games_follow_from_results_whatever_the_order_of_jobs(runs, monkeypatch):
    def results(seed: int) -> dict[Any, Any]:
        rng = random.Random(seed)
        from pacgrid.autograder.batch.pool import InlinePool

        def wait(self: InlinePool, running: Sequence[Any]) -> set[Any]:
            done = real(self, running)
            return set(rng.sample(sorted(done, key=id), max(1, len(done) // 2)))

        real = InlinePool.wait
        with monkeypatch.context() as patched:
            patched.setattr(InlinePool, "wait", wait)
            patched.setattr(InlinePool, "has_room", lambda self, running: running < 5)
            return dict(played([ANN, BOB, CARL], small_rules(games=30)).results)

    assert results(1) == results(2) == dict(played([ANN, BOB, CARL], small_rules(games=30)).results)


# With workers and processes.


@pytest.mark.slow
def test_several_processes_find_the_same(tmp_path):
    submissions = [ANN, BOB, CARL]
    rules = small_rules(named(Layout.load("pocket"), "pocket"))
    alone = played(submissions, rules)
    several = played(submissions, rules, jobs=2)
    assert alone.results == several.results


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_an_entrant_that_kills_the_graders_process_harms_no_other_game(tmp_path):
    kills = "class Killer(Agent):\n    def act(self, state):\n        import os, signal\n"
    kills += "        os.kill(os.getppid(), signal.SIGKILL)\n"
    ladder = played([ANN, entrant_file(kills, "killer")], jobs=2)
    unfinished = {each for each, result in ladder.results.items() if result.score is None}
    assert unfinished == {each for each in ladder.results if each.pacman == "killer"} != set()
