"""Searches that are repaired in this process."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from pacgrid.autograder.diagnosis.repair.probes import Probe, probes
from pacgrid.autograder.diagnosis.repair.search import Repair, RepairSearch
from pacgrid.autograder.worker.substitutes import GlobalGenerators
from pacgrid.autograder.worker.trial_service import TrialService

MAIN = "agent.py"


@cache
def few_probes(search: Any, numbers: range, *, scores_finished: bool) -> list[Probe]:
    """Every twelfth of the positions of `probes`, made once."""
    return [*probes(search, numbers[::12], scores_finished=scores_finished)]


class LocalTrials:
    """What a worker does, in this process."""

    def __init__(self, folder: Path, agent: str) -> None:
        worker = SimpleNamespace(file=str(folder / MAIN), generators=GlobalGenerators())
        self.service = TrialService(worker)
        self.agent = agent

    def add_tables(self, tables: Sequence[Any]) -> None:
        self.service.add_tables(tables)

    def try_changes(self, candidates: Sequence[Any], tasks: Sequence[int]) -> Any:
        return self.service.try_changes(self.agent, candidates, tasks)["answers"]

    def functions_run(self, tasks: Sequence[int]) -> Any:
        return self.service.functions_run(self.agent, tasks)["functions"]


@contextmanager
def local_trials(files: Mapping[str, str | bytes], agent: str = "Minimax") -> Iterator[LocalTrials]:
    """Tries changes of these files, the main one of which is `MAIN`."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            content = text.encode() if isinstance(text, str) else text
            (Path(folder) / name).write_bytes(content)
        yield LocalTrials(Path(folder).resolve(), agent)


def repaired(
    files: str | bytes | Mapping[str, str | bytes],
    search: str = "minimax",
    agent: str = "",
    **limits: Any,
) -> tuple[RepairSearch, Repair | str]:
    """What makes a submission right."""
    files = {MAIN: files} if isinstance(files, str | bytes) else files
    texts = {n: dedent(text) if isinstance(text, str) else text for n, text in files.items()}
    agents = {"minimax": "Minimax", "alpha_beta": "AlphaBeta", "expectimax": "Expectimax"}
    with local_trials(texts, agent or agents[search]) as trials:
        sources = {n: t.encode() if isinstance(t, str) else t for n, t in texts.items()}
        work = RepairSearch(sources, search, trials, (), **limits)  # type: ignore[arg-type]
        return work, work.repair()


def lines_of(found: Repair | str) -> list[list[str]]:
    """Of each repair: the lines in which its parts start, without white space."""
    if isinstance(found, str):
        return []
    beside = found.beside.edits[0] if found.beside else ()
    groups = [(*beside, *edits) for edits in found.edits]
    sources = [[(edit.scope.source, edit.start) for edit in edits] for edits in groups]
    return [[each.lines[each.line_at(at) - 1].strip() for each, at in some] for some in sources]
