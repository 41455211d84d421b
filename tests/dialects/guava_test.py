"""Every decision and delay of `guava` is that of Guava's RateLimiter itself, on generated events.

    guava_test.py RATEREPLAY
"""

import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from itertools import product
from pathlib import Path

from generated import NS, differing, events_of, lines_of, replayed

HERE = Path(__file__).resolve().parent
BINARY = Path(sys.argv.pop(1)).resolve()
GUAVA = '/usr/share/java/guava.jar'
PROGRAM = 'com.google.common.util.concurrent.GuavaDecisions'
EVENTS = 4_000  # of each limiter

RATES = ('5', '0.1', '1/3', '1/720', '33.3', '123456.7', '300000', '1000000')
BURST_SECONDS = ('0', '1', '1234.5')
TIMEOUTS = (0, 250_000_999)


class Guava(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        subprocess.run(['javac', '-cp', GUAVA, '-d', cls.folder, HERE / 'GuavaDecisions.java'], check=True)

    def decided_by_guava(self, rate, burst_seconds, timeout, events):
        count, _, seconds = rate.partition('/')
        done = subprocess.run(['java', '-cp', f'{GUAVA}:{self.folder}', PROGRAM, count, seconds or '1', burst_seconds,
                               str(timeout)], stdout=subprocess.PIPE, check=True, input=lines_of(events).encode())
        return [-1 if micros == b'-1' else int(micros) * 1_000 for micros in done.stdout.split()]

    def test_every_decision(self):
        compared = refused = delayed = 0
        for index, (rate, burst_seconds, timeout) in enumerate(product(RATES, BURST_SECONDS, TIMEOUTS)):
            spec = f'guava:permits_per_second={rate},timeout={timeout}ns,max_burst_seconds={burst_seconds}'
            events = events_of(random.Random(index), EVENTS, NS / Fraction(rate), (1, 1, 1, 1, 2, 6, 3),
                               beside=(-1_000, -1, 0, 0, 1, 999, 1_000))
            with self.subTest(spec):
                found = replayed(BINARY, self.folder, spec, events)
                expected = self.decided_by_guava(rate, burst_seconds, timeout, events)
                self.assertEqual(differing(events, expected, found), [])
                compared += EVENTS
                refused += found.count(-1)
                delayed += sum(delay > 0 for delay in found)
        print(f'{compared} decisions compared, {refused} of them refusals, {delayed} of them delays')
        self.assertGreaterEqual(compared, 100_000)
        self.assertGreater(refused, 30_000)
        self.assertGreater(compared - refused, 30_000)
        self.assertGreater(delayed, 5_000)


if __name__ == '__main__':
    unittest.main()
