"""Undo and redo."""

from hypothesis import given
from hypothesis import strategies as st

from pacgrid.session.undo_history import LONGEST, UndoHistory


@given(st.lists(st.sampled_from(["change", "amend", "undo", "redo"]), max_size=40))
def test_it_is_a_list_with_a_place_in_it(steps: list[str]) -> None:
    history, values, at = UndoHistory(0), [0], 0
    for number, step in enumerate(steps, start=1):
        if step == "undo":
            assert history.undo() == (at > 0)
            at = max(at - 1, 0)
        elif step == "redo":
            assert history.redo() == (at < len(values) - 1)
            at = min(at + 1, len(values) - 1)
        elif step == "change":
            history.change(number)
            values[at + 1 :] = [number]
            at += 1
        else:
            history.amend(number)
            values[at:] = [number]
        assert history.present == values[at]


def test_what_is_too_long_ago_is_forgotten() -> None:
    history = UndoHistory(0)
    for number in range(1, LONGEST + 10):
        history.change(number)
    while history.undo():
        pass
    assert history.present == 9
