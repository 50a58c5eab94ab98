"""Where a submission is busy while it doesn't answer."""

from pathlib import Path

import pytest

from pacgrid.autograder.sandbox.stack_dumps import StackLine
from pacgrid.autograder.worker_client.busy_place import busy_place

INSIDE = Path("/submission")
AGENT = """
def act(state):
    best = None
    while best is None:
        for action in state:
            look(action)
            best = None
    return best

def look(action):
    total = 1
    total += 1
    return total
"""


def stack(*lines: int) -> tuple[StackLine, ...]:
    """The stack of a call of `act` that is at these lines."""
    own = [StackLine("/submission/a.py", line, "act" if line < 9 else "look") for line in lines]
    return (
        StackLine("/library/game.py", 99, "think"),
        *own,
        StackLine("/usr/random.py", 3, "choice"),
    )


@pytest.mark.parametrize(
    ("stacks", "places"),
    {
        "always at the same line": ([stack(3), stack(3)], ["line 3, in act"]),
        "in the inner loop": ([stack(6), stack(7), stack(6)], ["line 5, in act"]),
        "in the outer loop": ([stack(4), stack(7), stack(5)], ["line 4, in act"]),
        "in a function that is called again and again": (
            [stack(6, 11), stack(6, 12), stack(7)],
            ["line 5, in act"],
        ),
        "in a function that doesn't end": (
            [stack(6, 11), stack(6, 12), stack(6, 13)],
            ["line 6, in act", "line 11, in look"],
        ),
        "sometimes not in it": ([stack(), stack(6)], ["line 5, in act"]),
        "never in it": ([stack(), stack()], []),
        "not asked": ([], []),
    }.values(),
)
def test_the_place_is_where_all_stacks_are(
    tmp_path: Path, stacks: list[tuple[StackLine, ...]], places: list[str]
) -> None:
    (tmp_path / "a.py").write_text(AGENT)
    shown = busy_place(stacks, INSIDE, tmp_path).splitlines()
    source = AGENT.splitlines()
    expected = []
    for place in places:
        line = int(place.split()[1].rstrip(","))
        expected += [f'  File "a.py", {place}', f"    {source[line - 1].strip()}"]
    assert shown == expected


def test_a_file_that_cannot_be_read_or_is_no_python_has_no_loop(tmp_path: Path) -> None:
    assert busy_place([stack(3)], INSIDE, tmp_path).strip() == 'File "a.py", line 3, in act'
    (tmp_path / "a.py").write_text("while while")
    assert 'File "a.py", line 3, in act' in busy_place([stack(3)], INSIDE, tmp_path)
