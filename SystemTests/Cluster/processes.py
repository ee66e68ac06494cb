"""The processes of a cluster on this machine: PostgreSQL, nodes, and a proxy between them.

Processes are started by the main thread only, as they are killed with the thread that started them.
"""
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

here = pathlib.Path(__file__).resolve().parent
# How long a process may take to start on a busy machine, in seconds.
START_LIMIT = 90
# What a test remembers of each session: everything.
REMEMBERING = {
    "HISTORY_ENTRIES": "100000", "HISTORY_BYTES": "100000000", "IDEMPOTENCY_KEYS": "10000",
    "IDEMPOTENCY_BYTES": "100000000"}


class StartError(Exception):
    pass


def until(condition, text, limit=START_LIMIT, pause=0.02):
    """Waits for a condition, and returns its value."""
    end = time.monotonic() + limit
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"{text}: not within {limit} s")
        time.sleep(pause)


def run_command(*command, **options):
    """Starts a process that ends with this one."""
    return subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "--", *map(str, command)], start_new_session=True,
        **options)


def end(process, limit=20):
    """Ends a process that this program started, with its children."""
    if process is None:
        return
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait(limit)


def listening_ports(pid):
    sockets = set()
    for entry in os.scandir(f"/proc/{pid}/fd"):
        try:
            sockets.add(os.readlink(entry.path))
        except OSError:
            pass
    ports = set()
    for line in pathlib.Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        # The state 0A is that of a socket that listens.
        if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
            ports.add(int(fields[1].rpartition(":")[2], 16))
    return ports


class Database:
    """A PostgreSQL server in a folder of its own, with an empty database."""

    def __init__(self, settings="", standby_of=None):
        environment = dict(os.environ, FSYNC="on", SETTINGS=settings)
        environment.pop("STANDBY_OF", None)
        if standby_of:
            environment["STANDBY_OF"] = str(standby_of.folder)
        # It ends with its input, and thereby with this process.
        self.script = subprocess.Popen(
            [here.parents[1] / "Tests/BackstackTestSupport/postgres.sh"], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True)
        line = self.script.stdout.readline().strip()
        if not line:
            raise StartError("PostgreSQL did not start")
        self.folder = pathlib.Path(line)
        self.socket = str(self.folder / ".s.PGSQL.5432")
        self.is_paused = False

    @property
    def url(self):
        return f"postgres://backstack@{str(self.folder).replace('/', '%2F')}/postgres"

    def control(self, command):
        """Stops the server as a crash does, starts it, or makes a standby the primary: `stop`, `start`,
        `restart`, `promote`."""
        self.script.stdin.write(command + "\n")
        self.script.stdin.flush()
        if not self.script.stdout.readline():
            raise StartError(f"PostgreSQL did not do this: {command}")

    def processes(self):
        pid = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, children)]

    def signal(self, number):
        """Sends all of its processes a signal; with SIGSTOP, those that it forks meanwhile, too."""
        self.is_paused = number == signal.SIGSTOP
        for _ in range(2):
            for pid in self.processes():
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass

    def query(self, text):
        """Returns the rows of a query, as lists of texts."""
        result = subprocess.run(
            ["psql", "-h", self.folder, "-U", "backstack", "-d", "postgres", "-XAtq", "-F", "\t",
             "-v", "ON_ERROR_STOP=1", "-c", text], capture_output=True, text=True, timeout=60)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return [line.split("\t") for line in result.stdout.splitlines()]

    def close(self):
        if self.is_paused:
            self.signal(signal.SIGCONT)
        self.script.stdin.close()
        try:
            self.script.wait(30)
        except subprocess.TimeoutExpired:
            for pid in self.processes():
                os.kill(pid, signal.SIGKILL)
            end(self.script)


class Node:
    """A server that is a node of a cluster: one process, which is never started twice."""

    def __init__(self, binary, folder, name, url, number=0, advertise=None, host="127.0.0.1", prefix=(),
                 peer_port=0, **variables):
        self.name, self.host = name, host
        self.outputs = folder / f"{name}.{number}.out"
        self.errors = folder / f"{name}.{number}.err"
        command = [*prefix, binary, "serve", "--listen", variables.pop("LISTEN", f"{host}:0"),
                   "--admin-listen", variables.pop("ADMIN_LISTEN", f"{host}:0"),
                   "--storage", url, "--cluster-listen", f"{host}:{peer_port}", "--node-name", name,
                   "--crash-file", folder / f"{name}.crashes"]
        if advertise:
            command += ["--cluster-advertise", advertise]
        with open(self.outputs, "w") as outputs, open(self.errors, "w") as errors:
            self.process = run_command(
                *command, stdin=subprocess.DEVNULL, stdout=outputs, stderr=errors, cwd=folder,
                env=dict(os.environ, **REMEMBERING | variables))
        self.port = None
        # Whether the balancer sends requests here.
        self.is_usable = False
        # When something was done to it that its clients notice, and until when.
        self.faults = []
        self.is_stopped = False
        # Whether it is expected to end, and since when it has been asked to.
        self.is_ending, self.drain_start = False, None

    def find_port(self):
        """Returns the server's port, once it has printed it.

        Raises StartError if the process has ended."""
        for line in self.outputs.read_text().splitlines():
            if self.port is None and line.startswith("Backstack serves http://"):
                self.port = int(line.rpartition(":")[2].strip("/"))
        if self.port is None and self.process.poll() is not None:
            raise StartError(f"{self.name} did not start: {self.errors.read_text()[-2000:]}")
        return self.port

    def await_start(self):
        until(self.find_port, f"{self.name} starts")

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    @property
    def is_running(self):
        return self.process.poll() is None

    def cluster_port(self):
        """Returns the port on which it listens for other nodes, which it does not print."""
        # The line comes after the address on the standard output.
        admin = until(self.admin_url, f"{self.name} has started")
        [port] = listening_ports(self.process.pid) - {self.port, int(admin.rpartition(":")[2])}
        return port

    def is_ready(self, timeout=0.5):
        try:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
            try:
                connection.request("GET", "/readyz")
                return connection.getresponse().status == 200
            finally:
                connection.close()
        except (OSError, http.client.HTTPException):
            return False

    def admin_url(self):
        """Returns the address for operators, once the server has logged it."""
        for line in self.errors.read_text().splitlines():
            if '"started"' in line:
                return json.loads(line)["adminAddresses"][0]

    def signal(self, number):
        self.is_stopped = number == signal.SIGSTOP
        try:
            os.kill(self.process.pid, number)
        except ProcessLookupError:
            pass

    def begin_fault(self):
        self.faults.append([time.monotonic(), float("inf")])

    def end_fault(self, grace=1.5):
        """Its clients may notice the fault for some time after it ended."""
        self.faults[-1][1] = time.monotonic() + grace

    def was_disturbed(self, since):
        return any(until >= since for _, until in self.faults)

    def kill(self):
        end(self.process)

    def report(self):
        return f"--- {self.errors.name}\n{self.errors.read_text()[-3000:]}"


class Proxy:
    """The process of proxy.py."""

    def __init__(self, seed):
        self.process = run_command(
            sys.executable, here / "proxy.py", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env=dict(os.environ, SEED=str(seed)))
        self.lock = threading.Lock()

    def send(self, **command):
        with self.lock:
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def listen(self, link, target=None):
        return self.send(listen=link, target=target)

    def rule(self, link, source=None, **rule):
        self.send(rule=link, source=source, **rule)

    def cut(self, link, source=None, ends="both"):
        self.send(cut=link, source=source, ends=ends)

    def close(self):
        end(self.process)
