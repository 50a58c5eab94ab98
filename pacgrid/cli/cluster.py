"""`pacgrid cluster`: start a cluster that only those with its key can use."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.autograder.batch.cluster_key import KEY_FILE, ClusterError, load_key, write_key
from pacgrid.cli.commands import CommandGroup
from pacgrid.cli.notes import note, note_written
from pacgrid.cli.output_path import check_writable
from pacgrid.cli.worker_choice import ProcessesOption

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Start a cluster of machines that grade, for pacgrid grade.",
)

_SCHEDULER_SECONDS = 300
"""How long a worker waits for its scheduler, which may start after it."""

Key = Annotated[Path, typer.Option("--key", metavar="FILE", help="The cluster's key.")]


@app.command()
def key(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")] = KEY_FILE,
    days: Annotated[
        int, typer.Option(min=1, max=3650, metavar="N", help="How long it is valid.")
    ] = 365,
    force: Annotated[bool, typer.Option("--force", help="Replace a key.")] = False,
) -> None:
    """Make the key of a cluster: one file for all its machines.

    Whoever has it can run code on all of them: never give it to students.
    """
    check_writable(path)
    expiry = write_key(path, days, force=force)
    note_written(path)
    typer.echo(
        f"This key is valid until {expiry:%Y-%m-%d}. Copy it to every machine of the cluster"
    )
    typer.echo("and to the one that grades, and to no other: whoever has it can run code on them.")


@app.command()
def scheduler(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Where to listen. Default: everywhere.")
    ] = "",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="0 takes a free one.")
    ] = 8786,
    key: Key = KEY_FILE,
) -> None:
    """Run the scheduler of a cluster, until Ctrl-C. One machine does that."""
    security = load_key(key)
    from pacgrid.autograder.batch.cluster_nodes import run_scheduler

    try:
        run_scheduler(security, host, port, typer.echo)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: what Dask wraps it in
        cause = error.__cause__ or error
        reason = getattr(cause, "strerror", None) or str(cause).partition("\n")[0]
        raise ClusterError(f"{host or 'port'} {port}: can't listen there: {reason}") from None


@app.command()
def worker(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The scheduler's, such as tls://host:8786.")
    ],
    jobs: ProcessesOption = None,
    key: Key = KEY_FILE,
) -> None:
    """Run workers of a cluster, until its scheduler ends. Each machine does that."""
    from pacgrid.autograder.batch.cluster_access import ClusterAccess
    from pacgrid.common.cpus import available_cpus

    access = ClusterAccess(address, key)
    if not access.has_tls:
        raise ClusterError(f"{address}: give an address that begins with tls://")
    security = access.security()
    access.check(security, _SCHEDULER_SECONDS)
    from pacgrid.autograder.batch.cluster_nodes import run_workers

    processes = jobs or available_cpus()
    workers = f"{processes} worker{'s' * (processes > 1)}"
    run_workers(address, security, processes, lambda: note(f"{workers} of {address}"))
