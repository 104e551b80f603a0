"""The stub says exactly what the module has."""

import ast
import inspect
from pathlib import Path

from wordwaiter import _core

STUB = ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
NAMES_PYTHON_ADDS = {"__doc__", "__file__", "__loader__", "__name__", "__package__", "__spec__", "__all__"}


def stub_names(body: list[ast.stmt]) -> set[str]:
    names = set()
    for statement in body:
        match statement:
            case (
                ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name))
            ):
                names.add(name)
            case _:
                pass
    return names


def stub_class(name: str) -> ast.ClassDef:
    return next(one for one in STUB.body if isinstance(one, ast.ClassDef) and one.name == name)


def test_the_stub_has_the_names_of_the_module() -> None:
    assert stub_names(STUB.body) == set(vars(_core)) - NAMES_PYTHON_ADDS


def test_the_stub_has_the_methods_of_the_graph() -> None:
    methods = {name for name in vars(_core.WordGraph) if name not in {"__doc__", "__module__", "__new__"}}
    assert stub_names(stub_class("WordGraph").body) == methods


def test_the_stub_has_the_parameters_of_the_methods() -> None:
    for function in stub_class("WordGraph").body:
        if isinstance(function, ast.FunctionDef) and not function.decorator_list and function.name[0] != "_":
            signature = inspect.signature(getattr(_core.WordGraph, function.name))
            assert [argument.arg for argument in function.args.args] == list(signature.parameters)


def test_the_first_lines_of_the_documentation_agree() -> None:
    for function in stub_class("WordGraph").body:
        documented = ast.get_docstring(function) if isinstance(function, ast.FunctionDef) else None
        if isinstance(function, ast.FunctionDef) and documented and function.name[0] != "_":
            in_module = inspect.getdoc(getattr(_core.WordGraph, function.name)) or ""
            assert in_module.splitlines()[0] == documented.splitlines()[0]


def test_the_graph_cannot_be_made_by_its_name() -> None:
    try:
        _core.WordGraph()
    except TypeError:
        return
    raise AssertionError("a WordGraph is built, read or opened")
