"""How ratings changed from run to run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..table import LadderTable, Standings


@dataclass(frozen=True)
class RatingHistory:
    """Somebody's ratings in a standing, the oldest first."""

    times: tuple[datetime, ...]
    ratings: tuple[float | None, ...]
    """None where it had none."""
    ranks: tuple[int | None, ...]

    @property
    def words(self) -> str:
        """`+1.2, then +3.0`."""
        known = [f"{rating:+.1f}" for rating in self.ratings if rating is not None]
        return "Ratings from run to run: " + ", then ".join(known)


class Runs:
    """This run and the earlier ones."""

    def __init__(self, table: LadderTable) -> None:
        now = (table.written, table.standings)
        runs = [now, *((run.written, run.standings) for run in table.earlier)]
        if table.is_anonymous:
            # Numbers are drawn anew when there are other entrants.
            runs = [run for run in runs if _names(run[1]) == _names(now[1])]
        runs.reverse()
        self._times = tuple(written for written, _ in runs)
        self._tables = [_by_name(standings) for _, standings in runs]

    def __len__(self) -> int:
        return len(self._times)

    def history(self, standing: str, name: str) -> RatingHistory:
        """How `name` did in that standing."""
        found: Sequence[tuple[float, int] | None] = [
            each.get((standing, name)) for each in self._tables
        ]
        return RatingHistory(
            self._times,
            tuple(each and each[0] for each in found),
            tuple(each and each[1] for each in found),
        )


def _names(standings: Standings) -> set[str]:
    every = (standings.overall, standings.pacman, standings.ghosts)
    return {rank.name for ranks in every for rank in ranks}


def _by_name(standings: Standings) -> dict[tuple[str, str], tuple[float, int]]:
    """Ratings and ranks by standing and name."""
    return {
        (standing, rank.name): (rank.rating, rank.rank)
        for standing, ranks in standings.by_name.items()
        for rank in ranks
    }
