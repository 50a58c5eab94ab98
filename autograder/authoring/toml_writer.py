"""Writes an assignment as TOML, the way a person would."""

from collections.abc import Mapping
from typing import Any

import tomlkit
from pydantic import BaseModel
from tomlkit.items import AoT, Array, InlineTable, Item, String, StringType, Table, Trivia

from pacgrid.state import State

from ..assignments.assignment import Assignment
from ..diagnosis.tree_position import TreePosition
from ..kinds.games import Analysis, Games
from .dependencies import Dependencies


def to_toml(assignment: Assignment, dependencies: Dependencies, heading: str = "") -> str:
    """TOML that loads as `assignment` if `dependencies` are beside it.

    Keys are in the model's order, with `kind` first; default values are left out. `heading` is the
    comment at the top.
    """
    document = tomlkit.document()
    for line in heading.splitlines():
        document.add(tomlkit.comment(line))
    if heading:
        document.add(tomlkit.nl())
    keys = _explicit_fields(assignment)
    limits = {"limits": _table(_explicit_fields(assignment.limits))} if "limits" in keys else {}
    for key, value in {**keys, **limits, "questions": _questions(assignment, dependencies)}.items():
        document.add(key, _item(value))
    return tomlkit.dumps(document)


def _questions(assignment: Assignment, dependencies: Dependencies) -> AoT:
    questions = tomlkit.aot()
    for question in assignment.questions:
        tests = tomlkit.aot()
        for test in question.tests:
            keys = {"kind": test.kind, **_explicit_fields(test)}
            if isinstance(test, Games):
                keys["layout"] = dependencies.layout(test.layout)
                keys["ghosts"] = [dependencies.ghost(spec) for spec in test.ghosts]
                if test.analyse:
                    keys["analyse"] = _analysis(dependencies.analysis(test.analyse))
            tests.append(_table(keys))
        questions.append(_table({**_explicit_fields(question), "tests": tests}))
    return questions


def _analysis(analysis: Analysis) -> bool | Analysis:
    """`true` stands for an analysis with the default values."""
    return True if analysis == Analysis() else analysis


def _explicit_fields(model: BaseModel) -> dict[str, Any]:
    """The fields of `model` without those that have their default values."""
    return {
        key: getattr(model, key)
        for key, field in type(model).model_fields.items()
        if field.is_required()
        or getattr(model, key) != field.get_default(call_default_factory=True)
    }


def _table(keys: Mapping[str, Any]) -> Table:
    table = tomlkit.table()
    for key, value in keys.items():
        table.add(key, _item(value))
    return table


def _item(value: Any) -> Item:
    """`value` in TOML: nested models are inline tables, positions and trees are multi-line
    strings."""
    match value:
        case Item():
            return value
        case BaseModel():
            return _inline(_explicit_fields(value))
        case dict():
            return _inline(value)
        case list():
            return _array(value)
        case State():
            return _multiline(drawing(value))
        case TreePosition():
            return _multiline(f"{value}\n")
        case float() if value.is_integer():
            return tomlkit.integer(int(value))
        case _:
            item: Item = tomlkit.item(value)
            return item


def _multiline(lines: str) -> String:
    return String(StringType.MLL, lines, f"\n{lines}", Trivia())


def drawing(state: State) -> str:
    """`state`, without the lines that are the same in every test."""
    default_lines = ("score: 0", "to move: Pac-Man")
    return "".join(f"{line}\n" for line in str(state).splitlines() if line not in default_lines)


def _inline(keys: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, value in keys.items():
        table.add(key, _item(value))
    return table


def _array(values: list[Any]) -> Array:
    array = tomlkit.array()
    for value in values:
        array.append(_item(value))
    return array.multiline(any(isinstance(value, State | TreePosition) for value in values))
