"""Disguises a Python file as who copies it would: other names, order, layout and loops."""

import ast
import builtins
import random
from collections.abc import Callable, Mapping, Sequence
from keyword import iskeyword

from pacgrid.autograder.copies.interface import interface

WORDS = (
    *("node", "score", "best", "item", "temp", "option", "current", "after", "level", "turn"),
    *("found", "value", "pick", "result", "other", "amount", "total", "step", "agent", "limit"),
)
COMMENTS = ("# look at the next one", "# not done yet", "# as in the lecture", "# TODO check")
FIXED = {"self", "act", "depth", "evaluation", "evaluate", "report", "values", "nodes"}
"""Names by which the grader calls an agent."""


def renamed(module: ast.Module, rng: random.Random) -> ast.Module:
    """Other names for all that the file defines and the grader doesn't call."""
    fixed = FIXED | set(dir(builtins))
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            fixed.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            fixed |= {alias.asname or alias.name for alias in node.names}
    names = {name for node in ast.walk(module) for name in _defined(node)} - fixed
    chosen = [name for name in sorted(names) if not name.startswith("__") and not iskeyword(name)]
    new = {name: f"{rng.choice(WORDS)}_{number}" for number, name in enumerate(chosen)}
    return _Rename(new).visit(module)


def _defined(node: ast.AST) -> Sequence[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.arg(arg=name):
            return [name]
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return [name]
    return []


class _Rename(ast.NodeTransformer):
    def __init__(self, new: Mapping[str, str]) -> None:
        self._new = new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "attr", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not (field == "attr" and name in interface()):
                setattr(node, field, self._new.get(name, name))
        return super().generic_visit(node)


def reordered(module: ast.Module, rng: random.Random) -> ast.Module:
    """Functions, and the methods of each class, in another order."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef):
            places = [n for n, each in enumerate(node.body) if isinstance(each, ast.FunctionDef)]
            functions = [node.body[place] for place in places]
            rng.shuffle(functions)
            for place, function in zip(places, functions, strict=True):
                node.body[place] = function
    return module


def relooped(module: ast.Module, rng: random.Random) -> ast.Module:
    """Loops that append, add or keep the best as comprehensions, and comprehensions as loops."""
    for node in ast.walk(module):
        for field in ("body", "orelse"):
            if isinstance(body := getattr(node, field, None), list):
                setattr(node, field, _relooped(body))
    return module


def _relooped(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    new: list[ast.stmt] = []
    for statement in body:
        if new and (short := _comprehension(new[-1], statement)):
            new[-1] = short
        else:
            new += _loop(statement, len(new))
    return new


def _comprehension(start: ast.stmt, loop: ast.stmt) -> ast.stmt | None:
    """`names = []` and a loop that appends to it, or `best = …` and one that keeps the best."""
    match start, loop:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=first),
            ast.For(target=target, iter=iterated, body=body),
        ):
            each = f"for {ast.unparse(target)} in {ast.unparse(iterated)}"
        case _:
            return None
    inner = {}
    match body:
        case [ast.Assign(targets=[ast.Name(id=value)], value=given), last]:
            inner[value] = ast.unparse(given)
        case [last]:
            pass
        case _:
            return None
    match last:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id=list_), attr="append"), args=[element]
            )
        ) if list_ == name:
            text = ast.unparse(element)
            text = f"{name} = [{inner.get(text, text)} {each}]"
        case ast.AugAssign(target=ast.Name(id=sum_), op=ast.Add(), value=added) if sum_ == name:
            text = ast.unparse(added)
            text = f"{name} = sum({inner.get(text, text)} {each})"
        case ast.If(
            test=ast.Compare(ops=[ast.Gt() | ast.Lt() as operator]),
            body=[ast.Assign(targets=[ast.Name(id=best)], value=kept)],
            orelse=[],
        ) if best == name:
            text, keep = ast.unparse(kept), "max" if isinstance(operator, ast.Gt) else "min"
            text = f"{name} = {keep}([{ast.unparse(first)}, *({inner.get(text, text)} {each})])"
        case ast.Assign(
            targets=[ast.Name(id=best)],
            value=ast.Call(func=ast.Name(id="max" | "min" as keep), args=[_, kept]),
        ) if best == name:
            text = ast.unparse(kept)
            text = f"{name} = {keep}([{ast.unparse(first)}, *({inner.get(text, text)} {each})])"
        case _:
            return None
    return ast.parse(text).body[0]


def _loop(statement: ast.stmt, number: int) -> list[ast.stmt]:
    """A loop before a statement that has one comprehension, or the statement as it is."""
    if not isinstance(statement, ast.Return | ast.Assign):
        return [statement]
    found = [n for n in ast.walk(statement) if isinstance(n, ast.ListComp | ast.GeneratorExp)]
    if len(found) != 1 or any(isinstance(n, ast.Lambda) for n in ast.walk(statement)):
        return [statement]
    (comprehension,) = found
    name = f"rows_{number}"
    lines, indent = [f"{name} = []"], ""
    for each in comprehension.generators:
        lines.append(f"{indent}for {ast.unparse(each.target)} in {ast.unparse(each.iter)}:")
        indent += "    "
        for test in each.ifs:
            lines.append(f"{indent}if {ast.unparse(test)}:")
            indent += "    "
    lines.append(f"{indent}{name}.append({ast.unparse(comprehension.elt)})")
    text = ast.unparse(statement).replace(_written(comprehension), name, 1)
    return ast.parse("\n".join([*lines, text])).body


def _written(node: ast.ListComp | ast.GeneratorExp) -> str:
    return ast.unparse(node)


def reformatted(text: str, rng: random.Random) -> str:
    """Other comments, blank lines and docstrings, which `ast.unparse` has left out."""
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if line.strip() and rng.random() < 0.3 and not line.lstrip().startswith(("el", "ex", "fi")):
            lines.append(indent + rng.choice(COMMENTS))
        lines.append(line + rng.choice(["", "", "  # ok"]) if '"' not in line else line)
        if rng.random() < 0.2:
            lines.append("")
    return "\n".join(lines) + "\n"


Change = Callable[[ast.Module, random.Random], ast.Module]
DISGUISES: Mapping[str, Sequence[Change]] = {
    "comments, format": (),
    "renamed": (renamed,),
    "reordered, renamed": (reordered, renamed),
    "loops": (relooped,),
    "all of it": (relooped, reordered, renamed),
}
"""By kind: what is changed, besides comments and format."""


def disguised(source: str, kind: str, seed: int) -> str:
    """`source` as a copy of that kind; it does the same."""
    rng = random.Random(f"{kind} {seed}")
    module = ast.parse(source)
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list) and len(body) > 1 and _is_docstring(body[0]):
            del body[0]
    for change in DISGUISES[kind]:
        module = ast.fix_missing_locations(change(module, rng))
    text = reformatted(ast.unparse(module), rng)
    compile(text, kind, "exec")
    return text


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
