"""Mistakes in how far a search looks ahead."""

from functools import partial
from typing import Any

from pacgrid.tree.reference_search import ReferenceSearch

from ..mistake import changed, mistake, variation
from .textbook import CUT_OFF

depth_mistake = partial(mistake, section=CUT_OFF)


(ONLY_OWN_MOVE,) = depth_mistake(
    title="looks only at its own next move",
    thought="The best move is the one that leads to the best state.",
    hint="Which call goes on to the ghosts' answers? Find out whether it is ever made.",
).named(OnlyOwnMove=variation(plies=lambda *_: 1))

DEPTHS = (
    *depth_mistake(
        name="looks_too_far",
        title="looks further ahead than its depth",
        thought="The moves at the root aren't part of the depth.",
        hint="At depth 1, how often does each agent move before you evaluate? It should be once.",
    ).named(
        OneRoundTooMany=changed(plies=lambda plies, state: plies + state.num_agents),
        OnePlyTooMany=changed(plies=lambda plies, _: plies + 1),
    ),
    *depth_mistake(
        name="looks_too_short",
        title="looks less far ahead than its depth",
        hint="In the last round all agents still move. When exactly do you count a round as used"
        " up?",
    ).named(
        OneRoundTooFew=changed(plies=lambda plies, state: plies - state.num_agents),
        OnePlyTooFew=changed(plies=lambda plies, _: plies - 1),
        LastGhostsDoNotMove=changed(plies=lambda plies, state: plies - state.num_agents + 1),
    ),
    *depth_mistake(
        title="counts the depth for each agent instead of each round",
        thought="Each call looks one level deeper, so the depth falls by one.",
        hint="The depth counts rounds. How many agents move in one round?",
    ).named(
        DepthPerAgent=variation(plies=lambda search, _: search.depth),
    ),
    ONLY_OWN_MOVE,
    *depth_mistake(
        title="doesn't stop at the depth",
        thought="A game tree is searched to its end.",
        hint="What makes a call stop before the game is over? Check that the depth gets smaller.",
    ).named(NoCutOff=variation(is_cut_off=lambda *_: False)),
)


@depth_mistake(
    title="counts its depth down and doesn't put it back",
    thought="The depth is counted down as the search goes deeper.",
    hint="The agent lives as long as the game. What is its depth in the next branch, and in the"
    " next move?",
)
class DepthNotPutBack(ReferenceSearch):
    def act(self, state: Any) -> Any:
        action = super().act(state)
        self.depth -= 1
        return action
