"""Every command as JSON: one closed union for tournaments, for tables and for Hare boards.

The unions are made of the commands' own dataclasses, so that a new command is in the API, with its schema, as
soon as it is in the union of commands. Who gave it is never sent but known from the device.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Any, Final, Union, get_args

import msgspec
from msgspec import Meta

from wordwaiter.command_fields import whole_number, word_of
from wordwaiter.game import commands as game
from wordwaiter.game.deciders.at_turn import OF_A_TURN
from wordwaiter.game.hare import commands as hare
from wordwaiter.game.signers import member_named, signer_named
from wordwaiter.game.table import Signer, Table
from wordwaiter.roles import is_of_program
from wordwaiter.rules.board import Board
from wordwaiter.tournament import commands as tournament
from wordwaiter.web.api.wire import Text, struct_of, value_of

_BY: Final = frozenset({"by"})

_AT_TURN: Final[tuple[str, Any, None]] = (
    "at_turn",
    Annotated[
        whole_number("at_turn") | None,
        Meta(
            description="The turn in which it was entered; refused when another is under way (`turn-over`)."
        ),
    ],
    None,
)
"""The fields of commands about a turn, besides their own."""


@dataclass(frozen=True)
class CommandSet:
    """The commands that something takes, by the word that names each in JSON."""

    kinds: Mapping[str, Any]
    structs: Mapping[str, Any]

    @property
    def union(self) -> Any:
        """The type of all of them."""
        return Union[tuple(self.structs.values())]  # noqa: UP007 - made at run time

    def command(self, sent: Any, by: str, board: Board | None = None) -> Any:
        """The command that was sent, given by somebody; plays are read on the board."""
        kind = self.kinds[type(sent).__struct_config__.tag]
        return value_of(kind, sent, board, by=by) if kind in self.given_by else value_of(kind, sent, board)

    @cached_property
    def given_by(self) -> frozenset[Any]:
        """The commands that say who gave them, which is whoever sends them."""
        kinds = self.kinds.values()
        return frozenset(kind for kind in kinds if any(field.name == "by" for field in fields(kind)))


class SignBody(
    msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, tag_field="command", tag="sign"
):
    """Sign the result, for a side or as its scorekeeper."""

    signer: Annotated[
        Signer | None, Meta(description="The number of the side, from 0; or `scorekeeper`.")
    ] = None
    by: Annotated[Text | None, Meta(description="Instead of `signer`, the name of a side or seat.")] = None
    member: Annotated[Text | None, Meta(description="Who of the team's members signs for a team.")] = None
    scores: Annotated[
        Annotated[list[int], Meta(max_length=20)] | None,
        Meta(description="The totals that are signed; refused if they are others now."),
    ] = None

    def command(self, table: Table, by: str) -> game.Sign:
        """Returns the command of whoever sends it; a name is read at the table."""
        name = self.by or ""
        signer = signer_named(table, name) if self.signer is None else self.signer
        totals = None if self.scores is None else tuple(self.scores)
        return game.Sign(signer, by, self.member or member_named(table, name), totals)


def _with_struct(commands: CommandSet, struct: type[msgspec.Struct]) -> CommandSet:
    """Returns a set of commands one of which is sent in a form of its own."""
    return CommandSet(commands.kinds, {**commands.structs, str(struct.__struct_config__.tag): struct})


def _set_of(union: Any) -> CommandSet:
    kinds = {word_of(kind): kind for kind in get_args(union) if not is_of_program(kind)}
    return CommandSet(
        kinds,
        {
            word: struct_of(
                kind,
                without=_BY,
                tag=word,
                besides=(_AT_TURN,) if kind in OF_A_TURN else (),
            )
            for word, kind in kinds.items()
        },
    )


TOURNAMENT_COMMANDS: Final = _set_of(tournament.Command)
TABLE_COMMANDS: Final = _with_struct(_set_of(game.Command), SignBody)
HARE_COMMANDS: Final = _set_of(hare.HareCommand)
