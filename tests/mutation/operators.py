"""Small faults a person could make: each is one node of a syntax tree with another in its place.

What cannot matter is left alone: annotations, docstrings, log sentences, the words of errors, assertions
that only tell the type checker something.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import takewhile
from typing import Any

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_AN_ID = re.compile(r"[a-z_]{2,}")
_SQL_WHERE = re.compile(r"(WHERE .*)= \?")
_NOT_LOOKED_AT = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr)
_WIDTH = 100
_AROUND = 35
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One fault: `new` is to stand in a field (and place, if that is a list) of `parent`."""

    path: str
    function: str
    """The qualified name; "" at the top of the module."""
    line: int
    """Where the statement begins."""
    old: str
    changed: str
    parent: ast.AST
    field: str
    place: int | None
    new: ast.AST
    at_import: bool = False
    """It is run when the module is imported, not when a function is called."""
    twin: int = 0
    """Counts those that look the same."""

    @property
    def key(self) -> str:
        """Says which it is, also after other lines have changed."""
        twin = f" ({self.twin + 1})" if self.twin else ""
        return f"{self.path} {self.function or 'module'}: {self.old} → {self.changed}{twin}"

    def rank(self, seed: int) -> str:
        """Samples are those that come first in this order: whatever else changes, the same are chosen."""
        return sha256(f"{seed} {self.key}".encode()).hexdigest()


@dataclass(frozen=True)
class _Place:
    """Where we are."""

    function: str
    statement: ast.stmt
    at_import: bool = True


def mutants(path: str, source: str) -> tuple[ast.Module, list[Mutant]]:
    """The tree of a file, and all its mutants."""
    tree = ast.parse(source)
    found: list[Mutant] = []
    seen: dict[str, int] = {}
    for place, parent, field, at, new in _walk(tree, _Place("", ast.Pass())):
        old = _shown(place.statement)
        before = _exchange(parent, field, at, new)
        instead = new if before is place.statement else place.statement
        changed = _shown(instead)
        _exchange(parent, field, at, before)
        old, changed = _shortened(old, changed)
        key = f"{place.function}: {old} → {changed}"
        line = place.statement.lineno
        twin = seen[key] = seen.get(key, -1) + 1
        where = (parent, field, at, new, place.at_import)
        found.append(Mutant(path, place.function, line, old, changed, *where, twin))
    return tree, found


def source_of(tree: ast.Module, mutant: Mutant) -> str:
    """The file with the fault in it."""
    before = _exchange(mutant.parent, mutant.field, mutant.place, mutant.new)
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    finally:
        _exchange(mutant.parent, mutant.field, mutant.place, before)


def _exchange(parent: ast.AST, field: str, place: int | None, new: Any) -> Any:
    if place is None:
        before = getattr(parent, field)
        setattr(parent, field, new)
    else:
        before = getattr(parent, field)[place]
        getattr(parent, field)[place] = new
    return before


def _shown(statement: ast.AST) -> str:
    """The statement in one line; of those with a body only the head."""
    lines = ast.unparse(ast.fix_missing_locations(statement)).splitlines()
    return next((line for line in lines if not line.startswith("@")), "")


def _shortened(old: str, changed: str) -> tuple[str, str]:
    """Of long lines only what differs, and a little around it."""
    if max(len(old), len(changed)) <= _WIDTH or changed == "pass":
        return old[:_WIDTH], changed
    same = _same(old, changed)
    same_end = _same(old[same:][::-1], changed[same:][::-1])
    begin, end = max(0, same - _AROUND), max(0, same_end - _AROUND)
    shown = [f"…{line[begin : len(line) - end]}…" for line in (old, changed)]
    return shown[0], shown[1]


def _same(one: str, other: str) -> int:
    """How many characters they begin with alike."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


# ── where ───────────────────────────────────────────────────────────────────────────────────

_Found = tuple[_Place, ast.AST, str, int | None, ast.AST]


def _walk(node: ast.AST, here: _Place) -> Iterator[_Found]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        # Defaults of arguments are made when the function is.
        place = replace(here, at_import=True) if isinstance(node, _FUNCTIONS) and field == "args" else here
        if isinstance(value, list):
            for at, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _visit(node, field, at, child, place)
        elif isinstance(value, ast.AST):
            yield from _visit(node, field, None, value, place)


def _visit(parent: ast.AST, field: str, at: int | None, child: ast.AST, here: _Place) -> Iterator[_Found]:
    if _cannot_matter(child):
        return
    inside = here
    if isinstance(child, ast.stmt):
        here = inside = _Place(here.function, child, here.at_import)
    if isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
        name = f"{here.function}.{child.name}".lstrip(".")
        inside = _Place(name, child, here.at_import and isinstance(child, ast.ClassDef))
    for new in _variants(parent, field, child):
        yield here, parent, field, at, new
    yield from _walk(child, inside)


def _cannot_matter(node: ast.AST) -> bool:
    if isinstance(node, _NOT_LOOKED_AT):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or ast.unparse(node).startswith("_log.")
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Assign | ast.AnnAssign):
        text = ast.unparse(node)
        return text.startswith(("__all__", "_log")) or "TypeVar(" in text
    return False


# ── what ────────────────────────────────────────────────────────────────────────────────────


def _variants(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What could stand here by mistake."""
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(node, ast.expr):
        if not isinstance(parent, ast.Subscript) or not isinstance(node, ast.Constant | ast.Slice):
            yield from _expressions(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield from _constants(node.value)
        if field in ("test", "ifs") and not isinstance(node, ast.Constant):
            yield ast.Constant(True)
            if not isinstance(parent, ast.While):
                yield ast.Constant(False)


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Break | ast.Continue | ast.Raise | ast.Delete):
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)):
            yield ast.Pass()
    elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        yield ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)


def _expressions(node: ast.expr) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield ast.Compare(node.left, [_COMPARE[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            ops = [*node.ops[:at], _COMPARE[type(op)](), *node.ops[at + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        if not isinstance(node.right, ast.Constant) or node.right.value is not None:  # `X | None` is a type
            yield ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from _calls(node, node.func.id)
    elif isinstance(node, ast.Constant):
        yield from _constants(node.value)


def _calls(node: ast.Call, name: str) -> Iterator[ast.AST]:
    if name in _CALLS:
        yield ast.Call(ast.Name(_CALLS[name], ast.Load()), node.args, node.keywords)
    if name in ("min", "max") and len(node.args) > 1:
        yield from node.args
    if name == "sorted":
        yield ast.Call(ast.Name("list", ast.Load()), node.args[:1], [])


def _constants(value: Any) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
        if value:
            yield ast.Constant(value - 1)
    elif isinstance(value, str):
        if _AN_ID.fullmatch(value):
            yield ast.Constant(value + "_x")
        elif _SQL_WHERE.search(value):
            yield ast.Constant(_SQL_WHERE.sub(r"\1<= ?", value))
            yield ast.Constant(_SQL_WHERE.sub(r"\1>= ?", value))
