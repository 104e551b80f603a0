"""The modules of the program, all loaded: classes are known only once their module is."""

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import wordwaiter

SOURCE: Final = Path(wordwaiter.__path__[0])


@cache
def modules() -> tuple[ModuleType, ...]:
    """Returns every module of the package but its migrations, which only a journal can load."""
    found = pkgutil.walk_packages(wordwaiter.__path__, f"{wordwaiter.__name__}.")
    return tuple(import_module(each.name) for each in found if ".migrations" not in each.name)
