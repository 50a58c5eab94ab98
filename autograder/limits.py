"""Limits on the time and memory that a submission may use."""

from typing import Annotated

from pydantic import Field

from pacgrid.autograder.strict_model import StrictModel

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
MIB = 1 << 20


class Budget(StrictModel):
    """Time limits for one action.

    `cpu_seconds` is the limit that matters, since a busy machine doesn't change it; `seconds`, on
    the clock, stops a submission that sleeps.
    """

    cpu_seconds: Seconds
    seconds: Seconds


class Limits(StrictModel):
    """Limits for a submission; exceeding one ends all its processes."""

    load: Budget = Budget(cpu_seconds=5, seconds=60)
    """For starting Python, importing the file, and building an agent."""
    move: Budget = Budget(cpu_seconds=3, seconds=30)
    game: Budget = Budget(cpu_seconds=30, seconds=300)
    """For all moves of one game, or all positions of one test, and any computing in between."""
    memory_mb: Annotated[int, Field(ge=64)] = 1024
    """MiB of memory (address space) for each process."""
    processes: Annotated[int, Field(ge=1)] = 1
    """Processes at once, including the first one. Threads are free, but their CPU time counts."""
    file_mb: Annotated[int, Field(ge=1)] = 16
    """MiB for its temporary files together. Its TMPDIR is a folder of its own."""
    open_files: Annotated[int, Field(ge=16)] = 64
    output_kb: Annotated[int, Field(ge=1)] = 1024
    """KiB of what it prints in one test; the rest is cut off."""
