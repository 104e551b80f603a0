"""Addresses that only take forms: whoever opens one by reload, back or a link finds the page of its form."""

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from wordwaiter.web.http.guards import anybody
from wordwaiter.web.render.templates import AnyRequest


def leads_on(form: str, to: str) -> HTTPRouteHandler:
    """A route that leads from the address of a form, which a browser may keep, to the page that has the form.

    It stands in the router of the form's own route, for the reason that stands in `web.room`. What the page
    itself shows, and to whom, is decided there.
    """

    @get(form, sync_to_thread=False, who=anybody)
    def lead_on(request: AnyRequest) -> Redirect:
        query = request.url.query
        return Redirect(f"{to}?{query}" if query else to, status_code=303)

    return lead_on
