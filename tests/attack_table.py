"""Prints which attacks each level stops: `python tests/attack_table.py [NAME …]`."""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from helpers.attack import Attack, Result, attacks, wrong
from helpers.attack_grading import Grading
from pacgrid.autograder.sandbox.level import Level, available, why_not


def results(
    chosen: Sequence[Attack], levels: Sequence[Level]
) -> list[tuple[Attack, list[tuple[Level, Result]]]]:
    """The results of each attack at each of the levels."""
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
    """Prints the table. Returns 1 if any result differs from what is expected."""
    console = Console()
    named = set(sys.argv[1:])
    chosen = [attack for attack in attacks() if not named or attack.name in named]
    levels = available()
    table = Table("attack", *levels, "what it tries, and the result")
    bad = 0
    for attack, found in results(chosen, levels):
        notes = [attack.tries]
        marks = []
        for level, result in found:
            marks.append("stopped" if result.held else "WORKS")
            if not result.held and level in attack.not_held:
                notes.append(f"{level}: {attack.not_held[level]}")
            if objection := wrong(attack, level, result):
                bad += 1
                marks[-1] = f"[red]{marks[-1]} (!)"
                notes.append(f"{level} (!): {objection}")
        causes = dict.fromkeys(result.cause for _, result in found if result.held)
        notes += [f"reports: {cause[:100]}" for cause in causes]
        table.add_row(attack.name, *marks, escape("\n".join(notes)))
    console.print(table)
    for level in set(Level) - set(levels):
        console.print(f"{level} is not available here: {why_not(level)}")
    console.print(f"{len(chosen)} attacks at {len(levels)} levels; {bad} unexpected results")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
