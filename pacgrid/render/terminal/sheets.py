"""What covers the boards in the terminal for a while: the help, and the menu to take over."""

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from pacgrid.render.terminal.panel import who
from pacgrid.render.terminal.style import Style, fitted, wrapped
from pacgrid.session.commands import HELP, STEERING_HELP
from pacgrid.session.offer import Offer

_NOT_HERE = ("F", "← →  < >", ",  .", "space  P")
TURNS_HELP = (
    STEERING_HELP,
    ("space  .", "stay for one move; the game waits for your move"),
    ("P", "play in real time; again: the game waits for you"),
    ("<  >  ,", "step a round back, a round forward, a ply back"),
)
"""What some keys do where a person plays move by move."""


class Sheet(Protocol):
    """Something that covers the boards, and hears all keys."""

    def press(self, key: str) -> bool:
        """Hear a key; False if the sheet is to go away."""

    def lines(self, columns: int, rows: int, style: Style) -> list[Text]:
        """The sheet, at most that large."""


class HelpSheet:
    """What the keys do; in a small terminal on several pages."""

    def __init__(self, *, turns: bool) -> None:
        self._keys: Sequence[tuple[str, str]] = tuple(
            (keys, told)
            for keys, told in HELP
            if keys not in (_NOT_HERE if turns else _NOT_HERE[:1])
        )
        if turns:
            self._keys = (*TURNS_HELP, *self._keys)
        self._page, self._pages = 0, 1

    def press(self, key: str) -> bool:
        self._page += 1
        return self._page < self._pages and key not in ("q", "escape")

    def lines(self, columns: int, rows: int, style: Style) -> list[Text]:
        told = []
        indent = max(len(style.safe(keys)) for keys, _ in self._keys) + 2
        for keys, meaning in self._keys:
            first, *more = wrapped(meaning, columns - indent)
            key = style.safe(keys).ljust(indent)
            told.append(style.words((key, style.accent, "bold"), first))
            told += [style.words(" " * indent, line) for line in more]
        size = max(rows - 1, 1)
        self._pages = -(-len(told) // size)
        self._page = min(self._page, self._pages - 1)
        page = told[self._page * size : (self._page + 1) * size]
        goes_on = f"page {self._page + 1} of {self._pages}; press any key for the next"
        last = self._page == self._pages - 1
        page.append(style.faint("press any key to return to the game" if last else goes_on))
        return [fitted(line, columns) for line in page]


class TakeOverSheet(Offer):
    """The offer to take over, in lines."""

    def lines(self, columns: int, rows: int, style: Style) -> list[Text]:
        number, seat = self.seats[self.place]
        game = f" in game {number + 1}" if len(self.player.shows) > 1 else ""
        chosen = f"{who(seat, self.show.agents[seat])}{game}"
        head = [
            style.words(
                ("Take over ", style.theme.text, "bold"), f"from ply {self.player.after} on"
            ),
            style.words(
                ("← ", style.theme.faint),
                (chosen, style.agent(seat), "bold"),
                (" →", style.theme.faint),
                ("  from now on played by" if rows > 4 else "", style.theme.faint),
            ),
        ][-max(rows - 2, 0) :]
        foot = [
            style.faint(style.safe("↑ ↓ ← → or digits: choose   Enter: take over   Esc: cancel"))
        ]
        trouble = wrapped(self.trouble, columns)[: max(rows - 3, 1)] if self.trouble else []
        foot[:0] = [style.words((line, style.theme.bad)) for line in trouble]
        room = max(rows - len(head) - len(foot), 1)
        first = max(min(self.row - room // 2, len(self.names) - room), 0)
        names = [
            style.words((f"{_digit(place)} > {name}", style.accent, "bold reverse"))
            if place == self.row
            else style.words((_digit(place), style.theme.faint), f"   {name}")
            for place, name in enumerate(self.names)
        ][first : first + room]
        return [fitted(line, columns) for line in [*head, *names, *foot]][:rows]


def _digit(place: int) -> str:
    """The key that chooses the name at that place, if a digit does."""
    return str(place + 1) if place < 9 else " "
