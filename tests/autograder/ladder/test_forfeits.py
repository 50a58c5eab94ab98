"""Forfeits for want of time."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from helpers.ladders import CHASE, HUNGRY, entrant_file, played, replace_ladder_workers
from helpers.ladders import small_rules as rules
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.ladder.entrants import Role
from pacgrid.autograder.ladder.forfeits import TimeLedger
from pacgrid.autograder.ladder.ladder_game import ForfeitKind, GameResult, Pairing
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
