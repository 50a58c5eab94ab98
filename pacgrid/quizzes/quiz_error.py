"""The errors of quizzes."""

from pacgrid.errors import PacgridError


class QuizError(PacgridError):
    """A question that can't be asked, or an answer that can't be read."""
