"""Diagnoses of searches with a known mistake."""

from functools import lru_cache
from typing import Any

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.model.diagnosis import Diagnosis, SearchName
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.state import State

TREE = TreePosition.parse("""
MAX
  MIN (eval 1): 3 12 8
  MIN (eval 9): 2 4 6
  MIN (eval 2): 14 8 2
""")
BOARD = State.parse("""
%%%%%%%
%P.  .%
%.%%1%%
%%%%%%%
""")


@lru_cache
def diagnosis(
    mistake: str, search: SearchName = "minimax", root: TreePosition | State = TREE
) -> Diagnosis:
    """What is said of a search with that mistake in that position."""
    known = next(each for each in known_mistakes(search) if each.name == mistake)
    name = "tree 3" if isinstance(root, TreePosition) else "position 4"
    task = SearchTask(
        name, root, search, 1, "score" if isinstance(root, TreePosition) else "linear"
    )

    def build() -> Any:
        return known.mutant(depth=1, evaluation=lambda state: state.evaluate())

    return diagnose([ObservedTest((observe(task, build),))], [known])


def outcome(diagnosed: Diagnosis | None, number: int = 1, **others: Any) -> Outcome:
    others = {"points": 2, "possible": 5, **others}
    return Outcome("drawn trees", "optimal in 1 of 3", number=number, diagnosis=diagnosed, **others)


def diagnosed_grade(*outcomes: Outcome) -> Grade:
    """A grade of the question `minimax`."""
    points = sum(each.possible for each in outcomes)
    return Grade("my_agent.py", (QuestionGrade("minimax", "Minimax", points, "Minimax", outcomes),))
