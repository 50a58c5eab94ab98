"""What is said of a part of a search that is wrong in a way that isn't in the catalogue."""

from collections.abc import Mapping
from typing import get_args

from ..model.diagnosis import Finding
from ..model.searches import SearchName
from .mistakes import textbook
from .returned_state import StateKind

_GHOSTS_MINIMISE = Finding(
    "ghost_layer_value",
    "doesn't take the lowest value of a ghost's actions",
    hint="Take a state in which a ghost moves. Compare what your function returns for it with the"
    " values of its actions. Which lines combine these values?",
    section=textbook.MINIMAX,
)
_GHOSTS_AVERAGE = Finding(
    "ghost_layer_value",
    "doesn't take the average of the values of a ghost's actions",
    hint="Average the values of a ghost's actions by hand. Which lines of yours combine them?",
    section=textbook.CHANCE,
)
_PACMAN = Finding(
    "pacman_layer_value",
    "doesn't take the highest value of Pac-Man's actions",
    hint="Take a later state in which Pac-Man moves. Compare what your function returns for it with"
    " the values of his actions. Which lines combine these values?",
    section=textbook.MINIMAX,
)
_CUT_OFF = Finding(
    "cut_off_value",
    "doesn't return the evaluation of the state where it stops searching",
    hint="Which state do you evaluate when the depth is used up, and what happens to the number?",
    section=textbook.CUT_OFF,
)
_FINISHED = Finding(
    "finished_game_value",
    "doesn't return the score of a finished game",
    hint="What does your function return for a state in which the game is over?",
    section=textbook.CUT_OFF,
)
NO_SEARCH = Finding(
    "no_search",
    "looks at no state that an action leads to",
    "The starter file works as it is.",
    "Which part of the starter file is still to be written? `state.successor(action)` is the state"
    " after an action.",
    textbook.MINIMAX,
)
VALUES: Mapping[tuple[StateKind, SearchName], Finding] = {
    (kind, search): finding
    for search in get_args(SearchName)
    for kind, finding in {
        StateKind.FINISHED: _FINISHED,
        StateKind.CUT_OFF: _CUT_OFF,
        StateKind.PACMAN: _PACMAN,
        StateKind.GHOSTS: _GHOSTS_AVERAGE if search == "expectimax" else _GHOSTS_MINIMISE,
    }.items()
}
"""For wrong values: by kind of state, and by search."""
DEPTH = Finding(
    "search_depth",
    "stops at the wrong depth",
    hint="A round is one move of every agent. Count by hand how many moves your search looks ahead"
    " with depth 1 and two ghosts. Is it the same in every line of play?",
    section=textbook.CUT_OFF,
)
ACTIONS = Finding(
    "actions_left_out",
    "doesn't try all legal actions",
    hint="All legal actions count in every layer. Which of them does your loop skip?",
    section=textbook.MINIMAX,
)
CHOICE = Finding(
    "root_choice",
    "doesn't choose the action with the highest value that it found",
    hint="Your search has a value for each of Pac-Man's actions. How do you get from these to the"
    " action that you return?",
    section=textbook.MINIMAX,
)
PRUNING = Finding(
    "pruned_too_much",
    "prunes states that alpha-beta has to visit",
    hint="Write down alpha and beta at each step on the way to that state. Is the value really"
    " outside these bounds when your search stops?",
    section=textbook.ALPHA_BETA,
)
EVERY_FINDING = (*dict.fromkeys(VALUES.values()), DEPTH, ACTIONS, CHOICE, PRUNING)
