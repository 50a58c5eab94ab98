"""Mistakes in how far a search looks ahead."""

from functools import partial
from typing import Any

from pacgrid.action import Action

from ..mistake import changed, mistake, variation
from ..reference import ReferenceSearch
from .textbook import CUT_OFF

depth_mistake = partial(mistake, section=CUT_OFF)


def fixed_depth(depth: int) -> type[ReferenceSearch]:
    return variation(plies=lambda _, state: depth * state.num_agents)


def counted_by_ghosts(search: ReferenceSearch, state: Any) -> int:
    """How many plies it looks ahead if only those of ghosts count, and the last counts at once."""
    rounds, ghosts = divmod(search.depth - 1, state.num_agents - 1)
    return int(rounds * state.num_agents + ghosts + 1)


def counted_by_ghosts_to_the_end(search: ReferenceSearch, state: Any) -> int:
    """The same if the last ghost that counts still moves."""
    rounds, ghosts = divmod(search.depth, state.num_agents - 1)
    return int(rounds * state.num_agents + (ghosts + 1 if ghosts else 0))


class NoSearchAtDepth1(ReferenceSearch):
    """Deepens until one round before the last, so that there is no search at depth 1."""

    def plies(self, state: Any) -> int:
        return super().plies(state) - int(state.num_agents)

    def action_values(self, state: Any) -> dict[Action, float]:
        if self.depth == 1:
            return {self.actions(state)[0]: 0.0}
        return super().action_values(state)


class FallsInLoop(ReferenceSearch):
    """Each action is searched less deep than the one before."""

    at_root = True

    def act(self, state: Any) -> Any:
        self.tried: dict[Any, int] = {}
        return super().act(state)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.tried[state.path] = 0
        return super().value(state, plies, alpha, beta)

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        before = self.tried.get(state.path, 0)
        self.tried[state.path] = before + 1
        if state.path or self.at_root:
            plies -= before * self.step(state)
        return super().successor_value(state, action, plies, *bounds)

    def step(self, state: Any) -> int:  # noqa: ARG002
        return 1


def round_of_last_ghost(_: FallsInLoop, state: Any) -> int:
    is_last = state.to_move == state.num_agents - 1
    return int(state.num_agents) if is_last else 0


def round_of_pacman(_: FallsInLoop, state: Any) -> int:
    return 0 if state.to_move else int(state.num_agents)


def ply_of_pacman(_: FallsInLoop, state: Any) -> int:
    return int(state.to_move == 0)


def ply_of_ghost(_: FallsInLoop, state: Any) -> int:
    return int(state.to_move > 0)


(ONLY_OWN_MOVE,) = depth_mistake(
    title="looks only at its own next move",
    thought="The best move is the one that leads to the best state.",
    hint="Which call goes on to the ghosts' answers? Find out whether it is ever made.",
).named(OnlyOwnMove=variation(plies=lambda *_: 1))

MISTAKES = (
    *depth_mistake(
        title="looks one round too far",
        thought="The search ends when the depth has fallen below 0.",
        hint="At depth 1, how often does each agent move before you evaluate? It should be once.",
    ).named(OneRoundTooMany=changed(plies=lambda plies, state: plies + state.num_agents)),
    *depth_mistake(
        title="looks one ply too far",
        thought="The moves at the root aren't part of the depth.",
        hint="Your first move is one ply already. Trace depth 1 with one ghost by hand.",
    ).named(OnePlyTooMany=changed(plies=lambda plies, _: plies + 1)),
    *depth_mistake(
        title="looks one round too short",
        thought="The search ends as soon as it reaches the last round.",
        hint="In the last round all agents still move. When exactly do you count a round as used"
        " up?",
    ).named(
        OneRoundTooFew=changed(plies=lambda plies, state: plies - state.num_agents),
        NoSearchAtDepthOne=NoSearchAtDepth1,
    ),
    *depth_mistake(
        title="looks one ply too short",
        thought="The last agent's move is where the search ends, so it needn't be searched.",
        hint="Does the last ghost of the last round still move before you evaluate?",
    ).named(OnePlyTooFew=changed(plies=lambda plies, _: plies - 1)),
    *depth_mistake(
        title="evaluates before the ghosts of the last round have moved",
        thought="A round is over when Pac-Man has moved.",
        hint="A round has one move of each agent. At whose turn do you count the depth down?",
    ).named(LastGhostsDoNotMove=changed(plies=lambda plies, state: plies - state.num_agents + 1)),
    *depth_mistake(
        title="counts the depth for each agent instead of each round",
        thought="Each call looks one level deeper, so the depth falls by one.",
        hint="The depth counts rounds. How many agents move in one round?",
    ).named(
        DepthPerAgent=variation(plies=lambda search, _: search.depth),
        DepthPerGhost=variation(plies=counted_by_ghosts),
        DepthPerGhostToTheEnd=variation(plies=counted_by_ghosts_to_the_end),
    ),
    *depth_mistake(
        title="adds the number of agents to the depth instead of multiplying by it",
        thought="The plies come from the depth and the number of agents.",
        hint="How many plies are two rounds with three agents? Compare with what you compute.",
    ).named(
        AddsAgentsToDepth=variation(plies=lambda search, state: search.depth + state.num_agents)
    ),
    *depth_mistake(
        title="counts two plies a round, however many ghosts there are",
        thought="There are two players, Pac-Man and the ghosts.",
        hint="How many plies does a round have with two ghosts, or with three?",
    ).named(TwoPliesPerRound=variation(plies=lambda search, _: 2 * search.depth)),
    ONLY_OWN_MOVE,
    *depth_mistake(
        title="ignores the depth it is given",
        thought="The default depth is always used.",
        hint="Where do you store the depth that the agent is built with, and where do you read it?",
    ).named(FixedDepth=fixed_depth(2), FixedDepth1=fixed_depth(1), FixedDepth3=fixed_depth(3)),
    *depth_mistake(
        title="doesn't stop at the depth",
        thought="A game tree is searched to its end.",
        hint="What makes a call stop before the game is over? Check that the depth gets smaller.",
    ).named(NoCutOff=variation(is_cut_off=lambda *_: False)),
    *depth_mistake(
        title="counts the depth down in the loop, so that later actions are searched less deep",
        thought="Each action is one step deeper.",
        hint="All actions of a state are equally deep. How often does one loop change your depth?",
    ).named(
        DepthFallsInLoop=FallsInLoop,
        DepthFallsInLoopBelowRoot=variation(FallsInLoop, at_root=False),
        DepthFallsInLoopOfPacman=variation(FallsInLoop, step=ply_of_pacman),
        DepthFallsInLoopOfPacmanBelowRoot=variation(FallsInLoop, at_root=False, step=ply_of_pacman),
        DepthFallsInLoopOfGhosts=variation(FallsInLoop, step=ply_of_ghost),
        RoundFallsInLoopOfLastGhost=variation(FallsInLoop, step=round_of_last_ghost),
        RoundFallsInLoopOfPacman=variation(FallsInLoop, step=round_of_pacman),
        RoundFallsInLoopOfPacmanBelowRoot=variation(
            FallsInLoop, at_root=False, step=round_of_pacman
        ),
    ),
)
