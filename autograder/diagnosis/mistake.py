"""Known mistakes: each is a variation of the right search, with its explanation."""

from dataclasses import dataclass

from pacgrid.autograder.diagnosis.diagnosis import Finding
from pacgrid.autograder.diagnosis.reference import ReferenceSearch
from pacgrid.autograder.question import SearchName


@dataclass(frozen=True)
class Mistake:
    """A known mistake in one kind of search."""

    finding: Finding
    search: SearchName
    mutant: type[ReferenceSearch]
    """The search with this mistake."""
    is_remark: bool = False
    """Whether its actions are right, so that it costs no points."""
