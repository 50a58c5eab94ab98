"""Changes to statements: missing, needless, or at a wrong place. Each operator yields those of one
kind for a function."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product

from .expression_edits import IS_INFINITE, MEAN, in_parentheses
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
        is_of_list = called(call) in _OF_LISTS and len(call.args) == 1
        if is_of_list or (called(call) in ("choice", "next") and call.args):
            yield call, Piece.FUNCTION, f"{MEAN}{in_parentheses(scope, call.args[0])}"
        elif called(call) == "reduce" and len(call.args) > 1:
            yield call, Piece.FUNCTION, f"{MEAN}{in_parentheses(scope, call.args[1])}"
    for node in scope.each(ast.Subscript):
        if called(node.value) in ("sorted", "list"):
            yield node, Piece.FUNCTION, f"{MEAN}({scope.text(node.value)})"
    for loop in filter(scope.stands_alone, scope.each(ast.For, ast.While)):
        for each in ast.walk(loop):
            for name, text in _accumulated(scope, each):
                start, kept = scope.before(loop, "_seen = []"), f"_seen.append({text})"
                for new in _of_all(scope, name):
                    at_once = scope.replaced(each, f"{kept}; {new}")  # type: ignore[arg-type]
                    yield each, Piece.FUNCTION, [start, at_once]
                    for found in loop.body:
                        if isinstance(found, ast.Assign) and scope.text(found.targets[0]) == text:
                            later = scope.replaced(each, new)  # type: ignore[arg-type]
                            yield each, Piece.FUNCTION, [start, scope.after(found, kept), later]
    for back in scope.each(ast.Return):
        if isinstance(back.value, ast.Name | ast.Call):
            for count in scope.counts:
                yield back.value, Piece.VALUE, f"{scope.text(back.value)} / {count}"


_OF_LISTS = ("sum", "min", "max", "median", "mode", "mean", "fmean")


def _of_all(scope: Scope, name: str) -> Iterator[str]:
    """`name` as the mean of all that was seen; and where MAX moves, as the best of it."""
    mean_of_all = "sum(_seen) / len(_seen)"
    yield f"{name} = {mean_of_all}"
    if scope.state:
        yield f"{name} = max(_seen) if {scope.turn(scope.state)} else {mean_of_all}"


def _accumulated(scope: Scope, node: ast.AST) -> Iterator[tuple[str, str]]:
    """The name of what a statement changes by a value, and that value."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        value = node.value
        if isinstance(value, ast.BinOp):  # its weight doesn't count
            value = value.right if isinstance(value.right, ast.Call) else value.left
        yield node.target.id, scope.text(value)
    elif isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse:
        (inner,) = node.body
        if isinstance(node.test, ast.Compare) and isinstance(inner, ast.Assign):
            yield scope.text(inner.targets[0]), scope.text(inner.value)
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        parts = [*ast.walk(node.value)]
        texts = [scope.text(each) for each in parts if isinstance(each, ast.Name | ast.Call)]
        if name in texts:
            yield from ((name, text) for text in texts[1:] if text != name)


def every_action(scope: Scope) -> Changes:
    """All actions instead of one that was picked."""
    for pick in scope.each(ast.Assign):
        value, name = pick.value, pick.targets[0]
        is_picked = called(value) in ("choice", "next") and value.args
        if is_picked or isinstance(value, ast.Subscript):
            actions = scope.text(value.args[0] if is_picked else value.value)
            for back in scope.each(ast.Return):
                if back.value and back.lineno > pick.lineno:
                    text = f"[{scope.text(back.value)} for {scope.text(name)} in {actions}]"
                    for function in (MEAN, "min", "max"):
                        yield pick, Piece.VALUE, [scope.replaced(back.value, f"{function}({text})")]
    yield from _greedy(scope)


def _greedy(scope: Scope) -> Changes:
    """All successors searched, instead of the one that looks best."""
    for call in scope.each(ast.Call):
        for pick in call.args[:1]:
            if called(pick) in ("max", "min") and isinstance(pick, ast.Call) and pick.keywords:
                rest = "".join(f", {scope.text(each)}" for each in call.args[1:])
                searched = f"[{scope.text(call.func)}(_each{rest}) for _each in"
                values = f"{searched} {scope.text(pick.args[0])}]"
                for function in (called(pick), MEAN):
                    yield call, Piece.VALUE, f"{function}({values})"


def test_for_the_end(scope: Scope) -> Changes:
    state = scope.state
    if scope.is_entry or state not in scope.parameters:
        return
    body = scope.function.body
    first = next((each for each in body if isinstance(each, ast.If)), scope.first)
    value = scope.words.value(state)
    ends = [(scope.words.terminal(state), each) for each in (scope.words.score(state), value)]
    ends += [(f"{name} <= 0", value) for name in scope.parameters if is_number(name)]
    for test, worth in ends:
        if isinstance(first, ast.Return) and first.value and not scope.stands_alone(first):
            yield first.value, Piece.MORE, f"{worth} if {test} else {scope.text(first.value)}"
            continue
        for text in _like_others(scope, worth):
            line = scope.before(first, f"if {test}: return {text}")
            yield first, Piece.MORE, [line]


def _like_others(scope: Scope, value: str) -> Sequence[str]:
    """`value` as the function returns it: in a pair, if it returns pairs."""
    returns_pairs = any(isinstance(each.value, ast.Tuple) for each in scope.each(ast.Return))
    return [f"({value}, None)", f"(None, {value})"] if returns_pairs else [value]


def restored(scope: Scope) -> Changes:
    """What a deeper search has changed: attributes, and what a loop changes for its next round."""
    changed = {
        scope.text(target): each
        for each in scope.each(ast.AugAssign, ast.Assign)
        for target in ([each.target] if isinstance(each, ast.AugAssign) else each.targets)
        if isinstance(target, ast.Attribute) or scope.text(target) in scope.parameters
    }
    attributes = [name for name in changed if "." in name]
    returns = [*scope.each(ast.Return)]
    for names in filter(None, [*([name] for name in attributes), attributes]):
        saved = ", ".join(names)
        save = scope.before(scope.first, f"_saved = {saved}")
        restore = []
        for back in returns:
            value = scope.text(back.value) if back.value else "None"
            text = f"_result = {value}; {saved} = _saved; return _result"
            restore.append(scope.replaced(back, text))
            yield back, Piece.FRESH, [save, restore[-1]]
        yield changed[names[0]], Piece.FRESH, [save, *restore]
    for loop in scope.each(ast.For):
        first = loop.body[0]
        for name, each in changed.items():
            if loop.lineno < each.lineno <= loop.end_lineno and scope.stands_alone(first):
                kept = [
                    scope.before(loop, f"_kept = {name}"),
                    scope.before(first, f"{name} = _kept"),
                ]
                yield each, Piece.FRESH, kept
    stored = scope.stored
    for call in scope.each(ast.Assign, ast.Expr, ast.AugAssign) if stored else ():
        if scope.searches(call) and scope.stands_alone(call):
            saved = ", ".join(stored)
            splices = [
                scope.before(call, f"_saved = {saved}"),
                scope.after(call, f"{saved} = _saved"),
            ]
            yield changed.get(stored[0], call), Piece.FRESH, splices


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


def like_another_branch(scope: Scope) -> Changes:
    """What another branch of the same condition does."""
    for first in scope.each(ast.If):
        if first.orelse:
            branches = [first.body, first.orelse]
            while len(branches[-1]) == 1 and isinstance(inner := branches[-1][0], ast.If):
                branches[-1:] = [inner.body, *([inner.orelse] if inner.orelse else [])]
            short = [each[0] for each in branches if len(each) == 1 and scope.stands_alone(each[0])]
            for one, other in permutations(short, 2):
                if isinstance(other, ast.Assign | ast.AugAssign | ast.Return | ast.Expr):
                    yield one, Piece.VALUE, scope.text(other)


def updated(scope: Scope) -> Changes:
    """Missing updates of the best value, of alpha and of beta."""
    others = [n for n in scope.own_names if not is_number(n) and n not in scope.states]
    places = [(each, each) for each in scope.each(ast.Assign, ast.AugAssign, ast.Expr)]
    for loop in scope.each(ast.For, ast.While):
        last = loop.body[-1]
        if isinstance(last, ast.If):
            inside = (e for e in ast.walk(loop) if isinstance(e, ast.Assign | ast.AugAssign))
            places += [(last, each) for each in inside]
    for last, each in places:
        for found in _found(scope, each) if scope.stands_alone(last) else ():
            for name, best in product(others, ("max", "min")):
                line = f"{name} = {best}({name}, {found})"
                yield last, Piece.MORE, [scope.after(last, line)]
    for each in scope.each(ast.Assign):
        if isinstance(each.targets[0], ast.Name) and isinstance(each.value, ast.Name | ast.Call):
            for best in ("max", "min"):
                values = f"{scope.text(each.targets[0])}, {scope.text(each.value)}"
                yield each.value, Piece.VALUE, f"{best}({values})"
    for test in (each for each in scope.each(ast.If) if isinstance(each.test, ast.Compare)):
        one, other = scope.text(test.test.left), scope.text(test.test.comparators[0])
        last = test.body[-1]
        for line in (f"{one} = {other}", f"{other} = {one}") if scope.stands_alone(last) else ():
            yield last, Piece.MORE, [scope.after(last, line)]


def cut_inserted(scope: Scope) -> Changes:
    """Missing cuts, and missing bounds in calls."""
    found = (
        (loop, each)
        for loop in scope.each(ast.For, ast.While)
        for each in ast.walk(loop)
        if isinstance(each, ast.Assign) and scope.stands_alone(each)
    )
    bounds = scope.bounds
    best = {n for n in scope.own_names if not is_number(n)} - {*scope.parameters, *scope.states}
    for loop, each in found:
        for bound in bounds:
            for sign in "><":
                cut = f"if {scope.text(each.targets[0])} {sign} {bound}: break"
                yield each, Piece.MORE, [scope.after(each, cut)]
        for call in (call for call in ast.walk(each.value) if isinstance(call, ast.Call)):
            values = (*call.args, *(keyword.value for keyword in call.keywords))
            for own in (value for value in values if scope.text(value) in best):
                for bound, sides in product(bounds, ("max", "min")):
                    yield own, Piece.VALUE, f"{sides}({bound}, {scope.text(own)})"
            for infinite in (value for value in values if IS_INFINITE(scope.text(value))):
                yield from ((infinite, Piece.VALUE, bound) for bound in bounds)
                if scope.is_entry and each in loop.body:
                    raised = f"_best = max(_best, {scope.text(each.targets[0])})"
                    splices = [
                        scope.before(loop, '_best = -float("inf")'),
                        scope.replaced(infinite, "_best"),
                        scope.after(each, raised),
                    ]
                    yield infinite, Piece.VALUE, splices


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
    """A statement out of the loop or condition that it begins or ends, into the one before it, or
    behind the next one."""
    blocks = [scope.function, *scope.each(ast.For, ast.While, ast.If)]
    for node in blocks[1:]:
        for block in bodies(node):
            if len(block) > 1 and _can_be_moved(scope, block[-1]):
                yield block[-1], Piece.PLACE, _moved(scope, block[-1], node)
            if len(block) > 1 and not isinstance(node, ast.If) and _can_be_moved(scope, block[0]):
                line = scope.before(node, scope.text(block[0]))
                yield block[0], Piece.PLACE, [line, scope.replaced(block[0], "pass")]
    for block in (each for node in blocks for each in bodies(node)):
        for loop, after in pairwise(block):
            if isinstance(loop, ast.For | ast.While | ast.If) and _can_be_moved(scope, after):
                inner = loop.body[-1]
                if scope.stands_alone(inner):
                    yield after, Piece.PLACE, _moved(scope, after, inner)
                if isinstance(after, ast.Assign):
                    line = scope.before(loop, scope.text(after))
                    yield loop, Piece.PLACE, [line, scope.replaced(after, "pass")]
        for loop in (each for each in block if isinstance(each, ast.For | ast.While)):
            for each in block[: block.index(loop)]:
                if isinstance(each, ast.Assign) and scope.stands_alone(loop.body[0]):
                    yield each, Piece.PLACE, [scope.before(loop.body[0], scope.text(each))]


def _can_be_moved(scope: Scope, statement: ast.stmt) -> bool:
    return scope.stands_alone(statement) and not isinstance(statement, ast.For | ast.While)


def _moved(scope: Scope, statement: ast.stmt, behind: ast.stmt) -> Sequence[Splice]:
    """A statement written after another one instead, as far indented as that."""
    before, indent = scope.indent(statement), scope.indent(behind)
    lines = scope.text(statement).split("\n")
    text = "\n".join(f"{indent}{line.removeprefix(before)}" for line in lines)
    at = scope.source.end(behind)
    return [scope.replaced(statement, "pass"), (at, at, f"\n{text}")]
