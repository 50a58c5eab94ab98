"""A shard: one of several equal parts of a batch, each of which another machine does."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ..model.errors import GradingError

MOST_SHARDS = 10_000


class ShardError(GradingError):
    """A shard that can't be, or shards that don't fit together."""


@dataclass(frozen=True, order=True)
class Shard:
    """Part `number` of `count`, counted from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads text such as `7/40`. Raises ShardError.

        >>> Shard.parse("7/40")
        Shard(number=7, count=40)
        """
        if not re.fullmatch(r"[0-9]{1,9}/[0-9]{1,9}", text):
            raise ShardError(f"--shard {text}: write NUMBER/COUNT, such as 7/40")
        number, count = map(int, text.split("/"))
        if not 1 <= count <= MOST_SHARDS:
            raise ShardError(f"--shard {text}: there can be 1 to {MOST_SHARDS:,} shards")
        if not 1 <= number <= count:
            raise ShardError(f"--shard {text}: shards are numbered from 1 to {count}")
        return cls(number, count)

    def part(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of `keys` that belong to this shard.

        It depends neither on their order nor on how often each occurs. Each key belongs to exactly
        one shard, and shards differ by at most one key.

        >>> sorted(Shard(2, 3).part("cabbage"))
        ['b', 'g']
        """
        return frozenset(sorted(set(keys))[self.number - 1 :: self.count])

    @property
    def journal(self) -> Path:
        """Where it is stored if no other file is named."""
        return Path(f"pacgrid-shard-{self.number}-of-{self.count}.sqlite")

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


def numbers_text(numbers: Iterable[int]) -> str:
    """The numbers in order, runs of them shortened.

    >>> numbers_text([9, 3, 4, 5])
    '3-5, 9'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)
