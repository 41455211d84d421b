#!/usr/bin/env python3
"""Holds `ratereplay fleet` against a slow statement of every arrangement, on traces by chance.

    fleet_test.py BINARY [light]

With `light`, for builds that are slow, on fewer of them.

A limit is told of every event that it keeps, in a list of (time, cost), and decides by the whole list: what it has let
through elsewhere, beyond it or by a clock that goes back is one more entry.
"""

import json
import random
import subprocess
import sys
import unittest
import zlib
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import Callable, NamedTuple, Optional

from chance import Random

BINARY = sys.argv.pop(1)
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')
SECOND = 10**9
START = 1735689600 * SECOND  # 2025-01-01T00:00:00Z
FIRST, LAST = -2**63, 2**63 - 1  # times there are


class Limit:
    """By what was kept; `all_questions`: those that were not kept too, with cost 0, since clocks move by them."""

    all_questions = False

    def __init__(self, text: str):
        self.text = text

    def fits(self, kept: list[tuple[int, int]], now: int, cost: int) -> bool:
        raise NotImplementedError

    def keeps(self, passed: bool, cost: int) -> bool:
        return passed

    def is_as_new(self, kept: list[tuple[int, int]], now: int) -> bool:
        raise NotImplementedError

    def part(self, instances: int, instance: int) -> 'Limit':
        raise NotImplementedError

    def always(self) -> Optional[int]:
        raise NotImplementedError

    def promise(self, length: int) -> int:
        raise NotImplementedError

    def default_window(self) -> int:
        raise NotImplementedError


def share(whole: int, instances: int, instance: int) -> int:
    return whole // instances + (instance < whole % instances)


def time_to_fill(burst: Fraction, count: int, period: int) -> int:
    """Tokens move by whole steps of what a cost and a nanosecond have in common: what is above the last decides nothing."""
    refill = Fraction(count, period)
    steps = floor(burst * refill.denominator)
    return -(-steps // refill.numerator)


class Clocked(Limit):
    def __init__(self, limit: int, window: int, offset: int = 0):
        super().__init__(f'fixed-window:limit={limit},window={window}ns' + (f',offset={offset}ns' if offset else ''))
        self.limit, self.window, self.offset = limit, window, offset

    def counted(self, kept, now):
        index = (now - self.offset) // self.window
        return sum(cost for at, cost in kept if (at - self.offset) // self.window == index)

    def fits(self, kept, now, cost):
        return self.counted(kept, now) + cost <= self.limit

    def is_as_new(self, kept, now):
        return self.counted(kept, now) == 0

    def part(self, instances, instance):
        return Clocked(share(self.limit, instances, instance), self.window, self.offset)

    def always(self):
        return self.window

    def promise(self, length):
        return self.limit * (ceil(Fraction(length - 1, self.window)) + 1)

    def default_window(self):
        return self.window


class Opened(Limit):
    def __init__(self, limit: int, window: int):
        super().__init__(f'fixed-window:limit={limit},window={window}ns,anchor=first')
        self.limit, self.window = limit, window

    def open_at(self, kept, now):
        """What the window that is open holds, none where none is."""
        opened, held = None, 0
        for at, cost in kept:
            if opened is None or at - opened >= self.window:
                opened, held = at, 0
            held += cost
        return held if opened is not None and now - opened < self.window else None

    def fits(self, kept, now, cost):
        return (self.open_at(kept, now) or 0) + cost <= self.limit

    def is_as_new(self, kept, now):
        return self.open_at(kept, now) is None

    def part(self, instances, instance):
        return Opened(share(self.limit, instances, instance), self.window)

    def always(self):
        return self.window

    def promise(self, length):
        return self.limit * (ceil(Fraction(length, self.window)) + 1) - 1

    def default_window(self):
        return self.window


class Log(Limit):
    all_questions = True

    def __init__(self, limit: int, window: int, count_all: bool = False):
        super().__init__(f'sliding-log:limit={limit},window={window}ns' + (',count=all' if count_all else ''))
        self.limit, self.window, self.count_all = limit, window, count_all

    def held(self, kept, now):
        """Each question removes what is a window old by its clock, for good."""
        held: list[tuple[int, int]] = []
        for at, cost in kept + [(now, 0)]:
            held = [entry for entry in held if entry[0] > at - self.window]
            if cost:
                held.append((at, cost))
        return sum(cost for _, cost in held)

    def fits(self, kept, now, cost):
        return self.held(kept, now) + cost <= self.limit

    def keeps(self, passed, cost):
        return passed or (self.count_all and cost <= self.limit)

    def is_as_new(self, kept, now):
        return self.held(kept, now) == 0

    def part(self, instances, instance):
        return Log(share(self.limit, instances, instance), self.window, self.count_all)

    def always(self):
        return self.window

    def promise(self, length):
        return self.limit * ceil(Fraction(length, self.window))

    def default_window(self):
        return self.window


class Counter(Limit):
    def __init__(self, limit: int, window: int, exact: bool = False):
        super().__init__(f'sliding-counter:limit={limit},window={window}ns' + (',rounding=exact' if exact else ''))
        self.limit, self.window, self.exact = limit, window, exact

    def counts(self, kept, now):
        index = now // self.window
        current = sum(cost for at, cost in kept if at // self.window == index)
        previous = sum(cost for at, cost in kept if at // self.window == index - 1)
        weighted = Fraction(previous * (self.window - now % self.window), self.window)
        return current, weighted if self.exact else floor(weighted)

    def fits(self, kept, now, cost):
        return sum(self.counts(kept, now)) + cost <= self.limit

    def is_as_new(self, kept, now):
        return self.counts(kept, now) == (0, 0)

    def part(self, instances, instance):
        return Counter(share(self.limit, instances, instance), self.window, self.exact)

    def always(self):
        return 2 * self.window

    def promise(self, length):
        weighted = Fraction(self.limit * max(length - 2, 0), self.window)  # in a single nanosecond what in two
        return self.limit + (floor(weighted) if self.exact else ceil(weighted))

    def default_window(self):
        return self.window


class Bucket(Limit):
    all_questions = True

    def __init__(self, name: str, count: int, period: int, burst: Fraction, initial: Optional[Fraction] = None):
        super().__init__(f'{name}:rate={count}/{period}ns,burst={burst}' + (f',initial={initial}' if initial is not None else ''))
        self.name, self.count, self.period, self.burst = name, count, period, burst
        self.initial = burst if initial is None else initial

    def tokens(self, kept, now):
        if not kept:
            return self.initial
        tokens, mark = self.initial, kept[0][0]
        for at, cost in kept + [(now, 0)]:
            tokens = min(self.burst, tokens + Fraction(max(at - mark, 0) * self.count, self.period)) - cost
            mark = at
        return tokens

    def fits(self, kept, now, cost):
        return self.tokens(kept, now) >= cost

    def is_as_new(self, kept, now):
        return self.tokens(kept, now) == self.initial

    def part(self, instances, instance):
        return Bucket(self.name, self.count, self.period * instances, self.burst / instances,
                      self.initial / instances if self.initial != self.burst else None)

    def always(self):
        return None if self.initial < self.burst else time_to_fill(self.burst, self.count, self.period)

    def promise(self, length):
        return floor(self.burst + Fraction((length - 1) * self.count, self.period))

    def default_window(self):
        return self.period


class Gcra(Limit):
    """With a queue of so many, or the burst of 1 of a pacer, too."""

    def __init__(self, name: str, count: int, period: int, burst: Fraction):
        more = {'gcra': f',burst={burst}', 'pacer': '', 'leaky-queue': f',queue={burst - 1}'}[name]
        super().__init__(f'{name}:rate={count}/{period}ns{more}')
        self.name, self.burst, self.count, self.period = name, burst, count, period
        self.interval = Fraction(period, count)

    def tat(self, kept):
        tat = None
        for at, cost in kept:
            tat = max(at if tat is None else tat, at) + cost * self.interval
        return tat

    def fits(self, kept, now, cost):
        tat = self.tat(kept)
        return cost <= self.burst and (tat is None or now >= tat - (self.burst - cost) * self.interval)

    def is_as_new(self, kept, now):
        tat = self.tat(kept)
        return tat is None or tat <= now

    def part(self, instances, instance):
        if self.name == 'pacer':
            burst = self.burst
        elif self.name == 'gcra':
            burst = self.burst / instances
        else:
            burst = Fraction(share(int(self.burst), instances, instance))
        return Gcra(self.name, self.count, self.period * instances, burst)

    def always(self):
        return time_to_fill(self.burst, self.count, self.period)

    def promise(self, length):
        return floor(self.burst + (length - 1) / self.interval)

    def default_window(self):
        return self.period


class Event(NamedTuple):
    time: int
    key: str
    cost: int
    instance: int


class State:
    """What is kept of one limit, and when it was asked last."""

    def __init__(self):
        self.kept: list[tuple[int, int]] = []
        self.asked: Optional[int] = None
        self.latest: Optional[int] = None

    def ask(self, limit: Limit, now: int, cost: int) -> bool:
        passed = limit.fits(self.kept, now, cost)
        if limit.keeps(passed, cost):
            self.kept.append((now, cost))
        elif limit.all_questions:
            self.kept.append((now, 0))
        return passed


class Fleet:
    """A trace on a fleet: `rows` by the name of the arrangement, each event's decision by its place."""

    def __init__(self, case: 'Case', taken_by: list[int]):
        self.case = case
        self.events = [event._replace(instance=instance) for event, instance in zip(case.events, taken_by)]
        self.least_ttl = 0
        self.store: dict[str, tuple[int, int]] = {}
        self.rows: dict[str, list[bool]] = {}
        limit, n = case.limit, case.instances
        parts = [limit.part(n, instance) for instance in range(n)]
        self.add('local', self.apart([limit] * n))
        self.add('divided', self.apart(parts))
        self.add('shared', self.shared(looks=True))
        front = [case.local or limit] * n
        self.add('local first', self.behind(self.apart(front), self.shared()))
        if case.sync:
            self.add(f'sync {case.sync}ns', self.synced(case.sync))
        if case.race:
            self.add(f'race {case.race}ns, added', self.raced(case.race, False))
            self.add(f'race {case.race}ns, overwritten', self.raced(case.race, True))
        if case.skew:
            self.add('clock guarded', self.shared(clock='guarded'))
            self.add('clock unguarded', self.shared(clock='unguarded'))
        if case.outages:
            for then in case.on_outage or ['open', 'closed', 'local']:
                self.add(f'outage {then}', self.failing(self.shared(), then, front))
        if case.restarts:
            self.add('local, restarted', self.apart([limit] * n, case.restarts))
            self.add('divided, restarted', self.apart(parts, case.restarts))
        if case.ttl:
            self.add(f'ttl {case.ttl}ns', self.shared(ttl=case.ttl))

    def add(self, name: str, ask: Callable[[Event], bool]) -> None:
        self.calls = self.waiting = 0
        self.syncs = None
        self.rows[name] = [event.cost == 0 or ask(event) for event in self.events]
        if self.syncs:
            self.calls = (self.syncs[1] - self.syncs[0]) * self.case.instances
        self.store[name] = self.waiting, self.calls

    def clock(self, instance: int) -> int:
        return self.case.skew[instance] if self.case.skew else 0

    def apart(self, limits, restarts=()):
        states: dict = {}
        due = sorted(restarts)

        def ask(event):
            while due and due[0][0] <= event.time:
                gone = due.pop(0)[1]
                for place in [place for place in states if place[1] == gone]:
                    del states[place]
            state = states.setdefault((event.key, event.instance), State())
            return state.ask(limits[event.instance], event.time + self.clock(event.instance), event.cost)

        return ask

    def shared(self, clock='store', ttl=None, looks=False):
        states: dict = {}
        limit = self.case.limit

        def ask(event):
            self.calls += 1
            self.waiting += 1
            state = states.setdefault(event.key, State())
            now = event.time + (0 if clock == 'store' else self.clock(event.instance))
            if clock == 'guarded' and state.latest is not None:
                now = max(now, state.latest)
            if state.asked is not None:
                idle = event.time - state.asked
                if looks and not limit.is_as_new(state.kept, now):
                    self.least_ttl = max(self.least_ttl, idle + 1)
                if ttl is not None and idle >= ttl:
                    state.kept = []
            state.asked, state.latest = event.time, now
            return state.ask(limit, now, event.cost)

        return ask

    def behind(self, front, shared):
        return lambda event: front(event) and shared(event)

    def synced(self, every):
        """Of each key what all have kept, in order: (turn, instance, time, cost)."""
        told: dict = {}
        limit = self.case.limit

        def ask(event):
            turn = event.time // every
            self.syncs = (self.syncs[0] if self.syncs else turn, turn)
            questions = told.setdefault(event.key, [])
            known = [(at, cost) for when, who, at, cost in questions if when < turn or who == event.instance]
            passed = limit.fits(known, event.time, event.cost)
            if limit.keeps(passed, event.cost):
                questions.append((turn, event.instance, event.time, event.cost))
            elif limit.all_questions:
                questions.append((turn, event.instance, event.time, 0))
            return passed

        return ask

    def raced(self, after, overwritten):
        written: dict = {}
        coming: dict = {}
        limit = self.case.limit

        def ask(event):
            self.calls += 1
            self.waiting += 1
            key, now = event.key, event.time
            if key not in written:
                written[key] = [(now, 0)] if limit.all_questions else []
            while coming.setdefault(key, []) and now - coming[key][0][0] >= after:
                read, cost, read_state = coming[key].pop(0)
                written[key] = read_state if overwritten else written[key] + [(read, cost)]
            passed = limit.fits(written[key], now, event.cost)
            if limit.keeps(passed, event.cost):
                self.calls += 1
                coming[key].append((now, event.cost, written[key] + [(now, event.cost)]))
            return passed

        return ask

    def failing(self, shared, then, front):
        locals_of: dict = {}

        def ask(event):
            for outage in self.case.outages:
                if outage[0] <= event.time < outage[1]:
                    if then != 'local':
                        return then == 'open'
                    return locals_of.setdefault(outage, self.apart(front))(event)
            return shared(event)

        return ask


class Case(NamedTuple):
    events: list[Event]
    limit: Limit
    instances: int
    balance: str
    seed: int
    keyed: bool
    one_limit: bool
    window: int
    local: Optional[Limit]
    sync: Optional[int]
    race: Optional[int]
    skew: list[int]
    outages: list[tuple[int, int]]
    on_outage: list[str]
    restarts: list[tuple[int, int]]
    ttl: Optional[int]
    seeds: int
    latency: Optional[int]


def taken_by(case: Case, keys: list[str], seed: int) -> list[int]:
    n = case.instances
    name, _, value = case.balance.partition(':')
    if name == 'round-robin':
        return [place % n for place in range(len(case.events))]
    if name == 'random':
        chance = Random(seed, 0)
        return [chance.below(n) for _ in case.events]
    if name == 'hash':
        return [zlib.crc32(key.encode()) % n for key in keys]
    chosen: list[int] = []
    if name == 'weights':
        weights = [int(weight) for weight in value.split(',')]
        has = [0] * n
        for _ in case.events:
            has = [more + weight for more, weight in zip(has, weights)]
            chosen.append(has.index(max(has)))
            has[chosen[-1]] -= sum(weights)
        return chosen
    flight = int(value.removesuffix('ns')) if value else SECOND // 10
    for place, event in enumerate(case.events):
        flying = [chosen[other] for other in range(place) if event.time - case.events[other].time < flight]
        after = chosen[-1] + 1 if chosen else 0
        chosen.append(min(range(n), key=lambda instance: (flying.count(instance), (instance - after) % n)))
    return chosen


def text_of(time: int) -> str:
    seconds, rest = divmod(time, SECOND)
    text = (datetime(1970, 1, 1) + timedelta(seconds=seconds)).isoformat()
    return text + (f'.{rest:09}'.rstrip('0') if rest else '') + 'Z'


class Busiest(NamedTuple):
    """The most in a window of one key, the first event of the earliest such window, and the keys that have it then."""

    most: int
    first: Optional[str]
    keys: list[str]


def busiest(case: Case, passed: list[bool], measure: Callable[[Event], int],
            within: Optional[tuple[int, int]] = None) -> Busiest:
    """Of events that weigh something, perhaps strictly between two times alone."""
    events = [event for event, passes in zip(case.events, passed)
              if passes and measure(event) and (within is None or within[0] < event.time < within[1])]
    held = [(sum(measure(event) for event in events
                 if 0 <= event.time - first.time < case.window and event.key == first.key), first.time, first.key)
            for first in events]
    most = max((each[0] for each in held), default=0)
    if not most:
        return Busiest(0, None, [])
    time = min(each[1] for each in held if each[0] == most)
    return Busiest(most, text_of(time), [each[2] for each in held if each[:2] == (most, time)])


def both_busiest(case: Case, passed: list[bool], within: Optional[tuple[int, int]] = None) -> tuple[Busiest, Busiest]:
    """By events, by cost."""
    return busiest(case, passed, lambda event: 1, within), busiest(case, passed, lambda event: event.cost, within)


def rows_of(case: Case, fleet: Fleet) -> dict:
    result = {}
    shared = fleet.rows['shared']
    promise = case.limit.promise(case.window)
    for name, passed in fleet.rows.items():
        of_all = both_busiest(case, passed)
        outages = []
        for begin, end in case.outages:
            inside = [place for place, event in enumerate(case.events) if begin <= event.time < end]
            around = both_busiest(case, passed, (end - case.window, end + case.window))
            outages.append({
                'from': text_of(begin),
                'to': text_of(end),
                'events': len(inside),
                'passed': sum(passed[place] for place in inside),
                'passed_cost': sum(case.events[place].cost for place in inside if passed[place]),
                'passed_without': sum(shared[place] for place in inside),
                'passed_cost_without': sum(case.events[place].cost for place in inside if shared[place]),
                'around_end': around,
                'around_end_over_promise': max(0, around[1].most - promise),
            })
        cost = sum(event.cost for event in case.events)
        passed_cost = sum(event.cost for event, passes in zip(case.events, passed) if passes)
        waiting, calls = fleet.store[name]
        latency_mean = ceil(Fraction(waiting * case.latency, len(passed))) / SECOND if case.latency and passed else None
        result[name] = {
            'passed': sum(passed),
            'dropped': len(passed) - sum(passed),
            'passed_cost': passed_cost,
            'dropped_cost': cost - passed_cost,
            'drop_share': (len(passed) - sum(passed)) / len(passed) if passed else None,
            'drop_share_cost': (cost - passed_cost) / cost if cost else None,
            'busiest': of_all,
            'over_promise': max(0, of_all[1].most - promise),
            'wrongly_refused': sum(there and not here for here, there in zip(passed, shared)),
            'wrongly_passed': sum(here and not there for here, there in zip(passed, shared)),
            'store_events': waiting,
            'store_calls': calls,
            'latency_mean_s': latency_mean,
            'outages': outages,
        }
    return result


def spreads(case: Case, keys: list[str]) -> dict:
    """Of each arrangement: a figure of each seed, from the least to the most; of one seed there is none."""
    if case.seeds == 1:
        return {}
    figures: dict = {}
    for seed in range(case.seed, case.seed + case.seeds):
        for name, row in rows_of(case, Fleet(case, taken_by(case, keys, seed))).items():
            for figure, value in (('passed', row['passed']), ('busiest_cost', row['busiest'][1].most),
                                  ('wrongly_refused', row['wrongly_refused'])):
                figures.setdefault(name, {}).setdefault(figure, []).append(value)
    return {name: {figure: {'least': min(values), 'most': max(values)} for figure, values in row.items()}
            for name, row in figures.items()}


def limit_by_chance(chance: random.Random, unit: int, scale: int) -> Limit:
    """Costs are multiples of the scale, or below it."""
    some = chance.randint(1, 5) * scale
    if scale > 1:
        return chance.choice((
            Clocked(some, 20 * unit), Opened(some, 20 * unit), Log(some, 20 * unit), Log(some, 20 * unit, True),
            Counter(some, 20 * unit), Counter(some, 20 * unit, True),
            Bucket('token-bucket', some, 7 * unit, Fraction(some, 3)), Bucket('leaky-bucket', some, 7 * unit, Fraction(some)),
            Gcra('gcra', some, 7 * unit, Fraction(some, 3)), Gcra('leaky-queue', some, 7 * unit, Fraction(some))))
    burst = Fraction(chance.randint(2, 8), chance.choice((1, 1, 3)))
    return chance.choice((
        Clocked(some, 20 * unit), Clocked(some, 20 * unit, chance.choice((-1, 1)) * 3 * unit), Opened(some, 20 * unit),
        Log(some, 20 * unit), Log(some, 20 * unit, True), Counter(some, 20 * unit), Counter(some, 20 * unit, True),
        Bucket('token-bucket', 3, 7 * unit, burst), Bucket('token-bucket', 3, 7 * unit, Fraction(4), Fraction(1, 2)),
        Bucket('token-bucket', 9973, 23271 * unit + 1, Fraction(17753599, 4240007)),
        Bucket('leaky-bucket', 1, 5 * unit, burst), Gcra('gcra', 3, 7 * unit, burst),
        Gcra('gcra', 9973, 23271 * unit + 1, Fraction(17753599, 4240007)), Gcra('pacer', 1, 5 * unit, Fraction(1)),
        Gcra('pacer', 3, 7 * unit, Fraction(1)), Gcra('leaky-queue', 3, 7 * unit, Fraction(some))))


def by_chance(seed: int) -> Case:
    chance = random.Random(seed)
    unit = chance.choice((1, 7, SECOND, 3600 * SECOND))
    # Before 1970, across it and since, from the first time that there is and up to the last.
    start = chance.choice((START, START, -9000 * SECOND, -40 * unit, FIRST, LAST - 3000 * unit))
    instances = chance.randint(1, 4)
    keyed = chance.random() < 0.5
    costs = chance.random() < 0.4
    scale = chance.choice((1, 1, 10**6, 10**15)) if costs else 1
    time = start
    events = []
    for _ in range(chance.randint(0, 45)):
        if chance.random() < 0.7:
            time += chance.randint(0, 6) * unit + (chance.randint(0, 2) if chance.random() < 0.5 else 0)
        if chance.random() < 0.05:
            time += chance.randint(20, 60) * unit
        events.append(Event(time, chance.choice(('a', 'b', 'c\u00e9')) if keyed else '',
                            chance.choice((0, 1, scale, scale, 2 * scale, 3 * scale, 9 * scale)) if costs else 1, 0))
    balance = chance.choice(['round-robin', 'random', 'least', f'least:{4 * unit}ns',
                             'weights:' + ','.join(str(chance.randint(1, 4)) for _ in range(instances))] +
                            (['hash'] if keyed else []))
    near = sorted({start + chance.randint(0, 120) * unit + chance.randint(0, 1) for _ in range(6)})
    outages = [pair for pair in zip(near, near[1:]) if chance.random() < 0.4] if chance.random() < 0.6 else []
    on_outage = chance.sample(['open', 'closed', 'local'], chance.randint(1, 3)) if chance.random() < 0.3 else []
    maybe = lambda value: value if chance.random() < 0.5 else None
    skew = [chance.randint(-25, 25) * unit for _ in range(instances)] if chance.random() < 0.5 else []
    restarts = [(start + chance.randint(0, 60) * unit, chance.randrange(instances)) for _ in range(chance.randint(0, 3))]
    limit = limit_by_chance(chance, unit, scale)
    return Case(events, limit, instances, balance, chance.randint(0, 9), keyed, keyed and chance.random() < 0.4,
                maybe(chance.randint(1, 30) * unit) or limit.default_window(), maybe(limit_by_chance(chance, unit, scale)),
                maybe(chance.randint(1, 15) * unit), maybe(chance.randint(1, 15) * unit), skew, outages, on_outage, restarts,
                maybe(chance.randint(1, 30) * unit), 3 if balance == 'random' and chance.random() < 0.3 else 1,
                maybe(chance.randint(1, 10**7)))


def duration(ns: int) -> str:
    return f'{ns}ns'


def run(trace: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([BINARY, 'fleet', '-', *arguments], input=trace, capture_output=True, text=True, check=False)


def trace_of(events: list[Event]) -> str:
    return 'time,key,cost\n' + ''.join(f'{event.time},{event.key},{event.cost}\n' for event in events)


def arguments_of(case: Case) -> list[str]:
    arguments = ['--time-unit', 'ns', '-l', case.limit.text, '--instances', str(case.instances), '--balance', case.balance,
                 '--cost', 'cost']
    if case.window != case.limit.default_window():
        arguments += ['--window', duration(case.window)]
    if case.balance == 'random':
        arguments += ['--seed', str(case.seed), '--seeds', str(case.seeds)]
    if case.keyed:
        arguments += ['--key', 'key'] + (['--one-limit'] if case.one_limit else [])
    if case.local:
        arguments += ['--local', case.local.text]
    for name, value in (('--sync', case.sync), ('--race', case.race), ('--ttl', case.ttl),
                        ('--store-latency', case.latency)):
        if value:
            arguments += [name, duration(value)]
    if case.skew:
        arguments += [f'--skew={",".join(duration(each) for each in case.skew)}']
    for begin, end in case.outages:
        arguments += [f'--outage={begin}..{end}']
    if case.outages:
        for then in case.on_outage:
            arguments += ['--on-outage', then]
    for time, instance in case.restarts:
        arguments += ['--restart', f'{instance + 1}@{time}']
    return arguments


def outline(arrangement: str) -> tuple[str, ...]:
    """Its name without the durations that it has been given."""
    words = arrangement.replace(',', '').split(' ')
    return tuple(word for word in words if word.isalpha())


EVERY_VARIANT = (
    'fixed-window:rate=3/20s', 'fixed-window:rate=3/20s,offset=-7s', 'fixed-window:rate=3/20s,anchor=first',
    'sliding-log:rate=3/20s', 'sliding-log:rate=3/20s,count=all', 'sliding-counter:rate=3/20s',
    'sliding-counter:rate=3/20s,rounding=exact', 'token-bucket:rate=3/20s,burst=2', 'token-bucket:rate=3/20s,burst=2.5,initial=1',
    'gcra:rate=3/20s,burst=2', 'leaky-bucket:rate=3/20s,burst=2', 'pacer:rate=3/20s', 'leaky-queue:rate=3/20s,queue=1')


class FleetTest(unittest.TestCase):
    def assert_busiest(self, found: dict, stated: tuple[Busiest, Busiest], of_keys: bool, message: str) -> None:
        count, cost = stated
        self.assertEqual((found['count'], found['from'], found['cost'], found['cost_from']),
                         (count.most, count.first, cost.most, cost.first), message)
        if of_keys:
            for key, each in ((found['key'], count), (found['cost_key'], cost)):
                self.assertTrue(key in each.keys if each.most else key is None, message)
        else:
            self.assertIsNone(found['key'], message)

    def check(self, seed: int) -> None:
        case = by_chance(seed)
        keys = [event.key for event in case.events]
        result = run(trace_of(case.events), *arguments_of(case), '--format', 'json')
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        if case.one_limit:
            case = case._replace(events=[event._replace(key='') for event in case.events])
        said = f'seed {seed}: {" ".join(arguments_of(case))}'
        assigned = taken_by(case, keys, case.seed)
        fleet = Fleet(case, assigned)
        self.assertEqual(report['instance_events'], [assigned.count(instance) for instance in range(case.instances)])
        self.assertEqual((report['window_s'], report['promise'], report['store_latency_s']),
                         (case.window / SECOND, case.limit.promise(case.window), case.latency and case.latency / SECOND), said)
        expected = rows_of(case, fleet)
        spread = spreads(case, keys)
        of_keys = case.keyed and not case.one_limit
        self.assertEqual([outline(row['arrangement']) for row in report['arrangements']],
                         [outline(name) for name in expected], said)
        for row, (name, figures) in zip(report['arrangements'], expected.items()):
            self.assertEqual(row['passed'] + row['dropped'], len(case.events))
            self.assert_busiest(row['busiest'], figures.pop('busiest'), of_keys, f'{said}: {name}')
            for outage, its_figures in zip(row['outages'], figures['outages']):
                self.assert_busiest(outage['around_end'], its_figures.pop('around_end'), False, f'{said}: {name}')
            row['outages'] = [{key: outage[key] for key in its_figures}
                              for outage, its_figures in zip(row['outages'], figures['outages'], strict=True)]
            self.assertEqual({key: row[key] for key in figures}, figures, f'{said}: {name}')
            self.assertEqual(row['spread'], spread.get(name, dict.fromkeys(row['spread'])), f'{said}: {name}')
        least = report['harmless_ttl']
        self.assertEqual(round(least['least_s'] * SECOND), fleet.least_ttl, f'seed {seed}')
        always = case.limit.always()
        self.assertEqual(least['always_s'] and round(least['always_s'] * SECOND), always and int(always))

    def test_every_arrangement(self):
        for seed in range(30 if LIGHT else 400):
            with self.subTest(seed=seed):
                self.check(seed)

    def test_times_are_in_the_unit_of_the_trace(self):
        """Of an outage and a restart, as --time-unit says."""
        report = json.loads(run('time\n1000\n2000\n3000\n', '--time-unit', 'ms', '-l', 'pacer:rate=1/h', '--instances', '1',
                                '--outage', '1000..2500', '--restart', '2000', '--format', 'json').stdout)
        rows = {row['arrangement']: row for row in report['arrangements']}
        self.assertEqual(rows['outage open']['outages'][0]['events'], 2)
        self.assertEqual(rows['local, restarted']['passed'], 2)

    def test_a_fraction_of_a_burst_lives_on(self):
        """What is left of a cost makes a state last longer than the whole costs alone."""
        trace = 'time\n' + ''.join(f'{at}\n' for at in (0, 0, 5, 25, 25, 30))
        report = json.loads(run(trace, '--time-unit', 's', '-l', 'token-bucket:rate=1/10s,burst=2.5', '--instances', '1', '--ttl',
                                '20s', '--format', 'json').stdout)
        rows = {row['arrangement']: row for row in report['arrangements']}
        self.assertEqual((rows['shared']['passed'], rows['ttl 20s']['passed']), (5, 6))
        self.assertEqual(report['harmless_ttl'], {'least_s': 20.000000001, 'always_s': 25})

    def test_seeds(self):
        """The spread is that of the seeds one by one, whatever the threads."""
        chance = random.Random(5)
        events = []
        time = START
        for _ in range(300):
            time += chance.randint(0, SECOND)
            events.append(Event(time, '', 1, 0))
        trace = trace_of(events)
        options = ['--time-unit', 'ns', '-l', 'sliding-log:limit=9,window=9s', '--instances', '3', '--balance', 'random',
                   '--sync', '2s', '--format', 'json']
        several = run(trace, *options, '--seed', '4', '--seeds', '5', '--threads', '2').stdout
        self.assertEqual(several, run(trace, *options, '--seed', '4', '--seeds', '5', '--threads', '1').stdout)
        single = [json.loads(run(trace, *options, '--seed', str(seed)).stdout) for seed in range(4, 9)]
        for place, row in enumerate(json.loads(several)['arrangements']):
            for figure, value in (('passed', lambda one: one['passed']), ('wrongly_refused', lambda one: one['wrongly_refused']),
                                  ('busiest_cost', lambda one: one['busiest']['cost'])):
                values = [value(report['arrangements'][place]) for report in single]
                self.assertEqual(row['spread'][figure], {'least': min(values), 'most': max(values)})
            self.assertEqual(row['passed'], single[0]['arrangements'][place]['passed'])

    def test_hash_by_key_is_the_shared_limiter(self):
        """An instance that has all events of a key is its shared limiter."""
        chance = random.Random(6)
        events = []
        time = START
        for _ in range(500):
            time += chance.randint(0, SECOND // 4)
            events.append(Event(time, f'k{chance.randint(1, 40)}', chance.randint(0, 3), 0))
        for spec in EVERY_VARIANT:
            for costs in ([], ['--cost', 'cost']):
                report = json.loads(run(trace_of(events), '--time-unit', 'ns', '--key', 'key', '-l', spec, '--instances', '7',
                                        '--balance', 'hash', '--format', 'json', *costs).stdout)
                local = report['arrangements'][0]
                self.assertEqual((local['wrongly_refused'], local['wrongly_passed']), (0, 0), spec)
                self.assertGreater(local['dropped'], 50)
                self.assertGreater(min(report['instance_events']), 0)

    def test_results_depend_on_the_seed_only(self):
        for seed in range(8):
            case = by_chance(seed)._replace(balance='random', seed=seed)
            trace, arguments = trace_of(case.events), arguments_of(case)
            for form in ('json', 'table', 'csv'):
                outputs = {run(trace, *arguments, '--format', form, '--threads', threads).stdout
                           for threads in ('1', '2', '2', '5')}
                self.assertEqual(len(outputs), 1, f'seed {seed}: {form}')
        events = [Event(START + place, '', 1, 0) for place in range(50)]
        options = ['--time-unit', 'ns', '-l', 'pacer:rate=1/s', '--instances', '3', '--balance', 'random', '--format', 'json']
        taken = {tuple(json.loads(run(trace_of(events), *options, '--seed', seed).stdout)['instance_events'])
                 for seed in '1234'}
        self.assertGreater(len(taken), 1)

    def test_a_fleet_of_one_is_replay(self):
        """Where nothing tells it from one limiter: of all its own, of all parts and of all that is shared there is one."""
        chance = random.Random(7)
        events = []
        time = START
        for _ in range(500):
            time += chance.randint(0, SECOND)
            events.append(Event(time, chance.choice('aab'), chance.randint(0, 3), 0))
        trace = trace_of(events)
        for spec in EVERY_VARIANT:
            for keyed in ([], ['--key', 'key']):
                options = ['--time-unit', 'ns', '--cost', 'cost', '-l', spec, '--format', 'json', *keyed]
                replayed = json.loads(subprocess.run([BINARY, 'replay', '-', *options], input=trace, capture_output=True,
                                                     text=True, check=True).stdout)['limiters'][0]
                busiest_of = replayed['busiest_admitted'] or replayed['busiest']
                report = json.loads(run(trace, *options, '--instances', '1').stdout)
                self.assertEqual(report['promise'], replayed['promise_admitted'] or replayed['promise'])
                for row in report['arrangements'][:3]:
                    for key in ('passed', 'dropped', 'passed_cost', 'dropped_cost', 'drop_share', 'drop_share_cost'):
                        self.assertEqual(row[key], replayed[key], f'{spec}: {row["arrangement"]}: {key}')
                    for key in ('count', 'cost', 'from', 'cost_from', 'key', 'cost_key'):
                        self.assertEqual(row['busiest'][key], busiest_of[key], f'{spec}: {row["arrangement"]}: {key}')


if __name__ == '__main__':
    unittest.main()
