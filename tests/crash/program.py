"""`wordwaiter serve` as a process that is there to be killed."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WORDWAITER = Path(sys.executable).with_name("wordwaiter")


@dataclass(frozen=True)
class Program:
    """The program, which has answered its first request."""

    process: subprocess.Popen[str]
    port: int
    started_s: float
    """From the start of the process to the answer to its first request."""
    processor_s: float
    """Of a processor's time in it; far less than the whole where others use the machine."""

    @classmethod
    def start(cls, db: str, workers: int = 1) -> "Program":
        begun = time.perf_counter()
        process = subprocess.Popen(
            [WORDWAITER, "serve", "--port", "0", "--db", db, "--workers", str(workers)],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)$", first)
        if found is None:
            process.kill()
            raise RuntimeError(f"the program did not start: {first}{process.communicate()[0]}")
        port = int(found[1])
        ask(port, "GET", "/api/v1/tables")
        return cls(process, port, time.perf_counter() - begun, _processor_s(process.pid))

    def code_for_director(self) -> str:
        """The code in the link that it prints when nobody has joined yet."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"/join/(\w{26})$", line.strip()):
                return found[1]
        raise RuntimeError("no link was printed")

    def kill(self) -> None:
        """`kill -9`, of all its processes at once: nothing is finished, nobody is told."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def _processor_s(pid: int) -> float:
    """The processor time that a process and its children have used."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    told = (Path(f"/proc/{each}/stat").read_text(encoding="utf-8") for each in (pid, *children))
    fields = (each.rpartition(")")[2].split() for each in told)
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def ask(port: int, method: str, path: str, token: str = "", body: object = None) -> Any:
    """The answer to one request, which must be a good one."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
    finally:
        connection.close()
    if answer.status not in (200, 201):
        raise RuntimeError(f"{method} {path} was answered with {answer.status}: {content.decode()}")
    return json.loads(content)
