"""Forfeits that follow from all games of a ladder: who has used up its time, and who forfeits games
to one opponent only."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..model.schema import Budget
from ..worker_client.client import Reading
from .entrants import Role
from .ladder_game import ForfeitKind, GameResult, Pairing


class TimeLedger:
    """How much each entrant has used of the `limit` for all of its games.

    An entrant that has used more forfeits the games that follow in the ladder's order. So, of the
    same results, the same games are forfeited, whichever end first, and after an interruption, too.
    """

    def __init__(self, games: Iterable[Pairing], limit: Budget) -> None:
        self._limit = limit
        self._used: dict[str, Reading] = {}
        self._waiting = deque(games)
        self._results: dict[Pairing, GameResult] = {}
        self._forfeits: dict[Pairing, tuple[Role, str]] = {}

    def enter(self, game: Pairing, result: GameResult) -> None:
        """Call this with each result. It counts as soon as all games before have theirs."""
        self._results[game] = result
        while self._waiting:
            first = self._waiting[0]
            if forfeit := self._forfeit_now(first):
                self._forfeits[first] = forfeit
            elif first in self._results:
                for role, used in self._results.pop(first).used.items():
                    self._add(first.player(role), used)
            else:
                break
            self._waiting.popleft()

    def forfeit(self, game: Pairing) -> tuple[Role, str] | None:
        """Who forfeits `game` for want of time, as far as is known, and why; Pac-Man if both do."""
        return self._forfeits.get(game)

    def _add(self, name: str, used: Reading) -> None:
        cpu, idle = self._used.get(name, Reading(0, 0))
        self._used[name] = Reading(cpu + used.cpu, idle + used.idle)

    def _forfeit_now(self, game: Pairing) -> tuple[Role, str] | None:
        for role in Role:
            used = self._used.get(game.player(role), Reading(0, 0))
            for spent, limit, unit in (
                (used.cpu, self._limit.cpu_seconds, "CPU"),
                (used.idle, self._limit.seconds, "idle"),
            ):
                if spent > limit:
                    return role, f"its earlier games took more than {limit:g} {unit} seconds"
        return None


def favoured(results: Mapping[Pairing, GameResult]) -> dict[str, tuple[str, int]]:
    """By entrant: the only opponent to whom it has forfeited games, and how many; only those with
    two such games or more who have met somebody else, too. For want of time, one forfeits to
    whoever comes next, so that isn't told."""
    met: dict[str, set[str]] = {}
    forfeits: dict[str, Counter[str]] = {}
    for game, result in results.items():
        for role, other in zip(Role, reversed(Role), strict=True):
            name, opponent = game.player(role), game.player(other)
            met.setdefault(name, set()).add(opponent)
            if result.forfeit is role and result.kind is not ForfeitKind.SPENT:
                forfeits.setdefault(name, Counter())[opponent] += 1
    return {
        name: next(iter(given.items()))
        for name, given in sorted(forfeits.items())
        if len(given) == 1 < given.total() and len(met[name]) > 1
    }


def counting(results: Mapping[Pairing, GameResult]) -> dict[Pairing, GameResult]:
    """The results, without the scores of games that somebody forfeited to one opponent only."""
    found = favoured(results)

    def counts(game: Pairing, result: GameResult) -> bool:
        if result.forfeit is None or result.kind is ForfeitKind.SPENT:
            return True
        return game.player(result.forfeit) not in found

    return {
        game: result if counts(game, result) else replace(result, score=None)
        for game, result in results.items()
    }
