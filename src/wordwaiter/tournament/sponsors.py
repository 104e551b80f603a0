"""The sponsors of an event: one list for words, slides and paper, and their logos."""

import base64
import binascii
import hashlib
import struct
import zlib
from dataclasses import replace
from typing import Final, assert_never

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.state import Logo, Tournament

LOGO_WIDTH: Final = 640
LOGO_HEIGHT: Final = 320
"""Pixels that a logo may have at most: half the width of a small projector."""
LOGO_BYTES: Final = 200_000
MOST_LOGOS: Final = 40

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHUNKS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""By the colour type of a PNG file."""
_DEPTHS: Final = {0: (1, 2, 4, 8), 2: (8,), 3: (1, 2, 4, 8), 4: (8,), 6: (8,)}
"""Bits of a channel that a colour type may have."""
_INDEXED: Final = 3
"""The colour type whose pixels are numbers of colours in a palette."""
_CLEAR_BYTES: Final = {0: 2, 2: 6}
"""How long the transparent colour of a colour type is; those of a palette have a byte for each colour."""
_FILTERS: Final = 5


@decides
def list_sponsors(tournament: Tournament, command: c.ListSponsors, now_ms: int) -> tuple[f.Fact, ...]:
    """The event has these sponsors; one that is announced stays one. A round in progress keeps its own."""
    names = tuple(dict.fromkeys(name.strip().upper() for name in command.names if name.strip()))
    announced = {name for each in tournament.announcements.values() for name in each.sponsors}
    if missing := sorted(announced.difference(names)):
        raise ConflictError(
            "sponsor-announced", f"{', '.join(missing)} was announced already; keep it in the list"
        )
    return (f.SponsorsListed(now_ms, command.by, names),)


@decides
def set_logo(tournament: Tournament, command: c.SetLogo, now_ms: int) -> tuple[f.Fact, ...]:
    """A sponsor has this logo from now on."""
    sponsor = command.sponsor.strip().upper()
    if sponsor not in tournament.all_sponsors:
        raise MalformedError("no-such-sponsor", f"{sponsor[:30]} is not in the list of sponsors")
    if sponsor not in tournament.logos and len(tournament.logos) >= MOST_LOGOS:
        raise ConflictError("many-logos", f"there are {MOST_LOGOS} logos already; remove one first")
    return (f.LogoSet(now_ms, command.by, sponsor, logo_of(command.picture)),)


@decides
def remove_logo(tournament: Tournament, command: c.RemoveLogo, now_ms: int) -> tuple[f.Fact, ...]:
    """A sponsor's name is shown instead of its logo."""
    sponsor = command.sponsor.strip().upper()
    if sponsor not in tournament.logos:
        raise ConflictError("no-logo", f"{sponsor[:30]} has no logo")
    return (f.LogoRemoved(now_ms, command.by, sponsor),)


def evolve_sponsors(tournament: Tournament, fact: f.SponsorFact) -> Tournament:
    """The tournament after a fact of sponsors; the logo of one who is not listed any more goes too."""
    match fact:
        case f.SponsorsListed(names=names):
            after = replace(tournament, sponsors=names)
            logos = {name: logo for name, logo in tournament.logos.items() if name in after.all_sponsors}
            return replace(after, logos=logos)
        case f.LogoSet(sponsor=sponsor, logo=logo):
            return replace(tournament, logos={**tournament.logos, sponsor: logo})
        case f.LogoRemoved(sponsor=sponsor):
            logos = {name: logo for name, logo in tournament.logos.items() if name != sponsor}
            return replace(tournament, logos=logos)
        case _:
            assert_never(fact)


def logo_of(picture: str) -> Logo:
    """Returns the logo that a PNG file in base64 is, if browsers and printers can show it without danger.

    The page makes a fresh file of whatever is uploaded; a program may send one of its own, so it is checked
    here: no part but those of a plain picture, each as it says it is, and not larger unpacked than a logo.
    """
    try:
        content = base64.b64decode(picture, validate=True)
    except (binascii.Error, ValueError):
        raise _unfit() from None
    if len(content) > LOGO_BYTES:
        raise MalformedError("large-logo", "this picture is too large for a logo")
    width, height = _size_of(content)
    return Logo(hashlib.sha256(content).hexdigest()[:16], width, height, picture)


def _size_of(content: bytes) -> tuple[int, int]:
    parts = list(_chunks(content))
    if not parts or parts[0][0] != b"IHDR" or parts[-1] != (b"IEND", b"") or len(parts[0][1]) != 13:
        raise _unfit()
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    if depth not in _DEPTHS.get(colour, ()) or packing or filtering or interlaced:
        raise _unfit()
    if not 0 < width <= LOGO_WIDTH or not 0 < height <= LOGO_HEIGHT:
        raise MalformedError("large-logo", f"a logo has at most {LOGO_WIDTH} × {LOGO_HEIGHT} pixels")
    _check_colours(parts, colour, depth)
    line = 1 + (width * depth * _CHANNELS[colour] + 7) // 8
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(
            b"".join(body for kind, body in parts if kind == b"IDAT"), line * height
        )
        more = unpacking.decompress(unpacking.unconsumed_tail, 1)  # a printer may unpack all of it
    except zlib.error:
        raise _unfit() from None
    if len(pixels) != line * height or more or unpacking.unused_data or not unpacking.eof:
        raise _unfit()
    if max(pixels[::line]) >= _FILTERS:
        raise _unfit()
    return width, height


def _check_colours(parts: list[tuple[bytes, bytes]], colour: int, depth: int) -> None:
    """Refuses a palette that is missing or broken: paper with such a picture could not be printed."""
    pixels = [at for at, (kind, _) in enumerate(parts) if kind == b"IDAT"]
    others = [kind for kind, _ in parts if kind != b"IDAT"]
    before = dict(parts[: pixels[0]] if pixels else ())
    is_in_order = others == [*before, b"IEND"] and len(pixels) == len(parts) - len(others)
    if not is_in_order or pixels[-1] - pixels[0] >= len(pixels):
        raise _unfit()
    if (colour == _INDEXED) != (b"PLTE" in before):
        raise _unfit()
    palette, clear = before.get(b"PLTE", b""), before.get(b"tRNS")
    colours = len(palette) // 3
    if colour == _INDEXED:
        is_late = clear is not None and list(before).index(b"tRNS") < list(before).index(b"PLTE")
        is_fitting = 0 < colours <= 2**depth and not len(palette) % 3 and len(clear or b"") <= colours
        if is_late or not is_fitting:
            raise _unfit()
    elif clear is not None and len(clear) != _CLEAR_BYTES.get(colour):
        raise _unfit()


def _chunks(content: bytes) -> list[tuple[bytes, bytes]]:
    if not content.startswith(_SIGNATURE):
        raise _unfit()
    found, at = [], len(_SIGNATURE)
    while at < len(content):
        if at + 12 > len(content):
            raise _unfit()
        (length,) = struct.unpack_from(">I", content, at)
        kind, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        check = content[at + 8 + length : at + 12 + length]
        if kind not in _CHUNKS or check != struct.pack(">I", zlib.crc32(kind + body)):
            raise _unfit()
        found.append((kind, body))
        at += 12 + length
    return found


def _unfit() -> MalformedError:
    return MalformedError("not-a-logo", "send a plain PNG file in base64; the page of sponsors makes one")
