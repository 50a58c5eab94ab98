"""Where a submission is busy while it doesn't answer."""

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import FrameSummary

from pacgrid.common.failure import frames_text

from ..sandbox.stack_dumps import Stack, StackLine


def busy_place(stacks: Sequence[Stack], inside: Path, folder: Path) -> str:
    """The author's lines that stay on the stack, as a traceback shows them; "" if there are none.

    The last of them is in the function that doesn't end. If it is busy with a loop, that is the
    loop's first line, since the lines in it are chosen by chance.

    Args:
        stacks: what the process did at several moments.
        inside: the submission's folder, as the process sees it.
        folder: the same, as it can be read here.
    """
    own = [tuple(place for place in stack if Path(place.file).parent == inside) for stack in stacks]
    kept = list(_kept([stack for stack in own if stack]))
    if not kept:
        return ""
    frames = []
    for places in kept:
        file = folder / Path(places[0].file).name
        lines = {place.line for place in places}
        line = _loop(file, lines) if places is kept[-1] else None
        frames.append(FrameSummary(str(file), line or min(lines), places[0].function))
    return "\n".join(frames_text(frames))


def _kept(stacks: Sequence[Stack]) -> Iterator[tuple[StackLine, ...]]:
    """The places, from the outermost on, that are in all of `stacks`. Those of the last one may
    differ in their lines."""
    for places in zip(*stacks, strict=False):
        if len({(place.file, place.function) for place in places}) > 1:
            return
        yield places
        if len({place.line for place in places}) > 1:
            return


def _loop(file: Path, lines: set[int]) -> int | None:
    """The first line of the innermost loop around `lines`, if there is one."""
    with suppress(OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        loops = [
            node
            for node in ast.walk(ast.parse(file.read_bytes()))
            if isinstance(node, ast.While | ast.For)
            and all(node.lineno <= line <= (node.end_lineno or 0) for line in lines)
        ]
        return max((node.lineno for node in loops), default=None)
    return None
