"""Forfeits for want of time, and those that all go to one opponent."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from helpers.ladders import CHASE, HUNGRY, LOOSE, entrant_file, played, replace_ladder_workers
from helpers.ladders import small_rules as rules
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.entrants import Role
from pacgrid.autograder.ladder.ladder_game import ForfeitKind, GameResult, Pairing
from pacgrid.autograder.ladder.ladder_table import LadderTable, ladder_table
from pacgrid.autograder.ladder.rating import TimeLedger, counting
from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.worker_client.client import Reading

GAMES = [Pairing(one, other, "tiny", 0) for one in "abcd" for other in "abcd" if one != other]
TIMES = st.lists(st.integers(0, 9), min_size=2 * len(GAMES), max_size=2 * len(GAMES))


@given(TIMES, st.randoms(use_true_random=False))
def test_who_forfeits_for_want_of_time_does_not_depend_on_which_games_end_first(times, rng: Random):
    used = [
        dict(zip(Role, (Reading(0, idle) for idle in pair), strict=True))
        for pair in zip(times[::2], times[1::2], strict=True)
    ]
    results = {game: GameResult(0, used=each) for game, each in zip(GAMES, used, strict=True)}

    def forfeits(order: list[Pairing]) -> list[object]:
        ledger = TimeLedger(GAMES, Budget(cpu_seconds=1, seconds=12))
        for game in order:
            if not ledger.forfeit(game):  # else it need not be played
                ledger.enter(game, results[game])
        return [ledger.forfeit(game) for game in GAMES]

    assert forfeits(GAMES) == forfeits(rng.sample(GAMES, len(GAMES)))


def test_an_entrant_that_has_used_up_its_time_forfeits_the_rest(monkeypatch, tmp_path):
    runs = replace_ladder_workers(monkeypatch)  # each game takes 1 CPU second
    entrants = [entrant_file(HUNGRY + CHASE, "ann"), entrant_file(HUNGRY, "bob")]

    def forfeits(cpu_seconds: float) -> list[tuple[bool, str]]:
        whole, game = (Budget(cpu_seconds=each, seconds=99) for each in (cpu_seconds, 1))
        limits = SubmissionLimits(submission=whole, test=game)
        with Journal(tmp_path / "journal") as journal:
            ladder = played(entrants, rules(limits=limits), journal=journal)
        return [(r.kind is ForfeitKind.SPENT, r.reason) for r in ladder.results.values()]

    found = forfeits(1.5)
    assert runs.count("ann pacman") + runs.count("ann ghosts") == 2
    assert (True, "its earlier games took more than 1.5 CPU seconds") in found
    runs.clear()
    assert forfeits(1.5) == found
    assert runs == []
    assert not any(spent for spent, _ in forfeits(99))
    assert "ann" not in runs  # its inspection was in the journal
    assert runs.count("bob pacman") == 1
    assert len(runs) == 4


def test_forfeits_that_all_go_to_one_opponent_do_not_count_and_are_told(monkeypatch):
    replace_ladder_workers(monkeypatch)
    ladder = played([entrant_file(HUNGRY, "ann"), entrant_file(LOOSE, "bob")], rules(games=16))
    forfeit = GameResult(-530, forfeit=Role.PACMAN, kind=ForfeitKind.EXCEPTION, reason="1 / 0")

    def table(*opponents: str) -> LadderTable:
        lost = [Pairing("ann", each, "tiny", number) for each in opponents for number in range(2)]
        results = counting(ladder.results | dict.fromkeys(lost, forfeit))
        return ladder_table(replace(ladder, results=results), {}, datetime.now(UTC))

    favour = table("bob")
    lost = [game for game in favour.games if game.forfeit]
    assert len(lost) == favour.forfeits[0].games == 2
    assert all(game.score is None for game in lost)
    told = "ann has forfeited games to bob and to nobody else; these 2 games don't count"
    assert told in favour.notes
    fair = table("bob", "random_ghost")
    assert all(game.score is not None for game in fair.games)
    assert not any("nobody" in note for note in fair.notes)
