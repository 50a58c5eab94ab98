"""What a change that makes a search right says about the mistake: its name in the catalogue.

A change is known by its operator, and by the place where it is made: `a < b` is another mistake in
a cut than in the test for the depth. Many changes say nothing, since they mend several mistakes.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ...model.diagnosis import SearchName
from .edits import Edit
from .source_text import Piece, Scope, called, makes_state


def _words(pattern: str) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern, re.IGNORECASE).search


_BOUND = _words(
    r"\b(\w*(alpha|alfa|beta|bound|window|ceiling|floor)\w*|a|b|lo|hi|low|high|lower|upper)\b"
)
_END = _words(r"is_?(terminal|win|lose|loss)|terminal|finished|over\b")
_DEPTH = _words(r"depth|pl(y|ies)\b|level|round|remaining|left\b|horizon|\bd\b")
_AGENT = _words(r"agent|to_move|index|turn|ghost|player")
_AGENTS = re.compile(r"(\w+\.)?(num_agents|getNumAgents\(\))( [-+] 1)?").fullmatch
_MEMO = _words(r"\b\w*(memo|cache|table|known|seen|stor)\w*")
_STOP = _words(r"stop")
_SCORE = _words(r"\.(score\b|getScore\(\))")
_NAMED = re.compile(r"\b(?!return\b|float\b|inf\b|math\b|None\b)[A-Za-z_]\w*").search
"""Finds a name, but none of a number."""
_LOOKS = (ast.In, ast.NotIn)
_BRANCHES = (ast.If, ast.While, ast.IfExp)


@dataclass(frozen=True)
class Effect:
    """What changes in positions when a submission is made right."""

    depth_error: int = 0
    """Whether it looked too far (1) or not far enough (-1) before; 0 if neither."""
    only_several: bool = False
    """Whether all that changes are positions with several ghosts."""
    prunes_less: bool = False
    """Whether it looks at more states than it has to even then."""


@dataclass(frozen=True)
class _Place:
    """Where a change is made."""

    edit: Edit
    search: SearchName
    effect: Effect

    @property
    def scope(self) -> Scope:
        return self.edit.scope

    @property
    def node(self) -> ast.AST:
        return self.edit.node

    @cached_property
    def old(self) -> str:
        return self.edit.text

    @cached_property
    def new(self) -> str:
        """What is written."""
        return " ".join(text for _, _, text in self.edit.splices)

    @cached_property
    def above(self) -> list[ast.AST]:
        """The node and what it is in, up to the function."""
        found = [self.node]
        while found[-1] in self.scope.parents:
            found.append(self.scope.parents[found[-1]])
        return found

    @cached_property
    def branch(self) -> ast.AST | None:
        """The branch by whose condition it is decided, if it is in one."""
        for child, node in pairwise([None, *self.above]):
            if isinstance(node, _BRANCHES) and child in (None, node.test):
                return node
        return None

    @property
    def body(self) -> Sequence[ast.stmt]:
        """What is done under that condition."""
        return self.branch.body if isinstance(self.branch, ast.If) else ()

    @property
    def test(self) -> str:
        """The condition of which it is a part, or which it is; "" if there is none."""
        return self.scope.text(self.branch.test) if isinstance(self.branch, _BRANCHES) else ""

    @property
    def knows_turn(self) -> bool:
        """Whether it is in a branch for the turns of some agents."""
        return any(
            isinstance(each, _BRANCHES) and "to_move" in self.scope.text(each.test)
            for each in self.above
        )

    @cached_property
    def is_cut(self) -> bool:
        """Whether it is in a condition by which a layer is left because of a bound."""
        if self.search != "alpha_beta" or not _BOUND(self.test):
            return False
        return any(isinstance(each, ast.Return | ast.Break) for each in self.body)

    @property
    def kept(self) -> str:
        """What is assigned first under the condition, as in `if value > best: best = value`."""
        targets = (each.targets[0] for each in self.body if isinstance(each, ast.Assign))
        return next(map(self.scope.text, targets), "").partition(",")[0]

    @cached_property
    def is_bound(self) -> bool:
        """Whether it is about alpha or beta."""
        return self.search == "alpha_beta" and _BOUND(self.old) is not None

    @property
    def adds_bound(self) -> bool:
        """Whether alpha or beta is written where none was."""
        is_added = self.edit.part in (Piece.MORE, Piece.ARGUMENTS)
        return bool((is_added or self.edit.operator == "cut_inserted") and _BOUND(self.new))

    @cached_property
    def is_argument(self) -> bool:
        """Whether it is given to a function of the search."""
        return any(
            isinstance(node, ast.Call) and child is not node.func
            for child, node in pairwise(self.above)
            if called(node) in self.scope.functions
        )

    @cached_property
    def returned_after(self) -> str:
        """The condition of the branch that it returns from; "" if it isn't returned there."""
        if not any(isinstance(each, ast.Return) for each in self.above):
            return ""
        for child, node in pairwise(self.above):
            if isinstance(node, ast.If | ast.IfExp):
                body = node.body if isinstance(node, ast.If) else [node.body]
                if child in body:
                    return self.scope.text(node.test)
        return self._called_after

    @property
    def _called_after(self) -> str:
        """The condition after which a function that doesn't search itself is called."""
        scope = self.scope
        if any(map(makes_state, scope.nodes)):
            return ""
        branches = (each for each in ast.walk(scope.source.tree) if isinstance(each, ast.If))
        for branch in branches:
            back = branch.body[0]
            value = back.value if isinstance(back, ast.Return) else None
            if value and called(value) == scope.function.name:
                return scope.text(branch.test)
        return ""

    @property
    def ends_loop(self) -> bool:
        """Whether it leaves a loop at the end of its first round."""
        is_exit = isinstance(self.node, ast.Return | ast.Break)
        return is_exit and isinstance(self.above[1], ast.For | ast.While)

    @property
    def assigned(self) -> str:
        """The target of the assignment that it is in."""
        for each in self.above:
            if isinstance(each, ast.AugAssign | ast.Assign):
                target = each.target if isinstance(each, ast.AugAssign) else each.targets[0]
                return self.scope.text(target)
        return ""

    @property
    def is_negated(self) -> bool:
        """Whether a sign is written that wasn't there."""
        return self.new.removeprefix("(").startswith("-")

    @property
    def has_evaluation(self) -> bool:
        return any(name in self.old for name in self.scope.words.evaluations)


def _depth_or_turn(place: _Place) -> str:
    """A mistake in how far it looks, or in whose turn it is."""
    where = place.test or place.old
    if _AGENTS(place.old):
        return "miscounts_agents"
    if place.effect.only_several:
        return "miscounts_agents" if _AGENT(where) and "to_move" not in place.new else ""
    if place.is_cut or not (_DEPTH(where) or _AGENT(where)):
        return ""
    return {1: "looks_too_far", -1: "looks_too_short"}.get(place.effect.depth_error, "")


def _times_agents(place: _Place) -> str:
    if place.effect.only_several:
        is_short = place.effect.depth_error < 0 and isinstance(place.above[1], ast.BinOp)
        return "looks_too_short" if is_short else "ghosts_are_one" if "*" not in place.new else ""
    is_all = place.new.endswith(f"* {place.scope.words.agents(place.scope.state)})")
    is_depth = place.effect.depth_error < 0 and is_all and _DEPTH(place.old)
    return "depth_per_agent" if is_depth else ""


def _turn(place: _Place) -> str:
    """A mistake in what is done where an agent moves, if only the change asks whose turn it is."""
    asks = "to_move" in place.new and "to_move" not in place.old
    return "ghosts_are_one" if asks and place.effect.only_several and not place.knows_turn else ""


def _mean(place: _Place) -> str:
    if place.search != "expectimax":
        return ""
    is_part = any(isinstance(each, ast.BinOp) for each in place.above[1:2])
    if isinstance(place.node, ast.Call) and not is_part:
        names = {"sum": "sums", "min": "takes_minimum", "max": "ghosts_maximise", "median": ""}
        return names.get(called(place.node), "weighs_unequally")
    is_weighed = isinstance(place.node, ast.AugAssign | ast.Assign) and re.search("[*/]", place.old)
    is_other = is_weighed or isinstance(place.node, ast.Subscript | ast.Call)
    return "weighs_unequally" if is_other else ""


def _by_turn(place: _Place) -> str:
    if turn := _turn(place):
        return turn
    if place.search == "expectimax":
        if called(place.node) == "max":
            return "ghosts_maximise"
        return "pacman_averages" if re.search("sum|mean", place.old) else ""
    return _maximum_or_minimum(place)


def _maximum_or_minimum(place: _Place) -> str:
    if place.search == "alpha_beta" and _BOUND(place.assigned):
        return "sets_wrong_bound"
    return {"max": "ghosts_maximise", "min": "chooses_lowest"}.get(place.old, "")


def _value(place: _Place) -> str:
    """A mistake in what is returned where a game is over, or at the cut-off."""
    test = place.returned_after
    if place.search == "alpha_beta" and _BOUND(test):
        return "returns_other_bound"
    is_end, is_cut_off = _END(test), _DEPTH(test)
    if isinstance(place.node, ast.Return) and _SCORE(place.new) and not _NAMED(place.old):
        return "rewrites_scores"
    if is_end and not is_cut_off:
        return "evaluates_finished_games" if place.has_evaluation else "rewrites_scores"
    if is_cut_off and not is_end and _SCORE(place.old) and not place.has_evaluation:
        return "ignores_evaluation"
    return ""


def _score_or_evaluation(place: _Place) -> str:
    if value := _value(place):
        return value
    if not place.has_evaluation:
        return "ignores_evaluation" if _SCORE(place.old) else ""
    if not isinstance(place.node, ast.Call) or called(place.node) in place.scope.functions:
        return ""
    state = place.scope.text(place.node.args[0])
    if not re.search(rf"\(\(?{re.escape(state)}\)", place.new):
        return "evaluates_other_state"
    return "evaluates_finished_games" if " if " in place.new else ""


def _infinity(place: _Place) -> str:
    if value := _value(place):
        return value
    if any(isinstance(each, ast.Compare | ast.BinOp) for each in place.above[1:2]):
        return ""
    if place.old in ("0", "0.0"):
        return "starts_at_zero"
    return "starts_too_near" if re.search(r"\d\d|[A-Z]{3}|maxsize", place.old) else ""


def _restored(place: _Place) -> str:
    saved = place.edit.splices[0][2]
    if place.search == "alpha_beta" and _BOUND(saved):
        return "shares_bounds"
    return "depth_not_put_back" if _DEPTH(saved) else ""


def _comparison(place: _Place) -> str:
    old, new = (re.sub("[^<>]", "", text) for text in (place.old, place.new))
    if place.search == "alpha_beta" and old == new and old:
        return "takes_pruned_for_tie" if place.is_cut or place.scope.is_entry else ""
    if {old, new} == {"<", ">"} and place.kept and not _BOUND(place.kept):
        is_lowest = (new == "<") is place.new.rstrip(")").endswith(place.kept)
        return "ghosts_maximise" if is_lowest else "chooses_lowest"
    return _condition(place)


def _mirrored(place: _Place) -> str:
    if place.is_cut:
        return "swaps_bounds"
    return "sets_wrong_bound" if place.search == "alpha_beta" and _BOUND(place.assigned) else ""


def _condition(place: _Place) -> str:
    if place.is_cut:
        return "swaps_bounds" if isinstance(place.node, ast.BoolOp) else ""
    if place.search == "alpha_beta" and _BOUND(place.kept) and not place.scope.is_entry:
        return "sets_wrong_bound"
    if _END(place.test):
        if not _END(place.new.replace(place.old, "")):
            return ""
        text = place.scope.text(place.scope.function)
        ends = [re.search(each, text) for each in ("is_?[wW]in", "is_?[lL]os[se]|is_terminal")]
        return "one_kind_of_end" if sum(map(bool, ends)) == 1 else ""
    return _turn(place) or _depth_or_turn(place)


def _updated(place: _Place) -> str:
    target = re.search(r"\b([\w.]+) = (max|min)\(", place.new)
    if place.search == "alpha_beta" and not target and _BOUND(place.assigned):
        return "sets_wrong_bound"
    if place.search != "alpha_beta" or not target or not _BOUND(target[1]):
        return "loses_the_best" if place.scope.is_entry and "best" in place.new else ""
    if place.scope.is_entry:
        return "root_alpha_not_raised"
    return "alpha_not_raised" if target[2] == "max" else "beta_not_lowered"


def _argument_given(place: _Place) -> str:
    if not _DEPTH(place.new.removeprefix(place.old)) or not place.effect.depth_error:
        return ""
    return "looks_too_far" if place.effect.depth_error > 0 else "looks_too_short"


def _cut_inserted(place: _Place) -> str:
    if not place.is_argument:
        return ""
    return "root_alpha_not_raised" if place.scope.is_entry else "sets_wrong_bound"


def _other_name(place: _Place) -> str:
    if value := _value(place):
        return value
    if place.is_bound and _BOUND(place.new):
        if place.is_cut or place.is_argument:
            return "swaps_bounds"
        if _BOUND(place.assigned):
            return "sets_wrong_bound"
    is_listed = isinstance(place.above[1], ast.ListComp | ast.Compare)
    if place.is_bound and any(isinstance(each, ast.Return) for each in place.above):
        return "" if is_listed else "returns_other_bound"
    calls = (each for each in place.above if isinstance(each, ast.Call))
    if any(place.scope.text(each.func) in place.scope.words.evaluations for each in calls):
        return "evaluates_other_state"
    return ""


def _dropped(place: _Place) -> str:
    if found := _MEMO(place.test or place.old):
        if f"{found[0]}[" not in place.scope.text(place.scope.function):
            return ""  # it remembers no values
        return "memo_of_bounds" if place.search == "alpha_beta" else "memo_without_depth"
    if place.search == "alpha_beta" and _BOUND(place.assigned):
        return "sets_wrong_bound"
    if _STOP(place.test):
        return "no_stop"
    return "uses_one_action" if place.ends_loop else ""


def _filter_dropped(place: _Place) -> str:
    if isinstance(place.node, ast.SetComp):
        return "weighs_unequally"
    if place.old.endswith("[:1]"):
        return "uses_one_action"
    return "no_stop" if _STOP(place.old) else ""


def _whole_state(place: _Place) -> str:
    """A mistake in a key, unless the table is only filled there and not looked into."""
    is_filled = isinstance(place.above[1], ast.Subscript)
    if is_filled and not any(isinstance(op, _LOOKS) for op in _operators(place.scope)):
        return ""
    if place.search != "alpha_beta":
        return "memo_without_depth"
    return "memo_of_bounds" if _DEPTH(place.old) else ""


def _operators(scope: Scope) -> Iterator[ast.cmpop]:
    return (operator for each in scope.each(ast.Compare) for operator in each.ops)


def _sides_change(place: _Place) -> str:
    is_window = place.is_bound and place.is_argument
    is_number = re.fullmatch(r"-\d+", place.old) and not isinstance(place.above[1], ast.BinOp)
    is_number = is_number and "to_move" not in place.new
    return "" if place.is_negated or is_window or is_number else "changes_sign"


def _test_for_the_end(place: _Place) -> str:
    scope = place.scope
    if not _END(place.new) or _END(scope.text(scope.function)):
        return ""
    calls = (each for test in scope.tests() for each in ast.walk(test))
    may_test = any(called(each) in scope.functions for each in calls)
    return "no_terminal_test" if any(map(makes_state, scope.nodes)) and not may_test else ""


def _moved(place: _Place) -> str:
    if place.ends_loop:
        return "uses_one_action"
    if isinstance(place.node, ast.Assign) and isinstance(place.node.value, ast.Name):
        return "loses_the_best"
    if isinstance(place.node, ast.Assign) and place.scope.is_entry:
        return "keeps_values"
    return "depth_not_put_back" if place.effect.depth_error < 0 and _DEPTH(place.old) else ""


NAMES: Mapping[str, Callable[[_Place], str]] = {
    "fresh_default": lambda _: "keeps_values",
    "divisor": lambda place: "rounds_values" if "//" in place.old else "divides_by_other_number",
    "filter_dropped": _filter_dropped,
    "whole_state": _whole_state,
    "reset_at_the_start": lambda _: "keeps_values",
    "sides_change": _sides_change,
    "test_for_the_end": _test_for_the_end,
    "mean": _mean,
    "restored": _restored,
    "by_turn": _by_turn,
    "one_more_or_less": _depth_or_turn,
    "return_filled": _value,
    "score_or_evaluation": _score_or_evaluation,
    "dropped": _dropped,
    "maximum_or_minimum": _maximum_or_minimum,
    "infinity": _infinity,
    "times_agents": _times_agents,
    "updated": _updated,
    "cut_inserted": _cut_inserted,
    "condition_changed": _condition,
    "argument_given": _argument_given,
    "arguments_swapped": lambda place: "swaps_bounds" * place.is_bound,
    "moved": _moved,
    "comparison": _comparison,
    "mirrored": _mirrored,
    "own_copy": lambda place: "shares_bounds" * place.is_bound,
    "other_method": _turn,
    "one_side": lambda place: (
        "rounds_values"
        if called(place.node) in ("int", "round")
        else _value(place) or _depth_or_turn(place)
    ),
    "other_name": _other_name,
}
"""By operator: the name of what it mends at a place; "" if that may be several mistakes."""


_GENERAL = (
    "one_more_or_less",
    "times_agents",
    "condition_changed",
    "comparison",
    "one_side",
    "infinity",
)
"""What these operators tell counts if no other one tells anything: they may undo a mistake that is
made elsewhere."""
_NARROWER = {
    "looks_too_short": {"depth_per_agent"},
    "miscounts_agents": {"ghosts_are_one"},
    "uses_one_action": {"ghosts_are_one"},
    "evaluates_finished_games": {"no_terminal_test"},
    "memo_without_depth": {"keeps_values"},
    "memo_of_bounds": {"keeps_values"},
    "divides_by_other_number": {"weighs_unequally"},
    "rounds_values": {"weighs_unequally"},
    "returns_other_bound": {"alpha_not_raised", "beta_not_lowered"},
}
"""Names that say more than others that may be told of the same mistake."""
_OF_BOUNDS = {
    "alpha_not_raised",
    "beta_not_lowered",
    "returns_other_bound",
    "root_alpha_not_raised",
    "sets_wrong_bound",
    "shares_bounds",
    "swaps_bounds",
}
"""Names of mistakes in alpha and beta."""


def mistake_of(groups: Sequence[Sequence[Edit]], search: SearchName, effect: Effect) -> str:
    """The name in the catalogue of the mistake that changes mend; "" if they don't tell, or tell of
    different ones.

    Args:
        groups: each makes the submission right; the likeliest comes first.
        effect: what the first one changes.
    """
    alike = [group for group in groups if len({edit.mirrored_line for edit in group}) == 1]
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for edit, *_ in alike or groups:
        told[edit.operator in _GENERAL].add(told_by(edit, search, effect))
    names = told[False] - {""} or told[True] - {""}
    for narrow, wide in _NARROWER.items():
        names -= wide if narrow in names else set()
    return names.pop() if len(names) == 1 else ""


def are_in_bounds(groups: Sequence[Sequence[Edit]], search: SearchName) -> bool:
    """Whether each of the changes is to alpha or beta, or to what is done with them. A wrong bound
    may cut off all but the first action, or all that is below the root, so that a search looks as
    if it made another mistake."""
    places = (_Place(edit, search, Effect()) for group in groups for edit in group)
    return search == "alpha_beta" and all(
        each.is_bound or each.is_cut or _BOUND(each.assigned) or each.adds_bound for each in places
    )


def told_by(edit: Edit, search: SearchName, effect: Effect) -> str:
    """The name of the mistake that a change mends; "" if it may be another."""
    name = NAMES.get(edit.operator)
    told = name(_Place(edit, search, effect)) if name else ""
    # What mends the choices but not the pruning may only switch the pruning off.
    return "" if effect.prunes_less and told in _OF_BOUNDS else told
