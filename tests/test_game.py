import time
from collections.abc import Callable

import pytest

from pacgrid import Action, Agent, Game, Layout, Limits, Report, State, play
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.record import Ending

CORRIDOR = Layout.parse("%%%%%%%\n%P...1%\n%%%%%%%")
ROOM = Layout.parse("%%%%%%%%%%\n%P.......%\n%  %% %  %\n%1      2%\n%%%%%%%%%%")


class Scripted(Agent):
    """Plays given actions, or does what given functions do."""

    def __init__(self, *script: object) -> None:
        self.script = list(script)
        self.heard: list[str] = []

    def start(self, state: State) -> None:
        self.heard.append(f"start {state.to_move}")

    def act(self, state: State) -> Action:
        item = self.script.pop(0) if self.script else state.legal_actions()[0]
        return item() if isinstance(item, Callable) else item  # type: ignore[arg-type,return-value]

    def finish(self, state: State) -> None:
        self.heard.append(f"finish {state.score}")


def fail() -> None:
    raise ZeroDivisionError("division by zero")


def leave() -> None:
    raise SystemExit(3)


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    record = play(Layout.parse("%%%%%\n%P..%\n%%%%%"), [Scripted(Action.EAST, Action.EAST)])
    assert record.ending is Ending.WON
    assert record.won
    assert record.score == 518
    assert [move.action for move in record.moves] == [Action.EAST, Action.EAST]
    assert record.rounds == 2
    assert record.agents == ("Scripted",)


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def actions(seed: int) -> list[Action]:
        agents = [RandomAgent(), RandomGhost(), DirectionalGhost()]
        return [move.action for move in play(ROOM, agents, seed=seed).moves]

    assert actions(7) == actions(7)
    assert len({tuple(actions(seed)) for seed in range(5)}) > 1


def test_two_agents_of_one_kind_have_chances_of_their_own() -> None:
    first, second = RandomGhost(), RandomGhost()
    Game(ROOM, [RandomAgent(), first, second], seed=1)
    assert first.rng.random() != second.rng.random()


def test_every_agent_hears_of_the_start_and_the_end() -> None:
    pacman, ghost = Scripted(Action.EAST, Action.EAST), Scripted()
    play(CORRIDOR, [pacman, ghost])
    assert pacman.heard == ghost.heard == ["start 0", "finish -482"]


@pytest.mark.parametrize(
    ("answer", "ending", "message"),
    [
        (fail, Ending.RAISED, "ZeroDivisionError: division by zero (test_game.py, line "),
        (leave, Ending.RAISED, "SystemExit: 3 (test_game.py, line "),
        (None, Ending.ILLEGAL, "returned None (NoneType); legal were Action.EAST, Action.STOP"),
        ("east", Ending.ILLEGAL, "returned 'east' (str); legal were Action.EAST, Action.STOP"),
        (1, Ending.ILLEGAL, "returned 1 (int); legal were Action.EAST, Action.STOP"),
        (Action.NORTH, Ending.ILLEGAL, "returned Action.NORTH; legal were Action.EAST"),
    ],
)
def test_an_agent_that_fails_loses_the_game_with_a_clear_reason(
    answer: object, ending: Ending, message: str
) -> None:
    record = play(CORRIDOR, [Scripted(Action.STOP, answer), Scripted()])
    assert record.ending is ending
    assert record.forfeit == 0
    assert not record.won
    assert record.message.startswith(message)
    assert record.score == -501, "a forfeit costs as much as being caught"
    assert len(record.moves) == 2, "what was played is kept"


def test_the_authors_own_lines_are_kept() -> None:
    record = play(CORRIDOR, [Scripted(fail), Scripted()])
    assert 'raise ZeroDivisionError("division by zero")' in record.details
    assert "game.py" not in record.details.replace("test_game.py", "")


def test_a_ghost_that_fails_loses_too() -> None:
    record = play(CORRIDOR, [Scripted(Action.STOP), Scripted(fail)])
    assert record.forfeit == 1
    assert record.won
    assert record.score == -1


def test_failing_at_the_start_is_a_forfeit_without_a_move() -> None:
    class Late(Scripted):
        def start(self, state: State) -> None:
            raise RuntimeError("not ready")

    record = play(CORRIDOR, [Late(), Scripted()])
    assert record.message.startswith("RuntimeError: not ready (test_game.py")
    assert record.moves == ()


def test_failing_after_the_end_changes_nothing() -> None:
    class Sore(Scripted):
        def finish(self, state: State) -> None:
            raise BaseException("I should have won")

    record = play(Layout.parse("%%%%\n%P.%\n%%%%"), [Sore(Action.EAST)])
    assert record.ending is Ending.WON


def test_a_person_can_interrupt() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(CORRIDOR, [Scripted(interrupt), Scripted()])


def test_an_endless_game_ends_at_the_round_limit() -> None:
    record = play(CORRIDOR, [Scripted(*[Action.STOP] * 9), Scripted()], limits=Limits(rounds=2))
    assert record.ending is Ending.ROUND_LIMIT
    assert record.rounds == 2
    assert not record.won


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(move_seconds=0.02), "seconds for a move; the limit is 0.02"),
        (Limits(game_seconds=0.03), "seconds in this game; the limit is 0.03"),
    ],
)
def test_an_agent_that_takes_too_long_loses(limits: Limits, message: str) -> None:
    def doze() -> Action:
        time.sleep(0.025)
        return Action.STOP

    record = play(CORRIDOR, [Scripted(doze, doze), Scripted()], limits=limits)
    assert record.ending is Ending.OVERRAN
    assert record.forfeit == 0
    assert message in record.message


def test_cpu_limits_count_work_and_not_sleep() -> None:
    def doze() -> Action:
        time.sleep(0.1)
        return Action.EAST

    def work() -> Action:
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass
        return Action.EAST

    layout = Layout.parse("%%%%\n%P.%\n%%%%")
    limits = Limits(move_cpu_seconds=0.05, game_cpu_seconds=0.05)
    assert play(layout, [Scripted(doze)], limits=limits).won
    record = play(layout, [Scripted(work)], limits=limits)
    assert "CPU seconds for a move; the limit is 0.05" in record.message


def test_fewer_agents_leave_ghosts_out_and_more_are_refused() -> None:
    assert Game(ROOM, [RandomAgent()]).state.num_agents == 1
    with pytest.raises(ValueError, match="1 to 3 agents play here, not 4"):
        Game(ROOM, [RandomAgent()] * 4)


def test_a_game_can_be_stepped_and_quit() -> None:
    game = Game(ROOM, [RandomAgent(), RandomGhost(), RandomGhost()])
    assert game.step() is not None
    game.quit()
    assert game.step() is None
    assert game.record.ending is Ending.QUIT
    assert len(game.record.moves) == 1


def test_cpu_seconds_add_up_over_a_game() -> None:
    def work() -> Action:
        end = time.thread_time() + 0.03
        while time.thread_time() < end:
            pass
        return Action.STOP

    limits = Limits(move_cpu_seconds=10, game_cpu_seconds=0.05)
    record = play(CORRIDOR, [Scripted(work, work, work), Scripted()], limits=limits)
    assert "CPU seconds in this game; the limit is 0.05" in record.message
    assert record.rounds == 1


def test_nodes_are_kept_as_far_as_they_are_numbers() -> None:
    class Teller(Scripted):
        def act(self, state: State) -> Action:
            told = self.script.pop(0)
            if told is not None:
                self.report = Report(nodes=told)  # type: ignore[arg-type]
            return state.legal_actions()[-1]

    record = play(CORRIDOR, [Teller(7, "many", 1.5, None)], limits=Limits(rounds=4))
    assert [move.nodes for move in record.moves] == [7, None, None, None]


def test_an_agent_may_have_a_name_a_report_and_an_rng_of_its_own_making() -> None:
    class Own(Scripted):
        name = property(lambda self: 7)  # type: ignore[assignment]
        report = property(lambda self: Report(nodes=3))  # type: ignore[assignment]
        rng = property(lambda self: None)  # type: ignore[assignment]

    record = play(Layout.parse("%%%%\n%P.%\n%%%%"), [Own(Action.EAST)])
    assert record.agents == ("7",)
    assert record.moves[0].nodes == 3


def test_what_has_no_repr_is_still_reported() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError

    record = play(CORRIDOR, [Scripted(Shy()), Scripted()])
    assert record.message.startswith("returned something without a repr (Shy)")


def test_a_report_of_an_earlier_move_is_not_taken_for_that_of_this_one() -> None:
    class Once(Scripted):
        def act(self, state: State) -> Action:
            if not self.heard[1:]:
                self.heard.append("told")
                self.report = Report(nodes=5)
            return Action.STOP

    record = play(CORRIDOR, [Once()], limits=Limits(rounds=2))
    assert [move.nodes for move in record.moves] == [5, None]
