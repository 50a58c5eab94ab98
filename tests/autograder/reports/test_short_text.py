import io

import pytest
from rich.console import Console

from helpers.diagnoses import BOARD, TREE, diagnosis
from pacgrid.autograder.model.diagnosis import Diagnosis
from pacgrid.autograder.reports.brief_report import MOST_LINES
from pacgrid.autograder.reports.short_text import ShortNote, folded, short_details
from pacgrid.autograder.reports.shown_diagnosis import shown_diagnosis

WRONG = diagnosis("only_own_move"), diagnosis("one_ply_too_many", root=BOARD)
COMMAND = "pacgrid grade my_agent.py"


@pytest.mark.parametrize("diagnosed", WRONG)
def test_a_hint_the_example_and_its_command_fit_in_few_lines(diagnosed: Diagnosis) -> None:
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        console.print(ShortNote(shown_diagnosis(diagnosed, "minimax.1", command=COMMAND), 14))
    lines = capture.get().splitlines()
    assert len(lines) <= MOST_LINES - 1
    assert max(map(len, lines)) <= 80
    said = ("minimax.1: your search ", "Hint: ", f"  {COMMAND} --only minimax.1.")
    assert all(any(line.startswith(part) for line in lines) for part in said)
    assert any("Your agent chose " in line for line in lines)


def test_a_large_tree_keeps_the_way_to_where_the_search_goes_wrong() -> None:
    example = shown_diagnosis(diagnosis("only_own_move", root=TREE), "minimax.1").example
    assert example
    assert folded(example.tree, 100) == example.tree
    lines = folded(example.tree, 7).splitlines()
    assert len(lines) == 7
    assert sum("◀" in line for line in lines) == 1
    assert [line[0] for line in lines[:2]] == ["▲", "├"]
    assert any(line.endswith(" …") for line in lines)


def test_of_a_traceback_the_last_call_is_kept() -> None:
    call = '  File "a.py", line {0}, in f\n    f{0}()\n'
    details = call.format(1) + call.format(2) + call.format(3) + "in this position:\n%%%%"
    assert short_details(details) == call.format(3) + "in this position:\n%%%%"
