"""Tables of examples, as text."""

import re


def pairs(table: str) -> list[tuple[str, str]]:
    r"""Rows such as `left -> right`. The arrow may be on a line of its row's own; `\n` is a line
    break."""
    rows = (row.partition("->") for row in re.split(r"\n(?!->)", table.strip()))
    return [(left.strip().replace("\\n", "\n"), right.strip()) for left, _, right in rows]
