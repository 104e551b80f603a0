"""A certificate that the program makes for its own computer, so that a venue has https without an expert.

Nobody vouches for it, so browsers warn. Its fingerprint, which is printed beside the codes, tells whether a
phone talks to this computer.
"""

import hashlib
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedFileError, UnavailableError
from wordwaiter.platform import keep_private, replace_file
from wordwaiter.web.http.certificates.files import Tls, is_address, plain_name, read_tls

_CERTIFICATE: Final = "certificate.pem"
_KEY: Final = "key.pem"
_LASTS: Final = timedelta(days=397)
"""Browsers refuse certificates that last longer."""
_LEFT: Final = timedelta(days=30)
"""A certificate with less time than this is replaced before an event, not during it."""
_CLOCKS_DIFFER: Final = timedelta(days=2)
"""A phone's clock may be behind; a certificate holds from a moment before it was made."""
_MOST_NAMES: Final = 30


def own_certificate(folder: Path, names: Iterable[str], now: datetime) -> Tls:
    """Returns the certificate in a folder; makes one where there is none, or where it will not do.

    A new network gives this computer a new address, and so a new certificate. It is also for the addresses of
    before: whoever comes back to a network finds the certificate whose fingerprint was printed there.
    """
    wanted = tuple(dict.fromkeys(plain_name(name) for name in names if _can_be_named(name)))
    kept = _kept(folder, now)
    if kept is not None and set(wanted) <= set(kept.names):
        return kept
    earlier = () if kept is None else kept.names
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _make(folder, tuple(dict.fromkeys((*wanted, *earlier)))[:_MOST_NAMES], now)
    except OSError as error:
        raise UnavailableError(
            "certificate-not-written",
            f"{folder}: no certificate can be written here ({error.strerror}), so there is no https",
        ) from error
    return read_tls(folder / _CERTIFICATE, folder / _KEY)


def fingerprint_of(tls: Tls) -> str:
    """Returns the SHA-256 fingerprint of a certificate, as browsers show it."""
    first = tls.certificate.read_text("ascii").partition("-----END CERTIFICATE-----")
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(first[0] + first[1])).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def _kept(folder: Path, now: datetime) -> Tls | None:
    """Returns what was made before, if it is whole and lasts long enough."""
    from cryptography import x509

    try:
        tls = read_tls(folder / _CERTIFICATE, folder / _KEY)
        made = x509.load_pem_x509_certificate(tls.certificate.read_bytes())
    except (MalformedFileError, ValueError, OSError):
        return None
    return tls if made.not_valid_before_utc <= now < made.not_valid_after_utc - _LEFT else None


def _make(folder: Path, names: tuple[str, ...], now: datetime) -> None:
    # Imported here: most commands serve nothing.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Wordwaiter")])
    alternatives = [
        x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name) for name in names
    ]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC) - _CLOCKS_DIFFER)
        .not_valid_after(now.astimezone(UTC) - _CLOCKS_DIFFER + _LASTS)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        # It signs nothing: a phone that trusts it for this computer trusts it for no other site.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write_private(folder / _KEY, secret)
    _write_private(folder / _CERTIFICATE, certificate.public_bytes(serialization.Encoding.PEM))


def _write_private(path: Path, content: bytes) -> None:
    """Writes a file that nobody else could read at any moment."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    keep_private(beside)
    beside.write_bytes(content)
    replace_file(beside, path)


def _can_be_named(name: str) -> bool:
    """Checks if a certificate can have that name: somebody's address, or a name in plain letters."""
    if is_address(name):
        return not ip_address(name).is_unspecified
    return bool(name) and name.isascii() and all(part.strip("-") for part in name.split("."))
