import re

import pytest

from helpers.grading import submission
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.model.limits import SubmissionLimits
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.autograder.worker_client.connection import SubmissionError
from pacgrid.autograder.worker_client.stable_text import stable_text

FOLDER = "/var/a.b/tmp/pacgrid-work-abc_12xy____/work"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<Node object at 0x7f3a5e10>, <f at 0x00A1>", "<Node object at 0x…>, <f at 0x…>"),
        ("Thread 0x00007f (most recent call first)", "Thread 0x… (most recent call first)"),
        ("0x7f3a5e10 is a number", "0x7f3a5e10 is a number"),
        (f'File "{FOLDER}/submission/deep/agent.py", line 3', 'File "deep/agent.py", line 3'),
        (f"{FOLDER}/pacgrid/state.py:7", "pacgrid/state.py:7"),
        (f"in {FOLDER}/submission", "in ."),
        (f"open({FOLDER}/worker-x_y1/data.json)", "open(/tmp/data.json)"),
        ("cut at /tmp/pacgrid-work-ab", "cut at ."),
        (
            'File "/submission/agent.py", "/library/pacgrid/state.py"',
            'File "agent.py", "pacgrid/state.py"',
        ),
        ("my/submission/agent.py, /submissions/x, /submission.txt", None),
        (r"C:\Users\me\Temp\pacgrid-work-a1\work\submission\agent.py", "agent.py"),
    ],
)
def test_folders_and_addresses_of_a_run_are_left_out(text, shown):
    assert stable_text(text) == (shown or text)


SHOWS_ITSELF = """
import os, tempfile, traceback
print(os.getcwd(), __file__, object(), tempfile.gettempdir(), flush=True)
try: os.listdir(__file__ + "/nowhere")
except OSError: traceback.print_exc()
raise ValueError(f"{object()} in {__file__}")
"""


@at_each_level
def test_what_a_submission_says_of_itself_is_the_same_at_each_level(level):
    with (
        submission(SHOWS_ITSELF).written() as main,
        WorkerClient(main, SubmissionLimits(), level) as worker,
    ):
        with pytest.raises(SubmissionError) as failed:
            worker.load()
        marks = r" +[~^]+\n"  # below a line, where it failed; each Python has its own
        assert re.sub(marks, "", worker.printed) == (
            ". agent.py <object object at 0x…> /tmp\n"
            "Traceback (most recent call last):\n"
            '  File "agent.py", line 4, in <module>\n'
            '    try: os.listdir(__file__ + "/nowhere")\n'
            "NotADirectoryError: [Errno 20] Not a directory: 'agent.py/nowhere'\n"
        )
    assert failed.value.failure.message == (
        "can't be imported: ValueError: <object object at 0x…> in agent.py "
        "(agent.py, line 6, in <module>)"
    )
