"""Layouts, states and records in a notebook. What draws them is loaded when one is shown."""

from pacgrid.layout import Layout
from pacgrid.notebook import markup
from pacgrid.records.record import Record
from pacgrid.state import State


def register_markup() -> None:
    """Make notebooks show a layout or a state as a picture, and a record as a player."""
    markup.register(Layout, _picture)
    markup.register(State, _picture)
    markup.register(Record, _record)


def _picture(value: Layout | State) -> str:
    from pacgrid.render.pictures.svg import svg

    return svg(value)


def _record(record: Record) -> str:
    from pacgrid.render.web.page import frame

    return frame(record)
