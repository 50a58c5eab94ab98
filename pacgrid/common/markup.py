"""The picture that a notebook shows of a value.

Classes ask `markup`, and `pacgrid.render.notebook` registers the answers at the first question, so
that the rules of the game need no pictures.
"""

from functools import singledispatch


@singledispatch
def markup(_value: object) -> str | None:
    """The SVG or HTML that a notebook shows for a value; None to show it as text."""
    return None
