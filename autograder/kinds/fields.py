"""What tests are made of, in TOML: layouts, ghosts, positions, trees, and files beside an
assignment."""

from dataclasses import replace
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, InstanceOf, PlainSerializer, ValidationInfo

from pacgrid.agent import AgentSpec, GhostTeam
from pacgrid.agent_loader import MAX_AGENT_BYTES, load_agent
from pacgrid.agents.evaluation import WEIGHTS
from pacgrid.common.files import read_regular_file
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name
from pacgrid.state import State
from pacgrid.teams import TEAMS

from ..diagnosis.tree_position import TreePosition
from ..model.strict_model import errors_as_invalid, invalid


def _load_layout(name: object, info: ValidationInfo) -> object:
    """Loads a shipped layout or a maze by its name, or a layout from a file beside the
    assignment."""
    if not isinstance(name, str):
        raise invalid("name a layout, or a .lay file beside the assignment")
    with errors_as_invalid():
        source = str(_beside(name, info) or name)
        layout = Layout.load(source)
    has_name = source in Layout.shipped() or is_maze_name(source)
    return layout if has_name else replace(layout, name=source)


def _check_ghost(spec: object, info: ValidationInfo) -> object:
    """Resolves the path of a ghost's file that is beside the assignment, and builds it once; a team
    stays as it is."""
    if not isinstance(spec, str):
        raise invalid("name an agent, such as random_ghost")
    with errors_as_invalid():
        spec = _resolved(spec, info)
        if spec not in TEAMS:
            load_agent(spec)
    return spec


def _check_pacman(spec: object, info: ValidationInfo) -> object:
    """The same for Pac-Man."""
    if not isinstance(spec, str):
        raise invalid("name an agent, such as reflex")
    with errors_as_invalid():
        spec = _resolved(spec, info)
        pacman = load_agent(spec)
    if isinstance(pacman, GhostTeam):
        raise invalid(f"{spec} is a team of ghosts, not a Pac-Man")
    return spec


def _resolved(spec: str, info: ValidationInfo) -> str:
    """`spec`; if its file is beside the assignment, with the file's path."""
    source = AgentSpec.parse(spec).source
    path = _beside(source, info) if source.endswith(".py") else None
    return f"{path}{spec.removeprefix(source)}" if path else spec


def _beside(name: str, info: ValidationInfo) -> Path | None:
    """The file `name` in the assignment's folder, if there is one."""
    path: Path = (info.context or {}).get("folder", Path()) / name
    return path if path.is_file() else None


def _check_catalogue(name: object, info: ValidationInfo) -> object:
    """Resolves the path of a file of known mistakes that is beside the assignment, and loads it."""
    from ..diagnosis.catalogue import check_catalogue

    if not (isinstance(name, str) and name.endswith(".py")):
        raise invalid("name a Python file with mistakes, such as 'our_mistakes.py'")
    with errors_as_invalid():
        path = _beside(name, info) or Path(name)
        check_catalogue(path)
    return str(path)


def _check_solution(name: object, info: ValidationInfo) -> object:
    """Resolves the path of a solution that is beside the assignment."""
    if not isinstance(name, str):
        raise invalid("name a file that `pacgrid solve` wrote")
    path = _beside(name, info) or Path(name)
    if not path.is_file():
        raise invalid(f"{name}: no such file; write one with `pacgrid solve`")
    return str(path)


def _parse_position(drawing: object) -> object:
    if not isinstance(drawing, str):
        raise invalid("draw a position, as print(state) does")
    with errors_as_invalid():
        state = State.parse(drawing, "drawing")
    if state.is_terminal:
        raise invalid("the game is over; draw a position in which Pac-Man can move")
    if state.to_move != 0:
        raise invalid("it is a ghost's turn; draw a position in which Pac-Man moves")
    return state


def _parse_tree(text: object) -> object:
    if not isinstance(text, str):
        raise invalid("write a tree as text: MAX, and its children below it")
    with errors_as_invalid():
        root = TreePosition.parse(text, "")  # an error begins with `:line:column:`
    if root.is_terminal or root.to_move != 0:
        raise invalid("Pac-Man can't move at the root; write MAX there")
    return root


def _check_evaluation(name: str) -> str:
    if name not in (known := ("score", *WEIGHTS)):
        raise invalid(f"no evaluation {name!r}; choose {', '.join(known)}")
    return name


def with_digest(spec: str) -> str:
    """The agent `spec`; if it names a file, without its folder and with a hash of its content.
    Raises OSError."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    file = Path(source)
    digest = sha256(read_regular_file(file, MAX_AGENT_BYTES)).hexdigest()
    return f"{file.name}{spec.removeprefix(source)} {digest}"


@cache
def _file_with_digest(file: str) -> str:
    """The name of a large `file`, which doesn't change while it is graded, and its hash."""
    with Path(file).open("rb") as data:
        return f"{Path(file).name} {file_digest(data, 'sha256').hexdigest()}"


BoardLayout = Annotated[
    InstanceOf[Layout],
    BeforeValidator(_load_layout),
    PlainSerializer(lambda layout: [layout.short_name, str(layout)]),
]
Catalogue = Annotated[str, BeforeValidator(_check_catalogue), PlainSerializer(with_digest)]
Ghost = Annotated[str, BeforeValidator(_check_ghost), PlainSerializer(with_digest)]
Position = Annotated[InstanceOf[State], BeforeValidator(_parse_position), PlainSerializer(str)]
Solution = Annotated[str, BeforeValidator(_check_solution), PlainSerializer(_file_with_digest)]
Tree = Annotated[InstanceOf[TreePosition], BeforeValidator(_parse_tree), PlainSerializer(str)]
EvaluationName = Annotated[str, AfterValidator(_check_evaluation)]
Pacman = Annotated[str, BeforeValidator(_check_pacman), PlainSerializer(with_digest)]
