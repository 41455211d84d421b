"""Every limiter as its sentence says, in whole numbers that cannot overflow. Slow, and not made after src/.

Times are nanoseconds, costs are units. A limiter answers for one key. To ask changes nothing: `would_pass`, `at_rest`
and `departure` may be asked of any time from the last event on; `take` tells of an event and what became of it.
"""

from bisect import bisect_right
from fractions import Fraction
from math import gcd, lcm


def ceil_div(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


class Limiter:
    """`limit` is the largest cost that can ever pass."""

    limit: int

    @property
    def quota(self) -> int:
        """The most that it ever passes at once, of events of cost 1."""
        return self.limit

    def has_room(self, now: int, room: int, unit_costs: bool) -> bool:
        """Whether `room` is the largest cost that would pass; with unit costs, how many events would."""
        return self.would_pass(now, room) and not self.would_pass(now, room + 1)

    def would_pass(self, now: int, cost: int) -> bool:
        return cost == 0 or (cost <= self.limit and self.fits(now, cost))

    def fits(self, now: int, cost: int) -> bool:
        """Whether an event passes that is neither free nor larger than the limit."""
        raise NotImplementedError

    def take(self, now: int, cost: int, passed: bool) -> None:
        """What an event changes once it has been decided; nothing where it was refused or free."""
        if passed and cost > 0:
            self.consume(now, cost)

    def consume(self, now: int, cost: int) -> None:
        raise NotImplementedError

    def at_rest(self, now: int) -> bool:
        """Whether nothing that it took in makes a difference any more."""
        raise NotImplementedError

    def rests_as_new(self) -> bool:
        """Whether at rest it is what it was for a new key."""
        return True

    def promise(self, length: int) -> int:
        """The most cost that it can pass in a half-open window of so many nanoseconds."""
        raise NotImplementedError


class FixedWindowClock(Limiter):
    def __init__(self, limit: int, window: int, offset: int = 0):
        self.limit, self.window, self.offset = limit, window, offset
        self.index, self.count = None, 0

    def counted(self, now: int) -> int:
        return self.count if (now - self.offset) // self.window == self.index else 0

    def fits(self, now: int, cost: int) -> bool:
        return self.counted(now) + cost <= self.limit

    def consume(self, now: int, cost: int) -> None:
        self.count = self.counted(now) + cost
        self.index = (now - self.offset) // self.window

    def at_rest(self, now: int) -> bool:
        return self.counted(now) == 0

    def promise(self, length: int) -> int:
        return self.limit * (ceil_div(length - 1, self.window) + 1)


class FixedWindowFirst(Limiter):
    def __init__(self, limit: int, window: int):
        self.limit, self.window = limit, window
        self.opened, self.count = None, 0

    def is_open(self, now: int) -> bool:
        return self.opened is not None and now < self.opened + self.window

    def fits(self, now: int, cost: int) -> bool:
        return (self.count if self.is_open(now) else 0) + cost <= self.limit

    def consume(self, now: int, cost: int) -> None:
        if not self.is_open(now):
            self.opened, self.count = now, 0
        self.count += cost

    def at_rest(self, now: int) -> bool:
        return not self.is_open(now)

    def promise(self, length: int) -> int:
        return self.limit * (ceil_div(length, self.window) + 1) - 1


class SlidingLog(Limiter):
    def __init__(self, limit: int, window: int, count_all: bool = False):
        self.limit, self.window, self.count_all = limit, window, count_all
        self.times = []
        self.sums = [0]  # sums[i]: cost of the first i entries

    def logged(self, now: int) -> int:
        """Cost in (now - window, now]."""
        return self.sums[-1] - self.sums[bisect_right(self.times, now - self.window)]

    def fits(self, now: int, cost: int) -> bool:
        return self.logged(now) + cost <= self.limit

    def take(self, now: int, cost: int, passed: bool) -> None:
        if cost > 0 and (passed or (self.count_all and cost <= self.limit)):
            self.times.append(now)
            self.sums.append(self.sums[-1] + cost)

    def at_rest(self, now: int) -> bool:
        return self.logged(now) == 0

    def promise(self, length: int) -> int:
        return self.limit * ceil_div(length, self.window)


class SlidingCounter(Limiter):
    def __init__(self, limit: int, window: int, exact: bool = False):
        self.limit, self.window, self.exact = limit, window, exact
        self.index, self.before, self.current = None, 0, 0

    def counts(self, now: int) -> tuple[int, int]:
        """What the clock window before that of `now`, and that window, passed."""
        index = now // self.window
        if index == self.index:
            return self.before, self.current
        if self.index is not None and index == self.index + 1:
            return self.current, 0
        return 0, 0

    def estimate(self, now: int) -> int:
        """In units of 1/window."""
        before, current = self.counts(now)
        weighted = before * (self.window - now % self.window)
        if not self.exact:
            weighted = weighted // self.window * self.window
        return weighted + current * self.window

    def fits(self, now: int, cost: int) -> bool:
        return self.estimate(now) + cost * self.window <= self.limit * self.window

    def consume(self, now: int, cost: int) -> None:
        before, current = self.counts(now)
        self.index, self.before, self.current = now // self.window, before, current + cost

    def at_rest(self, now: int) -> bool:
        return self.estimate(now) == 0

    def promise(self, length: int) -> int:
        weighted = self.limit * max(length - 2, 0)  # in a single nanosecond what in two
        return self.limit + (weighted // self.window if self.exact else ceil_div(weighted, self.window))


class Bucket(Limiter):
    """What token-bucket, gcra and leaky-bucket share: `count` a `period`, and a burst."""

    def __init__(self, count: int, period: int, burst: Fraction, parts: int | None = None):
        self.limit = burst.numerator // burst.denominator
        # A unit of cost has so many parts that the burst, and the refill of a nanosecond, are whole numbers of them.
        parts = burst.denominator if parts is None else parts
        self.unit = period * parts
        self.refill = count * parts
        self.full = int(burst * self.unit)

    def promise(self, length: int) -> int:
        return (self.full + self.refill * (length - 1)) // self.unit


class TokenBucket(Bucket):
    def __init__(self, count: int, period: int, burst: Fraction, initial: Fraction | None = None):
        initial = burst if initial is None else initial
        super().__init__(count, period, burst, lcm(burst.denominator, initial.denominator))
        self.held = self.first = int(initial * self.unit)
        self.at = None
        # Costs and refills move the tokens by whole steps: what is held beyond them decides nothing.
        self.step = gcd(self.unit, self.refill)

    def tokens(self, now: int) -> int:
        if self.at is None:
            return self.held
        return min(self.full, self.held + self.refill * (now - self.at))

    def fits(self, now: int, cost: int) -> bool:
        return self.tokens(now) >= cost * self.unit

    def take(self, now: int, cost: int, passed: bool) -> None:
        if cost == 0:
            return
        if self.at is None:
            self.at = now  # a key's clock starts at its first event, also at one that is refused
        super().take(now, cost, passed)

    def consume(self, now: int, cost: int) -> None:
        self.held = self.tokens(now) - cost * self.unit
        self.at = now

    def at_rest(self, now: int) -> bool:
        return self.decides_as_full(self.tokens(now))

    def rests_as_new(self) -> bool:
        return self.decides_as_full(self.first)

    def decides_as_full(self, tokens: int) -> bool:
        return self.limit == 0 or tokens // self.step == self.full // self.step


class Gcra(Bucket):
    """Times in units of 1/refill ns, in which an emission interval and the tolerance are whole."""

    def __init__(self, count: int, period: int, burst: Fraction):
        super().__init__(count, period, burst)
        self.tat = None

    def fits(self, now: int, cost: int) -> bool:
        return self.tat is None or now * self.refill >= self.tat - (self.full - cost * self.unit)

    def consume(self, now: int, cost: int) -> None:
        start = now * self.refill
        self.tat = (start if self.tat is None else max(self.tat, start)) + cost * self.unit

    def at_rest(self, now: int) -> bool:
        return self.tat is None or self.tat <= now * self.refill


class LeakyBucket(Bucket):
    def __init__(self, count: int, period: int, burst: Fraction):
        super().__init__(count, period, burst)
        self.level, self.at = 0, 0

    def filled(self, now: int) -> int:
        return max(0, self.level - self.refill * (now - self.at)) if self.level else 0

    def fits(self, now: int, cost: int) -> bool:
        return self.filled(now) + cost * self.unit <= self.full

    def consume(self, now: int, cost: int) -> None:
        self.level = self.filled(now) + cost * self.unit
        self.at = now

    def at_rest(self, now: int) -> bool:
        return self.filled(now) == 0


class Pacer(Limiter):
    """Strictly one interval apart; it has a cost of 1 at most."""

    def __init__(self, count: int, period: int):
        self.count, self.period, self.limit = count, period, 1
        self.last = None

    def fits(self, now: int, cost: int) -> bool:
        return self.last is None or (now - self.last) * self.count >= self.period

    def consume(self, now: int, cost: int) -> None:
        self.last = now

    def at_rest(self, now: int) -> bool:
        return self.fits(now, 1)

    def promise(self, length: int) -> int:
        return (self.period + self.count * (length - 1)) // self.period


class LeakyQueue(Limiter):
    """Departures in units of 1/count ns, in which an interval is `period`."""

    def __init__(self, count: int, period: int, queue: int):
        self.count, self.period, self.queue = count, period, queue
        self.limit = queue + 1
        self.last = None

    def departure(self, now: int, cost: int) -> int:
        start = now * self.count
        if cost == 0:  # behind those that wait, and nothing follows from it
            return start if self.last is None else max(start, self.last)
        free = start if self.last is None else max(start, self.last + self.period)
        return free + (cost - 1) * self.period

    def fits(self, now: int, cost: int) -> bool:
        return self.departure(now, cost) - now * self.count <= self.queue * self.period

    def consume(self, now: int, cost: int) -> None:
        self.last = self.departure(now, cost)

    def at_rest(self, now: int) -> bool:
        return self.last is None or self.last + self.period <= now * self.count

    def promise(self, length: int) -> int:
        """Of admissions; that of departures is `promise_departed`."""
        return self.queue + 1 + self.count * (length - 1) // self.period

    def promise_departed(self, length: int, largest_cost: int) -> int:
        return ceil_div(self.count * length, self.period) + max(largest_cost, 1) - 1


class Marker(Limiter):
    """Two buckets, `committed` and `other`, of a rate each; by what they lack, which is nothing for a new key."""

    def __init__(self, committed: tuple, other: tuple):
        self.buckets = [Bucket(*committed), Bucket(*other)]
        self.lacks = [0, 0]
        self.at = 0

    def refilled(self, now: int) -> list[int]:
        """What each lacks at `now`, in its units."""
        raise NotImplementedError

    def holds(self, index: int, now: int, cost: int) -> bool:
        bucket = self.buckets[index]
        return self.refilled(now)[index] + cost * bucket.unit <= bucket.full

    def colour(self, now: int, cost: int) -> str:
        raise NotImplementedError

    def fits(self, now: int, cost: int) -> bool:
        return self.colour(now, cost) != 'red'

    def consume(self, now: int, cost: int) -> None:
        emptied = self.emptied_by(self.colour(now, cost))
        lacks = self.refilled(now)
        self.lacks = [lack + cost * bucket.unit * (index in emptied)
                      for index, (lack, bucket) in enumerate(zip(lacks, self.buckets))]
        self.at = now

    def emptied_by(self, colour: str) -> tuple[int, ...]:
        """Which buckets an event of this colour takes its cost from."""
        raise NotImplementedError

    def at_rest(self, now: int) -> bool:
        return self.refilled(now) == [0, 0]


class SingleRateMarker(Marker):
    """RFC 2697. Green by the committed bucket, yellow by the excess one, which gets what the other has no place for."""

    def __init__(self, count: int, period: int, burst: Fraction, excess: Fraction):
        parts = lcm(burst.denominator, excess.denominator)
        super().__init__((count, period, burst, parts), (count, period, excess, parts))
        self.limit = max(bucket.limit for bucket in self.buckets)

    @property
    def quota(self) -> int:
        return sum(bucket.limit for bucket in self.buckets)

    def has_room(self, now: int, room: int, unit_costs: bool) -> bool:
        if not unit_costs:
            return super().has_room(now, room, False)
        return room == sum((bucket.full - lack) // bucket.unit for lack, bucket in zip(self.refilled(now), self.buckets))

    def refilled(self, now: int) -> list[int]:
        committed, excess = self.lacks
        refill = self.buckets[0].refill * (now - self.at) if committed or excess else 0
        overflow = max(0, refill - committed)
        return [max(0, committed - refill), max(0, excess - overflow)]

    def colour(self, now: int, cost: int) -> str:
        return 'green' if self.holds(0, now, cost) else 'yellow' if self.holds(1, now, cost) else 'red'

    def emptied_by(self, colour: str) -> tuple[int, ...]:
        return (0,) if colour == 'green' else (1,)

    def promise(self, length: int) -> int:
        committed, excess = self.buckets
        return (committed.full + excess.full + committed.refill * (length - 1)) // committed.unit


class TwoRateMarker(Marker):
    """RFC 2698. Red by the peak bucket, yellow by the committed one."""

    def __init__(self, rate: tuple[int, int], burst: Fraction, peak: tuple[int, int], peak_burst: Fraction):
        super().__init__((*rate, burst), (*peak, peak_burst))
        self.limit = self.buckets[1].limit

    def refilled(self, now: int) -> list[int]:
        return [max(0, lack - bucket.refill * (now - self.at)) if lack else 0
                for lack, bucket in zip(self.lacks, self.buckets)]

    def colour(self, now: int, cost: int) -> str:
        return 'red' if not self.holds(1, now, cost) else 'green' if self.holds(0, now, cost) else 'yellow'

    def emptied_by(self, colour: str) -> tuple[int, ...]:
        return (0, 1) if colour == 'green' else (1,)

    def promise(self, length: int) -> int:
        return self.buckets[1].promise(length)


def first_wait(holds, longest: int = 10**45) -> int | None:
    """The least wait from 0 for which `holds`, which stays true once it is; None where it does not up to `longest`."""
    if holds(0):
        return 0
    low, high = 0, 1
    while not holds(high):
        if high > longest:
            return None
        low, high = high, high * 16
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
