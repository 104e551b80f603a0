"""What the program is built from: pinned with hashes, listed, and from no address of our own."""

import re
import tomllib
from pathlib import Path

import sbom

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8")


def named(requirement: str) -> str:
    """The name of a package as indexes compare it."""
    found = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def test_every_dependency_is_pinned_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = {str(each["name"]): each for each in sbom.python_packages(CONSTRAINTS)}
    assert {named(each) for each in project["dependencies"]} <= set(pinned)
    for name, package in pinned.items():
        assert package["hashes"], name


def test_no_file_records_an_address_to_download_from() -> None:
    assert "://" not in CONSTRAINTS
    assert "--index" not in CONSTRAINTS


def test_the_bill_of_materials_has_packages_and_crates_with_their_hashes() -> None:
    bill = sbom.bill_of_materials()
    parts = {str(each["purl"]).partition("@")[0]: each for each in bill["components"]}  # type: ignore[attr-defined]
    assert {"pkg:pypi/litestar", "pkg:pypi/granian", "pkg:cargo/pyo3"} <= set(parts)
    assert "pkg:cargo/tilecore" not in parts
    assert all(
        re.fullmatch(r"[0-9a-f]{64}", each["content"]) for part in parts.values() for each in part["hashes"]
    )


def test_a_package_has_the_hashes_that_stand_below_it() -> None:
    one, other = "a" * 64, "b" * 64
    text = f"ann[x]==1.0 ; x == 'y' \\\n  --hash=sha256:{one}\nbob==2 \\\n  --hash=sha256:{other}\n"
    found = {each["name"]: (each["version"], each["hashes"]) for each in sbom.python_packages(text)}
    assert found == {
        "ann": ("1.0", [{"alg": "SHA-256", "content": one}]),
        "bob": ("2", [{"alg": "SHA-256", "content": other}]),
    }
