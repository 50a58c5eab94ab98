from datetime import UTC, datetime

import pytest

from pacgrid.autograder.submissions.download import Submitter, read_alone, read_metadata

ADA = '{"email": "ada@uni.edu", "id": 3, "name": "Ada"}'


@pytest.mark.parametrize(
    ("text", "submitter"),
    [
        (f'{{"id": 1, "users": [{ADA}]}}', Submitter("Ada", "ada@uni.edu")),
        (f'{{"users": [{ADA}, {ADA}]}}', None),
        ('{"users": []}', None),
        ("{}", None),
        ("not JSON", None),
        ('{"users": "Ada"}', None),
    ],
)
def test_the_only_submitter_is_known_by_their_address(
    text: str, submitter: Submitter | None
) -> None:
    assert read_alone(text.encode()) == submitter


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-01-31 12:00:05.123456789 Z", datetime(2026, 1, 31, 12, 0, 5, tzinfo=UTC)),
        ("2026-01-31T04:00:05-08:00", datetime(2026, 1, 31, 12, 0, 5, tzinfo=UTC)),
        ("2026-13-31 12:00:05 Z", None),
        ("2026-01-31 12:00:05", None),
        ("soon", None),
    ],
)
def test_an_export_says_when_it_was_handed_in(text, time):
    pytest.importorskip("yaml")
    found = read_metadata(f"submission_7:\n  :submitters:\n  - :name: Ada\n  :created_at: {text}\n")
    assert found["submission_7"].submitted == time
    assert found["submission_7"].submitters == [Submitter("Ada", "")]
