"""Scripts as pages get them: with all that they import, as one file.

A browser asks for six files at a time, and each of them is a way there and back. So a page gets few: a file
for each of the scripts that it names, which has what that one imports and those before it lack, and one file
with all that comes later. In a file each module is a function that runs once, after those that it imports.

`joined/en/A` is script A in English, `joined/en/A+B` is B on a page that has A, `joined/en/A+B++C+D` comes
later on that page. Each file brings the words that its own modules say.
"""

import json
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
from wordwaiter.web.words import LANGUAGES, Text, catalogue

_IMPORT: Final = re.compile(
    r"""^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?['"](?P<target>\.[^'"]+)['"];$""", re.MULTILINE
)
_IMPORT_LATER: Final = re.compile(r"""^void import\(['"](\.[^'"]+)['"]\);$""", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?P<kind>(?:async )?function|class|const) (?P<name>\w+)", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
"""A way to import or export that is not known here."""
_SAID: Final = re.compile(r"""['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]""")
"""A key of the catalogue."""
_BEGUN: Final = re.compile(r"`([a-z][\w-]*\.[\w.-]*)\$\{")
"""Matches how several keys begin that a module chooses from."""
_ON_PAGES: Final = re.compile(r'(?:scripts|fetch_ahead)\("([^"]*)"(?:,\s*later="([^"]*)")?')
"""Where templates name the scripts of a page."""

_FOLDER: Final = "joined/"
_LATER: Final = TOGETHER * 2

WORDS: Final = "words.js"
"""The module that says words in the language of the page."""

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
def script_files(language: str, names: str, later: str = "") -> tuple[tuple[str, ...], str]:
    """Returns the files of a page's scripts: those that it awaits, and the one that comes later."""
    folder, chain = f"{_FOLDER}{language}/", names.split()
    awaited = [folder + TOGETHER.join(chain[: count + 1]) for count in range(len(chain))]
    last = folder + TOGETHER.join(chain) + _LATER + TOGETHER.join([*later.split(), EVERYWHERE])
    return tuple(awaited), last


@cache
def files_joined() -> frozenset[str]:
    """The names of all files that some page asks for; there are no others."""
    asked = {("", ""), *(each for text in templates() for each in _ON_PAGES.findall(text))}
    pages = [script_files(language, *each) for language in LANGUAGES for each in asked]
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
    own = _own_modules(name)
    before, functions = list(_from_files_before(name)), list(map(_as_function, own))
    # What a module says while it runs is known by then.
    functions.insert(own.index(WORDS) + 1 if WORDS in own else 0, _bring_words(name))
    after = [f"export {{ {', '.join(map(_called, own))} }};", "" if _LATER in name else _get_later(name)]
    return as_asset(without_blanks("\n".join([*before, *functions, *after])).encode(), "text/javascript")


def _bring_words(name: str) -> str:
    """Returns how a file tells `words.js` what its modules say, in its language."""
    there = {module for file in (*_files_before(name), name) for module in _own_modules(file)}
    said = words_in(name) if WORDS in there else {}
    words = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f"{_called(WORDS)}.learn({words});" if said else ""


@cache
def words_in(name: str) -> dict[str, Text]:
    """Returns the sentences that the modules of a file say."""
    texts = "\n".join(assets()[module].content.decode() for module in _own_modules(name))
    keys, begun = set(_SAID.findall(texts)), tuple(_BEGUN.findall(texts))
    language, _, _ = _parts_of(name)
    return catalogue(language).part(lambda key: key in keys or key.startswith(begun))


def _parts_of(name: str) -> tuple[str, list[str], list[str]]:
    """Returns the language of a file, the scripts of its page, and those that it has for later."""
    language, _, scripts = name.removeprefix(_FOLDER).partition("/")
    chain, _, later = scripts.partition(_LATER)
    return language, chain.split(TOGETHER) if chain else [], later.split(TOGETHER) if later else []


@cache
def _own_modules(name: str) -> tuple[str, ...]:
    """Returns the modules that a file has; those of the files before it are there when it runs."""
    before = {module for file in _files_before(name) for module in _own_modules(file)}
    _, chain, later = _parts_of(name)
    wanted = (
        [each for at_once in chain for each in later_modules_of(at_once)] + later if later else chain[-1:]
    )
    return tuple(module for module in _all_of(wanted) if module not in before)


def _files_before(name: str) -> tuple[str, ...]:
    language, chain, later = _parts_of(name)
    files, _ = script_files(language, " ".join(chain))
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
    return f"const {_called(module)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _taken(module: str, found: re.Match[str]) -> str:
    if found["names"] is None:
        return ""
    names = found["names"].replace(" as ", ": ").strip()
    return f"const {{ {names} }} = {_called(_target(module, found['target']))};"


def _called(module: str) -> str:
    """Returns the name that a module has in files of several."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))
