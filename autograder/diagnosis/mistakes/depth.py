"""Mistakes in how far a search looks ahead."""

from functools import partial
from typing import Any

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
    ).named(OneRoundTooFew=changed(plies=lambda plies, state: plies - state.num_agents)),
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
)
