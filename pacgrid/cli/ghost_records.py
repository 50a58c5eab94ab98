"""`pacgrid learn --ghost-records`: a ghost's distribution, learned from records."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from pacgrid.action import Action
from pacgrid.agents.learned_ghost import count_moves, model_text
from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import OutputError, write_text
from pacgrid.records.record import Record
from pacgrid.records.record_reader import TruncatedRecordError
from pacgrid.state import State


def learn_ghost(model: Path, records: Sequence[Path]) -> None:
    """Learn from `records` how ghosts move, and write the `model`."""
    if model in records:
        raise OptionError(f"{model}: is one of the records; name another file for the model first")
    counts = count_moves(move for path in records for move in _moves(path))
    moves = sum(sum(kinds.values()) for kinds in counts.values())
    if not moves:
        raise OutputError(f"{model}: not written: no ghost chose a move in these records")
    write_text(model, model_text(counts))
    typer.echo(f"Learned from {moves:,} moves in {len(counts)} situations.")


def _moves(path: Path) -> Iterator[tuple[State, Action]]:
    """The states of a record and the actions played there. Raises RecordError."""
    try:
        record = Record.load(path)
    except TruncatedRecordError as error:
        note(str(error))
        record = error.record
    return zip(record.states(), (move.action for move in record.moves), strict=False)
