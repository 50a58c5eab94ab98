"""The menus to take over, and to choose a game from."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.game_sources import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid import Action, Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.errors import AgentError, PacgridError
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.session.frame import Tab
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import (
    MOST_FILES,
    GameChoice,
    StartMenu,
    TakeoverMenu,
    agent_files,
    candidates,
    take_over,
)
from pacgrid.session.playback import GameSource, Keyboard, LiveGame, Playback, ReplayedGame
from pacgrid.session.session import NextAction, Settings


def menu_of(*games: GameSource) -> TakeoverMenu:
    return TakeoverMenu(Playback(games, Settings(), patience=None))


def pacman_menu(*keys: str) -> TakeoverMenu:
    menu = menu_of(LiveGame(ROOM, [load_agent("reflex"), load_agent("random_ghost")]))
    for key in keys:
        menu.press(key)
    return menu


def selection(menu: TakeoverMenu) -> tuple[int, str]:
    """The agent to replace, and the replacement."""
    sheet = menu.sheet()
    return sheet.tabs[sheet.selected_tab].agent, menu.names[menu.row]


def test_the_first_choice_is_to_play_pacman_yourself_and_rows_wrap_around() -> None:
    menu = pacman_menu()
    assert selection(menu) == (0, "keyboard")
    sheet = menu.sheet()
    assert (sheet.title, sheet.subtitle) == ("Take over from here", "Replace Pac-Man (reflex) with")
    assert [(row.label, row.text) for row in sheet.rows[:2]] == [("1", "you"), ("2", "reflex")]
    menu = pacman_menu("right", "up")
    most = len(menu.names)
    menu.press("right")
    assert len(menu.names) < most
    assert menu.row == len(menu.names) - 1, "the selection fits a shorter list"


@pytest.mark.parametrize(
    ("keys", "selected"),
    [
        *(("down", (0, "reflex")), ("down right", (1, "random_ghost")), ("tab", (1, "keyboard"))),
        *(("tab tab", (0, "keyboard")), ("left", (1, "keyboard")), ("2", (0, "reflex"))),
        *(("e", (0, "expected_utility")), ("e y", (0, "keyboard"))),
        *(("e ß 0", (0, "expected_utility")), ("r r", (0, "random_agent"))),
        ("r r r", (0, "reflex")),
    ],
)
def test_arrows_digits_and_letters_select(keys: str, selected: tuple[int, str]) -> None:
    assert selection(pacman_menu(*keys.split())) == selected


def test_enter_or_a_click_takes_over_and_some_keys_only_close_it() -> None:
    for key in ("escape", "q", "t"):
        menu = pacman_menu(key)
        assert (menu.is_open, menu.branch) == (False, None)
    menu = pacman_menu("e")
    menu.choose_row(menu.row)
    assert not menu.is_open
    assert menu.branch
    number, game = menu.branch
    assert (number, game.agents) == (0, ("expected_utility", "random_ghost"))


def test_a_menu_says_why_an_agent_can_not_take_over_a_game() -> None:
    playback = Playback([played_out(eastward())], Settings(), patience=None)
    playback.seek(playback.last)
    menu = TakeoverMenu(playback)
    menu.press("enter")
    assert menu.is_open
    assert menu.sheet().problem.startswith("this game is over here")
    menu.press("down")
    assert not menu.sheet().problem
    menu = menu_of(LiveGame(CORRIDOR, [Scripted([])]))
    menu.press("down")
    menu.press("enter")
    assert "scripted" in menu.sheet().problem
    assert menu.branch is None
    menu = menu_of(eastward(), steered())
    menu.press("enter")
    assert "you already play in another game" in menu.sheet().problem
    menu.press("right")
    menu.press("enter")
    assert not menu.is_open


def test_each_of_two_games_can_be_taken_over() -> None:
    menu = menu_of(eastward(), eastward())
    assert menu.sheet().tabs == (Tab(0, 0, "Pac-Man, game 1"), Tab(0, 1, "Pac-Man, game 2"))
    menu.choose_tab(1)
    assert menu.sheet().subtitle == "Replace Pac-Man (scripted) in game 2 with"
    menu.press("e")
    menu.press("enter")
    assert menu.branch[0] == 1


PACMEN = {"keyboard": "You play.", "reflex": "A reflex agent."}
LAYOUTS = {"corridor": "A corridor.", "room": "A room.", "broken": ""}
GHOSTS = {"random_ghost": "Moves at random."}


def build(choice: GameChoice) -> GameSource:
    if choice.layout == "broken":
        raise PacgridError("broken: no such layout")
    return eastward({"corridor": CORRIDOR, "room": ROOM}[choice.layout])


def pressed(*keys: str, choice: GameChoice | None = None) -> StartMenu:
    made = StartMenu(PACMEN, LAYOUTS, GHOSTS, build, choice)
    for key in keys:
        made.press(key)
    return made


@pytest.mark.parametrize(
    ("keys", "selected", "rows"),
    [
        ("", "Start", "you corridor random_ghost"),
        ("up right", "Ghosts", "you corridor random_ghost"),
        ("down right", "Pac-Man", "reflex corridor random_ghost"),
        ("down down right", "Layout", "you room random_ghost"),
        ("s a", "Pac-Man", "reflex corridor random_ghost"),
        ("right x", "Start", "you corridor random_ghost"),
    ],
)
def test_arrows_select_and_change(keys: str, selected: str, rows: str) -> None:
    sheet = pressed(*keys.split()).sheet()
    assert sheet.selected is not None
    assert sheet.rows[sheet.selected].label == selected
    assert [row.text.strip("‹ ›") for row in sheet.rows[:-1]] == rows.split()


def test_a_menu_opens_with_the_last_choice_and_what_cannot_be_built_cannot_be_started() -> None:
    assert pressed(choice=GameChoice("reflex", "room", "random_ghost")).game.record.layout is ROOM
    texts = [pressed(*["down"] * n).sheet().subtitle for n in range(1, 4)]
    assert texts == ["You play.", "A corridor.", "Moves at random."]
    broken = pressed("down", "down", "left", "enter")
    assert broken.is_open
    assert broken.sheet().problem == "broken: no such layout"
    broken.press("left")
    broken.press("enter")
    assert not broken.is_open


@pytest.mark.parametrize(
    ("act", "is_open", "action", "layout"),
    [
        (lambda it: it.press("enter"), False, None, CORRIDOR),
        (lambda it: it.sheets.choose_row(1), True, None, ROOM),
        (lambda it: (it.sheets.choose_row(1), it.sheets.choose_row(3)), False, None, ROOM),
        (lambda it: it.press("escape"), False, NextAction.QUIT, CORRIDOR),
    ],
)
def test_a_session_shows_the_chosen_game(
    act: Callable[[GameSession], object], is_open: bool, action: NextAction | None, layout: Layout
) -> None:
    made = pressed()
    session = GameSession(made.game, start_menu=made)
    act(session)
    assert (session.sheets.open is not None) == (session.frame().sheet is not None) == is_open
    assert session.next_action is action
    assert session.games[0].record.layout is layout
    session.close()


GAME = play(Layout.load("small"), [load_agent("reflex"), load_agent("random_ghost")], seed=3)


def played_out(game: LiveGame) -> LiveGame:
    while game.next_ply():
        pass
    return game


def test_the_first_plies_stay_and_the_new_agent_continues_in_the_same_way_each_time() -> None:
    one, other = (
        played_out(take_over(ReplayedGame(GAME), 6, 1, "directional_ghost")) for _ in range(2)
    )
    record = one.record
    assert record.moves[:6] == GAME.moves[:6]
    assert (record.taken_over, record.agents) == (6, ("reflex", "directional_ghost"))
    assert list(record.states())[-1].score == one.states[-1].score
    assert [move.action for move in one.moves] == [move.action for move in other.moves]


def test_a_person_may_take_over_from_themselves_but_steers_only_one_agent() -> None:
    game = LiveGame(ROOM, [Keyboard(), Scripted([])])
    branch = take_over(game, 0, 0, "keyboard")
    assert branch.keyboard is branch.players[0] is not game.keyboard
    assert candidates(game, 0)[0] == "keyboard"
    assert "keyboard" not in candidates(game, 1)
    with pytest.raises(AgentError, match="you already play another agent"):
        take_over(game, 0, 1, "keyboard")


def test_agents_that_can_not_be_loaded_by_name_stay_the_same_objects_or_have_substitutes() -> None:
    ghost = Scripted([Action.WEST])
    game = LiveGame(ROOM, [Scripted([]), ghost])
    assert take_over(game, 0, 0, "reflex").players[1] is ghost
    replay = ReplayedGame(game.record)
    assert take_over(replay, 0, 0, "reflex").agents == ("reflex", "directional_ghost")
    with pytest.raises(AgentError, match="no agent 'scripted'"):
        take_over(replay, 0, 1, "random_ghost")


def test_candidates_are_the_keyboard_the_present_agent_others_and_files_of_this_folder() -> None:
    Path("my_agent.py").write_text("class Mine:\n    def act(self, state): ...\n")
    names = candidates(ReplayedGame(GAME), 0)
    assert names[:2] == ["keyboard", "reflex"]
    assert {"alpha_beta", "my_agent.py"} < {*names}
    assert not {"random_ghost", "minimax_ghost"} & {*names}
    names = candidates(ReplayedGame(GAME), 1)
    assert "my_agent.py" in names
    assert not {"random_agent", "champion"} & {*names}


def test_limits_and_seed_stay_the_same_but_a_persons_game_has_no_round_limit() -> None:
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    limits = Limits(rounds=3, move_seconds=9)
    game = LiveGame(Layout.load("small"), agents, seed=5, limits=limits)
    game.next_ply()
    branch = played_out(take_over(game, 1, 0, "random_agent"))
    assert (branch.record.seed, branch.record.rounds) == (5, 3)
    assert branch.record.ending is Ending.ROUND_LIMIT
    assert take_over(game, 0, 0, "keyboard").limits == Limits(rounds=None, move_seconds=9)


def test_files_named_in_a_record_run_only_if_chosen() -> None:
    file = Path("agent.py").absolute()
    file.write_text("raise SystemExit('this was run')")
    named = [ReplayedGame(replace(GAME, agents=(str(file), "random_ghost")))]
    named.append(ReplayedGame(replace(GAME, agents=("reflex", f"{file}:Ghost"))))
    with pytest.raises(AgentError, match="runs only if you choose it"):
        take_over(named[0], 2, 1, "random_ghost")
    assert take_over(named[1], 2, 0, "minimax").agents[1] == "directional_ghost"
    for agent, replay in enumerate(named):
        with pytest.raises(AgentError, match="this was run"):
            take_over(replay, 2, agent, str(file))


def test_a_game_from_a_position_keeps_its_position() -> None:
    start = State.parse("%%%%%%\n%. P.%\n%%%%%%")
    game = LiveGame(PacmanSetup(drawn_layout(start), 1, start), [Scripted([Action.WEST])])
    game.next_ply()
    taken = take_over(ReplayedGame(game.record), 1, 0, "reflex")
    assert taken.states[0] == taken.record.first_state == start
    assert taken.next_ply()
    assert [*taken.record.states()] == [*taken.states]


FILES = {
    "alone.py": "class Alone(Agent):\n    def act(self, state): ...\n",
    "two.py": "class One:\n    def act(self, s): ...\nclass Two(pacgrid.search.Searcher): pass\n",
    "theirs.py": "class MinimaxAgent(Search):\n    def getAction(self, gameState): ...\n",
    "helper.py": "def act(state): ...\nclass Table: pass\nclass _A:\n    def act(self, s): ...\n",
    "broken.py": "class Broken(Agent:\n",
    "nul.py": "class Nul:\n    def act(self, s): ...\n\0",
    "deep.py": "x = " + "(" * 5000,
    "warns.py": "class Warns:\n    def act(self, s): return '\\d'\n",
    "evil.py": "class A:\n    def act(self, s): ...\nopen('ran', 'w')\n",
    "notes.txt": "class Notes:\n    def act(self, s): ...\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_files_are_offered_by_the_agents_they_define_but_never_run_and_not_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text)
    Path("folder.py").mkdir()
    offered = ["alone.py", "evil.py", "theirs.py", "two.py:One", "two.py:Two", "warns.py"]
    assert agent_files() == offered
    assert not Path("ran").exists()
    with pytest.raises(AgentError, match=r"did you mean 'alone\.py'\?"):
        load_agent("alone")
    Path("many").mkdir()
    monkeypatch.chdir("many")
    for number in range(MOST_FILES + 3):
        Path(f"a{number}.py").write_text(FILES["alone.py"])
    assert len(agent_files()) == MOST_FILES
