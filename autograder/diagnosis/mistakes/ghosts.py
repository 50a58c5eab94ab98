"""Mistakes in which agent moves, and what it wants."""

from functools import partial
from typing import Any

from ..mistake import changed, form_of, layer_is, mistake, variation
from ..reference import Layer, ReferenceSearch
from .textbook import CHANCE, MINIMAX, SEVERAL_PLAYERS

ghost_mistake = partial(mistake, section=SEVERAL_PLAYERS)


def swapped(search: ReferenceSearch, state: Any) -> Layer:
    if state.to_move == 0:
        return "min"
    return "max" if search.ghosts == "min" else search.ghosts


LAYERS = (
    *mistake(
        title="lets the ghosts help Pac-Man",
        thought="Every layer takes the highest value.",
        hint="Who gains when the score rises? Look at what you do with the values where a ghost"
        " moves.",
        section=MINIMAX,
    ).named(GhostsMaximise=variation(ghosts="max", layer=lambda *_: "max")),
    *ghost_mistake(
        title="lets the second ghost help Pac-Man",
        thought="There are two sides: ghost 1, and everybody else.",
        hint="Your search tells Pac-Man and the first ghost apart. Where do all other ghosts go?",
    ).named(
        SecondGhostMaximises=layer_is("max", lambda state: state.to_move >= 2),
        OnlySecondGhostMaximises=layer_is("max", lambda state: state.to_move == 2),
        EverySecondAgentMaximises=layer_is("max", lambda state: state.to_move % 2 == 0),
    ),
    *ghost_mistake(
        title="treats the last ghost as Pac-Man",
        thought="The ghosts are the agents from 1 to the last but one.",
        hint="Compare the number of agents with the highest number that an agent can have.",
    ).named(
        LastGhostMaximises=layer_is("max", lambda state: state.to_move == state.num_agents - 1)
    ),
    *mistake(
        title="minimises in Pac-Man's later moves",
        thought="After the first move, all layers are the ghosts'.",
        hint="In the second round Pac-Man moves again. Does your search notice whose turn it is?",
        section=MINIMAX,
    ).named(PacmanMinimises=layer_is("min", lambda state: state.to_move == 0 and state.path)),
    *mistake(
        title="lets Pac-Man choose the lowest value, and the ghosts the highest",
        thought="Pac-Man wants to lose as little as possible.",
        hint="The score is Pac-Man's. Who wants it high, and who wants it low?",
        section=MINIMAX,
    ).named(SwapsSides=variation(layer=swapped)),
    *mistake(
        "expectimax",
        title="averages over Pac-Man's later moves",
        thought="After the first move, all layers are chance layers.",
        hint="In the second round Pac-Man moves again, and he doesn't choose at random.",
        section=CHANCE,
    ).named(PacmanAverages=layer_is("chance", lambda state: state.to_move == 0 and state.path)),
)


@ghost_mistake(
    title="alternates between Pac-Man and one opponent",
    thought="Layers alternate: after Pac-Man's turn comes the ghosts' turn, then Pac-Man's again.",
    hint="With two ghosts, who moves in the third ply? The state knows whose turn it is.",
)
class AlternatingLayers(ReferenceSearch):
    def layer(self, state: Any) -> Layer:
        return self.ghosts if len(state.path) % 2 else "max"


ALTERNATING_LAYERS = form_of(AlternatingLayers).named(
    AlternatingLayersOfTwoPlies=variation(
        AlternatingLayers, plies=lambda search, _: 2 * search.depth
    )
)


@form_of(AlternatingLayers)
class LayersByPliesLeft(ReferenceSearch):
    """Even numbers are MAX, odd ones the ghosts."""

    def plies(self, state: Any) -> int:
        self.all_plies = super().plies(state)
        return self.all_plies

    def layer(self, state: Any) -> Layer:
        plies_left = self.all_plies - len(state.path)
        return self.ghosts if plies_left % 2 and state.path else "max"


@ghost_mistake(
    title="forgets the last ghost",
    thought="The agents' numbers start again after the last but one.",
    hint="With two ghosts there are three agents. Which numbers does your counter run through?",
)
class LastGhostForgotten(ReferenceSearch):
    missing = 1

    def layer(self, state: Any) -> Layer:
        return self.ghosts if len(state.path) % (state.num_agents - self.missing) else "max"


@form_of(LastGhostForgotten)
class LastGhostForgottenInDepth(LastGhostForgotten):
    def plies(self, state: Any) -> int:
        return self.depth * (int(state.num_agents) - self.missing)


LAST_GHOST_FORGOTTEN = form_of(LastGhostForgotten).named(
    LastGhostNotInDepth=variation(
        plies=lambda search, state: search.depth * (state.num_agents - 1)
    ),
    LastGhostTakesFirstAction=changed(
        actions=lambda actions, state: (
            actions[:1] if state.to_move == state.num_agents - 1 else actions
        )
    ),
)


@ghost_mistake(
    title="counts one ghost too many",
    thought="The agents' numbers run up to the number of agents.",
    hint="Numbers start at 0. After which agent is it Pac-Man's turn again?",
)
class OneGhostTooMany(LastGhostForgotten):
    missing = -1


@form_of(OneGhostTooMany)
class OneGhostTooManyInDepth(LastGhostForgottenInDepth):
    missing = -1


CHOICES = (
    *ghost_mistake(
        title="tries only one action of each ghost after the first",
        thought="The first ghost is the one that matters; the others just move on.",
        hint="Every ghost has a choice. How many answers of the second ghost does your search try?",
    ).named(
        OnlyFirstGhostChooses=changed(
            actions=lambda actions, state: actions[:1] if state.to_move >= 2 else actions
        )
    ),
)


@mistake(
    "minimax",
    "alpha_beta",
    title="flips the sign of values where it shouldn't, as in negamax",
    thought="In negamax, what is good for one player is bad for the next.",
    hint="Who wants the score and the evaluation high? Two ghosts in a row are on the same side.",
    section=SEVERAL_PLAYERS,
)
class ChangesSignEachPly(ReferenceSearch):
    def layer(self, state: Any) -> Layer:
        return "min" if len(state.path) % 2 else "max"

    def terminal_value(self, state: Any) -> float:
        return self.sign(state) * super().terminal_value(state)

    def leaf_value(self, state: Any) -> float:
        return self.sign(state) * super().leaf_value(state)

    def sign(self, state: Any) -> int:
        return -1 if len(state.path) % 2 else 1


class GreedyGhosts(ReferenceSearch):
    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        estimates = {a: self.estimate(state.successor(a)) for a in self.actions(state)}
        action = min(estimates, key=lambda each: estimates[each])
        return self.successor_value(state, action, plies, alpha, beta)

    def estimate(self, state: Any) -> float:
        return self.evaluate(state)


GREEDY = mistake(
    "minimax",
    "alpha_beta",
    title="lets ghosts choose by what comes right after their move",
    thought="A ghost takes the move that looks worst for Pac-Man.",
    hint="A ghost looks as far ahead as Pac-Man does. What does yours compare its actions by?",
    section=MINIMAX,
).named(
    GhostsChooseByEvaluation=GreedyGhosts,
    GhostsChooseByScore=variation(GreedyGhosts, estimate=lambda _, state: float(state.score)),
)


def sign_between_ghosts(search: ChangesSignEachPly, state: Any) -> int:
    sign = ChangesSignEachPly.sign(search, state)
    return -sign if state.to_move else sign


CHANGES_SIGN = form_of(ChangesSignEachPly).named(
    # Values at the end have the view of the agent to move.
    ChangesSignBetweenGhosts=variation(ChangesSignEachPly, sign=sign_between_ghosts),
    # It takes the score for the view of the agent that would be next.
    ChangesSignOfFinishedGames=changed(
        terminal_value=lambda value, state: -value if state.to_move else value
    ),
)
