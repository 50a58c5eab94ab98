"""Every painter draws this list: what, where, in what order and how strongly."""

from dataclasses import replace

import pytest

from helpers.painters import HUNT, HUNT_MARKS, SCENES, standing
from pacgrid.render.display_list import MOUTH_STEP, DisplayList, display_list, figures
from pacgrid.render.figures import TINT_OPACITY, TRAIL_OPACITY, Figure, ghost, pacman
from pacgrid.session.scene import Label, Marks, Mood, Points, Transition, scene
from pacgrid.session.themes import LIGHT, Ink


def all_figures(drawn: DisplayList) -> list[Figure]:
    placed = (*drawn.below, *drawn.figures)
    return [drawn.food.figure, drawn.capsules.figure, *(each.figure for each in placed)]


def test_tints_and_trails_are_below_and_labels_on_top_of_pacman_and_the_ghosts() -> None:
    drawn = display_list(replace(standing(HUNT), marks=HUNT_MARKS), LIGHT)
    of = figures(LIGHT)
    assert [each.opacity for each in drawn.below] == [
        *(round(TINT_OPACITY * tint.strength, 2) for tint in HUNT_MARKS.tints),
        *(TRAIL_OPACITY for _ in HUNT_MARKS.trails),
    ]
    assert [each.figure for each in drawn.figures[:3]] == [
        of(pacman, HUNT.ghosts[0].direction.EAST, 42),
        *(of(ghost, g.number, g.looking, g.mood, 0) for g in standing(HUNT).ghosts),
    ]
    assert [each.text for each in drawn.figures[3:]] == ["-7.3", "12"]


def test_the_same_scene_is_drawn_with_the_same_figures() -> None:
    for seen in SCENES.values():
        marked = replace(seen, marks=HUNT_MARKS)
        once, again = (all_figures(display_list(marked)) for _ in range(2))
        assert all(one is other for one, other in zip(once, again, strict=True))


def test_pacman_has_few_figures_in_a_whole_round() -> None:
    way = Transition(HUNT, HUNT.successor(HUNT.legal_actions()[0]))
    moments = [scene(way, step / 100) for step in range(101)]
    seen = {display_list(moment).figures[0].figure for moment in moments}
    assert len(seen) == 42 // MOUTH_STEP + 1


def test_nothing_is_left_of_a_pacman_who_has_vanished() -> None:
    gone = scene(Transition.standing(HUNT), 1, vanished=1)
    assert len(display_list(gone).figures) == len(gone.ghosts)


def test_an_eaten_ghost_is_eyes_alone() -> None:
    (eaten,) = display_list(SCENES["eaten"]).figures[1:]
    assert eaten.figure == ghost(1, SCENES["eaten"].ghosts[0].looking, Mood.EATEN, 0)


def test_labels_may_stand_half_a_cell_higher() -> None:
    marks = Marks(labels=(Label((1, 4.5), "7", Ink.BEST),))
    *_, placed = display_list(replace(standing(HUNT), marks=marks)).figures
    assert placed.position == (1, 4.5)


@pytest.mark.parametrize(
    ("fraction", "height", "opacity"),
    [(0, 0.4, 1), (0.5, 0.65, 1), (0.75, 0.775, 0.5), (1, 0.9, 0)],
)
def test_points_rise_and_fade_on_top(fraction: float, height: float, opacity: float) -> None:
    points = (Points((3, 4), "+10", fraction),)
    seen = replace(standing(HUNT), marks=HUNT_MARKS, points=points)
    *_, placed = display_list(seen).figures
    assert placed[1:] == ((3, 4 + height), opacity, "+10")


def test_without_letters_there_are_no_labels() -> None:
    marked = replace(standing(HUNT), marks=HUNT_MARKS)
    assert not [each for each in display_list(marked, letters=False).figures if each.text]
