"""Where the textbook explains what a mistake is about: Stuart Russell and Peter Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition (US), chapter 5. In the global edition the chapter is
the 6th, with the same sections."""

_BOOK = "Russell and Norvig, 4th edition, section"

MINIMAX = f"{_BOOK} 5.2.1"
SEVERAL_PLAYERS = f"{_BOOK} 5.2.2"
ALPHA_BETA = f"{_BOOK} 5.2.3"
MOVE_ORDER = f"{_BOOK} 5.2.4"
"""The section on move ordering, which also has transposition tables."""
EVALUATION = f"{_BOOK} 5.3.1"
CUT_OFF = f"{_BOOK} 5.3.2"
CHANCE = f"{_BOOK} 5.5"
