"""Safe file names for submissions with any name."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from unicodedata import normalize

_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(10)
}
"""Names that Windows reserves for devices, with any suffix."""
_LONGEST = 60


def file_names(names: Sequence[str]) -> list[str]:
    """For each name, in order, a file name without suffix that is valid on every file system.

    Different names get different file names, even without regard to case: clashes get a hash. The
    result depends on `names` only.
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
    plain = normalize("NFKD", name.removesuffix(".py")).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w.]+", "-", plain, flags=re.ASCII).strip("-.")[:_LONGEST].rstrip("-.")
    if not plain or plain.partition(".")[0].lower() in _DEVICES:
        return f"submission-{plain}".rstrip("-")
    return plain


def _hash(name: str) -> str:
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
