"""Changes to statements: missing, needless, or at a wrong place. Each operator yields those of one
kind for a function."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .expression_edits import MEAN, in_parentheses
from .source_text import Changes, Piece, Scope, Splice, bodies, called, is_number


def fresh_default(scope: Scope) -> Changes:
    arguments = scope.function.args
    named = zip(arguments.args[::-1], arguments.defaults[::-1], strict=False)
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for argument, default in (*named, *only):
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            made = f"if {argument.arg} is None: {argument.arg} = {scope.text(default)}"
            splices = [scope.replaced(default, "None"), scope.before(scope.first, made)]
            yield default, Piece.FRESH, splices


def reset_at_the_start(scope: Scope) -> Changes:
    """What is kept from move to move: attributes, and tables of a class or of the file."""
    if not scope.is_entry or not scope.kind:
        return
    for each in ast.walk(scope.kind):
        if isinstance(each, ast.Assign) and _is_made_of_nothing(each.value):
            name = scope.text(each.targets[0])
            name = f"self.{name}" if each in scope.kind.body else name
            if name.startswith("self."):
                line = f"{name} = {scope.text(each.value)}"
                yield each, Piece.FRESH, [scope.before(scope.first, line)]
    for each in scope.source.tree.body:
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Dict | ast.List | ast.Call):
            line = f"{scope.text(each.targets[0])}.clear()"
            yield each, Piece.FRESH, [scope.before(scope.first, line)]


def _is_made_of_nothing(value: ast.expr) -> bool:
    """Whether a value depends on nothing that was given."""
    names = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
    return isinstance(value, ast.Call) or not names - {"float", "inf", "math"}


def mean(scope: Scope) -> Changes:
    for call in scope.each(ast.Call):
        is_of_list = called(call) in ("sum", "min", "max") and len(call.args) == 1
        if is_of_list or (called(call) in ("choice", "next") and call.args):
            yield call, Piece.FUNCTION, f"{MEAN}{in_parentheses(scope, call.args[0])}"
    for node in scope.each(ast.Subscript):
        if called(node.value) in ("sorted", "list"):
            yield node, Piece.FUNCTION, f"{MEAN}({scope.text(node.value)})"
    for loop in filter(scope.stands_alone, scope.each(ast.For, ast.While)):
        for each in ast.walk(loop):
            if added := _accumulated(scope, each):
                name, text = added
                new = f"_seen.append({text}); {name} = sum(_seen) / len(_seen)"
                splices = [scope.before(loop, "_seen = []"), scope.replaced(each, new)]  # type: ignore[arg-type]
                yield each, Piece.FUNCTION, splices
    for back in scope.each(ast.Return):
        if isinstance(back.value, ast.Name | ast.Call):
            for count in scope.counts:
                yield back.value, Piece.VALUE, f"{scope.text(back.value)} / {count}"


def _accumulated(scope: Scope, node: ast.AST) -> tuple[str, str] | None:
    """The name of what a statement adds to, and what it adds."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return node.target.id, scope.text(node.value)
    if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse:
        (inner,) = node.body
        if isinstance(node.test, ast.Compare) and isinstance(inner, ast.Assign):
            return scope.text(inner.targets[0]), scope.text(inner.value)
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return None
    name, value = node.targets[0].id, node.value
    texts = list(map(scope.text, value.args)) if isinstance(value, ast.Call) else []
    if called(value) not in ("min", "max") or len(texts) != 2 or name not in texts:
        return None
    texts.remove(name)
    return name, texts[0]


def test_for_the_end(scope: Scope) -> Changes:
    state = scope.state
    if scope.is_entry or state not in scope.parameters:
        return
    value = scope.words.value(state)
    ends = [(scope.words.terminal(state), each) for each in (scope.words.score(state), value)]
    ends += [(f"{name} <= 0", value) for name in scope.parameters if is_number(name)]
    for test, worth in ends:
        for text in _like_others(scope, worth):
            line = scope.before(scope.first, f"if {test}: return {text}")
            yield scope.first, Piece.MORE, [line]


def _like_others(scope: Scope, value: str) -> Sequence[str]:
    """`value` as the function returns it: in a pair, if it returns pairs."""
    returns_pairs = any(isinstance(each.value, ast.Tuple) for each in scope.each(ast.Return))
    return [f"({value}, None)", f"(None, {value})"] if returns_pairs else [value]


def restored(scope: Scope) -> Changes:
    returns = [*scope.each(ast.Return)]
    changed = {
        scope.text(target): each
        for each in scope.each(ast.AugAssign, ast.Assign)
        for target in ([each.target] if isinstance(each, ast.AugAssign) else each.targets)
        if isinstance(target, ast.Attribute)
    }
    for name, each in changed.items():
        splices = [scope.before(scope.first, f"_saved = {name}")]
        for back in returns:
            value = scope.text(back.value) if back.value else "None"
            text = f"_result = {value}; {name} = _saved; return _result"
            splices.append(scope.replaced(back, text))
        yield each, Piece.FRESH, splices


def return_filled(scope: Scope) -> Changes:
    values = [*scope.own_names]
    if scope.state:
        values = [scope.words.value(scope.state), scope.words.score(scope.state), *values]
    for back in scope.each(ast.Return):
        is_empty = back.value is None or scope.text(back.value) == "None"
        for value in values if is_empty else values[:2]:
            for text in _like_others(scope, value):
                yield back, Piece.VALUE, f"return {text}"
    last = scope.function.body[-1]
    if not isinstance(last, ast.Return) and scope.stands_alone(last):
        for value in values:
            yield last, Piece.MORE, [scope.after(last, f"return {value}")]
    for each in scope.each(ast.Expr):
        if isinstance(each.value, ast.Call):
            yield each, Piece.VALUE, f"return {scope.text(each.value)}"


def dropped(scope: Scope) -> Changes:
    for decorator in scope.function.decorator_list:
        start, end, _ = scope.replaced(decorator, "")
        yield decorator, Piece.WITHOUT, [(start - len("@"), end, "")]
    for test in scope.tests():
        yield test, Piece.CONDITION, "False"
        yield test, Piece.CONDITION, "True"
    kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.Break, ast.Continue, ast.Return)
    for each in scope.each(*kinds):
        yield each, Piece.WITHOUT, "pass"
        if isinstance(each, ast.Break | ast.Continue):
            yield each, Piece.WITHOUT, "continue" if isinstance(each, ast.Break) else "break"


def updated(scope: Scope) -> Changes:
    """Missing updates of the best value, of alpha and of beta."""
    others = [n for n in scope.own_names if not is_number(n) and n not in scope.states]
    for each in filter(scope.stands_alone, scope.each(ast.Assign, ast.AugAssign, ast.Expr)):
        for found in _found(scope, each):
            for name in others:
                for best in ("max", "min"):
                    line = f"{name} = {best}({name}, {found})"
                    yield each, Piece.MORE, [scope.after(each, line)]


def _found(scope: Scope, node: ast.Assign | ast.AugAssign | ast.Expr) -> Iterator[str]:
    """The values that a statement has found."""
    if isinstance(node, ast.Expr):
        call = node.value
        if called(call) == "append" and isinstance(call, ast.Call):
            yield f"{scope.text(call.func).removesuffix('.append')}[-1]"
        return
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    yield from (scope.text(each) for each in names if isinstance(each, ast.Name | ast.Subscript))


def moved(scope: Scope) -> Changes:
    """A statement out of the loop or condition that it ends, or into the one before it."""
    blocks = [scope.function, *scope.each(ast.For, ast.While, ast.If)]
    for node in blocks[1:]:
        for block in bodies(node):
            if len(block) > 1 and scope.stands_alone(block[-1]):
                yield block[-1], Piece.PLACE, _moved(scope, block[-1], node)
    for block in (each for node in blocks for each in bodies(node)):
        for loop, after in pairwise(block):
            if isinstance(loop, ast.For | ast.While | ast.If) and scope.stands_alone(after):
                inner = loop.body[-1]
                if scope.stands_alone(inner):
                    yield after, Piece.PLACE, _moved(scope, after, inner)


def _moved(scope: Scope, statement: ast.stmt, behind: ast.stmt) -> Sequence[Splice]:
    """A statement written after another one instead, as far indented as that."""
    before, indent = scope.indent(statement), scope.indent(behind)
    lines = scope.text(statement).split("\n")
    text = "\n".join(f"{indent}{line.removeprefix(before)}" for line in lines)
    at = scope.source.end(behind)
    return [scope.replaced(statement, "pass"), (at, at, f"\n{text}")]
