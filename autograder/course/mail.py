"""Messages to students, as files that a mail program opens. Pacgrid never sends any."""

import re
from email.message import EmailMessage

from .register import CountedGrade

_PART = r"[!#-'*+\-./0-9=?A-Z^_a-z{|}~]"
_ADDRESS = re.compile(rf"(?!.*=\?){_PART}{{1,64}}@{_PART}{{1,255}}")
"""Without `=?`, which begins an encoded word: a header decodes it, line breaks too."""


def message(result: CountedGrade, title: str, feedback: str) -> bytes | None:
    """A message with the feedback on the assignment called `title`, to the student of `result`;
    None if the roster has no address, or an odd one."""
    student = result.student
    if student is None or not _ADDRESS.fullmatch(student.email):
        return None
    mail = EmailMessage()
    mail["To"] = student.email
    mail["Subject"] = f"{title}: feedback"
    mail["X-Unsent"] = "1"  # Outlook opens it as a draft
    greeting = f"Dear {student.name}," if student.name else "Hello,"
    mail.set_content(f"{greeting}\n\n{feedback.strip()}\n", charset="utf-8", cte="base64")
    return mail.as_bytes()
