"""The compiled rules play like `State`: every field is compared after every move."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from helpers.mazes import layouts
from helpers.slow_planes import slow_planes
from pacgrid import Action, Ghost, Layout, State
from pacgrid.action import MOVES
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.envs.one_game import replace_illegal
from pacgrid.kernel.arrays import NEXT_STEP, PACKED, PLANES, SAME_STEP
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.planes import agent_numbers, pack_agents, pack_planes
from pacgrid.state import SCARED_MOVES

HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")


def controlled_batch(layout: Layout, num_games: int = 1, **options: object) -> GameBatch:
    """A batch whose ghosts are controlled."""
    batch = GameBatch(num_games, [layout], **options)  # type: ignore[arg-type]
    start(batch)
    return batch


def start(batch: GameBatch, seed: int = 0) -> None:
    everyone = np.ones(len(batch), np.bool_)
    batch.seed(np.arange(seed, seed + len(batch), dtype=np.uint64), everyone)
    batch.restart(everyone)


def masks_of(state: State) -> NDArray[np.int8]:
    """The legal actions of all agents."""
    maze = state.maze
    nodes = [maze.node(ghost.position, ghost.direction) for ghost in state.ghosts]
    legal = [maze.pacman_actions[maze.cells[state.pacman]], *(maze.ghost_actions[n] for n in nodes)]
    return np.array([[action in actions for action in Action] for actions in legal], np.int8)


def in_form(form: int, planes: NDArray[Any]) -> NDArray[Any]:
    """What is drawn in this form."""
    return pack_planes(planes) if form == PACKED else planes


def assert_same(batch: GameBatch, index: int, state: State) -> None:
    assert batch.state(index) == state
    assert batch.arrays.games[index]["food"] == len(state.food)
    agents = list(range(state.num_agents))
    controlled = batch.arrays.masks.shape[1]
    shown = slow_planes(state, agents[:controlled], batch.planes.dtype)
    shown = in_form(batch.settings.form, shown)
    if batch.settings.form != PLANES:
        seen = agent_numbers(batch.arrays.agents[index])
        np.testing.assert_array_equal(seen, pack_agents(state))
    np.testing.assert_array_equal(batch.planes[index], shown)
    np.testing.assert_array_equal(batch.arrays.masks[index], masks_of(state)[:controlled])


def mostly_surviving(state: State, choice: int) -> Action:
    """A legal action, mostly one that doesn't lose at once: longer games test more."""
    actions = state.legal_actions()
    longer = tuple(action for action in actions if not state.successor(action).is_loss)
    options = (longer if choice % 5 else actions) or actions
    return options[choice % len(options)]


def random_round(state: State, rng: np.random.Generator) -> tuple[list[Action], State]:
    """Actions of all agents, mostly surviving, and the position after them."""
    actions = []
    for _ in range(state.num_agents):
        actions.append(Action.STOP)
        if not state.is_terminal:
            actions[-1] = mostly_surviving(state, int(rng.integers(60)))
            state = state.successor(actions[-1])
    return actions, state


def at_rest(state: State) -> State:
    """Between rounds it is Pac-Man's turn, also where the game ended in the middle of one."""
    return State.parse(str(state).replace(f"to move: ghost {state.to_move}", ""))


@pytest.mark.parametrize("form", [PLANES, pytest.param(PACKED, marks=pytest.mark.slow)])
def test_long_hunts_match_the_state(form: int) -> None:
    rng = np.random.default_rng(7)
    halves = eaten = deaths = 0
    for _ in range(25):
        batch, state = controlled_batch(HUNT, form=form), State.initial(HUNT)
        while not state.is_terminal and state.score > -150:
            actions, after = random_round(state, rng)
            batch.step(np.array([actions]))
            assert_same(batch, 0, at_rest(after))
            halves += any(x % 1 or y % 1 for (x, y), _, _ in after.ghosts)
            eaten += after.score - state.score >= 199
            state = after
        deaths += state.is_loss
    assert halves > 15
    assert eaten > 15
    assert deaths > 5


def is_whole(ghost: Ghost) -> bool:
    """Whether it is in a cell, and not half way to the next one."""
    return ghost.position[0] % 1 == ghost.position[1] % 1


@pytest.mark.slow
def test_scared_ghosts_anywhere_match_the_state() -> None:
    """Positions that are rare in games: the last scared moves, and two ghosts in a cell."""
    rng = np.random.default_rng(5)
    maze = State.initial(HUNT).maze
    batch = controlled_batch(HUNT)
    snapped = set()
    together = 0
    for _ in range(1500):
        start(batch)
        for ghost in batch.arrays.ghosts[0]:
            cell = int(rng.integers(len(maze.positions)))
            heading = rng.choice([*maze.neighbours[cell]])
            scared = int(rng.choice([0, 1, 1, 2, 3, SCARED_MOVES]))
            half = bool(scared and rng.integers(2))
            ghost["cell"], ghost["heading"] = cell, heading
            ghost["half"], ghost["scared"] = half, scared
        batch.set_states(batch.get_states())  # draws them
        state = batch.state(0)
        for _ in range(2):
            if state.is_terminal:
                break
            actions, after = random_round(state, rng)
            batch.step(np.array([actions]))
            assert_same(batch, 0, at_rest(after))
            for old, new in zip(state.ghosts, after.ghosts, strict=True):
                if old.scared == 1 and not new.scared and is_whole(old) and is_whole(new):
                    snapped.add(new.direction)
            one, other = after.ghosts
            together += bool(one.scared and other.scared and one.position == other.position)
            state = after
    assert snapped >= {*MOVES}
    assert together > 5


def round_of(state: State, actions: list[Action]) -> State:
    """A round with these actions, replaced where they are illegal."""
    for action in actions:
        if state.is_terminal:
            break
        state = state.successor(replace_illegal(state, action))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("form", [PLANES, PACKED])
@settings(max_examples=25)  # of 30 rounds of 3 games each, in 8 variants
@given(layout=layouts(), seed=st.integers(0, 2**32), max_rounds=st.integers(1, 12))
@example(layout=HUNT, seed=1, max_rounds=12)
def test_every_round_matches_the_state_and_games_restart(
    form: int, fresh: bool, mode: int, layout: Layout, seed: int, max_rounds: int
) -> None:
    batch = controlled_batch(layout, 3, form=form, fresh=fresh, mode=mode, max_rounds=max_rounds)
    begin = State.initial(layout)
    states, rounds = [begin] * 3, [0] * 3
    rng = np.random.default_rng(seed)
    result = batch.result
    for _ in range(30):
        ended = result.terminated | result.truncated
        actions = rng.integers(0, 5, (3, begin.num_agents))
        batch.step(actions)
        for game, state in enumerate(states):
            if mode == NEXT_STEP and ended[game]:
                after, rounds[game] = begin, 0
                assert result.points[game] == 0
                assert not result.terminated[game]
                assert not result.truncated[game]
            else:
                after = round_of(state, [Action(number) for number in actions[game].tolist()])
                rounds[game] += 1
                late = rounds[game] >= max_rounds and not after.is_terminal
                assert result.points[game] == after.score - state.score
                assert result.terminated[game] == after.is_terminal
                assert result.truncated[game] == late
                if after.is_terminal or late:
                    assert result.scores[game] == after.score
                    assert result.rounds[game] == rounds[game]
                    assert result.wins[game] == after.is_win
                    if mode == SAME_STEP:
                        observers = list(range(after.num_agents))
                        shown = in_form(form, slow_planes(after, observers))
                        np.testing.assert_array_equal(batch.last_planes[game], shown)
                        np.testing.assert_array_equal(result.masks[game], masks_of(after))
                        after, rounds[game] = begin, 0
            assert_same(batch, game, at_rest(after))
            states[game] = after


@pytest.mark.parametrize(("attack", "flee"), [(0.0, 0.0), (1.0, 1.0), (0.8, 0.3)])
def test_ghosts_with_a_policy_play_what_the_agents_could_play(attack: float, flee: float) -> None:
    layout = HUNT
    batch = GameBatch(20, [layout], opponents=[(attack, flee)] * 2)
    start(batch)
    ghost = DirectionalGhost(attack=attack, flee=flee)
    rng = np.random.default_rng(3)
    for _ in range(60):
        before = [batch.state(game) for game in range(len(batch))]
        ended = batch.arrays.games["ended"].copy()
        actions = rng.integers(0, 5, (len(batch), 1))
        batch.step(actions)
        for game in np.flatnonzero(~ended):
            possible = {round_of(before[game], [Action(int(actions[game, 0]))])}
            for _ghost in range(2):
                possible = {
                    state.successor(action) if action is not None else state
                    for state in possible
                    for action, chance in (
                        {None: 1.0} if state.is_terminal else ghost.distribution(state)
                    ).items()
                    if chance > 0
                }
            texts = {
                str(state).replace(f"to move: ghost {state.to_move}", "to move: Pac-Man")
                for state in possible
            }
            assert str(batch.state(int(game))) in texts


@pytest.mark.parametrize(("attack", "flee"), [(0.0, 0.0), (0.8, 0.8), (0.3, 1.0)])
@pytest.mark.parametrize("scared", [0, SCARED_MOVES])
def test_compiled_ghosts_choose_as_often_as_the_agents(
    attack: float, flee: float, scared: int
) -> None:
    layout = Layout.parse("""
%%%%%%%
%  P  %
%     %
%  1 .%
%     %
%%%%%%%
""")
    games = 20_000
    batch = GameBatch(games, [layout], opponents=[(attack, flee)])
    start(batch, seed=1)
    batch.arrays.ghosts["scared"] = scared
    state = batch.state(0).successor(Action.STOP)
    batch.step(np.full((games, 1), Action.STOP))
    expected = DirectionalGhost(attack=attack, flee=flee).distribution(state)
    directions = batch.arrays.ghosts["heading"][:, 0]
    for action in Action:
        share = np.mean(directions == action)
        assert share == pytest.approx(expected.get(action, 0.0), abs=0.012)


def test_a_game_does_not_depend_on_the_others_in_its_batch() -> None:
    alone, among = (GameBatch(size, [HUNT], opponents=[(0.5, 0.5)] * 2) for size in (1, 400))
    start(alone, seed=333)
    start(among)
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = rng.integers(0, 5, (400, 1))
        alone.step(actions[333:334])
        among.step(actions)
        assert alone.state(0) == among.state(333)


def test_every_combination_of_actions_matches_the_state() -> None:
    """Two ghosts and Pac-Man: 125 games that differ in their first round."""
    combinations = list(product(Action, repeat=3))
    batch = controlled_batch(HUNT, len(combinations))
    batch.step(np.array(combinations))
    begin = State.initial(HUNT)
    for game, actions in enumerate(combinations):
        after = round_of(begin, list(actions))
        assert batch.arrays.games[game]["score"] == after.score
        assert {ghost.position for ghost in batch.state(game).ghosts} == {
            ghost.position for ghost in after.ghosts
        }
