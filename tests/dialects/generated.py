"""Events around the boundaries of a limiter, and what ratereplay decides on them."""

import csv
import subprocess
from decimal import Decimal
from fractions import Fraction

NS = 10**9
STARTS = (-700_000_000_123_456_789, 0, 1_753_831_492_123_456_789)


def events_of(pick, count, interval, costs, beside=(-1, 0, 0, 1, 2)):
    """Times and costs: ties, whole numbers of intervals (ns, as a fraction) and a little beside them, parts of one, and
    now and then a year."""
    at = pick.choice(STARTS)
    events = []
    for _ in range(count):
        kind = pick.random()
        if kind < 0.3:
            gap = 0
        elif kind < 0.7:
            gap = int(interval * pick.choice((1, 1, 1, 2, 3, costs[-1]))) + pick.choice(beside)
        elif kind < 0.997:
            gap = int(interval * Fraction(pick.randrange(2_000), 1_000))
        else:
            gap = pick.choice((300_000 * NS, 365 * 86_400 * NS + 1))
        at += max(0, gap)
        events.append((at, pick.choice(costs)))
    return events


def lines_of(events, separator=' '):
    return ''.join(f'{at}{separator}{cost}\n' for at, cost in events)


def replayed(binary, folder, spec, events):
    """The delay of each event in ns, -1 where it is refused."""
    trace = folder / 'trace.csv'
    trace.write_text('time,cost\n' + lines_of(events, ','))
    done = subprocess.run([binary, 'replay', trace, '-l', spec, '--time-unit', 'ns', '--cost', 'cost', '--quiet',
                           '--decisions', '-', '--decisions-format', 'csv', '--output', '/dev/null'],
                          stdout=subprocess.PIPE, check=True)
    return [int(Decimal(row['delay_s'] or 0) * NS) if row['passed'] == 'true' else -1
            for row in csv.DictReader(done.stdout.decode().splitlines())]


def differing(events, expected, found):
    """The first few events on which the two differ."""
    assert len(events) == len(expected) == len(found), (len(events), len(expected), len(found))
    return [(index, *event, expected[index], found[index]) for index, event in enumerate(events)
            if expected[index] != found[index]][:5]
