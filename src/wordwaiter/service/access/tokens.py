"""Codes, tokens and PINs: made by chance, written for people, and kept only as hashes."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from itertools import count
from typing import Final

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters of which no two look alike."""
_CODE_LENGTH: Final = 26
"""Of 32 signs each: 130 bits."""
_MISREAD: Final = str.maketrans("OIL", "011")

_TOKEN_BYTES: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")

PIN_DIGITS: Final = 6
_SCRYPT: Final = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


def new_code() -> str:
    """A code for one invitation."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))


def codes_in_sheet(seed: str) -> Iterator[str]:
    """Yields the codes of a sheet; without its seed, which is a token, they are chance."""
    for place in count():
        bits = int.from_bytes(hmac.digest(seed.encode(), str(place).encode(), "sha256"), "big")
        yield "".join(_ALPHABET[(bits >> 5 * at) % len(_ALPHABET)] for at in range(_CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as it was made, from what somebody typed: with spaces, in small letters, an O for a zero."""
    return re.sub(r"[\s-]", "", text).upper().translate(_MISREAD)


def new_token() -> str:
    """A token for one device."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Checks whether it has the form of a token; another form is nobody's."""
    return _TOKEN.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """Returns the hash under which a code or a token is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_pin() -> str:
    """Six digits."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def new_salt() -> str:
    """Returns a new salt, which makes hashes of equal PINs differ."""
    return secrets.token_hex(16)


def pin_hash(pin: str, salt: str) -> str:
    """Returns the hash under which a PIN is stored; slow on purpose, since there are few PINs to try."""
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), **_SCRYPT).hex()


def is_same(first: str, second: str) -> bool:
    """Checks whether two hashes are equal, told in the same time wherever they differ."""
    return hmac.compare_digest(first.encode(), second.encode())
