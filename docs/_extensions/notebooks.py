"""Each lecture as a notebook, which computes what the page shows: made while the site is built."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from docutils import nodes
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from plain_pages import with_directives
from slides import is_lecture
from sphinx.application import Sphinx
from value_role import values_of

SETUP = '''
"""What the cells below share. They need Pacgrid: python3 -m pip install -e . in its folder"""

from pacgrid import Layout, Limits, State, play, quiz
from pacgrid.agent_loader import load_agent
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.board_setup import after_moves
from pacgrid.quizzes.random_quiz import generate
from pacgrid.tree.recorder import record_search


def show_search(agent, position):
    """The tree that an agent searches, to step through."""
    return record_search(load_agent(agent), position)


def show_game(pacman, layout, ghosts="directional_ghost", seed=0, rounds=1000):
    """A game to watch."""
    board = Layout.load(layout)
    agents = [load_agent(pacman), *(load_agent(ghosts) for _ in board.ghosts)]
    return play(board, agents, seed=seed, limits=Limits(rounds=rounds), thoughts=True)
'''
DIRECTIVE = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w-]+)\}[ ]*(?P<argument>.*)\n"
    r"(?P<body>(?:.*\n)*?)(?P=fence)$",
    re.MULTILINE,
)
OPTION = re.compile(r"^:([\w-]+):[ ]*(.*)\n", re.MULTILINE)
VALUE = re.compile(r"\{value\}`[^`]+`")
LINK_WITHIN_SITE = re.compile(r"\[([^\]]+)\]\((?!\w+:)[^)]*\)")
HTML_DETAILS = re.compile(r"^</?details>\n", re.MULTILINE)
HTML_SUMMARY = re.compile(r"^<summary>(.*)</summary>$", re.MULTILINE)
WHOLE = 20
"""Rounds to search where a page doesn't say: to the end of any drawn tree."""


@dataclass(frozen=True)
class Directive:
    """What a page has between fences."""

    name: str
    argument: str
    options: dict[str, str]
    content: str

    @classmethod
    def of(cls, found: re.Match[str]) -> "Directive":
        options, body = {}, found["body"]
        while option := OPTION.match(body):
            options[option[1]] = option[2]
            body = body[option.end() :]
        return cls(found["name"], found["argument"], options, body.strip("\n"))


def notebook(page: str, values: Iterator[str]) -> nbformat.NotebookNode:
    """The Markdown of a page as a notebook.

    Args:
        values: what the page's `{value}` roles stand for, in their order.
    """
    cells, end = [], 0
    for found in DIRECTIVE.finditer(page):
        cells += _text(page[end : found.start()], values)
        directive, end = Directive.of(found), found.end()
        if directive.name == "key-point":
            lines = VALUE.sub(lambda _: next(values), directive.content).splitlines()
            cells += _text("\n".join(f"> {line}".rstrip() for line in lines), values)
        else:
            cells += [new_code_cell(code) for code in _code(directive)]
            cells += _text(directive.options.get("caption", ""), values)
    cells += _text(page[end:], values)
    cells.insert(1, new_code_cell(SETUP.strip()))
    for number, cell in enumerate(cells):  # the same in each build
        cell["id"] = f"cell-{number}"
    return new_notebook(cells=cells)


def _text(text: str, values: Iterator[str]) -> list[nbformat.NotebookNode]:
    text = VALUE.sub(lambda _: next(values), text)
    text = HTML_SUMMARY.sub(r"**\1**", HTML_DETAILS.sub("", text))
    text = LINK_WITHIN_SITE.sub(r"\1", text).strip()
    return [new_markdown_cell(text)] if text else []


def _code(directive: Directive) -> list[str]:
    match directive.name:
        case "run-python":
            return [directive.content]
        case "tree":
            return [f"show_search({_agent(directive)!r}, {_position(directive)})"]
        case "game":
            return [_game(directive)]
        case "quiz":
            return _quizzes(directive)
    raise ValueError(f"no cell for the directive {directive.name!r}")


def _agent(directive: Directive) -> str:
    agent = directive.options.get("agent", "alpha_beta")
    if "depth=" in agent or agent.startswith("mcts"):
        return agent
    return f"{agent}{',' if ':' in agent else ':'}depth={WHOLE}"


def _position(directive: Directive) -> str:
    options = directive.options
    if directive.content:
        return f'DrawnTree.parse("""\n{directive.content}\n""")'
    if "layout" in options:
        return f"State.initial(Layout.load({options['layout']!r}))"
    game = f"load_game({directive.argument or options['game']!r})"
    return f"after_moves({game}, {options['after']!r})" if "after" in options else game


def _game(directive: Directive) -> str:
    options = directive.options
    words = [repr(directive.argument), repr(options["layout"])]
    words += [f"ghosts={options['ghosts']!r}"] if "ghosts" in options else []
    words += [f"seed={options['seed']}"] if "seed" in options else []
    words += [f"rounds={options['max-rounds']}"] if "max-rounds" in options else []
    return f"show_game({', '.join(words)})"


def _quizzes(directive: Directive) -> list[str]:
    options, kinds = directive.options, directive.options.get("kind", "").replace(",", " ").split()
    if directive.argument != "generate":
        source = _position(directive) if directive.content else repr(directive.argument)
        return [f"quiz({source}, {kinds})"]
    words = [f"{name}={options[name]}" for name in ("difficulty", "seed", "count")]
    return [f"generate({kind!r}, {', '.join(words)})" for kind in kinds]


def write_notebook(app: Sphinx, _doctree: nodes.document) -> None:
    """Write the notebook of a lecture beside its page."""
    name = app.env.docname
    if not is_lecture(name):
        return
    page = with_directives(Path(app.env.doc2path(name)).read_text("utf-8"), name)
    path = Path(app.outdir, f"{name}.ipynb")
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook(page, iter(values_of(app.env))), path)


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("value_role")
    app.connect("doctree-read", write_notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
