"""Files from another laptop, opened by a double click once the application was started on this one."""

import contextlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from wordwaiter.platform import desktop_folder, set_user_classes
from wordwaiter.store.address import MOVED

_TYPE: Final = "application/x-wordwaiter"
_WINDOWS_CLASS: Final = "Wordwaiter.Tournament"

_MIME: Final = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{_TYPE}">
    <comment>Wordwaiter tournaments</comment>
    <glob pattern="*{MOVED}"/>
  </mime-type>
</mime-info>
"""


def open_by_double_click(program: Path) -> None:
    """Has this user's desktop open such files with that program. macOS reads it in the application itself.

    Noted at each start, since a folder that was unzipped may be moved.
    """
    set_user_classes(
        {
            MOVED: _WINDOWS_CLASS,
            _WINDOWS_CLASS: "Wordwaiter tournaments",
            rf"{_WINDOWS_CLASS}\shell\open\command": f'"{program}" "%1"',
        }
    )
    folder = desktop_folder()
    if folder is not None:
        _tell_desktop(folder, program)


def _tell_desktop(folder: Path, program: Path) -> None:
    files = {
        folder / "mime/packages/wordwaiter.xml": _MIME,
        folder / "applications/wordwaiter.desktop": _desktop_entry(program),
    }
    if all(path.is_file() and path.read_text("utf-8") == text for path, text in files.items()):
        return
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for tool, about in (("update-mime-database", "mime"), ("update-desktop-database", "applications")):
        if found := shutil.which(tool):
            with contextlib.suppress(subprocess.SubprocessError):
                subprocess.run([found, folder / about], capture_output=True, timeout=30, check=False)  # noqa: S603 - of the desktop


def _desktop_entry(program: Path) -> str:
    """Returns how desktops of Linux start the program, in a window that tells its address."""
    escaped = "".join(rf"\{sign}" if sign in '"`$\\' else sign for sign in str(program)).replace("%", "%%")
    # What stands in a value is escaped once more than what stands between quotation marks.
    quoted = escaped.replace("\\", r"\\")
    return f"""\
[Desktop Entry]
Type=Application
Name=Wordwaiter
Comment=Runs crossword-tile tournaments
Exec="{quoted}" %f
Icon={program.with_name("wordwaiter.png")}
Terminal=true
Categories=Game;BoardGame;
MimeType={_TYPE};
"""
