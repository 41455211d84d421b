#!/usr/bin/env python3
"""Holds `ratereplay policy` against a slow statement of it, on rules and traces by chance and on a real log.

    policy_test.py BINARY [light]

With `light`, for builds that are slow, on fewer of them.

The limiters are those of the oracle, which can be asked without taking.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Optional

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/oracle'))

import limiters  # noqa: E402

BINARY = sys.argv.pop(1)
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')
SHARED = Path(os.environ.get('RATEREPLAY_SHARED', ROOT / '../shared'))
SECOND = 10**9
START = 1735689600


class Spec(NamedTuple):
    text: str
    make: Callable[[], limiters.Limiter]
    window: int


SPECS = (
    Spec('fixed-window:limit=3,window=20s', lambda: limiters.FixedWindowClock(3, 20 * SECOND), 20),
    Spec('fixed-window:limit=3,window=20s,anchor=first', lambda: limiters.FixedWindowFirst(3, 20 * SECOND), 20),
    Spec('sliding-log:limit=4,window=15s', lambda: limiters.SlidingLog(4, 15 * SECOND), 15),
    Spec('sliding-log:limit=4,window=15s,count=all', lambda: limiters.SlidingLog(4, 15 * SECOND, True), 15),
    Spec('sliding-counter:limit=4,window=15s', lambda: limiters.SlidingCounter(4, 15 * SECOND), 15),
    Spec('sliding-counter:limit=4,window=15s,rounding=exact', lambda: limiters.SlidingCounter(4, 15 * SECOND, True), 15),
    Spec('token-bucket:rate=3/7s,burst=4', lambda: limiters.TokenBucket(3, 7 * SECOND, Fraction(4)), 7),
    Spec('token-bucket:rate=3/7s,burst=4,initial=1',
         lambda: limiters.TokenBucket(3, 7 * SECOND, Fraction(4), Fraction(1)), 7),
    Spec('gcra:rate=1/5s,burst=3', lambda: limiters.Gcra(1, 5 * SECOND, Fraction(3)), 5),
    Spec('leaky-bucket:rate=1/5s,burst=2', lambda: limiters.LeakyBucket(1, 5 * SECOND, Fraction(2)), 5),
    Spec('pacer:rate=1/2s', lambda: limiters.Pacer(1, 2 * SECOND), 2),
    Spec('leaky-queue:rate=1/5s,queue=2', lambda: limiters.LeakyQueue(1, 5 * SECOND, 2), 5),
    Spec('srtcm:rate=1/5s,burst=2,excess=3',
         lambda: limiters.SingleRateMarker(1, 5 * SECOND, Fraction(2), Fraction(3)), 5),
    Spec('trtcm:rate=1/5s,burst=2,peak=1/2s,peak-burst=3',
         lambda: limiters.TwoRateMarker((1, 5 * SECOND), Fraction(2), (1, 2 * SECOND), Fraction(3)), 5),
)


@dataclass
class Rule:
    name: str
    spec: Spec
    layer: int = 0
    when: list[tuple[str, str, str]] = field(default_factory=list)  # column, operator, literal
    key: list[str] = field(default_factory=list)
    cost: object = 1  # or the name of a column
    priority: int = 0
    shadow: bool = False

    def matches(self, row: dict) -> bool:
        def holds(column, operator, literal):
            cell = row[column]
            if re.fullmatch(r'-?\d+', literal):
                if not re.fullmatch(r'-?\d+', cell):
                    return False
                cell, literal = int(cell), int(literal)
            return {'=': cell == literal, '!=': cell != literal, '<': cell < literal, '>=': cell >= literal}[operator]

        return all(holds(*condition) for condition in self.when)


def toml_of(rules: list[Rule], layers: list[str], commit: str, client: str) -> str:
    text = f'commit = "{commit}"\nclient = "{client}"\n'
    if layers:
        text += f'layers = {json.dumps(layers)}\n'
    for rule in rules:
        text += f'\n[[rule]]\nname = "{rule.name}"\nlimiter = "{rule.spec.text}"\n'
        if layers:
            text += f'layer = "{layers[rule.layer]}"\n'
        if rule.when:
            text += 'when = ' + json.dumps([column + operator + literal for column, operator, literal in rule.when]) + '\n'
        if rule.key:
            text += f'key = {json.dumps(rule.key)}\n'
        if rule.cost != 1:
            text += f'cost = {json.dumps(rule.cost)}\n'
        if rule.priority:
            text += f'priority = {rule.priority}\n'
        if rule.shadow:
            text += 'shadow = true\n'
    return text


def busiest(taken: list, window: int) -> tuple[int, int]:
    """The most events, and the most cost, of a key in any window."""
    by_key = defaultdict(list)
    for at, cost, key in taken:
        by_key[key].append((at, cost))
    most, most_cost = 0, 0
    for events in by_key.values():
        for begin, (first, _) in enumerate(events):
            held = []
            for at, cost in events[begin:]:
                if at - first >= window:
                    break
                held.append(cost)
            most, most_cost = max(most, len(held)), max(most_cost, sum(held))
    return most, most_cost


def replayed(rules: list[Rule], commit: str, client: str, rows: list[dict]) -> dict:
    """`rows` in order of time, each with `at` in ns."""
    order = sorted(range(len(rules)), key=lambda place: (rules[place].layer, rules[place].priority, place))
    rules = [rules[place] for place in order]
    group = {'all-or-none': lambda place: 0, 'by-layer': lambda place: rules[place].layer, 'in-order': lambda place: place}[commit]
    states: dict = {}
    figures = [defaultdict(int) for _ in rules]
    taken: list[list] = [[] for _ in rules]
    clients: list[set] = [set() for _ in rules]
    would: list[set] = [set() for _ in rules]
    reaching: list[list] = [[] for _ in rules]
    first: dict = {}
    result = defaultdict(int)
    named_by = []
    for number, row in enumerate(rows):
        matching = [place for place, rule in enumerate(rules) if rule.matches(row)]
        asked = {}
        for place in matching:
            rule = rules[place]
            key = tuple(row[column] for column in rule.key)
            cost = rule.cost if isinstance(rule.cost, int) else int(row[rule.cost])
            if (place, key) not in states:
                states[place, key] = rule.spec.make()
            state = states[place, key]
            asked[place] = (state, cost, state.would_pass(row['at'], cost), key)
        refusing = [place for place in matching if not asked[place][2]]
        enforced = [place for place in refusing if not rules[place].shadow]
        named = min(enforced) if enforced else None
        named_by.append(rules[named].name if named is not None else None)
        result['refused' if enforced else 'passed'] += 1
        result['unmatched'] += not matching
        if enforced:
            figures[named]['named'] += 1
            first.setdefault(row[client], rules[named].name)
        for place in matching:
            state, cost, passes, key = asked[place]
            figures[place]['matched'] += 1
            if not passes:
                would[place].add(number)
            if named is not None and group(place) > group(named):
                continue
            figures[place]['reached'] += 1
            reaching[place].append((row['at'], cost, key))
            if not passes:
                figures[place]['refused'] += 1
                figures[place]['refused_cost'] += cost
                figures[place]['alone'] += not [other for other in enforced if other != place]
                clients[place].add(row[client])
            if passes and named is not None and group(place) == group(named):
                if cost and isinstance(state, limiters.TokenBucket) and state.at is None:
                    state.at = row['at']  # its clock starts though nothing is taken
                continue
            state.take(row['at'], cost, passes)
            if passes:
                taken[place].append((row['at'], cost, key))
    for place, rule in enumerate(rules):
        mine = figures[place]
        mine['passed'] = mine['reached'] - mine['refused']
        mine['clients'] = len(clients[place])
        mine['clients_first'] = sum(name == rule.name for name in first.values())
        mine['busiest'], mine['busiest_cost'] = busiest(taken[place], rule.spec.window * SECOND)
        covering = [other for other in range(len(rules)) if other != place and not rules[other].shadow and
                    would[place] and would[place] <= would[other] and (len(would[other]) > len(would[place]) or other < place)]
        mine['covered_by'] = rules[covering[0]].name if covering else None
    result['rules'] = {rule.name: mine for rule, mine in zip(rules, figures)}
    result['clients_refused'] = len(first)
    result['named_by'] = named_by
    result['reaching'] = {rule.name: events for rule, events in zip(rules, reaching)}
    return result


# The same limiter with another size.
SIZED = {
    'fixed-window:limit=3,window=20s': lambda size: limiters.FixedWindowClock(size, 20 * SECOND),
    'sliding-log:limit=4,window=15s': lambda size: limiters.SlidingLog(size, 15 * SECOND),
    'sliding-counter:limit=4,window=15s': lambda size: limiters.SlidingCounter(size, 15 * SECOND),
    'token-bucket:rate=3/7s,burst=4': lambda size: limiters.TokenBucket(3, 7 * SECOND, Fraction(size)),
    'gcra:rate=1/5s,burst=3': lambda size: limiters.Gcra(1, 5 * SECOND, Fraction(size)),
    'leaky-queue:rate=1/5s,queue=2': lambda size: limiters.LeakyQueue(1, 5 * SECOND, size - 1),
    'trtcm:rate=1/5s,burst=2,peak=1/2s,peak-burst=3': lambda size: limiters.TwoRateMarker(
        (1, 5 * SECOND), Fraction(2), (1, 2 * SECOND), Fraction(size)),
}


def refused_with(size: int, make, events: list) -> int:
    states: dict = {}
    refused = 0
    for at, cost, key in events:
        state = states.setdefault(key, None) or make(size)
        states[key] = state
        passes = state.would_pass(at, cost)
        refused += not passes
        state.take(at, cost, passes)
    return refused


class PolicyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def report(self, trace: str, rules: str, *arguments: str) -> dict:
        (self.folder / 'rules.toml').write_text(rules)
        result = subprocess.run([BINARY, 'policy', '-', self.folder / 'rules.toml', '--format', 'json', *arguments],
                                input=trace, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr + rules)
        return json.loads(result.stdout)

    def compare(self, report: dict, expected: dict, what: str) -> None:
        for key in ('passed', 'refused', 'unmatched', 'clients_refused'):
            self.assertEqual(report[key], expected[key], f'{key}: {what}')
        self.assertEqual(report['refused'], sum(rule['named'] for rule in report['rules']))
        for rule in report['rules']:
            mine = expected['rules'][rule['rule']]
            found = {key: rule[key] for key in ('matched', 'reached', 'passed', 'refused', 'refused_cost', 'named', 'alone',
                                                'clients', 'clients_first', 'covered_by')}
            found['busiest'], found['busiest_cost'] = rule['busiest']['count'], rule['busiest']['cost']
            self.assertEqual(found, {key: mine[key] for key in found}, f'{rule["rule"]}: {what}')
            if rule['promise'] is not None:
                self.assertLessEqual(rule['busiest']['cost'], rule['promise'], what)

    def test_by_chance(self):
        for seed in range(8 if LIGHT else 100):
            chance = random.Random(seed)
            layers = ['edge', 'gateway', 'service'][:chance.choice((0, 2, 3))]
            costs = chance.random() < 0.5
            large = seed % 20 == 7  # more rules than a word has bits, more events than are looked at together
            rules = []
            for place in range(150 if large else chance.randint(1, 7)):
                when = chance.choice(([], [], [('path', '=', '/a')], [('path', '!=', '/a')], [('status', '>=', '400')],
                                      [('status', '>=', '200'), ('status', '<', '500'), ('path', '=', '/b')]))
                rules.append(Rule(f'r{place}', chance.choice(SPECS), chance.randrange(len(layers)) if layers else 0, when,
                                  chance.choice(([], ['host'], ['host', 'path'])),
                                  chance.choice((1, 1, 2, 'bytes')) if costs else 1,
                                  chance.choice((0, 0, -1, 5)), chance.random() < 0.15))
            time = START
            rows = []
            for _ in range(200 if large else chance.randint(0, 60)):
                time += chance.choice((0, 1, 1, 2, 5, 30))
                rows.append({'time': str(time), 'at': time * SECOND, 'host': chance.choice('xyz'),
                             'path': chance.choice(('/a', '/b', '/c')), 'status': chance.choice(('200', '404', '500', '-')),
                             'bytes': str(chance.choice((0, 1, 2, 3, 9)))})
            trace = 'time,host,path,status,bytes\n' + ''.join(
                ','.join(row[column] for column in ('time', 'host', 'path', 'status', 'bytes')) + '\n' for row in rows)
            commits = {}
            for commit in ('all-or-none', 'by-layer', 'in-order'):
                text = toml_of(rules, layers, commit, 'host')
                report = self.report(trace, text, '--time-unit', 's')
                expected = replayed(rules, commit, 'host', rows)
                self.compare(report, expected, f'seed {seed}, {commit}\n{text}\n{trace}')
                commits[commit] = report['passed'], report['refused']
                unreadable = {rule['rule']: rule['unreadable'] for rule in report['rules']}
                for rule in rules:
                    asks = any(column == 'status' for column, _, _ in rule.when)
                    self.assertEqual(unreadable[rule.name], asks and sum(row['status'] == '-' for row in rows))
            self.assertEqual({each['commit']: (each['passed'], each['refused']) for each in report['commits']}, commits)

    def test_sizes(self):
        """The least that each rule would have to hold for what reaches it."""
        for seed in range(3 if LIGHT else 40):
            chance = random.Random(seed)
            rules = [Rule(f'r{place}', chance.choice([spec for spec in SPECS if spec.text in SIZED]), 0,
                          chance.choice(([], [('path', '=', '/a')])), chance.choice(([], ['host'])), chance.choice((1, 1, 'bytes')))
                     for place in range(chance.randint(1, 4))]
            time = START
            rows = []
            for _ in range(chance.randint(0, 70)):
                time += chance.choice((0, 1, 1, 2, 5, 30))
                rows.append({'time': str(time), 'at': time * SECOND, 'host': chance.choice('xyz'), 'path': chance.choice(('/a', '/b')),
                             'bytes': str(chance.choice((0, 1, 2, 3)))})
            trace = 'time,host,path,bytes\n' + ''.join(
                ','.join(row[column] for column in ('time', 'host', 'path', 'bytes')) + '\n' for row in rows)
            commit = chance.choice(('all-or-none', 'in-order'))
            report = self.report(trace, toml_of(rules, [], commit, 'host'), '--time-unit', 's', '--size', '--allow-drops', '10%')
            reaching = replayed(rules, commit, 'host', rows)['reaching']
            for rule in report['rules']:
                spec = next(each.spec for each in rules if each.name == rule['rule'])
                make, events = SIZED[spec.text], reaching[rule['rule']]
                less = 1 if spec.text.startswith('leaky-queue') else 0
                counts = {}
                size = 1
                while True:
                    counts[size] = refused_with(size, make, events)
                    if counts[size] == 0:
                        break
                    size += 1
                self.assertEqual(rule['size_lossless'], size - less, f'{seed} {rule}')
                allowed = len(events) // 10
                within = min(each for each, refused in counts.items() if refused <= allowed)
                self.assertEqual((rule['size_within'], rule['size_refused']), (within - less, counts[within]), f'{seed} {rule}')

    def test_a_change_of_rules(self):
        """Whom new rules would refuse or admit, event by event."""
        for seed in range(3 if LIGHT else 40):
            chance = random.Random(seed)

            def rules():
                return [Rule(f'r{place}', chance.choice(SPECS), 0, chance.choice(([], [('path', '=', '/a')])),
                             chance.choice(([], ['host'])), chance.choice((1, 'bytes')), 0, chance.random() < 0.1)
                        for place in range(chance.randint(1, 4))]

            before, after = rules(), rules()
            commits = [chance.choice(('all-or-none', 'by-layer', 'in-order')) for _ in range(2)]
            time = START
            rows = []
            for _ in range(chance.randint(0, 80)):
                time += chance.choice((0, 1, 1, 2, 5, 30))
                rows.append({'time': str(time), 'at': time * SECOND, 'host': chance.choice('xyz'), 'path': chance.choice(('/a', '/b')),
                             'bytes': str(chance.choice((0, 1, 2, 3)))})
            trace = 'time,host,path,bytes\n' + ''.join(
                ','.join(row[column] for column in ('time', 'host', 'path', 'bytes')) + '\n' for row in rows)
            (self.folder / 'new.toml').write_text(toml_of(after, [], commits[1], 'host'))
            (self.folder / 'old.toml').write_text(toml_of(before, [], commits[0], 'host'))
            result = subprocess.run([BINARY, 'policy', '-', self.folder / 'old.toml', self.folder / 'new.toml', '--time-unit', 's',
                                     '--format', 'json', '--window', '10s', '--fail-on', 'new-drops>10%', '--fail-on', 'clients>2',
                                     '--fail-on', 'new-passes > 1/2%'], input=trace, capture_output=True, text=True, check=False)
            report = json.loads(result.stdout)
            old = replayed(before, commits[0], 'host', rows)['named_by']
            new = replayed(after, commits[1], 'host', rows)['named_by']
            self.assertEqual(report['before']['passed'], old.count(None))
            self.assertEqual(report['after']['passed'], new.count(None))
            counts = []
            for key, changed in (('newly_refused', [(row, rule) for row, was, rule in zip(rows, old, new) if was is None and rule]),
                                 ('newly_admitted', [(row, was) for row, was, rule in zip(rows, old, new) if was and rule is None])):
                found = report[key]
                times = [row['at'] for row, _ in changed]
                by_host = {host: sum(row['host'] == host for row, _ in changed) for host in 'xyz'}
                by_host = {host: count for host, count in by_host.items() if count}
                self.assertEqual((found['events'], found['clients']), (len(changed), len(by_host)))
                self.assertEqual({each['client']: each['events'] for each in found['most']}, by_host)
                self.assertEqual([each['events'] for each in found['most']], sorted(by_host.values(), reverse=True))
                self.assertEqual(found['worst']['count'],
                                 max((sum(first <= at < first + 10 * SECOND for at in times) for first in times), default=0))
                counts.append((len(changed), len(by_host)))
                if key == 'newly_refused':
                    self.assertEqual({each['rule']: each['events'] for each in found['rules']},
                                     {rule.name: sum(name == rule.name for _, name in changed) for rule in after})
            hosts = len({row['host'] for row in rows})
            self.assertLessEqual(counts[0][1], hosts)
            holds = [counts[0][0] * 10 > len(rows), counts[0][1] > 2, counts[1][0] * 200 > len(rows)]
            self.assertEqual([each['holds'] for each in report['fail_on']], holds)
            self.assertEqual(result.returncode, int(any(holds)))

    def test_a_policy_of_one_rule_is_replay(self):
        chance = random.Random(3)
        rows = []
        time = START
        for _ in range(2000):
            time += chance.choice((0, 0, 1, 2))
            rows.append(f'{time},{chance.choice("vwxyz")}\n')
        trace = 'time,host\n' + ''.join(rows)
        for spec in SPECS:
            for key in ([], ['host']):
                rule = Rule('only', spec, key=key)
                decisions = self.folder / 'decisions.jsonl'
                report = self.report(trace, toml_of([rule], [], 'in-order', 'host'), '--time-unit', 's', '--decisions', decisions)
                decided = [json.loads(line)['passed'] for line in decisions.read_text().splitlines()]
                options = ['--key', 'host'] if key else []
                replay = json.loads(subprocess.run(
                    [BINARY, 'replay', '-', '-l', spec.text, '--time-unit', 's', '--format', 'json', '--decisions', decisions,
                     *options], input=trace, capture_output=True, text=True, check=True).stdout)['limiters'][0]
                self.assertEqual(decided, [json.loads(line)['passed'] for line in decisions.read_text().splitlines()])
                only = report['rules'][0]
                self.assertEqual((only['passed'], only['refused'], report['passed'], report['refused']),
                                 (replay['passed'], replay['dropped'], replay['passed'], replay['dropped']))
                busiest = replay['busiest_admitted'] or replay['busiest']
                self.assertEqual(only['busiest']['count'], busiest['count'])
                self.assertEqual(only['busiest']['from'], busiest['from'])
                self.assertEqual(only['busiest']['key'], busiest['key'])
                self.assertEqual(only['promise'], replay['promise_admitted'] or replay['promise'])

    def test_two_rules_on_one_key_are_their_conjunction(self):
        """10/s and 1000/h, written by hand: both logs have to have room."""
        chance = random.Random(4)
        second, hour, passed = [], [], []
        rows = []
        time = START * 1000
        for _ in range(5000):
            time += chance.choice((0, 5, 20, 90, 1000))
            rows.append(f'{time},k\n')
            second = [at for at in second if at > time - 1000]
            hour = [at for at in hour if at > time - 3600_000]
            passed.append(len(second) < 10 and len(hour) < 1000)
            if passed[-1]:
                second.append(time)
                hour.append(time)
        rules = [Rule('second', Spec('sliding-log:rate=10/s', None, 1), key=['host']),
                 Rule('hour', Spec('sliding-log:rate=1000/h', None, 3600), key=['host'])]
        decisions = self.folder / 'decisions.jsonl'
        report = self.report('time,host\n' + ''.join(rows), toml_of(rules, [], 'all-or-none', 'host'), '--time-unit', 'ms',
                             '--decisions', decisions)
        self.assertEqual([json.loads(line)['passed'] for line in decisions.read_text().splitlines()], passed)
        self.assertEqual(report['passed'], sum(passed))
        self.assertGreater(report['rules'][0]['refused'], 0)
        self.assertGreater(report['rules'][1]['refused'], 0)

    def test_an_access_log(self):
        """Of a real log: a limit by address at the edge, one for errors at the gateway, one by path in the service."""
        log = SHARED / 'data/apache-combined-unsorted.log'
        if not log.exists():
            self.skipTest(f'skipped: {log} is absent')
        months = {name: number for number, name in enumerate(
            'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(), 1)}
        rows = []
        for line in log.read_text(encoding='utf-8', errors='surrogateescape').splitlines():
            host, day, month, year, clock, method, path, status = re.match(
                r'(\S+) \S+ \S+ \[(\d+)/(\w+)/(\d+):([\d:]+) \+0000\] "(\S+) (\S+)[^"]*" (\d+)', line).groups()
            hours, minutes, seconds = map(int, clock.split(':'))
            # Of May and later months of 2015 alone.
            days = (int(year) - 2015) * 365 + sum((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[:months[month] - 1]) + int(day)
            rows.append({'at': ((days * 24 + hours) * 60 + minutes) * 60 * SECOND + seconds * SECOND, 'host': host,
                         'method': method, 'path': path, 'status': status})
        rows.sort(key=lambda row: row['at'])
        rules = [
            Rule('address', Spec('token-bucket:rate=20/m,burst=40', lambda: limiters.TokenBucket(20, 60 * SECOND, Fraction(40)), 60),
                 0, [], ['host']),
            Rule('errors', Spec('sliding-log:rate=5/10m', lambda: limiters.SlidingLog(5, 600 * SECOND), 600), 1,
                 [('status', '>=', '400'), ('status', '<', '500')], ['host']),
            Rule('path', Spec('gcra:rate=20/h,burst=10', lambda: limiters.Gcra(20, 3600 * SECOND, Fraction(10)), 3600), 2, [],
                 ['path']),
            Rule('client path', Spec('fixed-window:rate=6/h', lambda: limiters.FixedWindowClock(6, 3600 * SECOND), 3600), 2, [],
                 ['host', 'path'], shadow=True)]
        for commit in ('all-or-none', 'by-layer', 'in-order'):
            text = toml_of(rules, ['edge', 'gateway', 'service'], commit, 'host')
            (self.folder / 'rules.toml').write_text(text)
            decisions = self.folder / 'decisions.jsonl'
            result = subprocess.run([BINARY, 'policy', log, self.folder / 'rules.toml', '--format', 'json', '--decisions',
                                     decisions], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            report = json.loads(result.stdout)
            self.assertEqual(report['trace']['events'], 10000)
            expected = replayed(rules, commit, 'host', rows)
            self.compare(report, expected, commit)
            decided = [json.loads(line) for line in decisions.read_text().splitlines()]
            self.assertEqual([each['rule'] for each in decided], expected['named_by'])
            self.assertEqual([each['client'] for each in decided], [row['host'] for row in rows])
            self.assertEqual(sum(each['passed'] for each in decided), report['passed'])
            self.assertGreater(min(rule['refused'] for rule in report['rules']), 0)


if __name__ == '__main__':
    unittest.main()
