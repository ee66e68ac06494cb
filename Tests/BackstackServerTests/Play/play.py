"""Plays sessions with `backstack play` in a pseudo-terminal: play.py BINARY URL."""
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time
import urllib.request

binary, url = sys.argv[1:]
# Longer than the test takes on a slow machine that does other work meanwhile.
DEADLINE = 7200
UP, DOWN, RIGHT, LEFT = "\033[A", "\033[B", "\033[C", "\033[D"
ENTER, ESCAPE = "\r", "\033"


class Terminal:
    """A program in a terminal of 60 by 16 characters."""

    def __init__(self, *arguments):
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.execv(binary, [binary, "play", *arguments])
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 16, 60, 0, 0))
        self.output = ""

    def read(self):
        """Reads what has come; returns whether there may be more."""
        ready, _, _ = select.select([self.descriptor], [], [], 0.2)
        if not ready:
            return True
        try:
            part = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.output += part.decode()
        return bool(part)

    def frame(self):
        """The lines that are shown."""
        shown = self.output.split("\033[H")[-1]
        for sequence in ("\033[K", "\033[J", "\r"):
            shown = shown.replace(sequence, "")
        return shown

    def expect(self, *texts):
        deadline = time.monotonic() + DEADLINE
        while not all(text in self.frame() for text in texts):
            if time.monotonic() > deadline or not self.read():
                raise SystemExit(f"no {texts} in:\n{self.frame()}")

    def press(self, *keys):
        for key in keys:
            os.write(self.descriptor, key.encode())
            # A terminal sends the bytes of a key at once, and those of the next one later.
            frames = self.output.count("\033[H")
            deadline = time.monotonic() + DEADLINE
            while self.output.count("\033[H") == frames and self.read():
                if time.monotonic() > deadline:
                    raise SystemExit(f"nothing is drawn after {key!r}")

    def end(self):
        """Waits for the end of the program; returns its exit code."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def request(path, content):
    content = json.dumps(content).encode()
    fields = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url + path, content, fields)) as response:
        return json.loads(response.read())


def select_line(terminal, text):
    """Moves the selection to a line: down to the end, and up again, as a frame that is still being
    drawn may hide that the line was reached."""
    for key in [DOWN] * 40 + [UP] * 40:
        if f"▸ {text}" in terminal.frame():
            return
        terminal.press(key)
    raise SystemExit(f"{text} can't be selected in:\n{terminal.frame()}")


# A stack: pushed, changed by somebody else, popped.
terminal = Terminal(url, "--feature", "counters", "--link", "/counters/2")
terminal.expect("counters › counter   version 0", "count: 2", "Escape goes back")
select_line(terminal, "incrementButtonTapped")
os.write(terminal.descriptor, ENTER.encode())
terminal.expect("count: 3", "version 1")
os.write(terminal.descriptor, ESCAPE.encode())
terminal.expect("counters   version 2")
os.write(terminal.descriptor, b"q")
if terminal.end() != 0 or not terminal.output.endswith("\033[?25h\033[?1049l"):
    raise SystemExit(f"not ended well: {terminal.output[-200:]!r}")

# The session of another client, which it follows; a sheet with a form; a refusal.
session = request("/sessions", {"feature": "inventory"})
terminal = Terminal(f"{url}/sessions/{session['id']}")
terminal.expect("inventory   version 0")
request(f"/sessions/{session['id']}/actions", "addButtonTapped")
terminal.expect("inventory › addItem   version 1")
select_line(terminal, "binding…")
terminal.press(ENTER)
terminal.expect("binding.name:")
terminal.press("Lamp", DOWN)
select_line(terminal, "Send binding")
os.write(terminal.descriptor, ENTER.encode())
terminal.expect("version 2", "Lamp")
os.write(terminal.descriptor, ESCAPE.encode())
terminal.expect("inventory   version 3")
select_line(terminal, "itemButtonTapped…")
terminal.press(ENTER, "x", DOWN)
os.write(terminal.descriptor, ENTER.encode())
terminal.expect("UUID")
# The session's end is the program's.
ending = urllib.request.Request(f"{url}/sessions/{session['id']}", method="DELETE")
urllib.request.urlopen(ending).close()
if terminal.end() != 0 or "The session has ended." not in terminal.output:
    raise SystemExit(f"not ended with its session: {terminal.output[-300:]!r}")

# What can't be played is explained.
for arguments, text in [
    ((url,), "Choose one with --feature"), ((url, "--feature", "nothing"), "nothing"),
    (("https://127.0.0.1",), "There is no TLS"), ((f"{url}/sessions/{'0' * 32}",), "session"),
    (("http://127.0.0.1:1",), "can't be reached"), (("http://host.example",), "not an IP address"),
    ((), "play needs the URL"),
]:
    terminal = Terminal(*arguments)
    if terminal.end() == 0 or text not in terminal.output:
        raise SystemExit(f"{arguments}: {terminal.output!r}")
print("played")
