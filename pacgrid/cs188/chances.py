"""How the ghosts of the CS 188 project choose. Sums are in its order, so that they are the same to
the last bit."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

Choice = TypeVar("Choice")


def uniform(choices: Iterable[Choice]) -> dict[Choice, float]:
    """The chance of each choice if all are as likely."""
    return normalized(dict.fromkeys(choices, 1.0))


def directional(
    distances: Mapping[Choice, float], preference: float, *, is_scared: bool
) -> dict[Choice, float]:
    """The chance of each choice if one that leads nearest (farthest for a scared ghost) is taken
    with the probability `preference`, and any choice otherwise.

    >>> directional({"East": 1, "West": 3}, 0.5, is_scared=False)
    {'East': 0.75, 'West': 0.25}
    """
    best = (max if is_scared else min)(distances.values())
    preferred = [choice for choice, distance in distances.items() if distance == best]
    chances = dict.fromkeys(preferred, preference / len(preferred))
    for choice in distances:
        chances[choice] = chances.get(choice, 0) + (1 - preference) / len(distances)
    return normalized(chances)


def normalized(weights: Mapping[Choice, float]) -> dict[Choice, float]:
    """The weights divided by their sum, if that isn't 0."""
    total = float(sum(weights.values()))
    return {choice: weight / total for choice, weight in weights.items()} if total else {**weights}


def index_drawn(weights: Sequence[float], number: float) -> int:
    """The index of the weight on which `number`, from 0 to 1, falls."""
    total = sum(weights)
    if total not in (0, 1):
        weights = [weight / float(total) for weight in weights]
    sum_so_far = 0.0
    for index, weight in enumerate(weights[:-1]):
        sum_so_far += weight
        if number <= sum_so_far:
            return index
    return len(weights) - 1
