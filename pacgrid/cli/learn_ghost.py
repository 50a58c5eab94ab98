"""`pacgrid learn-ghost`: a ghost's distribution, learned from records."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.action import Action
from pacgrid.cli.console import note
from pacgrid.cli.output_path import OutputError, check_writable, write_text
from pacgrid.records.record import Record
from pacgrid.records.record_error import TruncatedRecordError
from pacgrid.state import State


def learn_ghost(
    records: Annotated[
        list[Path],
        typer.Argument(metavar="RECORDS", help="Records that `pacgrid play --save` wrote."),
    ],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The model, a JSON file.")
    ] = Path("ghost.json"),
    ghost: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Learn from ghost N only. Default: all ghosts."),
    ] = None,
) -> None:
    """Learn from records how ghosts move, for `learned_ghost:file=ghost.json`."""
    from pacgrid.agents.learned_ghost import count_moves, model_text

    check_writable(out)
    counts = count_moves(
        (state, action)
        for path in records
        for state, action in _moves(path)
        if ghost in (None, state.to_move)
    )
    moves = sum(sum(kinds.values()) for kinds in counts.values())
    if not moves:
        raise OutputError(f"{out}: not written: no ghost chose a move in these records")
    write_text(out, model_text(counts))
    typer.echo(f"Learned from {moves:,} moves in {len(counts)} situations.")


def _moves(path: Path) -> Iterator[tuple[State, Action]]:
    """The states of a record and the actions played there. Raises RecordError."""
    try:
        record = Record.load(path)
    except TruncatedRecordError as error:
        note(str(error))
        record = error.record
    return zip(record.states(), (move.action for move in record.moves), strict=False)
