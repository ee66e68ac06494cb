"""Nodes that are started again and again, and what a balancer in front of them would know."""
import math
import random
import signal
import threading
import time

import processes
from networks import NAMES



class Cluster:
    """Three nodes in a network."""

    def __init__(self, binary, folder, network, **variables):
        self.binary, self.folder, self.network = binary, folder, network
        self.variables = {"DRAIN_DELAY": "1", "GRACE_PERIOD": "10"} | variables
        self.nodes, self.number = {}, 0
        # Why the nodes did what nobody asked for.
        self.unexpected = []
        # (start, kind, seconds) of each fault.
        self.faults = []
        self.drains = []
        self.is_over = threading.Event()
        self.watchers = [threading.Thread(target=self.watch, args=(name,), daemon=True)
                         for name in NAMES]

    def start(self):
        for name in NAMES:
            self.start_node(name)
        for watcher in self.watchers:
            watcher.start()
        self.await_ready()

    def start_node(self, name):
        self.number += 1
        node = processes.Node(
            self.binary, self.folder, name, number=self.number, **self.network.place(name),
            **self.variables)
        self.nodes[name] = node
        self.network.has_started(node, self.nodes)

    def await_ready(self):
        processes.until(
            lambda: all(node.is_usable for node in self.nodes.values()) or self.unexpected,
            "all nodes are ready")

    def watch(self, name):
        """Looks whether a node is ready, as a balancer does: it is taken out after two failures."""
        failures = 0
        while not self.is_over.wait(0.2):
            node = self.nodes[name]
            if node.port is None:
                try:
                    node.find_port()
                except processes.StartError as error:
                    if not node.is_ending:
                        node.is_ending = True
                        self.unexpected.append(str(error))
                continue
            if not node.is_running:
                node.is_usable = False
                if not node.is_ending:
                    node.is_ending = True
                    self.unexpected.append(
                        f"{name} ended by itself with {node.process.returncode}\n{node.report()}")
                continue
            failures = 0 if node.is_ready() else failures + 1
            if failures == 0:
                node.is_usable = True
            elif failures >= 2:
                node.is_usable = False

    def entries(self):
        """Returns the nodes to which a balancer sends requests."""
        nodes = list(self.nodes.values())
        return [node for node in nodes if node.is_usable] or [
            node for node in nodes if node.port and node.is_running]

    def note(self, kind, seconds=0):
        """Notes a fault, and returns a function that notes its end if its duration was unknown."""
        fault = [time.monotonic(), kind, seconds]
        self.faults.append(fault)

        def note_end():
            fault[2] = time.monotonic() - fault[0]
        return note_end

    def kill(self, node):
        node.is_ending = True
        node.begin_fault()
        self.note("kill")
        node.kill()

    def kill_all(self):
        """Kills all nodes at once, and waits until others are ready in their place."""
        nodes = [node for node in self.nodes.values() if node.is_running]
        for node in nodes:
            node.is_ending = True
            node.drain_start = None
            node.begin_fault()
        for node in nodes:
            node.kill()
        for name in NAMES:
            self.start_node(name)
        self.await_ready()

    def stop(self, node, seconds):
        node.begin_fault()
        self.note("short stop" if seconds < 0.9 else "stop", seconds)
        node.signal(signal.SIGSTOP)

    def go_on(self, node):
        node.signal(signal.SIGCONT)
        node.end_fault()

    def drain(self, node):
        node.is_ending = True
        self.note("drain")
        node.drain_start = time.monotonic()
        node.signal(signal.SIGTERM)

    def note_drains(self):
        """Looks whether the nodes that were asked to stop have done so."""
        for node in self.nodes.values():
            start = node.drain_start
            if start is None:
                continue
            code = node.process.poll()
            if code is not None:
                self.drains.append((time.monotonic() - start, code))
                node.drain_start = None
                # With 3, requests were cut off, which their clients have noticed.
                if code not in (0, 3):
                    self.unexpected.append(f"{node.name} ended with {code}\n{node.report()}")
            elif time.monotonic() - start > 60:
                node.drain_start = None
                self.unexpected.append(f"{node.name} did not stop\n{node.report()}")
                node.kill()

    def mend(self):
        """Ends all faults, and waits until all nodes are ready."""
        for node in self.nodes.values():
            if node.is_stopped:
                self.go_on(node)
        processes.until(
            lambda: self.note_drains() or not any(
                node.drain_start for node in self.nodes.values()),
            "the nodes stop")
        for name in NAMES:
            if not self.nodes[name].is_running:
                self.start_node(name)
        self.await_ready()

    def close(self):
        self.is_over.set()
        for node in self.nodes.values():
            node.is_ending = True
            node.kill()


def some_time(chance, least, most):
    """Returns a time in seconds; short ones are as likely as long ones."""
    return math.exp(chance.uniform(math.log(least), math.log(most)))


def story(cluster, world, seed, seconds):
    """Kills, stops and ends nodes, and starts them again."""
    chance = random.Random(f"{seed} faults")
    end = time.monotonic() + seconds
    stopped = {}
    while time.monotonic() < end and not cluster.unexpected:
        for node in [node for node, until in stopped.items() if time.monotonic() >= until]:
            del stopped[node]
            cluster.go_on(node)
        cluster.note_drains()
        nodes = cluster.nodes.values()
        healthy = [node for node in nodes if node.is_usable and not node.is_stopped
                   and not node.is_ending]
        away = [node for node in nodes if not node.is_running]
        if chance.random() < 0.03:
            note_end = cluster.note("all nodes killed", 120)
            cluster.kill_all()
            stopped = {}
            note_end()
        elif away and chance.random() < 0.6:
            cluster.note("start")
            cluster.start_node(chance.choice(away).name)
        elif len(healthy) >= 2:
            node = chance.choice(healthy)
            match chance.choice(["kill", "stop", "stop", "drain"]):
                case "kill":
                    cluster.kill(node)
                case "drain":
                    cluster.drain(node)
                case "stop":
                    duration = some_time(chance, 0.2, 10)
                    cluster.stop(node, duration)
                    stopped[node] = time.monotonic() + duration
        pause = time.monotonic() + chance.uniform(0.2, 3)
        while time.monotonic() < min(pause, end) and not any(
                time.monotonic() >= until for until in stopped.values()):
            time.sleep(0.02)


def partitions(cluster, world, seed, seconds):
    """Makes the connections between nodes, and those to the database, worse in each way."""
    chance = random.Random(f"{seed} faults")
    network, end = cluster.network, time.monotonic() + seconds
    while time.monotonic() < end and not cluster.unexpected:
        node = chance.choice(NAMES)
        others = [name for name in NAMES if name != node]
        kind = chance.choice(network.kinds)
        match chance.choice(["database", "database", "peer", "all"]):
            case "database":
                place, cut_off, nodes = "a node's database", ["database"], [node]
            case "peer":
                cut_off = [chance.choice(others)]
                place, nodes = "two nodes", [node, *cut_off]
            case "all":
                place, cut_off, nodes = "one node", ["database", *others], NAMES
        links = [link for other in cut_off for link in network.links(node, other)]
        duration = some_time(chance, 0.3, 6)
        disturbed = [cluster.nodes[name] for name in nodes]
        for one in disturbed:
            one.begin_fault()
        cluster.note(f"{place}: {kind}", duration)
        network.worsen(links, kind, chance)
        time.sleep(duration)
        network.mend(links)
        for one in disturbed:
            one.end_fault()
        time.sleep(chance.uniform(0.3, 3))


def database_faults(cluster, world, seed, seconds, database):
    """Stops the database as a crash does, restarts it, and lets it stand still."""
    chance = random.Random(f"{seed} faults")
    end = time.monotonic() + seconds
    while time.monotonic() < end and not cluster.unexpected:
        match chance.choice(["restart", "away", "stall", "stall"]):
            case "restart":
                note_end = cluster.note("database restarts", 60)
                database.control("restart")
                note_end()
            case "away":
                duration = chance.uniform(0.5, 4)
                note_end = cluster.note("database away", 60)
                database.control("stop")
                time.sleep(duration)
                database.control("start")
                note_end()
            case "stall":
                duration = some_time(chance, 0.2, 8)
                cluster.note("database stands still", duration)
                database.signal(signal.SIGSTOP)
                time.sleep(duration)
                database.signal(signal.SIGCONT)
        time.sleep(chance.uniform(2, 5))


def mixed(cluster, world, seed, seconds, database):
    """All of the above at once."""
    threads = [threading.Thread(target=partitions, args=(cluster, world, seed, seconds), daemon=True),
               threading.Thread(target=database_faults, args=(cluster, world, seed, seconds, database),
                                daemon=True)]
    for thread in threads:
        thread.start()
    # Only this thread may start nodes.
    story(cluster, world, seed, seconds)
    for thread in threads:
        thread.join(60)


def failover(cluster, world, seed, primary, standby):
    """Stops the primary, makes the standby another, and wakes the old one beside it for a while."""
    chance = random.Random(f"{seed} faults")
    time.sleep(4)
    start = time.monotonic()
    note_end = cluster.note("failover", 60)
    if chance.random() < 0.5:
        primary.control("stop")
        standby.control("promote")
        note_end()
    else:
        primary.signal(signal.SIGSTOP)
        standby.control("promote")
        note_end()
        # Some of the nodes find the old one again, whose commits wait for ever.
        time.sleep(chance.uniform(1, 12))
        cluster.note("old primary awake")
        primary.signal(signal.SIGCONT)
        time.sleep(chance.uniform(1, 4))
        cluster.note("old primary ends")
        primary.control("stop")
    time.sleep(max(0, start + 22 - time.monotonic()))
