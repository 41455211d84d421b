#!/usr/bin/env python3
"""Holds `ratereplay generate` against a statement of each kind in Python's integers, byte by byte, and what it generates
against what its kind promises in the mean.

    generate_test.py BINARY
"""

import math
import subprocess
import sys
import unittest
from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import islice, zip_longest
from typing import Iterator

from chance import WORD, Random

BINARY = sys.argv.pop(1)
SECOND = 10**9
START = 1735689600 * SECOND  # 2025-01-01T00:00:00Z
TICK = 2**32  # of a nanosecond
# Each choice by chance has a stream of its own.
GAPS, PHASES, THINNING, KEYS, COSTS = 0, 1, 2, 100, 101


def roots_of_two() -> list[int]:
    roots = [2 * 2**62]
    for _ in range(64):
        roots.append(math.isqrt(roots[-1] * 2**62))
    return roots[1:]


ROOTS = roots_of_two()
LOG2_OF_E = 0x171547652B82FE177


def exp2(power: int) -> int:
    """2 to a power of less than 1 in 2^-64, in 2^-62."""
    result = 2**62
    for place, root in enumerate(ROOTS):
        if power >> (63 - place) & 1:
            result = result * root >> 62
    return result


def log2(number: int) -> int:
    """In 2^-64."""
    whole = number.bit_length() - 1
    mantissa = number << 63 - whole
    fraction = 0
    for _ in range(64):
        square = mantissa * mantissa
        digit = square >> 127
        fraction = 2 * fraction + digit
        mantissa = square >> 63 + digit
    return whole * 2**64 + fraction


def pareto(least: int, shape: Fraction, random: Random) -> int:
    per_unit = LOG2_OF_E * shape.denominator // shape.numerator
    exponent = random.exponential()
    power = (exponent >> 64) * per_unit + ((exponent & WORD) * per_unit >> 64)
    return (least << (power >> 64)) * exp2(power & WORD) >> 62


def exponential(mean: int, random: Random) -> int:
    return mean * random.exponential() >> 64


def steady(count: int, period: int) -> Iterator[int]:
    number = 0
    while True:
        yield number * period // count
        number += 1


def poisson(count: int, period: int, seed: int) -> Iterator[int]:
    random = Random(seed, GAPS)
    mean = period * TICK // count
    at = 0
    while True:
        at += exponential(mean, random)
        yield at // TICK


def pareto_gaps(count: int, period: int, shape: Fraction, seed: int) -> Iterator[int]:
    random = Random(seed, GAPS)
    least = period * TICK // count * (shape.numerator - shape.denominator) // shape.numerator
    at = 0
    while True:
        at += pareto(least, shape, random)
        yield at // TICK


def burst(count: int, period: int, size: int, every: int) -> Iterator[int]:
    regular = steady(count, period)
    following = next(regular)
    at = every
    while True:
        while following <= at:
            yield following
            following = next(regular)
        yield from [at] * size
        at += every


def boundary(size: int, window: int, start: int) -> Iterator[int]:
    before = min(10**6, window // 2)
    end = window - start % window
    while True:
        if end >= before:
            yield from [end - before] * size + [end] * size
        end += window


def onoff(count: int, period: int, on: int, off: int, seed: int) -> Iterator[int]:
    random, phases = Random(seed, GAPS), Random(seed, PHASES)
    mean = period * TICK // count
    at = 0
    left = exponential(on * TICK, phases)
    while True:
        gap = exponential(mean, random)
        while gap > left:
            gap -= left
            at += left + exponential(off * TICK, phases)
            left = exponential(on * TICK, phases)
        left -= gap
        at += gap
        yield at // TICK


def diurnal(count: int, period: int, swing: Fraction, day: int, start: int, seed: int) -> Iterator[int]:
    random, thinning = Random(seed, GAPS), Random(seed, THINNING)
    highest = swing.denominator + swing.numerator
    mean = period * TICK // count * swing.denominator // highest
    at = 0
    while True:
        at += exponential(mean, random)
        phase = ((start + at // TICK) % day * 2**32 // day + 3 * 2**30) % 2**32
        of_half = 2 * phase % 2**32
        wave = 4 * of_half * (2**32 - of_half) // 2**32
        share = swing.denominator * 2**32 + (1 if phase < 2**31 else -1) * swing.numerator * wave
        if thinning.below(highest * 2**32) < share:
            yield at // TICK


def zipf(n: int, exponent: Fraction, seed: int) -> Iterator[int]:
    """Ranks from 1."""
    first = 2**(63 - n.bit_length())
    up_to = []
    total = 0
    for rank in range(1, n + 1):
        halvings = log2(rank) * exponent.numerator // exponent.denominator
        whole, fraction = min(halvings >> 64, 63), halvings & WORD
        total += first >> whole if fraction == 0 else (exp2(2**64 - fraction) * first >> 62) >> whole + 1
        up_to.append(total)
    random = Random(seed, KEYS)
    while True:
        place = random.below(total)
        yield next(rank for rank, end in enumerate(up_to, 1) if place < end)


def written(time: int) -> str:
    """RFC 3339 with as many digits as needed."""
    seconds, fraction = divmod(time, SECOND)
    text = (datetime(1970, 1, 1) + timedelta(seconds=seconds)).isoformat()
    digits = f'{fraction:09}'.rstrip('0')
    return text + ('.' + digits if digits else '') + 'Z'


def generated(*arguments: str) -> str:
    done = subprocess.run([BINARY, 'generate', *arguments, '--quiet'], check=True, capture_output=True, encoding='utf-8')
    return done.stdout


class Bytes(unittest.TestCase):
    def check_same(self, found: str, expected: str) -> None:
        # The difference of two long texts takes unittest for ever.
        pairs = list(zip_longest(found.split('\n'), expected.split('\n')))
        self.assertEqual([(row, *pair) for row, pair in enumerate(pairs) if pair[0] != pair[1]][:3], [])

    def check(self, times: Iterator[int], *arguments: str, start: int = START, events: int = 2000) -> None:
        expected = 'time\n' + ''.join(written(start + time) + '\n' for time in islice(times, events))
        with self.subTest(arguments=arguments):
            self.check_same(generated(*arguments, '--events', str(events)), expected)

    def test_times(self) -> None:
        self.check(steady(3, SECOND), 'steady', '--rate', '3/s')
        self.check(steady(7, 86400 * SECOND), 'steady', '--rate', '7/d')
        for seed in (1, 0, 2**63 - 1):
            chance = ('--seed', str(seed))
            self.check(poisson(50, 60 * SECOND, seed), 'poisson', '--rate', '50/m', *chance)
            self.check(poisson(1, SECOND // 10**6, seed), 'poisson', '--rate', '1/us', *chance)
            self.check(pareto_gaps(100, SECOND, Fraction(3, 2), seed), 'pareto', '--rate', '100/s', *chance)
            self.check(pareto_gaps(5, 3600 * SECOND, Fraction(101, 100), seed), 'pareto', '--rate', '5/h', '--shape',
                       '1.01', *chance, events=300)
            self.check(onoff(1000, SECOND, SECOND // 10, SECOND, seed), 'onoff', '--rate', '1000/s', '--on', '100ms',
                       '--off', '1s', *chance)
            self.check(onoff(1, SECOND, SECOND // 100, SECOND // 10, seed), 'onoff', '--rate', '1/s', '--on', '10ms',
                       '--off', '100ms', *chance, events=200)
            self.check(diurnal(100, 3600 * SECOND, Fraction(4, 5), 86400 * SECOND, START, seed), 'diurnal', '--rate',
                       '100/h', *chance)
            self.check(diurnal(2, SECOND, Fraction(1), 7 * SECOND, -3 * SECOND // 2, seed), 'diurnal', '--rate', '2/s',
                       '--swing', '1', '--day', '7s', '--start', '1969-12-31T23:59:58.5Z', *chance,
                       start=-3 * SECOND // 2)

    def test_bursts_and_boundaries(self) -> None:
        self.check(burst(2, SECOND, 10, 3 * SECOND), 'burst', '--rate', '2/s', '--burst', '10', '--every', '3s')
        self.check(burst(1, 60 * SECOND, 1, SECOND // 4), 'burst', '--rate', '1/m', '--burst', '1', '--every', '250ms')
        self.check(boundary(5, 60 * SECOND, START), 'boundary', '--burst', '5', '--window', '1m')
        self.check(boundary(2, 10**6, START), 'boundary', '--burst', '2', '--window', '1ms')
        late = START + 59_999_500_000
        self.check(boundary(3, 60 * SECOND, late), 'boundary', '--burst', '3', '--window', '1m', '--start',
                   '2025-01-01T00:00:59.9995Z', start=late, events=100)

    def test_keys_and_costs(self) -> None:
        for exponent in ('1', '0', '0.5', '2.25', '20'):
            ranks = zipf(300, Fraction(exponent), 7)
            random = Random(7, COSTS)
            expected = 'time,key,cost\n' + ''.join(
                f'{written(START + second * SECOND)},k{rank},{3 + random.below(8)}\n'
                for second, rank in enumerate(islice(ranks, 1000)))
            self.check_same(generated('steady', '--rate', '1/s', '--events', '1000', '--keys', '300', '--zipf', exponent,
                                      '--cost', '3..10', '--seed', '7'), expected)
        random = Random(1, COSTS)
        expected = 'time,cost\n' + ''.join(
            f'{written(START + second * SECOND)},{min(pareto(2, Fraction(1, 2), random), 500)}\n' for second in range(1000))
        self.check_same(generated('steady', '--rate', '1/s', '--events', '1000', '--cost', 'pareto:0.5,2..500'), expected)

    def test_what_is_generated_beside_them_does_not_move_the_times(self) -> None:
        alone = generated('onoff', '--rate', '9/s', '--on', '1s', '--off', '2s')
        beside = generated('onoff', '--rate', '9/s', '--on', '1s', '--off', '2s', '--keys', '5', '--cost', '1..9')
        self.assertEqual(alone.split('\n')[1:], [row.split(',')[0] for row in beside.split('\n')[1:]])


class Means(unittest.TestCase):
    """Of 100,000 events; what is by chance lies within five standard deviations, for this seed or there is a mistake."""

    def gaps(self, *arguments: str) -> list[float]:
        rows = generated(*arguments, '--events', '100000', '--start', '1970-01-01').split()[1:]
        at = [0.0] + [self.seconds(row) for row in rows]
        return [later - earlier for earlier, later in zip(at, at[1:])]

    @staticmethod
    def seconds(row: str) -> float:
        date, time = row[:-1].split('T')
        hours, minutes, seconds = time.split(':')
        days = (int(date[:4]) - 1970) * 365 + int(date[5:7]) * 31 + int(date[8:]) - 32  # within January 1970
        return days * 86400 + int(hours) * 3600 + int(minutes) * 60 + float(seconds)

    def test_poisson(self) -> None:
        gaps = self.gaps('poisson', '--rate', '10/s')
        mean = sum(gaps) / len(gaps)
        self.assertAlmostEqual(mean, 0.1, delta=5 * 0.1 / math.sqrt(len(gaps)))
        for share in (0.1, 0.5, 0.9):
            below = sum(gap < -0.1 * math.log(1 - share) for gap in gaps) / len(gaps)
            self.assertAlmostEqual(below, share, delta=5 * math.sqrt(share * (1 - share) / len(gaps)))

    def test_pareto(self) -> None:
        gaps = self.gaps('pareto', '--rate', '10/s', '--shape', '1.5')
        least = 0.1 * 0.5 / 1.5
        self.assertGreaterEqual(min(gaps), least - 1e-6)
        for share in (0.1, 0.5, 0.9, 0.999):
            below = sum(gap < least * (1 - share)**(-1 / 1.5) for gap in gaps) / len(gaps)
            self.assertAlmostEqual(below, share, delta=5 * math.sqrt(share * (1 - share) / len(gaps)))

    def test_onoff(self) -> None:
        gaps = self.gaps('onoff', '--rate', '100/s', '--on', '2s', '--off', '3s')
        # The events of a phase, 200 in the mean, come together: the deviation is that of 500 phases.
        self.assertAlmostEqual(sum(gaps) / len(gaps), 0.025, delta=5 * 0.025 / math.sqrt(250))

    def test_diurnal(self) -> None:
        rows = generated('diurnal', '--rate', '6/m', '--duration', '10d', '--start', '1970-01-01').split()[1:]
        by_quarter = Counter(int(row[11:13]) // 6 for row in rows)
        # The wave is 2/3 of its height in the mean of the half.
        for quarter, sign in enumerate((-1, 1, 1, -1)):
            expected = 21600 * (1 + sign * 0.8 * 2 / 3)
            self.assertAlmostEqual(by_quarter[quarter], expected, delta=5 * math.sqrt(expected))

    def test_zipf(self) -> None:
        rows = generated('steady', '--rate', '1/s', '--events', '100000', '--keys', '1000').split()[1:]
        counts = Counter(row.split(',')[1] for row in rows)
        total = sum(1 / rank for rank in range(1, 1001))
        for rank in (1, 2, 10, 100):
            expected = 100000 / rank / total
            self.assertAlmostEqual(counts[f'k{rank}'], expected, delta=5 * math.sqrt(expected))


if __name__ == '__main__':
    unittest.main()
