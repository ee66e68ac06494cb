"""Tests what Benchmarks/table.py reads, prints and refuses."""
import json
import pathlib
import unittest

import table

here = pathlib.Path(__file__).resolve().parent

TEXT = """
Some words.

| | connections | CPU/request |
| --- | ---: | ---: |
| go | 64 | 1.5 ms |
| ours | 64 | 750.0 µs |
| ours | 1,000 | 1,500 µs |

### Deep

| | store |
|---|---:|
| first | 40 ns |

### Shallow

| | store |
|---|---:|
| first | 20 ns |
| empty |  |
"""
ROWS = {"server": table.tables(TEXT)}
FIGURE = {"figure": "an action", "ours": ["server", "ours | 64", "CPU/request"],
          "peer": ["server", "go", "CPU/request"], "goal": 0.6, "committed": 0.45}


class TableTests(unittest.TestCase):
    def test_figures_are_found_and_converted(self):
        self.assertEqual(table.measure(FIGURE, ROWS), ("750.0 µs", "1.5 ms", 0.5))
        alone = {"ours": ["server", "Shallow > first", "store"]}
        self.assertEqual(table.measure(alone, ROWS), ("20 ns", "", 20e-9))

    def test_what_is_not_there_or_there_twice_is_missing(self):
        for place in (["server", "nginx", "CPU/request"], ["server", "go", "p99"],
                      ["library", "go", "CPU/request"], ["server", "first", "store"],
                      ["server", "ours", "CPU/request"], ["server", "Shallow > empty", "store"]):
            with self.assertRaises(table.Missing, msg=place):
                table.value(table.find(place, ROWS))
        lines, worse = table.report([{**FIGURE, "peer": ["server", "nginx", "CPU/request"]}], ROWS)
        self.assertEqual((len(lines), len(worse)), (2, 1))

    def test_a_gate_has_its_own_tolerance(self):
        for gate, is_worse in ((1.1, True), (1.12, False)):
            figure = {**FIGURE, "committed": 0.45, "gate": gate}
            _, worse = table.report([figure], ROWS, is_gate=True)
            self.assertEqual(bool(worse), is_worse, gate)

    def test_only_what_is_15_percent_worse_is_reported(self):
        for committed, more, is_worse in ((0.45, False, False), (0.43, False, True), (0.57, True, False),
                                          (0.58, True, True), (9, False, False)):
            figure = {**FIGURE, "committed": committed, "more": more}
            lines, worse = table.report([figure], ROWS)
            self.assertEqual(bool(worse), is_worse, (committed, more))
            self.assertEqual(len(lines), 3)

    def test_a_line_has_the_figures_and_whether_the_goal_is_reached(self):
        line = "| an action | 750.0 µs | 1.5 ms | 0.50 | 0.60 | yes | 0.45 |"
        self.assertEqual(table.report([FIGURE], ROWS)[0][2], line)
        line = table.report([{**FIGURE, "goal": 0.49}], ROWS)[0][2]
        self.assertIn("| 0.49 | no |", line)

    def test_the_list_of_figures_is_whole(self):
        for figure in json.loads((here / "figures.json").read_text()):
            self.assertLessEqual({"figure", "ours", "committed"}, set(figure))
            self.assertTrue(set(figure) <= {"figure", "ours", "peer", "goal", "committed", "more", "gate"})
            for place in (figure["ours"], figure.get("peer", figure["ours"])):
                self.assertEqual(len(place), 3)


if __name__ == "__main__":
    unittest.main()
