"""The OpenAPI document, made of the routes themselves: what they take, what they answer, who may ask.

Litestar could make one too; this one has the schemas of msgspec, which are exactly what is checked when a
request is read, and it says of each route who may use it.
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter
from litestar.response import Response
from litestar.routes import BaseRoute, HTTPRoute
from litestar.types import Empty
from msgspec import Meta

from wordwaiter import __version__
from wordwaiter.web.api.sent import IF_MATCH, JsonBody, TextBody
from wordwaiter.web.http.authentication import IDEMPOTENCY_KEY
from wordwaiter.web.http.problems import Problem

PREFIX: Final = "/api/v1"
EVENT_STREAM: Final = "text/event-stream"

_COMPONENT: Final = "#/components/schemas/{name}"

_PROBLEMS: Final = {
    400: "It cannot be read.",
    401: "This device has not joined.",
    403: "This device has another role, or it was sent by a page of another site.",
    404: "There is no such thing.",
    408: "It did not arrive in time.",
    409: "The rules forbid it, or something has changed since you looked.",
    413: "It is too large.",
    415: "It is no JSON.",
    422: "It can be read, and means nothing here.",
    429: "That was too often; Retry-After says when to try again.",
    503: "It cannot be written down now; Retry-After says when to try again.",
}
_EVENT: Final = {
    "type": "object",
    "description": "One event of the stream.",
    "properties": {
        "id": {"type": "string", "description": "The position in the journal."},
        "event": {"type": "string", "description": "`ready` for the first one."},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "retry": {"type": "integer"},
    },
    "required": ["data"],
}
_CONSTRAINTS: Final = ("gt", "ge", "lt", "le", "min_length", "max_length", "pattern", "description")


@dataclass(frozen=True, slots=True)
class _Operation:
    """A route with one method, and the types in it."""

    path: str
    method: str
    handler: HTTPRouteHandler
    parameters: tuple["_Parameter", ...]
    body: Any | None
    files: tuple[str, ...]
    """The types of file that it takes, where the body is no JSON."""
    answer: Any | None
    """`None` where the answer is not JSON."""

    @property
    def types(self) -> Iterator[Any]:
        yield from (each.kind for each in self.parameters)
        yield from (each for each in (self.body, self.answer) if each is not None)


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    place: str
    kind: Any
    required: bool
    words: str | None


@dataclass(slots=True)
class _Schemas:
    """The schemas of all types, made in one go so that each type has one name."""

    of: dict[int, Any] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def made(cls, types: Iterable[Any]) -> "_Schemas":
        wanted = list(types)
        schemas, components = _plainly_named(*msgspec.json.schema_components(wanted, ref_template=_COMPONENT))
        return cls({id(kind): schema for kind, schema in zip(wanted, schemas, strict=True)}, components)


def _plainly_named(
    schemas: tuple[dict[str, Any], ...], components: dict[str, Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns the document with types of one name told apart by their module, not by its whole path."""
    names = {
        name: "".join(part.title().replace("_", "") for part in name.split(".")[-2:-1]) + name.split(".")[-1]
        for name in components
        if "." in name
    }
    references = {_COMPONENT.format(name=old): _COMPONENT.format(name=new) for old, new in names.items()}

    def renamed(value: Any) -> Any:
        match value:
            case dict():
                return {key: renamed(each) for key, each in value.items()}
            case list() | tuple():
                return [renamed(each) for each in value]
            case str():
                return references.get(value, value)
            case _:
                return value

    return renamed(schemas), {names.get(name, name): renamed(each) for name, each in components.items()}


def document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The document of all routes under the prefix."""
    operations = sorted(_operations(routes), key=lambda each: (each.path, each.method))
    schemas = _Schemas.made([Problem, *(kind for each in operations for kind in each.types)])
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method] = _described(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wordwaiter",
            "version": __version__,
            "summary": "Crossword-tile tournaments, tables and the word judge.",
            "description": "Join with a code, then send the token that you get with every request: "
            "`Authorization: Bearer TOKEN`. docs/development/api.md tells it with examples.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}],
        "tags": [{"name": name} for name in sorted({_tag(each) for each in operations})],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": dict(_problem_responses(schemas)),
        },
    }


# ---------------------------------------------------------------- what a route is made of


def _operations(routes: Iterable[BaseRoute]) -> Iterator[_Operation]:
    for route in routes:
        if not isinstance(route, HTTPRoute) or not route.path.startswith(PREFIX):
            continue
        for handler in route.route_handlers:
            if not handler.include_in_schema:
                continue
            for method in handler.http_methods:
                if method != "OPTIONS":
                    yield _operation(route, str(method), handler)


def _operation(route: HTTPRoute, method: str, handler: HTTPRouteHandler) -> _Operation:
    provided = handler.resolve_dependencies()
    readers = [each.dependency for each in provided.values()]
    body = next((each.kind for each in readers if isinstance(each, JsonBody)), None)
    files = next((each.media_types for each in readers if isinstance(each, TextBody)), ())
    return _Operation(
        path=route.path_format,
        method=method.lower(),
        handler=handler,
        parameters=tuple(_parameters(route, handler, provided)),
        body=body,
        files=files,
        answer=_answer_type(handler),
    )


def _answer_type(handler: HTTPRouteHandler) -> Any | None:
    annotation = handler.parsed_fn_signature.return_type.annotation
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    is_json = handler.opt.get("media_type") is None
    return annotation if is_json and annotation is not None else None


def _parameters(
    route: HTTPRoute, handler: HTTPRouteHandler, provided: Mapping[str, Any]
) -> Iterator[_Parameter]:
    for name, found in handler.parsed_fn_signature.parameters.items():
        if name in _RESERVED or name in provided:
            continue
        declared = found.kwarg_definition
        words = getattr(declared, "description", None)
        sent_as = getattr(declared, "name", None) or name
        kind = _constrained(found)
        if name in route.path_parameters:
            yield _Parameter(name, "path", kind, True, words)
        elif isinstance(declared, HeaderParameter):
            yield _Parameter(sent_as, "header", kind, found.default is Empty, words)
        else:
            yield _Parameter(sent_as, "query", kind, found.default is Empty, words)
    if "meta" in handler.parsed_fn_signature.parameters:
        yield _Parameter(IDEMPOTENCY_KEY, "header", _KEY, False, "Sent again with it, it is done once.")
        yield _Parameter(
            IF_MATCH,
            "header",
            _ETAG,
            False,
            "The ETag of what you have seen; refused if anything has happened since.",
        )


_RESERVED: Final = frozenset({"request", "state", "scope", "headers", "body", "data", "socket"})
_KEY: Final = Annotated[str, Meta(pattern="^[!-~]+$", min_length=1, max_length=200)]
_ETAG: Final = Annotated[str, Meta(pattern='^"[0-9]+"$', max_length=11)]


def _constrained(found: Any) -> Any:
    """The type of a parameter with the limits that its annotation has."""
    definition = found.kwarg_definition
    # What is left out of a query is not there; nobody can send nothing.
    kinds = [each for each in get_args(found.annotation) if each is not NoneType]
    is_optional = get_origin(found.annotation) in (Union, UnionType) and len(kinds) == 1
    kind = kinds[0] if is_optional else found.annotation
    if definition is None:
        return kind
    limits = {
        key: value
        for key in _CONSTRAINTS
        if key != "description" and (value := getattr(definition, key)) is not None
    }
    if definition.max_items is not None:
        limits["max_length"] = definition.max_items
    return Annotated[kind, Meta(**limits)] if limits else kind


# ---------------------------------------------------------------- what the document says of it


def _described(operation: _Operation, schemas: _Schemas) -> dict[str, Any]:
    handler = operation.handler
    written = getattr(handler.fn, "func", handler.fn)  # what runs in a thread is wrapped
    words = inspect.getdoc(written) or ""
    summary, _, more = words.partition("\n")
    told: dict[str, Any] = {
        "operationId": written.__name__,
        "summary": summary,
        "tags": [_tag(operation)],
        "x-who": who_words(handler),
        "responses": _responses(operation, schemas),
    }
    if more.strip():
        told["description"] = more.strip()
    if operation.parameters:
        told["parameters"] = [_parameter_told(each, schemas) for each in operation.parameters]
    if operation.body is not None:
        schema = schemas.of[id(operation.body)]
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if operation.files:
        content = {media_type: {"schema": {"type": "string"}} for media_type in operation.files}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _tag(operation: _Operation) -> str:
    layers = operation.handler.ownership_layers
    return next((tag for layer in layers for tag in getattr(layer, "tags", None) or ()), "other")


def who_words(handler: HTTPRouteHandler) -> str:
    """Returns who may ask, in a word or two."""
    return str(handler.opt.get("who", ""))


def _parameter_told(parameter: _Parameter, schemas: _Schemas) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "schema": schemas.of[id(parameter.kind)],
    }
    if parameter.words:
        told["description"] = parameter.words
    return told


def _responses(operation: _Operation, schemas: _Schemas) -> dict[str, Any]:
    handler = operation.handler
    answer: dict[str, Any] = {"description": "Done." if operation.method == "post" else "What was asked for."}
    media_type = handler.opt.get("media_type")
    if operation.answer is not None:
        answer["content"] = {"application/json": {"schema": schemas.of[id(operation.answer)]}}
    elif media_type is not None:
        schema = _EVENT if media_type == EVENT_STREAM else {"type": "string"}
        answer["content"] = {media_type: {"schema": schema}}
    has_body = operation.body is not None or bool(operation.files)
    codes = [code for code in _PROBLEMS if has_body or code not in (413, 415)]
    return {
        str(handler.status_code): answer,
        **{str(code): {"$ref": f"#/components/responses/{code}"} for code in codes},
    }


def _problem_responses(schemas: _Schemas) -> Iterator[tuple[str, Any]]:
    schema = schemas.of[id(Problem)]
    for code, words in _PROBLEMS.items():
        told: dict[str, Any] = {
            "description": words,
            "content": {"application/json": {"schema": schema}},
        }
        if code in (429, 503):
            told["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
        yield str(code), told
