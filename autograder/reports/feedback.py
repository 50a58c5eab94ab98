"""Feedback for students as text, Markdown and HTML.

The templates get a `StudentView`, which has no hidden tests, so they can't show any.
"""

from .student_view import StudentView
from .template import template


def as_text(view: StudentView) -> str:
    """The feedback for a terminal or a text field."""
    return template("feedback.txt.j2")(view=view)


def as_markdown(view: StudentView) -> str:
    """The feedback as Markdown."""
    return template("feedback.md.j2")(view=view)


def as_page(view: StudentView) -> str:
    """The feedback as one self-contained HTML page. It has scripts only to step through searches;
    it is complete without."""
    from . import diagnosis_pictures

    tests = (test for question in view.questions for test in question.tests)
    has_pictures = any(test.diagnosis and test.diagnosis.example for test in tests)
    return template("feedback.html.j2")(
        view=view, pictures=diagnosis_pictures if has_pictures else None
    )
