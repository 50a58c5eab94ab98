"""Layouts, states and records in a notebook. What draws them is loaded when one is shown."""

from pacgrid.layout import Layout
from pacgrid.notebook import markup
from pacgrid.records.record import Record
from pacgrid.state import State


def register_markup() -> None:
    """Make notebooks show a layout or a state as a picture, and a record as a player."""
    markup.register(Layout, _layout)
    markup.register(State, _state)
    markup.register(Record, _record)


def _layout(layout: Layout) -> str:
    return _state(State.initial(layout))


def _state(state: State) -> str:
    from pacgrid.render.pictures.svg import picture

    return picture(state)


def _record(record: Record) -> str:
    from pacgrid.render.web.page import frame

    return frame(record)
