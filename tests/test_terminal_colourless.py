"""Tints as characters."""

from dataclasses import replace

from pacgrid import State
from pacgrid.render.terminal.colourless import without_tints
from pacgrid.session.marks import Ink, Label, Marks, Tint
from pacgrid.session.scene import Stride, scene

STATE = State.parse("%%%%%%%\n%P  . %\n%%%%%%%")
MARKS = Marks(
    tints=(
        Tint((2, 1), Ink.EXPANDED, 0.1),
        Tint((3, 1), Ink.EXPANDED, 1),
        Tint((4, 1), Ink.DANGER, 0.5),
        Tint((5, 1), Ink.DISTANCE, 1),
    ),
    labels=(Label((3, 1), "7", Ink.VALUE),),
)
SCENE = replace(scene(Stride.standing(STATE), 1), marks=MARKS)


def labels(*, unicode: bool = True, over_food: bool = True) -> dict[tuple[float, float], str]:
    shown = without_tints(SCENE, unicode=unicode, over_food=over_food)
    assert not shown.marks.tints
    return {label.position: label.text for label in shown.marks.labels}


def test_the_stronger_a_tint_the_darker_its_character() -> None:
    assert labels() == {(2, 1): "░", (3, 1): "7", (4, 1): '"'}
    assert labels(unicode=False) == {(2, 1): "-", (3, 1): "7", (4, 1): '"'}


def test_food_is_worth_more_than_a_tint() -> None:
    assert (4, 1) not in labels(over_food=False)
