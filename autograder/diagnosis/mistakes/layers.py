"""Mistakes in whose turn it is, and in what a layer does with the values of its actions."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pacgrid.tree.reference_search import ReferenceLayer, ReferenceSearch

from ..mistake import changed, form_of, layer_is, mistake, variation
from .textbook import MINIMAX, SEVERAL_PLAYERS

layer_mistake = partial(mistake, section=MINIMAX)
turn_mistake = partial(mistake, section=SEVERAL_PLAYERS)


def counts_turns(first: int = 1, more: int = 0, *, in_depth: bool = True) -> type[ReferenceSearch]:
    """Counts by itself whose turn it is, with so many agents `more`, from number `first` in the
    first layer below the root; perhaps also where it counts rounds."""

    class CountsTurns(ReferenceSearch):
        def layer(self, state: Any) -> ReferenceLayer:
            index = (len(state.path) - 1 + first) % int(state.num_agents + more)
            return self.ghosts if state.path and index else "max"

        def plies(self, state: Any) -> int:
            agents = int(state.num_agents)
            return self.depth * (agents + more) + 1 - first if in_depth else self.depth * agents

    return CountsTurns


class AlternatesLayers(ReferenceSearch):
    def layer(self, state: Any) -> ReferenceLayer:
        return self.ghosts if len(state.path) % 2 else "max"


def two_plies(search: ReferenceSearch, _state: Any) -> int:
    return 2 * search.depth


TURNS = (
    *turn_mistake(
        name="ghosts_are_one",
        title="treats several ghosts as one opponent",
        thought="After Pac-Man's turn comes the ghosts' turn, then Pac-Man's again.",
        hint="With two ghosts, who moves in the third ply, and how many plies has a round?",
    ).named(
        AlternatingLayers=AlternatesLayers,
        AlternatingLayersOfTwoPlies=variation(AlternatesLayers, plies=two_plies),
        TwoPliesPerRound=variation(plies=two_plies),
    ),
    *turn_mistake(
        name="miscounts_agents",
        title="counts one agent too few or too many",
        thought="The agents' numbers run from 1 to the number of agents.",
        hint="With two ghosts there are three agents, numbered from 0. Whose turn is it in the"
        " first call, and after the last ghost?",
    ).named(
        LastGhostForgotten=counts_turns(more=-1, in_depth=False),
        LastGhostForgottenInDepth=counts_turns(more=-1),
        LastGhostNotInDepth=variation(plies=lambda s, state: s.depth * (state.num_agents - 1)),
        OneGhostTooMany=counts_turns(more=1, in_depth=False),
        OneGhostTooManyInDepth=counts_turns(more=1),
        PacmanMovesTwice=counts_turns(0),
        PacmanMovesTwiceInDepth=counts_turns(0, in_depth=False),
        FirstGhostLeftOut=counts_turns(2),
        FirstGhostLeftOutInDepth=counts_turns(2, in_depth=False),
    ),
)


def swapped(search: ReferenceSearch, state: Any) -> ReferenceLayer:
    if state.to_move == 0:
        return "min"
    return "max" if search.ghosts == "min" else search.ghosts


def lowest(search: ReferenceSearch, state: Any, values: Mapping[Any, float]) -> Sequence[Any]:
    negated = {action: -value for action, value in values.items()}
    return ReferenceSearch.best_actions(search, state, negated)


def is_later(state: Any) -> bool:
    """Whether Pac-Man moves again."""
    return bool(state.to_move == 0 and state.path)


SIDES = (
    *layer_mistake(
        name="ghosts_maximise",
        title="lets a ghost help Pac-Man",
        hint="Who gains when the score rises? Look at what you do with the values where each of the"
        " ghosts moves.",
    ).named(
        GhostsMaximise=variation(layer=lambda *_: "max"),
        LaterGhostsMaximise=layer_is("max", lambda state: state.to_move >= 2),
        SecondGhostMaximises=layer_is("max", lambda state: state.to_move == 2),
        EverySecondAgentMaximises=layer_is("max", lambda state: state.to_move % 2 == 0),
        LastGhostMaximises=layer_is("max", lambda state: state.to_move == state.num_agents - 1),
        FirstGhostMaximises=layer_is("max", lambda state: state.to_move == 1),
    ),
    *layer_mistake(
        name="chooses_lowest",
        title="takes the lowest value where Pac-Man moves",
        thought="The lowest value is the best.",
        hint="The score is Pac-Man's. Which of the values do you keep at the root, and in his later"
        " moves?",
    ).named(
        ChoosesLowest=variation(best_actions=lowest),
        PacmanMinimises=layer_is("min", is_later),
        SwapsSides=variation(layer=swapped),
    ),
    *layer_mistake(
        title="averages over Pac-Man's later moves",
        thought="After the first move, all layers are chance layers.",
        hint="In the second round Pac-Man moves again, and he doesn't choose at random.",
    ).named(PacmanAverages=layer_is("chance", is_later)),
)

WHERE: Mapping[str, Callable[[Any], bool]] = {
    "Ghosts": lambda state: state.to_move > 0,
    "FirstGhost": lambda state: state.to_move == 1,
    "LaterGhosts": lambda state: state.to_move > 1,
    "LastGhost": lambda state: state.to_move == state.num_agents - 1,
    "Pacman": is_later,
    "Layers": lambda state: bool(state.path),
    "Root": lambda state: not state.path,
    "All": lambda _: True,
}
ENDS = {"First": slice(0, 1), "Last": slice(-1, None)}


def takes(end: slice, where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    """Searches all actions, and takes the value of one."""
    return changed(
        layer=lambda right, state: "chance" if where(state) else right,
        mean=lambda right, state, values: values[end][0] if where(state) else right,
    )


def tries(end: slice, where: Callable[[Any], bool]) -> type[ReferenceSearch]:
    """Searches one action only: the first in its own order, or the last legal one."""
    first = ENDS["First"]
    return changed(
        actions=lambda actions, state: (
            (actions if end == first else state.legal_actions())[end] if where(state) else actions
        )
    )


ONE_ACTION = layer_mistake(
    name="uses_one_action",
    title="uses only the first or the last action of a layer",
    thought="The value of the layer is returned as soon as it is known.",
    hint="Each pass of your loop gives a value. How often does the loop run, and which of them"
    " are still there after it?",
).named(
    **{
        f"{who}{verb}{which}": use(end, where)
        for who, where in WHERE.items()
        for which, end in ENDS.items()
        for verb, use in {"Take": takes, "Try": tries}.items()
        if use is tries or who not in ("Root", "All")  # the root has no value
    }
)


@turn_mistake(
    title="flips the sign of values where it shouldn't",
    thought="What is good for one player is bad for the next.",
    hint="Who wants the score and the evaluation high? Two ghosts in a row are on the same side.",
)
class ChangesSign(ReferenceSearch):
    """As in negamax, with a new sign after each ply."""

    def layer(self, state: Any) -> ReferenceLayer:
        return "min" if len(state.path) % 2 else "max"

    def terminal_value(self, state: Any) -> float:
        return self.sign(state) * super().terminal_value(state)

    def leaf_value(self, state: Any) -> float:
        return self.sign(state) * super().leaf_value(state)

    def sign(self, state: Any) -> int:
        return -1 if len(state.path) % 2 else 1


CHANGES_SIGN = form_of(ChangesSign).named(
    ChangesSignOfFinishedGames=changed(
        terminal_value=lambda value, state: -value if state.to_move else value
    ),
    NegatesEvaluation=changed(leaf_value=lambda value, _: -value),
)
