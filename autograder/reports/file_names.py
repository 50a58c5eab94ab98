"""Names for files about submissions, which may be called anything."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from unicodedata import normalize

_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(10)
}
"""What Windows takes for no file, whatever comes after a dot."""
_LONGEST = 60


def file_names(names: Sequence[str]) -> list[str]:
    """For each of `names`, in their order, a name without an ending that every file system takes.

    Different names get different ones, also where capitals don't count: those that would be the
    same get a hash. The same names always get the same ones.
    """
    plain = [_plain(name) for name in names]
    found = plain
    for digits in (8, 64):
        count = Counter(name.lower() for name in found)
        found = [
            f"{start}-{_hash(name)[:digits]}" if count[was.lower()] > 1 else was
            for name, start, was in zip(names, plain, found, strict=True)
        ]
    return found


def _plain(name: str) -> str:
    """`name` in letters, digits, `.`, `_` and `-`."""
    told = normalize("NFKD", name.removesuffix(".py")).encode("ascii", "ignore").decode()
    told = re.sub(r"[^\w.]+", "-", told, flags=re.ASCII).strip("-.")[:_LONGEST].rstrip("-.")
    if not told or told.partition(".")[0].lower() in _DEVICES:
        return f"submission-{told}".rstrip("-")
    return told


def _hash(name: str) -> str:
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
