"""How games end."""

from enum import StrEnum


class Ending(StrEnum):
    """Why a game ended."""

    WON = "won"
    CAUGHT = "caught"
    LOST = "lost"
    DRAWN = "drawn"
    ROUND_LIMIT = "round limit"
    RAISED = "agent failed"
    ILLEGAL = "illegal action"
    OVERRAN = "out of time"
    QUIT = "quit"
