#!/usr/bin/env python3
"""Holds `ratereplay retry` against a slow statement of every policy and jitter, on traces by chance.

    retry_test.py BINARY
"""

import json
import subprocess
import sys
import unittest
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil
from typing import NamedTuple, Optional

from chance import Random

BINARY = sys.argv.pop(1)
SECOND = 10**9
START = 1735689600 * SECOND  # 2025-01-01T00:00:00Z


class Gcra:
    """A bucket of `burst` at `count` per `period` ns."""

    def __init__(self, count: int, period: int, burst: int):
        self.text = f'gcra:rate={count}/{period // SECOND}s,burst={burst}'
        self.window = period
        self.interval = Fraction(period, count)
        self.rate = self.interval
        self.burst = burst
        self.full: dict[str, Fraction] = {}

    def ask(self, now: int, key: str) -> Optional[int]:
        """None where it passes, else how long to wait."""
        full = self.full.get(key, Fraction(now))
        if now >= full - (self.burst - 1) * self.interval:
            self.full[key] = max(full, now) + self.interval
            return None
        return ceil(full - (self.burst - 1) * self.interval) - now


class FixedWindow:
    """Windows of the clock."""

    def __init__(self, limit: int, window: int):
        self.text = f'fixed-window:limit={limit},window={window // SECOND}s'
        self.limit = limit
        self.window = window
        self.interval = Fraction(window, limit)
        self.counts: dict[tuple[str, int], int] = {}

    def ask(self, now: int, key: str) -> Optional[int]:
        place = key, now // self.window
        if self.counts.get(place, 0) < self.limit:
            self.counts[place] = self.counts.get(place, 0) + 1
            return None
        return self.window - now % self.window


class Policy(NamedTuple):
    name: str
    text: str
    wait: int = 0
    factor: Fraction = Fraction(1)
    longest: int = 0
    interval: Optional[Fraction] = None  # of a client's own bucket
    burst: int = 1


POLICIES = (
    Policy('none', 'none'),
    Policy('immediate', 'immediate:100ms', SECOND // 10),
    Policy('immediate', 'immediate:7s', 7 * SECOND),
    Policy('retry-after', 'retry-after'),
    Policy('retry-after', 'retry-after:3s', 3 * SECOND),
    Policy('backoff', 'backoff:1s,2,1m', SECOND, Fraction(2), 60 * SECOND),
    Policy('backoff', 'backoff:300ms,3/2,2s', 3 * SECOND // 10, Fraction(3, 2), 2 * SECOND),
    Policy('client-bucket', 'client-bucket'),
    Policy('client-bucket', 'client-bucket:3/7s,2', interval=Fraction(7 * SECOND, 3), burst=2),
    Policy('queue', 'queue'),
)


class Client:
    """A bucket for retries."""

    def __init__(self) -> None:
        self.full: Optional[Fraction] = None

    def free(self, interval: Fraction, burst: int, earliest: int) -> int:
        """When a token is."""
        return earliest if self.full is None else max(earliest, ceil(self.full - (burst - 1) * interval))

    def spend(self, interval: Fraction, at: int) -> None:
        self.full = max(self.full or Fraction(at), at) + interval


def simulate(events, limiter, policy, jitter, most, max_wait, window, seed):
    random = Random(seed, 0)
    heap: list = []
    sent_away = 0
    buckets: dict[str, Client] = {}
    backlog: dict[str, list[int]] = {}
    counts = dict.fromkeys(('passed', 'passed_at_once', 'refused', 'abandoned', 'attempts', 'attempts_max'), 0)
    waiting = {'most': 0}
    delays, tries = [], []

    def later(wait):
        if jitter == 'full':
            return wait + random.below(limiter.window + 1)
        if jitter == 'equal':
            return wait + random.below(limiter.window // 2 + 1)
        return wait

    def backoff(attempts, last):
        if jitter == 'decorrelated':
            beyond = 3 * max(last, policy.wait) - policy.wait
            return min(policy.wait + random.below(beyond + 1), policy.longest)
        wait = policy.wait
        for _ in range(attempts - 1):
            wait = min(wait * policy.factor.numerator // policy.factor.denominator, policy.longest)
        if jitter == 'full':
            return random.below(wait + 1)
        if jitter == 'equal':
            return wait // 2 + random.below(wait - wait // 2 + 1)
        return wait

    def passes(event, now):
        counts['passed'] += 1
        counts['passed_at_once'] += now == events[event][0]
        delays.append(now - events[event][0])

    def attempt(event, now, before, last):
        nonlocal sent_away
        arrival, key = events[event]
        attempts = before + 1
        counts['attempts'] += 1
        counts['attempts_max'] = max(counts['attempts_max'], attempts)
        tries.append(now)
        told = limiter.ask(now, key)
        if told is None:
            passes(event, now)
        elif policy.name == 'none':
            counts['refused'] += 1
        elif attempts >= most:
            counts['abandoned'] += 1
        else:
            if policy.name == 'backoff':
                wait = backoff(attempts, last)
            elif policy.name == 'client-bucket':
                bucket = buckets.setdefault(key, Client())
                free = bucket.free(policy.interval or limiter.interval, policy.burst, now + SECOND // 10)
                wait = later(free - now)
            elif policy.name == 'retry-after':
                wait = later(-(-told // policy.wait) * policy.wait if policy.wait else told)
            else:
                wait = later(policy.wait)
            if max_wait is not None and now + wait - arrival > max_wait:
                counts['abandoned'] += 1
                return
            if policy.name == 'client-bucket':
                bucket.spend(policy.interval or limiter.interval, free)
            heappush(heap, (now + wait, sent_away, event, attempts, wait))
            sent_away += 1

    def serve(key, now):
        nonlocal sent_away
        queue = backlog[key]
        while queue:
            event = queue[0]
            told = limiter.ask(now, key) if max_wait is None or now - events[event][0] <= max_wait else 0
            if told is None:
                passes(event, now)
            elif told and (max_wait is None or now + told - events[event][0] <= max_wait):
                heappush(heap, (now + told, sent_away, event, 1, 0))
                sent_away += 1
                return
            else:
                counts['abandoned'] += 1
            del queue[0]

    def come_back():
        now, _, event, attempts, last = heappop(heap)
        if policy.name == 'queue':
            serve(events[event][1], now)
        else:
            attempt(event, now, attempts, last)

    for event, (arrival, key) in enumerate(events):
        while heap and heap[0][0] < arrival:
            come_back()
        if policy.name == 'queue':
            counts['attempts'] += 1
            counts['attempts_max'] = 1
            tries.append(arrival)
            backlog.setdefault(key, []).append(event)
            if len(backlog[key]) == 1:
                serve(key, arrival)
            waiting['most'] = max(waiting['most'], sum(map(len, backlog.values())))
        else:
            attempt(event, arrival, 0, 0)
    at_end = sum(map(len, backlog.values()))
    while heap:
        come_back()
    delays.sort()
    peak = max(sum(begin <= each < begin + window for each in tries) for begin in tries)
    return {**counts, 'events': len(events), 'wasted': counts['attempts'] - counts['passed'],
            'waiting_most': waiting['most'], 'waiting_at_end': at_end, 'peak': peak,
            'delay_max': delays[-1], 'delay_p50': delays[-(-len(delays) // 2) - 1],
            'delay_mean': -(-sum(delays) // len(delays))}


def nanoseconds(seconds: float) -> int:
    return round(seconds * SECOND)


class Policies(unittest.TestCase):
    def reported(self, events, limiter, policies, *options: str) -> list[dict]:
        rows = ''.join(f'{time},{key}\n' for time, key in events)
        command = [BINARY, 'retry', '-', '--time-unit', 'ns', '--key', 'key', '-l', limiter.text, '--format', 'json',
                   *(word for policy in policies for word in ('--policy', policy.text)), *options]
        done = subprocess.run(command, input='time,key\n' + rows, check=True, capture_output=True, encoding='utf-8')
        return json.loads(done.stdout)['policies']

    def check(self, seed: int, jitter: str, most: int, max_wait: Optional[int]) -> None:
        random = Random(seed, 7)
        time = START
        events = []
        for _ in range(120):
            # Ties, some at a window's start, and gaps of up to two seconds.
            step = random.below(6)
            time += 0 if step < 2 else random.below(SECOND // 10) if step < 5 else 2 * SECOND - time % (2 * SECOND)
            events.append((time, f'c{random.below(3)}'))
        policies = [each for each in POLICIES if jitter != 'decorrelated' or each.name == 'backoff']
        options = ['--jitter', jitter, '--max-attempts', str(most), '--window', '500ms']
        if jitter != 'none':
            options += ['--seed', str(seed)]
        if max_wait is not None:
            options += ['--max-wait', f'{max_wait}ns']
        for make in (lambda: Gcra(3, 2 * SECOND, 2), lambda: FixedWindow(5, 4 * SECOND), lambda: Gcra(7, 3 * SECOND, 1)):
            found = self.reported(events, make(), policies, *options)
            for policy, row in zip(policies, found, strict=True):
                with self.subTest(seed=seed, jitter=jitter, limiter=make().text, policy=policy.text):
                    expected = simulate(events, make(), policy, jitter, most, max_wait, SECOND // 2, seed)
                    self.assertEqual(row['policy'].partition(':')[0], policy.name)
                    flat = {**row, 'peak': row['peak']['count'], 'delay_max': nanoseconds(row['delay']['max_s']),
                            'delay_p50': nanoseconds(row['delay']['p50_s']),
                            'delay_mean': nanoseconds(row['delay']['mean_s'])}
                    self.assertEqual({name: flat[name] for name in expected}, expected)
                    self.assertEqual(row['events'], row['passed'] + row['refused'] + row['abandoned'])

    def test_every_policy(self) -> None:
        for seed in range(4):
            for jitter in ('none', 'full', 'equal', 'decorrelated'):
                self.check(seed, jitter, 10, None)
                self.check(seed, jitter, 3, 5 * SECOND)
            self.check(seed, 'none', 1, None)
            self.check(seed, 'none', 1000, SECOND)


if __name__ == '__main__':
    unittest.main()
