"""Builds wheels that need no compiler, checks their tags and tries one: `make wheel`.

On Linux, Zig, which comes with the Python packages, links for systems older than this one, for other
processors and for macOS; mingw links for Windows. A target whose parts are missing is left out, and named.
Windows and macOS build for themselves. The wheel for this machine is required: it is installed into a bare
virtual environment and tried (`tools/smoke.py`).
"""

import argparse
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
_SYSTEM_LIBRARIES: Final = re.compile(
    r"(?:KERNEL32|msvcrt|ntdll|python3|bcryptprimitives|USERENV|WS2_32|api-ms-win-[\w-]+)\.dll", re.IGNORECASE
)
"""Libraries that every Windows has, and the one of Python's stable interface."""

_MACH_O_OF_MANY: Final = 0xCAFEBABE
_MAC_PROCESSORS: Final = (0x01000007, 0x0100000C)  # Intel and Apple
_LOAD_LIBRARY: Final = 0xC


@dataclass(frozen=True, slots=True)
class Target:
    """A system to build for."""

    rust: tuple[str, ...]
    """Its names in Rust: two where one file holds both processors."""
    tag: str
    """A part of the name of its wheel."""
    options: tuple[str, ...] = ("--zig",)
    linker: str = ""
    """A program that has to be there."""

    @property
    def name(self) -> str:
        return self.rust[0] if len(self.rust) == 1 else "universal2-apple-darwin"


LINUX: Final = (
    Target(
        ("x86_64-unknown-linux-gnu",),
        "manylinux_2_17_x86_64",
        ("--zig", "--compatibility", "manylinux2014"),
    ),
    Target(
        ("aarch64-unknown-linux-gnu",),
        "manylinux_2_17_aarch64",
        ("--zig", "--compatibility", "manylinux2014"),
    ),
    Target(
        ("x86_64-unknown-linux-musl",),
        "musllinux_1_2_x86_64",
        ("--zig", "--compatibility", "musllinux_1_2"),
    ),
)
WINDOWS: Final = Target(("x86_64-pc-windows-gnu",), "win_amd64", (), "x86_64-w64-mingw32-gcc")
MACOS: Final = Target(("aarch64-apple-darwin", "x86_64-apple-darwin"), "universal2")

TARGETS: Final = {
    "win32": (Target(("x86_64-pc-windows-msvc",), "win_amd64", ()),),
    "darwin": (replace(MACOS, options=()),),
}.get(sys.platform, (*LINUX, WINDOWS, MACOS))
"""Those that this system can build for."""

HERE: Final = TARGETS[1 if platform.machine() == "aarch64" else 0]
"""This system itself."""


def main() -> None:
    """Builds all that can be built here, or tries a wheel."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="a part of a wheel's name, for example x86_64")
    parser.add_argument("--here", action="store_true", help="only the wheel for this system")
    parser.add_argument("--try", dest="wheel", type=Path, help="build nothing, and try this wheel")
    given = parser.parse_args()
    if given.wheel is not None:
        try_in_bare_environment(given.wheel.resolve())
        return
    wanted = [each for each in TARGETS if given.only in each.tag and (each is HERE or not given.here)]
    if not wanted:
        sys.exit(f"no wheel has {given.only} in its name")
    for each in wanted:
        missing = next(_missing_for(each), None)
        if missing is None:
            _check(each, _build(each))
        elif each is HERE:
            sys.exit(f"{each.tag}: {missing}")
        else:
            print(f"left out: {each.tag} ({missing})", flush=True)
    if HERE in wanted:
        try_in_bare_environment(wheel_of(HERE))


def _missing_for(target: Target) -> Iterator[str]:
    """Yields what is missing on this machine, after asking rustup for it."""
    if target.linker and shutil.which(target.linker) is None:
        yield f"{target.linker} is missing; on Debian: apt install gcc-mingw-w64-x86-64"
    for name in target.rust:
        if not _has_library(name):
            if shutil.which("rustup"):
                subprocess.run(
                    ["rustup", "target", "add", name], capture_output=True, timeout=300, check=False
                )
            if not _has_library(name):
                yield f"Rust's library for {name} is missing: rustup target add {name}"


def _has_library(name: str) -> bool:
    told = subprocess.run(
        ["rustc", "--print", "target-libdir", "--target", name], capture_output=True, text=True, check=True
    )
    return Path(told.stdout.strip()).is_dir()


def _build(target: Target) -> Path:
    print(f"building {target.tag} ...", flush=True)
    for old in DIST.glob(f"*{target.tag}*.whl"):
        old.unlink()
    tools = str(Path(sys.executable).parent)
    subprocess.run(
        [
            f"{tools}/maturin",
            *("build", "--release", "--quiet", "--out", str(DIST)),
            *("--interpreter", sys.executable, "--target", target.name, *target.options),
        ],
        cwd=ROOT,
        env=os.environ | {"PATH": os.pathsep.join((tools, os.environ["PATH"]))},
        check=True,
    )
    return wheel_of(target)


def wheel_of(target: Target) -> Path:
    """Returns the wheel that was built for a target."""
    (wheel,) = DIST.glob(f"*-cp311-abi3-*{target.tag}*.whl")
    return wheel


def _check(target: Target, wheel: Path) -> None:
    """Ends this program unless a wheel is what its name says."""
    if "manylinux" in target.tag:
        _require(
            f'"{target.tag}"' in _printed([sys.executable, "-m", "auditwheel", "show", str(wheel)]), wheel
        )
    elif target is WINDOWS:
        _check_windows(wheel)
    elif target.tag == MACOS.tag:
        _check_macos(wheel)
    size = wheel.stat().st_size / 1e6
    print(f"{wheel.name}: {size:.1f} MB", flush=True)


def _check_windows(wheel: Path) -> None:
    """Checks that the module has its entry, and needs no library that Windows lacks."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        module = archive.extract("wordwaiter/_core.pyd", folder)
        told = _printed(["x86_64-w64-mingw32-objdump", "-p", module])
    _require("PyInit__core" in told, wheel)
    needed = re.findall(r"DLL Name: (\S+)", told)
    _require("python3.dll" in needed, wheel)
    strange = [name for name in needed if not _SYSTEM_LIBRARIES.fullmatch(name)]
    if strange:
        sys.exit(f"{wheel.name} needs {', '.join(strange)}")


def _check_macos(wheel: Path) -> None:
    """Checks that the module has both processors and its entry, and needs the system's libraries alone."""
    with zipfile.ZipFile(wheel) as archive:
        module = archive.read("wordwaiter/_core.abi3.so")
    magic, count = struct.unpack_from(">2I", module)
    _require(magic == _MACH_O_OF_MANY, wheel)
    parts = [struct.unpack_from(">5I", module, 8 + 20 * number) for number in range(count)]
    _require({processor for processor, *_ in parts} == set(_MAC_PROCESSORS), wheel)
    for _, _, start, size, _ in parts:
        part = module[start : start + size]
        _require(b"\0_PyInit__core\0" in part, wheel)
        strange = [name for name in _libraries_of_mac(part) if not name.startswith("/usr/lib/")]
        if strange:
            sys.exit(f"{wheel.name} needs {', '.join(strange)}")


def _libraries_of_mac(module: bytes) -> Iterator[str]:
    """Yields the libraries that a module for one processor asks for."""
    (commands,) = struct.unpack_from("<I", module, 16)
    place = 32
    for _ in range(commands):
        kind, size = struct.unpack_from("<2I", module, place)
        if kind == _LOAD_LIBRARY:
            (name,) = struct.unpack_from("<I", module, place + 8)
            yield module[place + name : place + size].rstrip(b"\0").decode()
        place += size


def _printed(command: Sequence[str]) -> str:
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return " ".join(told.split())


def _require(holds: bool, wheel: Path) -> None:
    if not holds:
        sys.exit(f"{wheel.name} is not what its name says")


def try_in_bare_environment(wheel: Path) -> None:
    """Installs a wheel where neither cargo, nor cc, nor make is found, and tries the program."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder, "bare")
        venv.create(bare, with_pip=True)
        programs = bare / ("Scripts" if os.name == "nt" else "bin")
        environment = os.environ | {"PATH": str(programs)}
        _require(not any(shutil.which(name, path=str(programs)) for name in ("cargo", "cc", "make")), wheel)
        subprocess.run(
            [programs / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel],
            env=environment,
            check=True,
        )
        subprocess.run(
            [programs / "python", ROOT / "tools" / "smoke.py", programs / "wordwaiter"],
            env=environment,
            check=True,
        )


if __name__ == "__main__":
    main()
