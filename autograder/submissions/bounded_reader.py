"""Reading from archives that claim anything."""

from io import BufferedIOBase, BytesIO
from typing import IO

from .members import Bounds, Member, RefusedError, too_big

CHUNK = 1 << 16
TOO_LONG_A_LIST = "has too long a list of files in it"
TOO_MUCH = "has too much in it; leave big files out"


class BoundedReader(BufferedIOBase):
    """A file that refuses large reads: zipfile and tarfile read as much as a header demands."""

    def __init__(
        self, file: IO[bytes], per_read: int, in_all: int | None = None, *, mend: str
    ) -> None:
        self._file = file
        self._mend = mend
        self._per_read = per_read
        self._in_all = in_all
        self._allowed: int | None = None

    def allow(self, size: int) -> None:
        """Allows `size` more bytes to be read until the next call."""
        self._allowed = size

    def read(self, size: int | None = -1) -> bytes:
        most = self._per_read if self._allowed is None else min(self._per_read, self._allowed)
        wanted = most + 1 if size is None or size < 0 else min(size, most + 1)
        data = self._file.read(wanted)
        if len(data) > most:
            raise RefusedError(f"{TOO_LONG_A_LIST}; {self._mend}")
        if self._allowed is not None:
            self._allowed -= len(data)
        return data

    def read_rest(self) -> None:
        """Reads to the end, where a compressed file has its checksum."""
        while self._file.read(CHUNK):
            self._check(self._file.tell())

    def seek(self, offset: int, whence: int = 0) -> int:
        self._check(offset)
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def _check(self, offset: int) -> None:
        if self._in_all is not None and offset > self._in_all:
            raise RefusedError(TOO_MUCH)


def read_member(content: IO[bytes], path: str, max_bytes: int) -> Member:
    """Reads in chunks, and stops when there is more than `max_bytes`."""
    chunks = BytesIO()
    while chunk := content.read(CHUNK):
        chunks.write(chunk)
        if chunks.tell() > max_bytes:
            return Member(path, refusal=too_big(max_bytes))
    return Member(path, chunks.getvalue())


def max_listing(bounds: Bounds) -> int:
    """The limit on bytes for names, dates, and other headers."""
    return min(bounds.members << 11, 1 << 24)
