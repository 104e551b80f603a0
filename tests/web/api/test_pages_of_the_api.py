"""What docs/development/api.md says can be done, line by line."""

import re
import shlex
from pathlib import Path

import httpx
from litestar import Litestar
from litestar.testing import TestClient

from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.http.app import create_app

PAGE = Path(__file__).parents[3] / "docs" / "development" / "api.md"


def requests_in(text: str) -> list[list[str]]:
    """Every curl command of the page, by its words."""
    blocks = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    words = shlex.split(re.sub(r"'\$(\w+)'", r"$\1", blocks.replace("\ncurl", " ;curl")))
    commands: list[list[str]] = []
    for word in words:
        if word.lstrip(";") == "curl":
            commands.append([])
        else:
            commands[-1].append(word)
    return commands


def ask(client: TestClient[Litestar], words: list[str], known: dict[str, str]) -> httpx.Response:
    """What curl would do."""
    headers: dict[str, str] = {}
    body: bytes | None = None
    address = ""
    filled = iter([re.sub(r"\$(\w+)", lambda found: known[found[1]], word) for word in words])
    for word in filled:
        match word:
            case "-s":
                pass
            case "-H":
                name, _, value = next(filled).partition(": ")
                headers[name] = value
            case "-d" | "--data-binary":
                body = next(filled).encode()
            case _:
                address = word
    method = "GET" if body is None else "POST"
    return client.request(method, address, content=body, headers=headers)


def test_every_example_does_what_the_page_says(tmp_path: Path) -> None:
    commands = requests_in(PAGE.read_text("utf-8"))
    assert len(commands) > 20
    judge = Judge((Lexicon.of_words("house", ["RETINA"]),))
    with (
        Context.open(tmp_path / "page.db", ContextParts(judge)) as context,
        TestClient(create_app(context)) as client,
    ):
        link = context.devices.new_director(only_here=False)
        known = {"URL": "", "CODE": link.secret}
        for words in commands:
            answer = ask(client, words, known)
            assert answer.status_code in (200, 201), (words, answer.text)
            if words[-1].endswith("/join"):
                known["TOKEN"] = answer.json()["token"]
            if words[-1].endswith("/standings"):
                assert answer.json()[0]["lines"][0]["why"]
