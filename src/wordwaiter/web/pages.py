"""Templates to pages."""

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar.enums import MediaType
from litestar.response import Response

THEMES: Final = frozenset({"light", "dark", "projector"})

_environment: Final = Environment(
    loader=PackageLoader(__package__),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _as_sentence(text: str) -> str:
    """An error's words as a page shows them."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_environment.filters["as_sentence"] = _as_sentence


def theme_named(name: str | None) -> str | None:
    """The theme that an address asks for (`?theme=projector`); without one, the device's choice counts."""
    return name if name in THEMES else None


def page(template: str, *, theme: str | None = None, status: int = 200, **content: object) -> Response[str]:
    """A template filled with its content."""
    html = _environment.get_template(template).render(theme=theme, **content)
    return Response(html, status_code=status, media_type=MediaType.HTML)
