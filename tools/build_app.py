"""Builds the application, a folder that runs without Python, and zips it: `make app`.

It is made from a wheel in an environment of its own, so that nothing of this machine gets in, and then tried:
on Linux in a namespace that has no Python, no network and no folder that can be written to but its home;
elsewhere with no PATH, on which it would find a Python.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Final

from build_wheels import HERE, wheel_of
from smoke import Installed, page_at, serving

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build"
_MOST_MEGABYTES: Final = 120
_STRIPPED: Final = ("cryptography", "rustworkx", "sqlalchemy", "typst")


def main() -> None:
    """Builds, zips and tries the application of this system."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("wheel", type=Path, nargs="?", help="the wheel of this system, if not that in dist/")
    wheel = parser.parse_args().wheel or wheel_of(HERE)
    folder = _build(wheel.resolve())
    size = _zip(folder).stat().st_size / 1e6
    print(f"zipped: {size:.0f} MB")
    if size > _MOST_MEGABYTES:
        sys.exit(f"more than {_MOST_MEGABYTES} MB")
    if sys.platform == "linux":
        _try_alone(folder)
    else:
        subprocess.run([sys.executable, ROOT / "tools" / "smoke.py", _program(folder)], check=True)
    seconds = {"cold": _seconds_to_first_page(folder, cold=True), "warm": _seconds_to_first_page(folder)}
    print(json.dumps({"first_page_seconds": seconds}))


def _build(wheel: Path) -> Path:
    """Returns the folder of the application, built in a fresh environment."""
    environment = BUILD / "app-environment"
    venv.create(environment, with_pip=True, clear=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    tool = _packager()
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel), tool], check=True
    )
    icons = BUILD / "icons"
    subprocess.run([python, ROOT / "tools" / "app_icons.py", icons], check=True)
    subprocess.run(
        [
            *(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", BUILD / "app", "--workpath", BUILD / "app-work", "wordwaiter.spec"),
        ],
        cwd=ROOT / "packaging",
        env=os.environ | {"WORDWAITER_ICONS": str(icons)},
        check=True,
    )
    folder = BUILD / "app" / ("Wordwaiter.app" if sys.platform == "darwin" else "Wordwaiter")
    if sys.platform == "linux":
        _strip(folder / "_internal")
        shutil.copy(icons / "icon.png", folder / "wordwaiter.png")
    if sys.platform != "darwin":
        shutil.copy(ROOT / "LICENSE", folder)
    return folder


def _strip(internal: Path) -> None:
    """Takes out the tables of names that only debuggers read.

    Not from libraries that were put into a wheel beside its modules: those were moved within the file, and
    `strip` would break them.
    """
    for package in _STRIPPED:
        for module in (internal / package).rglob("*.so"):
            subprocess.run(["strip", module], check=True)


def _packager() -> str:
    """Returns the requirement of PyInstaller in the project's own list."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return next(str(each) for each in groups["packaging"] if each.startswith("pyinstaller"))


def _zip(folder: Path) -> Path:
    """Returns the folder as one file, in which links and permissions are kept."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    target = ROOT / "dist" / f"Wordwaiter-{version}-{system}-{platform.machine().lower()}.zip"
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder.parent).as_posix()
            if path.is_symlink():
                link = zipfile.ZipInfo(name)
                link.create_system, link.external_attr = 3, 0o120777 << 16
                archive.writestr(link, str(path.readlink()))
            elif path.is_file():
                archive.write(path, name)
    return target


# ---------------------------------------------------------------- trying it


def _program(folder: Path) -> Path:
    """Returns what is started by a double click."""
    return folder / {"win32": "wordwaiter.exe", "darwin": "Contents/MacOS/wordwaiter"}.get(
        sys.platform, "wordwaiter"
    )


def _try_alone(folder: Path) -> None:
    """Tries the application without Python, network and a folder of its own to write to."""
    if shutil.which("bwrap") is None:
        sys.exit("bwrap is missing, which tries it without Python; on Debian: apt install bubblewrap")
    with tempfile.TemporaryDirectory() as home:
        shut_in = _namespace(folder, home)
        found = subprocess.run([*shut_in, "/bin/sh", "-c", "command -v python3 python cargo"], check=False)
        if found.returncode == 0:
            sys.exit("the namespace has a Python, so nothing would be shown")
        trial = subprocess.run(
            [
                *(
                    "unshare",
                    "--map-root-user",
                    "--net",
                    "/bin/sh",
                    "-c",
                    'ip link set lo up && exec "$@"',
                    "-",
                ),
                *(sys.executable, str(ROOT / "tools" / "smoke.py"), *shut_in, "/app/wordwaiter"),
            ],
            env=os.environ | {"TMPDIR": home},
            check=False,
        )
        if trial.returncode:
            sys.exit("the application does not work")


def _namespace(folder: Path, home: str) -> list[str]:
    """Returns the command that runs another one without Python, in folders that cannot be written to."""
    return [
        *("bwrap", "--unshare-all", "--share-net", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"),
        *("--tmpfs", "/tmp", "--ro-bind", "/lib", "/lib", "--ro-bind-try", "/lib64", "/lib64"),  # noqa: S108
        *("--ro-bind", "/usr/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"),
        *("--ro-bind", "/bin/sh", "/bin/sh", "--ro-bind", str(folder), "/app", "--bind", home, home),
    ]


def _seconds_to_first_page(folder: Path, *, cold: bool = False) -> float:
    """Returns how long it takes from the start to the first page; `cold` after the files were forgotten.

    Only Linux can be told to forget them.
    """
    if cold and sys.platform == "linux":
        _forget(folder)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        begun = time.monotonic()
        with serving(Installed([str(_program(folder))], Path(home)), "serve", "--port", "0") as address:
            page_at(address)
            return round(time.monotonic() - begun, 2)


def _forget(folder: Path) -> None:
    """Has the system drop what it remembers of the files, as after it was switched on."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


if __name__ == "__main__":
    main()
