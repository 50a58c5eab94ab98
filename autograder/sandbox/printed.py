"""What a worker has printed: the first and the last part of it."""

SHOWN_BYTES = 2000
"""How much of the beginning and of the end of a long output is shown."""


class Printed:
    """Keeps the first and last bytes of an output. What exceeds `limit` bytes is thrown away."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._first = bytearray()
        self._last = bytearray()
        self._is_cut = False

    def add(self, data: bytes) -> None:
        """Adds what was printed next."""
        kept = data[: self._limit - self._size]
        self._size += len(kept)
        self._is_cut |= len(kept) < len(data)
        missing = SHOWN_BYTES - len(self._first)
        self._first += kept[:missing]
        self._last += kept[missing:]
        del self._last[:-SHOWN_BYTES]

    def text(self) -> str:
        """All of it; of a long output, the first and the last part."""
        omitted = self._size - len(self._first) - len(self._last)
        middle = f"\n… {omitted} bytes omitted …\n" if omitted else ""
        remark = f"\n… cut off after {self._limit >> 10} KiB …\n" if self._is_cut else ""
        shown = self._first + middle.encode() + self._last + remark.encode()
        return shown.decode(errors="replace")
