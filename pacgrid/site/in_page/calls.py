"""What the page can ask for: calls by name, with JSON in and out."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.site.in_page import trees
from pacgrid.site.in_page.cells import CodeCells
from pacgrid.site.in_page.playing import PlayedInPage
from pacgrid.site.in_page.workspace import problems

Tell = Callable[[str], None]

_cells = CodeCells()
played = PlayedInPage()


def _grade(tell: Tell, **given: Any) -> Any:
    from pacgrid.site.in_page.grading import grade  # takes a second to import

    return grade(tell=tell, **given)


def _questions() -> Any:
    from pacgrid.site.in_page.grading import questions

    return questions()


_CALLS: Mapping[str, Callable[..., Any]] = {
    "drawn_tree": trees.drawn_tree,
    "play": lambda **choice: played.start(choice),
    "play_stop": played.stop,
    "position": played.position,
    "problems": problems,
    "questions": _questions,
    "run": _cells.run,
    "tree": trees.of_position,
    "tree_of_game": trees.of_game,
    "tree_of_drawn": trees.of_drawn_tree,
}


def call(name: str, arguments: str, tell: Tell = lambda _: None) -> str:
    """The `value` of a call, or the `error` that it ended with, in one line."""
    given = json.loads(arguments)
    try:
        value = _grade(tell, **given) if name == "grade" else _CALLS[name](**given)
        return json.dumps({"value": value})
    except PacgridError as error:
        return json.dumps({"error": str(error), "details": getattr(error, "details", "")})
    except BaseException as error:  # the file may exit, or take all memory
        failure = Failure.of(error, None)
        return json.dumps({"error": failure.message, "details": ""})
