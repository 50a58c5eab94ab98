from typing import Any

import pytest

from helpers.browser import MILLISECONDS, browser  # noqa: F401
from helpers.diagnoses import BOARD, diagnosed_grade, diagnosis, outcome
from helpers.report_formats import PICTURES, POLICY, checked_page
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.reports.diagnosis_pictures import script_sources
from pacgrid.autograder.reports.feedback import as_page
from pacgrid.autograder.reports.student_view import student_view

WRONG = diagnosis("only_own_move"), diagnosis("one_ply_too_many", root=BOARD)


def page(*diagnoses: Any) -> str:
    outcomes = (outcome(each, number) for number, each in enumerate(diagnoses, start=1))
    return as_page(student_view(Assignment.load("pacman"), diagnosed_grade(*outcomes)))


def test_a_page_has_both_searches_and_runs_only_what_steps_through_them() -> None:
    text = page(*WRONG)
    policy = POLICY.replace(" base-uri", f" script-src {script_sources()}; base-uri")
    found = checked_page(text, policy, PICTURES)
    assert found.tags["iframe"] == 4
    assert found.tags["svg"] == 5
    assert {value for _, name, value in found.attributes if name == "sandbox"} == {"allow-scripts"}
    assert "pacgrid grade my_agent.py --only minimax.1.3" in found.text
    assert len(text) < 200_000


def test_a_page_without_an_example_has_no_script() -> None:
    assert "script" not in checked_page(page(None)).tags


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_searches_step_together_offline(browser: Any, tmp_path: Any, scheme: str) -> None:  # noqa: F811
    file = tmp_path / "feedback.html"
    file.write_text(page(*WRONG), "utf-8")
    context = browser.new_context(
        offline=True, color_scheme=scheme, viewport={"width": 400, "height": 800}
    )
    tab = context.new_page()
    tab.set_default_timeout(MILLISECONDS)
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == 400
    tab.locator("summary").first.click()
    tab.locator(".stepper output", has_text="Step 0 of").first.wait_for()

    def both_say(words: str) -> None:
        for number in range(2):
            tab.locator("iframe").nth(number).scroll_into_view_if_needed()
            tab.frame_locator("iframe").nth(number).locator("#words", has_text=words).wait_for()

    tab.locator("[data-go=end]").first.click()
    both_say("the agent plays")
    tab.frame_locator("iframe").first.locator("#words").click()
    tab.keyboard.press("Home")
    both_say("the search starts")
    for button in ("end", "back", "play"):
        tab.locator(f"[data-go={button}]").first.click()
    both_say("the agent plays")
    assert tab.locator(".stepper").first.is_visible()
    context.close()
    assert problems == []
