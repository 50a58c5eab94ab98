"""Looks into the evaluation of a submission: its values in positions of the games that it played,
and in the same positions with one thing changed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import compress
from statistics import mean

from pacgrid.common import cpus
from pacgrid.common.failure import Failure
from pacgrid.state import State

from ...diagnosis.changed_positions import closed_in, mirrored, pairs, sample
from ...diagnosis.evaluation_warnings import ObservedValues, judge
from ...model.evaluation_report import EvaluationReport, FeatureSummary, GamesResult
from ...worker_client.client import WorkerClient
from ...worker_client.connection import SubmissionError
from .evaluation_pacman import RemoteEvaluation

POSITIONS = 24
"""How many positions of the games are looked at. Each is changed in up to ten ways."""
_BATCH = 40
"""How many values share the time for one move."""
_MOST_FAILURES = 3
_MOST_CLOSED = 8
"""How often a way out is closed."""

PlayAgain = Callable[[], GamesResult]
"""Plays some of the games again, with the weights as they are now. Raises SubmissionError."""


def examine(
    client: WorkerClient,
    function: str,
    states: Iterable[State],
    games: RemoteEvaluation,
    baseline: GamesResult | None = None,
    play_again: PlayAgain | None = None,
) -> EvaluationReport | None:
    """A report on the evaluation `function` of the loaded submission, after `games` with these
    `states`. None if there is nothing to report on.

    With `play_again`, the weight of each feature is varied, and the games that had the result
    `baseline` are played again.
    """
    bases = sample(states, POSITIONS)
    if not bases:
        return None
    asked = _Asked(client, function)
    # Where a busy machine looks like a slow evaluation, nothing is said about its time.
    seconds = games.seconds if cpus.TELLS_CPU_TIME else 0.0
    try:
        observed = asked.observe(bases, seconds)
    except SubmissionError:  # its process has ended
        observed = ObservedValues((), (), {}, {}, {}, {}, seconds)
    features = _features(client, function, observed)
    if games.has_failed:  # the feedback says so already
        observed = replace(observed, failures={})
    judgement = judge(observed, features)
    if play_again:
        features = tuple(_sensitivity(client, features, play_again))
    return EvaluationReport(
        len(observed.bases),
        judgement.warnings,
        judgement.refuted,
        features,
        baseline,
        judgement.senses,
    )


class _Asked:
    """Asks the evaluation `function` for values outside of games."""

    def __init__(self, client: WorkerClient, function: str) -> None:
        self._client = client
        self._function = function
        self._failures: dict[State, Failure] = {}

    def observe(self, bases: Sequence[State], seconds: float) -> ObservedValues:
        """The values for `bases`, and for what is changed in them. Raises SubmissionError if its
        process ends."""
        changed = [pair for state in bases for pair in pairs(state)]
        both = (state for pair in changed for state in (pair.before, pair.after))
        values = self.values([*bases, *both], seed=1)
        known = [state for state in bases if state in values]
        again, images = self._again(known)
        if any(values[state] != image for state, image in images.items()):
            # It may keep something of a board that is wrong on another one.
            _, images = self._again([], known)
        closed = [pair for pair in map(closed_in, bases) if pair][:_MOST_CLOSED]
        elsewhere = _Asked(self._client, self._function)
        for state in (state for pair in closed for state in (pair.before, pair.after)):
            values |= elsewhere.values([state], seed=1)
        return ObservedValues(
            bases, [*changed, *closed], values, again, images, self._failures, seconds
        )

    def _again(
        self, states: Sequence[State], mirror: Sequence[State] | None = None
    ) -> tuple[dict[State, float], dict[State, float]]:
        """The values of `states` in a new process, the last one first; then, by state, those of
        the mirror images of `mirror`, or of `states`."""
        again: dict[State, float] = {}
        images = {mirrored(state): state for state in (states if mirror is None else mirror)}
        reflected: dict[State, float] = {}
        with suppress(SubmissionError), self._client.fresh() as client:
            asked = _Asked(client, self._function)
            again = asked.values(states[::-1], seed=2)
            self._failures |= asked._failures
            reflected = _Asked(client, self._function).values(list(images), seed=1)
        return again, {images[image]: value for image, value in reflected.items()}

    def values(self, states: Sequence[State], seed: int) -> dict[State, float]:
        """The values of `states`, all in one maze, as far as it doesn't fail."""
        values: dict[State, float] = {}
        waiting = list(dict.fromkeys(states))
        if waiting:
            self._client.start_evaluation(self._function, waiting[0], seed)
        while waiting and len(self._failures) < _MOST_FAILURES:
            self._client.start_move()
            got = self._client.values(waiting[:_BATCH])
            waiting = waiting[len(got) :]
            for state, value in got.items():
                if isinstance(value, Failure):
                    self._failures.setdefault(state, value)
                else:
                    values[state] = value
        return values


def _features(
    client: WorkerClient, function: str, observed: ObservedValues
) -> tuple[FeatureSummary, ...]:
    """The features in the positions that were observed; none if the submission doesn't name them,
    or if they fail."""
    bases = set(observed.bases)
    mazes = {state.maze for state in bases}
    states = [state for state in observed.values if state.maze in mazes]
    is_base = [state in bases for state in states]
    if not any(is_base):
        return ()
    try:
        client.start_evaluation(function, states[0], seed=1)
        client.start_move()
        reply = client.features(states)
    except SubmissionError:
        return ()
    # Features may be so large that only the exact sum has a place for theirs.
    return tuple(
        FeatureSummary(name, weight, mean(compress(values, is_base)), min(values), max(values))
        for (name, weight), values in zip(
            reply.weights.items(), zip(*reply.values, strict=True), strict=True
        )
    )


def _sensitivity(
    client: WorkerClient, features: Sequence[FeatureSummary], play_again: PlayAgain
) -> Iterator[FeatureSummary]:
    """The features, each with the results of the games with its weight at 0 and doubled; without
    results from where the submission fails."""
    fails = False
    for feature in features:
        results: list[GamesResult] = []
        with suppress(SubmissionError):
            for factor in () if fails else (0, 2):
                client.weigh(feature.name, factor)
                results.append(play_again())
            client.weigh(feature.name, 1)
        if fails := len(results) < 2:
            yield feature
        else:
            yield replace(feature, without=results[0], doubled=results[1])
