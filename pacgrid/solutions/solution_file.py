"""Arrays with a header in one file, in the safetensors format: mapped into memory, not read.

The file has the length of a JSON object in 8 bytes, the object, which says where each array is, and
the arrays. Any safetensors reader can open it.
"""

import hashlib
import json
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.common.files import atomic_file, open_regular_file
from pacgrid.solutions.errors import SolutionError

Arrays = Mapping[str, NDArray[Any]]

VERSION = "3"
"""Of what the header says, and of how positions are numbered."""

_DTYPES = {"F32": np.float32, "F64": np.float64, "U16": np.uint16, "I64": np.int64}
_MOST_HEADER = 10_000_000
_ALWAYS_CHECKED = 1 << 24
"""Up to how many bytes a file's arrays are compared with their checksum whenever it is opened."""


def write_arrays(path: Path, header: Mapping[str, str], arrays: Arrays) -> None:
    """Write the file whole or not at all. Raises SolutionError."""
    digest = hashlib.sha256()
    entries: dict[str, object] = {}
    end = 0
    for name, array in arrays.items():
        start, end = end, end + array.nbytes
        dtype = next(key for key, kind in _DTYPES.items() if array.dtype == kind)
        entries[name] = {"dtype": dtype, "shape": array.shape, "data_offsets": [start, end]}
        digest.update(array.data if array.flags.c_contiguous else array.tobytes())
    metadata = {**header, "version": VERSION, "checksum": digest.hexdigest()}
    entries["__metadata__"] = {**metadata, "header checksum": _header_checksum(metadata, entries)}
    text = json.dumps(entries).encode()
    text += b" " * (-len(text) % 64 + 56)  # the arrays begin at a multiple of 64
    try:
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            file.write(len(text).to_bytes(8, "little"))
            file.write(text)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data)
    except OSError as error:
        raise SolutionError(f"{path}: can't be written: {error.strerror}") from None


def read_arrays(path: Path, *, verify: bool = False) -> tuple[dict[str, str], Arrays]:
    """The header and the arrays, mapped into memory.

    The header and the size are always checked; the arrays if they are small, or with `verify`.
    Raises SolutionError.
    """
    try:
        with open_regular_file(path) as file:
            length = int.from_bytes(file.read(8), "little")
            text = file.read(min(length, _MOST_HEADER)) if length <= _MOST_HEADER else b""
            file.seek(0, 2)
            size = file.tell()
    except OSError as error:
        raise SolutionError(f"{path}: can't be read: {error.strerror}") from None
    try:
        entries = json.loads(text)
        header = dict(entries.pop("__metadata__"))
        version = header["version"]
        header_checksum = header.pop("header checksum")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SolutionError(f"{path}: is not a solution, or its header is damaged") from None
    if version != VERSION:
        raise SolutionError(
            f"{path}: was written by another version of Pacgrid (format {version}, not {VERSION}); "
            "solve the board again"
        )
    texts = all(isinstance(value, str) for value in header.values())
    if (
        header_checksum != _header_checksum(header, entries)
        or not (texts and entries and "checksum" in header)
        or not all(map(_is_array, entries.values()))
    ):
        raise SolutionError(f"{path}: its header is damaged; solve the board again")
    start = 8 + length
    end = start + max(entry["data_offsets"][1] for entry in entries.values())
    if size != end:
        raise SolutionError(
            f"{path}: has {size:,} bytes instead of {end:,}: it was cut off or changed"
        )
    content = np.memmap(path, np.uint8, "r")
    if (verify or size <= _ALWAYS_CHECKED) and (
        hashlib.sha256(content[start:].data).hexdigest() != header["checksum"]
    ):
        raise SolutionError(f"{path}: is damaged: its checksum is wrong; solve the board again")
    arrays = {}
    for name, entry in entries.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        arrays[name] = content[first:last].view(_DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return header, arrays


def _is_array(entry: object) -> bool:
    """Whether an entry of a header says where an array is, and that it fills that space."""
    match entry:
        case {"dtype": str(name), "shape": [*shape], "data_offsets": [int(first), int(last)]}:
            sizes = all(type(side) is int and side >= 0 for side in shape)
            if sizes and name in _DTYPES:
                size: int = prod(shape) * np.dtype(_DTYPES[name]).itemsize
                return 0 <= first == last - size
    return False


def _header_checksum(header: Mapping[str, str], arrays: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps([header, arrays], sort_keys=True).encode()).hexdigest()
