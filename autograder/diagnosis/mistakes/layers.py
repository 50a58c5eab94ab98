"""Mistakes in what a layer does with the values of its actions."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from ..mistake import changed, form_of, mistake, variation
from ..reference import Layer, ReferenceSearch, RightAlphaBeta
from .pruning import EqualityPruning
from .textbook import ALPHA_BETA, MINIMAX, SEVERAL_PLAYERS

Where = Callable[[Any], Any]
"""Whether it happens in a state."""
layer_mistake = partial(mistake, section=MINIMAX)


def ghosts(state: Any) -> bool:
    return bool(state.to_move > 0)


def first_ghost(state: Any) -> bool:
    return bool(state.to_move == 1)


def later_ghosts(state: Any) -> bool:
    return bool(state.to_move > 1)


def last_ghost(state: Any) -> bool:
    return bool(state.to_move == state.num_agents - 1)


def pacman(state: Any) -> bool:
    """His later moves."""
    return bool(state.to_move == 0 and state.path)


def everywhere(state: Any) -> bool:
    """Below the root."""
    return bool(state.path)


def takes(what: Callable[[Sequence[float]], float], where: Where) -> type[ReferenceSearch]:
    """A search that makes that of the values of a layer."""
    return changed(
        layer=lambda right, state: "chance" if where(state) else right,
        mean=lambda right, state, values: what(values) if where(state) else right,
    )


def tries_only_first(where: Where) -> type[ReferenceSearch]:
    return changed(actions=lambda actions, state: actions[:1] if where(state) else actions)


def first(values: Sequence[float]) -> float:
    return values[0]


def last(values: Sequence[float]) -> float:
    return values[-1]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class MinKeepsLast(ReferenceSearch):
    """Compares each value with alpha, and keeps the last."""

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = inf
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            if self.min_prunes(value, alpha, beta):
                return value
            beta = self.lowered(beta, value)
        return value


class MaxKeepsLast(ReferenceSearch):
    """The same for beta."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = -inf
        for action in self.actions(state):
            value = self.successor_value(state, action, plies, alpha, beta)
            if self.max_prunes(value, alpha, beta):
                return value
            alpha = self.raised(alpha, value)
        return value


GHOSTS_TAKE = (
    *layer_mistake(
        title="takes the value of a ghost's first action, whatever the others are worth",
        thought="The ghost simply moves, so one value is enough.",
        hint="What do you do with the values of a ghost's other actions? Try a ghost with two"
        " actions, the second one worse for Pac-Man.",
    ).named(
        GhostsTakeFirst=takes(first, ghosts),
        FirstGhostTakesFirst=takes(first, first_ghost),
        LaterGhostsTakeFirst=takes(first, later_ghosts),
        LastGhostTakesFirst=takes(first, last_ghost),
    ),
    *layer_mistake(
        title="takes the value of a ghost's last action, whatever the others are worth",
        thought="At the end of the loop the variable holds the value of the layer.",
        hint="Each pass of your loop gives a value. Which of them are still there after the loop?",
    ).named(
        GhostsTakeLast=takes(last, ghosts),
        FirstGhostTakesLast=takes(last, first_ghost),
        LaterGhostsTakeLast=takes(last, later_ghosts),
        LastGhostTakesLast=takes(last, last_ghost),
    ),
    *layer_mistake(
        title="leaves a ghost's layer after its first action",
        thought="The value of the layer is returned as soon as it is known.",
        hint="How often does the loop over a ghost's actions run? Where does the return stand?",
    ).named(
        GhostsTryFirst=changed(
            actions=lambda actions, state: state.legal_actions()[:1] if ghosts(state) else actions
        ),
        GhostsTryFirstOfReversed=changed(
            actions=lambda actions, state: state.legal_actions()[-1:] if ghosts(state) else actions
        ),
    ),
    *layer_mistake(
        "minimax",
        "alpha_beta",
        title="averages over the ghosts' actions, as expectimax does",
        thought="A ghost may take any of its actions.",
        hint="A ghost in minimax chooses. Which of its actions will it take?",
    ).named(
        GhostsAverage=takes(mean, ghosts),
        FirstGhostAverages=takes(mean, first_ghost),
        LaterGhostsAverage=takes(mean, later_ghosts),
        LastGhostAverages=takes(mean, last_ghost),
    ),
    *layer_mistake(
        "minimax",
        "alpha_beta",
        title="adds up the values of the ghosts' actions",
        thought="The value of a layer is made of all of its values.",
        hint="A ghost takes one action. Which one, and what is it worth?",
    ).named(GhostsSum=takes(sum, ghosts)),
)
GHOSTS_TAKE_LAST_AND_PRUNE = form_of(GHOSTS_TAKE[4], "alpha_beta").named(
    MinTakesLastAndPrunes=MinKeepsLast
)

PACMAN_TAKES = (
    *layer_mistake(
        title="takes the value of Pac-Man's first action in his later moves",
        thought="Only the first move is Pac-Man's choice.",
        hint="What do you do with the values of Pac-Man's other actions, in a later round?",
    ).named(PacmanTakesFirst=takes(first, pacman)),
    *layer_mistake(
        title="takes the value of Pac-Man's last action in his later moves",
        thought="At the end of the loop the variable holds the value of the layer.",
        hint="Each pass of your loop gives a value. Which of them are still there after the loop?",
    ).named(PacmanTakesLast=takes(last, pacman)),
    *layer_mistake(
        title="leaves Pac-Man's layer after its first action",
        thought="The value of the layer is returned as soon as it is known.",
        hint="How often does the loop over Pac-Man's actions run? Where does the return stand?",
    ).named(PacmanTriesFirst=tries_only_first(pacman)),
    *layer_mistake(
        "minimax",
        "alpha_beta",
        title="averages over Pac-Man's later moves",
        thought="Nobody knows what Pac-Man will do later.",
        hint="In the second round Pac-Man moves again, and he doesn't choose at random.",
    ).named(PacmanAveragesLater=takes(mean, pacman)),
)
PACMAN_TAKES_LAST_AND_PRUNES = form_of(PACMAN_TAKES[1], "alpha_beta").named(
    MaxTakesLastAndPrunes=MaxKeepsLast
)

ALL_LAYERS = (
    *layer_mistake(
        title="takes the value of the first action in every layer below the root",
        thought="One line of play is enough to know what an action is worth.",
        hint="Below the root every agent has a choice. What happens to all but the first?",
    ).named(LayersTakeFirst=takes(first, everywhere)),
    *layer_mistake(
        title="takes the value of the last action in every layer below the root",
        thought="At the end of the loop the variable holds the value of the layer.",
        hint="Each pass of your loop gives a value. Which of them are still there after the loop?",
    ).named(
        LayersTakeLast=takes(last, everywhere),
    ),
    *layer_mistake(
        title="leaves every layer below the root after its first action",
        thought="The value of the layer is returned as soon as it is known.",
        hint="How often does your loop over the actions run? Where does the return stand?",
    ).named(LayersTryFirst=tries_only_first(everywhere)),
    *layer_mistake(
        title="leaves every layer after its first action, the root too",
        thought="The value of the layer is returned as soon as it is known.",
        hint="How often does your loop over the actions run? Where does the return stand?",
    ).named(TriesFirst=tries_only_first(lambda _: True)),
    *layer_mistake(
        title="leaves the loop at the root after its first action",
        thought="The best action is returned as soon as it is known.",
        hint="How often does the loop at the root run? Where does the return stand?",
    ).named(RootTriesFirst=tries_only_first(lambda state: not state.path)),
)
ALL_LAYERS_TAKE_LAST_AND_PRUNE = form_of(ALL_LAYERS[1], "alpha_beta").named(
    LayersTakeLastAndPrune=variation(MinKeepsLast, MaxKeepsLast)
)


def swapped_below_root(search: ReferenceSearch, state: Any) -> Layer:
    if state.to_move == 0:
        return search.ghosts if state.path else "max"
    return "max"


SIDES = (
    *layer_mistake(
        "minimax",
        "alpha_beta",
        title="swaps the sides below the root: the ghosts maximise, and Pac-Man minimises",
        thought="After Pac-Man's move the other side is to be maximised.",
        hint="Your root is right. Who gains when the score rises in the layers below it?",
    ).named(SwapsSidesBelowRoot=variation(layer=swapped_below_root)),
    *layer_mistake(
        "expectimax",
        title="swaps the layers below the root: the ghosts maximise, and Pac-Man averages",
        thought="After Pac-Man's move the other side is to be maximised.",
        hint="Your root is right. Who chooses in the layers below it, and who moves at random?",
    ).named(SwapsMaxAndChance=variation(layer=swapped_below_root)),
    *layer_mistake(
        title="lets the first ghost help Pac-Man",
        thought="The first two agents are Pac-Man's side.",
        hint="Agent 1 is a ghost. In which branch of your code does it end up?",
    ).named(
        FirstGhostMaximises=changed(
            layer=lambda right, state: "max" if state.to_move == 1 else right
        ),
        FirstGhostMaximisesAtFirst=changed(
            layer=lambda right, state: "max" if len(state.path) == 1 else right
        ),
    ),
)

WRONG_INFINITY = layer_mistake(
    "minimax",
    "alpha_beta",
    title="starts a best value at the wrong infinity",
    thought="A best value starts at minus infinity.",
    hint="The lowest of −∞ and any number is −∞. What should a search for the lowest value start"
    " with?",
).named(
    MinStartsAtMinusInfinity=variation(min_start=lambda _: -inf),
    MaxStartsAtInfinity=variation(max_start=lambda _: inf),
    BothStartAtTheWrongInfinity=variation(min_start=lambda _: -inf, max_start=lambda _: inf),
)

counting_mistake = partial(mistake, section=SEVERAL_PLAYERS)


class CountsAgents(ReferenceSearch):
    """Counts whose turn it is by itself, from `first_index` in the first layer below the root."""

    first_index = 1

    def layer(self, state: Any) -> Layer:
        index = (len(state.path) - 1 + self.first_index) % int(state.num_agents)
        return self.ghosts if state.path and index else "max"


def rounds_counted_so(search: CountsAgents, state: Any) -> int:
    return int(search.depth * state.num_agents + 1 - search.first_index)


@counting_mistake(
    title="lets Pac-Man move twice in a row",
    thought="The search below the root starts with agent 0.",
    hint="Pac-Man has moved at the root. Which agent's turn is it in the first call?",
)
class PacmanMovesTwice(CountsAgents):
    first_index = 0
    plies = rounds_counted_so


@counting_mistake(
    title="leaves out the first ghost's turn in the first round",
    thought="After agent 0 comes agent 1, and then agent 2.",
    hint="Pac-Man has moved at the root. Which agent's turn is it in the first call?",
)
class FirstGhostLeftOut(CountsAgents):
    first_index = 2
    plies = rounds_counted_so


COUNTS_AGENTS = (
    *form_of(PacmanMovesTwice).named(
        PacmanMovesTwiceInDepth=variation(CountsAgents, first_index=0),
    ),
    *form_of(FirstGhostLeftOut).named(
        FirstGhostLeftOutInDepth=variation(CountsAgents, first_index=2),
        # With one ghost, Pac-Man comes instead, and a round is counted after the ghost.
        FirstGhostLeftOutOfNumbers=variation(
            CountsAgents,
            first_index=2,
            plies=lambda search, state: search.depth * state.num_agents + 1 - 2 % state.num_agents,
        ),
    ),
)


@layer_mistake(
    title="generates successors of the first state instead of the state that it looks at",
    thought="The state is the one that the agent was asked about.",
    hint="Of which state does the recursion generate successors? Print whose turn it is there.",
)
class ExpandsRoot(ReferenceSearch):
    def act(self, state: Any) -> Any:
        self.first_state = state
        return super().act(state)

    def actions(self, state: Any) -> Any:
        return super().actions(self.first_state if state.path else state)

    def successor_value(self, state: Any, *arguments: Any) -> float:  # noqa: ARG002
        return super().successor_value(self.first_state, *arguments)


EXPANDS_ROOT = form_of(ExpandsRoot).named(
    ExpandsRootWithOwnActions=variation(ExpandsRoot, actions=ReferenceSearch.actions)
)


PRUNES = (
    *mistake(
        "minimax",
        title="prunes, as alpha-beta does",
        thought="Alpha-beta finds the same action sooner.",
        hint="Minimax looks at every action; alpha-beta is another question.",
        section=ALPHA_BETA,
        remark=True,
    ).named(
        PrunesAsAlphaBeta=variation(RightAlphaBeta),
        PrunesAsAlphaBetaOnEquality=variation(EqualityPruning),
    ),
)
