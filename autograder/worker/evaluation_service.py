"""The part of the service that asks a submission's evaluation for values."""

import math
import sys
from collections.abc import Callable, Mapping
from numbers import Real
from types import FrameType, ModuleType
from typing import Any, Protocol

from pacgrid.search import Evaluate
from pacgrid.state import State

from .failed_reply import ContractError, Reply, failed_reply
from .global_generators import GlobalGenerators
from .messages import MAX_FEATURES
from .position import EncodedPosition, decode_position


class LoadedFile(Protocol):
    """A submission's file that a worker has loaded."""

    file: str
    module: ModuleType
    generators: GlobalGenerators


class EvaluationService:
    """Each request is a method."""

    evaluate: Evaluate
    state: State

    def __init__(self, worker: LoadedFile) -> None:
        self._worker = worker
        self._weights: dict[str, float] = {}
        """Those that `weigh` has changed, as they were."""

    def start_evaluation(self, function: str, state: str, seed: int) -> Reply:
        """Takes `function` as the evaluation in a game that starts at the drawn position
        `state`."""
        self._worker.generators.seed(f"{seed}:0")
        self.evaluate = _checked(getattr(self._worker.module, function), function)
        self.state = State.parse(state)
        return {"kind": "done"}

    def values(self, positions: list[EncodedPosition]) -> Reply:
        """The values of these positions of the game, as far as the evaluation doesn't fail."""
        maze, values = self.state.maze, []
        for position in positions:
            try:
                values.append(self.evaluate(decode_position(maze, position)))
            except BaseException as error:
                return {
                    "kind": "values",
                    "values": values,
                    "failed": failed_reply(error, self._worker.file),
                }
        return {"kind": "values", "values": values, "failed": None}

    def features(self, positions: list[EncodedPosition]) -> Reply:
        """The submission's `WEIGHTS`, and what its function `features` returns in each position, if
        it has both."""
        function = getattr(self._worker.module, "features", None)
        weights = getattr(self._worker.module, "WEIGHTS", None)
        if not callable(function) or not isinstance(weights, Mapping):
            return {"kind": "features", "weights": {}, "values": []}
        names = list(weights)[:MAX_FEATURES]
        states = [decode_position(self.state.maze, position) for position in positions]
        return {
            "kind": "features",
            "weights": {str(name)[:60]: _finite(weights[name]) for name in names},
            "values": [[_finite(row[name]) for name in names] for row in map(function, states)],
        }

    def weigh(self, feature: str, factor: float) -> Reply:
        """Sets the weight of `feature` to `factor` times what it was at first."""
        weights = self._worker.module.WEIGHTS
        name = next(name for name in weights if str(name)[:60] == feature)
        weights[name] = factor * self._weights.setdefault(feature, weights[name])
        return {"kind": "done"}


def _checked(function: Callable[[State], object], name: str) -> Callable[[State], float]:
    """`function`, with a ContractError if it doesn't return a number."""

    def evaluate(state: State) -> float:
        value = function(state)
        if not isinstance(value, Real) or math.isnan(value):
            shown = f"{value!r:.60} ({type(value).__name__})"
            last = _last_line(function, state) if value is None else None
            ends = f"; it ends after line {last} without returning one" * bool(last)
            raise ContractError(f"{name} returned {shown}; it must return a number{ends}")
        return float(value)

    return evaluate


def _last_line(function: Callable[[State], object], state: State) -> int | None:
    """The last line of `function` that runs for `state`; None if that can't be told."""
    code = getattr(function, "__code__", None)
    last = None

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal last
        if frame.f_code is not code:
            return None
        last = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(state)
    except Exception:  # it remembers something, and so does something else than before
        return None
    finally:
        sys.settrace(before)
    return last


def _finite(number: Any) -> float:
    """A feature or weight. Raises ContractError unless it is finite."""
    if not math.isfinite(number):
        raise ContractError(f"{number} among the features and weights; they must be finite")
    return float(number)
