"""Prints what holds which attack: `python tests/attack_table.py [NAME …]`."""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from helpers.attack import Attack, Grading, Result, attacks, wrong
from pacgrid.autograder.sandbox.level import Level, available, why_not


def results(
    chosen: Sequence[Attack], levels: Sequence[Level]
) -> list[tuple[Attack, list[tuple[Level, Result]]]]:
    """Of each attack, at each of the levels."""
    idle: SimpleQueue[Grading] = SimpleQueue()
    for _ in range(os.cpu_count() or 1):
        idle.put(Grading())

    def graded(attack: Attack) -> list[tuple[Level, Result]]:
        grading = idle.get()
        try:
            return [(level, grading.result(attack, level)) for level in levels]
        finally:
            idle.put(grading)

    try:
        with ThreadPoolExecutor(idle.qsize()) as pool:
            return list(zip(chosen, pool.map(graded, chosen), strict=True))
    finally:
        while not idle.empty():
            idle.get().__exit__()


def main() -> int:
    """Print the table; 1 if anything came out otherwise than it should."""
    console = Console()
    named = set(sys.argv[1:])
    chosen = [attack for attack in attacks() if not named or attack.name in named]
    levels = available()
    table = Table("attack", *levels, "what it tries, and what came of it")
    bad = 0
    for attack, found in results(chosen, levels):
        words = [attack.tries]
        marks = []
        for level, result in found:
            marks.append("held" if result.held else "NOT HELD")
            if not result.held and level in attack.not_held:
                words.append(f"{level}: {attack.not_held[level]}")
            if objection := wrong(attack, level, result):
                bad += 1
                marks[-1] = f"[red]{marks[-1]} (!)"
                words.append(f"{level} (!): {objection}")
        causes = dict.fromkeys(result.cause for _, result in found if result.held)
        words += [f"says: {cause[:100]}" for cause in causes]
        table.add_row(attack.name, *marks, escape("\n".join(words)))
    console.print(table)
    for level in set(Level) - set(levels):
        console.print(f"{level} is not available here: {why_not(level)}")
    console.print(f"{len(chosen)} attacks at {len(levels)} levels; {bad} came out otherwise")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
