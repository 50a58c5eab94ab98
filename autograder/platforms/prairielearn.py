"""Results for PrairieLearn: `python -m pacgrid.autograder.platforms.prairielearn IN OUT`.

The format: https://docs.prairielearn.com/externalGrading/. A grader writes
/grade/results/results.json, of at most 1 MB, with a score from 0 to 1. PrairieLearn shows all of it
at once, so hidden tests are left out: grade them after the due date.
"""

import json
import sys
from pathlib import Path
from typing import Any

from .public_results import NoResultsError, PublicResults

_MOST_CHARACTERS = 200_000
"""Of all outputs together; one takes at most 4 bytes, or 6 as an escape in JSON."""


def prairielearn_results(results: PublicResults) -> dict[str, Any]:
    """The content of /grade/results/results.json.

    A submission that couldn't be graded is no attempt: the student isn't to blame.
    """
    if not results.is_graded:
        return {"gradable": False, "format_errors": [results.output or "nothing was graded"]}
    share = _MOST_CHARACTERS // 4 // (1 + len(results.tests))
    score = results.score / results.max_score
    return {
        "gradable": True,
        "score": min(max(score, 0.0), 1.0),
        "output": _shortened(results.output, share),
        "tests": [
            {
                "name": test["name"],
                "output": _shortened(test["output"], share),
                **({"points": test["score"]} if "score" in test else {}),
                **({"max_points": test["max_score"]} if "max_score" in test else {}),
            }
            for test in results.tests
        ],
    }


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def main(source: str, target: str) -> None:
    """Converts the file `source`; always writes `target`."""
    try:
        results = PublicResults.read(source)
    except NoResultsError as error:
        print(error, file=sys.stderr)  # noqa: T201
        results = PublicResults("The grader failed. Please tell the course staff.", [])
    path = Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(prairielearn_results(results), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m pacgrid.autograder.platforms.prairielearn IN OUT")
    main(sys.argv[1], sys.argv[2])
