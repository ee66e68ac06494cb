"""A process that connections go through, which it can delay, hold back, cut, or end.

It reads commands as lines of JSON from its input, answers each with a line, and ends with its input:

- `{"listen": LINK, "target": ADDRESS}` answers with the port; the target is a port, the path of a Unix
  socket, or null for none yet. A link that is there gets another target.
- `{"pids": {NAME: PID}}` tells the clients of which links are told apart.
- `{"rule": LINK, "source": NAME or null, …}` sets what happens to the connections of a link, or to
  those of one client; without members beyond, all is as it should be. `up` and `down` are what
  happens to what clients and the target send: `hold` keeps it back until there is another rule, a
  number delays it by so many seconds. `lose` is the probability with which the connection is reset in
  place of passing something on from the target. `refuse` resets new connections.
- `{"cut": LINK, "source": NAME or null, "ends": "both" or "target"}` resets the present connections, or
  only the target's half of them; the client's is reset when the rule changes.
"""
import asyncio
import json
import os
import random
import socket
import struct
import sys

PASS = {"up": 0, "down": 0, "lose": 0, "refuse": False}
chance = random.Random(int(os.environ.get("SEED", "0")))


def owners(port):
    """Returns the inodes of the sockets that have a local port."""
    found = set()
    with open("/proc/net/tcp") as lines:
        next(lines)
        for line in lines:
            fields = line.split()
            if int(fields[1].rpartition(":")[2], 16) == port:
                found.add(f"socket:[{fields[9]}]")
    return found


def has_one_of(pid, sockets):
    try:
        for entry in os.scandir(f"/proc/{pid}/fd"):
            try:
                if os.readlink(entry.path) in sockets:
                    return True
            except OSError:
                pass
    except OSError:
        pass
    return False


def reset(writer):
    if writer is None:
        return
    try:
        writer.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except (OSError, AttributeError):
        pass
    writer.transport.abort()


class Link:
    pids = {}

    def __init__(self, target):
        self.target = target
        self.rules = {}
        self.connections = set()
        self.changed = asyncio.Event()

    def rule(self, source):
        return self.rules.get(source) or self.rules.get(None) or PASS

    def set(self, source, rule):
        self.rules[source] = PASS | rule if rule else None
        self.changed.set()
        self.changed = asyncio.Event()
        for connection in list(self.connections):
            # Its other half is gone.
            if connection.is_half and connection.is_of(source):
                connection.reset()

    async def accept(self, reader, writer):
        connection = Connection(self, reader, writer)
        self.connections.add(connection)
        try:
            await connection.run()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.connections.discard(connection)
            if not connection.is_half:
                connection.close()
            else:
                self.connections.add(connection)

    def cut(self, source, ends):
        for connection in list(self.connections):
            if connection.is_of(source):
                connection.reset() if ends == "both" else connection.halve()


class Connection:
    def __init__(self, link, reader, writer):
        self.link, self.reader, self.writer = link, reader, writer
        self.target = None
        self.is_half = False
        self.source = None
        # Only if clients are told apart.
        if Link.pids and any(source for source in link.rules):
            self.find_source()

    def find_source(self):
        name = self.writer.get_extra_info("peername")
        if not name:
            return
        sockets = owners(name[1])
        self.source = next(
            (source for source, pid in Link.pids.items() if has_one_of(pid, sockets)), None)

    def is_of(self, source):
        if source is not None and self.source is None:
            self.find_source()
        return source is None or self.source == source

    async def run(self):
        if self.link.rule(self.source)["refuse"] or self.link.target is None:
            return self.reset()
        await self.wait("up")
        target = self.link.target
        try:
            if isinstance(target, int):
                reader, self.target = await asyncio.open_connection("127.0.0.1", target)
            else:
                reader, self.target = await asyncio.open_unix_connection(target)
        except OSError:
            return self.reset()
        ways = [asyncio.ensure_future(self.copy(self.reader, self.target, "up")),
                asyncio.ensure_future(self.copy(reader, self.writer, "down"))]
        done, rest = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        if rest and not self.is_half:
            # What the other way has is passed on for a moment.
            await asyncio.wait(rest, timeout=0.1)
        for way in rest:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)

    async def wait(self, way):
        while (rule := self.link.rule(self.source)[way]) == "hold":
            await self.link.changed.wait()
        if rule:
            await asyncio.sleep(rule)

    async def copy(self, reader, writer, way):
        while data := await reader.read(65536):
            await self.wait(way)
            rule = self.link.rule(self.source)
            if way == "down" and rule["lose"] and chance.random() < rule["lose"]:
                return self.reset()
            writer.write(data)
            await writer.drain()
        await self.wait(way)

    def halve(self):
        self.is_half = True
        reset(self.target)

    def reset(self):
        self.is_half = False
        self.link.connections.discard(self)
        reset(self.target)
        reset(self.writer)

    def close(self):
        for writer in (self.target, self.writer):
            if writer is not None:
                writer.close()


async def main():
    links, servers = {}, []
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while line := await commands.readline():
        command, answer = json.loads(line), None
        match command:
            case {"listen": name, "target": target}:
                if name in links:
                    links[name].target = target
                else:
                    links[name] = Link(target)
                    servers.append(await asyncio.start_server(
                        links[name].accept, "127.0.0.1", 0, backlog=512))
                    answer = servers[-1].sockets[0].getsockname()[1]
            case {"pids": pids}:
                Link.pids = pids
            case {"rule": name, "source": source, **rule}:
                links[name].set(source, rule)
            case {"cut": name, "source": source, "ends": ends}:
                links[name].cut(source, ends)
        print(json.dumps(answer), flush=True)


# Those that wait at the end are ended with the process.
asyncio.get_event_loop_policy().new_event_loop().run_until_complete(main())
os._exit(0)
