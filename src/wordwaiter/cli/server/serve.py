"""`wordwaiter serve`: the program in the browser."""

import os
import shlex
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from wordwaiter.cli.options import DB, USUAL_LISTS
from wordwaiter.cli.output import can_print
from wordwaiter.cli.server.desktop import open_in_browser
from wordwaiter.cli.server.only_server import only_server_of
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.platform import card_addresses, data_folder, shows_colours

if TYPE_CHECKING:
    from wordwaiter.service.access.devices import NewInvitation
    from wordwaiter.service.context import Context
    from wordwaiter.service.laptop import Laptop
    from wordwaiter.store.journal import Journal
    from wordwaiter.web.http.certificates.files import Tls
    from wordwaiter.web.http.server import HttpsPlace

WAY_BACK_LASTS: Final = timedelta(minutes=15)
"""How long the link works that is told at every start, to whoever sits at this computer."""

_EVERY_ADDRESS: Final = "0.0.0.0"  # noqa: S104
_EVERY_NETWORK: Final = frozenset({_EVERY_ADDRESS, "::"})

_HTTPS_PORTS: Final = (*range(8443, 8453), 0)
"""The first that is free is taken."""


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
    https: bool = typer.Option(
        True, help="Serve the venue's network over https:// too, with a certificate made for this computer."
    ),
    name: list[str] = typer.Option(
        [], help="A name by which browsers call this server, besides its addresses; may be repeated."
    ),
    proxy: list[str] = typer.Option(
        [], help="The address or network of a proxy that tells who asks and by https; may be repeated."
    ),
    all_words: bool = typer.Option(
        False, "--all-words", help="Let the program show every good word by itself, also rude ones."
    ),
    browser: bool = typer.Option(True, help="Open the director's link in a browser at the first start."),
) -> None:
    """Start the program in the browser, for everybody in the room."""
    from wordwaiter.web.http.certificates.files import read_tls

    run_program(
        ServeOptions(
            host=host,
            ports=(port,),
            db=db,
            lists=tuple(dict.fromkeys(lexicon)),
            longest=longest,
            backup_to=backup_to,
            backup_every=backup_every,
            workers=workers,
            log=log,
            tls=None if tls is None else read_tls(*tls),
            https=https,
            names=tuple(name),
            proxies=tuple(map(_proxy, proxy)),
            all_words=all_words,
            browser=browser and sys.stdout.isatty(),
        )
    )
    # Not a plain return: a thread of the native server may still be on its way out, and it aborts with a page
    # of text when Python is taken down under it. All is written and closed; nothing is left to do.
    os._exit(0)


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the program is served."""

    db: str
    host: str = "127.0.0.1"
    ports: tuple[int, ...] = (8080,)
    """The first that is free is taken."""
    lists: tuple[str, ...] = USUAL_LISTS
    longest: int | None = None
    backup_to: Path | None = None
    backup_every: int = 60
    workers: int = 1
    log: Path | None = None
    tls: "Tls | None" = None
    https: bool = True
    """Whether phones may also come over https, with a certificate made for this computer."""
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    all_words: bool = False
    browser: bool = False
    laptop: "Laptop | None" = None
    """The laptop of a club on which it was started without a command."""
    when_ready: "Callable[[str, Context], None] | None" = None
    """Told the address once the program answers, instead of the lines for a terminal."""


def _proxy(text: str) -> str:
    """Returns a proxy's address or network as it is usually written."""
    try:
        return str(ip_network(text) if "/" in text else ip_address(text))
    except ValueError:
        raise MalformedError(
            "bad-proxy", f"{text} is neither an address nor a network; write 127.0.0.1 or 10.0.0.0/8"
        ) from None


def run_program(options: ServeOptions) -> None:
    """Serves until a signal to stop; everything is written and closed at the end."""
    # Imported here because no other command needs them, and they take longer to load than a word to judge.
    from wordwaiter.cli.server.workers import Work, Workers, check_workers, judge_of
    from wordwaiter.service.context import Context, ContextParts
    from wordwaiter.web.http.program_log import write_log_to
    from wordwaiter.web.http.server import find_first_place, run_server

    workers, tls, lists, laptop = options.workers, options.tls, options.lists, options.laptop
    check_workers(options.db, workers)
    if options.log is not None:
        write_log_to(options.log)
    judge, shelf = judge_of(lists, options.longest)
    address, port, held = find_first_place(options.host, options.ports)
    computer = socket.gethostname()
    public = () if tls is None else tls.public_names
    own_names = (options.host, computer, f"{computer}.local", *options.names, *public)
    withholds = not options.all_words
    https, held_too = _https_place(options, address, own_names)
    work = Work(
        options.db,
        lists,
        options.longest,
        own_names,
        address,
        port,
        options.log,
        tls,
        https,
        withholds_words=withholds,
        proxies=options.proxies,
    )
    # Workers begin to load before this process loads what follows.
    with (
        held,
        held_too,
        only_server_of(options.db),
        Workers(work, workers if workers > 1 else 0) as crew,
        Context.open(options.db, ContextParts(judge, shelf, withholds_words=withholds)) as context,
    ):
        from wordwaiter.service.bee.best_board_search import BestBoardWatch
        from wordwaiter.service.rounds.recovery import catch_up
        from wordwaiter.service.tables.free_table_expiry import Housekeeping
        from wordwaiter.web.pages.judge.kiosk import lists_line

        data = context.journal.name
        catch_up(context)
        place = _Place(address, port, tls, https)
        if options.when_ready is not None:
            announce = partial(options.when_ready, place.here, context)
        else:
            link = context.devices.first_link()
            way_back = None if link is not None else context.devices.new_director(WAY_BACK_LASTS)
            lines = lists_line(judge)
            announce = partial(_announce, place, data, lines, link, way_back, opens_browser=options.browser)
        with (
            _copying(context.journal, options.backup_to, options.backup_every),
            BestBoardWatch(context),
            Housekeeping(context),
        ):
            if workers > 1:
                crew.run(announce)
            else:
                from wordwaiter.web.http.app import create_app

                app = create_app(context, own_names=own_names)
                app.state.laptop = laptop
                opens = laptop is not None and laptop.settings.uses_wifi is True
                run_server(
                    app,
                    address,
                    port,
                    announce,
                    tls,
                    https=https,
                    is_open_to_venue=opens,
                    proxies=options.proxies,
                )
        if laptop is not None:
            laptop.close()
    print(f"Stopped. Everything is kept in {data}.", flush=True)


def _copying(journal: "Journal", folder: Path | None, seconds: int) -> AbstractContextManager[object]:
    """Copies of the journal at work, if a folder is named for them."""
    if folder is None:
        return nullcontext()
    from wordwaiter.service.clock import system_clock
    from wordwaiter.store.backup import Copying

    return Copying(journal, folder, system_clock, every=timedelta(seconds=seconds))


def _https_place(
    options: ServeOptions, address: str, own_names: tuple[str, ...]
) -> "tuple[HttpsPlace | None, AbstractContextManager[object]]":
    """Returns where phones may come over https, if they may, and what holds the port."""
    from wordwaiter.service.clock import system_clock
    from wordwaiter.web.http.certificates.own import own_certificate
    from wordwaiter.web.http.network_address import is_heard_here_alone
    from wordwaiter.web.http.server import HttpsPlace, find_first_place

    is_for_phones = options.laptop is not None or not is_heard_here_alone(address)
    if options.tls is not None or options.proxies or not options.https or not is_for_phones:
        return None, nullcontext()
    names = ("localhost", "127.0.0.1", "::1", *card_addresses(), *own_names)
    try:
        tls = own_certificate(data_folder() / "https", names, system_clock())
    except UnavailableError as error:  # phones come over http, as they would without it
        print(error, flush=True)
        return None, nullcontext()
    _, port, held = find_first_place(_EVERY_ADDRESS if options.laptop else options.host, _HTTPS_PORTS)
    return HttpsPlace.at(port, tls), held


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the program answers."""

    address: str
    port: int
    tls: "Tls | None"
    https: "HttpsPlace | None"

    @property
    def is_for_everybody(self) -> bool:
        return self.address in _EVERY_NETWORK

    @property
    def here(self) -> str:
        """The address for this computer's own browser."""
        return self._called("127.0.0.1" if self.is_for_everybody else self.address)

    @property
    def there(self) -> str | None:
        """The address for phones in the venue; `None` while this computer is on no network."""
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
        _announce_to_director(place, link, db)
    if way_back is not None:
        minutes = WAY_BACK_LASTS // timedelta(minutes=1)
        print(f"If the director was signed out: open this link here. It works once, for {minutes} minutes:")
        print(f"  {place.here}/join/{way_back.secret}")
    print(lists)
    print(f"Rulings, on this computer alone: {place.here}/judge/log")
    print(f"Data in {db}; stop with Ctrl-C.", flush=True)
    if link is not None and opens_browser:
        open_in_browser(f"{place.here}/join/{link.secret}")


def _announce_to_venue(place: _Place) -> None:
    from wordwaiter.cli.server.qr import qr_lines

    there = place.there
    if there is None:
        print("This computer is on no network now, so phones cannot reach it. Connect it, then start again.")
        return
    print(f"Phones on this network: {there}")
    print("Everybody on this network can open it.")
    if place.https is not None:
        host = there.rpartition(":")[0].removeprefix("http://")
        print(f"Encrypted, after a warning of the browser: https://{host}:{place.https.port}")
        print(f"  SHA-256 fingerprint of its certificate: {place.https.fingerprint}")
    lines = qr_lines(there, coloured=shows_colours(sys.stdout))
    if can_print(lines[0]):
        print()
        for line in lines:
            print(line)
        print()


def _announce_to_director(place: _Place, link: "NewInvitation", db: str) -> None:
    """The link is told here alone, and works once, on this computer."""
    print("The director opens this link on this computer, once, within 24 hours:")
    print(f"  {place.here}/join/{link.secret}")
    of = "" if db == DB.default else f" --db {shlex.quote(db)}"
    print(f"For another device: wordwaiter devices link{of}")
