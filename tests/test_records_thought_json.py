import json

import pytest

from pacgrid import Action
from pacgrid.records.thought import LARGEST, Thought
from pacgrid.records.thought_json import SavedThought, action_of, letter_of

N, E, S, W, STOP = Action


def test_a_thought_is_saved_in_its_order_without_empty_parts() -> None:
    assert SavedThought.of(Thought()).data == {}
    thought = Thought(
        values={W: 0.1 + 0.2, STOP: -LARGEST},
        principal_variation=(W, STOP, N),
        features={"food": 2.0, "capsules": 1.0},
        expanded={(3, 1): 4, (1, 1): 2},
        depths=(2, 4),
    )
    saved = SavedThought.of(thought)
    text = (
        '{"values": {"W": 0.30000000000000004, "-": -1e+300}, "line": "W-N", '
        '"features": {"food": 2.0, "capsules": 1.0}, "looked": [[3, 1, 4], [1, 1, 2]], '
        '"depths": [2, 4]}'
    )
    assert json.dumps(saved.data) == text
    assert saved.thought == thought
    assert json.dumps(SavedThought.of(saved.thought).data) == text


def test_a_saved_thought_is_cut_like_a_report() -> None:
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


def test_each_action_has_a_letter() -> None:
    assert "".join(map(letter_of, Action)) == "NESW-"
    assert [action_of(letter) for letter in "NESW-"] == list(Action)
    for wrong in ("X", "", "NE"):
        with pytest.raises(ValueError, match="use N, E, S, W, -"):
            action_of(wrong)
