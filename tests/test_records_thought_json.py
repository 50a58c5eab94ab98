import json

import pytest

from pacgrid import Action
from pacgrid.records.thought import LARGEST, Thought
from pacgrid.records.thought_json import SavedThought, action_of, letter_of

N, E, S, W, STOP = Action


def test_a_thought_is_saved_with_what_there_is_of_it() -> None:
    assert SavedThought.of(Thought()).data == {}
    thought = Thought(
        values={W: 0.1 + 0.2, STOP: -LARGEST},
        principal_variation=(W, STOP, N),
        features={"food": 2.0},
        expanded={(3, 1): 4, (1, 1): 2},
        depths=(2, 4),
    )
    assert json.loads(json.dumps(SavedThought.of(thought).data)) == {
        "values": {"W": 0.30000000000000004, "-": -1e300},
        "line": "W-N",
        "features": {"food": 2.0},
        "looked": [[3, 1, 4], [1, 1, 2]],
        "depths": [2, 4],
    }


def test_a_saved_thought_is_the_same_thought_in_the_same_order() -> None:
    thought = Thought(
        {W: 1.5, N: 2.0}, (S, E), {"b": 1.0, "a": 2.0}, {(2, 1): 1, (1, 1): 1}, (2,), "it broke"
    )
    again = SavedThought.of(thought).thought
    assert again == thought
    for one, other in ((again.values, thought.values), (again.features, thought.features)):
        assert list(one) == list(other)
    assert list(again.expanded) == list(thought.expanded)


def test_what_is_too_much_is_cut_as_in_a_report() -> None:
    saved = SavedThought(
        values={"N": 1e305},
        line="E" * 99,
        features={f"{number} {'x' * 99}": 1 for number in range(99)},
        trouble="two\nlines",
    )
    thought = saved.thought
    assert (thought.values, len(thought.principal_variation)) == ({N: LARGEST}, 64)
    assert len(thought.features) == 24
    assert all(len(name) == 40 for name in thought.features)
    assert thought.trouble == "two lines"


def test_letters_stand_for_actions() -> None:
    assert "".join(map(letter_of, Action)) == "NESW-"
    assert [action_of(letter) for letter in "NESW-"] == list(Action)
    for wrong in ("X", "", "NE"):
        with pytest.raises(ValueError, match="use N, E, S, W, -"):
            action_of(wrong)
