"""Events around the boundaries of a limiter, and what ratereplay decides on them."""

from fractions import Fraction

from replayed import NS, decisions

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


def lines_of(events):
    return ''.join(f'{at} {cost}\n' for at, cost in events)


def replayed(binary, folder, spec, events):
    """The delay of each event in ns, -1 where it is refused."""
    decided = decisions(binary, folder, spec, [(at, '', cost) for at, cost in events])
    return [delay if passed else -1 for passed, delay in decided]


def differing(events, expected, found):
    """The first few events on which the two differ."""
    assert len(events) == len(expected) == len(found), (len(events), len(expected), len(found))
    return [(index, *event, expected[index], found[index]) for index, event in enumerate(events)
            if expected[index] != found[index]][:5]
