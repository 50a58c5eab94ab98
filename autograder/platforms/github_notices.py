"""Results for GitHub Actions: `python -m pacgrid.autograder.platforms.github_notices IN`.

Prints the two notices that GitHub Classroom's own reporter leaves at a run, which Classroom and
programs like it read: https://github.com/classroom-resources/autograding-grading-reporter. With
GITHUB_STEP_SUMMARY, also writes a table there. Hidden tests are left out.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from .public_results import NoResultsError, PublicResults


def notices(results: PublicResults) -> Iterator[str]:
    """The lines to print, in the format of workflow commands."""
    score, possible = _number(results.score), _number(results.max_score)
    yield f"::notice title=Autograding complete::Points {score}/{possible}"
    report = json.dumps({"totalPoints": score, "maxPoints": possible})
    yield f"::notice title=Autograding report::{report}"


def summary(results: PublicResults) -> str:
    """A table in Markdown."""
    rows = [
        f"| {_cell(test['name'])} | {test.get('score', '')} | {test.get('max_score', '')} |"
        for test in results.tests
    ]
    total = f"| **total** | **{_number(results.score)}** | **{_number(results.max_score)}** |"
    return "\n".join(["| test | points | of |", "|---|---|---|", *rows, total, ""])


def _number(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)


def _cell(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|~" else c for c in text)


def main(source: str) -> None:
    """Reports the file `source`."""
    results = PublicResults.read(source)
    for line in notices(results):
        print(line)  # noqa: T201
    if target := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(summary(results))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m pacgrid.autograder.platforms.github_notices RESULTS_JSON")
    try:
        main(sys.argv[1])
    except NoResultsError as error:
        sys.exit(f"Error: {error}")
