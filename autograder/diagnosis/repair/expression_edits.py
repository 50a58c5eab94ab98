"""Changes to expressions: conditions, numbers, names, calls. Each operator yields those of one kind
for a function."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any, TypeGuard

from .source_text import ENTRIES, Changes, Piece, Scope, Splice, called, is_number, makes_state

MEAN = "(lambda _seen: sum(_seen) / len(_seen))"
"""The mean of a list."""
_INFINITY = 'float("inf")'
IS_INFINITE = re.compile(r"-?(float\(.[-+]?inf(inity)?.\)|(\w+\.)?(inf|\w*INF\w*))").fullmatch
_LARGE = 99
"""A search that starts at such a number may mean infinity."""
_EXTREME = re.compile(r"sys\.(maxsize|float_info\.\w+)|([\w.]*\.)?[A-Z][A-Z_]{2,}").fullmatch
"""So may one that starts at such a constant: `sys.maxsize`, `WINDOW`."""
_SEARCHES = ("value", "search", "negamax", "min", "max", "exp")
"""Functions of a search begin so."""
_SIGNS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">", ">=", "=="),
    ast.LtE: ("<", ">=", ">", "=="),
    ast.Gt: (">=", "<", "<=", "=="),
    ast.GtE: (">", "<=", "<", "=="),
    ast.Eq: ("!=", "<=", ">="),
    ast.NotEq: ("==", "<=", ">="),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_OTHER_SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*"}


def divisor(scope: Scope) -> Changes:
    for node in scope.each(ast.BinOp):
        if isinstance(node.op, ast.Div | ast.FloorDiv):
            for count in scope.counts:
                yield node.right, Piece.DIVISOR, count
        if isinstance(node.op, ast.FloorDiv):
            yield node, Piece.DIVISOR, f"{scope.text(node.left)} / {scope.text(node.right)}"
    for each in scope.each(ast.Constant):
        if isinstance(each.value, float) and 0 < each.value < 1:
            yield from ((each, Piece.NUMBER, f"1 / {count}") for count in scope.counts)
    products = (each for each in scope.each(ast.BinOp) if isinstance(each.op, ast.Mult))
    factors = [(each.left, each.right) for each in products if scope.searches(each)]
    weights = [each for each in chain(*factors) if isinstance(each, ast.Name | ast.Attribute)]
    names = [scope.text(each) for each in weights]
    assigned = (e.value for e in scope.each(ast.Assign) if scope.text(e.targets[0]) in names)
    for weight in (*assigned, *weights):
        yield from ((weight, Piece.NUMBER, f"1 / {each}") for each in scope.counts)


def filter_dropped(scope: Scope) -> Changes:
    for each in scope.each(ast.comprehension):
        for test in each.ifs:
            yield test, Piece.FILTER, "True"
    for node in scope.each(ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            yield node, Piece.FILTER, scope.text(node.value)
    for node in scope.each(ast.SetComp):  # of equal values, it keeps one
        yield node, Piece.FILTER, f"[{scope.text(node)[1:-1]}]"
    for each in scope.each(ast.Assign):  # an iterator is empty when it is used again
        if isinstance(each.value, ast.GeneratorExp) or called(each.value) in ("map", "filter"):
            yield each.value, Piece.FILTER, f"list({scope.text(each.value)})"


def whole_state(scope: Scope) -> Changes:
    """In keys of tables: the state instead of something about it, and everything else given."""
    others = [name for name in scope.parameters if name not in scope.states]
    for each in scope.each(ast.Assign):
        parts = each.value.elts if isinstance(each.value, ast.Tuple) else [each.value]
        names = [scope.text(part) for part in parts if isinstance(part, ast.Name)]
        if len(names) == len(parts) and {*names[:1]} & {*scope.states}:
            yield each.value, Piece.VALUE, f"({scope.state}, {', '.join(others)},)"
    for node in scope.each(ast.Attribute, ast.Call):
        parent = scope.parents.get(node)
        if isinstance(parent, ast.Tuple | ast.FormattedValue | ast.Subscript | ast.Assign):
            names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            for state in (name for name in names if name in scope.states):
                yield node, Piece.VALUE, state


def sides_change(scope: Scope) -> Changes:
    for node in scope.each(ast.UnaryOp):
        if not isinstance(node.op, ast.USub) or IS_INFINITE(scope.text(node)):
            continue
        text = scope.text(node.operand)
        for child in _children_of(scope, node.operand) if scope.state else ():
            same = f"({scope.turn(scope.state)}) == ({scope.turn('_next')})"
            own = _for_the_same_side(scope, node.operand)
            chosen = f"{own} if {same} else -{text}".replace(child, "_next")
            yield node, Piece.SIGN, f"(lambda _next: {chosen})({child})"
        for child in scope.states:
            same = f"({scope.turn(scope.state)}) == ({scope.turn(child)})"
            yield node, Piece.SIGN, f"{text} if {same} else -{text}"
        if scope.state:
            yield node, Piece.SIGN, f"{text} if {scope.turn(scope.state)} else -{text}"
            yield node, Piece.SIGN, f"-{text} if {scope.turn(scope.state)} else {text}"
        yield node, Piece.SIGN, text
    for call in scope.each(ast.Call):
        if any(map(makes_state, call.args)) or called(call).startswith(_SEARCHES):
            yield call, Piece.SIGN, f"-{scope.text(call)}"
    for back in scope.each(ast.Return):
        if back.value and scope.state and not isinstance(back.value, ast.Tuple):
            text = scope.text(back.value)
            yield back.value, Piece.SIGN, f"{text} if {scope.turn(scope.state)} else -({text})"
            yield back.value, Piece.SIGN, f"-({text})"


def _for_the_same_side(scope: Scope, call: ast.Call) -> str:
    """A call without its turned window: `f(s, alpha, beta)` for `f(s, -beta, -alpha)`."""
    texts = [scope.text(each) for each in call.args]
    turned = [n for n, each in enumerate(call.args) if isinstance(each, ast.UnaryOp)]
    for number, other in zip(turned, (*turned[1::-1], *turned[2:]), strict=True):
        texts[number] = scope.text(call.args[other].operand)  # type: ignore[attr-defined]
    return f"{scope.text(call.func)}({', '.join(texts)})"


def _children_of(scope: Scope, node: ast.expr) -> Iterator[str]:
    """The states that a call gets."""
    for argument in node.args if isinstance(node, ast.Call) else ():
        text = scope.text(argument)
        if makes_state(argument) or text in scope.states:
            yield text


def by_turn(scope: Scope) -> Changes:
    for node in scope.each(ast.Name):
        if node.id in ("max", "min", "sum"):
            for state in scope.states:
                yield node, Piece.FUNCTION, f"max if {scope.turn(state)} else min"
    for call in scope.each(ast.Call):
        if called(call) in ("max", "min") and len(call.args) == 1 and scope.state:
            values = in_parentheses(scope, call.args[0])
            text = f"max{values} if {scope.turn(scope.state)} else {MEAN}{values}"
            yield call, Piece.FUNCTION, text
    for each in scope.each(ast.Assign) if scope.state else ():
        target, value = scope.text(each.targets[0]), scope.text(each.value)
        if target in scope.bounds:
            turn = scope.turn(scope.state)
            yield each.value, Piece.VALUE, f"{value} if {turn} else {target}"
            yield each.value, Piece.VALUE, f"{target} if {turn} else {value}"
    for node in scope.each(ast.Call, ast.BinOp) if scope.state else ():
        best = ""
        if called(node) == "mean" and not node.args:
            best = f"{scope.text(node.func.value)}.max()"
        elif isinstance(node, ast.BinOp) and called(node.left) == "sum":
            best = scope.text(node.left).replace("sum", "max", 1)
        if best:
            other = f"{best} if {scope.turn(scope.state)} else {scope.text(node)}"
            yield node, Piece.FUNCTION, other


def one_more_or_less(scope: Scope) -> Changes:
    calls = (each for each in scope.each(ast.Call) if called(each) in ("getNumAgents", "len"))
    for node, text in (*scope.numbers(), *((call, scope.text(call)) for call in calls)):
        yield node, Piece.NUMBER, f"{text} + 1"
        yield node, Piece.NUMBER, f"{text} - 1"
    for each in scope.each(ast.Constant):
        if type(each.value) is int:
            for value in dict.fromkeys((each.value - 1, each.value + 1, 0, 1)):
                yield each, Piece.NUMBER, str(value)


def action_for_value(scope: Scope) -> Changes:
    for call in scope.each(ast.Call):
        if called(call) not in ("max", "min") or len(call.args) != 1 or call.keywords:
            continue
        name, text = scope.text(call.func), scope.text(call.args[0])
        values = text.removesuffix(".values()")
        yield call, Piece.VALUE, f"{name}({values}, key={values}.get)"
        for place in (0, 1):
            yield call, Piece.FUNCTION, f"{name}({text}, key=lambda _pair: _pair[{place}])"
        if scope.state:
            actions = scope.words.actions(scope.state)
            best = f"list({actions})[{text}.index({scope.text(call)})]"
            yield call, Piece.VALUE, best
    for loop in scope.each(ast.For):
        for each in ast.walk(loop):
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name):
                text, action = each.value.id, scope.text(loop.target)
                yield each.value, Piece.VALUE, f"({text}[0], {action})"
                yield each.value, Piece.VALUE, f"({action}, {text}[1])"
    for each in scope.each(ast.Return, ast.Assign):
        if isinstance(each.value, ast.Call | ast.Name):
            for index in ("0", "1"):
                yield each.value, Piece.VALUE, f"{scope.text(each.value)}[{index}]"


def score_or_evaluation(scope: Scope) -> Changes:
    for node in scope.each(ast.Attribute, ast.Call):
        if match := re.fullmatch(r"([\w.]+)\.(score|getScore\(\))", scope.text(node)):
            for value in scope.words.values(match[1]):
                yield node, Piece.VALUE, value
        elif isinstance(node, ast.Call) and scope.text(node.func) in scope.words.evaluations:
            for state in (*map(scope.text, node.args[:1]), *scope.states):
                for value in (scope.words.score(f"({state})"), *scope.words.values(f"({state})")):
                    yield node, Piece.VALUE, value


def maximum_or_minimum(scope: Scope) -> Changes:
    for node in scope.each(ast.Name):
        if node.id in ("max", "min", "mean", "fmean"):
            for name in ("min", "max"):
                yield node, Piece.FUNCTION, name
    for call in scope.each(ast.Call):
        is_of_module = isinstance(call.func, ast.Attribute) and call.args
        if is_of_module and called(call) in ("max", "min", "mean", "median"):
            yield from ((call.func, Piece.FUNCTION, name) for name in ("min", "max"))
    for node in scope.each(ast.BinOp):
        if called(node.left) == "sum":
            for name in ("min", "max"):
                yield node, Piece.FUNCTION, scope.text(node.left).replace("sum", name, 1)


def infinity(scope: Scope) -> Changes:
    for node in scope.each(ast.Constant, ast.Attribute, ast.Name):
        is_start = isinstance(node, ast.Constant) and (node.value in (None, 0) or _is_large(node))
        if is_start or (_EXTREME(scope.text(node)) and scope.is_read(node)):
            yield node, Piece.NUMBER, _INFINITY
            yield node, Piece.NUMBER, f"-{_INFINITY}"
            if scope.state:
                turn = scope.turn(scope.state)
                yield node, Piece.NUMBER, f"-{_INFINITY} if {turn} else {_INFINITY}"
    values = [each.value for each in scope.each(ast.Assign) if isinstance(each.value, ast.Call)]
    starts = [each for each in values if scope.text(each.func) in scope.words.evaluations]
    for node in (*starts, *_handed_on(scope)):  # a window may be too narrow
        yield node, Piece.VALUE, _INFINITY
        yield node, Piece.VALUE, f"-{_INFINITY}"
    for statement in scope.source.tree.body if scope.is_entry else ():
        if isinstance(statement, ast.Assign):
            large = [each for each in ast.walk(statement.value) if _is_large(each)]
            splices = [scope.replaced(each, _INFINITY) for each in large]
            yield from [(statement, Piece.NUMBER, splices)] * bool(large)
    for each in scope.each(ast.UnaryOp, ast.Call, ast.Name, ast.Attribute):
        if IS_INFINITE(text := scope.text(each)):
            yield each, Piece.SIGN, f"-({text})"
            yield each, Piece.NUMBER, "0"


def _is_large(node: ast.AST) -> TypeGuard[ast.Constant]:
    is_number = isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    return is_number and abs(node.value) >= _LARGE  # type: ignore[attr-defined]


def times_agents(scope: Scope) -> Changes:
    agents = scope.words.agents(scope.state)
    for node in scope.each(ast.Constant) if scope.state else ():
        if type(node.value) is int:
            yield node, Piece.NUMBER, agents
    for node, text in scope.numbers() if scope.state else ():
        yield node, Piece.NUMBER, f"{text} * {agents}"
        yield node, Piece.NUMBER, f"{text} * {agents} - 1"
        yield node, Piece.NUMBER, f"{text} + {agents} - 1"
    for node in scope.each(ast.BinOp) if scope.state else ():
        if isinstance(node.op, ast.Add):
            yield node, Piece.NUMBER, f"({scope.text(node)}) % {agents}"
        elif isinstance(node.op, ast.Mult):  # plies for each round: a constant, or a list's length
            yield node.left, Piece.NUMBER, agents
            yield node.right, Piece.NUMBER, agents


def condition_changed(scope: Scope) -> Changes:
    for test in scope.tests():
        yield test, Piece.CONDITION, f"not ({scope.text(test)})"
        for state in scope.states:
            yield test, Piece.CONDITION, f"({scope.text(test)}) or {scope.words.terminal(state)}"
            for sign in ("==", "!="):
                turn = f"{scope.words.moves(state)} {sign} 0"
                yield test, Piece.CONDITION, turn
                yield test, Piece.CONDITION, f"({scope.text(test)}) and {turn}"
    for node in scope.each(ast.BoolOp):
        sign = " or " if isinstance(node.op, ast.And) else " and "
        text = sign.join(f"({scope.text(each)})" for each in node.values)
        yield node, Piece.CONDITION, text


def arguments_swapped(scope: Scope) -> Changes:
    for node in scope.each(ast.Call, ast.Tuple):
        parts = node.args if isinstance(node, ast.Call) else node.elts
        yield from ((node, Piece.ARGUMENTS, each) for each in _swaps(scope, parts[:5]))
    for each in _swaps(scope, scope.function.args.args):
        yield scope.function, Piece.ARGUMENTS, each


def argument_given(scope: Scope) -> Changes:
    """An argument that is left out, so that its default counts."""
    names = {kind: [n for n in scope.names if is_number(n) is kind] for kind in (True, False)}
    for call in scope.each(ast.Call):
        parameters = scope.functions.get(called(call), ())
        given = {*parameters[: len(call.args)], *(each.arg for each in call.keywords)}
        text = scope.text(call).removesuffix(")").rstrip(", \n")
        text += ", " if call.args or call.keywords else ""
        for missing in (each for each in parameters if each not in given):
            for name in names[is_number(missing)]:
                yield call, Piece.ARGUMENTS, f"{text}{missing}={name})"


def _swaps(scope: Scope, parts: Sequence[Any]) -> Iterator[Sequence[Splice]]:
    for one, other in combinations(parts, 2):
        yield [scope.replaced(one, scope.text(other)), scope.replaced(other, scope.text(one))]


def comparison(scope: Scope) -> Changes:
    for node in scope.each(ast.Compare):
        if len(node.ops) > 1:
            continue
        left, right = scope.text(node.left), scope.text(node.comparators[0])
        for sign in _SIGNS.get(type(node.ops[0]), ()):
            yield node, Piece.COMPARISON, f"({left}) {sign} ({right})"


def mirrored(scope: Scope) -> Changes:
    """MIN's cuts and updates for MAX's, and the reverse."""
    for one, other in combinations(scope.bounds[:3], 2):
        pairs = ((one, other), ("max", "min"), ("<", ">"))
        opposite = {each: pair[each == pair[0]] for pair in pairs for each in pair}
        for node in (*scope.each(ast.Assign), *scope.tests()):
            words = re.split(r"(\w+|[<>])", scope.text(node))
            if {one, other} & {*words}:
                part = Piece.VALUE if isinstance(node, ast.Assign) else Piece.COMPARISON
                yield node, part, "".join(opposite.get(word, word) for word in words)


def other_method(scope: Scope) -> Changes:
    names = scope.functions
    for node in scope.each(ast.Name, ast.Attribute):
        prefix, _, name = scope.text(node).rpartition(".")
        if name in names and scope.is_read(node):
            others = (each for each in names if each not in (name, *ENTRIES))
            yield from ((node, Piece.FUNCTION, f"{prefix}.{each}".lstrip(".")) for each in others)
    for call in scope.each(ast.Call):
        name = called(call)
        if name not in names or not call.args:
            continue
        prefix = scope.text(call.func).removesuffix(name)
        rest = ", ".join(["_state", *(scope.text(each) for each in call.args[1:])])
        for other in names:
            if other in (name, *ENTRIES):
                continue
            yield call.func, Piece.FUNCTION, f"{prefix}{other}"
            for one, two in ((name, other), (other, name)):
                chosen = f"{prefix}{one} if {scope.turn('_state')} else {prefix}{two}"
                text = f"(lambda _state: ({chosen})({rest}))({scope.text(call.args[0])})"
                yield call, Piece.FUNCTION, text


def one_side(scope: Scope) -> Changes:
    for node in scope.each(ast.BinOp):
        left, right = scope.text(node.left), scope.text(node.right)
        for text in (left, right):
            yield node, Piece.VALUE, text
        if sign := _OTHER_SIGNS.get(type(node.op)):
            yield node, Piece.SIGN, f"({left}) {sign} ({right})"
    for each in scope.each(ast.AugAssign):
        target, value = scope.text(each.target), scope.text(each.value)
        yield each, Piece.VALUE, f"{target} = {value}"
        if sign := _OTHER_SIGNS.get(type(each.op)):
            yield each, Piece.SIGN, f"{target} {sign}= {value}"
    for choice in scope.each(ast.BoolOp):
        for kept in choice.values:
            yield choice, Piece.CONDITION, scope.text(kept)
    for either in scope.each(ast.IfExp):
        for kept in (either.body, either.orelse):
            yield either, Piece.VALUE, scope.text(kept)
        swapped = f"{scope.text(either.orelse)} if {scope.text(either.test)}"
        text = f"{swapped} else {scope.text(either.body)}"
        yield either, Piece.CONDITION, text
    for call in scope.each(ast.Call):
        if called(call) in ("int", "round", "abs", "set", "sorted", "reversed", "id", "hash"):
            for argument in call.args:
                yield call, Piece.FUNCTION, scope.text(argument)


def other_name(scope: Scope) -> Changes:
    for node in scope.each(ast.Name, ast.Attribute):
        if scope.is_read(node) and (text := scope.text(node)) in scope.names:
            # A depth for a bound may undo a mistake by chance, but nobody writes one for the other.
            alike = (name for name in scope.names if is_number(name) == is_number(text))
            yield from ((node, Piece.NAME, name) for name in alike)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            yield node, Piece.NAME, f"{scope.text(node.value.value)}.{node.attr}"
    for each in scope.each(ast.Assign):  # another one is updated
        used = [node for node in ast.walk(each) if isinstance(node, ast.Name)]
        for name in (other for other in scope.own_names if other != used[0].id):
            same = [scope.replaced(node, name) for node in used if node.id == used[0].id]
            yield from [(each, Piece.NAME, same)] * (len(same) > 1)
    for node in scope.each(ast.Subscript):
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Constant):
            yield from ((node, Piece.NAME, name) for name in scope.own_names)
    for node in scope.each(ast.Name):
        if isinstance(node.ctx, ast.Store) and not isinstance(scope.parents[node], ast.For):
            yield from ((node, Piece.NAME, name) for name in scope.own_names)


def own_copy(scope: Scope) -> Changes:
    """A value of its own where one object is shared: by the nodes of a search, by functions made in
    a loop, by the rows of a table."""
    for argument in _handed_on(scope):
        yield argument, Piece.FRESH, f"__import__('copy').copy({argument.id})"
    for loop in scope.each(ast.For, ast.comprehension):
        names = [each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)]
        kept = ", ".join(f"{name}={name}" for name in names)
        body = loop.body if isinstance(loop, ast.For) else [scope.parents[loop]]
        for function in (each for part in body for each in ast.walk(part)):
            if isinstance(function, ast.Lambda) and not function.args.defaults:
                given = ", ".join(each.arg for each in function.args.args)
                text = f"lambda {', '.join(filter(None, [given, kept]))}: "
                yield function, Piece.FRESH, f"{text}{scope.text(function.body)}"
    for node in scope.each(ast.BinOp):
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            for row in node.left.elts[:1]:
                rows = f"for _ in range({scope.text(node.right)})"
                yield node, Piece.FRESH, f"[{scope.text(row)} {rows}]"


def _handed_on(scope: Scope) -> Iterator[ast.Name]:
    """What it gives to functions of its file: bounds and tables, but no numbers and no states."""
    for call in scope.each(ast.Call):
        given = (each for each in call.args if isinstance(each, ast.Name))
        for each in given if called(call) in scope.functions else ():
            if not is_number(each.id) and each.id not in scope.states:
                yield each


def in_parentheses(scope: Scope, values: ast.expr) -> str:
    """A list of these values, as the only argument of a call."""
    text = scope.text(values)
    return f"(list{text})" if isinstance(values, ast.GeneratorExp) else f"(list({text}))"
