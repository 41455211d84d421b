"""Generated traces and the texts of times and durations."""

import csv
import datetime
import random
from dataclasses import dataclass, field
from pathlib import Path

from limiters import first_wait
from metrics import Event, NS, Run

EARLIEST = -2**63
LATEST = 2**63 - 1
EPOCH_DAY = datetime.date(1970, 1, 1).toordinal()
KEYS = ['a', 'b', '', 'c,d', 'q"x', 'ü', 'long key of a client', 'A']


def time_text(time: int) -> str:
    """RFC 3339, with as many digits as needed."""
    seconds, nanoseconds = divmod(time, NS)
    days, seconds = divmod(seconds, 86_400)
    date = datetime.date.fromordinal(days + EPOCH_DAY)
    digits = f'.{nanoseconds:09}'.rstrip('0') if nanoseconds else ''
    return f'{date}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{digits}Z'


def decimal_seconds(nanoseconds: int) -> str:
    """Of a duration from 0 up."""
    seconds, rest = divmod(nanoseconds, NS)
    return f'{seconds}.{rest:09}'.rstrip('0') if rest else str(seconds)


def duration_text(place: random.Random, nanoseconds: int) -> str:
    """One of the spellings of a duration; in nanoseconds where no unit divides it."""
    sign, length = ('-', -nanoseconds) if nanoseconds < 0 else ('', nanoseconds)
    units = [(86_400 * NS, 'd'), (3600 * NS, 'h'), (60 * NS, 'm'), (NS, 's'), (10**6, 'ms'), (10**3, 'us'), (1, 'ns')]
    spellings = [f'{sign}{length // unit}{name}' for unit, name in units if length % unit == 0 and length // unit]
    if length % NS == 0:
        spellings.append(f'{sign}{length // NS}')
    if length % (60 * NS) == 0 and length > 3600 * NS:
        spellings.append(f'{sign}{length // (3600 * NS)}h{length // (60 * NS) % 60}m')
    return place.choice(spellings)


def period_text(place: random.Random, nanoseconds: int) -> str:
    """Of the period of a rate, which needs its unit."""
    text = duration_text(place, nanoseconds)
    return f'{text}s' if text.isdecimal() else text


@dataclass
class Trace:
    """Rows are (time, key, cost) in the order of the file; `unit` is the step that times were made of."""

    rows: list[tuple[int, str, int]]
    unit: int
    costs: bool
    keyed: bool
    file_order: bool
    epoch_numbers: bool
    scale: int  # of costs
    kind: str
    events: list[Event] = field(init=False)

    def __post_init__(self):
        self.events = [Event(line, time, key, cost) for line, (time, key, cost) in enumerate(self.rows, 2)]
        if self.file_order:
            latest = EARLIEST
            for event in self.events:
                event.time = latest = max(latest, event.time)
        else:
            self.events.sort(key=lambda event: event.time)

    def write(self, path: Path) -> None:
        with open(path, 'w', newline='', encoding='utf-8') as file:
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(['time', 'key', 'cost'])
            writer.writerows((time if self.epoch_numbers else time_text(time), key, cost)
                             for time, key, cost in self.rows)

    def options(self) -> list[str]:
        return ([] if not self.costs else ['--cost', 'cost']) + ([] if not self.keyed else ['--key', 'key']) \
            + ([] if not self.file_order else ['--order', 'file']) \
            + ([] if not self.epoch_numbers else ['--time-unit', 'ns'])

    def as_one_key(self) -> list[Event]:
        return [Event(event.line, event.time, '', event.cost) for event in self.events]


UNITS = [1, 1, 7, 1000, 10**6, 10**6, NS // 3, NS, NS, 13 * NS // 10, 60 * NS, 3600 * NS, 86_400 * NS]
KINDS = ['steady', 'bursts', 'ties', 'boundaries', 'random', 'gaps', 'growing', 'ends']


def steps(place: random.Random, kind: str, size: int, unit: int) -> list[int]:
    """Times from 0 on, in order."""
    if kind == 'growing':
        return [unit * index * (index + 1) // 2 for index in range(size)]
    times, now = [], 0
    in_burst = 0
    for _ in range(size):
        times.append(now)
        if kind == 'steady':
            now += unit
        elif kind == 'bursts':
            if in_burst == 0:
                in_burst = place.randrange(1, 30)
                now += unit * place.randrange(5, 60)
            in_burst -= 1
            now += place.choice([0, 1, unit // 7, unit // 2])
        elif kind == 'ties':
            now += unit * place.choice([0, 0, 0, 1, 1, 2])
        elif kind == 'boundaries':  # at k * unit, and a nanosecond beside it
            now = max(now, (now // unit + place.choice([0, 0, 1, 1, 2, 5])) * unit + place.choice([-1, 0, 0, 1]))
        elif kind == 'random':
            now += int(place.expovariate(1) * unit)
        else:
            now += place.choice([0, 1, unit, unit, 2 * unit, 1000 * unit if place.random() < 0.1 else unit])
    return times


def begin(place: random.Random, span: int, unit: int) -> int:
    """A first time from which the span fits."""
    choices = [1_735_689_600 * NS, 1_753_831_492_483_000_000, 0, -span // 2, -(span // 2 // unit) * unit, -1,
               -600_000_000 * NS + place.randrange(NS), EARLIEST, EARLIEST + 1, LATEST - span, LATEST - span - 1]
    return min(max(place.choice(choices), EARLIEST), LATEST - span)


def generate(place: random.Random, size: int, costs: bool) -> Trace:
    kind = place.choice(KINDS)
    unit = place.choice(UNITS)
    times = steps(place, kind, size, unit)
    while times[-1] > LATEST - EARLIEST:
        unit = max(unit // 1000, 1)
        times = steps(place, kind, size, unit)
    if kind == 'ends' and size > 1 and place.random() < 0.7:  # one part at each end of the range
        cut = place.randrange(1, size)
        latest = times[-1]
        times = sorted([EARLIEST + time for time in times[:cut]] + [LATEST - (latest - time) for time in times[cut:]])
    else:
        first = begin(place, times[-1], unit)
        times = [first + time for time in times]
    return dress(place, times, unit, costs, kind)


BLOCK = 65_536  # rows that the program reads before it hands them on, and may find that its numbers must be wider


def generate_long(place: random.Random, costs: bool) -> Trace:
    """More than a block, and then a jump."""
    kind = place.choice(KINDS[:-1])
    unit = place.choice(UNITS[:7])
    times = steps(place, kind, BLOCK + place.randrange(3), unit)
    after = steps(place, place.choice(KINDS[:-1]), place.randrange(1, 2000), unit)
    first = begin(place, times[-1] + after[-1], unit)
    farthest = LATEST - after[-1]
    jump = place.choice([first + times[-1], farthest, place.randrange(first + times[-1], farthest + 1)])
    return dress(place, [first + time for time in times] + [jump + time for time in after], unit, costs, kind)


def dress(place: random.Random, times: list[int], unit: int, costs: bool, kind: str) -> Trace:
    """Costs, keys and an order of the rows."""
    keyed = place.random() < 0.4
    keys = place.sample(KEYS, place.choice([1, 2, 4, 8])) if keyed else ['']
    # The costs of a trace may add up to 2^63 - 1.
    scales = [scale for scale in (1, 1, 1, 10, 1000, 10**6, 10**11, 10**15) if 5 * scale * len(times) < 2**62]
    scale = place.choice(scales) if costs else 1
    rows = []
    for time in times:
        rows.append((time, place.choice(keys), cost_of(place, scale) if costs else 1))
    file_order = False
    if place.random() < 0.4:
        for _ in range(place.choice([1, 5, len(rows)])):
            here, there = place.randrange(len(rows)), place.randrange(len(rows))
            rows[here], rows[there] = rows[there], rows[here]
        file_order = place.random() < 0.4
    elif place.random() < 0.1:
        rows.reverse()
    return Trace(rows, unit, costs, keyed, file_order, place.random() < 0.5, scale, kind)


def cost_of(place: random.Random, scale: int) -> int:
    chance = place.random()
    if chance < 0.08:
        return 0
    if chance < 0.12:
        return place.choice([10**12, 10 * scale, 1])
    cost = place.choice([1, 1, 2, 3, 5]) * scale + (place.randrange(scale) if scale > 1 else 0)
    return min(cost, max(10**12, 4 * scale))


def provoke(place: random.Random, make, trace: Trace) -> Trace:
    """As many events as the trace has, placed where this limiter turns: at the very moment when a refused event would
    pass or when nothing makes a difference any more, and a nanosecond beside it."""
    def turn(holds) -> int:
        """A bucket that begins with less than its burst has none before its first event."""
        return (first_wait(holds) or 0) + place.choice([-1, 0, 0, 1])

    run = Run(make)
    now = trace.events[0].time
    times, costs = [], []
    for old in trace.events:
        cost = old.cost
        decision = run.decide(Event(0, now, '', cost))
        times.append(now)
        costs.append(cost)
        limiter = run.limiter_of('')
        chance = place.random()
        if chance < 0.4:
            continue
        if chance < 0.55:
            wait = place.randrange(2 * trace.unit + 1)
        elif chance < 0.8 and not decision.passed and cost <= limiter.limit:
            wait = turn(lambda ahead: limiter.would_pass(now + ahead, cost))
        elif chance < 0.9 and limiter.limit > 0:
            asked = min(limiter.limit, max(cost, 1))
            wait = turn(lambda ahead: limiter.would_pass(now + ahead, asked))
        else:
            wait = turn(lambda ahead: limiter.at_rest(now + ahead))
        if now + wait > LATEST:
            wait = place.randrange(trace.unit + 1)
        now = min(now + max(wait, 0), LATEST)
    rows = [(time, '', cost) for time, cost in zip(times, costs)]
    return Trace(rows, trace.unit, trace.costs, False, False, trace.epoch_numbers, trace.scale, 'provoked')
