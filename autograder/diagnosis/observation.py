"""Observations of an agent: each move that it chose, how it searched, and both as text."""

import json
from base64 import b85decode, b85encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from zlib import compress, decompress

from pacgrid.action import Action
from pacgrid.agent import why_illegal
from pacgrid.common.failure import Failure
from pacgrid.state import State
from pacgrid.tree.search_log import SearchEventKind
from pacgrid.tree.watched_state import Path, Recorder, WatchedState

from ..model.diagnosis import MOST_NODES
from .search_order import Footprint, SearchOrder, search_order
from .search_task import SearchTask, TreePosition


@dataclass(frozen=True)
class Decision:
    """One move that an agent chose, and all that it asked before, in order."""

    log: Recorder
    chosen: Action | None
    """The action that it chose; None if it failed."""
    values: Mapping[Action, float] = field(default_factory=dict)
    """The values of the actions, if the agent reports them."""
    returned: Mapping[Path, float] = field(default_factory=dict)
    """What its functions returned for states, as far as that was seen."""
    failure: Failure | None = None

    @property
    def root(self) -> TreePosition | State:
        root: TreePosition | State = self.log.nodes[0].state  # type: ignore[assignment]
        return root

    @property
    def raises(self) -> bool:
        """Whether it failed otherwise than by what it returned."""
        return self.failure is not None and not self.failure.message.startswith("returned ")

    @cached_property
    def generated(self) -> tuple[Path, ...]:
        """The states that it generated, in order; one that is generated twice is there twice."""
        return tuple(self.log.paths[1:])

    @cached_property
    def expanded(self) -> frozenset[Path]:
        """The states that it generated successors of."""
        return frozenset(path.parent for path in self.generated)

    @cached_property
    def evaluated(self) -> frozenset[Path]:
        """The states that it evaluated with the evaluation it was given."""
        return self._asked(SearchEventKind.EVALUATE)

    @cached_property
    def scored(self) -> frozenset[Path]:
        """The states whose score it read."""
        return self._asked(SearchEventKind.SCORE)

    @cached_property
    def order(self) -> SearchOrder:
        """The order in which it tried actions."""
        return search_order(self.log)

    @cached_property
    def footprint(self) -> Footprint:
        """The states that it used."""
        evaluated, scored = self.evaluated - self.expanded, self.scored - self.expanded
        return Footprint(self.expanded, evaluated, scored)

    def _asked(self, kind: SearchEventKind) -> frozenset[Path]:
        events = (event for event in self.log.events if event.kind is kind)
        return frozenset(self.log.paths[event.state] for event in events)


@dataclass(frozen=True)
class Observation:
    """What was observed of an agent that was asked about a task."""

    task: SearchTask
    decisions: tuple[Decision, ...]
    """The moves of one instance, in order. The last one may have failed."""


@dataclass(frozen=True)
class ObservedTest:
    """What was observed of an agent in a test: in one process, in this order."""

    observations: tuple[Observation, ...]
    again: tuple[Observation, ...] = ()
    """What it did when it was asked about some of the tasks once more."""


def observe(task: SearchTask, build: Callable[[], Any]) -> Observation:
    """Observes an agent of this process, built by `build`, with that task. Never use it for
    submissions."""
    agent = build()
    decisions: list[Decision] = []
    root: TreePosition | State | None = task.root
    while root is not None and len(decisions) < task.moves:
        decisions.append(decide(agent, task, root))
        chosen = decisions[-1].chosen
        if chosen is None:
            break
        root = task.after(root, chosen)
    return Observation(task, tuple(decisions))


def decide(
    agent: Any, task: SearchTask, root: TreePosition | State, most_nodes: int = MOST_NODES
) -> Decision:
    """Observes one move of an agent of this process, which may ask for so many successors."""
    recorder = task.recorder(root, most_nodes)
    try:
        chosen = agent.act(WatchedState(recorder))
    except Exception as error:
        failure = Failure(f"{type(error).__name__}: {error}")
        return Decision(recorder, None, failure=failure)
    if why := why_illegal(chosen, root):  # type: ignore[arg-type]
        return Decision(recorder, None, failure=Failure(why))
    values = dict(getattr(getattr(agent, "report", None), "values", None) or {})
    return Decision(recorder, chosen, values)


_SUCCESSOR = "s"
_QUESTIONS = {
    (SearchEventKind.LEGAL_ACTIONS, None): ("l", Recorder.legal_actions),
    (SearchEventKind.TERMINAL_TEST, "is_terminal"): ("t", Recorder.is_terminal),
    (SearchEventKind.TERMINAL_TEST, "is_win"): ("w", Recorder.is_win),
    (SearchEventKind.TERMINAL_TEST, "is_loss"): ("o", Recorder.is_loss),
    (SearchEventKind.SCORE, None): ("c", Recorder.score),
    (SearchEventKind.EVALUATE, None): ("e", Recorder.evaluate),
}
_ASK = dict(_QUESTIONS.values())


def packed(observed: ObservedTest) -> str:
    """A text from which `unpacked` makes the same, with the messages of failures only."""
    names = [each.task.name for each in observed.observations]
    data = {
        "scores_finished": any(each.task.scores_finished for each in observed.observations),
        "observations": [_moves(each) for each in observed.observations],
        "again": [[names.index(each.task.name), _moves(each)] for each in observed.again],
    }
    return b85encode(compress(json.dumps(data, separators=(",", ":")).encode())).decode()


def unpacked(text: str, tasks: Sequence[SearchTask]) -> ObservedTest:
    """What was observed of an agent that was asked about `tasks`; it may have been stopped."""
    data = json.loads(decompress(b85decode(text)))
    tasks = [replace(each, scores_finished=data["scores_finished"]) for each in tasks]
    first = (_observation(*each) for each in zip(tasks, data["observations"], strict=False))
    again = (_observation(tasks[number], moves) for number, moves in data["again"])
    return ObservedTest(tuple(first), tuple(again))


def _moves(observation: Observation) -> list[dict[str, Any]]:
    return [
        {
            "asked": "".join(_asked(each.log)),
            "chosen": each.chosen,
            "values": [[action, value] for action, value in each.values.items()],
            "returned": _numbered(each),
            "failure": each.failure and each.failure.message,
        }
        for each in observation.decisions
    ]


def _numbered(decision: Decision) -> list[list[float]]:
    """What functions returned for states, by their numbers; by the last one with a path."""
    numbers = {path: number for number, path in enumerate(decision.log.paths)}
    return [[numbers[path], value] for path, value in decision.returned.items()]


def _asked(log: Recorder) -> Iterator[str]:
    """Each question: a letter, the number of the state, and for a successor the action."""
    for event in log.events:
        if event.kind is SearchEventKind.SUCCESSOR:
            node = log.nodes[event.state]
            yield f"{_SUCCESSOR}{node.parent},{int(node.action)};"
        else:
            kind = event.result if event.kind is SearchEventKind.TERMINAL_TEST else None
            yield f"{_QUESTIONS[event.kind, kind][0]}{event.state};"


def _observation(task: SearchTask, moves: Iterable[Mapping[str, Any]]) -> Observation:
    decisions: list[Decision] = []
    root: Any = task.root
    for move in moves:
        log = _recorder(task, root, move["asked"])
        chosen = None if move["chosen"] is None else Action(move["chosen"])
        values = {Action(action): float(value) for action, value in move["values"]}
        failure = Failure(move["failure"]) if move["failure"] else None
        returned = {log.paths[number]: value for number, value in move["returned"]}
        decisions.append(Decision(log, chosen, values, returned, failure))
        if chosen is not None:
            root = task.after(root, chosen)
    return Observation(task, tuple(decisions))


def _recorder(task: SearchTask, root: Any, asked: str) -> Recorder:
    """A recorder that was asked all that."""
    log = task.recorder(root)
    for question in asked.split(";")[:-1]:
        kind, rest = question[0], question[1:]
        if kind == _SUCCESSOR:
            number, action = map(int, rest.split(","))
            log.successor(number, Action(action))
        else:
            _ASK[kind](log, int(rest))
    return log
