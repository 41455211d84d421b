"""Holds the answers of the other commands against the oracle's: each check asks the program about one small trace and
yields what differs."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import limiters
import metrics
import sizing
from limiters import Limiter, first_wait
from metrics import NS, Run
from program import Program, exact
from reports import differs, wrong_busiest, wrong_figures, wrong_sums
from sizing import Interval
from traces import Trace, dress, time_text
from variants import ODD_BURSTS, VARIANTS, Spec, draw_burst, draw_limit, draw_rate, draw_window, rate_of

MILLISECOND = 10**6


def points_of(trace: Trace) -> sizing.Points:
    return [(event.time, event.cost) for event in trace.events]


def resolution_of(trace: Trace) -> int:
    """That of the stamps where it leaves something open, else 0."""
    step = metrics.resolution([time for time, _, _ in trace.rows])
    return step if step >= MILLISECOND else 0


def wrong_witness(said: dict[str, Any] | None, right: Interval | None) -> Iterator[str]:
    told = None if said is None else (said['first'], said['last'], said['events'], said['cost'],
                                      Fraction(said['seconds_exact']))
    made = None if right is None else (time_text(right.first), time_text(right.last), right.events, right.cost,
                                       Fraction(right.length, NS))
    yield from differs('witness', told, made)


def wrong_bucket(said: dict[str, Any], right: Fraction) -> Iterator[str]:
    yield from differs('bucket_exact', said['bucket_exact'], str(right))
    yield from differs('bucket', said['bucket'], ceil(right))


def size_rate(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    points = points_of(trace)
    among = sizing.intervals(points)
    rates = [draw_rate(place, trace, trace.scale) for _ in range(3)]
    said = program.run('size', *(argument for rate in rates for argument in ('--rate', rate.text)))
    largest = max(cost for _, cost in points)
    step = resolution_of(trace)
    for rate, size in zip(rates, said['sizes'], strict=True):
        bucket, witness = sizing.least_bucket(among, rate.count, rate.period)
        found = [*wrong_bucket(size, bucket), *wrong_witness(size['witness'], witness)]
        bounds = size['resolution_bounds']
        if step and witness is not None:
            slack = Fraction(rate.count * step, rate.period)
            found += differs('bounds', (bounds['lower_exact'], bounds['upper_exact'], bounds['lower_attainable']),
                             (str(max(bucket - slack, largest)), str(bucket + slack), bucket - slack < largest))
        elif bounds is not None:
            found.append(f'bounds {bounds} where nothing is open')
        yield from (f'{rate.text}: {difference}' for difference in found)


def size_clients(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    rate = draw_rate(place, trace, trace.scale)
    keys = sorted({key for _, key, _ in trace.rows}, key=str.encode)
    said = program.run('size', '--key', 'key', '--rate', rate.text, '--top', 1000)['sizes'][0]
    key_of = {line: key for line, (_, key, _) in enumerate(trace.rows, 2)}
    buckets = {}
    for key in keys:
        own = [(event.time, event.cost) for event in trace.events if key_of[event.line] == key]
        buckets[key] = sizing.least_bucket(sizing.intervals(own), rate.count, rate.period)
    sizes = [bucket for bucket, _ in buckets.values()]
    clients = said['clients']
    yield from differs('clients', clients['clients'], len(keys))
    for name, share in (('p50', Fraction(1, 2)), ('p90', Fraction(9, 10)), ('p99', Fraction(99, 100)),
                        ('p99_9', Fraction(999, 1000)), ('p100', Fraction(1))):
        yield from wrong_bucket(clients['keeps'][name], metrics.nearest_rank(sizes, share))
    yield from differs('largest', sorted(client['key'] for client in clients['largest']), sorted(keys))
    for client in clients['largest']:
        bucket, witness = buckets[client['key']]
        yield from wrong_bucket(client, bucket)
        yield from wrong_witness(client['witness'], witness)
    yield from differs('order', [Fraction(client['bucket_exact']) for client in clients['largest']],
                       sorted(sizes, reverse=True))
    yield from wrong_bucket(said, max(sizes))
    yield from wrong_bucket(clients['shared'],
                            sizing.least_bucket(sizing.intervals(points_of(trace)), rate.count, rate.period)[0])


def size_burst(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    among = sizing.intervals(points_of(trace))
    total = max((interval.cost for interval in among), default=0)
    bursts = [draw_burst(place, trace.scale), place.choice(ODD_BURSTS), str(max(total + place.choice([-1, 0, 1]), 1))]
    said = program.run('size', *(argument for burst in bursts for argument in ('--burst', burst)))
    step = resolution_of(trace)
    for burst, size in zip(bursts, said['sizes'], strict=True):
        full = Fraction(burst)
        rate, witness = sizing.least_rate(among, full)
        found = [*differs('burst_exact', size['burst_exact'], str(full)),
                 *differs('rate_exact', size['rate_exact'], None if rate is None else str(rate * NS)),
                 *wrong_witness(size['witness'], witness)]
        bounds = size['resolution_bounds']
        if bounds is not None and step and rate:
            lower = max((interval.cost - full) / (interval.length + step) for interval in among if interval.cost > full)
            found += differs('lower bound', bounds['lower_exact'], str(lower * NS))
            found += wrong_upper(bounds['upper_exact'], among, full, step)
        yield from (f'{burst}: {difference}' for difference in found)


def wrong_upper(said: str | None, among: list[Interval], burst: Fraction, step: int) -> Iterator[str]:
    """It may be larger than it had to be, never less, and there is none where too much may have come at once."""
    if said is None:
        return
    over = [interval for interval in among if interval.cost > burst]
    if any(interval.length <= step for interval in over):
        yield f'upper bound {said} where there is none'
    elif Fraction(said) < max((interval.cost - burst) / (interval.length - step) for interval in over) * NS:
        yield f'upper bound {said} is too small'


def size_allowing(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    points = points_of(trace)
    rate = draw_rate(place, trace)
    lossless, _ = sizing.least_bucket(sizing.intervals(points), rate.count, rate.period)
    if lossless > 300:
        return  # not every whole bucket is then tried
    allowed = place.randrange(len(points) + 1)
    said = program.run('size', '--rate', rate.text, '--allow-drops', allowed)['sizes'][0]
    right = sizing.least_tolerable(points, rate.count, rate.period, allowed, lossless)
    yield from differs('allowed', said['allowed'], allowed)
    yield from differs('least bucket', (said['bucket'], said['dropped'], said['larger_beyond']),
                       (right.bucket, right.dropped, right.larger_beyond))
    yield from wrong_bucket(said['lossless'], lossless)


def curve(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    among = sizing.intervals(points_of(trace))
    said = program.run('curve')
    right = sizing.curve(among)
    yield from differs('vertex_count', said['vertex_count'], len(right))
    yield from differs('vertices', [(vertex['rate_exact'], vertex['bucket_exact'], vertex['bucket'])
                                    for vertex in said['vertices']],
                       [(str(segment.rate * NS), str(segment.bucket), ceil(segment.bucket)) for segment in right])
    ends = [str(segment.rate * NS) for segment in right[1:]] + [None]
    for told, segment, end in zip(said['segments'], right, ends):
        yield from differs('segment', (told['from_rate_exact'], told['to_rate_exact']),
                           (str(segment.rate * NS), end))
        yield from wrong_witness(told, segment.witness)
    step = resolution_of(trace)
    told = exact(said, 'resolution_slack_s'), said['bucket_at_least']
    if step and right:
        largest = max(interval.cost for interval in among if interval.first == interval.last and interval.events == 1)
        yield from differs('slack', told, (Fraction(step, NS), largest))


def sweep(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    drawn = [draw_rate(place, trace, trace.scale) for _ in range(place.choice([1, 2, 5]))]
    rates = {rate.text.replace(' ', ''): rate for rate in
             {(rate.count, rate.period): rate for rate in drawn}.values()}  # a rate with two spellings is one
    bursts = {draw_burst(place, trace.scale) for _ in range(place.choice([1, 3, 40]))}
    names = place.choice([['token-bucket'], ['token-bucket', 'gcra', 'leaky-bucket', 'pacer']])
    if all(Fraction(burst) >= 1 for burst in bursts):
        names.append('leaky-queue')
    said = program.run('sweep', '--rate', ','.join(rates), '--burst', ','.join(bursts),
                       *(argument for name in names for argument in ('-l', name)))
    makers = {'token-bucket': limiters.TokenBucket, 'gcra': limiters.Gcra, 'leaky-bucket': limiters.LeakyBucket}
    expected = {(name, rate, Fraction(burst)) for name in makers if name in names for rate in rates
                for burst in bursts}
    if 'pacer' in names:
        expected |= {('pacer', rate, None) for rate in rates}
    if 'leaky-queue' in names:
        expected |= {('leaky-queue', rate, Fraction(burst) // 1 - 1) for rate in rates for burst in bursts}
    found = set()
    for entry in said['grid']:
        rate = rates[entry['rate'].replace(' ', '')]
        if entry['name'] == 'pacer':
            size, make = None, lambda: limiters.Pacer(rate.count, rate.period)
        elif entry['name'] == 'leaky-queue':
            size, make = entry['queue'], lambda: limiters.LeakyQueue(rate.count, rate.period, size)
        else:
            size = Fraction(entry['burst_exact'])
            make = lambda: makers[entry['name']](rate.count, rate.period, size)
        found.add((entry['name'], entry['rate'].replace(' ', ''), size))
        yield from wrong_entry(entry, trace, make)
    yield from differs('configurations', (len(said['grid']), found), (len(expected), expected))


def sweep_windows(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    limits = {draw_limit(place, trace.scale) for _ in range(place.choice([1, 3, 40]))}
    windows = {draw_window(place, trace, 3, 1) for _ in range(place.choice([1, 3]))}
    makers = {'fixed-window': limiters.FixedWindowClock, 'sliding-log': limiters.SlidingLog,
              'sliding-counter': limiters.SlidingCounter}
    names = place.choice([['fixed-window'], list(makers)])
    said = program.run('sweep', '--limit', ','.join(map(str, limits)),
                       '--window', ','.join(f'{window}ns' for window in windows),
                       *(argument for name in names for argument in ('-l', name)))
    expected = {(name, limit, window) for name in names for limit in limits for window in windows}
    found = set()
    for entry in said['grid']:
        limit, window = entry['limit'], (exact(entry, 'window_s') * NS).numerator
        found.add((entry['name'], limit, window))
        yield from wrong_entry(entry, trace, lambda: makers[entry['name']](limit, window))
    yield from differs('configurations', (len(said['grid']), found), (len(expected), expected))


def wrong_entry(entry: dict[str, Any], trace: Trace, make: Callable[[], limiters.Limiter]) -> Iterator[str]:
    run = Run(make)
    decisions: list[Decision] = [run.decide(event) for event in trace.events]
    passed = [decision.event.cost for decision in decisions if decision.passed]
    dropped = [decision.event.cost for decision in decisions if not decision.passed]
    yield from differs(f'{entry["spec"]}: passed and dropped',
                       (entry['passed'], entry['dropped'], entry['passed_cost'], entry['dropped_cost']),
                       (len(passed), len(dropped), sum(passed), sum(dropped)))


def inspect(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    said = program.run('inspect')
    times = [event.time for event in trace.events]
    gaps = metrics.gaps(times)
    span = times[-1] - times[0]
    described = said['trace']
    yield from differs('events', (described['events'], described['cost']),
                       (len(times), sum(event.cost for event in trace.events)))
    yield from differs('ends', (described['first'], described['last'], exact(described, 'span_s')),
                       (time_text(times[0]), time_text(times[-1]), Fraction(span, NS)))
    yield from differs('resolution', exact(described, 'resolution_s') * NS,
                       metrics.resolution([time for time, _, _ in trace.rows]))
    stamps = [time for time, _, _ in trace.rows]
    yield from differs('reordered', described['rows']['reordered'], sum(1 for gap in metrics.gaps(stamps) if gap < 0))
    yield from wrong_mean(said['mean_rate_per_s'], Fraction((len(times) - 1) * NS, span) if span else None)
    yield from differs('ties', said['ties'], metrics.ties(times))
    if gaps:
        right = {'min_s': min(gaps), 'max_s': max(gaps), 'p50_s': metrics.nearest_rank(gaps, Fraction(1, 2)),
                 'p99_s': metrics.nearest_rank(gaps, Fraction(99, 100))}
        for name, gap in right.items():
            yield from differs(f'gap {name}', exact(said['gaps'], name), Fraction(gap, NS))
    for told, seconds in zip(said['busiest'], (1, 60, 3600, 86_400), strict=True):
        yield from differs('window', told['window_s'], seconds)
        yield from wrong_busiest(f'busiest {seconds} s', told, None, [('', event.time, event.cost) for event in
                                                                    trace.events], seconds * NS, 1)


def wrong_mean(said: Fraction | None, right: Fraction | None) -> Iterator[str]:
    """It is a double."""
    yield from differs('mean rate', None if said is None else float(said), None if right is None else float(right))


def run_with_waits(make: Callable[[], Limiter], events: list[metrics.Event]) -> Run:
    """Where no log says the waits, they are searched for."""
    run = Run(make)
    for event in events:
        decision = run.decide(event)
        if not decision.passed and not decision.never:
            limiter = run.limiters[event.key]
            decision.retry_after = first_wait(lambda ahead: limiter.would_pass(event.time + ahead, event.cost))
    return run


def compare(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    rate = draw_rate(place, trace, trace.scale)
    burst = draw_burst(place, trace.scale)
    options = ['--rate', rate.text, '--top', 1_000_000]
    if place.random() < 0.5 and Fraction(burst) >= 1:
        options += ['--burst', burst]
        size = Fraction(burst)
    else:
        size = Fraction(rate.count)
    count, period = rate.count, rate.period
    makers: dict[str, Callable[[], Limiter]] = {
        'fixed-window': lambda: limiters.FixedWindowClock(count, period),
        'sliding-log': lambda: limiters.SlidingLog(count, period),
        'sliding-counter': lambda: limiters.SlidingCounter(count, period),
        'token-bucket': lambda: limiters.TokenBucket(count, period, size),
        'gcra': lambda: limiters.Gcra(count, period, size),
        'leaky-bucket': lambda: limiters.LeakyBucket(count, period, size),
        'pacer': lambda: limiters.Pacer(count, period),
        'leaky-queue': lambda: limiters.LeakyQueue(count, period, int(size) - 1)}
    said = program.run('compare', *options)
    yield from differs('limiters', [limiter['name'] for limiter in said['limiters']], list(makers))
    yield from differs('window_s', exact(said, 'window_s'), Fraction(period, NS))
    for limiter in said['limiters']:
        make = makers[limiter['name']]
        run = run_with_waits(make, trace.events)
        found = [*wrong_sums(run, limiter), *wrong_figures(trace, Spec(limiter['spec'], make, period), run, limiter)]
        yield from (f'{limiter["spec"]}: {difference}' for difference in found)


def diff(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    specs = [place.choice(list(VARIANTS.values()))(place, trace) for _ in range(2)]
    said = program.run('diff', '-l', specs[0].text, '-l', specs[1].text, '--top', 1000)
    runs = [run_with_waits(spec.make, trace.events) for spec in specs]
    pairs = list(zip(*(run.decisions for run in runs)))
    for name, fates in (('both_passed', (True, True)), ('both_refused', (False, False)),
                        ('only_first_passed', (True, False)), ('only_second_passed', (False, True))):
        costs = [first.event.cost for first, second in pairs if (first.passed, second.passed) == fates]
        yield from differs(name, (said[name]['events'], exact(said[name], 'cost')), (len(costs), sum(costs)))

    parted = next((index for index, (first, second) in enumerate(pairs) if first.passed != second.passed), None)
    told = said['first_difference']
    if parted is None or told is None:
        yield from differs('first_difference', told, parted)
    else:
        event = trace.events[parted]
        yield from differs('first_difference', (told['event'], told['line'], told['time'], told['cost']),
                           (parted + 1, event.line, time_text(event.time), event.cost))
        for name, spec, decision in zip(('first', 'second'), specs, pairs[parted]):
            limiter = run_with_waits(spec.make, trace.events[:parted]).limiter_of(event.key)
            room = told[name]['room']
            if not limiter.has_room(event.time, room, not trace.costs):
                yield f'room of {spec.text} is {room}'
            wait = exact(told[name], 'retry_after_s')
            yield from differs(f'retry after of {spec.text}', None if wait is None else wait * NS,
                               decision.retry_after)
    yield from wrong_stretches(said['stretches'], specs, pairs)


def wrong_stretches(said: dict[str, Any], specs: list[Spec], pairs: list[tuple]) -> Iterator[str]:
    """Of events that follow each other, all passed by the same one alone."""
    stretches: list[list[int]] = []
    side_before = None
    for index, (first, second) in enumerate(pairs):
        side = None if first.passed == second.passed else 0 if first.passed else 1
        if side is not None:
            if side == side_before:
                stretches[-1].append(index)
            else:
                stretches.append([index])
        side_before = side
    stretches.sort(key=lambda stretch: (-len(stretch), stretch[0]))
    events = [first.event for first, _ in pairs]
    right = [(stretch[0] + 1, time_text(events[stretch[0]].time), time_text(events[stretch[-1]].time), len(stretch),
              sum(events[index].cost for index in stretch)) for stretch in stretches]
    told = [(stretch['event'], stretch['from'], stretch['to'], stretch['events'], stretch['cost'])
            for stretch in said['longest']]
    yield from differs('stretches', (said['count'], told), (len(right), right))


def suggestions(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    """`size` alone: what it suggests is right, and its knee the best vertex from the mean rate up."""
    said = program.run('size')
    points = points_of(trace)
    among = sizing.intervals(points)
    for size in said['sizes']:
        rate = rate_of(size['rate'])
        bucket, witness = sizing.least_bucket(among, rate.count, rate.period)
        found = [*wrong_bucket(size, bucket), *wrong_witness(size['witness'], witness)]
        yield from (f'{size["rate"]}: {difference}' for difference in found)
    span = points[-1][0] - points[0][0]
    mean = Fraction(sum(cost for _, cost in points[1:]), span) if span else None
    yield from differs('mean rate', said['mean_rate_per_s_exact'], None if mean is None else str(mean * NS))
    # A rate of 0, which is no rate, is the mean where only the first event costs anything.
    vertices = [segment for segment in sizing.curve(among) if mean is not None and segment.rate >= mean > 0]
    knee = min(vertices, key=lambda segment: segment.rate * segment.bucket, default=None)
    told = said['knee']
    if knee is None or told is None:
        yield from differs('knee', told, knee)
    else:
        yield from differs('knee', told['rate_exact'], str(knee.rate * NS))
        yield from wrong_bucket(told, knee.bucket)
        yield from wrong_witness(told['witness'], sizing.least_bucket(among, *knee.rate.as_integer_ratio())[1])


def alignments(place: random.Random, trace: Trace, program: Program) -> Iterator[str]:
    """Every offset of windows of a few nanoseconds."""
    times = [trace.rows[0][0] + ahead for ahead in sorted(place.randrange(150) for _ in trace.rows)]
    if times[-1] > 2**63 - 1:
        times = [time - 150 for time in times]
    near = dress(place, times, 1, trace.costs, 'near')
    near.keyed = False
    near.events = near.as_one_key()
    program.load(near)
    window = place.randrange(1, 60)
    limit = draw_limit(place, near.scale)
    said = program.run('sweep', '--limit', limit, '--window', f'{window}ns', '--align', 'all')['grid'][0]['align']
    lost = {}
    for offset in range(window):
        run = Run(lambda: limiters.FixedWindowClock(limit, window, offset))
        lost[offset] = sum(1 for event in near.events if not run.decide(event).passed)
    yield from differs('mean', said['mean_exact'], str(Fraction(sum(lost.values()), window)))
    for name, best in (('least', min(lost.values())), ('most', max(lost.values()))):
        yield from differs(name, said[name]['dropped'], best)
        offset = exact(said[name], 'offset_s') * NS
        yield from differs(f'dropped at the offset of {name}', lost[offset], best)


CHECKS: dict[str, Callable[[random.Random, Trace, Program], Iterator[str]]] = {
    'compare': compare,
    'diff': diff,
    'size --rate': size_rate,
    'size --key': size_clients,
    'size --burst': size_burst,
    'size --allow-drops': size_allowing,
    'size alone': suggestions,
    'curve': curve,
    'sweep': sweep,
    'sweep --limit --window': sweep_windows,
    'sweep --align': alignments,
    'inspect': inspect,
}
