"""The game for Gymnasium, where a ghost learns."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from pacgrid.agent import Agent
from pacgrid.envs.boards import Boards, LayoutChoice
from pacgrid.envs.opponents import OneAgent, Opponents, agent_of, several
from pacgrid.envs.rendering import CELL_SIZE
from pacgrid.envs.single import SingleEnv
from pacgrid.envs.spaces import ObsKind


class GhostEnv(SingleEnv):
    """One ghost learns to hunt; Pac-Man and the other ghosts are given.

    ## Description

    The id is `pacgrid/Ghost-v0`. A step is the learner's move and then everyone else's, up to its
    next turn. `pacgrid.state` has the rules.

    >>> import gymnasium
    >>> env = gymnasium.make("pacgrid:pacgrid/Ghost-v0", pacman="alpha_beta:depth=1", ghost=1)
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, info["score"]
    ((7, 11, 21), 9)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, truncated
    (-9.0, False, False)

    ## Action space

    `Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop.

    An action that isn't legal is replaced: the ghost goes straight on, or takes the first of its
    legal actions. `action_masks()` tells which are legal. A number that is no action raises
    ValueError.

    ## Observation space

    Planes `[7, height, width]`, row 0 at the top; `pacgrid.planes.Channel` says what each shows.
    Their type is `dtype`: `"uint8"` (0 to 255) or `"float32"` (0 to 1). With `obs="box"` an
    observation is the planes; with `obs="dict"` it is `{"observation": planes, "action_mask":
    mask}`. The mask (int8) has a 1 for each action that is legal, if it were the agent's turn; it
    is in the infos too, and never empty.

    ## Rewards

    The score that Pac-Man has lost since the learner's last turn, times `reward_scale`. What he
    does before its first turn counts for nothing.

    ## Starting state

    As the layout is drawn, after the moves of those who come before the learner. A game that ends
    with them is left out; RuntimeError is raised where that happens again and again.

    ## Episode end

    Terminated when the last food is eaten or Pac-Man is caught; `is_win` in the info is about
    Pac-Man. Truncated after `max_episode_steps` (an argument of `gymnasium.make`; 1000).

    ## Arguments

    - `layout="medium"`: a shipped name, a file, a `Layout`, several of these, or a function that
      makes one from a numpy generator; several and functions are drawn from at each reset, by its
      seed. All must have one size and equally many ghosts.
    - `ghost=0`: which ghost learns.
    - `pacman="reflex"`: an agent's name as on the command line, or an `Agent`.
    - `ghosts="random_ghost"`: the same for the other ghosts, or a sequence with one for each.
    - `num_ghosts=None`: the layout's first so many ghosts; None for as many as `ghosts` lists and
      the learner, or all.
    - `obs="box"`, `dtype="uint8"`: see the observation space.
    - `reward_scale=1.0`: see the rewards.
    - `render_mode=None`: `"human"` opens a window; `"rgb_array"` and `"ansi"` let `render()` give
      a picture and a text.
    - `cell_size=24`: pixels of a cell in pictures.

    A given agent that raises or answers something illegal raises OpponentError, which names it.

    ## Version history

    - v0: initial version.
    """

    def __init__(
        self,
        *,
        layout: LayoutChoice = "medium",
        ghost: int = 0,
        pacman: OneAgent = "reflex",
        ghosts: OneAgent | Sequence[OneAgent] = "random_ghost",
        num_ghosts: int | None = None,
        obs: ObsKind = "box",
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        if num_ghosts is None and not isinstance(ghosts, str | Agent):
            num_ghosts = len(ghosts) + 1
        boards = Boards(layout, num_ghosts)
        if not 0 <= ghost < boards.num_ghosts:
            raise ValueError(f"ghost={ghost} is none of the {boards.num_ghosts} ghosts that play")
        others = several(ghosts, boards.num_ghosts - 1, f"num_ghosts={boards.num_ghosts}")
        numbers = [number for number in range(1, boards.num_ghosts + 1) if number != ghost + 1]
        super().__init__(
            boards=boards,
            learner=ghost + 1,
            opponents=Opponents({0: agent_of(pacman), **dict(zip(numbers, others, strict=True))}),
            obs=obs,
            dtype=dtype,
            points_scale=-reward_scale,
            render_mode=render_mode,
            cell_size=cell_size,
        )
