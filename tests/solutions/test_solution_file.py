"""Files that were changed are refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from pacgrid.solutions import solution_file
from pacgrid.solutions.errors import SolutionError
from pacgrid.solutions.solution_file import VERSION, read_arrays, write_arrays

ARRAYS = {"values": np.arange(5, dtype=np.float32), "blocks": np.array([[1, 2], [3, 4]])}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "a.solution", {"objective": "win"}, ARRAYS)
    return tmp_path / "a.solution"


def test_what_is_written_is_read(path: Path) -> None:
    header, arrays = read_arrays(path, verify=True)
    assert header["objective"] == "win"
    assert {name: array.tolist() for name, array in arrays.items()} == {
        name: array.tolist() for name, array in ARRAYS.items()
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-1], "instead of .* it was cut off or changed"),
        (lambda content: content + b"!", "instead of .* it was cut off or changed"),
        (lambda content: content[:-1] + b"!", "its checksum is wrong"),
        (lambda content: content.replace(b'"win"', b'"won"'), "its header is damaged"),
        (lambda content: content.replace(b'"version": "', b'"version": "7'), "another version"),
        (lambda content: content[:20], "is not a solution, or its header is damaged"),
        (lambda content: b"", "is not a solution, or its header is damaged"),
        (lambda content: (9000).to_bytes(8, "little") + b"[" * 9000, "is not a solution"),
        (lambda content: b"\xff" * 100, "is not a solution, or its header is damaged"),
    ],
)
def test_a_changed_file_is_refused(path: Path, change: object, message: str) -> None:
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(SolutionError, match=message):
        read_arrays(path)


ENTRY = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    "entry",
    [7, [], {"dtype": "O"}, *(ENTRY | change for change in (
        {"dtype": "O"},
        {"dtype": []},
        {"shape": 2},
        {"shape": [-2]},
        {"shape": [10**12]},
        {"shape": [2, "x"]},
        {"data_offsets": [0, 9]},
        {"data_offsets": [-8, 0]},
        {"data_offsets": [8]},
    ))],
)  # fmt: skip
def test_a_forged_header_is_refused(path: Path, entry: object) -> None:
    header, entries = {"version": VERSION, "checksum": ""}, {"values": entry}
    checked = {**header, "header checksum": solution_file._header_checksum(header, entries)}
    text = json.dumps({**entries, "__metadata__": checked}).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(8))
    with pytest.raises(SolutionError, match="its header is damaged"):
        read_arrays(path)


def test_large_files_are_verified_on_demand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_file, "_ALWAYS_CHECKED", 0)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    read_arrays(path)
    with pytest.raises(SolutionError, match="its checksum is wrong"):
        read_arrays(path, verify=True)
