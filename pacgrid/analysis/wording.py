"""An analysis in words."""

from collections.abc import Sequence

from pacgrid.action import Action, letter_of
from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.analysis.move_mark import Unit

LINE_WIDTH = 24
"""The longest text of a line; the rounds after it are left out."""


def amount(value: float, unit: Unit) -> str:
    """A value.

    >>> amount(-166.4, "points"), amount(0.214, "chance of winning"), amount(-1, "score")
    ('-166', '21 %', '-1')
    """
    if unit == "score":
        return f"{value:.3g}"
    return f"{value:.0f}" if unit == "points" else f"{100 * value:.0f} %"


def line_text(line: Sequence[Action], agent: int, num_agents: int) -> str:
    """A line of play that begins with that agent's move: a word for each round, with a letter for
    each move, Pac-Man's first.

    >>> line_text([Action.WEST, Action.NORTH, Action.STOP], 1, 2)
    'W N-'
    """
    words = [""]
    for action in line:
        if agent == 0 and words[-1]:
            words.append("")
        words[-1] += letter_of(action)
        agent = (agent + 1) % num_agents
    rounds = max((LINE_WIDTH + 1) // (num_agents + 1), 1)
    return " ".join(words[:rounds]) + " …" * (len(words) > rounds)


def line_name(*, has_chance: bool) -> str:
    """What a line is: if ghosts leave their moves to chance, others may be played."""
    return "a likely line" if has_chance else "the line that proves it"


def worth_text(move: AnalysedMove, unit: Unit, played: str, best: str) -> str:
    """What a move is worth that wasn't the best, and the best: `east is worth -166, west 47`.

    Args:
        played: what the action that was played is called.
        best: what the best one is called.
    """
    worth, most = amount(move.values[move.action], unit), amount(move.value, unit)
    verb = "wins with" if unit == "chance of winning" else "is worth"
    return f"{played} {verb} {worth}, {best} {most}"
