import time
from collections.abc import Callable

import pytest

from pacgrid import Action, Agent, Game, IllegalMoveError, Layout, Limits, Report, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.agents.reflex import Reflex
from pacgrid.records.record import Ending, Move
from pacgrid.records.thought import Thought

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
    assert record.message.startswith("returned an object without a repr (Shy)")


def test_a_report_of_an_earlier_move_is_not_taken_for_that_of_this_one() -> None:
    class Once(Scripted):
        def act(self, state: State) -> Action:
            if not self.heard[1:]:
                self.heard.append("told")
                self.report = Report(nodes=5)
            return Action.STOP

    record = play(CORRIDOR, [Once()], limits=Limits(rounds=2))
    assert [move.nodes for move in record.moves] == [5, None]


def test_without_thoughts_nobody_is_watched_or_asked() -> None:
    class Asked(Scripted):
        def act(self, state: State) -> Action:
            assert type(state) is State
            return super().act(state)

        def explain(self, state: State, action: Action) -> None:
            raise AssertionError

    record = play(CORRIDOR, [Asked(), Asked()])
    assert record.ending is Ending.CAUGHT
    assert not any(move.thought for move in record.moves)


@pytest.mark.parametrize("pacman", [lambda: AlphaBeta(depth=1), Expectimax, Reflex, RandomAgent])
def test_a_game_is_the_same_whether_thoughts_are_kept_or_not(pacman: type[Agent]) -> None:
    one, two = (
        play(
            ROOM,
            [pacman(), MinimaxGhost(), DirectionalGhost()],
            seed=5,
            limits=Limits(rounds=15),
            thoughts=thoughts,
        )
        for thoughts in (False, True)
    )
    told = [[(move.action, move.nodes) for move in record.moves] for record in (one, two)]
    assert told[0] == told[1]
    assert (one.score, one.ending) == (two.score, two.ending)


def test_a_move_is_kept_with_what_the_agent_thought() -> None:
    record = play(CORRIDOR, [AlphaBeta(depth=1), RandomGhost()], thoughts=True)
    first, second = (move.thought for move in record.moves[:2])
    assert first is not None
    assert list(first.values) == [Action.EAST, Action.STOP]
    assert first.principal_variation[0] is record.moves[0].action
    assert len(first.principal_variation) == 2
    assert sum(first.features.values()) == pytest.approx(first.values[first.principal_variation[0]])
    assert first.expanded == {(2, 1): 2, (1, 1): 2}
    assert first.depths == (2, 2)
    assert second is None, "it chose at random"


def test_a_search_is_seen_without_a_report_and_counts_no_nodes() -> None:
    class Silent(Scripted):
        def act(self, state: State) -> Action:
            self.kept = state.successor(Action.EAST)
            return Action.EAST

        def explain(self, state: State, action: Action) -> None:
            assert type(state) is State
            self.kept.successor(self.kept.legal_actions()[0])

    move = Game(CORRIDOR, [Silent()], thoughts=True).step()
    assert move is not None
    assert move.nodes is None
    assert move.thought == Thought(expanded={(2, 1): 1}, depths=(1,))


def test_explaining_takes_no_time_and_adds_no_nodes() -> None:
    class Thorough(Scripted):
        def act(self, state: State) -> Action:
            self.report = Report(nodes=1)
            return Action.EAST

        def explain(self, state: State, action: Action) -> None:
            assert self.report
            self.report.nodes = 99
            self.report.principal_variation = [action, Action.NORTH]
            time.sleep(0.05)

    layout = Layout.parse("%%%%\n%P.%\n%%%%")
    record = play(layout, [Thorough()], limits=Limits(move_seconds=0.04), thoughts=True)
    assert record.won
    assert record.moves[0].nodes == 1
    assert record.moves[0].thought == Thought(principal_variation=(Action.EAST,)), (
        "nobody can go north there"
    )


@pytest.mark.parametrize(("failing", "name"), [(fail, "ZeroDivisionError"), (leave, "SystemExit")])
def test_failing_to_explain_is_trouble_and_loses_no_game(
    failing: Callable[[], None], name: str
) -> None:
    class Mute(Scripted):
        def explain(self, state: State, action: Action) -> None:
            failing()

    record = play(Layout.parse("%%%%\n%P.%\n%%%%"), [Mute(Action.EAST)], thoughts=True)
    assert record.won
    assert record.forfeit is None
    (move,) = record.moves
    assert move.thought is not None
    assert move.thought.trouble.startswith(f"{name}: ")
    assert "(test_game.py, line " in move.thought.trouble


def test_a_report_that_cannot_be_had_is_no_thought() -> None:
    class Odd(Scripted):
        report = property(lambda self: 1 / 0)  # type: ignore[assignment]

    record = play(Layout.parse("%%%%\n%P.%\n%%%%"), [Odd(Action.EAST)], thoughts=True)
    assert record.won
    assert record.moves[0].thought is None


def test_a_person_can_interrupt_an_explanation() -> None:
    class Slow(Scripted):
        def explain(self, state: State, action: Action) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(CORRIDOR, [Slow()], thoughts=True)


def test_a_game_goes_on_from_moves_that_others_played() -> None:
    before = play(ROOM, [RandomAgent(), RandomGhost(), RandomGhost()], seed=1)
    pacman, ghosts = Scripted(), [Scripted(), Scripted()]
    game = Game(ROOM, [pacman, *ghosts], played=before.moves[:7])
    assert pacman.heard == ["start 1"], "7 plies of 3 agents: ghost 1 is to move"
    assert game.state == list(before.states())[7]
    assert game.step() is not None
    record = game.record
    assert record.moves[:7] == before.moves[:7]
    assert len(record.moves) == 8
    assert record.taken_over == 7
    assert record.agents == ("Scripted",) * 3
    assert before.taken_over == 0


def test_who_takes_over_has_chances_that_depend_on_when() -> None:
    before = play(ROOM, [RandomAgent(), RandomGhost(), RandomGhost()], seed=1).moves

    def drawn(seed: int, plies: int) -> float:
        agent = RandomAgent()
        Game(ROOM, [agent, RandomGhost(), RandomGhost()], seed=seed, played=before[:plies])
        return agent.rng.random()

    assert drawn(1, 6) == drawn(1, 6)
    assert len({drawn(1, 0), drawn(1, 3), drawn(1, 6), drawn(2, 6)}) == 4
    alone = RandomAgent()
    Game(ROOM, [alone, RandomGhost(), RandomGhost()], seed=1)
    assert alone.rng.random() == drawn(1, 0)


def test_rounds_of_others_count_and_their_seconds_do_not() -> None:
    played = [Move(action, 9, 9) for action in (Action.STOP, Action.WEST)]
    limits = Limits(rounds=2, game_seconds=5, game_cpu_seconds=5)
    game = Game(CORRIDOR, [Scripted(Action.STOP), Scripted()], limits=limits, played=played)
    while game.step():
        pass
    assert game.record.ending is Ending.ROUND_LIMIT
    assert game.record.rounds == 2


@pytest.mark.parametrize(
    ("actions", "rounds", "ending"),
    [
        ([Action.EAST] * 3, 9, Ending.WON),
        ([Action.EAST, Action.STOP], 2, Ending.ROUND_LIMIT),
        ([Action.EAST, Action.STOP, Action.STOP], 2, Ending.ROUND_LIMIT),
    ],
)
def test_moves_that_end_the_game_leave_nothing_to_play(
    actions: list[Action], rounds: int, ending: Ending
) -> None:
    lane = Layout.parse("%%%%%%\n%P...%\n%%%%%%")
    agent = Scripted()
    played = [Move(action, 0, 0) for action in actions]
    game = Game(lane, [agent], limits=Limits(rounds=rounds), played=played)
    assert game.step() is None
    assert game.record.ending is ending
    assert game.record.taken_over == len(actions)
    assert agent.heard == []


def test_moves_that_cannot_be_played_are_refused() -> None:
    played = [Move(Action.EAST, 0, 0), Move(Action.EAST, 0, 0)]
    with pytest.raises(IllegalMoveError, match="ghost 1 can't play east"):
        Game(CORRIDOR, [Scripted(), Scripted()], played=played)


def test_a_position_decides_who_plays_from_it() -> None:
    start = State.initial(ROOM).successor(Action.EAST)
    for agents, position in ((3, start), (2, State.initial(ROOM))):
        with pytest.raises(ValueError, match="3 agents play here, Pac-Man first"):
            Game(ROOM, [RandomAgent()] * agents, start=position)
