"""The page of a search: what is in it, and how it steps in a browser."""

from itertools import accumulate
from typing import Any

import pytest

from helpers.browser import DESKTOP, PHONE, Visit, press, shown, until
from helpers.search_trees import LECTURE, search_tree
from pacgrid import Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.render.web.tree_page import chosen_steps, tree_page, tree_page_data
from pacgrid.tree.recorder import record_search
from pacgrid.tree.whole_tree import whole_tree

TREE = search_tree(LECTURE)
SHALLOW = search_tree((3, 2))
LAST = len(TREE.steps) - 1
TREE_CUT = next(n for n, each in enumerate(TREE.steps) if each.kind.value == "cut")
FIRST_ACTION = next(n for n in TREE.steps_of[0] if TREE.steps[n].kind.value == "back up")
PACMAN = record_search(AlphaBeta(depth=1), State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%")))


def values(column: list[list[Any]]) -> list[Any]:
    return [value for (value,) in accumulate(column, lambda before, change: change or before)]


# What is in a page.


def test_every_step_of_every_iteration_is_there_but_no_key_that_needs_python() -> None:
    data = tree_page_data([SHALLOW, TREE], "book")
    for tree, iteration in zip((SHALLOW, TREE), data["iterations"], strict=True):
        captions = values(iteration["view"]["caption"])
        assert [caption["words"] for caption in captions] == [step.words for step in tree.steps]
        cuts = [number for number, step in enumerate(tree.steps) if step.kind.value == "cut"]
        assert iteration["cuts"] == cuts
    assert len(iteration["actions"]) == 3
    assert not {"q", "o", "enter", "t"} & data["commands"].keys()
    hints = values(iteration["view"]["keys"])[0]
    assert {hint["key"] for hint in hints} <= {"", *data["commands"]}
    assert "close" not in {hint["effect"] for hint in hints}
    for node in TREE.nodes:
        assert iteration["targets"][node.number] == [TREE.steps_of[node.number][-1]]


def test_a_whole_tree_tells_of_a_cut_when_it_is_made() -> None:
    data = tree_page_data([whole_tree(TREE)])
    marks = [timeline["marks"] for timeline in values(data["iterations"][0]["view"]["timeline"])]
    assert (marks[0], len(marks[-1])) == ([], 1)


@pytest.mark.parametrize("most", [1000, len(TREE.steps), 20, 8, 3])
def test_of_a_long_search_the_steps_at_upper_nodes_are_kept(most: int) -> None:
    chosen = chosen_steps(TREE, most)
    assert len(chosen) <= most
    assert chosen[-1] == LAST
    if most >= 8:
        plies = [TREE.nodes[step.node].ply for step in TREE.steps]
        deepest = max(plies[number] for number in chosen)
        assert chosen == [number for number, ply in enumerate(plies) if ply <= deepest]


def test_the_same_search_gives_the_same_small_page() -> None:
    text = tree_page(PACMAN, "</script><b>")
    assert text == tree_page(PACMAN, "</script><b>")
    assert "<b>" not in text
    assert len(text) < 150_000


# How it steps.


def facts(tab: Any) -> dict[str, str]:
    names, texts = (tab.locator(f"#facts {tag}").all_text_contents() for tag in ("dt", "dd"))
    return dict(zip(names, texts, strict=True))


def step(tab: Any) -> int:
    return int(facts(tab)["step"].split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_keys_step_and_go_to_cuts_actions_and_iterations(
    visit: Visit, size: tuple[int, int]
) -> None:
    tab = visit([SHALLOW, TREE], size)
    for key, expected in (
        ("ArrowRight", 1), (".", 2), (",", 1), ("n", TREE_CUT), ("b", 0), (">", TREE_CUT),
        ("End", LAST), ("Home", 0), ("ArrowDown", FIRST_ACTION),
    ):  # fmt: skip
        press(tab, key)
        assert step(tab) == expected, key
        assert shown(tab, "words") == [TREE.steps[expected].words]
    press(tab, "[")
    assert facts(tab)["iteration"] == "1 of 2"
    press(tab, "]")
    assert (facts(tab)["iteration"], step(tab)) == ("2 of 2", LAST)
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.slow
def test_a_node_is_clicked_and_the_search_plays_to_its_end(visit: Visit) -> None:
    tab = visit([TREE])
    tab.locator(".target").nth(1).click()
    until(tab, f"byId('slider').value === '{TREE.steps_of[1][-1]}'")
    tab.get_by_role("button", name="One step forward").click()
    assert step(tab) == TREE.steps_of[1][-1] + 1
    for _ in range(30):
        press(tab, "+")
    press(tab, " ")
    until(tab, f"byId('slider').value === '{LAST}' && !document.body.classList.contains('playing')")


@pytest.mark.slow
def test_the_position_stands_beside_the_tree_in_both_themes(visit: Visit) -> None:
    wide = State.initial(Layout.parse(f"{'%' * 20}\n%P{' ' * 15}.1%\n{'%' * 20}"))
    tab = visit(record_search(AlphaBeta(depth=1), wide))
    tree, board = (tab.locator(f"#boards .{kind}").bounding_box() for kind in ("diagram", "scene"))
    assert tree["x"] + tree["width"] <= board["x"]
    for theme, colour in (("dark", "rgb(10, 11, 24)"), ("light", "rgb(250, 250, 246)")):
        assert tab.evaluate("document.documentElement.dataset.theme") == theme
        ground = tab.evaluate(
            "getComputedStyle(document.querySelector('.diagram')).backgroundColor"
        )
        assert ground == colour
        press(tab, "l")
