"""Plays sessions with `backstack play` in a pseudo-terminal: play.py BINARY URL."""
import fcntl
import http.server
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import threading
import time
import urllib.request

binary, url = sys.argv[1:]
# Longer than the test takes on a slow machine that does other work meanwhile.
DEADLINE = 300
DOWN, RIGHT = "\033[B", "\033[C"
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
        """The lines that are shown, once a frame is drawn to its end."""
        shown = self.output.rpartition("\033[J")[0].split("\033[H")[-1]
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

    def selection(self):
        """The line that is selected; what is shown if there is none."""
        lines = [line for line in self.frame().split("\n") if line.startswith("▸")]
        return lines[0] if lines else self.frame()

    def move(self, key):
        """Presses a key, and waits until something else is selected: what the server sends is drawn, too."""
        before = self.selection()
        os.write(self.descriptor, key.encode())
        deadline = time.monotonic() + DEADLINE
        while self.selection() == before and self.read():
            if time.monotonic() > deadline:
                raise SystemExit(f"{key!r} selects nothing else in:\n{self.frame()}")

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
    """Moves the selection to a line, around the end."""
    for _ in range(40):
        if f"▸ {text}" in terminal.frame():
            return
        terminal.move(DOWN)
    raise SystemExit(f"{text} can't be selected in:\n{terminal.frame()}")


def enter(terminal):
    """Presses Enter, after which the server draws the next frame."""
    os.write(terminal.descriptor, ENTER.encode())


# A stack: pushed, changed, popped. Quitting says how to come back.
terminal = Terminal(url, "--feature", "counters", "--link", "/counters/2")
terminal.expect("Counters › Counter", "  2\n", "Escape goes back")
select_line(terminal, "[Increment]")
enter(terminal)
terminal.expect("  3\n")
os.write(terminal.descriptor, ESCAPE.encode())
terminal.expect("Each counter is a screen.")
os.write(terminal.descriptor, b"q")
code, (before, _, after) = terminal.end(), terminal.output.rpartition("\033[?25h\033[?1049l")
farewell = f"To come back: backstack play {url}/sessions/"
if code != 0 or not after.startswith(farewell) or not after.endswith("\r\n"):
    raise SystemExit(f"not ended well: {terminal.output[-200:]!r}")

# The session goes on; what was pressed before q is sent.
terminal = Terminal(after.split()[-1])
terminal.expect("Each counter is a screen.", "▸ [Add a counter]")
os.write(terminal.descriptor, f"{ENTER}q".encode())
terminal.end()
with urllib.request.urlopen(after.split()[-1]) as response:
    if len(json.loads(response.read())["state"]["path"]) != 1:
        raise SystemExit("the last action is lost")

# Ctrl-C quits, too, also while a person types, and leaves the terminal as it was.
terminal = Terminal(url, "--feature", "inventory")
terminal.expect("▸ [Add an item]")
enter(terminal)
terminal.expect("▸ Name")
terminal.press(ENTER, "Lamp")
os.write(terminal.descriptor, b"\003")
code = terminal.end()
if code != 0 or "\033[?25h\033[?1049lTo come back: backstack play" not in terminal.output:
    raise SystemExit(f"not ended well by Ctrl-C: {code} {terminal.output[-200:]!r}")

# A signal leaves the terminal as it was, too, and ends the program.
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
    terminal = Terminal(url, "--feature", "inventory")
    terminal.expect("▸ [Add an item]")
    if termios.tcgetattr(terminal.descriptor)[3] & termios.ECHO:
        raise SystemExit("what is typed is shown")
    os.kill(terminal.process, number)
    code, (_, _, after) = terminal.end(), terminal.output.rpartition("\033[?25h\033[?1049l")
    if code != -number or not after.startswith("To come back: backstack play"):
        raise SystemExit(f"not ended well by {number}: {code} {terminal.output[-200:]!r}")
    if not termios.tcgetattr(terminal.descriptor)[3] & termios.ECHO:
        raise SystemExit(f"the terminal is not as it was after {number}")

# A stand-up is added by keys alone: a sheet whose buttons are those of the level below.
terminal = Terminal(url, "--feature", "standups")
terminal.expect("Daily stand-ups", "[Add a stand-up]")
select_line(terminal, "[Add a stand-up]")
enter(terminal)
terminal.expect("Daily stand-ups › New stand-up", "▸   Title", "Escape closes")
terminal.press(ENTER, "Retro", ENTER)
terminal.expect("Retro\n")
select_line(terminal, "  Length: 5 min")
terminal.press(RIGHT)
terminal.expect("Length: 6 min")
select_line(terminal, "[Add]")
enter(terminal)
terminal.expect("Retro", "6 min", "▸ [Add a stand-up]")
os.write(terminal.descriptor, b"q")
terminal.end()

# The session of another client, which it follows; its end is the program's.
session = request("/sessions", {"feature": "inventory"})
terminal = Terminal(f"{url}/sessions/{session['id']}")
terminal.expect("No items yet", "▸ [Add an item]")
request(f"/sessions/{session['id']}/actions", "addButtonTapped")
terminal.expect("Inventory › New item", "‹ In stock ›")
ending = urllib.request.Request(f"{url}/sessions/{session['id']}", method="DELETE")
urllib.request.urlopen(ending).close()
if terminal.end() != 0 or "The session has ended." not in terminal.output:
    raise SystemExit(f"not ended with its session: {terminal.output[-300:]!r}")


class Other(http.server.BaseHTTPRequestHandler):
    """A server that refuses every action; one that has no screens for the session `old`."""

    keys = []
    waits = 0
    ended = threading.Event()

    def respond(self, status, content):
        content = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("ETag", '"0"')
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.startswith("/sessions/busy/screen?"):
            Other.waits += 1
            if Other.waits == 1:
                return self.respond(503, {"title": "Busy"})
        if self.path.split("/")[2] not in ("new", "busy"):
            return self.respond(404, {"type": "/problems/unknown-path", "title": "Unknown path"})
        if "If-None-Match" in self.headers:
            self.ended.wait()
        field = {"kind": "textField", "id": "1", "text": "Name", "value": "", "send": {"$value": 1}}
        level = {"id": "root", "title": "Shop", "body": [field]}
        if "busy" not in self.path:
            level["appear"] = "appeared"
        self.respond(200, {"id": "new", "version": 0, "screen": {"levels": [level]}})

    def do_POST(self):
        self.keys.append(self.headers["Idempotency-Key"])
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.respond(422, {"type": "/problems/invalid-value", "detail": f"{sent} is none."})

    def log_message(self, *_):
        pass


other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
other.daemon_threads = True
threading.Thread(target=other.serve_forever, daemon=True).start()
other_url = f"http://127.0.0.1:{other.server_port}/sessions"
terminal = Terminal(f"{other_url}/new")
terminal.expect("Shop", '"appeared" is none.')
if Other.keys != ['"appear-root"']:
    raise SystemExit(f"appeared with {Other.keys}")
terminal.press(ENTER, "Lamp")
enter(terminal)
terminal.expect("▸ Name  Lamp▏", '"Lamp" is none.')
terminal.press(ESCAPE)
os.write(terminal.descriptor, b"q")
terminal.end()
Other.ended.set()

# What was wrong is not told any longer once it is over.
Other.ended.clear()
terminal = Terminal(f"{other_url}/busy")
while ("Busy" not in terminal.output or "Busy" in terminal.frame()) and terminal.read():
    pass
if "Busy" not in terminal.output:
    raise SystemExit(f"the problem was not told: {terminal.output!r}")
terminal.expect("Shop")
os.write(terminal.descriptor, b"q")
terminal.end()
Other.ended.set()

# What can't be played is explained.
for arguments, text in [
    ((url,), "Choose one with --feature"), ((url, "--feature", "nothing"), "nothing"),
    (("https://127.0.0.1",), "There is no TLS"), ((f"{url}/sessions/{'0' * 32}",), "session"),
    (("http://127.0.0.1:1",), "can't be reached"), (("http://host.example",), "not an IP address"),
    ((f"{url}/sessions/x y",), "has a character that no URL has"),
    ((f"{other_url}/old",), "The server has no screens"), ((), "play needs the URL"),
]:
    terminal = Terminal(*arguments)
    if terminal.end() == 0 or text not in terminal.output:
        raise SystemExit(f"{arguments}: {terminal.output!r}")
print("played")
