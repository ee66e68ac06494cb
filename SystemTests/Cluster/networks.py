"""What is between the nodes of a cluster: nothing, a proxy, or network namespaces."""
import os
import subprocess

from processes import Proxy

NAMES = ("a", "b", "c")


class Loopback:
    """Nodes that reach each other and the database on this machine."""

    def __init__(self, url):
        self.url = url

    def place(self, name):
        """Returns how a node is started."""
        return {"url": self.url}

    def has_started(self, node, nodes):
        pass

    def close(self):
        pass


class Proxied:
    """Nodes whose connections to each other and to the database go through a proxy."""

    kinds = ("drop", "one direction", "delay", "reset", "half-open", "lost answers")

    def __init__(self, seed, database):
        self.proxy = Proxy(seed)
        self.peers = {name: self.proxy.listen(f"peer {name}") for name in NAMES}
        self.databases = {
            name: self.proxy.listen(f"database {name}", database.socket) for name in NAMES}

    def place(self, name):
        return {"url": f"postgres://backstack@127.0.0.1:{self.databases[name]}/postgres",
                "advertise": f"127.0.0.1:{self.peers[name]}"}

    def has_started(self, node, nodes):
        node.await_start()
        self.proxy.listen(f"peer {node.name}", node.cluster_port())
        self.proxy.send(pids={name: other.process.pid for name, other in nodes.items()})

    def links(self, node, other):
        """Returns the links between a node and another, or the database."""
        if other == "database":
            return [(f"database {node}", None)]
        return [(f"peer {node}", other), (f"peer {other}", node)]

    def worsen(self, links, kind, chance):
        proxy = self.proxy
        way, delay, refuses = chance.choice(["up", "down"]), chance.uniform(0.01, 0.3), chance.random()
        for link, source in links:
            match kind:
                case "drop":
                    proxy.rule(link, source, up="hold", down="hold")
                case "one direction":
                    proxy.rule(link, source, **{way: "hold"})
                case "delay":
                    proxy.rule(link, source, up=delay, down=0.01)
                case "reset":
                    proxy.rule(link, source, refuse=refuses < 0.5)
                    proxy.cut(link, source)
                case "half-open":
                    proxy.rule(link, source, refuse=True)
                    proxy.cut(link, source, "target")
                case "lost answers":
                    proxy.rule(link, source, lose=0.2)

    def mend(self, links):
        for link, source in links:
            self.proxy.rule(link, source)

    def close(self):
        self.proxy.close()


def run_as_root(*command, **options):
    environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment,
                          timeout=20, **options)


class Namespaces:
    """Nodes of which each has a network namespace, in which packets are dropped; needs root."""

    kinds = ("drop", "one direction", "loss", "unreachable")

    def __init__(self, database):
        # Of this process, so that several can run at once.
        self.number = os.getpid() % 250 + 1
        self.bridge = f"backstack{self.number}"
        self.spaces = {name: f"backstack-{self.number}-{name}" for name in NAMES}
        self.hosts = {name: f"10.231.{self.number}.{index + 11}" for index, name in enumerate(NAMES)}
        self.gateway = f"10.231.{self.number}.1"
        try:
            self.create()
            rules = database.folder / "data/pg_hba.conf"
            rules.write_text(rules.read_text() + f"host all all {self.gateway}/24 trust\n")
            # The address is there only now.
            database.control("restart")
        except BaseException:
            self.close()
            raise

    @staticmethod
    def settings():
        return "listen_addresses = '*'\nport = 5432"

    @staticmethod
    def obstacle():
        """Returns why there can be no namespaces here, or None."""
        if os.geteuid() != 0:
            return "this is not root"
        name = f"backstack-probe-{os.getpid()}"
        try:
            run_as_root("ip", "netns", "add", name)
            try:
                run_as_root("ip", "netns", "exec", name, "nft", "add", "table", "inet", "probe")
            finally:
                run_as_root("ip", "netns", "del", name)
        except (OSError, subprocess.SubprocessError) as error:
            return str(getattr(error, "stderr", "") or error).strip()
        return None

    def create(self):
        run_as_root("ip", "link", "add", self.bridge, "type", "bridge")
        run_as_root("ip", "address", "add", f"{self.gateway}/24", "dev", self.bridge)
        run_as_root("ip", "link", "set", self.bridge, "up")
        for name, space in self.spaces.items():
            end = f"bs{self.number}{name}"
            run_as_root("ip", "netns", "add", space)
            run_as_root("ip", "link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", space)
            run_as_root("ip", "link", "set", end, "master", self.bridge, "up")
            for command in (["address", "add", f"{self.hosts[name]}/24", "dev", "eth0"],
                            ["link", "set", "eth0", "up"], ["link", "set", "lo", "up"]):
                run_as_root("ip", "-n", space, *command)
            self.nft(name, "add table inet cut\n"
                     "add chain inet cut in { type filter hook input priority 0; }\n"
                     "add chain inet cut out { type filter hook output priority 0; }\n")

    def nft(self, name, text):
        run_as_root("ip", "netns", "exec", self.spaces[name], "nft", "-f", "-", input=text)

    def place(self, name):
        return {"url": f"postgres://backstack@{self.gateway}:5432/postgres", "host": self.hosts[name],
                "prefix": ["ip", "netns", "exec", self.spaces[name]], "peer_port": 7000}

    def has_started(self, node, nodes):
        pass

    def links(self, node, other):
        if other == "database":
            return [(node, f"ip {{}} {self.gateway} tcp {{}} 5432")]
        return [(node, f"ip {{}} {self.hosts[other]}")]

    def worsen(self, links, kind, chance):
        ways = [chance.choice(["in", "out"])] if kind == "one direction" else ["in", "out"]
        verdict = {"loss": "numgen random mod 100 < 30 drop", "unreachable": "reject"}.get(kind, "drop")
        for name, match in links:
            rules = ""
            for way in ways:
                # Packets from the other, or to it.
                ends = ("saddr", "sport") if way == "in" else ("daddr", "dport")
                rules += f"add rule inet cut {way} {match.format(*ends)} {verdict}\n"
            self.nft(name, rules)

    def mend(self, links):
        for name in {name for name, _ in links}:
            self.nft(name, "flush table inet cut\n")

    def close(self):
        for command in [["netns", "del", space] for space in self.spaces.values()] + [
                ["link", "del", self.bridge]]:
            try:
                run_as_root("ip", *command)
            except (OSError, subprocess.SubprocessError):
                pass
