"""Python source as the operations that it does: the same for a loop and a comprehension."""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .interface import BUILTINS, interface
from .tokens import Token

_OPPOSITE = {ast.Gt: "Lt", ast.GtE: "LtE"}
_INFINITY = {"inf", "infinity", "math.inf", "np.inf", "numpy.inf"}
_MAX, _MIN = "max", "min"
_SHORTEST, _LONGEST = 3, 40
"""Characters of a detail."""
_LEFT_OUT = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass, ast.Delete)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Operations(NamedTuple):
    """What a file does."""

    functions: tuple[tuple[Token, ...], ...]
    """The operations of each function, nested ones on their own, and of what is outside of
    functions: their order doesn't matter."""
    details: frozenset[str]
    """Its author's names and numbers."""


def operations_of(module: ast.Module) -> Operations:
    """The operations of a file, operands before what is done with them.

    A loop has those of the comprehension that does the same, an `if` those of a conditional
    expression, and `if a > b: b = a` those of `max`. Names, assignments, imports, annotations and
    texts have none.

    Raises RecursionError if it is nested too deeply.
    """
    writer = _Writer(module)
    return Operations(
        tuple(filter(None, writer.functions)), frozenset(filter(_is_telling, writer.details))
    )


class _Writer(ast.NodeVisitor):
    """Writes the operations of each function."""

    def __init__(self, module: ast.Module) -> None:
        self.functions: list[tuple[Token, ...]] = []
        self.details: set[str] = set()
        self._operations: list[Token] = []
        self._line = 1
        self._function(module.body)

    def visit(self, node: ast.AST) -> None:
        self._line = getattr(node, "lineno", self._line)
        super().visit(node)

    def _all(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            if not isinstance(node, _LEFT_OUT):
                self.visit(node)

    def _add(self, kind: str, node: ast.AST | None = None) -> None:
        self._operations.append(Token(kind, getattr(node, "lineno", self._line)))

    def _function(self, body: Sequence[ast.AST]) -> None:
        outer, self._operations = self._operations, []
        self._all(body)
        self.functions.append(tuple(self._operations))
        self._operations = outer

    # Statements

    def visit_FunctionDef(self, node: _Function) -> None:
        self.details |= {node.name, *(each.arg for each in node.args.args)}
        self._function([*filter(None, [*node.args.defaults, *node.args.kw_defaults]), *node.body])

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.details.add(node.name)
        self._all(node.body)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant) and not _is_print(node.value):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._all(node.targets)
        self._value(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        self._value(node.value)

    def _value(self, value: ast.AST | None) -> None:
        """What is assigned; a start value is none."""
        if value and not _is_start(value):
            self.visit(value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._all([node.target, node.value])
        self._add(type(node.op).__name__, node)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self._loop(node.target, node.iter)
        self._all([*node.body, *node.orelse])

    visit_AsyncFor = visit_For  # noqa: N815

    def _loop(self, target: ast.AST, iterated: ast.AST) -> None:
        self.visit(target)
        self.visit(iterated)
        self._add("for", iterated)

    def visit_If(self, node: ast.If) -> None:
        if kept := _kept_best(node):
            kind, body = kept
            self._add(kind, node)
            self._all([*body, *node.orelse])
            return
        self._choice(node.test, node.body, node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._choice(node.test, [node.body], [node.orelse])

    def _choice(self, test: ast.AST, body: Sequence[ast.AST], orelse: Sequence[ast.AST]) -> None:
        self.visit(test)
        self._add("if", test)
        self._all(body)
        self._all(orelse)

    # Expressions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> None:
        self._generators(node.generators)
        self.visit(node.elt)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._generators(node.generators)
        self._all([node.key, node.value])

    def _generators(self, generators: Sequence[ast.comprehension]) -> None:
        for each in generators:
            self._loop(each.target, each.iter)
            for test in each.ifs:
                self.visit(test)
                self._add("if", test)

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        operands = [*node.args, *(keyword.value for keyword in node.keywords)]
        if name == "float" and _is_infinity(node):
            return
        if name == "append" and isinstance(node.func, ast.Attribute):
            self._all(operands)  # as the element of a comprehension
            return
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
        self._all(operands)
        if (
            name == "sum"
            and node.args
            and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp)
        ):
            self._add("Add", node)  # as a loop that adds
        elif isinstance(node.func, ast.Name) and name in BUILTINS:
            self._add(name, node)
        elif name in interface():
            self._add(f".{name}", node)
        else:
            self.details.add(name)
            self._add("call", node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if _is_infinity(node):
            return
        self.visit(node.value)
        if node.attr in interface():
            self._add(f".{node.attr}", node)
        else:
            self.details.add(node.attr)

    def visit_Name(self, node: ast.Name) -> None:
        if not _is_infinity(node):
            self.details.add(node.id)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool | None):
            self._add(str(node.value), node)
        elif isinstance(node.value, int | float):
            self.details.add(repr(abs(node.value)))
            self._add("number", node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if not _is_infinity(node.operand):
            self.visit(node.operand)
            self._add(type(node.op).__name__, node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._all([node.left, node.right])
        self._add(type(node.op).__name__, node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._all(node.values)
        self._add(type(node.op).__name__, node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        turned = len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE
        self._all(operands[::-1] if turned else operands)
        for operator in node.ops:
            kind = type(operator)
            self._add(_OPPOSITE.get(kind, kind.__name__), node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._all([node.value, node.slice])
        self._add("item", node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.body)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._add("while", node)
        self._all([*node.body, *node.orelse])

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text has no operations."""


def _is_telling(detail: str) -> bool:
    return _SHORTEST <= len(detail) <= _LONGEST


def _name(function: ast.AST) -> str:
    """The last part of a function's name."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == "print"


def _is_infinity(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
            return text.lstrip("+-").lower() in _INFINITY
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return f"{module}.{name}" in _INFINITY
    return isinstance(node, ast.Name) and node.id in _INFINITY


def _is_start(node: ast.AST) -> bool:
    """Whether a loop starts with such a value, where a comprehension needs none."""
    match node:
        case ast.Constant() | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Tuple(elts=parts):
            return all(map(_is_start, parts))
        case ast.UnaryOp(operand=operand):
            return _is_infinity(operand)
    return _is_infinity(node)


def _kept_best(node: ast.If) -> tuple[str, list[ast.stmt]] | None:
    """For `if value > best: best = value`: max or min, and what else it does."""
    kinds = dict(_comparisons(node.test))
    rest, kind = [], ""
    for statement in node.body:
        pairs = list(_assigned(statement))
        found = [kinds[pair] for pair in pairs if pair in kinds]
        kind = kind or (found[0] if found else "")
        if not found or len(pairs) > 1:
            rest.append(statement)
    return (kind, rest) if kind else None


def _comparisons(test: ast.AST) -> Iterator[tuple[tuple[str, str], str]]:
    """For each comparison: which assignment of which value, as text, keeps which of the two."""
    parts = test.values if isinstance(test, ast.BoolOp) else [test]
    for part in parts:
        match part:
            case ast.Compare(left=left, ops=[ast.Gt() | ast.GtE()], comparators=[right]):
                pass
            case ast.Compare(left=right, ops=[ast.Lt() | ast.LtE()], comparators=[left]):
                pass
            case _:
                continue
        larger, smaller = ast.unparse(left), ast.unparse(right)
        yield (smaller, larger), _MAX
        yield (larger, smaller), _MIN


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = zip(targets, values, strict=False)
        case ast.Assign(targets=[target], value=value):
            pairs = zip([target], [value], strict=True)
        case _:
            return
    for target, value in pairs:
        yield ast.unparse(target), ast.unparse(value)
