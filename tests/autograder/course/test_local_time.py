from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.course.dates import (
    LocalTimeError,
    earliest_in_utc,
    in_utc,
    shown,
)
from pacgrid.autograder.submissions.lms import read_time

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 1, 31, 12, 0)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-01-31 12:00", NOON),
        ("2026-01-31T12:00:00", NOON),
        ("2026-01-31T12:00:00Z", NOON.replace(tzinfo=UTC)),  # Canvas
        ("2026-01-31 12:00:00 -0000", NOON.replace(tzinfo=UTC)),  # Gradescope
        ("2026-01-31 12:00:00.123456789 Z", NOON.replace(tzinfo=UTC)),
        ("Saturday, 31 January 2026, 12:00 PM", NOON),  # Moodle
        ("Saturday, January 31, 2026, 12:00 PM", NOON),
        ("31 January 2026, 12:00", NOON),
        ("Saturday, 31 January 2026, 12:00 AM", NOON - timedelta(hours=12)),
        ("Sat, 31 Jan 2026, 1:05 pm", NOON + timedelta(minutes=65)),
    ],
)
def test_times_are_read_as_each_lms_writes_them(text, time):
    assert read_time(text) == time
    assert read_time(text).tzinfo == time.tzinfo


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "soon", "2026-02-30 12:00", "31 Foo 2026, 12:00", "31 May 2026, 13:00 PM"),
        *("0001-01-01 00:00", "9999-12-31 23:59", "2026-01-31", "12:00", "31/01/2026 12:00"),
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r"^"):
        read_time(text)


def test_a_time_that_clocks_skip_or_show_twice_is_named():
    with pytest.raises(LocalTimeError) as skipped:
        in_utc(datetime(2026, 3, 29, 2, 30), BERLIN)
    assert str(skipped.value) == (
        "2026-03-29 02:30 doesn't exist in Europe/Berlin, where clocks go forward;"
        " write 2026-03-29T03:30"
    )
    with pytest.raises(LocalTimeError) as twice:
        in_utc(datetime(2026, 10, 25, 2, 30), BERLIN)
    assert str(twice.value) == (
        "2026-10-25 02:30 comes twice in Europe/Berlin, where clocks go back;"
        " write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00"
    )
    offset = datetime.fromisoformat("2026-10-25T02:30:00+01:00")
    assert in_utc(offset, BERLIN) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    early = earliest_in_utc(datetime(2026, 10, 25, 2, 30), BERLIN)
    assert early == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_a_time_that_clocks_show_once_is_shown_as_it_was(time, name):
    zone, whole = ZoneInfo(name), time.replace(microsecond=0)
    try:
        found = in_utc(whole, zone)
    except LocalTimeError:
        found = earliest_in_utc(whole, zone)
    else:
        assert shown(found, zone) == f"{whole:%Y-%m-%d %H:%M}" + f":{whole:%S}" * bool(whole.second)
    assert found.tzinfo is UTC
