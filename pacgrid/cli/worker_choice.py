"""The workers of `pacgrid grade`: how many there are, where, and how they are confined."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.options import OptionError

if TYPE_CHECKING:
    from pacgrid.autograder.sandbox.level import Level

ProcessesOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes. Default: one per core."),
]


class SandboxLevel(StrEnum):
    """The sandbox levels of `pacgrid.autograder`, which is loaded only when it is used."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    PROCESS = "process"


@dataclass(frozen=True)
class WorkerChoice:
    """What the options of the command line say about the workers. Raises PoolError for a scheduler
    that it isn't safe to use, or OptionError."""

    where: Annotated[
        str | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N|ADDRESS",
            help="Use N processes, or a Dask cluster: the address that dask scheduler prints, such"
            " as tls://host:8786; local starts a cluster here. Default: a process per core.",
        ),
    ] = None
    sandbox: Annotated[
        SandboxLevel | None, typer.Option(help="Sandbox level. Default: the strongest available.")
    ] = None

    def __post_init__(self) -> None:
        where = self.where
        if where is None or self.jobs:
            return
        if where != "local" and ":" not in where:
            raise OptionError(
                f"--jobs {where}: write a number of processes, or the address that dask scheduler"
                " prints, such as tls://host:8786"
            )
        from pacgrid.autograder.batch.cluster import check_address

        check_address(where)

    @property
    def jobs(self) -> int | None:
        """How many processes to use here; None for one per core, or in a cluster."""
        is_number = self.where and self.where.isascii() and self.where.isdecimal()
        return int(self.where or 0) or None if is_number else None

    @property
    def scheduler(self) -> str | None:
        """The address of a cluster, if there is one."""
        return None if self.jobs else self.where

    def level(self, *, is_own: bool) -> "Level":
        """The sandbox level to grade with: the chosen one, or the strongest available.

        Only your own file is graded at a level that attacks can escape. Raises OptionError.
        """
        from pacgrid.autograder.sandbox.level import Level, strongest, why_not

        if self.sandbox:
            level = Level(self.sandbox)
            if reason := why_not(level):
                raise OptionError(f"--sandbox {level}: {reason}")
            return level
        level = strongest()
        if not (level.is_secure or is_own):
            reasons = "; ".join(f"{other}: {why_not(other)}" for other in Level if other.is_secure)
            raise OptionError(
                f"grading other people's code requires at least landlock ({reasons}); "
                "override with --sandbox process"
            )
        return level
