"""Each kind of change mends the mistake that it is for, and none leaves its file broken."""

import ast
from pathlib import Path
from textwrap import indent

import pytest

from helpers.students import FOLDER
from pacgrid.autograder.diagnosis.repair.edits import Edit, edits
from pacgrid.autograder.diagnosis.repair.source_text import SourceText

MENDS = [
    ("v = best / 4", "v = best / len(state.legal_actions())"),
    ("return sum(vs) // len(vs)", "return sum(vs) / len(vs)"),
    ("vs = [f(a) for a in b if a != 'stop']", "vs = [f(a) for a in b if True]"),
    ("for a in state.legal_actions()[1:]: f(a)", "for a in state.legal_actions(): f(a)"),
    ("if state.is_win: return 1", "if state.is_win or state.is_terminal: return 1"),
    ("v = -f(state)", "v = f(state) if state.to_move == 0 else -f(state)"),
    ("return best", "return -best"),
    ("return f(state)", "if state.is_terminal: return state.score\nreturn f(state)"),
    ("return max(vs)", "return (max if state.to_move == 0 else min)(vs)"),
    ("if depth == 0: return 1", "if depth == 1: return 1"),
    ("if agent == state.num_agents: pass", "if agent == state.num_agents - 1: pass"),
    ("if best < v: best = v", "if (best < v) and state.to_move == 0: best = v"),
    ("return state.score", "return self.evaluate(state)"),
    ("return self.evaluate(state)", "return state.score"),
    ("self.value(state, 1, 2)", "return self.value(state, 1, 2)"),
    ("beta = 1\nbest = 2", "beta = 1\npass"),
    ("best = max(best, v)", "best = min(best, v)"),
    ("best = 0", 'best = -float("inf")'),
    ("best = -9999", 'best = -float("inf")'),
    ("best = None", 'best = -float("inf")'),
    ("if a: x = max(x, v)\nelse: x = max(x, v)", "if a: x = max(x, v)\nelse: x = min(x, v)"),
    ("plies = depth", "plies = depth * state.num_agents"),
    ("alpha = 1\nv = best", "alpha = 1\nv = best\nalpha = max(alpha, v)"),
    ("if v > best: pass", "if not (v > best): pass"),
    ("if v and best: pass", "if v or best: pass"),
    ("f(alpha, beta)", "f(beta, alpha)"),
    ("return v, best", "return best, v"),
    ("f(state, agent + 1)", "f(state, (agent + 1) % state.num_agents)"),
    ("for a in b:\n    v = a\n    return v", "for a in b:\n    v = a\n    pass\nreturn v"),
    ("for a in b:\n    v = a\nv += 1", "for a in b:\n    v = a\n    v += 1\npass"),
    ("if v > best: pass", "if v >= best: pass"),
    ("return value - 1", "return value + 1"),
    ("return int(v)", "return v"),
    ("v = 1\nbest = 2\nreturn v", "v = 1\nbest = 2\nreturn best"),
    ("vs = {f(a) for a in b}", "vs = [f(a) for a in b]"),
    ("vs = (f(a) for a in b)", "vs = list((f(a) for a in b))"),
    ("key = (state.score, depth)", "key = (state, depth)"),
    ("key = state", "key = (state, depth, agent,)"),
    ("return max(pairs)", "return max(pairs, key=lambda _pair: _pair[0])"),
    ("best = sys.maxsize", 'best = float("inf")'),
    ("best = -inf", "best = 0"),
    ("best = self.evaluate(state)", 'best = float("inf")'),
    ("v = 2 * depth", "v = state.num_agents * depth"),
    ("return vs.mean()", "return vs.max() if state.to_move == 0 else vs.mean()"),
    ("return sum(vs) / 3", "return max(vs) if state.to_move == 0 else sum(vs) / 3"),
    ("return sum(vs) / len(vs)", "return min(vs)"),
    ("beta = 1\nv = min(v, beta)", "beta = 1\nbeta = min(beta, beta)"),
    ("beta = v", "beta = min(beta, v)"),
    ("if v > best:\n    x = a", "if v > best:\n    x = a\n    best = v"),
    (
        "a = choice(b)\nreturn f(a)",
        "a = choice(b)\nreturn (lambda _seen: sum(_seen) / len(_seen))([f(a) for a in b])",
    ),
    (
        "for a in b:\n    v += f(a) / 2",
        "_seen = []\nfor a in b:\n    _seen.append(f(a)); v = sum(_seen) / len(_seen)",
    ),
    (
        "for a in b:\n    depth -= 1\n    f(depth)",
        "_kept = depth\nfor a in b:\n    depth = _kept\n    depth -= 1\n    f(depth)",
    ),
    ("for a in b:\n    v = 0\n    v += a", "v = 0\nfor a in b:\n    pass\n    v += a"),
    ("v = 0.5 * f(a)", "v = 1 / len(state.legal_actions()) * f(a)"),
    ("p = 2\nv = p * value(a)", "p = 1 / len(state.legal_actions())\nv = p * value(a)"),
    ("return reduce(max, vs)", "return (lambda _seen: sum(_seen) / len(_seen))(list(vs))"),
    ("return np.mean(vs)", "return min(vs)"),
    (
        "for a in b:\n    if v: best = v\n    elif x: beta = x",
        "for a in b:\n    if v: best = v\n    elif x: beta = x\n    beta = min(beta, best)",
    ),
    ("v = 1\nfor a in b:\n    f(v)", "v = 1\nfor a in b:\n    v = 1\n    f(v)"),
    ("for a in b:\n    best = found", "for a in b:\n    best = (found[0], a)"),
    ("v = PLIES * depth", "v = state.num_agents * depth"),
    ("rows = [[0]] * best", "rows = [[0] for _ in range(best)]"),
    ("for a in b:\n    f(lambda: a)", "for a in b:\n    f(lambda a=a: a)"),
    ("return f(min(b, key=g))", "return min([f(_each) for _each in b])"),
    (
        "for a in b:\n    if v:\n        continue\n    else:\n        v = 1",
        "for a in b:\n    if v:\n        v = 1\n    else:\n        v = 1",
    ),
    (
        "self.x = 1\nif best: return v\nreturn best",
        "_saved = self.x\nself.x = 1\nif best: _result = v; self.x = _saved; return _result\n"
        "return best",
    ),
]
IN_OTHER_FUNCTIONS = [
    (
        "def value(state, seen={}):\n return seen",
        "def value(state, seen=None):\n if seen is None: seen = {}\n return seen",
    ),
    (
        "class A:\n def new(self): self.x = {}\n def act(self, state):\n  return 1",
        "class A:\n def new(self): self.x = {}\n def act(self, state):\n  self.x = {}\n  return 1",
    ),
    (
        "known = {}\nclass A:\n def act(self, state):\n  return 1",
        "known = {}\nclass A:\n def act(self, state):\n  known.clear()\n  return 1",
    ),
    (
        "class A:\n def high(self, s): return 1\n def low(self, s): return self.low(s)",
        "class A:\n def high(self, s): return 1\n def low(self, s): return self.high(s)",
    ),
    (
        "def value(state, alpha):\n for a in b:\n  v = f(a)",
        "def value(state, alpha):\n for a in b:\n  v = f(a)\n  if v > alpha: break",
    ),
    (
        "def act(state):\n for a in b:\n  v = f(a, -inf)",
        'def act(state):\n _best = -float("inf")\n for a in b:\n  v = f(a, _best)\n'
        "  _best = max(_best, v)",
    ),
    (
        "def low(state, alpha, beta): alpha = min(alpha, v)",
        "def low(state, alpha, beta): beta = max(beta, v)",
    ),
    (
        "def low(state, alpha, beta):\n if v < alpha: return v",
        "def low(state, alpha, beta):\n if v > beta: return v",
    ),
    (
        "def low(state, beta):\n for a in b:\n  v = min(v, low(state, v))",
        "def low(state, beta):\n for a in b:\n  v = min(v, low(state, min(beta, v)))",
    ),
    (
        "def low(state, alpha): alpha = v",
        "def low(state, alpha): alpha = v if state.to_move == 0 else alpha",
    ),
    (
        "def value(state, depth, agent=0): value(state, depth - 1)",
        "def value(state, depth, agent=0): value(state, depth - 1, agent=agent)",
    ),
    (
        "def value(depth=0): value()",
        "def value(depth=0): value(depth=depth)",
    ),
    (
        "low = lambda s: 1\ndef value(s): return max(map(value, s.x))",
        "low = lambda s: 1\ndef value(s): return max(map(low, s.x))",
    ),
    (
        "value = lambda s, n: value(s, n + 1) if n == 3 else s.score",
        "value = lambda s, n: value(s, n - 1) if n == 3 else s.score",
    ),
    (
        "value = lambda s: max(value(s.successor(a)) for a in b)",
        "value = lambda s: s.score if s.is_terminal else max(value(s.successor(a)) for a in b)",
    ),
    ("def f(bounds): f(bounds)", "def f(bounds): f(__import__('copy').copy(bounds))"),
    ("def f(high): f(high)", 'def f(high): f(float("inf"))'),
    (
        "class A:\n def value(self):\n  v = self.value()\n  self.x = v",
        "class A:\n def value(self):\n  _saved = self.x\n  v = self.value()\n"
        "  self.x = _saved\n  self.x = v",
    ),
]
ODD = """{bom}# coding: utf-8
class Minimax:
\tdef act(self, zustand):
\t\tgröße = {{}}; höhe, größe['ä'] = 'é𝔸', 0 # \x0c
\t\tfor zug in zustand.legal_actions():
\t\t\tgröße[zug] = self.wert(zustand.successor(zug), 'ü' ,self.depth)
\t\treturn max(größe , key=größe.get)
\tdef wert(self, zustand, _, tiefe): return zustand.score if tiefe==0 else \\
\t  -max(self.wert(zustand.successor(z), _, tiefe-1) for z in zustand.legal_actions())
\tdef leer(self, depth): 'nichts'
\tasync def later(self, s): await s.score; return [a async for a in s if (b := a) if b > 0]
\tdef strings(self, s): return f"{{s.score + 1!r:>{{s.depth}}}} {{max(s.a, 0)}}" 'é' + '''
  {{0 if s else 1}}'''; x = 0
"""
STUDENTS = sorted(file for kind in ("right", "wrong") for file in (FOLDER / kind).glob("*.py"))


def edits_of(text: str | bytes) -> tuple[SourceText, list[Edit]]:
    """The changes to all functions of a file."""
    source = SourceText("a.py", text.encode() if isinstance(text, str) else text)
    return source, edits(source, range(1, len(source.lines) + 1))


def applied(source: SourceText, edit: Edit) -> str:
    text = source.text
    for first, last, new in sorted(edit.splices, reverse=True):
        text = text[:first] + new + text[last:]
    return text


def is_code(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        *[
            [f"def value(self, state, depth, agent):\n{indent(t, ' ')}" for t in each]
            for each in MENDS
        ],
        *IN_OTHER_FUNCTIONS,
    ],
)
def test_some_change_mends_a_mistake(wrong: str, right: str) -> None:
    source, found = edits_of(wrong)
    mended = [text for each in found if is_code(text := applied(source, each))]
    assert ast.dump(ast.parse(right)) in {ast.dump(ast.parse(text)) for text in mended}


def check(content: bytes) -> tuple[int, int]:
    """Checks the changes to a file. Returns how many there are, and how many aren't code."""
    source, found = edits_of(content)
    assert len({each.splices for each in found}) == len(found)
    assert [each.rank for each in found] == sorted(each.rank for each in found)
    for each in found:
        ends = [0, *(place for splice in sorted(each.splices) for place in splice[:2])]
        assert ends == sorted(ends)
        assert ends[-1] <= len(source.text)
        assert 0 <= each.start < each.end <= len(source.text)
        assert 1 <= source.line_at(each.start) <= len(source.lines)
    return len(found), sum(not is_code(applied(source, each)) for each in found)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[] if number in (0, 40, 120) else [pytest.mark.slow])
        for number, file in enumerate(STUDENTS)
    ],
)
def test_changes_stay_in_the_file_and_nearly_all_are_code(file: Path) -> None:
    count, broken = check(file.read_bytes())
    assert broken <= max(2, count / 50)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_changes_to_a_file_in_another_form_are_as_good(end: str, bom: str) -> None:
    content = ODD.format(bom=bom).replace("\n", end).encode()
    count, broken = check(content)
    assert count > 100
    assert broken <= count / 10
