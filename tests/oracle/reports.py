"""Holds the figures of `replay` against those made of the oracle's decisions. Each check yields what differs."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import metrics
from limiters import ceil_div
from metrics import NS, Run
from program import exact
from traces import LATEST, Trace, time_text
from variants import ODD_WINDOWS, Spec, typical_gap

LARGEST = 130  # events of a trace whose every figure is compared


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
    yield from wrong_colours(run, said['colours'])
    yield from differs('first_drop', said['first_drop'], time_text(dropped[0].event.time) if dropped else None)
    yield from differs('longest_drop_run', said['longest_drop_run'], metrics.longest_drop_run(run.decisions))
    yield from differs('never_count', said['never_count'], sum(decision.never for decision in dropped))
    waits = [decision.retry_after for decision in dropped if decision.retry_after is not None]
    yield from differs('retry_after_max', exact(said, 'retry_after_max_s'),
                       Fraction(max(waits), NS) if waits else None)
    yield from differs('days', said['episodes']['days'], metrics.days_with_drops(run.decisions))


def wrong_colours(run: Run, said: dict[str, Any] | None) -> Iterator[str]:
    right = {colour: {'events': 0, 'cost': 0} for colour in ('green', 'yellow', 'red')} if run.marks else None
    for decision in run.decisions if run.marks else ():
        right[decision.colour]['events'] += 1
        right[decision.colour]['cost'] += decision.event.cost
    told = said and {colour: {'events': count['events'], 'cost': exact(count, 'cost')} for colour, count in said.items()}
    yield from differs('colours', told, right)


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
        begins = None if first is None else ceil_div(first, parts)
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
    together = metrics.clients(shared_run.decisions, [''] * len(keys))['']
    yield from differs('shared', told_of(told)[1:], told_by(together))
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


def wrong_periods(said: list[dict[str, Any]], run: Run, length: int) -> Iterator[str]:
    """The rows of one limiter: what it passed and dropped in each period, counted from 1970 on."""
    begins = [decision.event.time // length * length for decision in run.decisions]
    tallies = metrics.clients(run.decisions, begins)
    told = [(row['from'], row['passed'], row['dropped'], row['passed_cost'], row['dropped_cost'])
            for row in said]
    yield from differs('periods', told, [(time_text(begin), *told_by(tallies[begin])) for begin in sorted(tallies)])
