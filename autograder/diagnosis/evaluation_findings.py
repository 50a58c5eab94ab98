"""What can be odd about an evaluation, and what most evaluations have in common."""

from collections.abc import Mapping

from ..model.diagnosis import Finding
from .changed_positions import PositionChange
from .mistakes.textbook import EVALUATION


def _finding(mistake: str, title: str, thought: str, hint: str) -> Finding:
    return Finding(f"evaluation_{mistake}", title, thought, hint, EVALUATION)


CONSTANT = _finding(
    "constant",
    "has the same value in every position",
    "A line returns before the features are added up, or their weights are 0.",
    "Print the value in two positions of a game. Which part should have made them differ?",
)
BLIND_TO_GHOSTS = _finding(
    "blind_to_ghosts",
    "ignores the ghosts",
    "The search sees a ghost coming, so the evaluation needn't.",
    "What changes for Pac-Man when a ghost comes near, beyond the depth of the search?",
)
SOME_GHOSTS = _finding(
    "some_ghosts",
    "ignores some of the ghosts",
    "One ghost was enough to try it out.",
    "Does it look at each ghost, whatever their number?",
)
GHOSTS_BESIDE = _finding(
    "ghosts_beside",
    "notices active ghosts only right next to Pac-Man",
    "The search sees a ghost that is farther away.",
    "How far away must a ghost be before Pac-Man can forget about it?",
)
BLIND_TO_FOOD = _finding(
    "blind_to_food",
    "ignores the food that is left",
    "The score counts the food, so the evaluation needn't.",
    "Two positions have the same score. In one, food is near. Which one should Pac-Man prefer?",
)
LIKES_GHOSTS = _finding(
    "likes_ghosts",
    "is higher when an active ghost is near",
    "The distance to a ghost is part of the value, with either sign.",
    "Is a position better or worse when a ghost is farther away? Check the sign, and whether you"
    " add the distance or 1 divided by it.",
)
LIKES_FAR_FOOD = _finding(
    "likes_far_food",
    "is higher when food is far away",
    "The distance to the food is part of the value, with either sign.",
    "Is a position better or worse when food is farther away? Check the sign, and whether you add"
    " the distance or 1 divided by it.",
)
LEAVES_FOOD = _finding(
    "leaves_food",
    "is higher while food next to Pac-Man isn't eaten",
    "Food is good, so much food is better.",
    "What changes in your value when Pac-Man eats: how much food is left, and which food is now the"
    " nearest one? Do the 10 points make up for it?",
)
LIKES_MUCH_FOOD = _finding(
    "likes_much_food",
    "is higher when more food is left",
    "",
    "With the same score, is Pac-Man closer to the win with more food left, or with less?",
)
LIKES_LOW_SCORE = _finding(
    "likes_low_score",
    "is higher when the score is lower",
    "The score is part of the value, with either sign.",
    "Pac-Man wants a high score. Check its sign.",
)
FLEES_SCARED = _finding(
    "flees_scared",
    "is lower when a scared ghost is near",
    "A ghost is a ghost.",
    "A scared ghost can't catch Pac-Man, and is worth 200 points. How do you tell it from an active"
    " one?",
)
BELOW_LOSS = _finding(
    "below_loss",
    "puts positions without danger below a lost game",
    "Only the order of the values counts.",
    "A finished game is worth its score, so your values must be on that scale: add the score, and"
    " compare the other parts with the 500 points that being caught costs.",
)
ABOVE_WIN = _finding(
    "above_win",
    "puts going on above winning",
    "A good position can't be worth too much.",
    "A won game is worth its score. Compare your parts with the 500 points that a win brings.",
)
FAILS = _finding(
    "fails",
    "fails in some positions",
    "Such a position can't occur.",
    "Read this position with State.parse, and call your function on it.",
)
INFINITE = _finding(
    "infinite",
    "is infinite in some positions",
    "Nothing is worse than a ghost next to Pac-Man.",
    "All infinite values are equal, so the search can't tell such positions apart. Is one of them"
    " better? And is it really better or worse than any finished game?",
)
UNSTABLE = _finding(
    "unstable",
    "gives another value when it is asked again",
    "A little chance breaks ties, or the last position is kept to compare with.",
    "A search asks for values in any order, for positions that are never reached. What does the"
    " value depend on besides the state: chance, the position before, or a cache whose key leaves"
    " something out?",
)
SLOW = _finding(
    "slow",
    "takes long for one value",
    "It is called once in a move.",
    "A search calls it thousands of times in a move. What could be computed once for each maze?",
)
FIXED_FEATURE = _finding(
    "fixed_feature",
    "has a feature that never changes",
    "It counts, so it helps.",
    "What is the same in all positions can't say which of them is better.",
)
MIRRORED = _finding(
    "mirrored",
    "changes when the board is mirrored",
    "",
    "Is east really better than west? If not, where do coordinates come in?",
)
ORDER = _finding(
    "order",
    "changes when two ghosts change places",
    "",
    "Two ghosts of a kind are equally dangerous. Are they equal to the evaluation?",
)


BY_COST = (
    FAILS,
    CONSTANT,
    UNSTABLE,
    LIKES_GHOSTS,
    LEAVES_FOOD,
    BELOW_LOSS,
    ABOVE_WIN,
    LIKES_LOW_SCORE,
    LIKES_FAR_FOOD,
    BLIND_TO_GHOSTS,
    SOME_GHOSTS,
    BLIND_TO_FOOD,
    INFINITE,
    FLEES_SCARED,
    SLOW,
    FIXED_FEATURE,
    GHOSTS_BESIDE,
    LIKES_MUCH_FOOD,
    ORDER,
    MIRRORED,
)
"""The findings, the costliest first."""

WRONG_SIGNS: Mapping[PositionChange, Finding] = {
    PositionChange.GHOST: LIKES_GHOSTS,
    PositionChange.EATING: LEAVES_FOOD,
    PositionChange.SCORE: LIKES_LOW_SCORE,
    PositionChange.NEAR_FOOD: LIKES_FAR_FOOD,
    PositionChange.SCARED_GHOST: FLEES_SCARED,
    PositionChange.FOOD_LEFT: LIKES_MUCH_FOOD,
}
"""What to say if the value changes with the other sign."""
USUAL: Mapping[PositionChange, int] = {
    PositionChange.SCORE: 1,
    PositionChange.EATING: 1,
    PositionChange.NEAR_FOOD: 1,
    PositionChange.FOOD_LEFT: 1,
    PositionChange.WAY_TO_FOOD: 1,
    PositionChange.GHOST_BESIDE: -1,
    PositionChange.GHOST: -1,
    PositionChange.SCARED_GHOST: 1,
    PositionChange.DEAD_END: -1,
    PositionChange.CAPSULE: 0,
}
"""The usual signs; 0 if there is none."""
REMARKS = (GHOSTS_BESIDE, LIKES_MUCH_FOOD, ORDER, MIRRORED)
"""What may be intended."""
