"""What a submission may cost before its processes are ended."""

from typing import Annotated

from pydantic import Field

from pacgrid.autograder.model import Model

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
MIB = 1 << 20


class Budget(Model):
    """How long something may take. CPU seconds are what counts, since a busy computer doesn't
    lengthen them; the seconds of the clock are there for those who sleep."""

    cpu_seconds: Seconds
    seconds: Seconds


class Limits(Model):
    """What a submission may take. Whoever takes more is ended, with all its processes."""

    load: Budget = Budget(cpu_seconds=5, seconds=60)
    """To start Python, import the file, and build an agent."""
    move: Budget = Budget(cpu_seconds=3, seconds=30)
    game: Budget = Budget(cpu_seconds=30, seconds=300)
    """All moves of one game, or all positions of one test, and what it computes between them."""
    memory_mb: Annotated[int, Field(ge=64)] = 1024
    """MiB of memory (address space) for each of its processes."""
    processes: Annotated[int, Field(ge=1)] = 1
    """How many processes it may be at once, itself counted. Threads are free; their CPU time
    counts."""
    file_mb: Annotated[int, Field(ge=1)] = 16
    """MiB that a file may have that it writes in its own /tmp, where it has one."""
    open_files: Annotated[int, Field(ge=16)] = 64
    output_kb: Annotated[int, Field(ge=1)] = 1024
    """KiB that it may print in one test; the first and the last part are kept."""
