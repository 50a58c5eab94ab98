import threading
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from helpers.processes import PATIENCE
from pacgrid import (
    Action,
    Agent,
    Game,
    GhostTeam,
    IllegalMoveError,
    Layout,
    Limits,
    Report,
    State,
    play,
)
from pacgrid.agent_loader import load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.games.game_setup import Ending
from pacgrid.records.thought import Move, Thought

E, STOP = Action.EAST, Action.STOP
CORRIDOR = Layout.parse("%%%%%%%\n%P...1%\n%%%%%%%")
ONE_MOVE = Layout.parse("%%%%\n%P.%\n%%%%")
ROOM = Layout.parse("%%%%%%%%%%\n%P.......%\n%  %% %  %\n%1      2%\n%%%%%%%%%%")


class Scripted(Agent):
    """Plays given actions, or does what given functions do. Its other methods call `methods`."""

    def __init__(self, *script: object, **methods: Callable[[], object]) -> None:
        self.script = list(script)
        self.methods = methods
        self.calls: list[str] = []

    def start(self, state: State) -> None:
        self.calls.append(f"start {state.to_move}")
        self.methods.get("start", dict)()

    def act(self, state: State) -> Action:
        item = self.script.pop(0) if self.script else state.legal_actions()[0]
        return item() if isinstance(item, Callable) else item  # type: ignore[arg-type,return-value]

    def explain(self, state: State, action: Action) -> None:
        self.methods.get("explain", dict)()

    def finish(self, state: State) -> None:
        self.calls.append(f"finish {state.score}")
        self.methods.get("finish", dict)()


class Clock:
    """Stands in for the module `time`: a move takes as long as its script says."""

    wall = cpu = 0.0

    def perf_counter(self) -> float:
        return self.wall

    def thread_time(self) -> float:
        return self.cpu

    def spend(self, *, wall: float = 0, cpu: float = 0) -> Action:
        self.wall += wall
        self.cpu += cpu
        return STOP


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("pacgrid.game.time", clock)
    monkeypatch.setattr("pacgrid.game.thread_time", clock.thread_time)
    return clock


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


def fail() -> None:
    raise ZeroDivisionError("division by zero")


def leave() -> None:
    raise SystemExit(3)


def interrupt() -> None:
    raise KeyboardInterrupt


def wanderers() -> list[Agent]:
    return [RandomAgent(), RandomGhost(), RandomGhost()]


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    record = play(Layout.parse("%%%%%\n%P..%\n%%%%%"), [Scripted(E, E)])
    assert (record.ending, record.won, record.score, record.rounds) == (Ending.WON, True, 518, 2)
    assert [move.action for move in record.moves] == [E, E]
    assert record.agents == ("Scripted",)
    agents = [Scripted(E, E), Scripted()]
    play(CORRIDOR, agents)
    assert [agent.calls for agent in agents] == [["start 0", "finish -482"]] * 2


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def actions(seed: int) -> tuple[Action, ...]:
        agents = [RandomAgent(), RandomGhost(), DirectionalGhost()]
        return tuple(move.action for move in play(ROOM, agents, seed=seed).moves)

    assert actions(7) == actions(7)
    assert len({actions(seed) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("answer", "ending", "message"),
    [
        (fail, Ending.RAISED, "ZeroDivisionError: division by zero (test_game.py, line "),
        (leave, Ending.RAISED, "SystemExit: 3 (test_game.py, line "),
        (Action.NORTH, Ending.ILLEGAL, "returned Action.NORTH; legal actions: Action.EAST"),
        (Unprintable(), Ending.ILLEGAL, "returned an object without a repr (Unprintable)"),
    ],
)
def test_an_agent_that_fails_loses_the_game_with_a_clear_reason(
    answer: object, ending: Ending, message: str
) -> None:
    record = play(CORRIDOR, [Scripted(STOP, answer), Scripted()])
    assert (record.ending, record.forfeit, record.won) == (ending, 0, False)
    assert record.message.startswith(message)
    assert record.score == -501, "a forfeit costs as much as being caught"
    assert len(record.moves) == 2, "what was played is kept"
    if answer is fail:
        assert 'raise ZeroDivisionError("division by zero")' in record.details
        assert "game.py" not in record.details.replace("test_game.py", "")


class Forgetful(GhostTeam):
    def act(self, state: State) -> Any:
        return state.legal_actions()[0] if state.to_move == 1 else None


def test_a_ghost_that_fails_loses_too() -> None:
    record = play(CORRIDOR, [Scripted(STOP), Scripted(fail)])
    assert (record.forfeit, record.won, record.score) == (1, True, -1)
    record = play(ROOM, [Scripted(E)], ghosts=Forgetful())
    assert record.forfeit == 2
    line = Forgetful.act.__code__.co_firstlineno
    assert record.message.startswith("returned None (NoneType), as a function without a return")
    assert record.message.endswith(f" (test_game.py, line {line}, in act)")


def test_an_agent_that_fails_at_the_start_loses_and_one_that_fails_after_the_end_does_not() -> None:
    record = play(CORRIDOR, [Scripted(start=fail), Scripted()])
    assert record.message.startswith("ZeroDivisionError: division by zero (test_game.py")
    assert record.moves == ()
    assert play(ONE_MOVE, [Scripted(E, finish=leave)]).ending is Ending.WON


@pytest.mark.parametrize("agent", [Scripted(interrupt), Scripted(explain=interrupt)])
def test_a_person_can_interrupt_an_agent_that_acts_or_explains(agent: Agent) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(CORRIDOR, [agent], thoughts=True)


@pytest.mark.parametrize(
    ("limits", "rounds", "message"),
    [
        (Limits(move_seconds=2), 0, "took 3.00 seconds for a move; the limit is 2"),
        (Limits(2, 3), 2, ""),
    ],
)
def test_an_agent_that_exceeds_a_limit_loses(
    clock: Clock, limits: Limits, rounds: int, message: str
) -> None:
    agent = Scripted(*[lambda: clock.spend(wall=3, cpu=1)] * 3)
    record = play(CORRIDOR, [agent, Scripted()], limits=limits)
    assert record.ending is (Ending.OVERRAN if message else Ending.ROUND_LIMIT)
    assert (record.forfeit, record.won) == (0 if message else None, False)
    assert (record.message, record.rounds) == (message, rounds)
    assert all((move.seconds, move.cpu_seconds) == (3, 1) for move in record.moves_of(0))


@pytest.mark.parametrize("sleeps", [False, True])
def test_an_agent_that_never_returns_loses(sleeps: bool) -> None:
    let_go, before = Event(), set(threading.enumerate())

    def endless() -> Action:
        while not (let_go.wait() if sleeps else let_go.is_set()):
            pass
        return E

    agent = Scripted(endless)
    record = play(CORRIDOR, [agent, Scripted()], limits=Limits(move_seconds=0.01))
    assert record.ending is Ending.OVERRAN
    assert record.message.startswith("took more than 0.01 seconds for a move (test_game.py, ")
    assert agent.calls == ["start 0"], "it is still in act"
    let_go.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "its thread doesn't go on"


def test_a_game_can_be_stepped_and_quit() -> None:
    game = Game(ROOM, wanderers())
    assert game.step() is not None
    game.quit()
    assert game.step() is None
    assert game.record.ending is Ending.QUIT
    assert len(game.record.moves) == 1


@pytest.mark.parametrize(
    ("agents", "ghosts", "names"),
    [
        (1, None, ["RandomAgent", "directional_ghost", "directional_ghost"]),
        (1, (), ["RandomAgent"]),
        (1, [RandomGhost()], ["RandomAgent", "RandomGhost"]),
        (2, None, ["RandomAgent", "RandomGhost"]),
    ],
)
def test_pacman_alone_meets_the_ghosts_of_the_layout_unless_others_are_given(
    agents: int, ghosts: list[Agent] | None, names: list[str]
) -> None:
    one, other = (
        play(ROOM, wanderers()[:agents], ghosts=ghosts, seed=3, limits=Limits(rounds=5))
        for _ in range(2)
    )
    assert list(one.agents) == names
    assert list(one.states()) == list(other.states())


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (lambda: Game(ROOM, [RandomAgent()] * 4), "this layout takes 1 to 3 agents, not 4"),
        (lambda: play(ROOM, wanderers(), ghosts=[RandomGhost()]), "either in agents or in ghosts"),
        (
            lambda: Game(ROOM, wanderers(), start=State.initial(ROOM).successor(E)),
            "Pac-Man must be to move, not ghost 1:\n%",
        ),
        (
            lambda: Game(ROOM, [RandomAgent()] * 2, start=State.initial(ROOM)),
            "this position has 3 agents, not 2:\n%",
        ),
    ],
)
def test_agents_must_fit_the_layout_and_the_position(
    start: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        start()


def test_only_whole_numbers_of_nodes_are_kept() -> None:
    class Reporting(Scripted):
        def act(self, state: State) -> Action:
            nodes = self.script.pop(0)
            if nodes is not None:
                self.report = Report(nodes=nodes)  # type: ignore[arg-type]
            return STOP

    record = play(CORRIDOR, [Reporting(7, "many", 1.5, None)], ghosts=(), limits=Limits(rounds=4))
    assert [move.nodes for move in record.moves] == [7, None, None, None], (
        "the last move has no report, and none of an earlier one"
    )


def test_an_agent_may_define_its_name_report_and_rng_as_properties() -> None:
    class Own(Scripted):
        name = property(lambda self: 7)  # type: ignore[assignment]
        report = property(lambda self: Report(nodes=3))  # type: ignore[assignment]
        rng = property(lambda self: None)  # type: ignore[assignment]

    record = play(ONE_MOVE, [Own(E)])
    assert record.agents == ("7",)
    assert record.moves[0].nodes == 3


# Thoughts.


def test_without_thoughts_no_agent_is_traced_or_asked() -> None:
    class Asked(Scripted):
        def act(self, state: State) -> Action:
            assert type(state) is State
            return super().act(state)

    record = play(CORRIDOR, [Asked(explain=fail), Asked(explain=fail)])
    assert record.ending is Ending.CAUGHT
    assert not any(move.thought for move in record.moves)


@pytest.mark.parametrize(
    "pacman", ["alpha_beta:depth=1", "expectimax:depth=1", "reflex", "random_agent"]
)
def test_a_game_is_the_same_whether_thoughts_are_kept_or_not(pacman: str) -> None:
    agents, limits = [load_agent(pacman), MinimaxGhost(), DirectionalGhost()], Limits(rounds=15)
    one, two = (play(ROOM, agents, seed=5, limits=limits, thoughts=each) for each in (False, True))
    moves = [[(move.action, move.nodes) for move in record.moves] for record in (one, two)]
    assert moves[0] == moves[1]
    assert (one.score, one.ending) == (two.score, two.ending)


def test_a_move_is_kept_with_what_the_agent_thought() -> None:
    record = play(CORRIDOR, [AlphaBeta(depth=1), RandomGhost()], thoughts=True)
    first, second = (move.thought for move in record.moves[:2])
    assert list(first.values) == [E, STOP]
    assert first.principal_variation[0] is record.moves[0].action
    assert len(first.principal_variation) == 2
    assert sum(first.features.values()) == pytest.approx(first.values[first.principal_variation[0]])
    assert first.expanded == {(2, 1): 2, (1, 1): 2}
    assert first.depths == (2, 2)
    assert second is None, "it chose at random"


def test_a_search_is_traced_without_a_report_and_counts_no_nodes() -> None:
    class Silent(Scripted):
        def act(self, state: State) -> Action:
            self.kept = state.successor(E)
            return E

        def explain(self, state: State, action: Action) -> None:
            assert type(state) is State
            self.kept.successor(self.kept.legal_actions()[0])

    move = Game(CORRIDOR, [Silent()], thoughts=True).step()
    assert move.nodes is None
    assert move.thought == Thought(expanded={(2, 1): 1}, depths=(1,))


def test_explaining_is_off_the_clock_and_adds_no_nodes(clock: Clock) -> None:
    class Thorough(Scripted):
        def act(self, state: State) -> Action:
            self.report = Report(nodes=1)
            return E

        def explain(self, state: State, action: Action) -> None:
            self.report.nodes = 99
            self.report.principal_variation = [action, Action.NORTH]
            clock.spend(wall=3, cpu=3)

    record = play(ONE_MOVE, [Thorough()], limits=Limits(move_seconds=2), thoughts=True)
    assert record.won
    assert record.moves[0].nodes == 1
    expected = Thought(principal_variation=(E,))
    assert record.moves[0].thought == expected, "NORTH is not legal there"


@pytest.mark.parametrize(("failing", "name"), [(fail, "ZeroDivisionError"), (leave, "SystemExit")])
def test_an_agent_that_fails_to_explain_does_not_lose(
    failing: Callable[[], None], name: str
) -> None:
    record = play(ONE_MOVE, [Scripted(E, explain=failing)], thoughts=True)
    assert (record.won, record.forfeit) == (True, None)
    (move,) = record.moves
    assert move.thought.trouble.startswith(f"{name}: ")
    assert "(test_game.py, line " in move.thought.trouble


def test_a_report_that_raises_is_no_thought() -> None:
    class Odd(Scripted):
        report = property(lambda self: 1 / 0)  # type: ignore[assignment]

    record = play(ONE_MOVE, [Odd(E)], thoughts=True)
    assert record.won
    assert record.moves[0].thought is None


# Games that go on, and their seeds.


def test_a_game_goes_on_from_moves_that_others_played() -> None:
    before = play(ROOM, wanderers(), seed=1)
    pacman = Scripted()
    game = Game(ROOM, [pacman, Scripted(), Scripted()], played=before.moves[:7])
    assert game.state == list(before.states())[7]
    assert game.step() is not None
    assert pacman.calls == ["start 1"], "7 plies of 3 agents: ghost 1 is to move"
    record = game.record
    assert record.moves[:7] == before.moves[:7]
    assert (len(record.moves), record.taken_over, before.taken_over) == (8, 7, 0)
    assert record.agents == ("Scripted",) * 3


def drawn(seed: int, pacman_seed: int | None = None, **options: Any) -> list[float]:
    """What each agent draws first."""
    agents = wanderers()
    Game(ROOM, agents, seed=seed, pacman_seed=pacman_seed, **options)
    return [agent.rng.random() for agent in agents]


def test_pacman_may_have_a_seed_of_his_own_that_tells_nothing_about_the_ghosts() -> None:
    (first, *ghosts), (again, *others) = drawn(1, 5), drawn(2, 5)
    assert ghosts[0] != ghosts[1], "agents of one class draw different numbers"
    assert first == again
    assert ghosts != others
    assert ghosts == drawn(1)[1:]
    assert drawn(5) == drawn(5, 5)


def test_an_agent_that_takes_over_draws_numbers_that_depend_on_when() -> None:
    moves = play(ROOM, wanderers(), seed=1).moves
    assert drawn(1, played=moves[:6]) == drawn(1, played=moves[:6])
    assert drawn(1) == drawn(1, played=())
    different = (drawn(1), drawn(1, played=moves[:3]), drawn(1, played=moves[:6]))
    assert len({each[0] for each in (*different, drawn(2, played=moves[:6]))}) == 4


@pytest.mark.parametrize(
    ("actions", "rounds", "ending"),
    [
        ([E] * 3, 9, Ending.WON),
        ([E, STOP], 2, Ending.ROUND_LIMIT),
        ([E, STOP, STOP], 2, Ending.ROUND_LIMIT),
    ],
)
def test_earlier_moves_may_end_the_game(actions: list[Action], rounds: int, ending: Ending) -> None:
    lane, agent = Layout.parse("%%%%%%\n%P...%\n%%%%%%"), Scripted()
    played = [Move(action, 0, 0) for action in actions]
    game = Game(lane, [agent], limits=Limits(rounds=rounds), played=played)
    assert game.step() is None
    assert game.record.ending is ending
    assert game.record.taken_over == len(actions)
    assert agent.calls == []


def test_earlier_moves_count_for_the_round_limit_and_must_be_legal() -> None:
    played = [Move(action, 9, 9) for action in (STOP, Action.WEST)]
    game = Game(CORRIDOR, [Scripted(STOP), Scripted()], limits=Limits(rounds=2), played=played)
    while game.step():
        pass
    assert (game.record.ending, game.record.rounds) == (Ending.ROUND_LIMIT, 2)
    with pytest.raises(IllegalMoveError, match="ghost 1 can't play east"):
        Game(CORRIDOR, [Scripted(), Scripted()], played=[Move(E, 0, 0)] * 2)
