"""A ghost that plays as others were seen to play: its distribution is learned from records.

Maximum a posteriori learning of a conditional distribution, with Laplace smoothing: Russell and
Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, sections 13.5.1 and 20.2.

    pacgrid play reflex --games 20 --view none --save game.jsonl
    pacgrid learn ghost.json --ghost-records game-*.jsonl
    pacgrid play expectimax:ghosts=learned_ghost:file=ghost.json
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.common.files import read_regular_file
from pacgrid.state import State

FORMAT = "pacgrid learned ghost"
MAX_BYTES = 1 << 20
NEAR = 5
"""Up to this Manhattan distance Pac-Man is near."""
KINDS = ("towards", "away")
"""What a ghost's move does to the Manhattan distance; it always changes."""

Counts = Mapping[str, Mapping[str, int]]
"""By situation: how often the ghost moved towards Pac-Man, and how often away from him."""


class LearnedGhost(ChanceAgent):
    """Moves towards Pac-Man or away from him as often as the ghosts it was learned from, in each
    situation: scared or not, near or far, and how many of its moves lead towards him.

    Args:
        file: what `pacgrid learn --ghost-records` wrote. None: nothing was learned, so it moves at
            random.
        smoothing: each action counts as if it had been seen this often already (Laplace).

    Raises ValueError for a file that can't be read or is not such a model.
    """

    sees_only_pacman = True

    def __init__(self, *, file: str | None = None, smoothing: float = 1) -> None:
        if not isinstance(smoothing, int | float) or not 0 < smoothing < inf:
            raise ValueError(f"smoothing must be a number above 0, not {smoothing!r:.40}")
        self.counts = {} if file is None else read_counts(str(file))
        self.smoothing = smoothing

    def distribution(self, state: State) -> Mapping[Action, float]:
        groups = moves_by_kind(state)
        shares = self.shares(situation(state, groups), *map(len, groups.values()))
        return {
            action: shares[kind] / len(groups[kind])
            for action in state.legal_actions()
            for kind in KINDS
            if action in groups[kind]
        }

    def shares(self, situation: str, towards: int, away: int) -> dict[str, float]:
        """The probability of each kind of move in a situation with so many `towards` Pac-Man and so
        many `away` from him, as far as there are any."""
        counts = self.counts.get(situation, {})
        weights = {
            kind: counts.get(kind, 0) + self.smoothing * size
            for kind, size in zip(KINDS, (towards, away), strict=True)
            if size
        }
        total = sum(weights.values())
        return {kind: weight / total for kind, weight in weights.items()}


def situation(state: State, groups: Mapping[str, Sequence[Action]]) -> str:
    """What the distribution depends on, in words."""
    x, y = state.pacman
    ghost = state.ghosts[state.to_move - 1]
    near = abs(ghost.position[0] - x) + abs(ghost.position[1] - y) <= NEAR
    return situation_text(bool(ghost.scared), near, *(len(groups[kind]) for kind in KINDS))


def situation_text(scared: bool, near: bool, towards: int, away: int) -> str:
    """A situation in words: `active, near, 2 of 3 towards`."""
    mood, reach = "scared" if scared else "active", "near" if near else "far"
    return f"{mood}, {reach}, {towards} of {towards + away} towards"


def moves_by_kind(state: State) -> dict[str, list[Action]]:
    """The legal actions of the ghost to move, by what they do to its distance from Pac-Man."""
    x, y = state.pacman
    own_x, own_y = state.ghosts[state.to_move - 1].position
    groups: dict[str, list[Action]] = {kind: [] for kind in KINDS}
    for action in state.legal_actions():
        dx, dy = action.vector
        nearer = abs(own_x + dx - x) + abs(own_y + dy - y) < abs(own_x - x) + abs(own_y - y)
        groups["towards" if nearer else "away"].append(action)
    return groups


def count_moves(moves: Iterable[tuple[State, Action]]) -> Counts:
    """What ghosts did, from states and the actions they played there. Forced moves don't count, and
    neither do Pac-Man's."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for state, action in moves:
        if state.to_move and len(state.legal_actions()) > 1:
            groups = moves_by_kind(state)
            kind = next(kind for kind in KINDS if action in groups[kind])
            counts[situation(state, groups)][kind] += 1
    return dict(sorted(counts.items()))


def model_text(counts: Counts) -> str:
    """The text of a model's file."""
    return json.dumps({"format": FORMAT, "counts": counts}, indent=1) + "\n"


def read_counts(path: str) -> Counts:
    """The counts in a model's file. Raises ValueError."""
    try:
        text = read_regular_file(path, MAX_BYTES)
    except OSError as error:
        raise ValueError(f"{path}: can't be read: {error.strerror}") from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{path}: is no learned ghost; `pacgrid learn --ghost-records` writes one")
    counts: Any = data.get("counts")
    for key, kinds in counts.items() if isinstance(counts, dict) else [("counts", counts)]:
        if not (
            isinstance(kinds, dict)
            and kinds.keys() <= set(KINDS)
            and all(type(count) is int and 0 <= count < 1 << 53 for count in kinds.values())
        ):
            raise ValueError(f"{path}: {key}: must be counts of moves towards and away")
    model: Counts = counts
    return model
