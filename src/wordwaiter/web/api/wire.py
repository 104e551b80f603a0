"""Values of the game as JSON has them: types derived from our own dataclasses, and the way back.

A derived type is strict (an unknown field is an error), has limits on every number and text, and carries the
words of the dataclass that it comes from, so that the document of the API says what the code says.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from wordwaiter.command_fields import field_docs, whole_number
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Board, PlacedTile, parse_board
from wordwaiter.rules.layout import Square, parse_square
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.tournament.formats.format import TOPICS, Format
from wordwaiter.tournament.formats.reading import format_from_plain, shipped_format

LONGEST_TEXT: Final = 1_000
"""Signs in a name, a reason, a note."""

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
MOST_VALUES: Final = 2_000
"""Values of one field: more than a round has tables, or a board has squares."""
MOST_BOARDS: Final = 50
"""Boards of one field: those that a device has sent since it last heard of one. Each takes time to read."""

SquareText = Annotated[str, Meta(min_length=2, max_length=3, description="A square, as 8H or H8.")]
BoardText = Annotated[
    str,
    Meta(
        max_length=2_000,
        description="A line for each row, a sign for each square: a dot is empty, a small letter a blank, "
        "[CH] one tile of two letters.",
    ),
]


class LaidTile(msgspec.Struct, forbid_unknown_fields=True):
    """A tile on a square. A blank has the letter that it stands for, or `?` where none was named."""

    square: SquareText
    letter: Annotated[str, Meta(min_length=1, max_length=3)]
    blank: bool = False


class FormatSettings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A format of one's own: a shipped one with some settings changed, or all settings.

    A setting is written as in a format's file: `{"is": 4, "choice": "it is late"}`.
    """

    name: Text
    title: Text
    based_on: Text | UnsetType = UNSET
    rulebook: Text | UnsetType = UNSET
    entry: dict[str, dict[str, Any]] | UnsetType = UNSET
    rounds: dict[str, dict[str, Any]] | UnsetType = UNSET
    pairing: dict[str, dict[str, Any]] | UnsetType = UNSET
    ranking: dict[str, dict[str, Any]] | UnsetType = UNSET
    absence: dict[str, dict[str, Any]] | UnsetType = UNSET
    honours: dict[str, dict[str, Any]] | UnsetType = UNSET


Read = Callable[[Any, Board | None], object]
"""Makes the value of what came as JSON; plays are read on the board, where there is one."""


@dataclass(frozen=True, slots=True)
class Wire:
    """How values of a type look in JSON, and how they are read."""

    type: Any
    read: Read | None = None
    """`None` where they are the same."""


def _read_placement(sent: str | list[LaidTile], board: Board | None) -> Placement:
    if isinstance(sent, str):
        if board is None:
            raise MalformedError("no-board", "there is no board here; give each tile with its square")
        return parse_play(sent, board)
    return Placement(tuple((parse_square(each.square), _placed(each, board)) for each in sent))


def _placed(sent: LaidTile, board: Board | None) -> PlacedTile:
    letter = sent.letter if board is None else board.tile_set.upper(sent.letter)
    return PlacedTile(letter, is_blank=sent.blank or letter == BLANK)


def _read_board(sent: str, board: Board | None) -> Board:
    if board is None:
        raise MalformedError("no-board", "there is no board here to read the play on")
    return parse_board(sent, board.layout, board.tile_set)


def _read_format(sent: str | FormatSettings, _: Board | None) -> Format:
    # By name only those that come with the program: a path would be a file of the organiser's computer.
    return shipped_format(sent) if isinstance(sent, str) else format_from_plain(msgspec.to_builtins(sent))


_FORMS: Final[Mapping[Any, Wire]] = {
    Square: Wire(SquareText, lambda sent, _: parse_square(sent)),
    Placement: Wire(
        Annotated[
            Annotated[str, Meta(max_length=LONGEST_TEXT)] | Annotated[list[LaidTile], Meta(max_length=441)],
            Meta(description="Written as 8D RETINA (across) or D8 RETINA (down), or tile by tile."),
        ],
        _read_placement,
    ),
    Board: Wire(BoardText, _read_board),
    Format: Wire(
        Annotated[
            Text | FormatSettings, Meta(description="The name of a shipped format, or settings of one's own.")
        ],
        _read_format,
    ),
}


@cache
def wire_of(hint: Any, name: str = "") -> Wire:
    """Returns how values of a type are sent; the end of the field's `name` tells the unit of a number."""
    if hint in _FORMS:
        return _FORMS[hint]
    if hint is int:
        return Wire(whole_number(name))
    if hint is str:
        return Wire(Text)
    if hint in (bool, NoneType) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return Wire(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _wire_of_dataclass(hint)
    if get_origin(hint) in (Union, UnionType):
        return _wire_of_union(get_args(hint), name)
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        return _wire_of_many(get_args(hint)[0], name)
    raise TypeError(f"nobody has said how {hint!r} is sent as JSON")


def _wire_of_union(members: tuple[Any, ...], name: str) -> Wire:
    wires = [wire_of(each, name) for each in members]
    readers = [wire.read for wire in wires if wire.read is not None]
    kind: Any = Union[tuple(wire.type for wire in wires)]  # noqa: UP007 - made at run time
    if not readers:
        return Wire(kind)
    (read,) = readers
    return Wire(kind, lambda sent, board: None if sent is None else read(sent, board))


def _wire_of_many(member: Any, name: str) -> Wire:
    wire = wire_of(member, name)
    most = MOST_BOARDS if member is Board else MOST_VALUES
    # Written otherwise it would be an alias of a type.
    kind: Any = Annotated[tuple.__class_getitem__((wire.type, ...)), Meta(max_length=most)]
    read = wire.read
    if read is None:
        return Wire(kind)
    return Wire(kind, lambda sent, board: tuple(read(each, board) for each in sent))


@cache  # one type for each, whatever the field is called
def _wire_of_dataclass(kind: Any) -> Wire:
    sent_as = struct_of(kind, name=f"{kind.__name__}Sent")  # as an answer it may have another form
    return Wire(sent_as, lambda sent, board: value_of(kind, sent, board))


# ---------------------------------------------------------------- dataclasses


def struct_of(
    kind: Any,
    *,
    name: str = "",
    without: frozenset[str] = frozenset(),
    tag: str | None = None,
    besides: tuple[tuple[str, Any, Any], ...] = (),
) -> Any:
    """The strict type with the fields of a dataclass; with a tag it can be told from others in a union.

    `besides` are fields that the dataclass does not have, each with its type and its default.
    """
    told = field_docs(kind)
    wanted = []
    for field in fields(kind):
        if field.name in without:
            continue
        sent_as = wire_of(_hints(kind)[field.name], field.name).type
        if field.name in told:
            sent_as = Annotated[sent_as, Meta(description=told[field.name])]
        wanted.append(_field(field.name, sent_as, field.default))
    return msgspec.defstruct(
        name or kind.__name__,
        [*wanted, *besides],
        namespace={"__doc__": inspect.getdoc(kind)},
        module=__name__,
        forbid_unknown_fields=True,
        kw_only=True,
        frozen=True,
        tag_field=None if tag is None else "command",
        tag=tag,
    )


def _field(name: str, kind: Any, default: object) -> tuple[str, Any] | tuple[str, Any, Any]:
    if default is MISSING:
        return name, kind
    if default is None or default == () or isinstance(default, str | int | Enum):
        return name, kind, default
    return name, kind | UnsetType, UNSET  # the dataclass has the default


def value_of(kind: Any, sent: Any, board: Board | None = None, **given: object) -> Any:
    """The value of the dataclass that was sent; `given` are the fields that are not sent."""
    for name, read in _readers(kind):
        if name in given:
            continue
        value = getattr(sent, name)
        if value is UNSET:
            continue
        given[name] = value if read is None else read(value, board)
    return kind(**given)


@cache
def _readers(kind: Any) -> tuple[tuple[str, Read | None], ...]:
    """Returns how each field of a dataclass is read."""
    return tuple((field.name, wire_of(_hints(kind)[field.name], field.name).read) for field in fields(kind))


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


if {*FormatSettings.__struct_fields__} - {"name", "title", "based_on", "rulebook"} != {*TOPICS}:
    raise TypeError("a format has other topics than can be sent")
