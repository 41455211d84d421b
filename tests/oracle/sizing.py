"""Least bucket, least rate, curve and losses over all pairs of events, in fractions; not made after src/.

Events are (time in ns, cost), in order of time; those of cost 0 play no part.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from limiters import TokenBucket

Points = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Interval:
    """Of events first..last: how many there are, what they cost and how many ns apart the two are."""

    first: int
    last: int
    events: int
    cost: int
    length: int


def intervals(points: Points) -> list[Interval]:
    """All of them, by first and then by last event."""
    costly = [point for point in points if point[1] > 0]
    found = []
    for start, (first, _) in enumerate(costly):
        cost = 0
        for count, (last, share) in enumerate(costly[start:], 1):
            cost += share
            found.append(Interval(first, last, count, cost, last - first))
    return found


def least_bucket(among: list[Interval], count: int, period: int) -> tuple[Fraction, Interval | None]:
    """At `count` a `period` ns, with its earliest witness; among all intervals."""
    best, witness = 0, None
    for interval in among:
        needed = interval.cost * period - count * interval.length
        if needed > best:
            best, witness = needed, interval
    return Fraction(best, period), witness


def least_rate(among: list[Interval], burst: Fraction) -> tuple[Fraction | None, Interval | None]:
    """Per ns; None where no rate helps, then with the first instant at which most comes."""
    over = [interval for interval in among if interval.cost > burst]
    at_once = [interval for interval in over if interval.length == 0]
    if at_once:
        return None, max(at_once, key=lambda interval: interval.cost)
    best, witness = Fraction(0), None
    for interval in over:
        needed = (interval.cost - burst) / interval.length
        if needed > best:
            best, witness = needed, interval
    return best, witness


@dataclass(frozen=True, slots=True)
class Segment:
    """From this rate per ns on, up to that of the next segment, the interval forces the bucket."""

    rate: Fraction
    bucket: Fraction
    witness: Interval


def curve(among: list[Interval]) -> list[Segment]:
    """Walks from rate 0 to the next rate at which a shorter interval needs as much, until none does."""
    segments = []
    if not among:
        return segments
    rate = Fraction(0)
    cost = max(interval.cost for interval in among)
    current = min((interval for interval in among if interval.cost == cost), key=lambda interval: interval.length)
    while True:
        segments.append(Segment(rate, current.cost - rate * current.length, current))
        shorter = [interval for interval in among if interval.length < current.length]
        if not shorter:
            return segments

        def meets(interval: Interval) -> Fraction:
            return Fraction(current.cost - interval.cost, current.length - interval.length)

        rate = min(map(meets, shorter))
        current = min((interval for interval in shorter if meets(interval) == rate),
                      key=lambda interval: interval.length)


def dropped(points: Points, count: int, period: int, burst: Fraction) -> tuple[int, int]:
    """How many events, and what cost, a bucket loses."""
    bucket = TokenBucket(count, period, burst)
    events = cost_lost = 0
    for time, cost in points:
        passed = bucket.would_pass(time, cost)
        bucket.take(time, cost, passed)
        if not passed:
            events += 1
            cost_lost += cost
    return events, cost_lost


@dataclass(frozen=True, slots=True)
class Tolerance:
    bucket: int
    dropped: int
    larger_beyond: int


def least_tolerable(points: Points, count: int, period: int, allowed: int, lossless: Fraction) -> Tolerance:
    """The least whole bucket that loses no more than so many events, of all up to the one that loses nothing."""
    losses = {bucket: dropped(points, count, period, Fraction(bucket))[0]
              for bucket in range(1, max(ceil(lossless), 1) + 1)}
    bucket = min(bucket for bucket, lost in losses.items() if lost <= allowed)
    return Tolerance(bucket, losses[bucket],
                     sum(1 for larger, lost in losses.items() if larger > bucket and lost > allowed))
