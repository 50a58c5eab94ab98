from pathlib import Path

import pytest

from pacgrid import State
from pacgrid.agent_loader import load_module
from pacgrid.autograder.worker.services import finished_state

SEARCH = """
def value(state):
    return min([value(state.successor(action)) for action in state.legal_actions()])

def fails_elsewhere(state):
    after = state.successor(state.legal_actions()[0])
    return 1 / 0

def fails_in_a_library(state):
    import json
    return json.loads("")
"""


def stumbled_over(folder: Path, function: str, drawing: str) -> State | None:
    file = folder / "mine.py"
    file.write_text(SEARCH)
    with pytest.raises((ValueError, ZeroDivisionError)) as caught:
        vars(load_module(str(file)))[function](State.parse(drawing))
    return finished_state(caught.value, str(file))


def test_a_search_without_a_terminal_test_stumbles_over_a_finished_game_and_others_over_none(
    tmp_path,
):
    assert stumbled_over(tmp_path, "value", "%%%%\n%P.%\n%%%%").is_win
    for function in ("fails_elsewhere", "fails_in_a_library"):
        assert stumbled_over(tmp_path, function, "%%%%\n%P.%\n%%%%") is None
