"""Writes what the program is made of as a CycloneDX file: python tools/sbom.py sbom.json

The Python packages are those of constraints.txt; the crates are those of Cargo.lock.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
_PINNED: Final = re.compile(r"^(?P<name>[A-Za-z0-9_.-]+)(?:\[[^]]*\])?==(?P<version>[^\s;]+)", re.MULTILINE)
_OUR_CRATES: Final = ("tilecore", "tilecore-py")

Component = Mapping[str, object]


def python_packages(constraints: str) -> Iterator[Component]:
    """Yields the packages of a constraints file with the hashes of their files."""
    found = list(_PINNED.finditer(constraints))
    ends = [*(each.start() for each in found[1:]), len(constraints)]
    for each, end in zip(found, ends, strict=True):
        hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", constraints[each.start() : end])
        yield _component("pypi", each["name"], each["version"], hashes)


def crates(lock: str) -> Iterator[Component]:
    """Yields the crates of a lock file that come from elsewhere."""
    for package in tomllib.loads(lock)["package"]:
        if package["name"] not in _OUR_CRATES:
            yield _component("cargo", package["name"], package["version"], [package["checksum"]])


def _component(registry: str, name: str, version: str, hashes: list[str]) -> Component:
    address = f"pkg:{registry}/{name}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "hashes": [{"alg": "SHA-256", "content": each} for each in hashes],
    }


def bill_of_materials(root: Path = ROOT) -> Mapping[str, object]:
    """Returns the whole file: the program, and all that it is built from."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    parts = [
        *python_packages((root / "constraints.txt").read_text("utf-8")),
        *crates((root / "Cargo.lock").read_text("utf-8")),
    ]
    program = {"type": "application", "name": project["name"], "version": project["version"]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program | {"licenses": [{"license": {"id": project["license"]}}]}},
        "components": parts,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(bill_of_materials(), indent=1) + "\n", "utf-8")
