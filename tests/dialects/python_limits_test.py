"""Debian's python3-limits decides as `python-limits:` does.

    python_limits_test.py RATEREPLAY
"""

import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from replayed import NS, decisions

BINARY = os.path.abspath(sys.argv.pop(1))
PEER = Path(__file__).with_name('python_limits_peer.py')
PYTHON = '/usr/bin/python3'  # Debian's
SIZES = ((1, 1), (5, 1), (10, 60), (3, 7), (100, 3600))  # limit, window in s
STARTS = (1_000_000_000, 1_753_831_492, 1_764_525_600, 4_000_000_000, 8_500_000_000)  # of the trace, s since 1970
EVENTS = 20_000  # of each


def trace(seed, limit, window, largest_cost):
    """Events of some keys, many of them a window after another, or in the nanoseconds beside."""
    pick = random.Random(seed)
    at = pick.choice(STARTS) * NS + pick.choice((0, 0, pick.randrange(NS)))
    length = window * NS
    before = [at]
    events = []
    for _ in range(EVENTS):
        ends = [each + length for each in before if each + length > at]
        target = pick.choice(ends) + pick.choice((-240, -120, -1, 0, 0, 0, 1, 120, 240, 480)) if ends else at
        ahead = pick.choice((0, 0, pick.randrange(length // (4 * limit)), pick.randrange(length // (2 * limit))))
        if pick.random() < 0.01:
            ahead = pick.choice((length, 7 * length))
        at = target if pick.random() < 0.2 and target >= at else at + ahead
        before = [*before[-5:], at]
        cost = pick.choice((1, 1, 1, pick.randint(1, largest_cost)))
        events.append((at, f'k{pick.randrange(3)}', cost))
    return events


class PythonLimits(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def test_every_decision_of_generated_traces(self):
        for strategy in ('fixed', 'moving'):
            compared = passed = 0
            for seed, (limit, window) in enumerate(SIZES):
                with self.subTest(strategy=strategy, limit=limit, window=window):
                    # For a cost above the limit moving looks at the wrong end of its list.
                    events = trace(seed, limit, window, limit if strategy == 'moving' else limit + 2)
                    theirs = self.decided(strategy, limit, window, events)
                    spec = f'python-limits:strategy={strategy},limit={limit},window={window}s'
                    ours = [passes for passes, _ in decisions(BINARY, self.folder, spec, events)]
                    differing = [index for index in range(EVENTS) if theirs[index] != ours[index]]
                    self.assertEqual(differing, [], events[differing[0]] if differing else '')
                    compared += len(theirs)
                    passed += sum(theirs)
            print(f'{strategy}: {compared} events compared, {passed} passed, none differs', file=sys.stderr)
            self.assertGreaterEqual(compared, 100_000)
            self.assertGreater(passed, compared // 10)
            self.assertLess(passed, compared * 9 // 10)

    def decided(self, strategy, limit, window, events):
        lines = ''.join(f'{at},{key},{cost}\n' for at, key, cost in events)
        done = subprocess.run([PYTHON, PEER, strategy, str(limit), str(window)], input=lines.encode(),
                              stdout=subprocess.PIPE, timeout=60, check=True)
        decided = [line == b'1' for line in done.stdout.splitlines()]
        self.assertEqual(len(decided), len(events))
        return decided


if __name__ == '__main__':
    unittest.main()
