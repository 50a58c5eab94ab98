"""What stands beside a board in the terminal: what an agent thinks, in lines."""

from collections.abc import Collection, Iterator
from math import inf

from rich.text import Text

from pacgrid.action import Action
from pacgrid.records.thought import Thought
from pacgrid.render.terminal.style import Style, fitted, joined_while_they_fit, wrapped
from pacgrid.session.amounts import short
from pacgrid.session.overlays import FAR, Overlay
from pacgrid.state import State

NARROWEST = 28
"""Columns that make a panel worth having."""
BROADEST = 44
NAMES = 18
"""The columns of what stands left of a number."""


def who(agent: int, name: str) -> str:
    """An agent in words.

    >>> who(0, "minimax"), who(2, "")
    ('Pac-Man, minimax', 'ghost 2')
    """
    seat = f"ghost {agent}" if agent else "Pac-Man"
    return f"{seat}, {name}" if name else seat


def panel(
    state: State,
    thought: Thought | None,
    agents: Collection[str],
    overlays: Collection[Overlay],
    columns: int,
    style: Style,
) -> list[Text]:
    """The lines for `overlays`: what the agent to move in `state` thought about it.

    None: nobody has thought about it yet, or nothing is known of it.
    """
    if not overlays or state.is_terminal:
        return []
    told = thought or Thought()
    name = [*agents][state.to_move]
    colour = style.agent(state.to_move)
    lines = [style.words((f"{who(state.to_move, name)}:", colour, "bold"))]
    for trouble in wrapped(told.trouble, columns) if told.trouble else ():
        lines.append(style.words((trouble, style.theme.bad)))
    for overlay in Overlay:
        if overlay in overlays:
            lines += _section(overlay, state, told, columns, style)
    return [fitted(line, columns) for line in lines]


def _section(
    overlay: Overlay, state: State, told: Thought, columns: int, style: Style
) -> Iterator[Text]:
    match overlay:
        case Overlay.VALUES:
            return _values(state, told, style)
        case Overlay.PRINCIPAL_VARIATION:
            return _line(state, told, columns, style)
        case Overlay.EXPANDED:
            return _expanded(told, columns, style)
        case Overlay.DISTANCE:
            return _distance(state, style)
        case Overlay.DANGER:
            return _danger(state, style)
        case Overlay.FEATURES:
            return _features(told, columns, style)


def letters(state: State, line: Collection[Action]) -> list[str]:
    """A line of play, a word for each round: Pac-Man's action is a capital, `-` is to stop.

    >>> letters(State.parse("%%%%%\\n%P.1%\\n%%%%%"), [Action.EAST, Action.WEST, Action.STOP])
    ['Ew', '-']
    """
    words, mover = [""], state.to_move
    for action in line:
        letter = "-" if action is Action.STOP else action.name[0]
        words[-1] += letter.lower() if mover else letter
        mover = (mover + 1) % state.num_agents
        words += [""] * (mover == 0)
    return [word for word in words if word]


def _values(state: State, told: Thought, style: Style) -> Iterator[Text]:
    if not told.values:
        yield _unknown("values", style)
        return
    best = told.best(state.to_move)
    for action, value in told.values.items():
        chosen = action in best
        colour = style.theme.best if chosen else style.theme.value
        name = f"{'*' if chosen else ' '} {action.name.lower()}"
        yield style.words((f"{name:{NAMES}}{short(value):>5}", colour, "bold" if chosen else ""))


def _line(state: State, told: Thought, columns: int, style: Style) -> Iterator[Text]:
    if not told.principal_variation:
        yield _unknown("principal variation", style)
        return
    room = columns - NAMES - 1
    words = joined_while_they_fit(letters(state, told.principal_variation), room, " ")
    yield style.words((f"{'  expected line':{NAMES}} ", style.theme.faint), words)


def _expanded(told: Thought, columns: int, style: Style) -> Iterator[Text]:
    if not told.depths:
        yield _unknown("expanded states", style)
        return
    most = max(told.depths)
    for depth, count in enumerate(told.depths, start=1):
        plies = f"  {depth} {'ply' if depth == 1 else 'plies'} deep"
        yield _barred(plies, f"{count:>7,}", count / most, columns, style)


def _distance(state: State, style: Style) -> Iterator[Text]:
    for name, places in (("food", state.food), ("capsule", state.capsules)):
        away = state.maze.nearest(state.pacman, places)
        if away < inf:
            yield style.words((f"  {name:{NAMES - 2}}", style.theme.distance), f"{away:>5g} away")


def _danger(state: State, style: Style) -> Iterator[Text]:
    for number, ghost in enumerate(state.ghosts, start=1):
        away = state.maze.distance(ghost.position, state.pacman)
        near = away < FAR and not ghost.scared
        yield style.words(
            (f"  {f'ghost {number}':{NAMES - 2}}", style.theme.ghost(number)),
            (
                f"{short(away) if away < inf else '-':>5} away",
                style.theme.danger if near else style.theme.text,
            ),
            f", scared for {ghost.scared}" if ghost.scared else "",
        )


def _features(told: Thought, columns: int, style: Style) -> Iterator[Text]:
    if not told.features:
        yield _unknown("features", style)
        return
    most = max(map(abs, told.features.values())) or 1
    for name, share in told.features.items():
        yield _barred(f"  {name}", f"{short(share):>5}", share / most, columns, style)


def _barred(name: str, number: str, share: float, columns: int, style: Style) -> Text:
    """A number with its bar; what counts against Pac-Man has a bar of another kind."""
    good = share >= 0
    room = max(columns - NAMES - len(number) - 1, 0)
    glyph = ("█" if good else "░") if style.unicode else ("#" if good else "=")
    bar = glyph * max(round(abs(share) * room), 1 if share else 0)
    name = name if len(name) <= NAMES else f"{name[: NAMES - 1]}."
    colour = style.theme.good if good else style.theme.bad
    return style.words((f"{name:{NAMES}}", style.theme.faint), number, " ", (bar, colour))


def _unknown(what: str, style: Style) -> Text:
    return style.faint(f"  no {what} reported")
