"""The files for hosting and for releases: what they call is there, and nobody runs it as root."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from wordwaiter.cli.main import build_app
from wordwaiter.web.http.app import assembled

ROOT = Path(__file__).resolve().parent.parent
HOSTING = ROOT / "hosting"
WORKFLOW = (ROOT / ".github/workflows/build.yml").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def text_of(name: str) -> str:
    return (HOSTING / name).read_text("utf-8")


def commands() -> dict[str, list[str]]:
    """What each file starts, as the words after `wordwaiter`."""
    lists = re.findall(r"command: \[(.*)\]", text_of("compose.yaml"))
    found = {f"compose {place}": re.findall(r'[^\s,"]+', each) for place, each in enumerate(lists)}
    container = re.findall(r"^CMD \[(.*)\]$", text_of("Containerfile"), re.MULTILINE)[-1]
    found["container"] = re.findall(r'"([^"]+)"', container)
    settings = dict(re.findall(r"^(\w+)=(.*)$", text_of("north.env"), re.MULTILINE))
    line = re.sub(r"\$\{(\w+)\}", lambda name: settings[name[1]], text_of("wordwaiter@.service"))
    started = re.findall(r"^ExecStart=\S+/wordwaiter (.*)$", line, re.MULTILINE)[0]
    return found | {"unit": shlex.split(started)}


@pytest.mark.parametrize(("place", "words"), commands().items(), ids=commands())
def test_each_file_starts_the_program_with_options_that_it_has(place: str, words: list[str]) -> None:
    group = typer.main.get_group(build_app(["serve"]))
    name, *options = words
    understood = group.commands[name].make_context(name, options).params
    if place != "container":  # behind a proxy, which tells who asks
        assert understood["proxy"]
        assert understood["name"]
        assert understood["workers"] > 1
    assert (understood["host"] == "127.0.0.1") is (place == "unit")


def test_nobody_runs_it_as_root() -> None:
    lines = text_of("Containerfile").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["10001"]
    assert lines.index("USER 10001") < next(
        place for place, line in enumerate(lines) if line.startswith("ENTRYPOINT")
    )
    assert "DynamicUser=yes" in text_of("wordwaiter@.service").splitlines()


def test_the_health_check_and_the_feed_are_addresses_of_the_program() -> None:
    addresses = {route.path for route in assembled().routes}
    asked = re.findall(r"http://127\.0\.0\.1:8080(/\w+)", text_of("Containerfile"))
    assert set(asked) <= addresses
    assert asked
    feed = re.findall(r"location = (\S+) \{([^}]*)\}", text_of("nginx.conf"))
    assert [(path in addresses, "proxy_buffering off;" in inner) for path, inner in feed] == [(True, True)]
    assert text_of("Caddyfile").count("import at-once") == text_of("Caddyfile").count("reverse_proxy")
    assert "flush_interval -1" in text_of("Caddyfile")


def test_clubs_have_a_database_a_name_and_a_volume_each() -> None:
    compose = text_of("compose.yaml")
    clubs = re.findall(r"CLUBS: (.*)", compose)[0].split()
    for club in clubs:
        assert f"@database/{club}\n" in compose
        assert f'volumes: ["{club}:/data"]' in compose
        assert f"{club}.example.org" in text_of("Caddyfile")


def test_a_proxy_lets_nobody_outside_say_who_they_are() -> None:
    """nginx adds to what came from outside unless it is told to replace it."""
    assert "X-Forwarded-For $remote_addr;" in text_of("nginx.conf")


# ---------------------------------------------------------------- the workflow


def test_the_workflow_calls_what_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    called = set(re.findall(r"run: make ([a-z-]+)", WORKFLOW))
    called |= set(re.findall(r"command: \[(.*)\]", WORKFLOW)[0].split(", "))
    assert called <= targets
    assert {"lint", "test", "wheel", "app"} <= called
    for script in re.findall(r"python (tools/\S+\.py)", WORKFLOW):
        assert (ROOT / script).is_file(), script


def test_a_release_waits_for_every_check() -> None:
    jobs = re.findall(r"^  ([a-z-]+):\n    (?:name|if|needs)", WORKFLOW, re.MULTILINE)
    awaited = re.findall(r"^  release:\n.*\n    needs: \[(.*)\]", WORKFLOW, re.MULTILINE)[0].split(", ")
    assert sorted(awaited) == sorted(set(jobs) - {"release", "publish"})


def test_no_file_names_an_address_to_download_from() -> None:
    for path in (*HOSTING.iterdir(), *(ROOT / ".github").rglob("*.yml")):
        found = set(re.findall(r"\w+://([^\s/:'\"]+)", path.read_text("utf-8")))
        assert found <= {"127.0.0.1", "wordwaiter@database", "wordwaiter@127.0.0.1"}, path.name
