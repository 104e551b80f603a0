"""The browser that is opened at the first start: only where whoever started the program would see it."""

import pytest

from wordwaiter.cli.server import desktop
from wordwaiter.cli.server.desktop import open_in_browser
from wordwaiter.platform import has_desktop


@pytest.mark.parametrize(
    ("platform", "environment", "has_one"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1 22"}, False),
        ("darwin", {}, True),
        ("win32", {}, True),
        ("darwin", {"SSH_CONNECTION": "10.0.0.1 22"}, False),
    ],
)
def test_a_browser_opens_where_there_is_a_desktop(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], has_one: bool
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert has_desktop(environment) is has_one


def test_no_browser_is_started_without_a_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(desktop, "has_desktop", lambda *_: False)
    open_in_browser("http://127.0.0.1:8080/join/X")
    assert opened == []
