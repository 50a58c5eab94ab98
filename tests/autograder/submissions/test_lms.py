from dataclasses import replace
from datetime import datetime

import pytest

from pacgrid.autograder.submissions.lms import readings
from pacgrid.autograder.submissions.members import Entry


@pytest.mark.parametrize(
    ("name", "prefix", "is_late", "submitted"),
    [
        ("itoada_LATE_11_70001_agent-1.py", "itoada_LATE_11_70001_", True, None),
        ("itoada_11_70001_agent.py", "itoada_11_70001_", False, None),
        ("LATE_anon_x1_70001_agent.py", "LATE_anon_x1_70001_", True, None),
        (
            "HW_1_ada_attempt_2026-01-31-12-00-05_agent.py",
            "HW_1_ada_attempt_2026-01-31-12-00-05_",
            False,
            datetime(2026, 1, 31, 12, 0, 5),
        ),
        (
            "9001-5 - Ada Ito - Oct 30, 2026 1130 PM - agent.py",
            "9001-5 - Ada Ito - Oct 30, 2026 1130 PM - ",
            False,
            datetime(2026, 10, 30, 23, 30),
        ),
    ],
)
def test_a_name_says_when_and_where_feedback_goes(name, prefix, is_late, submitted):
    entry = Entry(name, is_folder=False)
    (read,) = (parsed for parsed in readings(entry).values() if parsed.prefix == prefix)
    assert (read.is_late, read.submitted) == (is_late, submitted)
    assert replace(read, file="renamed.py").prefix == prefix


def test_a_folder_is_a_prefix_too():
    entry = Entry("Ada Ito_11_assignsubmission_file_", is_folder=True)
    (read,) = readings(entry).values()
    assert read.prefix == "Ada Ito_11_assignsubmission_file_/"


def test_a_name_with_an_impossible_time_is_from_no_lms():
    entry = Entry("HW_1_ada_attempt_2026-13-31-12-00-05_agent.py", is_folder=False)
    assert "Blackboard" not in readings(entry)
