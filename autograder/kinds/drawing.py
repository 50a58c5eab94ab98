"""Positions as students see them in messages."""

from dataclasses import replace

from pacgrid.common.failure import Failure
from pacgrid.state import State

from ..diagnosis.departure import path_words
from ..diagnosis.observation import Decision
from ..diagnosis.path import ROOT


def with_position(failure: Failure, state: State) -> Failure:
    """`failure`, which happened when the submission was asked about `state`; if it has no position
    yet, with this one."""
    if failure.position:
        return failure
    return replace(failure, position=f"in this position:\n{drawing(state)}")


def with_path(failure: Failure, decision: Decision) -> Failure:
    """`failure`, which happened in an observed search, with the state it asked about last."""
    log, root = decision.log, decision.root
    last = log.paths[log.events[-1].state] if log.events else ROOT
    after = f"after {path_words(root, last)}, " if last else ""
    if last and log.nodes[log.events[-1].state].state.is_terminal:
        after += "where the game is over and there are no legal actions, "
    kind, drawn = ("position", drawing(root)) if isinstance(root, State) else ("tree", str(root))
    return replace(failure, position=f"{after}in this {kind}:\n{drawn}")


def drawing(state: State) -> str:
    """`state`, in which Pac-Man is to move, as a student draws it: without the score."""
    lines = str(state).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("score", "to move: Pac-Man")))


def written(state: State) -> str:
    """`state` as a person writes it: without the lines that are the same in every test."""
    default_lines = ("score: 0", "to move: Pac-Man")
    return "".join(f"{line}\n" for line in str(state).splitlines() if line not in default_lines)
