"""The page of a quiz: what is in it, and how it is answered in a browser."""

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest

from helpers.browser import DESKTOP, PHONE, SMALL_PHONE, Visit, press, shown
from pacgrid import quiz
from pacgrid.quizzes.quiz import KINDS, Quiz
from pacgrid.quizzes.random_quiz import generate
from pacgrid.render.web.page import framed
from pacgrid.render.web.quiz_page import quiz_page, quiz_page_data

BOOK = quiz("book")
READ = {
    "3": 3, "-3": -3, "−3": -3, "–3": -3, " +2.50 ": 2.5, "3/4": 0.75, "- 3 / 4": -0.75,
    "0.75": 0.75, "0,75": 0.75, ".5": 0.5, "7.": 7, "inf": inf, "-inf": -inf, "INF": inf, "∞": inf,
    "−∞": -inf, "+∞": inf, "infinity": inf, "-oo": -inf, "0": 0, "-0": 0, "12": 12,
    "0.3333333333333333": 0.3333333333333333,
}  # fmt: skip
REFUSED = (
    "two", "", " ", "3 4", "1/0", "3/-4", "--3", "1.2.3", "1,2.3", "nan", "1e3", ".", ",", "3%",
    "x=3", "9" * 40, "<b>3</b>", "∞∞", "i n f", "½",
)  # fmt: skip

# What is in it.


def test_a_question_is_a_picture_without_a_search_and_keys_go_to_questions_and_steps() -> None:
    data = quiz_page_data(BOOK)
    assert len(data["questions"]) == 6
    assert len(data["iterations"]) == 8  # and two searches
    for question, iteration in zip(data["questions"], data["iterations"], strict=False):
        assert len(iteration["view"]["caption"]) == 1
        assert question["search"] in (6, 7)
    commands = data["commands"]
    assert (commands["]"], commands["right"]) == ("QUESTION_FORWARD", "PLY_FORWARD")
    assert not {name for name in commands.values() if name.startswith("ITERATION")}
    assert "<b>" not in quiz_page(Quiz("</script><b>", BOOK.questions))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_page(kind: str) -> None:
    page = quiz_page(generate(kind, count=1))
    assert page == quiz_page(generate(kind, count=1))
    assert len(page) < 200_000


# How it is answered.


def drawn(tab: Any) -> None:
    """Wait until what was done is drawn."""
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def go_to(tab: Any, kind: str) -> None:
    for _ in range([question.kind for question in BOOK.questions].index(kind)):
        tab.locator("#quiz-forward").click()
    drawn(tab)


def click_nodes(tab: Any, kind: str, *labels: str) -> None:
    """Click nodes of the tree."""
    question = next(each for each in BOOK.questions if each.kind == kind)
    numbers = {node.label: number for number, node in enumerate(question.tree.nodes)}
    for label in labels:
        tab.locator(f".target[data-number='{numbers[label]}']").click()
        drawn(tab)


def said(tab: Any) -> list[str]:
    return [text.strip() for text in tab.locator(".said").all_text_contents()]


def checked(tab: Any) -> list[str]:
    """What is said of the whole once the answer is checked."""
    tab.locator("#quiz-check").click()
    drawn(tab)
    return shown(tab, "quiz-said")


@pytest.mark.slow
def test_values_are_typed_and_checked_by_keys_alone(visit: Visit) -> None:
    tab = visit(BOOK)
    for _ in range(20):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.type") == "text":
            break
    for value in ("3", "−3", "4/2", "two"):
        tab.keyboard.type(value)
        tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    press(tab, "Enter")
    first, second, third, fourth = said(tab)
    assert (first, second, third) == ("✓ right", "✗ not right", "✓ right")
    assert fourth == "✗ 'two' is not a number; write it as −3, 3/4, 0.75 or inf"
    assert shown(tab, "quiz-said") == ["2 of 4 right."]
    tab.keyboard.press("Control+a")
    tab.keyboard.type("2")
    drawn(tab)
    assert said(tab)[3] == ""
    for _ in range(2):
        tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("3")
    press(tab, "Enter")
    assert shown(tab, "quiz-said", "quiz-solved") == ["All right.", "1 of 6 solved"]
    texts = tab.locator(".answers .written").all_text_contents()
    assert texts == ["3", "3", "4/2", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, SMALL_PHONE])
def test_pruned_leaves_are_clicked_and_the_search_explains_step_by_step_and_back(
    visit: Visit, size: tuple[int, int]
) -> None:
    tab = visit(BOOK, size)
    go_to(tab, "pruning")
    click_nodes(tab, "pruning", "4", "12")
    assert checked(tab) == ["Not right yet."]
    click_nodes(tab, "pruning", "12")
    tab.get_by_label("6", exact=True).check()
    assert checked(tab) == ["All right."]
    assert tab.locator(".answers .chosen").count() == 2
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    tab.locator("#quiz-explain").click()
    drawn(tab)
    assert said(tab) == ["The answer: 4, 6"]
    press(tab, "n")
    assert "pruned: 4 and 6" in shown(tab, "words")[0]
    tab.locator("#quiz-explain").click()
    drawn(tab)
    assert not tab.locator("#words").is_visible()
    press(tab, "]")
    assert shown(tab, "quiz-number") == ["Question 4 of 6"]


@pytest.mark.slow
def test_leaves_are_clicked_or_checked_in_order_and_a_move_is_chosen_by_arrows_too(
    visit: Visit,
) -> None:
    tab = visit(BOOK)
    go_to(tab, "move")
    click_nodes(tab, "move", "C")
    assert tab.get_by_label("a2").is_checked()
    tab.get_by_label("a2").focus()
    press(tab, "ArrowUp")
    assert tab.get_by_label("a1").is_checked()
    checked(tab)
    assert said(tab) == ["✓ right"]
    for _ in range(2):
        tab.locator("#quiz-forward").click()
    drawn(tab)
    click_nodes(tab, "order", "3", "12", "4", "8", "4")
    assert tab.locator(".option small").all_text_contents()[:3] == ["no. 1", "no. 2", "no. 3"]
    assert tab.locator(".answers .written").all_text_contents() == ["1", "2", "3"]
    checked(tab)
    assert said(tab) == ["✗ not right"]
    for label in ("a (2)", "14", "5", "b (2)"):
        tab.get_by_label(label, exact=True).check()
    press(tab, "Enter")
    drawn(tab)
    assert said(tab) == ["✓ right"]


@pytest.mark.slow
def test_the_whole_of_a_large_tree_can_be_reached_on_a_phone(visit: Visit) -> None:
    tab = visit(generate(difficulty=4, count=1), PHONE)
    last = tab.locator(".target").count() - 1
    for number in (0, last):
        tab.locator(".target").nth(number).scroll_into_view_if_needed()
        box = tab.locator(".target").nth(number).bounding_box()
        assert 0 <= box["x"] <= PHONE[0] - box["width"] / 2
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.slow
def test_the_page_reads_numbers_as_people_write_them_and_names_all_for_screen_readers(
    visit: Visit,
) -> None:
    tab = visit(BOOK)
    read = """(text) => {
        try { const [a, b] = readNumber(text); return String(b ? a / b : a * Infinity); }
        catch (error) { return error instanceof AnswerError ? "refused" : String(error); }
    }"""
    for text, value in READ.items():
        assert float(tab.evaluate(read, text)) == value, text
    for text in REFUSED:
        assert tab.evaluate(read, text) == "refused", text
    unnamed = tab.evaluate(
        """() => [...document.querySelectorAll("button, input")]
            .filter((each) => each.checkVisibility())
            .filter((each) => !(each.labels?.length || each.ariaLabel || each.textContent.trim()))
            .length"""
    )
    assert unnamed == 0
    tab.locator("#quiz-tree summary").click()
    assert "├─ a1: B ▼ MIN" in shown(tab, "quiz-text")[0]
    assert tab.locator("#quiz-said").get_attribute("role") == "status"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answers_are_right_on_the_page(visit: Visit, kind: str) -> None:
    found = generate(kind, count=2)
    tab = visit(found)
    for question in found.questions:
        for number, part in enumerate(question.parts):
            field = tab.locator("#quiz-fields .part").nth(number)
            if field.locator("fieldset").count():
                for text in part.key.text.split(", "):
                    field.get_by_label(text, exact=True).check()
            else:
                field.locator("input").fill(part.key.text)
        assert checked(tab) == ["All right."], json.dumps(said(tab))
        tab.locator("#quiz-forward").click(force=True)
        drawn(tab)


@pytest.mark.slow
def test_a_notebook_asks_in_a_frame(browser: Any, tmp_path: Path) -> None:
    notebook = tmp_path / "notebook.html"
    frame = framed(quiz_page(BOOK), BOOK.title)
    notebook.write_text(f"<!DOCTYPE html><p>a cell</p>{frame}", "utf-8")
    tab = browser.new_page()
    tab.goto(notebook.as_uri())
    asked = tab.frame_locator("iframe")
    for number, value in enumerate("3322"):
        asked.locator("#quiz-fields input").nth(number).fill(value)
    asked.locator("#quiz-check").click()
    asked.get_by_text("All right.").wait_for()
    tab.close()
