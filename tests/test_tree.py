"""How the program is laid out: small modules, few in a folder, and names that mean one thing in a layer."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import wordwaiter

SOURCE = Path(wordwaiter.__file__).parent
MOST_MODULES = 22
MOST_LINES = 400


def _modules() -> Iterator[tuple[str, str]]:
    """The path and the text of each module."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text("utf-8")


def test_a_folder_holds_few_modules() -> None:
    folders = defaultdict(list)
    for path, _ in _modules():
        folder, _, name = path.rpartition("/")
        if name != "__init__.py":
            folders[folder].append(name)
    assert {folder: len(names) for folder, names in folders.items() if len(names) > MOST_MODULES} == {}


def test_a_module_is_short() -> None:
    assert [path for path, text in _modules() if text.count("\n") > MOST_LINES] == []


@pytest.mark.long
def test_a_public_class_name_is_used_once_in_a_layer() -> None:
    defined = defaultdict(list)
    for path, text in _modules():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[path.partition("/")[0], node.name].append(path)
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}


@pytest.mark.long
def test_no_docstring_begins_with_the_same() -> None:
    """Whoever reads one function should not have to find the one before it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    assert [
        f"{path}: {node.name if hasattr(node, 'name') else ''}"
        for path, text in _modules()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, kinds) and (ast.get_docstring(node) or "").startswith("The same")
    ] == []


# ---------------------------------------------------------------- the one write path

_WRITES = {"append", "submit", "hand_in"}


def _outside_the_store() -> Iterator[tuple[str, ast.AST]]:
    """Each part of each module that is not the journal itself."""
    for path, text in _modules():
        if not path.startswith("store/"):
            for node in ast.walk(ast.parse(text)):
                yield path, node


def _is_written_to_a_journal(node: ast.AST) -> bool:
    """Whether it is a call such as `context.journal.append(...)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    owner = ast.unparse(node.func.value).rpartition(".")[2]
    return node.func.attr in _WRITES and "journal" in owner.lower()


def _imports_entries(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "wordwaiter.store.facts"
        and any(each.name == "Entry" for each in node.names)
    )


@pytest.mark.long
def test_only_the_drivers_of_steps_write_to_a_journal() -> None:
    assert {path for path, node in _outside_the_store() if _is_written_to_a_journal(node)} == {
        "service/steps.py"
    }


@pytest.mark.long
def test_only_execute_makes_entries_and_decides_again() -> None:
    """The one retry loop: nobody else catches a stale version, and nobody else has an entry to write."""
    assert {path for path, node in _outside_the_store() if _imports_entries(node)} == {
        "service/execute.py",
        "service/steps.py",
    }
    caught = {
        path
        for path, node in _outside_the_store()
        if isinstance(node, ast.ExceptHandler) and node.type and "StaleVersion" in ast.unparse(node.type)
    }
    assert caught == {"service/execute.py"}
