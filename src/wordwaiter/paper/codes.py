"""QR codes, as small pictures to be printed."""

from functools import lru_cache

import segno


@lru_cache(maxsize=1024)
def qr_svg(address: str) -> str:
    """A QR code of an address, that a phone reads from half a metre; each dark run is one stroke."""
    matrix = segno.make(address, error="m", micro=False).matrix
    size = len(matrix) + 4
    strokes = []
    for row, modules in enumerate(matrix):
        col = 0
        while col < len(modules):
            run = col
            while run < len(modules) and modules[run]:
                run += 1
            if run > col:
                strokes.append(f"M{col + 2} {row + 2}h{run - col}v1h{col - run}z")
            col = max(run, col + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
        f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>'
        f'<path shape-rendering="crispEdges" d="{"".join(strokes)}"/></svg>'
    )
