"""Keys in the page are those of every view."""

from test_web_reel import FEAST, moved

from helpers.browser import Visit
from pacgrid.render.web.keys import DEEDS, help_rows, page_keys
from pacgrid.session.commands import HELP, KEYS, OVERLAY_KEYS, Command

NEED_AGENTS = {Command.TAKE_OVER, Command.PLAY_AGAIN, Command.NEXT_GAME, Command.SOUND}
BROWSERS = {"ArrowLeft": "left", "ArrowRight": "right", "Home": "home", "End": "end"}


def test_the_page_can_do_all_that_needs_no_agents_and_no_window() -> None:
    assert set(Command) - set(DEEDS) == NEED_AGENTS | {Command.QUIT}


def test_keys_do_in_the_page_what_they_do_in_all_views() -> None:
    keys = {BROWSERS.get(key, key): deed for key, deed in page_keys().items()}
    commands = {key: DEEDS[command] for key, command in KEYS.items() if command in DEEDS}
    overlays = {key: str(overlay) for key, overlay in OVERLAY_KEYS.items()}
    assert keys == {key: deed for key, deed in commands.items() if key != "f11"} | overlays


def test_the_help_has_the_words_of_all_views_but_for_what_is_not_there() -> None:
    told = [words for _, words in help_rows()]
    left_out = [keys for keys, words in HELP if words not in told]
    assert left_out == ["T", "M", "R", "Enter", "Q  Esc"]


def test_the_page_knows_every_deed_and_has_a_button_for_it(visit: Visit) -> None:
    tab = visit(moved(FEAST, "E"))
    deeds = set(tab.evaluate("Object.keys(deeds)"))
    assert deeds == set(page_keys().values())
    buttons = tab.locator("button[data-deed]").all()
    assert {button.get_attribute("data-deed") for button in buttons} == deeds


def test_capital_letters_are_the_same_keys(visit: Visit) -> None:
    tab = visit(moved(FEAST, "E"))
    tab.keyboard.press("Shift+C")
    assert tab.evaluate("theme.numbered")
    tab.keyboard.press("Shift+H")
    assert tab.get_by_role("dialog", name="Keys").is_visible()


def test_angles_go_by_rounds(visit: Visit) -> None:
    tab = visit(moved(FEAST, "ENE-"))
    for key, ply in ((">", 3), (">", 4), ("<", 3), ("<", 0)):
        tab.keyboard.press(key)
        assert tab.locator("#slider").input_value() == str(ply)
