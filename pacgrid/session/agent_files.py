"""The agents in the files of a folder, found without running them."""

import ast
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pacgrid.agent_loader import MAX_AGENT_BYTES

MOST_FILES = 50
"""The most Python files of a folder that are read."""
_METHODS = {"act", "getAction"}
_BASES = {"Searcher"}
"""A class that inherits from one of them has `act` already."""
_TEAM = "GhostTeam"


def agent_files(folder: Path | None = None, *, teams: bool = True) -> list[str]:
    """The agents in the Python files of `folder` (default: the current one), as `load_agent` takes
    them: `mine.py`, or `mine.py:Careful` if the file has several. Nothing is run or imported; what
    can't be read is left out, and so are `teams` of ghosts, if they aren't wanted."""
    folder = folder or Path()
    names: list[str] = []
    try:
        paths = sorted(islice(folder.glob("*.py"), MOST_FILES))
    except OSError:
        return []
    for path in paths:
        classes = dict(_agents_in(path))
        source = str(path)
        names += [
            source if len(classes) == 1 else f"{source}:{name}"
            for name, bases in classes.items()
            if teams or _TEAM not in bases
        ]
    return names


def _agents_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The classes in `path` that are agents, as far as can be told, and what each inherits from."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_AGENT_BYTES:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the file's own text
            tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
            if methods & _METHODS or bases & _BASES:
                yield node.name, bases
