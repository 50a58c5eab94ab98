"""The options for many machines without a cluster: each does a shard, then these are merged."""

from collections.abc import Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.autograder.batch.shard import Shard, ShardError
from pacgrid.cli.options import OptionError

ShardOption = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="NUMBER/COUNT",
        help="Do only this part of the work, such as 7/40, and store it in --journal.",
    ),
]
MergeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--merge",
        metavar="JOURNALS",
        help="Put the journals of all shards together: a pattern in quotes, such as"
        " 'shard-*.sqlite' ('shard-*.jsonl' for bench). Repeat it for more.",
    ),
]


@dataclass(frozen=True)
class ShardChoice:
    """What the options of `pacgrid grade` say about shards."""

    shard: ShardOption = None
    hidden: Annotated[
        str | None,
        typer.Option(
            "--hidden",
            metavar="CODE",
            help="With --shard: also run the hidden tests. --merge prints the code once the visible"
            " tests of all shards are done.",
        ),
    ] = None
    merge: MergeOption = None

    def __post_init__(self) -> None:
        if self.shard is not None and self.merge is not None:
            raise OptionError("use either --shard or --merge, not both")
        if self.hidden is not None and self.shard is None:
            raise OptionError("--hidden CODE goes with --shard; to see hidden tests: --show-hidden")
        _ = self.chosen

    @property
    def chosen(self) -> Shard | None:
        """The shard to do. Raises ShardError."""
        return Shard.parse(self.shard) if self.shard is not None else None

    @property
    def journal(self) -> Path | None:
        """Where the shard is stored if no journal is named."""
        return self.chosen.journal if self.chosen else None


def found_journals(patterns: Sequence[str], target: Path | None = None) -> list[Path]:
    """The files that the `patterns` of `--merge` name, without the `target`. Raises ShardError if
    one names none."""
    paths: set[Path] = set()
    for pattern in patterns:
        # pathlib finds no absolute patterns.
        found = [pattern] if Path(pattern).exists() else glob(pattern)  # noqa: PTH207
        if not found:
            raise ShardError(f"--merge {pattern}: no such journal")
        paths |= {
            path
            for path in map(Path, found)
            if not (target and path.absolute() == target.absolute())
        }
    return sorted(paths)
