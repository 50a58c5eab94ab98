"""`pacgrid bench --suite`: plays a suite, and sets results from elsewhere beside it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from pacgrid.cli.benchmark_progress import played
from pacgrid.cli.console import note
from pacgrid.cli.series_summary import Result
from pacgrid.cli.solved_boards import SolvedBoards
from pacgrid.cli.suite_report import SuiteReport
from pacgrid.cli.suite_run import SuiteRun
from pacgrid.suites.fingerprint import fingerprint
from pacgrid.suites.results import SuiteResults
from pacgrid.suites.suite import Suite


def bench_suite(
    name: str,
    agents: Sequence[str],
    ghosts: Sequence[str],
    others: Sequence[Path],
    journal: Path | None,
    jobs: int,
) -> SuiteReport:
    """The report on `agents` in the suite `name`, and on the results in the files `others`; there
    is at least one of either.

    Raises SuiteError if the suite or one of the results can't be used, before anything is played;
    and as `SuiteRun` does.
    """
    suite = Suite.load(name)
    digest = fingerprint(suite)
    if suite.hash not in ("", digest):
        note(
            f"Note: {name} has the hash {digest} here, and had {suite.hash} when it was frozen:"
            " this version has other rules or ghosts"
        )
    added = [(file, SuiteResults.load(file)) for file in others]
    for file, results in added:
        results.check(suite, name, digest, file)
    if agents:
        with TemporaryDirectory() as folder:
            run = SuiteRun(name, suite, digest, agents, ghosts, SolvedBoards(Path(folder)))
            run.tasks  # noqa: B018 # so that a wrong name is reported before anything is written
            results, games = played(run.play, journal, jobs)
        _note_forfeits(games)
    else:
        results = added.pop(0)[1]
    for file, other in added:
        results = results.joined(other, file.stem)
    return SuiteReport(suite, results)


def _note_forfeits(games: Iterable[Result]) -> None:
    """Say who forfeited games, and the commonest reason of each."""
    reasons: dict[str, Counter[str]] = {}
    for game in games:
        if game.forfeit is not None:
            player = game.reason.partition(":")[0]
            reasons.setdefault(player, Counter())[game.reason] += 1
    for found in reasons.values():
        ((reason, _),) = found.most_common(1)
        note(f"{found.total()} forfeited: {reason}")
