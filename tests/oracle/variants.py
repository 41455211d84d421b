"""What can be varied of each limiter: its spec text beside the oracle's limiter, fitted to a trace."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import limiters
from limiters import Limiter
from metrics import NS
from traces import Trace, duration_text, period_text

LONGEST = 2**64 - 1
YEAR = 365 * 86_400 * NS


@dataclass(frozen=True, slots=True)
class Spec:
    """`window`: over which its busiest is counted unless --window says otherwise, in ns."""

    text: str
    make: Callable[[], Limiter]
    window: int


@dataclass(frozen=True, slots=True)
class Rate:
    text: str
    count: int
    period: int


def rate_of(text: str) -> Rate:
    """Of a rate as the program suggests it."""
    count, number, unit = re.fullmatch(r'(\d+)/(\d*)([a-z]+)', text).groups()
    units = {'ns': 1, 'us': 1000, 'ms': 10**6, 's': NS, 'min': 60 * NS, 'h': 3600 * NS, 'd': 86_400 * NS}
    return Rate(text, int(count), int(number or 1) * units[unit])


ODD_RATES = [Rate('1/10000000000s', 1, 10**10 * NS), Rate('2000000000/s', 2 * 10**9, NS), Rate('3/s', 3, NS),
             Rate('10/13s', 10, 13 * NS), Rate('7/1h', 7, 3600 * NS), Rate('7 / hour', 7, 3600 * NS),
             Rate('120/60s', 120, 60 * NS), Rate('0.5/s', 1, 2 * NS), Rate('2.75/min', 11, 240 * NS),
             Rate('999999937/999999929ns', 999_999_937, 999_999_929), Rate('1/1ns', 1, 1),
             Rate('1000003/999983us', 1_000_003, 999_983_000), Rate('1/18446744073709551615ns', 1, LONGEST),
             Rate('999999999999999989/18446744073709551557ns', 999_999_999_999_999_989, LONGEST - 58),
             Rate('1/100d', 1, 8_640_000 * NS), Rate('1000000000000/day', 10**12, 86_400 * NS)]
ODD_BURSTS = ['1000000000000000000', '17753599/240000', '2.5', '0.5', '999999999999999999/7', '1000000000000000000/3',
              '999999999999.999999', '1/3', '4.000000001', '12345678901234567/1000000000']
ODD_LIMITS = [1, 10**18, 10**12 + 7, 999_999_937]
ODD_WINDOWS = [1, 2, 7, NS, 60 * NS, 3600 * NS, 86_400 * NS, 100 * YEAR, 300 * YEAR, 584 * YEAR, LONGEST, 10**9 + 7]


def typical_gap(trace: Trace) -> int:
    """The mean of the gaps without the longest ones, at least 1."""
    times = [event.time for event in trace.events]
    gaps = sorted(later - earlier for earlier, later in zip(times, times[1:]))
    kept = gaps[:max(len(gaps) * 9 // 10, 1)]
    return max(sum(kept) // len(kept), 1) if kept else trace.unit


def draw_rate(place: random.Random, trace: Trace, scale: int = 1) -> Rate:
    """Mostly near what the trace brings."""
    if place.random() < 0.2:
        return place.choice(ODD_RATES)
    count = place.choice([1, 1, 2, 3, 5, 7, 60]) * scale
    gap = trace.unit if place.random() < 0.5 else typical_gap(trace)
    period = max(count * gap * place.choice([1, 1, 2, 3, 5, 8]) // (place.choice([1, 1, 2, 3]) * scale), 1)
    if place.random() < 0.2 and count < 2**42:  # large and without a common divisor, nearly the same
        by = place.randrange(10**3, 10**6)
        count, period = count * by + 1, period * by - 1
    period = min(max(period, 1), LONGEST)
    return Rate(f'{count}/{period_text(place, period)}', count, period)


def draw_burst(place: random.Random, scale: int) -> str:
    if place.random() < 0.15:
        return place.choice(ODD_BURSTS)
    if scale > 1:
        return place.choice([f'{place.randrange(1, 12) * scale}', f'{place.randrange(1, 40 * scale)}/3',
                             f'{place.randrange(1, 8 * scale)}.25'])
    return place.choice(['1', '2', '3', '5', '8', '12', '2.5', '7/3', '10/3', '1.000001', '40'])


def draw_limit(place: random.Random, scale: int) -> int:
    if place.random() < 0.1:
        return place.choice(ODD_LIMITS)
    return place.choice([1, 2, 3, 5, 8, 12, 40]) * scale + (place.randrange(scale) if scale > 1 else 0)


def draw_window(place: random.Random, trace: Trace, limit: int, scale: int) -> int:
    if place.random() < 0.15:
        return place.choice(ODD_WINDOWS)
    gap = trace.unit if place.random() < 0.5 else typical_gap(trace)
    window = max(gap * max(limit // scale, 1) * place.choice([1, 1, 2, 3, 4]) // place.choice([1, 1, 2]), 1)
    return min(max(window + place.choice([0, 0, 0, 0, 1, -1]), 1), LONGEST)


def windowed(parameters: str, make: Callable[[int, int], Limiter], name: str):
    """A family with limit and window, in one of its two spellings."""
    def draw(place: random.Random, trace: Trace) -> Spec:
        limit = draw_limit(place, trace.scale)
        window = draw_window(place, trace, limit, trace.scale)
        if place.random() < 0.3:
            pair = f'rate={limit}/{period_text(place, window)}'
        else:
            pair = f'limit={limit},window={duration_text(place, window)}'
        return Spec(f'{name}:{pair}{parameters}', lambda: make(limit, window), window)
    return draw


def fixed_window_offset(place: random.Random, trace: Trace) -> Spec:
    limit = draw_limit(place, trace.scale)
    window = draw_window(place, trace, limit, trace.scale)
    offset = place.choice([place.choice(trace.events).time % window, 1, -1, window - 1, window + 1, -window,
                           -place.randrange(1, LONGEST), place.randrange(1, LONGEST), 5 * 3600 * NS, -NS // 4])
    offset = max(min(offset, LONGEST), -LONGEST) or 1
    return Spec(f'fixed-window:limit={limit},window={duration_text(place, window)},anchor=clock,'
                f'offset={duration_text(place, offset)}',
                lambda: limiters.FixedWindowClock(limit, window, offset), window)


def bucket(name: str, make: Callable[[int, int, Fraction], Limiter]):
    def draw(place: random.Random, trace: Trace) -> Spec:
        rate = draw_rate(place, trace, trace.scale)
        burst = draw_burst(place, trace.scale)
        return Spec(f'{name}:rate={rate.text},burst={burst}',
                    lambda: make(rate.count, rate.period, Fraction(burst)), rate.period)
    return draw


def token_bucket_initial(place: random.Random, trace: Trace) -> Spec:
    rate = draw_rate(place, trace, trace.scale)
    burst = draw_burst(place, trace.scale)
    full = Fraction(burst)
    initial = place.choice(['0', '0', '1/7', burst, str(full / 3), str(full * 99 / 100), str(int(full))])
    if Fraction(initial) > full:
        initial = '0'
    return Spec(f'token-bucket:rate={rate.text},burst={burst},initial={initial}',
                lambda: limiters.TokenBucket(rate.count, rate.period, full, Fraction(initial)), rate.period)


def pacer(place: random.Random, trace: Trace) -> Spec:
    rate = draw_rate(place, trace)
    return Spec(f'pacer:rate={rate.text}', lambda: limiters.Pacer(rate.count, rate.period), rate.period)


def leaky_queue(place: random.Random, trace: Trace) -> Spec:
    rate = draw_rate(place, trace, trace.scale)
    queue = draw_limit(place, trace.scale) - place.choice([0, 1])
    return Spec(f'leaky-queue:rate={rate.text},queue={queue}',
                lambda: limiters.LeakyQueue(rate.count, rate.period, queue), rate.period)


def single_rate_marker(place: random.Random, trace: Trace) -> Spec:
    rate = draw_rate(place, trace, trace.scale)
    burst, excess = draw_burst(place, trace.scale), draw_burst(place, trace.scale)
    burst, excess = place.choice([(burst, excess), (burst, excess), (burst, '0'), ('0', excess)])
    return Spec(f'srtcm:rate={rate.text},burst={burst},excess={excess}',
                lambda: limiters.SingleRateMarker(rate.count, rate.period, Fraction(burst), Fraction(excess)),
                rate.period)


def two_rate_marker(place: random.Random, trace: Trace) -> Spec:
    rates = [draw_rate(place, trace, trace.scale) for _ in range(2)]
    rate, peak = sorted(rates, key=lambda rate: Fraction(rate.count, rate.period))
    burst = draw_burst(place, trace.scale)
    peak_burst = draw_burst(place, trace.scale)
    return Spec(f'trtcm:rate={rate.text},burst={burst},peak={peak.text},peak-burst={peak_burst}',
                lambda: limiters.TwoRateMarker((rate.count, rate.period), Fraction(burst), (peak.count, peak.period),
                                               Fraction(peak_burst)), rate.period)


VARIANTS: dict[str, Callable[[random.Random, Trace], Spec]] = {
    'fixed-window clock': windowed('', limiters.FixedWindowClock, 'fixed-window'),
    'fixed-window offset': fixed_window_offset,
    'fixed-window first': windowed(',anchor=first', limiters.FixedWindowFirst, 'fixed-window'),
    'sliding-log passed': windowed('', limiters.SlidingLog, 'sliding-log'),
    'sliding-log all': windowed(',count=all', lambda limit, window: limiters.SlidingLog(limit, window, True),
                                'sliding-log'),
    'sliding-counter floor': windowed('', limiters.SlidingCounter, 'sliding-counter'),
    'sliding-counter exact': windowed(',rounding=exact', lambda limit, window: limiters.SlidingCounter(
        limit, window, True), 'sliding-counter'),
    'token-bucket': bucket('token-bucket', limiters.TokenBucket),
    'token-bucket initial': token_bucket_initial,
    'gcra': bucket('gcra', limiters.Gcra),
    'leaky-bucket': bucket('leaky-bucket', limiters.LeakyBucket),
    'pacer': pacer,
    'leaky-queue': leaky_queue,
    'srtcm': single_rate_marker,
    'trtcm': two_rate_marker,
}
