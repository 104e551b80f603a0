"""Draws the application's icons from the program's own: python tools/app_icons.py FOLDER"""

import io
import sys
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

ICON: Final = Path(__file__).resolve().parent.parent / "docs" / "assets" / "icon.svg"


def main() -> None:
    """Writes one file for each system."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    drawn = resvg_py.svg_to_bytes(svg_path=str(ICON), width=1024, height=1024)
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        image.resize((256, 256)).save(folder / "icon.png")
        image.save(folder / "icon.ico", sizes=[(16, 16), (32, 32), (48, 48), (256, 256)])
        image.save(folder / "icon.icns")


if __name__ == "__main__":
    main()
