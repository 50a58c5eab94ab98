"""What a lenient reader mended in layouts, as lines to show."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pacgrid.layout import LayoutWarning


@contextmanager
def layout_notes(note: Callable[[str], None]) -> Iterator[None]:
    """Calls `note` with each LayoutWarning of the `with` block, at its end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LayoutWarning)
        yield
    for warning in caught:
        note(str(warning.message))
