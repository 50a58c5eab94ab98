"""Limits on the time and memory that a submission may use."""

from typing import Annotated, Self

from pydantic import Field

from .strict_model import StrictModel

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
MIB = 1 << 20


class Budget(StrictModel):
    """Time limits, which don't depend on how busy the machine is.

    `cpu_seconds` limits what a submission computes. `seconds` stops one that sleeps: seconds on the
    clock in which it neither computes nor waits for a CPU.
    """

    cpu_seconds: Seconds
    seconds: Seconds


class SubmissionLimits(StrictModel):
    """Limits for a submission; exceeding one ends all its processes."""

    load: Budget = Budget(cpu_seconds=5, seconds=60)
    """For starting Python, importing the file, and building an agent."""
    move: Budget = Budget(cpu_seconds=3, seconds=30)
    game: Budget = Budget(cpu_seconds=30, seconds=300)
    """For all moves of one game, or all positions of one test, and any computing in between."""
    test: Budget = Budget(cpu_seconds=600, seconds=120)
    """For everything in one test, loading included."""
    submission: Budget = Budget(cpu_seconds=6000, seconds=1200)
    """For all tests together: see `for_each_of`."""
    memory_mb: Annotated[int, Field(ge=64)] = 1024
    """MiB of memory (address space) for each process."""
    processes: Annotated[int, Field(ge=1)] = 1
    """Processes at once, including the first one. Threads are free, but their CPU time counts."""
    file_mb: Annotated[int, Field(ge=1)] = 16
    """MiB for all its temporary files together."""
    open_files: Annotated[int, Field(ge=16)] = 64
    output_kb: Annotated[int, Field(ge=1)] = 1024
    """KiB of printed output in one test; the rest is cut off."""

    def for_each_of(self, tests: int) -> Self:
        """The limits for each of a submission's `tests`, which may take at most equal shares of its
        budget. So the result of one doesn't depend on when the others run, or on what they use."""
        share = Budget(
            cpu_seconds=min(self.test.cpu_seconds, _share(self.submission.cpu_seconds, tests)),
            seconds=min(self.test.seconds, _share(self.submission.seconds, tests)),
        )
        return self.model_copy(update={"test": share})


def _share(seconds: float, tests: int) -> float:
    return float(f"{seconds / tests:.3g}")
