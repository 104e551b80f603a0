"""Sponsors: one list, and logos that are small plain pictures whatever was uploaded."""

import base64
import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.errors import MalformedError
from wordwaiter.picture.logo import LARGEST_FILE, logo_png
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.sponsors import LOGO_BYTES, LOGO_HEIGHT, LOGO_WIDTH, MOST_LOGOS, logo_of

_DESCRIPTION = 0x010E
"""The tag of a photo that says what is on it."""


def file_of(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def text_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


@pytest.fixture
def desk() -> Desk:
    desk = Desk("Bee")
    desk.do(c.ListSponsors(DIRECTOR, ("Rotary", "Acme")))
    return desk


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_logo_is_drawn_anew_small_and_without_anything_else_from_its_file(kind: str) -> None:
    secret = b"where it was taken"
    exif = Image.Exif()
    exif[_DESCRIPTION] = secret.decode()
    options: dict[str, object] = {"exif": exif}
    if kind == "PNG":
        notes = PngImagePlugin.PngInfo()
        notes.add_text("Comment", secret.decode())
        options = {"pnginfo": notes}
    sent = file_of(Image.new("RGB", (3000, 1000), (200, 30, 30)), kind, **options)
    made = logo_png(sent)
    assert (secret in sent, secret in made) == (True, False)
    logo = logo_of(text_of(made))
    assert (logo.width, logo.height) == (LOGO_WIDTH, 213)
    with Image.open(io.BytesIO(made)) as shown:
        red, green, blue, _ = shown.convert("RGBA").getpixel((300, 100))  # type: ignore[misc]
    assert red > 190
    assert max(green, blue) < 45


def test_an_empty_border_is_cut_off_and_noise_still_fits() -> None:
    image = Image.new("RGBA", (800, 800))
    image.paste((0, 0, 255, 255), (300, 350, 500, 450))
    logo = logo_of(text_of(logo_png(file_of(image, "PNG"))))
    assert (logo.width, logo.height) == (200, 100)
    noise = Image.effect_noise((LOGO_WIDTH, LOGO_HEIGHT), 90).convert("RGB")
    assert len(logo_png(file_of(noise, "PNG"))) <= LOGO_BYTES


@pytest.mark.parametrize("form", ["bee-hare", "bee-tortoise"])
def test_nobody_makes_a_word_good_or_bad_while_a_round_is_played(form: str) -> None:
    """The list may grow for slides and paper; the judges go by the sponsors from the start of the round."""
    desk = Desk()
    desk.open("Bee", form)
    desk.enter("Bee", [team("Owls"), team("Jays")])
    desk.do(c.ListSponsors("Emmy", ("Acme", "Rotary")))
    desk.do(c.AnnounceWords("Emmy", "Bee", 1, "LITERACY"))
    desk.publish("Bee", [("Owls",), ("Jays",)])
    desk.do(c.ListSponsors("Emmy", ("Acme", "Rotary", "Lions")))
    assert desk.tournament.good_sponsors("Bee") == ("ACME", "ROTARY", "LIONS")
    desk.do(c.StartRound(DIRECTOR, "Bee"))
    desk.do(c.ListSponsors("Emmy", ("Acme", "Lions", "Zzyzx")))
    assert desk.tournament.good_sponsors("Bee") == ("ACME", "ROTARY", "LIONS")
    desk.do(c.CallRoundTime("Emmy", "Bee"))
    assert desk.tournament.good_sponsors("Bee") == ("ACME", "ROTARY", "LIONS")
    for table, name in ((1, "Owls"), (2, "Jays")):
        desk.sheet("Bee", table, (700,), [name])
    desk.do(c.CloseRound(DIRECTOR, "Bee"))
    assert desk.tournament.good_sponsors("Bee") == ("ACME", "LIONS", "ZZYZX")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "no-logo-file"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "not-a-picture"),
        (b"GIF89a" + bytes(100), "not-a-picture"),
        (bytes(LARGEST_FILE + 1), "large-logo"),
        (file_of(Image.new("1", (5000, 5000)), "PNG"), "large-logo"),
        (file_of(Image.new("RGB", (50, 50)), "PNG")[:60], "broken-picture"),
    ],
    ids=["nothing", "svg", "gif", "bytes", "pixels", "damaged"],
)
def test_what_is_no_small_picture_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        logo_png(content)
    assert refused.value.code == code


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, pixels: bytes, *more: bytes, form: tuple[int, ...] = (8, 0, 0, 0)) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, *form, 0)
    parts = (chunk(b"IHDR", head), *more, chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


GOOD = png(2, 2, bytes(6))


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        ("no base64!", "not-a-logo"),
        (text_of(b"plain text"), "not-a-logo"),
        (text_of(GOOD[:-4]), "not-a-logo"),
        (text_of(GOOD.replace(b"IDAT", b"IDAX")), "not-a-logo"),
        (text_of(png(2, 2, bytes(6), chunk(b"tEXt", b"Comment\0a note"))), "not-a-logo"),
        (text_of(png(2, 2, bytes(3))), "not-a-logo"),
        (text_of(png(2, 2, bytes(1_000_000))), "not-a-logo"),
        (text_of(png(2, 2, bytes(7))), "not-a-logo"),
        (text_of(png(100_000, 100_000, bytes(6))), "large-logo"),
        (text_of(bytes(LOGO_BYTES + 1)), "large-logo"),
    ],
)
def test_a_program_cannot_send_another_file_as_a_logo(desk: Desk, picture: str, code: str) -> None:
    assert logo_of(text_of(GOOD)).width == 2
    desk.refused(c.SetLogo(DIRECTOR, "Rotary", picture), code)


PLTE, CLEAR = chunk(b"PLTE", bytes(6)), chunk(b"tRNS", bytes(2))
PALETTE, PLAIN = (8, 3, 0, 0), (8, 2, 0, 0)


@pytest.mark.parametrize(
    ("form", "pixels", "more"),
    [
        (PALETTE, bytes(6), ()),
        (PALETTE, bytes(6), (chunk(b"PLTE", b""),)),
        (PALETTE, bytes(6), (chunk(b"PLTE", bytes(7)),)),
        (PALETTE, bytes(6), (chunk(b"PLTE", bytes(257 * 3)),)),
        ((1, 3, 0, 0), bytes(4), (chunk(b"PLTE", bytes(9)),)),
        (PALETTE, bytes(6), (PLTE, PLTE)),
        (PALETTE, bytes(6), (CLEAR, PLTE)),
        (PALETTE, bytes(6), (PLTE, chunk(b"tRNS", bytes(3)))),
        (PALETTE, bytes(6), (PLTE, CLEAR, CLEAR)),
        (PALETTE, bytes(6), (chunk(b"IDAT", b""), PLTE)),
        ((8, 0, 0, 0), bytes(6), (PLTE,)),
        ((8, 0, 0, 0), bytes(6), (chunk(b"IDAT", b""), chunk(b"IEND", b""))),
        (PLAIN, bytes(14), (chunk(b"tRNS", bytes(2)),)),
        ((8, 6, 0, 0), bytes(18), (chunk(b"tRNS", b""),)),
        ((4, 2, 0, 0), bytes(8), ()),
        ((8, 0, 1, 0), bytes(6), ()),
        ((8, 0, 0, 1), bytes(6), ()),
        ((8, 0, 0, 0), b"\0\0\0\5\0\0", ()),
    ],
)
def test_a_program_cannot_send_a_logo_with_a_broken_palette(
    desk: Desk, form: tuple[int, ...], pixels: bytes, more: tuple[bytes, ...]
) -> None:
    """Printers would refuse the whole sheet with such a picture on it."""
    assert logo_of(text_of(png(2, 2, bytes(6), PLTE, CLEAR, form=PALETTE))).height == 2
    assert logo_of(text_of(png(2, 2, bytes(14), chunk(b"tRNS", bytes(6)), form=PLAIN))).height == 2
    desk.refused(c.SetLogo(DIRECTOR, "Rotary", text_of(png(2, 2, pixels, *more, form=form))), "not-a-logo")


def test_a_logo_belongs_to_a_sponsor_of_the_list_and_goes_with_it(desk: Desk) -> None:
    desk.refused(c.SetLogo(DIRECTOR, "Nobody", text_of(GOOD)), "no-such-sponsor")
    desk.refused(c.RemoveLogo(DIRECTOR, "Rotary"), "no-logo")
    for name in ("rotary", "ACME"):
        desk.do(c.SetLogo(DIRECTOR, name, text_of(GOOD)))
    assert set(desk.tournament.logos) == {"ROTARY", "ACME"}
    desk.do(c.RemoveLogo(DIRECTOR, "Acme"))
    desk.do(c.SetLogo(DIRECTOR, "Acme", text_of(GOOD)))
    desk.do(c.ListSponsors(DIRECTOR, ("Acme",)))
    assert set(desk.tournament.logos) == {"ACME"}
    names = tuple(f"SPONSOR{number}" for number in range(MOST_LOGOS))
    desk.do(c.ListSponsors(DIRECTOR, ("Acme", *names)))
    for name in names[:-1]:
        desk.do(c.SetLogo(DIRECTOR, name, text_of(GOOD)))
    desk.refused(c.SetLogo(DIRECTOR, names[-1], text_of(GOOD)), "many-logos")
