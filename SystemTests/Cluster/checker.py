"""Checks what clients of a cluster saw, and what the database has afterwards, against what the cluster
promises.

The sessions are of the demo's `counters`, and each action pushes one counter whose count is a number
that no other action has, its mark. So the state of version v is a list of v marks, and it never
changes afterwards: it only becomes longer.

A history has

- `sessions`: `id`; `deleted`, when the first request to delete it began; `gone`, when one had succeeded;
- `actions`: `session`, `mark`, `start`, `end`, `outcome` and `versions`, one for each response that
  acknowledged it: the session's version then, which is that of the action or, if others followed at
  once, a later one. `after` is the version that `If-Match` named, if it did: the action's is the next one.
  `outcome` is `acknowledged`, `refused` (the response said that nothing was changed) or `unknown`;
- `reads`: `session`, `start`, `end`, `version`, and `marks` if the response had the state;
- `absences`, which are responses that say that there is no such session: `session`, `start`, `end`;
- `streams`, what one reader got on all of its connections: `session`, `events`, and `isFollowed` if the
  reader was there until the end. Events are `["open", time]` for each connection,
  `["snapshot", time, version, marks]`, `["patch", time, version, base, operations]` and
  `["end", time, reason]`;
- `finals`, for each session that was not deleted: `version`, `marks`, and `journal`, a list of
  `[version, epoch, mark]`, as the database has them after everything was mended.

The time that all this takes grows with the length of the history, apart from sorting.
"""
import collections
import typing


class Violation(typing.NamedTuple):
    rule: str
    session: str
    text: str

    def __str__(self):
        return f"{self.rule}: session {self.session[:8]}: {self.text}"


def check(history):
    """Returns the violations in a history."""
    parts = collections.defaultdict(lambda: collections.defaultdict(list))
    for name in ("actions", "reads", "absences", "streams"):
        for item in history[name]:
            parts[item["session"]][name].append(item)
    violations = []
    for session in history["sessions"]:
        part = parts[session["id"]]
        checks = SessionChecks(
            session, part["actions"], part["reads"], part["absences"], part["streams"],
            history["finals"].get(session["id"]))
        violations += checks.run()
    return violations


class PatchError(Exception):
    pass


def apply_patch(document, operations):
    """Applies a JSON Patch (RFC 6902) of the operations that the service uses, in place."""
    for operation in operations:
        *steps, last = operation["path"].split("/")[1:]
        try:
            target = document
            for step in steps:
                target = target[int(step) if isinstance(target, list) else step]
            if isinstance(target, list):
                last = len(target) if last == "-" else int(last)
            match operation["op"]:
                case "add" if isinstance(target, list):
                    if not 0 <= last <= len(target):
                        raise IndexError(last)
                    target.insert(last, operation["value"])
                case "add":
                    target[last] = operation["value"]
                case "replace":
                    target[last]
                    target[last] = operation["value"]
                case "remove":
                    del target[last]
                case other:
                    raise PatchError(f"there is an operation {other}")
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise PatchError(f"{operation} does not apply: {error!r}") from error


def document(marks):
    """Returns a session's document with these marks, as far as patches need it."""
    return {"state": {"path": [
        {"id": index, "state": {"counter": {"count": mark}}} for index, mark in enumerate(marks)]}}


def marks_of(snapshot):
    return [element["state"]["counter"]["count"] for element in snapshot["state"]["path"]]


class SessionChecks:
    def __init__(self, session, actions, reads, absences, streams, final):
        self.session, self.actions, self.reads = session, actions, reads
        self.absences, self.streams, self.final = absences, streams, final
        self.violations = []
        # What the session's state was at the end, or the longest state that anybody saw.
        self.marks = final["marks"] if final else max(
            (read["marks"] for read in reads if "marks" in read), key=len, default=[])
        self.position = {mark: index + 1 for index, mark in enumerate(self.marks)}

    def fail(self, rule, text):
        self.violations.append(Violation(rule, self.session["id"], text))

    def run(self):
        self.check_acknowledged()
        self.check_state()
        if self.final:
            self.check_journal()
        # Versions that somebody was told at a time.
        told = []
        for stream in self.streams:
            told += self.check_stream(stream)
        self.check_reads()
        self.check_order(told)
        self.check_life()
        return self.violations

    def check_acknowledged(self):
        after = {}
        for action in self.actions:
            mark, versions = action["mark"], set(action["versions"])
            position = self.position.get(mark)
            if len(versions) > 1:
                self.fail("moved", f"the action {mark} was acknowledged at versions {sorted(versions)}")
            for version in versions:
                if position is None and (self.final or version <= len(self.marks)):
                    self.fail("lost", f"{mark} was acknowledged at {version} and is not there")
                elif position is not None and position > version:
                    self.fail("moved", f"{mark} was acknowledged at {version} and is at {position}")
            if (named := action.get("after")) is not None:
                if position not in (None, named + 1):
                    self.fail("moved", f"{mark} was for version {named} and is at {position}")
                if versions and after.setdefault(named, mark) != mark:
                    self.fail("shared", f"{after[named]} and {mark} were both acknowledged after {named}")
            if action["outcome"] == "refused" and position is not None:
                self.fail("refused", f"{mark} was refused, and is at {position}")

    def check_state(self):
        for mark, count in collections.Counter(self.marks).items():
            if count > 1:
                self.fail("twice", f"{mark} is there {count} times")
        sent = {action["mark"] for action in self.actions}
        for mark in self.position:
            if mark not in sent:
                self.fail("unsent", f"nobody sent {mark}")

    def check_journal(self):
        final, last = self.final, 0
        journal = [entry for entry in final["journal"] if entry[0] > 0]
        for index, (version, epoch, _) in enumerate(journal):
            if version != index + 1:
                self.fail("gap", f"version {index + 1} of the journal is {version}")
                return
            if epoch < last:
                self.fail("epochs", f"the epoch falls from {last} to {epoch} at version {version}")
            last = epoch
        if len(journal) != final["version"]:
            self.fail("gap", f"the journal ends at {len(journal)}, the session is at {final['version']}")
        elif [mark for _, _, mark in journal] != final["marks"]:
            self.fail("replay", "the state is not what the actions of the journal lead to")

    def check_stream(self, stream):
        """Returns the versions that the reader was told, with their times."""
        told, shown, version = [], None, -1
        for event in stream["events"]:
            kind, time = event[:2]
            if kind == "end":
                deleted = self.session["deleted"]
                if deleted is None or time < deleted:
                    self.fail("ended", f"a reader was told that the session ended ({event[2]})")
            if kind not in ("snapshot", "patch"):
                continue
            if event[2] < version:
                self.fail("fell", f"a reader got version {event[2]} after {version}")
                return told
            if kind == "snapshot":
                shown = document(event[3])
            else:
                if event[3] != version:
                    self.fail("patch", f"a patch of version {event[3]} came to a reader of {version}")
                    return told
                try:
                    apply_patch(shown, event[4])
                except PatchError as error:
                    self.fail("patch", str(error))
                    return told
            version = event[2]
            told.append((time, version))
            if not self.is_known(marks_of(shown), version):
                self.fail("differs", f"a reader had another state of version {version}")
                return told
        if stream.get("isFollowed") and self.final and version != self.final["version"]:
            self.fail("behind", f"a reader stayed at {version} of {self.final['version']}")
        return told

    def is_known(self, marks, version):
        if len(marks) != version:
            return False
        # Of a session that was deleted, a reader may have seen more than all others.
        known = min(version, len(self.marks))
        return marks[:known] == self.marks[:known] and (known == version or not self.final)

    def check_reads(self):
        for read in self.reads:
            if "marks" in read and not self.is_known(read["marks"], read["version"]):
                self.fail("differs", f"a read got another state of version {read['version']}")
            if self.final and read["version"] > self.final["version"]:
                self.fail("lost", f"a read got version {read['version']}, which is not there")

    def check_order(self, told):
        """Whoever begins after another has ended sees what that one saw, and what it did."""
        begun = []
        ended = list(told)
        for action in self.actions:
            position = self.position.get(action["mark"])
            if position is not None:
                begun.append((action["start"], position, True, f"the action {action['mark']}"))
            if action["versions"]:
                ended.append((action["end"], action["versions"][0]))
        for read in self.reads:
            begun.append((read["start"], read["version"], False, "a read"))
            ended.append((read["end"], read["version"]))
        for stream in self.streams:
            # The first event of a reader that had nothing is a read.
            events = stream["events"]
            if len(events) > 1 and events[0][0] == "open" and events[1][0] == "snapshot":
                begun.append((events[0][1], events[1][2], False, "a reader's first event"))
        begun.sort()
        ended.sort()
        seen = next_ended = 0
        for start, version, is_action, name in begun:
            while next_ended < len(ended) and ended[next_ended][0] < start:
                seen = max(seen, ended[next_ended][1])
                next_ended += 1
            if is_action and version <= seen:
                self.fail("order", f"{name} made version {version}, but {seen} was there before it began")
            elif version < seen:
                self.fail("stale", f"{name} got version {version}, but {seen} was there before it began")

    def check_life(self):
        deleted, gone = self.session["deleted"], self.session["gone"]
        for absence in self.absences:
            if deleted is None or absence["end"] < deleted:
                self.fail("absent", "a client was told that there is no such session")
        for read in self.reads:
            if gone is not None and read["start"] > gone:
                self.fail("undead", "the session was there after it was deleted")
        for action in self.actions:
            if gone is not None and action["start"] > gone and action["versions"]:
                self.fail("undead", "an action was acknowledged after the session was deleted")
        if deleted is None and self.final is None:
            self.fail("absent", "the session is not there at the end")
