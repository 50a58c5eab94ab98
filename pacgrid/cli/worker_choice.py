"""The workers of `pacgrid grade`: how many there are, where, and how they are confined."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.autograder.batch.cluster_key import KEY_FILE
from pacgrid.cli.options import OptionError

if TYPE_CHECKING:
    from pacgrid.autograder.batch.cluster_access import ClusterAccess
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
    """What the options of the command line say about the workers."""

    jobs: ProcessesOption = None
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Grade on a cluster: the address that pacgrid cluster scheduler prints, such as"
            " tls://host:8786; local starts a cluster here.",
        ),
    ] = None
    cluster_key: Annotated[
        Path, typer.Option(metavar="FILE", help="The cluster's key, by pacgrid cluster key.")
    ] = KEY_FILE
    insecure_cluster: Annotated[
        bool,
        typer.Option(
            "--insecure-cluster",
            help="Allow a scheduler without TLS. Anyone who can reach it can run code as you.",
        ),
    ] = False
    sandbox: Annotated[
        SandboxLevel | None, typer.Option(help="Sandbox level. Default: the strongest available.")
    ] = None

    @property
    def cluster(self) -> "ClusterAccess | None":
        """The cluster to grade on. Raises ClusterError."""
        from pacgrid.autograder.batch.cluster_access import ClusterAccess

        if self.scheduler is None:
            return None
        return ClusterAccess(self.scheduler, self.cluster_key, self.insecure_cluster)

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
