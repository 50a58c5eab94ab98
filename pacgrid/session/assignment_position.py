"""A drawn position as a test of an assignment."""

import re
from pathlib import Path

from pacgrid.common.files import read_regular_file
from pacgrid.layout import MAX_BYTES, LayoutError
from pacgrid.session.layout_files import write_text
from pacgrid.state import State

_TEST = """\
[[questions.tests]]
kind = "positions"
title = "{title}"
search = "minimax"
depth = 2
points = 1
positions = ['''
{board}
''']
"""


def position_test(board: str, title: str) -> str:
    """The test in TOML, to stand below a question: the agent must choose as minimax at depth 2.

    Raises LayoutError if no game can go on from the position.
    """
    if State.parse(board, source=title).is_terminal:
        raise LayoutError(f"{title}: the game is over in this position")
    return _TEST.format(title=re.sub(r"[^\w .,()=:-]", " ", title), board=board)


def add_position_test(path: Path, board: str, title: str) -> None:
    """Add the test at the end of a file: to the last question of an assignment; a file that isn't
    there has only the test. Raises LayoutError."""
    test = position_test(board, title)
    try:
        before = read_regular_file(path, MAX_BYTES).decode()
    except FileNotFoundError:
        before = ""
    except UnicodeDecodeError:
        raise LayoutError(f"{path}: is not a text file; name a .toml file") from None
    except OSError as error:
        raise LayoutError(f"{path}: can't be read: {error.strerror}") from None
    write_text(path, f"{before.rstrip()}\n\n{test}" if before.strip() else test)
