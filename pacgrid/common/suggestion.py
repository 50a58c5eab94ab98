"""What a misspelt name probably means."""

from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`did you mean 'reflex'?`, for the one of `names` that is most like `name`; "" if none is.

    >>> did_you_mean("refelx", ["alpha_beta", "reflex"])
    "did you mean 'reflex'?"
    """
    close = get_close_matches(name, list(names), n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def similar_file(path: str | Path) -> str:
    """The same for a file that doesn't exist: one like it in its folder, with its suffix."""
    path = Path(path)
    stems = []
    with suppress(OSError, ValueError):
        stems = [f.stem for f in path.parent.iterdir() if f.suffix == path.suffix and f.is_file()]
    close = get_close_matches(path.stem, sorted(stems), n=1) if path.suffix else []
    return f"did you mean {str(path.with_stem(close[0]))!r}?" if close else ""


def why_no_file(path: str | Path) -> str:
    """Why there is no file to read, with the one that is probably meant."""
    if Path(path).exists():
        return "is not a file"
    close = similar_file(path)
    return f"no such file; {close}" if close else "no such file"
