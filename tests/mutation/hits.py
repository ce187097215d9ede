"""Which test runs which statement: the statements say so themselves."""

from __future__ import annotations

import ast
import builtins
import json
import time
from pathlib import Path
from typing import Any

_NAME = "__hits__"
_PREPARE = f"""
import builtins
if not hasattr(builtins, {_NAME!r}):
    builtins.{_NAME} = set()
"""


def instrumented(path: str, source: str) -> str:
    """The file with a note before each statement of its functions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _note(path, node)
    begin = 0
    while begin < len(tree.body) and _must_be_first(tree.body[begin]):
        begin += 1
    tree.body[begin:begin] = ast.parse(_PREPARE).body
    return ast.unparse(ast.fix_missing_locations(tree))


def _must_be_first(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _note(path: str, node: Any) -> None:
    """In all lists of statements below a node, but not in functions within: they are visited themselves."""
    for field in ("body", "orelse", "finalbody"):
        statements = getattr(node, field, None)
        if not isinstance(statements, list):
            continue
        noted: list[ast.stmt] = []
        for statement in statements:
            noted += [_hit(path, statement.lineno), statement]
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                _note(path, statement)
        setattr(node, field, noted)
    for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
        _note(path, part)


def _hit(path: str, line: int) -> ast.stmt:
    return ast.parse(f"{_NAME}.add({f'{path}:{line}'!r})").body[0]


class Collector:
    """Asks after each test what was hit, and writes it down at the end: {test: [seconds, hits]}."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._found: dict[str, tuple[float, list[str]]] = {}
        self._began = 0.0
        self._hits: set[str] = set()
        setattr(builtins, _NAME, self._hits)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._hits.clear()
        self._began = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._found[nodeid] = (time.monotonic() - self._began, sorted(self._hits))

    def pytest_sessionfinish(self) -> None:
        self._file.write_text(json.dumps(self._found), encoding="utf-8")
