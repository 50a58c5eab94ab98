"""Times in a time zone, and the texts in which LMSs write them."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ T](?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"
    r"(?:\.[0-9]+)? ?(?P<offset>Z|UTC|[+-][0-9]{2}:?[0-9]{2})?"
)
"""ISO 8601; also as Gradescope writes it, `2026-01-31 12:00:00 -0800`, and Canvas's API."""
_WORDS = re.compile(
    r"(?:[a-z]+,? )?(?:(?P<day>[0-9]{1,2}) (?P<month>[a-z]{3})[a-z]*"
    r"|(?P<month_first>[a-z]{3})[a-z]* (?P<day_after>[0-9]{1,2})),? (?P<year>[0-9]{4}),?"
    r" (?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?: ?(?P<half>[ap]m))?",
    re.ASCII,
)
"""Moodle in English (`strftimedaydatetime` of its lang/en/langconfig.php): `Saturday, 31 January
2026, 12:00 PM`, in American English `Saturday, January 31, 2026, 12:00 PM`."""


YEARS = range(1990, 2200)
"""In which a time can be."""


class LocalTimeError(ValueError):
    """A time that clocks show never, or twice; the message is one line."""


def read_time(text: str) -> datetime:
    """The time in a text; without a time zone, unless the text has an offset.

    Raises:
        ValueError: it is in none of the forms above, or in another age.
    """
    time = _read(text)
    if time.year not in YEARS:
        raise ValueError
    return time


def _read(text: str) -> datetime:
    if match := _ISO.fullmatch(text.strip()):
        offset = (match["offset"] or "").replace("UTC", "Z")
        return datetime.fromisoformat(f"{match['day']}T{match['time']}{offset}")
    lower = re.sub(r"\s+", " ", text.strip().lower())
    if not (match := _WORDS.fullmatch(lower)):
        raise ValueError
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    month = _MONTHS.index(match["month"] or match["month_first"]) + 1
    day = int(match["day"] or match["day_after"])
    return datetime(int(match["year"]), month, day, hour, int(match["minute"]))


def in_utc(time: datetime, zone: ZoneInfo) -> datetime:
    """`time` in UTC; it is in `zone` unless it has an offset.

    Raises:
        LocalTimeError: clocks in `zone` skip it, or show it twice.
    """
    if time.tzinfo:
        return time.astimezone(UTC)
    first, second = (_folded(time, zone, fold) for fold in (0, 1))
    if first == second:
        return first
    if first.astimezone(zone).replace(tzinfo=None) != time:
        mend = first.astimezone(zone).strftime("%Y-%m-%dT%H:%M")
        raise LocalTimeError(
            f"{time:%Y-%m-%d %H:%M} doesn't exist in {zone.key}, where clocks go forward;"
            f" write {mend}"
        )
    offsets = " or ".join(f"{each.astimezone(zone).isoformat()}" for each in (first, second))
    raise LocalTimeError(
        f"{time:%Y-%m-%d %H:%M} comes twice in {zone.key}, where clocks go back; write {offsets}"
    )


def earliest_in_utc(time: datetime, zone: ZoneInfo) -> datetime:
    """As `in_utc`, but the earlier one of two times, and never an error: for times that an LMS
    wrote, which nobody can correct."""
    return time.astimezone(UTC) if time.tzinfo else _folded(time, zone, 0)


def shown(time: datetime, zone: ZoneInfo) -> str:
    """`2026-01-31 12:00` in `zone`; with seconds if there are any."""
    local = time.astimezone(zone)
    return local.strftime("%Y-%m-%d %H:%M" + ":%S" * bool(local.second))


def _folded(time: datetime, zone: ZoneInfo, fold: int) -> datetime:
    return time.replace(tzinfo=zone, fold=fold).astimezone(UTC)
