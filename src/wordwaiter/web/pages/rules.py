"""One rule: what its source says, how we read it, and which document it comes from."""

from typing import Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.rules.clauses import catalogue
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.render.templates import AnyRequest, page


@get("/rules/{clause:str}", sync_to_thread=False, who=anybody)
def show_rule(request: AnyRequest, clause: FromPath[str]) -> Response[str]:
    """The rule to which a sentence leads."""
    found = catalogue()[clause]
    source = next(each for each in catalogue().sources if each.id == found.source)
    return page(request, "rule.html", clause=found, source=source)


rule_pages: Final = (Routes("/", route_handlers=[show_rule]),)
