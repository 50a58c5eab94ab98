"""Writes an assignment as TOML, the way a person would."""

from collections.abc import Mapping
from typing import Any

import tomlkit
from pydantic import BaseModel
from tomlkit.items import AoT, Array, InlineTable, Item, String, StringType, Table, Trivia

from pacgrid.state import State

from ..assignments.assignment import Assignment
from ..diagnosis.tree_position import TreePosition
from ..kinds.drawing import written
from .dependencies import Dependencies


def to_toml(assignment: Assignment, dependencies: Dependencies, heading: str = "") -> str:
    """TOML that loads as `assignment` if `dependencies` are beside it.

    Keys are in the model's order; default values are left out. `heading` is the
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
            tests.append(_table({**_explicit_fields(test), **test.relocated(dependencies.paths)}))
        questions.append(_table({**_explicit_fields(question), "tests": tests}))
    return questions


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
    """`value` in TOML: nested models are inline tables, or `true` with the default values;
    positions and trees are multi-line strings."""
    match value:
        case Item():
            return value
        case BaseModel():
            fields = _explicit_fields(value)
            return _inline(fields) if fields else tomlkit.boolean("true")
        case dict():
            return _inline(value)
        case list():
            return _array(value)
        case State():
            return _multiline(written(value))
        case TreePosition():
            return _multiline(f"{value}\n")
        case float() if value.is_integer():
            return tomlkit.integer(int(value))
        case _:
            item: Item = tomlkit.item(value)
            return item


def _multiline(lines: str) -> String:
    return String(StringType.MLL, lines, f"\n{lines}", Trivia())


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
