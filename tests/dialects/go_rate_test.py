"""Every decision of `go-rate` is that of golang.org/x/time/rate itself, on generated events.

    go_rate_test.py RATEREPLAY
"""

import os
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from generated import NS, differing, events_of, lines_of, replayed

HERE = Path(__file__).resolve().parent
BINARY = Path(sys.argv.pop(1)).resolve()
EVENTS = 4_000  # of each limiter

# As the dialect has the limit, and as the Go program does.
LIMITS = [('limit=0.1', '0.1'), ('limit=1/3', '1/3'), ('limit=1', '1'), ('limit=2.5', '2.5'), ('limit=3', '3'),
          ('limit=7', '7'), ('limit=10', '10'), ('limit=33.3', '33.3'), ('limit=1000000', '1000000'),
          ('limit=123456789.1', '123456789.1'), ('limit=3000000000', '3000000000'),
          ('rate=5/h', '5:3600000000000'), ('rate=5/3600s', '5:3600000000000'), ('rate=100/s', '100:1000000000'),
          ('rate=7/90s', '7:90000000000'), ('rate=1/1.1s', '1:1100000000'), ('rate=3/17ns', '3:17')]
BURSTS = (1, 5, 70)


def interval_of(limit):
    """The exact ns from one token to the next."""
    count, _, period = limit.partition(':')
    return Fraction(int(period), int(count)) if period else NS / Fraction(limit)


class GoRate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        # What it compiles of Go itself is kept beside the build.
        environment = dict(os.environ, GO111MODULE='off', GOFLAGS='', GOPATH='/usr/share/gocode',
                           GOCACHE=str(BINARY.parent / 'go-cache'))
        subprocess.run(['go', 'build', '-o', cls.folder / 'go_rate', HERE / 'go_rate.go'], env=environment, check=True)

    def decided_by_go(self, limit, burst, events):
        done = subprocess.run([self.folder / 'go_rate', limit, str(burst)], stdout=subprocess.PIPE, check=True,
                              input=lines_of(events).encode())
        return [0 if line.split()[0] == b'true' else -1 for line in done.stdout.splitlines()]

    def test_every_decision(self):
        compared = passed = 0
        for index, (spec, limit) in enumerate(LIMITS):
            for burst in BURSTS:
                events = events_of(random.Random(1_000 * index + burst), EVENTS, interval_of(limit),
                                   (1, 1, 1, 1, 2, 3, burst + 1, burst))
                with self.subTest(limit=spec, burst=burst):
                    found = replayed(BINARY, self.folder, f'go-rate:{spec},burst={burst}', events)
                    self.assertEqual(differing(events, self.decided_by_go(limit, burst, events), found), [])
                    compared += EVENTS
                    passed += found.count(0)
        print(f'{compared} decisions compared, {passed} of them passes')
        self.assertGreaterEqual(compared, 100_000)
        self.assertGreater(passed, 30_000)
        self.assertGreater(compared - passed, 30_000)


if __name__ == '__main__':
    unittest.main()
