"""For each kind of violation, a small history that the checker must refuse, and those it must accept."""
import copy
import random
import time
import unittest

import checker


def push(mark, index):
    return [{"op": "add", "path": f"/state/path/{index}",
             "value": {"id": index, "state": {"counter": {"count": mark}}}}]


def action(mark, start, end, version=None, outcome="acknowledged", after=None):
    return {"session": "s", "mark": mark, "start": start, "end": end, "outcome": outcome,
            "versions": [] if version is None else [version], "after": after}


# Two actions one after the other, then two at once of which the second has no response; a read amid
# them and one at the end, and a reader that lost its connection.
GOOD = {
    "sessions": [{"id": "s", "deleted": None, "gone": None}],
    "actions": [action(11, 0, 1, 1), action(12, 2, 3, 2, after=1), action(13, 4, 6, 4),
                action(14, 4, 9, None, "unknown"), action(15, 4, 5, None, "refused")],
    "reads": [{"session": "s", "start": 2.5, "end": 3.5, "version": 1, "marks": [11]},
              {"session": "s", "start": 7, "end": 8, "version": 4, "marks": [11, 12, 14, 13]}],
    "absences": [],
    "streams": [{"session": "s", "isFollowed": True, "events": [
        ["open", 0], ["snapshot", 0.5, 0, []], ["patch", 1.5, 1, 0, push(11, 0)],
        ["open", 4], ["patch", 5, 3, 1, push(12, 1) + push(14, 2)], ["patch", 6, 4, 3, push(13, 3)]]}],
    "finals": {"s": {"version": 4, "marks": [11, 12, 14, 13],
                     "journal": [[0, 1, None], [1, 1, 11], [2, 1, 12], [3, 2, 14], [4, 2, 13]]}},
}
DELETED = {
    "sessions": [{"id": "s", "deleted": 5, "gone": 6}],
    "actions": [action(11, 0, 1, 1), action(12, 4, 7, None, "unknown")],
    "reads": [{"session": "s", "start": 2, "end": 3, "version": 1, "marks": [11]}],
    "absences": [{"session": "s", "start": 7, "end": 8}],
    "streams": [{"session": "s", "events": [
        ["open", 0], ["snapshot", 0.5, 0, []], ["patch", 1, 1, 0, push(11, 0)],
        ["end", 5.5, "deleted"]]}],
    "finals": {},
}


class CheckerTests(unittest.TestCase):
    def rules(self, base, change):
        history = copy.deepcopy(base)
        change(history)
        return {violation.rule for violation in checker.check(history)}

    def refuses(self, rule, change, base=GOOD):
        self.assertIn(rule, self.rules(base, change))

    def final(self, marks, **others):
        """Makes the end another one, with a journal that fits."""
        def change(history):
            journal = [[index + 1, 1, mark] for index, mark in enumerate(marks)]
            history["finals"]["s"] = {
                "version": len(marks), "marks": marks, "journal": journal} | others
        return change

    def test_good_histories_are_accepted(self):
        for base in (GOOD, DELETED):
            self.assertEqual(self.rules(base, lambda history: None), set())

    def test_no_action_without_a_response_needs_to_be_there(self):
        def change(history):
            del history["reads"][1], history["streams"][0]
            history["actions"][2]["versions"] = [3]
            self.final([11, 12, 13])(history)
        self.assertEqual(self.rules(GOOD, change), set())

    def test_acknowledged_and_missing(self):
        self.refuses("lost", self.final([11, 12, 14]))
        self.refuses("lost", self.final([11, 12, 14, 99]))

    def test_read_and_missing(self):
        def change(history):
            history["actions"] = history["actions"][:2]
            history["reads"][1]["marks"] = [11, 12, 14]
            history["reads"][1]["version"] = 3
            self.final([11, 12])(history)
        self.refuses("lost", change)

    def test_twice(self):
        self.refuses("twice", self.final([11, 12, 14, 13, 12]))
        self.refuses("twice", self.final([11, 12, 14, 13, 14]))

    def test_at_another_version(self):
        self.refuses("moved", self.final([12, 11, 14, 13]))
        self.refuses("moved", lambda history: history["actions"][2].update(versions=[3]))
        self.refuses("moved", lambda history: history["actions"][2].update(after=2))
        self.refuses("moved", lambda history: history["actions"][0]["versions"].append(2))

    def test_a_response_may_have_later_actions(self):
        def change(history):
            history["actions"][0].update(end=3.5, versions=[2])
        self.assertEqual(self.rules(GOOD, change), set())

    def test_two_actions_for_one_version(self):
        self.refuses("shared", lambda history: history["actions"][2].update(after=1))

    def test_refused_and_applied(self):
        self.refuses("refused", self.final([11, 12, 14, 13, 15]))

    def test_sent_by_nobody(self):
        self.refuses("unsent", self.final([11, 12, 14, 13, 99]))

    def test_order_of_actions(self):
        # The second is acknowledged before the first begins.
        self.refuses("order", lambda history: history["actions"][0].update(start=3.5, end=3.6))
        # Nobody was told of 14, but it began after the whole of 13.
        self.refuses("order", lambda history: history["actions"][3].update(start=6.5))

    def test_seen_before_it_began(self):
        self.refuses("order", lambda history: history["actions"][3].update(start=8.5))

    def test_older_read_than_what_was_acknowledged(self):
        self.refuses("stale", lambda history: history["reads"][0].update(start=3.2))

    def test_older_read_than_what_was_read(self):
        def change(history):
            history["actions"][1]["end"] = 20
            history["reads"].append(
                {"session": "s", "start": 9, "end": 10, "version": 1, "marks": [11]})
        self.refuses("stale", change)

    def test_older_read_than_what_a_reader_saw(self):
        def change(history):
            del history["reads"][1]
            history["actions"][2]["end"] = 20
            history["reads"].append(
                {"session": "s", "start": 6.5, "end": 7, "version": 3, "marks": [11, 12, 14]})
        self.refuses("stale", change)

    def test_older_first_event(self):
        def change(history):
            history["streams"].append({"session": "s", "events": [
                ["open", 3.5], ["snapshot", 4, 1, [11]]]})
        self.refuses("stale", change)

    def test_read_of_another_state(self):
        self.refuses("differs", lambda history: history["reads"][1].update(marks=[11, 12, 13, 14]))
        self.refuses("differs", lambda history: history["reads"][1].update(marks=[11, 12, 14]))

    def test_reader_whose_versions_fall(self):
        def change(history):
            history["streams"][0]["events"][4:] = [["snapshot", 5, 0, []]]
        self.refuses("fell", change)

    def test_patch_of_another_version(self):
        self.refuses("patch", lambda history: history["streams"][0]["events"].pop(2))

    def test_patch_that_does_not_apply(self):
        def change(history):
            history["streams"][0]["events"][2][4] = push(11, 3)
        self.refuses("patch", change)

    def test_patch_with_another_result(self):
        def change(history):
            history["streams"][0]["events"][2][4] = push(12, 0)
        self.refuses("differs", change)

    def test_reader_that_stays_behind(self):
        self.refuses("behind", lambda history: history["streams"][0]["events"].pop())

    def test_end_of_a_session_that_goes_on(self):
        self.refuses(
            "ended", lambda history: history["streams"][0]["events"].append(["end", 9, "expired"]))
        self.refuses(
            "ended", lambda history: history["streams"][0]["events"][-1].__setitem__(1, 4), DELETED)

    def test_absent_session(self):
        absence = {"session": "s", "start": 3, "end": 4}
        self.refuses("absent", lambda history: history["absences"].append(absence))
        self.refuses("absent", lambda history: history["absences"].append(absence), DELETED)
        self.refuses("absent", lambda history: history["finals"].clear())

    def test_session_that_comes_back(self):
        self.refuses("undead", lambda history: history["reads"].append(
            {"session": "s", "start": 7, "end": 8, "version": 1, "marks": [11]}), DELETED)
        self.refuses("undead", lambda history: history["actions"].append(
            action(13, 7, 8, 2)), DELETED)

    def test_journal(self):
        def entries(history):
            return history["finals"]["s"]["journal"]
        self.refuses("gap", lambda history: entries(history).pop(2))
        self.refuses("gap", lambda history: entries(history).pop())
        self.refuses("epochs", lambda history: entries(history)[3].__setitem__(1, 0))
        self.refuses("replay", lambda history: entries(history)[3].__setitem__(2, 13))

    def test_the_time_grows_with_the_length(self):
        def duration(count):
            marks = list(range(100, 100 + count))
            history = {
                "sessions": [{"id": "s", "deleted": None, "gone": None}],
                "actions": [action(mark, index, index + 0.5, index + 1)
                            for index, mark in enumerate(marks)],
                "reads": [{"session": "s", "start": index, "end": index + 0.5, "version": index}
                          for index in range(count)],
                "absences": [], "streams": [],
                "finals": {"s": {"version": count, "marks": marks,
                                 "journal": [[index + 1, 1, mark]
                                             for index, mark in enumerate(marks)]}},
            }
            random.Random(1).shuffle(history["actions"])
            start = time.process_time()
            self.assertEqual(checker.check(history), [])
            return time.process_time() - start
        # Ten times the length takes about ten times as long, and a hundred times if each action is
        # compared with each other one.
        self.assertLess(duration(100_000), 40 * max(duration(10_000), 0.005))


if __name__ == "__main__":
    unittest.main()
