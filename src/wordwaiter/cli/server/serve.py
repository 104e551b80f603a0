"""`wordwaiter serve`: the program in the browser."""

import os
import socket
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from wordwaiter.cli.options import DB, USUAL_LISTS
from wordwaiter.cli.output import can_print
from wordwaiter.cli.server.desktop import open_in_browser
from wordwaiter.platform import shows_colours

if TYPE_CHECKING:
    from wordwaiter.service.access.devices import NewInvitation
    from wordwaiter.store.journal import Journal
    from wordwaiter.web.http.tls import Tls

_WAY_BACK_LASTS: Final = timedelta(minutes=15)
"""How long the link works that is told at every start, to whoever sits at this computer."""

_EVERY_NETWORK: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    host: str = typer.Option(
        "127.0.0.1", help="Address to listen on; 0.0.0.0 serves the venue's network too."
    ),
    port: int = typer.Option(8080, min=0, max=65535, help="Port to listen on; 0 picks a free one."),
    db: str = DB,
    lexicon: list[str] = typer.Option(
        list(USUAL_LISTS), help="A word list; may be repeated. A word is valid if any list has it."
    ),
    longest: int | None = typer.Option(None, help="The most letters that a word may have."),
    backup_to: Path | None = typer.Option(
        None, help="A folder for regular backups, for example on a USB stick."
    ),
    backup_every: int = typer.Option(60, min=1, help="Seconds between backups."),
    workers: int = typer.Option(
        1, min=1, max=64, help="How many server processes to run; more than one needs PostgreSQL."
    ),
    log: Path | None = typer.Option(None, help="A file for the request log: one line of JSON per request."),
    tls: tuple[Path, Path] | None = typer.Option(
        None, metavar="CERT KEY", help="The certificate and key files for https://."
    ),
    name: list[str] = typer.Option(
        [], help="A name by which browsers call this server, besides its addresses; may be repeated."
    ),
    all_words: bool = typer.Option(
        False, "--all-words", help="Let the program show every good word by itself, also rude ones."
    ),
    browser: bool = typer.Option(True, help="Open the director's link in a browser at the first start."),
) -> None:
    """Start the program in the browser, for everybody in the room."""
    # Imported here because no other command needs them, and they take longer to load than a word to judge.
    from wordwaiter.cli.server.workers import Work, Workers, check_workers, judge_of
    from wordwaiter.service.context import Context, ContextParts
    from wordwaiter.web.http.program_log import write_log_to
    from wordwaiter.web.http.server import find_place, run_server
    from wordwaiter.web.http.tls import read_tls

    check_workers(db, workers)
    shown = None if tls is None else read_tls(*tls)
    if log is not None:
        write_log_to(log)
    lists = tuple(dict.fromkeys(lexicon))
    judge, shelf = judge_of(lists, longest)
    address, free_port, held = find_place(host, port)
    computer = socket.gethostname()
    own_names = (host, computer, f"{computer}.local", *name, *(() if shown is None else shown.public_names))
    work = Work(db, lists, longest, own_names, address, free_port, log, shown, withholds_words=not all_words)
    # Workers begin to load before this process loads what follows.
    with (
        held,
        Workers(work, workers if workers > 1 else 0) as crew,
        Context.open(db, ContextParts(judge, shelf, withholds_words=not all_words)) as context,
    ):
        from wordwaiter.service.bee.best_board_search import BestBoardWatch
        from wordwaiter.service.rounds.recovery import catch_up
        from wordwaiter.service.tables.free_table_expiry import Housekeeping
        from wordwaiter.web.pages.judge.kiosk import lists_line

        data = context.journal.name
        catch_up(context)
        place = _Place(address, free_port, shown)
        link = context.devices.first_link()
        way_back = None if link is not None else context.devices.new_director(_WAY_BACK_LASTS)
        announce = partial(_announce, place, data, lists_line(judge), link, way_back, opens_browser=browser)
        with (
            _copying(context.journal, backup_to, backup_every),
            BestBoardWatch(context),
            Housekeeping(context),
        ):
            if workers > 1:
                crew.run(announce)
            else:
                from wordwaiter.web.http.app import create_app

                run_server(create_app(context, own_names=own_names), address, free_port, announce, shown)
    print(f"Stopped. Everything is kept in {data}.", flush=True)
    # Not a plain return: a thread of the native server may still be on its way out, and it aborts with a page
    # of text when Python is taken down under it. All is written and closed; nothing is left to do.
    os._exit(0)


def _copying(journal: "Journal", folder: Path | None, seconds: int) -> AbstractContextManager[object]:
    """Copies of the journal at work, if a folder is named for them."""
    if folder is None:
        return nullcontext()
    from wordwaiter.service.clock import system_clock
    from wordwaiter.store.backup import Copying

    return Copying(journal, folder, system_clock, every=timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the program answers."""

    address: str
    port: int
    tls: "Tls | None"

    @property
    def is_for_everybody(self) -> bool:
        return self.address in _EVERY_NETWORK

    @property
    def here(self) -> str:
        """What this computer's own browser calls it."""
        return self._called("127.0.0.1" if self.is_for_everybody else self.address)

    @property
    def there(self) -> str | None:
        """What phones in the venue call it; nothing while this computer is on no network."""
        from wordwaiter.web.http.network_address import venue_address

        reachable = venue_address()
        return None if reachable is None else self._called(reachable)

    def _called(self, address: str) -> str:
        host = address if self.tls is None else self.tls.host_for(address)
        scheme = "http" if self.tls is None else "https"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"


def _announce(
    place: _Place,
    db: str,
    lists: str,
    link: "NewInvitation | None",
    way_back: "NewInvitation | None",
    *,
    opens_browser: bool,
) -> None:
    print(f"Wordwaiter is running at {place.here}")
    if place.is_for_everybody:
        _announce_to_venue(place)
    if link is not None:
        _announce_to_director(place, link)
    if way_back is not None:
        minutes = _WAY_BACK_LASTS // timedelta(minutes=1)
        print(f"If the director was signed out: open this link here. It works once, for {minutes} minutes:")
        print(f"  {place.here}/join/{way_back.secret}")
    print(lists)
    print(f"Rulings, on this computer alone: {place.here}/judge/log")
    print(f"Data in {db}; stop with Ctrl-C.", flush=True)
    if link is not None and opens_browser and sys.stdout.isatty():
        open_in_browser(f"{place.here}/join/{link.secret}")


def _announce_to_venue(place: _Place) -> None:
    from wordwaiter.cli.server.qr import qr_lines

    there = place.there
    if there is None:
        print("This computer is on no network now, so phones cannot reach it. Connect it, then start again.")
        return
    print(f"Phones on this network: {there}")
    print("Everybody on this network can open it.")
    lines = qr_lines(there, coloured=shows_colours(sys.stdout))
    if can_print(lines[0]):
        print()
        for line in lines:
            print(line)
        print()


def _announce_to_director(place: _Place, link: "NewInvitation") -> None:
    """The link is told here alone, and works once."""
    base = (place.there if place.is_for_everybody else None) or place.here
    print("The director opens this link, once, on the device to run the day from (it works for 24 hours):")
    print(f"  {base}/join/{link.secret}")
