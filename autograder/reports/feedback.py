"""Feedback for students as text and as a page.

The templates get a `StudentView`, which has no hidden tests, so they can't show any.
"""

from markupsafe import Markup

from ..model.fault import UNREPORTED
from .student_view import StudentView
from .template import template

_UNREPORTED = Markup(
    '<!doctype html>\n<meta charset="utf-8">\n<title>{0}</title>\n<p>{0}: {1}</p>\n'
)


def as_text(view: StudentView) -> str:
    """The feedback for a program or a notebook that shows a grade."""
    return template("feedback.txt.j2")(view=view)


def as_page(view: StudentView) -> str:
    """The feedback as one self-contained HTML page. It has scripts only to step through searches;
    it is complete without."""
    from . import diagnosis_pictures

    tests = (test for question in view.questions for test in question.tests)
    has_pictures = any(test.diagnosis and test.diagnosis.example for test in tests)
    return template("feedback.html.j2")(
        view=view, pictures=diagnosis_pictures if has_pictures else None
    )


def unreported(name: str) -> str:
    """The page about a submission if a fault of Pacgrid keeps all others from being made."""
    return str(_UNREPORTED.format(name, UNREPORTED))
