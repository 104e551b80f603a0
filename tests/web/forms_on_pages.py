"""The forms of a page as a browser would send them, read from its HTML."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urljoin

# Thousands of pages are looked at for it, and all that a reader of HTML does besides takes long.
_ALERT = 'role="alert"'
_ELEMENT = re.compile(r"<(\w+)[^>]*>(.*?)</\1>", re.DOTALL)


@dataclass
class Form:
    """A form that posts: where to, with what in it, and what its buttons add."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    """In order, as sent when nobody touches it; what is required has something in it."""
    typed: list[str] = field(default_factory=list)
    """Names of fields that people type into."""
    buttons: list[tuple[str, str]] = field(default_factory=list)
    actions: dict[tuple[str, str], str] = field(default_factory=dict)
    """Where a button sends the form, if not where the form itself goes."""

    @property
    def shape(self) -> tuple[object, ...]:
        """What is alike in forms that do the same to different things."""
        does = tuple(value for name, value in self.fields if name == "do")
        names = {re.sub(r"\d+", "N", name) for name, _ in self.fields}
        return (tuple(sorted(names)), does, tuple(sorted(set(self.buttons))))


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[Form] = []
        self.form: Form | None = None
        self._textarea: str | None = None
        self._select = ""
        self._chosen: int | None = None
        """Where the field of the select stands, once an option was seen."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.address, given.get("action") or self.address)
            self.form = Form(action) if given.get("method", "").lower() == "post" else None
            if self.form is not None:
                self.found.append(self.form)
        elif (self.form is not None and "name" in given) or tag in ("option", "textarea"):
            self._take(tag, given)

    def _take(self, tag: str, given: dict[str, str]) -> None:
        form, name = self.form, given.get("name", "")
        if form is None:
            return
        kind = given.get("type", "text")
        if tag == "button":
            form.buttons.append((name, given.get("value", "")))
            if "formaction" in given:
                form.actions[form.buttons[-1]] = urljoin(self.address, given["formaction"])
        elif tag == "select":
            self._select, self._chosen = name, None
        elif tag == "option" and self._select:
            option = (self._select, given.get("value", ""))
            if self._chosen is None:
                self._chosen = len(form.fields)
                form.fields.append(option)
            elif "selected" in given:
                form.fields[self._chosen] = option
        elif tag == "textarea":
            form.typed.append(name)
            form.fields.append((name, "x"))
        elif kind in ("checkbox", "radio"):
            if "checked" in given or all(each != name for each, _ in form.fields):
                form.fields.append((name, given.get("value", "on")))
        elif tag == "input" and kind != "file":
            if kind != "hidden":
                form.typed.append(name)
            usual = "1" if given.get("inputmode") in ("numeric", "decimal") else "x"
            form.fields.append((name, given.get("value") or (usual if "required" in given else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "form":
            self.form = None


def forms_in(html: str, address: str) -> list[Form]:
    """All forms of a page that post something."""
    reader = _Reader(address)
    reader.feed(html)
    return reader.found


def alerts_in(html: str) -> list[str]:
    """What the page says as an alert."""
    tags = (html.rfind("<", 0, found.start()) for found in re.finditer(_ALERT, html))
    elements = (found for tag in tags if (found := _ELEMENT.match(html, tag)))
    said = (unescape(re.sub(r"<[^>]*>", "", found[2])) for found in elements)
    return [text for each in said if (text := " ".join(each.split()))]
