"""What is said of a part of a search that is wrong in a way that isn't in the catalogue."""

from collections.abc import Mapping
from typing import get_args

from ..model.diagnosis import Finding
from ..model.searches import SearchName
from .mistakes import textbook
from .returned_state import ReturnedLayer

_GHOSTS_CHOOSE = Finding(
    "ghost_layer_value",
    "doesn't give a ghost's layer the lowest value of its actions",
    hint="Compare what your function returned there with the values of the ghost's actions. Which"
    " lines make one value of several?",
    section=textbook.MINIMAX,
)
_GHOSTS_AVERAGE = Finding(
    "ghost_layer_value",
    "doesn't give a ghost's layer the average of its actions",
    hint="Average the values of the ghost's actions by hand. Which lines of yours make one value of"
    " them?",
    section=textbook.CHANCE,
)
_PACMAN = Finding(
    "pacman_layer_value",
    "doesn't give Pac-Man's layer the highest value of his actions",
    hint="Compare what your function returned there with the values of Pac-Man's actions. Which"
    " lines make one value of several?",
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
VALUES: Mapping[tuple[ReturnedLayer, SearchName], Finding] = {
    (layer, search): finding
    for search in get_args(SearchName)
    for layer, finding in {
        ReturnedLayer.FINISHED: _FINISHED,
        ReturnedLayer.CUT_OFF: _CUT_OFF,
        ReturnedLayer.PACMAN: _PACMAN,
        ReturnedLayer.GHOSTS: _GHOSTS_AVERAGE if search == "expectimax" else _GHOSTS_CHOOSE,
    }.items()
}
"""Of the values that functions return for states, in each search."""
DEPTH = Finding(
    "search_depth",
    "stops at another depth than it should",
    hint="A round is one move of every agent. Count by hand how many moves your search looks ahead"
    " with depth 1 and two ghosts. Is it the same in every line of play?",
    section=textbook.CUT_OFF,
)
ACTIONS = Finding(
    "actions_left_out",
    "leaves out actions",
    hint="All legal actions count in every layer. Which of them does your loop not reach?",
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
    "leaves out states that alpha-beta has to look at",
    hint="Write down alpha and beta at each step on the way there. Is the value outside of them"
    " when your search stops?",
    section=textbook.ALPHA_BETA,
)
EVERY_PART = (*dict.fromkeys(VALUES.values()), DEPTH, ACTIONS, CHOICE, PRUNING)
