"""Holds the figures of a report against those made of the oracle's decisions. Each check yields what differs."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import limiters
import metrics
import sizing
from metrics import NS, Decision, Run
from program import Program, exact
from sizing import Interval
from traces import LATEST, Trace, time_text
from variants import ODD_BURSTS, ODD_WINDOWS, Spec, draw_burst, draw_limit, draw_rate, draw_window, typical_gap

LARGEST = 130  # events of a trace whose every figure is compared
MILLISECOND = 10**6


def differs(name: str, said: Any, right: Any) -> Iterator[str]:
    if said != right:
        yield f'{name} is {said}, not {right}'


def share_of(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def drawn_window(place: random.Random, trace: Trace) -> int:
    if place.random() < 0.3:
        return place.choice(ODD_WINDOWS)
    return typical_gap(trace) * place.choice([1, 2, 5, 20]) + place.choice([0, 0, 1])


def wrong_sums(run: Run, said: dict[str, Any]) -> Iterator[str]:
    """What takes one pass over the decisions, at which the log has left the waits."""
    passed = [decision for decision in run.decisions if decision.passed]
    dropped = [decision for decision in run.decisions if not decision.passed]
    cost, lost = (sum(decision.event.cost for decision in part) for part in (passed, dropped))
    yield from differs('passed', (said['passed'], said['passed_cost']), (len(passed), cost))
    yield from differs('dropped', (said['dropped'], said['dropped_cost']), (len(dropped), lost))
    yield from differs('drop_share', float(said['drop_share']), share_of(len(dropped), len(run.decisions)))
    if said['drop_share_cost'] is not None:
        yield from differs('drop_share_cost', float(said['drop_share_cost']), share_of(lost, cost + lost))
    yield from differs('first_drop', said['first_drop'], time_text(dropped[0].event.time) if dropped else None)
    yield from differs('longest_drop_run', said['longest_drop_run'], metrics.longest_drop_run(run.decisions))
    yield from differs('never_count', said['never_count'], sum(decision.never for decision in dropped))
    waits = [decision.retry_after for decision in dropped if decision.retry_after is not None]
    yield from differs('retry_after_max', exact(said, 'retry_after_max_s'),
                       Fraction(max(waits), NS) if waits else None)
    yield from differs('days', said['episodes']['days'], metrics.days_with_drops(run.decisions))


def wrong_figures(trace: Trace, spec: Spec, run: Run, said: dict[str, Any]) -> Iterator[str]:
    width = exact(said['busiest'], 'window_s') * NS
    if width.denominator != 1:
        yield f'window of {width} ns'
        return
    width = width.numerator
    departures = [(decision.event.key, decision.left, decision.event.cost) for decision in run.decisions
                  if decision.passed]
    admissions = [(decision.event.key, decision.event.time, decision.event.cost) for decision in run.decisions
                  if decision.passed]
    yield from wrong_busiest('busiest', said['busiest'], trace, departures, width * run.parts, run.parts)
    if trace.keyed:
        together = [('', time, cost) for _, time, cost in departures]
        yield from wrong_busiest('busiest_all_keys', said['busiest_all_keys'], None, together, width * run.parts,
                                 run.parts)
    yield from wrong_promise(trace, spec, run, said, width)
    if run.queues:
        yield from wrong_busiest('busiest_admitted', said['busiest_admitted'], trace, admissions, width, 1)
        yield from wrong_delays(said['delay'], metrics.delays(run))
    yield from wrong_episodes(said['episodes'], trace, metrics.episodes(run.decisions))
    if trace.keyed:
        yield from wrong_clients(said['clients'], trace, spec, run)


def wrong_busiest(name: str, said: dict[str, Any], trace: Trace | None, points: list[tuple[str, int, int]], width: int,
                  parts: int) -> Iterator[str]:
    """Of (key, time in 1/parts ns, cost): that of the one key that has most; of several, the one that has it first."""
    of_key = defaultdict(list)
    for key, time, cost in points:
        of_key[key].append((time, cost))
    weights: dict[str, Callable[[int], int]] = {'': lambda cost: 1, 'cost': lambda cost: cost}
    for what, weigh in weights.items():
        best = {key: metrics.busiest([(time, weigh(cost)) for time, cost in own], width)
                for key, own in of_key.items()}
        most = max((weight for weight, _ in best.values()), default=0)
        first = min((begins for weight, begins in best.values() if weight == most and weight), default=None)
        begins = None if first is None else limiters.ceil_div(first, parts)
        # A queue can hold an event beyond the last time that there is a text for.
        begins = None if begins is None or begins > LATEST else time_text(begins)
        member = 'cost_from' if what else 'from'
        yield from differs(f'{name} {what or "count"}', said[what or 'count'], most)
        yield from differs(f'{name} {member}', said[member], begins)
        if trace is not None and trace.keyed and first is not None:
            key = said['cost_key' if what else 'key']
            if best.get(key) != (most, first):
                yield f'{name} {what} is not of {key!r}'


def wrong_promise(trace: Trace, spec: Spec, run: Run, said: dict[str, Any], width: int) -> Iterator[str]:
    sample = spec.make()
    pairs = [('promise', 'busiest', sample.promise(width))]
    if run.queues:
        largest = min(max(event.cost for event in trace.events), sample.limit)
        pairs = [('promise', 'busiest', sample.promise_departed(width, largest)),
                 ('promise_admitted', 'busiest_admitted', sample.promise(width))]
    for name, measured, right in pairs:
        yield from differs(name, exact(said, name), right)
        if said[measured]['cost'] > right:
            yield f'{measured} {said[measured]["cost"]} is above the {name} {right}'


def wrong_delays(said: dict[str, Any] | None, waits: list[Fraction]) -> Iterator[str]:
    if not waits:
        return
    right = {'max_s': max(waits), 'mean_s': sum(waits) / len(waits),
             'p50_s': metrics.nearest_rank(waits, Fraction(1, 2)),
             'p99_s': metrics.nearest_rank(waits, Fraction(99, 100))}
    for name, wait in right.items():
        yield from differs(f'delay {name}', exact(said, name), Fraction(ceil(wait), NS))


def wrong_episodes(said: dict[str, Any], trace: Trace, right: list[metrics.Episode]) -> Iterator[str]:
    yield from differs('episodes', said['count'], len(right))
    total = sum(episode.dropped for episode in right)
    told = [(-episode['dropped'], episode['from'], episode['to'], episode['dropped_cost'], episode['key'],
             float(episode['drop_share'])) for episode in said['worst']]
    made = [(-episode.dropped, time_text(episode.first), time_text(episode.last), episode.cost,
             episode.key if trace.keyed else None, share_of(episode.dropped, total)) for episode in right]
    # The drops decide, then which began first; of several keys that began at once any may come first.
    yield from differs('episodes, worst first', [episode[:2] for episode in told], [episode[:2] for episode in made])
    yield from differs('episodes', sorted(told, key=repr), sorted(made, key=repr))


def wrong_clients(said: dict[str, Any], trace: Trace, spec: Spec, run: Run) -> Iterator[str]:
    keys = [event.key for event in trace.events]
    own = metrics.clients(run.decisions, keys)
    shared_run = Run(spec.make)
    for event in trace.as_one_key():
        shared_run.decide(event)
    shared = metrics.clients(shared_run.decisions, keys)

    refused = {key for key, client in own.items() if client.dropped}
    yield from differs('clients', said['clients'], len(own))
    yield from differs('clients refused', said['refused'], len(refused))
    yield from differs('without_drop_share', float(said['without_drop_share']),
                       share_of(len(own) - len(refused), len(own)))
    yield from wrong_jain('jain', said['jain'], metrics.jain(own))
    yield from differs('states', said['states'], len({event.key for event in trace.events if event.cost > 0}))
    yield from differs('live_states', said['live_states'], metrics.most_live_states(spec.make, trace.events))
    worst = sorted(((-client.dropped, key.encode(), client) for key, client in own.items() if client.dropped),
                   key=lambda item: item[:2])
    yield from differs('worst clients', [told_of(client) for client in said['worst']],
                       [(key.decode(), *told_by(client)) for _, key, client in worst])

    told = said['shared']
    yield from differs('shared', told_of(told)[1:], told_by(metrics.clients(shared_run.decisions, [''] * len(keys))['']))
    yield from differs('shared refused', told['refused'], sum(1 for client in shared.values() if client.dropped))
    yield from differs('blameless', told['blameless'],
                       sum(1 for key, client in shared.items() if client.dropped and key not in refused))
    yield from wrong_jain('shared jain', told['jain'], metrics.jain(shared))
    most = max(client.passed for client in shared.values())
    if most:
        largest = told['largest']
        yield from differs('shared largest', told_of(largest)[1:], told_by(shared[largest['key']]))
        yield from differs('shared largest', largest['passed'], most)


def told_of(client: dict[str, Any]) -> tuple:
    return (client.get('key'), client['passed'], client['dropped'], client['passed_cost'], client['dropped_cost'])


def told_by(client: metrics.Client) -> tuple:
    return (client.passed, client.dropped, client.passed_cost, client.dropped_cost)


def wrong_jain(name: str, said: Fraction | None, right: Fraction | None) -> Iterator[str]:
    """It is printed to nine digits."""
    if (said is None) != (right is None) or (right is not None and abs(said - right) > Fraction(1, 2 * 10**9)):
        yield f'{name} is {said}, not {right}'


# The sizes. Each check asks the program once about a trace and yields what differs.


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
        yield from (f'{burst}: {difference}' for difference in found)


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
    rates = {rate.text.replace(' ', ''): rate for rate in (draw_rate(place, trace, trace.scale) for _ in range(place.choice([1, 2, 5])))}
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


SIZING: dict[str, Callable[[random.Random, Trace, Program], Iterator[str]]] = {
    'size --rate': size_rate,
    'size --key': size_clients,
    'size --burst': size_burst,
    'size --allow-drops': size_allowing,
    'curve': curve,
    'sweep': sweep,
    'sweep --limit --window': sweep_windows,
    'inspect': inspect,
}
