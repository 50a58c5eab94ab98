"""The positions that `reset(options={"state": …})` starts from."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from pacgrid.envs.levels import LayoutSampler
from pacgrid.layout import Layout
from pacgrid.state import State, read_drawing

GivenState = State | str | int
"""A position, one drawn as text, or a seed: then it is drawn at random (`random_position`)."""

MAX_ROUNDS = 100
"""The most rounds of the random game that leads to a random position."""


def load_state(given: object, sampler: LayoutSampler, *, whole_rounds: bool = False) -> State:
    """The position that `given`, a `GivenState`, stands for.

    Where a text doesn't say which homes the ghosts have, they are those of the first layout with
    the same walls.

    Raises LayoutError for a text that can't be read; ValueError for anything else, if the game is
    over, if its board has another size or number of ghosts than those of `sampler`, or, with
    `whole_rounds`, if it isn't Pac-Man's turn.
    """
    if isinstance(given, State):
        state = given
    elif isinstance(given, str):
        state = _drawn(given, sampler.known_layouts)
    elif isinstance(given, int | np.integer) and not isinstance(given, bool) and given >= 0:
        rng = np.random.default_rng(int(given))
        state = random_position(sampler.sample(rng), rng)
    else:
        raise ValueError(
            "options['state'] must be a State, a position drawn as text, or a seed from 0 up, "
            f"not {given!r}"
        )
    check_fits(state, sampler, "the state")
    if state.is_terminal:
        how = "won" if state.is_win else "lost"
        raise ValueError(f"the game of the state is over ({how}); give one that goes on")
    if whole_rounds and state.to_move:
        turn = f"ghost {state.to_move}'s turn"
        raise ValueError(f"in the state it is {turn}; here a round starts with Pac-Man's")
    return state


def check_fits(state: State, sampler: LayoutSampler, name: str) -> None:
    """Raises ValueError if the board of `state`, called `name`, has another size or number of
    ghosts than those of an environment."""
    maze = state.maze
    ghosts = len(maze.homes)
    spare = sampler.width - maze.width, sampler.height - maze.height
    fits = min(spare) >= 0 if sampler.max_size else spare == (0, 0)
    if not fits or ghosts != sampler.num_ghosts:
        raise ValueError(
            f"{name} is {maze.width} x {maze.height} with {_counted(ghosts)}, the environment's "
            f"boards are {'up to ' * bool(sampler.max_size)}{sampler.width} x {sampler.height} "
            f"with {_counted(sampler.num_ghosts)}"
        )


def random_position(start: State, rng: np.random.Generator) -> State:
    """A position at Pac-Man's turn, 0 to 99 random rounds after `start` or as many as nobody ended
    the game in."""
    state = last = start
    for _ in range(int(rng.integers(MAX_ROUNDS)) * start.num_agents):
        actions = state.legal_actions()
        state = state.successor(actions[rng.integers(len(actions))])
        if state.is_terminal:
            break
        if state.to_move == 0:
            last = state
    return last


def _drawn(text: str, layouts: Iterable[Layout]) -> State:
    state = State.parse(text, "options['state']")
    drawing = read_drawing(text)
    if "home" in text:
        return state
    for layout in layouts:
        homes = layout.ghosts[: len(drawing.ghosts)]
        if layout.walls == drawing.walls and len(homes) == len(drawing.ghosts):
            ghosts = zip(drawing.ghosts, homes, strict=True)
            at_home = tuple(replace(ghost, home=home) for ghost, home in ghosts)
            return State.drawn(replace(drawing, ghosts=at_home))
    return state


def _counted(ghosts: int) -> str:
    return f"{ghosts} ghost{'s' * (ghosts != 1)}"
