"""What commands share of their output."""

from pathlib import Path

import pytest
import typer

from pacgrid.cli.console import resumable


@pytest.mark.parametrize("name", ["journal", ""])
def test_an_interrupt_says_what_is_kept(name, tmp_path, capsys):
    path = tmp_path / name if name else None
    for _ in range(2):
        with pytest.raises(typer.Exit), resumable(path):
            raise KeyboardInterrupt
    kept = f"{path} has the results so far: run the same command again to resume"
    printed = capsys.readouterr().err
    assert printed.count(f"stopped; {kept if name else 'there are no results'}\n") == 2
    assert printed.count("--no-journal keeps none") == (1 if name else 0)


def test_a_journal_of_what_can_be_played_again_syncs_less_often(tmp_path: Path) -> None:
    for syncs, level in ((True, 2), (False, 1)):
        with resumable(tmp_path / "journal", syncs=syncs) as journal:
            assert journal._pragma("synchronous") == level
