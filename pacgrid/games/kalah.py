"""Kalah, a mancala: sow seeds from pit to pit; most seeds in the store win. Geoffrey Irving, Jeroen
Donkers and Jos Uiterwijk, "Solving Kalah", *ICGA Journal*, 2000, who also say who wins up to six
pits and five seeds."""

from dataclasses import dataclass
from typing import Self

from pacgrid.games.board_state import DrawnBoard
from pacgrid.games.game_error import GameError

MOST_PITS, MOST_SEEDS = 9, 12


@dataclass(frozen=True, slots=True)
class Kalah(DrawnBoard):
    """A position of Kalah. South is MAX and moves first: a win scores 1, a loss -1, and equally
    many seeds 0.

    A player takes all seeds of an own pit and sows them one by one to the right around the board,
    into the own store too, but not into the other one. If the last seed falls into

    - the own store, the player moves again: `to_move` stays the same;
    - an own pit that was empty, it is captured into the store with all seeds of the pit opposite,
      also if there are none (which some rules leave out).

    When a side has no seeds left in its pits, the other side's go into that side's store, and the
    game is over.

    >>> state = Kalah.initial(pits=3, seeds=3)
    >>> print(state.successor(0))
         C  B  A
         3  3  3
      0           1
         0  4  4
         a  b  c
    """

    south: tuple[int, ...]
    """The seeds in South's pits, and in his store: in the order in which he sows."""
    north: tuple[int, ...]
    """The same for North, who sits opposite."""
    to_move: int = 0

    num_agents = 2
    players = ("south", "north")

    @classmethod
    def initial(cls, pits: int = 6, seeds: int = 4) -> Self:
        """As many seeds in each of a player's pits. Raises GameError."""
        for name, number, most in (("pits", pits, MOST_PITS), ("seeds", seeds, MOST_SEEDS)):
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
                raise GameError(f"{name} must be 1 to {most}, not {number!r:.40}")
        side = (*[seeds] * pits, 0)
        return cls(side, side)

    @property
    def is_terminal(self) -> bool:
        return not any(self.south[:-1]) or not any(self.north[:-1])

    @property
    def score(self) -> float:
        """1 if South has won, -1 if North has, else 0."""
        if not self.is_terminal:
            return 0
        south, north = self.south[-1], self.north[-1]
        return (south > north) - (south < north)

    def legal_actions(self) -> tuple[int, ...]:
        """The own pits that have seeds, numbered from 0 in the order in which they are sown."""
        if self.is_terminal:
            return ()
        own = self.south if self.to_move == 0 else self.north
        return tuple(pit for pit, seeds in enumerate(own[:-1]) if seeds)

    def successor(self, action: int) -> Self:
        own, other, end = self._sown(action)
        store = len(own) - 1
        if capture := self._captured(own, other, end):
            own[store] += capture
            own[end] = other[store - 1 - end] = 0
        if not any(own[:store]) or not any(other[:store]):
            own, other = ([0] * store + [sum(side)] for side in (own, other))
        south, north = (own, other) if self.to_move == 0 else (other, own)
        turn = self.to_move if end == store else 1 - self.to_move
        return type(self)(tuple(south), tuple(north), turn)

    def evaluate(self) -> float:
        """What South has in his store more than North, as a share of all seeds: always between the
        scores of a loss and a win."""
        return (self.south[-1] - self.north[-1]) / (sum(self.south) + sum(self.north))

    def is_capture(self, action: int) -> bool:
        """Whether `action` captures seeds."""
        return self._captured(*self._sown(action)) > 0

    def is_quiet(self) -> bool:
        """Whether no seeds can be captured now."""
        return not any(map(self.is_capture, self.legal_actions()))

    def action_name(self, action: int) -> str:
        """The letter of the pit, as players write it: a small one for South."""
        letter = "abcdefghi"[action]
        return letter if self.to_move == 0 else letter.upper()

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """North's pits from his right to his left above South's; stores at the side to which a
        player sows."""
        *south, south_store = map(str, self.south)
        *north, north_store = map(str, self.north)
        return (
            (north_store, *reversed(north), " "),
            (" ", *south, south_store),
        )

    def cell(self, action: int) -> tuple[int, int]:
        pits = len(self.south) - 1
        return (action + 1, 1) if self.to_move == 0 else (pits - action, 0)

    def __str__(self) -> str:
        """The two stores in the middle line, with North's pits above and South's below."""
        letters = "abcdefghi"[: len(self.south) - 1]
        south, north = self.south[:-1], self.north[-2::-1]
        lines = [
            ("", *reversed(letters.upper())),
            ("", *north),
            (self.north[-1], *[""] * len(south), self.south[-1]),
            ("", *south),
            ("", *letters),
        ]
        return "\n".join("".join(f"{each:>3}" for each in line).rstrip() for line in lines)

    def _sown(self, action: int) -> tuple[list[int], list[int], int]:
        """The mover's side and the other one after sowing, and the number of the own pit where the
        last seed fell; -1 if it fell on the other side."""
        mover, opponent = (
            (self.south, self.north) if self.to_move == 0 else (self.north, self.south)
        )
        own, other = list(mover), list(opponent)
        seeds, own[action] = own[action], 0
        pits = len(own) - 1
        around = 2 * pits + 1  # without the other's store
        place = action
        for _ in range(seeds):
            place = (place + 1) % around
            if place <= pits:
                own[place] += 1
            else:
                other[place - pits - 1] += 1
        return own, other, place if place <= pits else -1

    def _captured(self, own: list[int], other: list[int], end: int) -> int:
        """How many seeds the last one captures, itself included, which fell into the own pit
        `end`."""
        pits = len(own) - 1
        return 1 + other[pits - 1 - end] if 0 <= end < pits and own[end] == 1 else 0
