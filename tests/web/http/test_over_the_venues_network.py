"""Phones open the program by its address on the network, over plain HTTP."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lacking import lacking

ADDRESS = "10.9.8.7"

IN_A_NETWORK = f'ip link set lo up && ip addr add {ADDRESS}/32 dev lo && exec "$@"'


@pytest.mark.process
def test_two_devices_work_together_by_the_address_of_the_venues_network(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    done = subprocess.run(
        [unshare or "unshare", "--map-root-user", "--net", "sh", "-c", IN_A_NETWORK, "sh",
         sys.executable, "-m", "web.phone_visit", ADDRESS, tmp_path],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    if unshare is None or "unshare failed" in done.stderr or "Operation not permitted" in done.stderr:
        lacking(f"this machine lets nobody make a network of their own: {done.stderr}")
    assert done.returncode == 0, done.stdout + done.stderr
