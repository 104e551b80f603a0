"""The page of error codes: every code with its sentence, read from the source without running it."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from reference_pages.markdown import code, head, paragraph, table
from reference_pages.modules import SOURCE, modules
from wordwaiter.errors import MalformedFileError, WordwaiterError
from wordwaiter.rules.shape import ShapeCode
from wordwaiter.web.http.problems import HTTP_PROBLEMS, status_of

NOT_SERVED: Final = frozenset({"cli", "engine", "paper", "rehearsal"})
"""Parts of the program that no request reaches."""

Found = defaultdict[tuple[int, str], dict[str, None]]
"""The sentences of each code, by its status and the code."""


def page() -> str:
    """Returns the text of the page."""
    parts = [
        head(
            "Error codes",
            "Every refusal has a code for programs and a sentence for people. A code never changes its "
            "meaning; a sentence may. Words in braces stand for a value. Refusals by a rule also name the "
            "clause ([the clauses](clauses.md)).",
        )
    ]
    found = _found()
    for status in sorted({status for status, _ in found}, key=lambda status: status or 999):
        parts.append(f"\n## {TITLES[status]}\n\n")
        rows = [
            (code(name), "<br>".join(_escaped(each) for each in sentences) or "The sentence says why.")
            for (its_status, name), sentences in sorted(found.items())
            if its_status == status
        ]
        parts.append(table(("code", "sentence"), rows))
    return "".join([*parts, "\n", paragraph(EXIT)])


TITLES: Final = {
    0: "In the terminal only",
    400: "Status 400: the request cannot be read",
    401: "Status 401: the device has not joined",
    403: "Status 403: this device may not do that",
    404: "Status 404: there is no such thing",
    405: "Status 405: another method is needed",
    408: "Status 408: it came too slowly",
    409: "Status 409: the rules, or somebody else, forbid it",
    413: "Status 413: it is too large",
    415: "Status 415: it is of another type",
    422: "Status 422: it can be read but means nothing here",
    429: "Status 429: too many requests",
    503: "Status 503: not now; `Retry-After` says when",
}
EXIT: Final = (
    "In the terminal, a refusal by the rules or by somebody else ends a command with exit status 1. All "
    "others end it with 2."
)


def _found() -> Found:
    found: Found = defaultdict(dict)
    modules()
    families = {each.__name__: each for each in _subclasses(WordwaiterError)}
    for path in sorted(SOURCE.rglob("*.py")):
        served = NOT_SERVED.isdisjoint(path.relative_to(SOURCE).parts)
        source = path.read_text("utf-8")
        if not any(f"{word}(" in source for word in families) and "ShapeCode." not in source:
            continue
        module = Module(ast.parse(source))
        for node in ast.walk(module.tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(word)), *rest]) if (
                    name in families
                ):
                    of_file = issubclass(families[name], MalformedFileError)
                    status = _status(families[name], word) if served and not of_file else 0
                    text = module.text(rest[of_file]) if len(rest) > of_file else ""
                    found[status, word].setdefault(text)
                case ast.Tuple(elts=[ast.Attribute(value=ast.Name(id="ShapeCode"), attr=name), said, *_]):
                    found[409, ShapeCode[name].value].setdefault(module.text(said))
                case _:
                    pass
    for status, (word, sentence) in HTTP_PROBLEMS.items():
        found[status, word].setdefault(sentence)
    everywhere = {word for status, word in found if status}
    return defaultdict(
        dict,
        {
            key: {text: None for text in texts if text}
            for key, texts in found.items()
            if key[0] or key[1] not in everywhere
        },
    )


def _status(family: type[WordwaiterError], word: str) -> int:
    error = WordwaiterError.__new__(family)
    error.code = word
    return status_of(error)


def _subclasses(kind: type[WordwaiterError]) -> Iterator[type[WordwaiterError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _subclasses(each)


class Module:
    """One module of the program, and the sentences in it."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self._assigned = [
            (node.lineno, target.id, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]

    def text(self, node: ast.expr) -> str:
        """Returns what a sentence says, with the name of each value in braces."""
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=values):
                return "".join(self.text(each) for each in values)
            case ast.FormattedValue(value=ast.IfExp() as value):
                return self.text(value)
            case ast.FormattedValue(value=value):
                return f"{{{_name(value)}}}"
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.text(left) + self.text(right)
            case ast.IfExp(body=body, orelse=orelse):
                return " / ".join(text for text in (self.text(body), self.text(orelse)) if text)
            case ast.Call(func=ast.Name(id="said"), args=[pattern, *_]):
                return self.text(pattern)
            case ast.Name(id=name, lineno=line):
                before = [each for each in self._assigned if each[0] < line and each[1] == name]
                return self.text(max(before, key=lambda each: each[0])[2]) if before else ""
            case _:
                return ""


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_").replace("_", " ").lower()
        case ast.Call(args=[first, *_]):
            return _name(first)
        case ast.Call(func=func):
            return _name(func)
        case ast.Subscript(value=value) | ast.BinOp(left=value):
            return _name(value)
        case _:
            return "..."


def _escaped(text: str) -> str:
    return " ".join(text.replace("<", "&lt;").replace("*", r"\*").replace("_", r"\_").split())
