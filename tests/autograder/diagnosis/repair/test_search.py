"""Wrong searches are repaired at the line that is wrong, however they are written."""

import tomllib
from pathlib import Path

import pytest

from helpers.repairs import MAIN, few_probes, lines_of, repaired
from helpers.students import FOLDER, SEARCHES, student_agents
from pacgrid.autograder.diagnosis.repair import search as search_module
from pacgrid.autograder.diagnosis.repair.probes import probes

BEGIN = """
class Minimax:
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
    def start(self, state): pass
    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), plies))
"""
RECURSION = """
    def value(self, s, plies):
        if s.is_terminal: return s.score
        if plies == 0: return self.evaluation(s)
        values = [self.value(s.successor(a), plies - 1) for a in s.legal_actions()]
        return max(values) if s.to_move <= 1 else min(values)  # wrong
"""
WRONG_ONE = BEGIN + RECURSION
WRONG = {
    "generator": BEGIN
    + """
    def children(self, s, plies):
        for action in s.legal_actions()[1:]:  # wrong
            yield self.value(s.successor(action), plies - 1)
    def value(self, s, plies):
        if s.is_terminal: return s.score
        if plies == 0: return self.evaluation(s)
        return (min if s.to_move else max)(self.children(s, plies))
""",
    "stack": BEGIN
    + """
    def value(self, root, plies):
        nodes, stack = [], [(root, plies, -1)]
        while stack:
            s, left, parent = stack.pop()
            nodes.append([s, left, parent, []])
            if left > 0:
                for a in s.legal_actions():
                    stack.append((s.successor(a), left - 1, len(nodes) - 1))
        for s, left, parent, values in reversed(nodes):
            if values: best = (min if s.to_move else max)(values)
            else: best = s.score if s.is_win else self.evaluation(s)  # wrong
            if parent >= 0: nodes[parent][3].append(best)
        return best
""",
    "it never ends": BEGIN
    + """
    def value(self, s, plies):
        if s.is_terminal: return s.score
        if plies == 0: return self.evaluation(s)
        values, actions = [], [*s.legal_actions()]
        while len(values) < len(actions):
            found = self.value(s.successor(actions[len(values)]), plies - 1)
            if found is None: values.append(found)  # wrong
        return min(values) if s.to_move else max(values)
""",
    "two mistakes": BEGIN
    + """
    def value(self, s, plies):
        if s.is_win: return s.score  # wrong
        if plies == 0: return self.evaluation(s)
        values = [self.value(s.successor(a), plies - 1) for a in s.legal_actions()]
        return max(values) if s.to_move <= 1 else min(values)  # wrong
""",
    "two mistakes, one of which seldom matters": BEGIN
    + """
    def value(self, s, plies):
        if s.is_terminal: return s.score
        if plies == 0: return self.evaluation(s)
        values = []
        for a in s.legal_actions():
            values.append(self.value(s.successor(a), plies - 1))
            if s.to_move: return min(values)  # wrong
        return max(values) / 2  # wrong
""",
}


@pytest.fixture(autouse=True)
def _few(monkeypatch) -> None:
    monkeypatch.setattr(search_module, "probes", few_probes)


def marked(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.endswith("# wrong")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=pytest.mark.slow if name != "it never ends" else [])
        for name, text in WRONG.items()
    ],
)
def test_the_line_that_is_wrong_is_found(text: str) -> None:
    _, found = repaired(text)
    assert marked(text) in [sorted(each, key=text.index) for each in lines_of(found)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("depth_counted_down.py", "Expectimax"),
        ("min_in_chance_layer_classes.py", "Expectimax"),
        ("negamax_sign_child.py", "Minimax"),
        ("second_ghost_maximises_index.py", "AlphaBeta"),
    ],
)
def test_a_line_of_a_student_that_is_wrong_is_found(file: str, name: str) -> None:
    text = (FOLDER / "wrong" / file).read_text()
    wrong = tomllib.loads((FOLDER / "lines.toml").read_text())[file][name]
    _, found = repaired(text, SEARCHES[name])
    lines = [text.split("\n")[number - 1].strip() for number in wrong[0]]
    assert {line for each in lines_of(found) for line in each} & {*lines}


ALPHA_BETA = """
class AlphaBeta:
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
    def start(self, state): pass
    def act(self, state):
        alpha, plies, values = -10**9, self.depth * state.num_agents - 1, {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies, alpha, 10**9)
            alpha = max(alpha, values[action])
        return max(values, key=values.get)
    def value(self, s, plies, alpha, beta):
        if s.is_terminal: return s.score
        if plies == 0: return self.evaluation(s)
        best = 10**9 if s.to_move else -10**9
        for action in s.legal_actions():
            value = self.value(s.successor(action), plies - 1, alpha, beta)
            if s.to_move == 0:
                best = max(best, value)
                if best > beta: return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best < alpha: return best
                beta = min(beta, best)
        return best
"""
TOO_LITTLE = "                beta = min(beta, best)\n", ""


def test_of_a_search_that_is_right_only_what_prunes_is_changed() -> None:
    def lines(*changes: tuple[str, str]) -> set[str]:
        text = ALPHA_BETA
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        _, found = repaired(text, "alpha_beta", only_pruning=True)
        return {line for each in lines_of(found) for line in each}

    assert lines() == set(), "nothing is to be mended"
    assert "best = min(best, value)" in lines(TOO_LITTLE)
    assert lines(("best > beta", "best >= beta")) == set(), "that is no mistake"
    assert lines(("s.is_terminal", "s.is_win")) == set(), "its choices are wrong"


@pytest.mark.slow
def test_beside_a_wrong_choice_the_line_that_prunes_too_little_is_found(monkeypatch) -> None:
    monkeypatch.setattr(search_module, "probes", probes)  # few of them need all cuts
    text = ALPHA_BETA.replace(*TOO_LITTLE).replace("s.is_terminal", "s.is_win")
    _, found = repaired(text, "alpha_beta")
    both = {"best = min(best, value)", "if s.is_win: return s.score"}
    assert both in [{*each} for each in lines_of(found)]


def test_a_mistake_in_an_imported_file_is_found_twice_in_the_same_way() -> None:
    choice = "max(values) if s.to_move <= 1 else min(values)"
    main = f"from helper import best\n{WRONG_ONE}".replace(choice, "best(values, s)")
    helper = f"def best(values, s):\n    return {choice}  # wrong"
    (_, one), (_, other) = (repaired({MAIN: main, "helper.py": helper}) for _ in range(2))
    assert one == other
    assert lines_of(one)[0] == marked(helper)
    assert {edit.file for each in one.edits for edit in each} == {"helper.py"}


def test_a_course_file_is_repaired_in_its_own_words() -> None:
    text = (FOLDER.parent / "course_files" / "wrong" / "win_forgotten.py").read_text()
    _, found = repaired(text, agent="MinimaxAgent", scores_finished=True)
    assert ["if state.isLose() or depth == self.depth:"] in lines_of(found)


CASES = "".join(f"        elif plies == -{n}: pass\n" for n in range(2, 400))
NAMES = "".join(f"        name{n} = s\n" for n in range(150))


def before_values(text: str) -> str:
    """The wrong search with more statements."""
    return WRONG_ONE.replace("        values", f"{text}        values")


STRANGE = {
    "a long file": WRONG_ONE + "\n" * 5_000,
    "deep code": before_values(f"        x = {'+'.join(['1'] * 900)}\n"),
    "exec": f"exec({WRONG_ONE!r})",
    "its own text": "from pathlib import Path\nassert len(Path(__file__).read_text()) == 7 + 1"
    + WRONG_ONE,
    "its own lines": f"{WRONG_ONE}\nassert Minimax.value.__code__.co_firstlineno == 10",
    "nothing": "",
    "no code": b"\xff\xfe\x00",
}
SLOWER = {
    "lambdas": "V = [lambda s, n: max(V[0](s.successor(a), n - 1) for a in s.legal_actions())"
    + f"\n if n and not s.is_win else s.score]{BEGIN.replace('self.value', 'V[0]')}",
    "a decorator": f"def made(kind): return type('M', (kind,), dict(vars(kind)))\n@made{WRONG_ONE}",
    "another time": "import sys\nsys.times = getattr(sys, 'times', 0) + 1"
    + WRONG_ONE.replace("<= 1", "<= sys.times % 2"),
    "its own hash": f"{WRONG_ONE}\n1 / (hash(Minimax.value.__code__.co_code) % 2)",
    "slow": before_values("        sum(range(10**6))\n").replace("<= 1", "== 0"),
    "many cases": before_values(f"        if plies == -1: pass\n{CASES}"),
    "many names": before_values(NAMES),
}


@pytest.mark.parametrize(
    "text",
    [
        *[pytest.param(text, id=name) for name, text in STRANGE.items()],
        *[pytest.param(text, id=name, marks=pytest.mark.slow) for name, text in SLOWER.items()],
    ],
)
def test_of_a_strange_file_one_line_is_said_after_little_work(text: str | bytes) -> None:
    work, found = repaired(text, most_work=6_000)
    assert len(work._generated) <= 1_000
    if isinstance(found, str):
        assert found.count("\n") == 0
        assert found.endswith(".")


@pytest.mark.parametrize(
    "agent",
    [
        pytest.param(each, id=str(each), marks=[] if n == 22 else [pytest.mark.slow])
        for n, each in enumerate(student_agents("right"))
        if n % 4 == 2
    ],
)
def test_right_students_are_never_repaired(agent) -> None:
    only_pruning = agent.search == "alpha_beta"  # the grader doesn't ask about other right ones
    _, found = repaired(Path(agent.file).read_bytes(), agent.search, only_pruning=only_pruning)
    assert isinstance(found, str)
    assert only_pruning or not found
