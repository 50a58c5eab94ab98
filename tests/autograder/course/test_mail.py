from email import message_from_bytes, policy

import pytest

from helpers.course_register import result, roster
from pacgrid.autograder.course.mail import message

ENCODED = ["=?utf-8?q?=0A?=@x.org", "=?utf-8?b??=@x.org", "a@=?utf-8?q?=0ABcc:e=40x=22a"]
"""With encoded words, which can hold line breaks and confuse Python's parser of headers."""


@pytest.mark.parametrize(
    "address", ["", "no address", "a@x\r\nBcc: e@x", "a@x,b@x", "Zoë@x.edu", *ENCODED]
)
def test_nobody_is_written_to_at_an_odd_address(address):
    found = roster(f'name,id,email\nAda,1,"{address}"\n')
    assert message(result(found, "1"), "HW 1", "Well done.") is None


def test_a_message_is_a_draft_with_the_feedback():
    found = roster("name,id,email\nZoë =1+1,1,zoe@x.edu\n")
    content = message(result(found, "1"), "Übung 1", "Well done.\n")
    assert content == message(result(found, "1"), "Übung 1", "Well done.\n")
    assert content is not None
    mail = message_from_bytes(content, policy=policy.default)
    assert (mail["To"], mail["Subject"]) == ("zoe@x.edu", "Übung 1: feedback")
    assert (mail["X-Unsent"], mail["Date"]) == ("1", None)
    assert mail.get_content() == "Dear Zoë =1+1,\n\nWell done.\n"
