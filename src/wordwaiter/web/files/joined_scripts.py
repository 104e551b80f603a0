"""Scripts as pages get them: with all that they import, as one file.

A browser asks for six files at a time, and each of them is a way there and back. So a page gets few: a file
for each of the scripts that it names, which has what that one imports and those before it lack, and one file
with all that comes later. In a file each module is a function that runs once, after those that it imports.

`joined/A` is script A, `joined/A+B` is B on a page that has A, `joined/A+B++C+D` comes later on that page.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from wordwaiter.web.files.assets import (
    TOGETHER,
    Asset,
    as_asset,
    assets,
    templates,
    version,
    without_blanks,
)

_IMPORT: Final = re.compile(
    r"""^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?['"](?P<target>\.[^'"]+)['"];$""", re.MULTILINE
)
_IMPORT_LATER: Final = re.compile(r"""^void import\(['"](\.[^'"]+)['"]\);$""", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?P<kind>(?:async )?function|class|const) (?P<name>\w+)", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
"""A way to import or export that is not known here."""
_ON_PAGES: Final = re.compile(r'(?:scripts|fetch_ahead)\("([^"]*)"(?:,\s*later="([^"]*)")?')
"""Where templates name the scripts of a page."""

_FOLDER: Final = "joined/"
_LATER: Final = TOGETHER * 2

EVERYWHERE: Final = "live/forms.js"
"""What comes later on every page."""


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """A script and all that it imports, each once and after those that it imports itself."""
    imported = [module for target in _imported(name, _IMPORT) for module in modules_of(target)]
    return tuple(dict.fromkeys([*imported, name]))


@cache
def later_modules_of(name: str) -> tuple[str, ...]:
    """Returns the modules that a script loads only after it has run, with all that these import."""
    at_once = modules_of(name)
    later = (target for module in at_once for target in _imported(module, _IMPORT_LATER))
    return tuple(module for module in _all_of(later) if module not in at_once)


def _all_of(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(module for name in names for module in modules_of(name)))


def _imported(module: str, pattern: re.Pattern[str]) -> list[str]:
    found = pattern.finditer(assets()[module].content.decode())
    return [_target(module, each[each.lastgroup or 1]) for each in found]


def _target(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


# ---------------------------------------------------------------- which files a page asks for


@cache
def script_files(names: str, later: str = "") -> tuple[tuple[str, ...], str]:
    """Returns the files of a page's scripts: those that it awaits, and the one that comes later."""
    chain = names.split()
    awaited = [_FOLDER + TOGETHER.join(chain[: count + 1]) for count in range(len(chain))]
    last = _FOLDER + TOGETHER.join(chain) + _LATER + TOGETHER.join([*later.split(), EVERYWHERE])
    return tuple(awaited), last


@cache
def files_joined() -> frozenset[str]:
    """The names of all files that some page asks for; there are no others."""
    asked = {("", ""), *(each for text in templates() for each in _ON_PAGES.findall(text))}
    pages = [script_files(*each) for each in asked]
    return frozenset(file for awaited, last in pages for file in (*awaited, last))


def is_joined(name: str) -> bool:
    """Returns whether a file is to have several scripts."""
    return name.startswith(_FOLDER)


def joined_address(name: str) -> str:
    """Returns where pages ask for such a file."""
    if name not in files_joined():
        raise LookupError(f"no template names the scripts {name!r}")
    return f"/static/{version()}/{name}"


# ---------------------------------------------------------------- what is in a file


@cache
def joined_script(name: str) -> Asset:
    """Returns scripts as one file; KeyError where no page asks for it."""
    if name not in files_joined():
        raise KeyError(name)
    parts = [*_from_files_before(name), *map(_as_function, _own_modules(name))]
    own = ", ".join(map(_called, _own_modules(name)))
    parts += [f"export {{ {own} }};", *([] if _LATER in name else [_get_later(name)])]
    return as_asset("\n".join(parts).encode(), "text/javascript")


@cache
def _own_modules(name: str) -> tuple[str, ...]:
    """Returns the modules that a file has; those of the files before it are there when it runs."""
    before = {module for file in _files_before(name) for module in _own_modules(file)}
    chain, _, later = name.removeprefix(_FOLDER).partition(_LATER)
    names = chain.split(TOGETHER) if chain else []
    wanted: Iterable[str]
    if later:
        wanted = [*(each for at_once in names for each in later_modules_of(at_once)), *later.split(TOGETHER)]
    else:
        wanted = names[-1:]
    return tuple(module for module in _all_of(wanted) if module not in before)


def _files_before(name: str) -> tuple[str, ...]:
    chain, _, later = name.removeprefix(_FOLDER).partition(_LATER)
    files, _ = script_files(chain.replace(TOGETHER, " "))
    return files if later else files[:-1]


def _from_files_before(name: str) -> Iterator[str]:
    """Imports what the files before it have. They run first, also where nothing of them is needed."""
    for file in _files_before(name):
        there = ", ".join(map(_called, _own_modules(file)))
        yield f'import {{ {there} }} from "{joined_address(file)}";'


def _get_later(name: str) -> str:
    """Returns how a page's last file asks for what comes later, when all that is awaited has run."""
    return (
        f"for (const each of document.querySelectorAll('link[data-after=\"{name}\"]')) "
        "void import(/** @type {HTMLLinkElement} */ (each).href);"
    )


def _as_function(module: str) -> str:
    """Returns a module as a function that runs at once and returns what the module exports."""
    text = assets()[module].content.decode()
    exported = [each["name"] for each in _EXPORT.finditer(text)]
    text = _IMPORT.sub(lambda each: _taken(module, each), text)
    text = _EXPORT.sub(r"\g<kind> \g<name>", _IMPORT_LATER.sub("", text))
    if other := _OTHER.search(text):
        raise ValueError(f"{module}: {other[0]!r} cannot be joined with other scripts")
    body = without_blanks(text)
    return f"const {_called(module)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"


def _taken(module: str, found: re.Match[str]) -> str:
    if found["names"] is None:
        return ""
    names = found["names"].replace(" as ", ": ").strip()
    return f"const {{ {names} }} = {_called(_target(module, found['target']))};"


def _called(module: str) -> str:
    """Returns the name that a module has in files of several."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))
