"""Where a search leaves every right search."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.named_position import NamedPosition
from pacgrid.autograder.diagnosis.observation import Decision, decide
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.recorder import Path
from pacgrid.autograder.diagnosis.reference import RightAlphaBeta
from pacgrid.autograder.diagnosis.search_order import as_in
from pacgrid.autograder.diagnosis.truth import ROUNDING, Truth, truth_of
from pacgrid.tree.event_log import EventKind

MOST_ACTIONS = 8
"""More on the way to a state are only counted."""
Departure = tuple[Path, str]
"""The state, and what the agent does there, in a line."""
StateValues = Sequence[tuple[int, float]]
"""What states are worth to a search: see `explained_values`."""

_RETURNED = re.compile(r"returned (?:Action\.(?P<action>\w+)|.*? \((?P<type>\w{1,40})\)[,:;])")


def departure(probe: Probe, observed: Decision) -> Departure | None:
    """The first state at which what `observed` asks is wrong; None if only its values are."""
    if observed.generated or observed.failure:
        truth = truth_of(probe, observed.root)
        return next(_wrong_steps(probe, observed, truth), None)
    return (), "it asks for no successor at all"


def value_departure(
    observed: Decision,
    right: StateValues,
    wrong: StateValues,
    windows: Mapping[Path, tuple[float, float]],
) -> Departure | None:
    """The first state at which values go wrong: it has another one with the mistake, while those
    that it leads to have the right ones. Outside of alpha and beta, a bound is right, too."""
    expected, paths = dict(right), observed.log.paths
    differ = {
        paths[number]: (value, expected[number])
        for number, value in wrong
        if number in expected
        and _is_wrong(value, expected[number], *windows.get(paths[number], (-inf, inf)))
    }
    for path, (value, needed) in differ.items():
        if not any(other[: len(path)] == path for other in differ if other != path):
            name = name_of(observed.root, path)
            return path, f"it gives {name} the value {value + 0:g}, not {needed + 0:g}"
    return None


def _is_wrong(value: float, expected: float, alpha: float, beta: float) -> bool:
    """Whether `value` differs from `expected`, and is not a bound of it."""
    is_bound = expected <= value <= alpha or beta <= value <= expected
    return abs(expected - value) > ROUNDING and not is_bound


def choice_departure(observed: Decision, truth: Truth) -> Departure | None:
    """What is wrong with the action it chose."""
    if observed.chosen is None or observed.chosen in truth.best:
        return None
    best, worth = truth.best[0], truth.values
    chosen, right = (action_word(observed.root, each) for each in (observed.chosen, best))
    words = f"it chooses {chosen}, which is worth {worth[observed.chosen]:g}"
    return (), f"{words}; {right} is worth {worth[best]:g}"


def name_of(root: Any, path: Path) -> str:
    """What the state at `path` from `root` is called in a sentence."""
    if not path:
        return "the first state"
    actions = path_words(root, path)
    if isinstance(root, NamedPosition):
        return f"state {reduce(NamedPosition.successor, path, root).name} (after {actions})"
    return f"the state after {actions}"


def path_words(root: Any, path: Path) -> str:
    """The actions on the way to a state; of very many, the first."""
    words = list(map(str, path[:MOST_ACTIONS]))
    if hasattr(root, "action_name"):
        states = accumulate(path, lambda state, action: state.successor(action), initial=root)
        words = [action_word(*step) for step in zip(states, path[:MOST_ACTIONS], strict=False)]
    actions = ", ".join(words)
    return actions if len(path) <= MOST_ACTIONS else f"{actions}, … ({len(path):,} actions)"


def action_word(state: Any, action: Action) -> str:
    """What an action in `state` is called."""
    return str(getattr(state, "action_name", str)(action))


def _wrong_steps(probe: Probe, observed: Decision, truth: Truth) -> Iterator[Departure]:
    used = observed.footprint
    needed = truth.inner | truth.cut_off | truth.finished
    has_evaluation = probe.evaluation != "score" or probe.kind == "tree"
    unevaluated = truth.cut_off - used.evaluated if has_evaluation else frozenset()
    for event in observed.log.events:
        path = observed.log.paths[event.state]
        name = name_of(observed.root, path)
        if event.kind is EventKind.SUCCESSOR and path not in needed:
            where = "which is at the cut-off"
            yield path[:-1], f"it goes on below {name_of(observed.root, path[:-1])}, {where}"
        elif event.kind is EventKind.EVALUATE and path in truth.finished:
            yield path, f"it evaluates {name}, where the game is over"
        elif event.kind is EventKind.EVALUATE and path in truth.inner - used.expanded:
            yield path, f"it evaluates {name}, which is not at the cut-off"
        elif event.kind is EventKind.SCORE and path in truth.inner - used.expanded:
            yield path, f"it takes the score of {name}, which is not at the cut-off"
        elif event.kind is EventKind.SCORE and path in unevaluated:
            yield path, f"it takes the score of {name}, and does not evaluate it"
    if words := _what_it_returns(observed):
        yield (), words
    elif observed.failure and not observed.generated:
        yield (), "it fails before it asks for any successor"
    elif observed.failure:
        path = observed.log.paths[observed.log.events[-1].state]
        over = ", where the game is over" if path in truth.finished else ""
        yield path, f"it fails in {name_of(observed.root, path)}{over}"
    yield from _missing(observed, truth, _needed(probe, observed, truth))


def _what_it_returns(observed: Decision) -> str:
    """What that is if it is no legal action; "" if it is one, or if nothing is returned."""
    match = _RETURNED.match(observed.failure.message) if observed.failure else None
    if not match:
        return ""
    if match["action"] in Action.__members__:
        return f"it returns {Action[match['action']]}, which is not legal"
    kinds = {"NoneType": "None", "int": "a number", "float": "a number", "str": "a string"}
    kind = match["type"]
    return f"it returns {kinds.get(kind, f'a {kind}')}, not an action"


def _needed(probe: Probe, observed: Decision, truth: Truth) -> frozenset[Path]:
    """The states that a right search in the same order has to look at."""
    if probe.search != "alpha_beta":
        return truth.inner | truth.cut_off | truth.finished
    agent = RightAlphaBeta(
        depth=probe.depth, evaluation=lambda state: state.evaluate(), order=as_in(observed.order)
    )
    return frozenset(decide(agent, probe, observed.root).generated)


def _missing(observed: Decision, truth: Truth, needed: frozenset[Path]) -> Iterator[Departure]:
    seen = {(), *observed.generated}
    states = {node.state for node in observed.log.nodes}
    for path in sorted(needed, key=len):
        if path not in seen and path[:-1] in seen and path[:-1] in truth.inner:
            state = observed.root
            for action in path:
                state = state.successor(action)
            if state not in states:  # it may remember equal ones
                yield path, f"it never looks at {name_of(observed.root, path)}"
    for path in sorted(truth.cut_off & needed & seen - observed.evaluated - observed.scored):
        yield path, f"it never evaluates {name_of(observed.root, path)}"
