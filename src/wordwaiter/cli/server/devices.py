"""`wordwaiter devices`: who has joined, for whoever has the journal itself; also while the program runs."""

from typing import TYPE_CHECKING

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.output import print_columns, print_json

if TYPE_CHECKING:
    from wordwaiter.service.access.registry import JoinedDevice


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="Manage joined devices and free tables: list, revoke, new link for the director."
    )
    group.command("list")(list_devices)
    group.command("revoke")(revoke)
    group.command("link")(link)
    group.command("free-tables")(list_free_tables)
    group.command("end")(end)
    app.add_typer(group, name="devices")


def list_devices(db: str = DB, json: bool = typer.Option(False, "--json", help="Answer as JSON.")) -> None:
    """All devices with their roles."""
    from wordwaiter.service.access.callers import director_of_everything
    from wordwaiter.service.context import Context
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        devices = Context.at_desk(journal).devices.devices(director_of_everything("terminal"))
    if json:
        print_json(
            [
                {
                    "number": device.number,
                    "name": device.name,
                    "roles": _roles(device),
                    "address": device.address,
                    "revoked": device.revoked,
                }
                for device in devices
            ]
        )
    elif not devices:
        print("No device has joined yet.")
    else:
        print_columns(
            (
                str(device.number),
                device.name,
                ", ".join(_roles(device)),
                "" if device.revoked is None else f"revoked: {device.revoked}",
            )
            for device in devices
        )


def _roles(device: "JoinedDevice") -> list[str]:
    return sorted(f"{grant.role.value} of {grant.stream}" for grant in device.grants)


def revoke(
    number: int = typer.Argument(help="The number of the device, as shown by `devices list`."),
    reason: str = typer.Option("", help="The reason; it is kept in the log."),
    db: str = DB,
) -> None:
    """Let a device's token hold no longer, at once."""
    from wordwaiter.service.access.callers import director_of_everything
    from wordwaiter.service.context import Context
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        Context.at_desk(journal).devices.revoke(director_of_everything("terminal"), number, reason)
    print(f"Device {number} is revoked.")


def link(db: str = DB) -> None:
    """A new code for a director, for one who has lost the device; earlier links end."""
    from wordwaiter.service.context import Context
    from wordwaiter.store.journal import Journal, JournalReader

    with JournalReader.open(db):
        pass  # a new file beside the program's own would give a code that leads nowhere
    with Journal.open(db) as journal:
        made = Context.at_desk(journal).devices.new_director(only_here=False)
    print("The director opens this page of the running program, on any device, once, within 24 hours.")
    print("Type the address that the program's window shows, and this behind it:")
    print(f"  /join/{made.secret}")


def list_free_tables(db: str = DB) -> None:
    """The free tables that are not over, the longest forgotten first; after a day they end by themselves."""
    from wordwaiter.service.access.callers import director_of_everything
    from wordwaiter.service.context import Context
    from wordwaiter.service.tables.free_table_expiry import free_tables
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        found = free_tables(Context.at_desk(journal), director_of_everything("terminal"))
    if not found:
        print("No free table is open.")
        return
    print_columns(
        (table.stream, " - ".join(table.sides), table.stage, f"{table.idle_ms // 3_600_000} h idle")
        for table in found
    )


def end(
    what: str = typer.Argument(help="A tournament, or a free table as shown by `devices free-tables`."),
    reason: str = typer.Option("", help="The reason; it is kept in the log."),
    db: str = DB,
) -> None:
    """End a tournament or a free table: all tokens and codes that were given for it hold no longer."""
    from wordwaiter.service.access.callers import director_of_everything
    from wordwaiter.service.context import Context
    from wordwaiter.service.tables.free_table_expiry import end_free_table
    from wordwaiter.service.tables.stream_names import is_free
    from wordwaiter.service.tournaments.snapshots import snapshot_of
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        context, director = Context.at_desk(journal), director_of_everything("terminal")
        if is_free(what):
            end_free_table(context, director, what, reason)
        else:
            context.devices.end_of(director, snapshot_of(context, what).stream, reason)
    print(f"{what} is over.")
