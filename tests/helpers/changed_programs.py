"""Programs with one change at random, for agents whose mistakes nobody chose."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

OPPOSITES: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.Gt, ast.LtE),
    ast.Gt: (ast.Lt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.Gt),
    ast.NotEq: (ast.Eq,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
NAMES = {"max": "min", "min": "max", "is_win": "is_loss", "is_loss": "is_win"}
NAMES |= {"is_terminal": "is_win", "score": "num_agents"}


@dataclass(frozen=True)
class Place:
    """Where a program can be changed, and how."""

    node: int
    change: int
    """In CHANGES."""
    which: int
    """Of those at this node."""


def nodes_of(tree: ast.Module) -> list[ast.AST]:
    return [node for node in ast.walk(tree) if hasattr(node, "lineno")]


def places(tree: ast.Module) -> list[Place]:
    return [
        Place(number, i, which)
        for number, node in enumerate(nodes_of(tree))
        for i, change in enumerate(CHANGES)
        for which, _ in enumerate(change(node))
    ]


def changed(tree: ast.Module, place: Place) -> str:
    """The program with that change."""
    copy = deepcopy(tree)
    node = nodes_of(copy)[place.node]
    list(CHANGES[place.change](node))[place.which]()
    return ast.unparse(ast.fix_missing_locations(copy))


Changes = Iterator[Callable[[], object]]


def other_operators(node: Any) -> Changes:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind in OPPOSITES.get(type(node.ops[0]), ()):
            yield lambda kind=kind: node.ops.__setitem__(0, kind())
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        for kind in OPPOSITES.get(type(node.op), ()):
            yield lambda kind=kind: setattr(node, "op", kind())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield lambda: setattr(node, "op", ast.UAdd())
    elif isinstance(node, ast.If | ast.IfExp):
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def other_numbers(node: Any) -> Changes:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):
            yield lambda step=step: setattr(node, "value", node.value + step)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda: setattr(node, "value", not node.value)


def other_names(node: Any) -> Changes:
    if isinstance(node, ast.Name) and node.id in NAMES:
        yield lambda: setattr(node, "id", NAMES[node.id])
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield lambda: setattr(node, "attr", NAMES[node.attr])


def other_arguments(node: Any) -> Changes:
    if isinstance(node, ast.Call):
        for i in range(len(node.args) - 1):
            yield partial(_swap, node.args, i, i + 1)


def left_out(node: Any) -> Changes:
    for block in ("body", "orelse"):
        body = getattr(node, block, None)
        if not isinstance(body, list):
            continue
        for i, statement in enumerate(body):
            if isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr | ast.If | ast.Break):
                yield partial(body.__setitem__, i, ast.copy_location(ast.Pass(), statement))
            if (
                isinstance(statement, ast.For)
                and i + 1 < len(body)
                and isinstance(body[i + 1], ast.Return)
            ):
                yield partial(statement.body.append, body[i + 1])


def other_variables(node: Any) -> Changes:
    """A parameter instead of another one, in a function."""
    if isinstance(node, ast.FunctionDef):
        names = [each.arg for each in node.args.args if each.arg != "self"]
        used = [
            n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        ]
        for each in used:
            for name in names:
                if each.id in names and name != each.id:
                    yield partial(setattr, each, "id", name)


CHANGES = (other_operators, other_numbers, other_names, other_arguments, left_out, other_variables)


def _swap(things: list[Any], i: int, j: int) -> None:
    things[i], things[j] = things[j], things[i]
