"""Random boards and games for property tests, and two boards with ghosts."""

from hypothesis import strategies as st

from pacgrid import Action, Layout, State

OPEN = ".. o "
HUNT = """
%%%%%%%%%%
%P..o.. .%
%.%%.%%% %
%...2  1 %
%%%%%%%%%%
"""
HUNT_STATE = State.parse(HUNT)
CROSSING = """
%%%%%%%
%%% %%%
%P 1 .%
%%% %%%
%%%%%%%
to move: ghost 1
"""


@st.composite
def layouts(draw: st.DrawFn, most_ghosts: int = 3) -> Layout:
    """A small random board; ghosts may be walled in, and food unreachable."""
    width, height = draw(st.integers(3, 7)), draw(st.integers(2, 5))
    cells = [(x, y) for x in range(width) for y in range(height)]
    marks = dict.fromkeys(cells, " ")
    for cell in cells:
        marks[cell] = draw(st.sampled_from("%" + OPEN * 2))
    ghosts = draw(st.lists(st.sampled_from("G12"), max_size=most_ghosts))
    special = ["P", ".", *ghosts]
    for cell, mark in zip(draw(st.permutations(cells)), special, strict=False):
        marks[cell] = mark
    inner = ["%" + "".join(marks[x, y] for x in range(width)) + "%" for y in range(height)]
    border = "%" * (width + 2)
    return Layout((border, *inner, border))


@st.composite
def games(draw: st.DrawFn, most_plies: int = 60) -> list[State]:
    """The states of a random game, or of its beginning.

    Most plies are drawn from the actions that don't lose at once: longer games reach more states.
    """
    states = [State.initial(draw(layouts()))]
    for choice in draw(st.lists(st.integers(0, 59), max_size=most_plies)):
        state = states[-1]
        if state.is_terminal:
            break
        actions: list[Action] = list(state.legal_actions())
        longer = [a for a in actions if not state.successor(a).is_loss] if choice % 5 else actions
        options = longer or actions
        states.append(state.successor(options[choice % len(options)]))
    return states
