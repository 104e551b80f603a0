"""Answers to forms: a way back for browsers, a word for scripts."""

from typing import Any

from litestar.response import Redirect, Response

from wordwaiter.web.render.templates import AnyRequest, path_within


def wants_json(request: AnyRequest) -> bool:
    """Whether a script sent the form, and stays on its page."""
    return "application/json" in request.headers.get("accept", "")


def done(request: AnyRequest, back: str, said: str = "") -> Response[Any]:
    """The form was taken: the browser goes to `back`; a script is told so, and what happened."""
    if wants_json(request):
        return Response({"said": said, "next": path_within(back)})
    return Redirect(path_within(back), status_code=303)
