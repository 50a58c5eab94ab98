"""Observations as text, so that the tests of a question can be explained together, elsewhere and
later. Only what the agent did is kept: the answers follow from the probes."""

import json
from base64 import b85decode, b85encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any
from zlib import compress, decompress

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.tree.search_log import SearchEventKind

from .observation import Decision, Observation, ObservedTest
from .probe import Probe
from .recorder import Recorder

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
    names = [each.probe.name for each in observed.observations]
    data = {
        "scores_finished": any(each.probe.scores_finished for each in observed.observations),
        "observations": [_moves(each) for each in observed.observations],
        "again": [[names.index(each.probe.name), _moves(each)] for each in observed.again],
    }
    return b85encode(compress(json.dumps(data, separators=(",", ":")).encode())).decode()


def unpacked(text: str, probes: Sequence[Probe]) -> ObservedTest:
    """What was observed of an agent that was asked about `probes`; it may have been stopped."""
    data = json.loads(decompress(b85decode(text)))
    probes = [replace(each, scores_finished=data["scores_finished"]) for each in probes]
    first = (_observation(*each) for each in zip(probes, data["observations"], strict=False))
    again = (_observation(probes[number], moves) for number, moves in data["again"])
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


def _observation(probe: Probe, moves: Iterable[Mapping[str, Any]]) -> Observation:
    decisions: list[Decision] = []
    root: Any = probe.root
    for move in moves:
        log = _recorder(probe, root, move["asked"])
        chosen = None if move["chosen"] is None else Action(move["chosen"])
        values = {Action(action): float(value) for action, value in move["values"]}
        failure = Failure(move["failure"]) if move["failure"] else None
        returned = {log.paths[number]: value for number, value in move["returned"]}
        decisions.append(Decision(log, chosen, values, returned, failure))
        if chosen is not None:
            root = probe.after(root, chosen)
    return Observation(probe, tuple(decisions))


def _recorder(probe: Probe, root: Any, asked: str) -> Recorder:
    """A recorder that was asked all that."""
    log = Recorder(probe, root, inf)
    for question in asked.split(";")[:-1]:
        kind, rest = question[0], question[1:]
        if kind == _SUCCESSOR:
            number, action = map(int, rest.split(","))
            log.successor(number, Action(action))
        else:
            _ASK[kind](log, int(rest))
    return log
