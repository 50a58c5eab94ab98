"""Which known mistakes the generated tasks tell apart, and which no task does.

    python benchmarks/separation.py             # what the generated tasks tell apart
    python benchmarks/separation.py --select    # choose them again, for a changed catalogue

Two mistakes are told apart by a task if they choose different actions, or search different states.
The tasks are chosen greedily: each tells as much as possible apart that isn't yet, for its size.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated, get_args

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from pacgrid.autograder.diagnosis import task_generator
from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.evidence import truth_of
from pacgrid.autograder.diagnosis.hypothesis import behaviours
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.search_task import SearchTask
from pacgrid.autograder.diagnosis.task_generator import candidate, generate, varied
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.tree.reference_search import RIGHT_SEARCHES

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.separation import RIGHT, inseparable

COUNT = 40
RARE = {"alpha_beta": (4983, 27151, 29429)}
"""Candidates in which bounds that are remembered as values lead to a wrong choice: one in hundreds
of such trees."""
INDENT = 8 * " "
SEEDS = (1, 2)
"""A chosen task tells mistakes apart with each of these seeds."""


def main(
    select: Annotated[bool, typer.Option(help="Choose the tasks again.")] = False,
    candidates: Annotated[int, typer.Option(help="From how many.")] = 408,
    most: Annotated[int, typer.Option(help="The most tasks in a table.")] = COUNT,
    seed: Annotated[int, typer.Option(help="Seed of the generated tasks.")] = 3,
) -> None:
    if select:
        chosen = {search: chosen_numbers(search, candidates) for search in get_args(SearchName)}
        save(chosen)
        return
    console = Console()
    for search in get_args(SearchName):
        console.print(table(search, most, seed))


def table(search: SearchName, most: int, seed: int) -> Table:
    """The mistakes that so many tasks don't tell apart."""
    mistakes = known_mistakes(search)
    title = f"{search}: {len(mistakes)} mistakes that are not told apart"
    result = Table("tasks", "states", "by anything", "by choices", title=title)
    for number in sorted({most // 4, most // 2, most}):
        tasks = generate(search, number, seed)
        states = sum(truth_of(task, task.root).size for task in tasks)
        groups = inseparable(mistakes, tasks)
        by_choices = inseparable(mistakes, tasks, lambda behaviour: behaviour.choices)
        result.add_row(str(number), str(states), text(groups), text(by_choices))
    return result


def text(groups: Sequence[Sequence[str]]) -> str:
    return "\n".join(" = ".join(group) for group in groups)


def chosen_numbers(search: SearchName, candidates: int) -> tuple[int, ...]:
    """The numbers of the chosen candidates, the most telling first."""
    mistakes = known_mistakes(search)
    numbers = [*range(candidates), *RARE.get(search, ())]
    tasks = [candidate(search, number) for number in numbers]
    told = [told_apart(task, mistakes) for task in track(tasks, search)]
    costs = np.array([(20 + cost(task)) ** 0.5 for task in tasks])
    worth = np.array([weights(mistakes, 3), weights(mistakes, 1)])
    chosen: list[int] = []
    for _ in range(COUNT):
        gains = np.array([(worth * each).sum() for each in told]) / costs
        gains[chosen] = -1
        chosen.append(int(gains.argmax()))
        worth = np.where(told[chosen[-1]], worth / 4, worth)
    return tuple(numbers[place] for place in chosen)


def cost(task: SearchTask) -> int:
    return task.moves * truth_of(task, task.root).size


def weights(mistakes: Sequence[Mistake], pair: float) -> NDArray[np.float64]:
    """What it is worth to tell each pair apart: most for a mistake and the right search."""
    names = np.array([RIGHT, *(mistake.finding.mistake for mistake in mistakes)])
    worth = np.where(names[:, None] != names[None, :], pair, 0.0)
    worth[0] *= 10
    worth[:, 0] *= 10
    return worth


def told_apart(task: SearchTask, mistakes: Sequence[Mistake]) -> NDArray[np.bool_]:
    """Which pairs differ in what is observed, and which in their choices, with each of `SEEDS`."""
    searches = [RIGHT_SEARCHES[task.search], *(mistake.mutant for mistake in mistakes)]
    result = np.ones((2, len(searches), len(searches)), bool)
    for seed in SEEDS:
        shown = behaviours(varied(task, seed), searches)
        result[0] &= differs(shown)
        result[1] &= differs([behaviour.choices for behaviour in shown])
    return result


def differs(shown: Sequence[object]) -> NDArray[np.bool_]:
    numbers: dict[object, int] = {}
    kinds = np.array([numbers.setdefault(each, len(numbers)) for each in shown])
    return kinds[:, None] != kinds[None, :]


def save(chosen: Mapping[SearchName, Sequence[int]]) -> None:
    """Write the chosen numbers into `task_generator.py`, at whose end they stand."""
    file = Path(task_generator.__file__)
    head, start, _ = file.read_text("utf-8").partition(
        "SELECTED: Mapping[SearchName, tuple[int, ...]]"
    )
    lines = []
    for search, numbers in chosen.items():
        rows = fill(
            ", ".join(map(str, numbers)), 90, initial_indent=INDENT, subsequent_indent=INDENT
        )
        lines.append(f'    "{search}": (\n{rows},\n    ),\n')
    file.write_text(f"{head}{start} = {{\n{''.join(lines)}}}\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
