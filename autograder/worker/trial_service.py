"""Requests to try changes of a submission: each changed file is imported anew and searches small
positions, which are sent as tables, so that no question crosses the channel.

A changed submission may loop, recurse, or ask for too much. It is stopped, and the next one starts
with modules of its own. The grader judges the answers; nothing here knows which ones are right.
"""

import gc
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cached_property
from importlib.util import decode_source
from io import TextIOBase
from math import isnan
from pathlib import Path
from threading import current_thread, main_thread
from types import CodeType, FrameType, ModuleType
from typing import Any, Self

from pacgrid.action import Action
from pacgrid.agent import why_illegal
from pacgrid.agent_loader import module_loader
from pacgrid.common.folder_importer import FreshModules

from .changed_code import ChangedCode, Splice
from .messages import ACTIONS
from .remote_state import LimitError, RemoteState
from .services import LoadedFile, Reply

Change = tuple[str, int, int, str]
"""A file's name, two places in its text, and what is written between them instead."""
TableRow = tuple[int, float, float, int, tuple[int, ...], tuple[int, ...]]
"""Of a state: the agent to move, its score, its evaluation, how the game ended (`OVER`), its legal
actions, and the rows of the states after them; -1 for one that is not in the table."""
OVER = {"": 0, "win": 1, "loss": 2}

FAILED = -1
"""Stands for the action of a search that failed."""
_QUESTIONS_PER_SUCCESSOR = 20
_SECONDS = 0.1
"""CPU seconds for each task; most take less than a thousandth of that."""
_SECONDS_TRACED = 1.0
"""The same where it is traced, which is slow."""
_SECONDS_AGAIN = 0.05
"""If the author's code caught the signal, it comes again after so long."""


class TimeError(BaseException):
    """A search takes too long. It isn't an `Exception`, so that `except Exception` doesn't catch
    it."""


class TaskTable:
    """A task: the states of a small game, and what to do there."""

    def __init__(
        self, options: Mapping[str, Any], agents: int, moves: int, most: int, rows: Sequence[Any]
    ) -> None:
        self.options = options
        self.agents = agents
        self.moves = moves
        """How many moves one agent is asked for."""
        self.most = most
        """How many successors it may ask for in each."""
        self.rows: Sequence[TableRow] = [
            (*row[:4], tuple(ACTIONS[number] for number in row[4]), tuple(row[5])) for row in rows
        ]


class TableSearch:
    """A search in a table, and what it asks, in order."""

    def __init__(self, table: TaskTable) -> None:
        self.rows = table.rows
        self.agents = table.agents
        self._most = table.most
        self.start()

    def start(self) -> None:
        """A new move begins."""
        self.asked = 0
        self.generated = 0

    def row(self, number: int) -> TableRow:
        """The row of a state that is asked about. Raises LimitError."""
        self.asked += 1
        if self.asked > _QUESTIONS_PER_SUCCESSOR * self._most:
            raise LimitError("too many questions")
        return self.rows[number]

    def successor(self, number: int) -> int:
        """The row of a successor, which counts. Raises LimitError."""
        self.generated += 1
        if self.generated > self._most:
            raise LimitError("too many successors")
        if number < 0:
            raise LimitError("looks too far ahead")
        return number


class TableState(RemoteState):
    """A state in a table."""

    __slots__ = ()

    def __init__(self, search: TableSearch, number: int) -> None:
        super().__init__(search, number, search.rows[number][0], search.agents)

    def legal_actions(self) -> tuple[Action, ...]:
        actions: tuple[Action, ...] = self._row[4]
        return actions

    @property
    def is_terminal(self) -> bool:
        return bool(self._row[3])

    @property
    def is_win(self) -> bool:
        return bool(self._row[3] == OVER["win"])

    @property
    def is_loss(self) -> bool:
        return bool(self._row[3] == OVER["loss"])

    @property
    def score(self) -> float:
        points: float = self._row[1]
        return points

    def successor(self, action: Action) -> Self:
        """The state after `action`. Raises ValueError if it is not legal."""
        row = self._row
        if action not in row[4]:
            raise ValueError(f"can't play {action!s:.40}")
        return type(self)(self._search, self._search.successor(row[5][row[4].index(action)]))

    @property
    def _row(self) -> Any:
        return self._search.row(self._number)


def table_evaluation(state: TableState) -> float:
    """The evaluation that a search is given."""
    if not isinstance(state, TableState):
        raise TypeError(f"evaluation takes a state, not {type(state).__name__}")
    value: float = state._row[2]
    return value


class TrialService:
    """Each request is a method."""

    def __init__(self, worker: LoadedFile) -> None:
        self._worker = worker
        self._tables: list[TaskTable] = []
        self._sources: dict[str, ChangedCode] = {}
        """The files that were changed, by their paths, as they are without a change."""

    def add_tables(self, tables: Sequence[Sequence[Any]]) -> Reply:
        """Takes more tasks; each is the arguments of a `TaskTable`."""
        self._tables += [TaskTable(*each) for each in tables]
        return {"kind": "done"}

    def try_changes(
        self, agent: str, candidates: Sequence[Sequence[Change]], tasks: Sequence[int]
    ) -> Reply:
        """Has the class `agent` decide these tasks, in one process, once for each candidate: the
        submission with some changes. A candidate that fails isn't asked about later tasks.

        Of each move, the answer has the action, or `FAILED`, how many successors were asked for,
        and the value that is reported for the action.
        """
        before = sys.getrecursionlimit()
        answers = []
        gc.disable()  # so that no candidate loses time by collecting the garbage of others
        try:
            with FreshModules(self._folder) as modules:
                for changes in candidates:
                    try:
                        codes = self._codes(changes)
                    except BaseException:  # of any class: an author may have replaced what it calls
                        answers.append([[[FAILED, 0, None]]])
                    else:
                        with modules.changed(codes):
                            answers.append([*self._answers(agent, tasks)])
                    sys.setrecursionlimit(before)
        finally:
            gc.enable()
        return {"kind": "tried", "answers": answers}

    def functions_run(self, agent: str, tasks: Sequence[int]) -> Reply:
        """Which functions of the submission's files the class `agent` runs in these tasks: the
        file's name and the function's first line."""
        folder = self._folder
        seen: dict[tuple[str, int], None] = {}

        def trace(frame: FrameType, _event: str, _argument: object) -> None:
            code = frame.f_code
            if code.co_filename.startswith(folder):
                name = Path(code.co_filename).relative_to(folder).as_posix()
                seen[name, code.co_firstlineno] = None

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with FreshModules(self._folder) as modules, modules.changed({}):
                for _ in self._answers(agent, tasks, _SECONDS_TRACED):
                    pass
        finally:
            sys.settrace(before)
        return {"kind": "functions_run", "functions": [*seen]}

    def _answers(
        self, agent: str, tasks: Sequence[int], seconds: float = _SECONDS
    ) -> Iterator[list[list[Any]]]:
        """The moves of each task, up to the first that fails."""
        with _silent():
            self._worker.generators.seed("import")
            try:
                with _limited_time(seconds):
                    kind = getattr(self._load(), agent)
            except BaseException:  # of any class, such as an author's own
                yield [[FAILED, 0, None]]
                return
            for number in tasks:
                moves: list[list[Any]] = []
                try:
                    with _limited_time(seconds):
                        self._decide(kind, self._tables[number], moves)
                except BaseException:
                    moves.append([FAILED, 0, None])
                yield moves
                if moves[-1][0] == FAILED:
                    return

    def _decide(self, kind: type[Any], table: TaskTable, moves: list[list[Any]]) -> None:
        """Adds each move of a new instance to `moves`. Raises whatever the submission raises."""
        self._worker.generators.seed("0:0")
        agent = kind(**table.options, evaluation=table_evaluation)
        agent.rng = random.Random("0:0")
        search = TableSearch(table)
        number = 0
        agent.start(TableState(search, number))
        for _ in range(table.moves):
            search.start()
            root = TableState(search, number)
            agent.report = None
            action = agent.act(root)
            if why_illegal(action, root):  # type: ignore[arg-type] # it takes any game
                moves.append([FAILED, search.generated, None])
                return
            value = None
            with suppress(Exception):
                reported = float(agent.report.values[action])
                value = None if isnan(reported) else reported
            moves.append([int(action), search.generated, value])
            number = _next_root(table, number, action)
            if number < 0:
                return

    @cached_property
    def _load(self) -> Callable[[], ModuleType]:
        return module_loader(self._worker.file)

    @cached_property
    def _folder(self) -> str:
        return str(Path(self._worker.file).resolve().parent)

    def _codes(self, changes: Sequence[Change]) -> dict[str, CodeType]:
        """The code of the changed files, by their paths. Raises what Python's compiler raises."""
        splices: dict[str, list[Splice]] = {}
        for name, first, last, text in changes:
            splices.setdefault(f"{self._folder}{os.sep}{name}", []).append((first, last, text))
        for path in splices.keys() - self._sources.keys():
            self._sources[path] = ChangedCode(decode_source(Path(path).read_bytes()), path)
        return {path: self._sources[path].changed(some) for path, some in splices.items()}


def _next_root(table: TaskTable, number: int, action: Action) -> int:
    """The row in which the agent moves next, after its `action`: all others take their first legal
    action. -1 if the game is over before, or the table ends."""
    first = table.rows[number]
    number = first[5][first[4].index(action)]
    while number >= 0:
        row = table.rows[number]
        if row[3] or not row[4]:
            return -1
        if row[0] == first[0]:
            return number
        number = row[5][0]
    return -1


class _Nowhere(TextIOBase):
    """Takes what a candidate prints."""

    def write(self, text: str) -> int:
        return len(text)


@contextmanager
def _silent() -> Iterator[None]:
    with redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()):
        yield


@contextmanager
def _limited_time(seconds: float) -> Iterator[None]:
    """Raises TimeError inside, and raises it again, until what runs there has ended. Without such
    signals, the grader ends this process."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    running = True

    def stop(_number: int, _frame: FrameType | None) -> None:
        if running:
            raise TimeError

    before: Callable[..., Any] | int | None = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _SECONDS_AGAIN)
    try:
        try:
            yield
        finally:  # which a signal may interrupt once more
            running = False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
