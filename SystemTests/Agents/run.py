#!/usr/bin/env python3
"""Plays an agent with the official SDK of the Model Context Protocol: discovery, tools, resources, what is
refused, and a story on each feature of the demo, with a lost response, a conflict and a restart of the
server in its middle; a renderer of A2UI with that project's library; and the story of the documentation.

usage: SystemTests/Agents/run.py BINARY

Nothing but the loopback interface is used. Needs what `make test-agents` installs.
"""
import asyncio
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import a2ui_renderer  # noqa: E402
import documentation  # noqa: E402
import protocol  # noqa: E402
import stories  # noqa: E402


class Server:
    """A server of the demo that can be killed and started again at the same port."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.port, self.process = binary, folder, 0, None

    def start(self):
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(self.port), "--mcp", "on", "--max-wait", "5",
             "--a2ui", "on",
             "--storage", f"sqlite:{self.folder}/sessions.sqlite"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if address := re.search(r"Backstack serves (http://127\.0\.0\.1:(\d+))", line):
                self.url, self.port = address[1], int(address[2])
                return self
        sys.exit("The server did not start.")

    def kill(self):
        self.process.kill()
        self.process.wait(60)

    def restart(self):
        self.kill()
        self.start()


async def run(server):
    for check in (*protocol.CHECKS, *stories.CHECKS, *a2ui_renderer.CHECKS,
                  *documentation.CHECKS):
        await check(server)
        print(f"passed: {check.__doc__.splitlines()[0]}")


def main(binary):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(binary, folder).start()
        try:
            asyncio.run(run(server))
        finally:
            server.kill()


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
