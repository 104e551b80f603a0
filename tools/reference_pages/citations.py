"""Which tests cite which clauses of the rulebooks, found by reading the tests, not by running them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT_CITES = re.compile(r"#\s*clauses?\s+(?P<ids>[a-z0-9-]+(?:\s+[a-z0-9-]+)*)\s*$")


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """One test that says which clause it proves."""

    clause: str
    file: str
    test: str


@cache
def citations(root: Path = ROOT) -> tuple[Citation, ...]:
    """All citations: `@pytest.mark.clause("id")` in Python, `# clause id` in table scripts."""
    found: set[Citation] = set()
    for path in sorted((root / "tests").rglob("test_*.py")):
        if "clause" not in path.read_text("utf-8"):
            continue
        name = path.relative_to(root).as_posix()
        for test, clause in _cited_in_python(path):
            found.add(Citation(clause, name, test))
    for path in sorted((root / "tests" / "tables").rglob("*.table")):
        name = path.relative_to(root).as_posix()
        for line in path.read_text("utf-8").splitlines():
            if cites := SCRIPT_CITES.match(line):
                found.update(Citation(clause, name, path.stem) for clause in cites["ids"].split())
    return tuple(sorted(found))


def _cited_in_python(path: Path) -> Iterator[tuple[str, str]]:
    """Each (test, clause), from the marks of a test, of its parameters, of its class and of its module.

    A mark that the module gave a name to (`every_rulebook = pytest.mark.parametrize(...)`) is looked up.
    """
    text = path.read_text("utf-8")
    if "mark.clause(" not in text:
        return
    tree = ast.parse(text, str(path))
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            for clause in _clauses_in(node.value):
                yield from ((test.name, clause) for test in _tests(tree))
    for holder in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for clause in (found for mark in holder.decorator_list for found in _clauses_in(mark)):
            yield from ((test.name, clause) for test in _tests(holder))
    for test in _tests(tree):
        for mark in test.decorator_list:
            meant = named.get(mark.id, mark) if isinstance(mark, ast.Name) else mark
            yield from ((test.name, clause) for clause in _clauses_in(meant))


def _tests(tree: ast.AST) -> list[ast.FunctionDef]:
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    ]


def _clauses_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
