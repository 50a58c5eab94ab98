"""What the kit shows of a test."""

from dataclasses import dataclass
from typing import Any

from pacgrid.session.themes import ThemeName

LOOK: Any = {"theme": ThemeName.LIGHT, "size": 440}
"""Of a board in the kit."""


@dataclass(frozen=True)
class Illustration:
    """A picture of what a test asks, and an example."""

    svg: str
    """Of a position with its best action, of a tree, or of a board."""
    caption: str
    """In Markdown."""
    example: str = ""
    """Python code with its output; "" if there is no simple one."""
    rank: int = 9
    """The smallest rank of a question's tests is shown."""
