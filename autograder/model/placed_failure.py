"""The failures of a test, each kind once with all the places where it happened."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

MOST_KINDS = 4
"""The most kinds of failures that are shown for a test; a message may be different each time."""


@dataclass(frozen=True)
class PlacedFailure:
    """A failure, and where it happened."""

    failure: Failure
    place: str
    """Such as `games 1-4, 7 and 9-12`; "" if it was before all games."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["place"])


def placed_failures(
    noun: str, failures: Iterable[tuple[int, Failure]], untried: Sequence[int] = ()
) -> tuple[PlacedFailure, ...]:
    """The first failure of each kind in `failures`, which happened in the games or positions with
    these numbers, with all its places. The last failure kept the `untried` ones from being tried.

    `noun` says what is numbered: `game`.
    """
    first: dict[str, Failure] = {}
    numbers: dict[str, list[int]] = {}
    key = ""
    for number, failure in failures:
        key = kind(failure)
        if key not in first and len(first) >= MOST_KINDS:
            key, failure = "", Failure("failed in other ways, too")  # noqa: PLW2901
        first.setdefault(key, failure)
        numbers.setdefault(key, []).append(number)
    places = {each: numbered(noun, found) for each, found in numbers.items()}
    if untried and first:
        were = "was" if len(untried) == 1 else "were"
        places[key] += f" ({numbered(noun, untried)} {were} not tried)"
    return tuple(PlacedFailure(failure, places[each]) for each, failure in first.items())


def kind(failure: Failure) -> str:
    """The part of the message that equal failures share: without the legal actions, the options of
    a class and the value that was returned."""
    common = failure.message.partition("; legal actions:")[0]
    common = common.partition("can't be built: its __init__")[0]
    common = re.sub(r"^returned .*\): return", "return", common)
    return re.sub(r" returned .* (\(.*\); it must return a number)", r" \1", common)


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """`game 3`, `games 1-4, 7 and 9-12`: the `numbers` go up."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    listed = " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
    return f"{noun} {listed}" if len(numbers) == 1 else f"{noun}s {listed}"


def failure_json(failure: Failure | None) -> dict[str, Any] | None:
    """A failure as JSON."""
    return dict(vars(failure)) if failure else None
