"""Numbers as people write them, for Python and for the page."""

from fractions import Fraction
from math import inf

READ = {
    "3": 3, "-3": -3, "−3": -3, "–3": -3, " +2.50 ": 2.5, "3/4": 0.75, "- 3 / 4": -0.75,
    "0.75": 0.75, "0,75": 0.75, ".5": 0.5, "7.": 7, "inf": inf, "-inf": -inf, "INF": inf, "∞": inf,
    "−∞": -inf, "+∞": inf, "infinity": inf, "-oo": -inf, "0": 0, "-0": 0, "12": 12,
    "0.3333333333333333": 0.3333333333333333,
}  # fmt: skip
REFUSED = (
    "two", "", " ", "3 4", "1/0", "3/-4", "--3", "1.2.3", "1,2.3", "nan", "1e3", ".", ",", "3%",
    "x=3", "9" * 40, "<b>3</b>", "∞∞", "i n f", "½",
)  # fmt: skip
EXACT = {text: value if abs(value) == inf else Fraction(str(value)) for text, value in READ.items()}
