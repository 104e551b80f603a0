"""A certificate and its key from files: found out at the start to be good, not by a phone."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from wordwaiter.errors import MalformedFileError

_NOT_YET_VALID: Final = 9
_EXPIRED: Final = 10
"""How OpenSSL numbers what can be wrong with a certificate."""


@dataclass(frozen=True, slots=True)
class Tls:
    """A server's certificate and key."""

    certificate: Path
    """With those by which it was signed after it, if there are any."""
    key: Path
    names: tuple[str, ...]
    """The names and addresses that the certificate is for."""

    def host_for(self, address: str) -> str:
        """Returns the server's name under which a browser accepts the certificate, if there is one.

        A name with a star in it stands for many, and `localhost` is another computer's own name for itself.
        """
        if address in self.names or (_is_loopback(address) and "localhost" in self.names):
            return address if address in self.names else "localhost"
        named = (name for name in self.public_names if "*" not in name)
        return next(named, address)

    @property
    def public_names(self) -> tuple[str, ...]:
        """The names that are not addresses."""
        return tuple(name for name in self.names if name != "localhost" and not is_address(name))


def read_tls(certificate: Path, key: Path) -> Tls:
    """The certificate in one file with its key in the other; refused if a browser could not be shown it."""
    for file in (certificate, key):
        _require_readable(file)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        server.load_cert_chain(certificate, key, password=_no_password)
    except _LockedKeyError as error:
        raise MalformedFileError(
            "locked-tls-key",
            key,
            "this key has a password; remove it with: openssl pkey -in KEY -out NEWKEY",
        ) from error
    except ssl.SSLError as error:
        raise _explained(certificate, key, error) from error
    return Tls(certificate, key, _names_in(certificate, server))


def _require_readable(file: Path) -> None:
    try:
        file.read_bytes()
    except OSError as error:
        raise MalformedFileError(
            "bad-tls-file",
            file,
            f"cannot be read ({error.strerror}); give a certificate and its key with --tls CERT KEY",
        ) from error


class _LockedKeyError(Exception):
    """A password is needed."""


def _no_password() -> bytes:
    # Asked for only where the key has one. The program may start with nobody at the keyboard.
    raise _LockedKeyError


def _explained(certificate: Path, key: Path, error: ssl.SSLError) -> MalformedFileError:
    if error.reason == "KEY_VALUES_MISMATCH":
        return MalformedFileError(
            "wrong-tls-key", key, f"this key does not belong to the certificate in {certificate}"
        )
    is_of_certificate = not _has(certificate, b"-----BEGIN CERTIFICATE-----")
    return MalformedFileError(
        "bad-tls-file",
        certificate if is_of_certificate else key,
        f"has no readable {'certificate' if is_of_certificate else 'key'}; use --tls CERT KEY "
        "with PEM files, certificate first",
    )


def _has(file: Path, mark: bytes) -> bool:
    return mark in file.read_bytes()


def _names_in(certificate: Path, server: ssl.SSLContext) -> tuple[str, ...]:
    """The names in a certificate, found by showing it to ourselves as to a browser that trusts it."""
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.check_hostname = False
    browser.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    browser.load_verify_locations(certificate)
    to_server, to_browser = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = server.wrap_bio(to_server, to_browser, server_side=True)
    there = browser.wrap_bio(to_browser, to_server)
    try:
        for side in (there, here, there, here):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    except ssl.SSLCertVerificationError as error:
        raise _expired(certificate, error) from error
    shown: dict[str, Any] = {**(there.getpeercert() or {})}
    return tuple(plain_name(str(name)) for _, name in shown.get("subjectAltName", ()))


def _expired(certificate: Path, error: ssl.SSLCertVerificationError) -> MalformedFileError:
    if error.verify_code in (_EXPIRED, _NOT_YET_VALID):
        when = "is too old" if error.verify_code == _EXPIRED else "is not valid yet"
        return MalformedFileError(
            "expired-certificate",
            certificate,
            f"this certificate {when}, so browsers reject it; renew it, or start without --tls",
        )
    return MalformedFileError("bad-tls-file", certificate, f"was rejected: {error.verify_message}")


def plain_name(name: str) -> str:
    """A name or an address in its usual form: OpenSSL writes `::1` with all its zeros."""
    return str(ip_address(name.strip())) if is_address(name) else name


def is_address(name: str) -> bool:
    """Checks whether a name in a certificate is an address."""
    try:
        ip_address(name.strip())
    except ValueError:
        return False
    return True


def _is_loopback(address: str) -> bool:
    return is_address(address) and ip_address(address).is_loopback
