"""How the program is laid out: small modules, few in a folder, and names that mean one thing in a layer."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

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


def test_a_public_class_name_is_used_once_in_a_layer() -> None:
    defined = defaultdict(list)
    for path, text in _modules():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[path.partition("/")[0], node.name].append(path)
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}
