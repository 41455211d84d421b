#!/usr/bin/env python3
"""Holds `ratereplay accuracy` against a slow statement of it in fractions, on traces by chance: every count and share is
to be the same, for several rates and keys, with costs, and at the ends of what times, windows and costs may be.

    accuracy_test.py BINARY [light]

With `light`, for builds that are slow to start, a quarter of the traces.
"""

import json
import random
import subprocess
import sys
import unittest
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

BINARY = sys.argv.pop(1)
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')
EVERY = 4 if LIGHT else 1
PARTS = 2**64
EARLIEST, LATEST = -(2**63), 2**63 - 1
LONGEST = 2**64 - 1
MOST_COST = 2**63 - 1  # of a trace
ROUNDINGS = ('floor', 'exact')


class Event(NamedTuple):
    time: int  # ns
    key: str
    cost: int


class Placed(NamedTuple):
    """An event that costs something, itself counted."""

    key: str
    exact: int
    estimate: Fraction
    floored: int


def placed(events: list[Event], window: int) -> list[Placed]:
    found = []
    for place, (now, key, cost) in enumerate(events):
        if cost == 0:
            continue
        own = [event for event in events[:place + 1] if event.key == key]
        index = now // window
        previous = sum(event.cost for event in own if event.time // window == index - 1)
        current = sum(event.cost for event in own if event.time // window == index)
        weighted = Fraction(previous * (window - now % window), window)
        exact = sum(event.cost for event in own if now - window < event.time <= now)
        found.append(Placed(key, exact, weighted + current, floor(weighted) + current))
    return found


def cut(share: Fraction) -> Fraction:
    return Fraction(floor(share * PARTS), PARTS)


def errors(events: list[Placed]) -> dict[str, float | None]:
    """Each share, and the mean of those above and of those below, is cut to 2^-64; a double is the nearest to it."""
    if not events:
        return dict.fromkeys(('mean', 'signed_mean', 'most_above', 'most_below'))
    above = [cut(max(event.estimate - event.exact, Fraction(0)) / event.exact) for event in events]
    below = [cut(max(event.exact - event.estimate, Fraction(0)) / event.exact) for event in events]
    mean_above, mean_below = (cut(sum(shares) / len(events)) for shares in (above, below))
    return {'mean': float(mean_above + mean_below), 'signed_mean': float(mean_above - mean_below),
            'most_above': float(max(above)), 'most_below': float(max(below))}


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def estimated_over(event: Placed, limit: int, rounding: str) -> bool:
    return (event.floored if rounding == 'floor' else event.estimate) > limit


def placement(events: list[Placed], limit: int, rounding: str) -> dict[str, Any]:
    over = [event.exact for event in events if estimated_over(event, limit, rounding) and event.exact <= limit]
    under = [event.exact for event in events if not estimated_over(event, limit, rounding) and event.exact > limit]
    return {'wrongly_over': len(over), 'wrongly_under': len(under),
            'wrong_share': share(len(over) + len(under), len(events)),
            'least_over': min(over, default=None), 'most_under': max(under, default=None)}


def clients(events: list[Placed], limit: int) -> dict[str, Any]:
    by_log = {event.key for event in events if event.exact > limit}
    found: dict[str, Any] = {'key': 'key', 'clients': len({event.key for event in events}), 'over': len(by_log)}
    for rounding in ROUNDINGS:
        by_estimate = {event.key for event in events if estimated_over(event, limit, rounding)}
        over = {event.key for event in events if estimated_over(event, limit, rounding) and event.exact <= limit}
        under = {event.key for event in events if not estimated_over(event, limit, rounding) and event.exact > limit}
        found[rounding] = {'over': len(by_estimate), 'wrongly_over': len(over), 'wrongly_under': len(under),
                           'only_log': len(by_log - by_estimate), 'only_estimate': len(by_estimate - by_log)}
    return found


def stated(events: list[Event], limit: int, window: int, keyed: bool) -> dict[str, Any]:
    if not keyed:
        events = [event._replace(key='') for event in events]
    found = placed(events, window)
    over = sum(event.exact > limit for event in found)
    largest = max((event.estimate for event in found), default=Fraction(0))
    row = {'rate': f'{limit}/{window}ns', 'events': len(found), 'over': over, 'over_share': share(over, len(found)),
           'most': max((event.exact for event in found), default=0), 'most_estimated': float(largest),
           'most_estimated_exact': str(largest), 'error': errors(found)}
    row.update({rounding: placement(found, limit, rounding) for rounding in ROUNDINGS})
    if keyed:
        row['clients'] = clients(found, limit)
    return row


def exact_counts(members: dict[str, Any]) -> dict[str, Any]:
    """A count that a double would round stands beside its text; the text is what is compared."""
    counts = {}
    for name, value in members.items():
        if isinstance(value, dict):
            value = exact_counts(value)
        elif name in ('most', 'least_over', 'most_under') and f'{name}_exact' in members:
            value = int(members[f'{name}_exact'])
        if name not in ('most_exact', 'least_over_exact', 'most_under_exact'):
            counts[name] = value
    return counts


def told(events: list[Event], rates: list[tuple[int, int]], keyed: bool) -> list[dict[str, Any]]:
    trace = 'time,key,cost\n' + ''.join(f'{event.time},{event.key},{event.cost}\n' for event in events)
    command = [BINARY, 'accuracy', '-', '--time-unit', 'ns', '--cost', 'cost', '--format', 'json', '--quiet']
    for limit, window in rates:
        command += ['--rate', f'{limit}/{window}ns']
    if keyed:
        command += ['--key', 'key']
    done = subprocess.run(command, input=trace, capture_output=True, text=True, timeout=300)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f'{command} ended with {done.returncode}: {done.stderr}')
    return [exact_counts(row) for row in json.loads(done.stdout)['accuracy']]


class Accuracy(unittest.TestCase):
    def check(self, events: list[Event], rates: list[tuple[int, int]], name: object) -> None:
        for keyed in (False, True):
            rows = told(events, rates, keyed)
            self.assertEqual(len(rows), len(rates))
            for row, (limit, window) in zip(rows, rates):
                right = stated(events, limit, window, keyed)
                # Member by member, so that what differs is short.
                self.assertEqual(sorted(row), sorted(right))
                for member, value in right.items():
                    self.assertEqual(row[member], value, (name, keyed, row['rate'], member))

    def test_small_windows_and_whole_shares(self) -> None:
        for seed in range(0, 120, EVERY):
            chance = random.Random(seed)
            time = chance.randrange(-200, 200)
            events = []
            for _ in range(chance.randrange(60)):
                time += chance.choice((0, 0, 1, 1, 2, chance.randrange(30)))
                events.append(Event(time, chance.choice('abc'), chance.choice((0, 1, 1, 1, 2, 5))))
            self.check(events, [(chance.randrange(1, 12), chance.randrange(1, 25)) for _ in range(3)], seed)

    def test_events_at_the_edges_of_windows(self) -> None:
        for seed in range(0, 60, EVERY):
            chance = random.Random(1_000 + seed)
            window = chance.choice((10, 60 * 10**9, 3_600 * 10**9))
            times = sorted(window * chance.randrange(-3, 4) + chance.choice((-1, 0, 1)) for _ in range(40))
            events = [Event(time, chance.choice('ab'), 1) for time in times]
            self.check(events, [(chance.randrange(1, 15), window), (chance.randrange(1, 15), 2 * window)], seed)

    def test_whole_range_of_times_windows_and_costs(self) -> None:
        for seed in range(0, 80, EVERY):
            chance = random.Random(2_000 + seed)
            ends = (EARLIEST, EARLIEST + 1, -1, 0, 1, LATEST - 1, LATEST)
            times = sorted(chance.choice((chance.choice(ends), chance.randrange(EARLIEST, LATEST + 1)))
                           for _ in range(12))
            left = MOST_COST
            events = []
            for time in times:
                cost = chance.choice((0, 1, left // 2, chance.randrange(left // 8 + 1)))
                left -= cost
                events.append(Event(time, chance.choice('ab'), cost))
            windows = (1, 2, 2**32, 2**63 - 1, 2**63, LONGEST - 1, LONGEST, chance.randrange(2**60, LONGEST))
            limits = (1, MOST_COST, MOST_COST - 1, MOST_COST // 2, chance.randrange(1, MOST_COST))
            self.check(events, [(chance.choice(limits), chance.choice(windows)) for _ in range(3)], seed)

    def test_nothing_that_costs(self) -> None:
        self.check([], [(5, 10)], 'no event')
        self.check([Event(0, 'a', 0), Event(7, 'b', 0)], [(5, 10)], 'cost 0')

    def test_published_figure(self) -> None:
        minute = 60 * 10**9
        events = [Event(minute // 4, 'a', 1)] * 42 + [Event(minute * 5 // 4, 'a', 1)] * 18
        self.assertEqual(told(events, [(50, minute)], False)[0]['most_estimated_exact'], '99/2')


if __name__ == '__main__':
    unittest.main()
