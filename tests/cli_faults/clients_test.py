"""What is said of clients is what the rows of each say alone.

    clients_test.py RATEREPLAY
"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(sys.argv.pop(1))
SHARED = Path(os.environ.get('RATEREPLAY_SHARED', ROOT.parent / 'shared'))


def run(*arguments, **settings):
    done = subprocess.run([BINARY, *map(str, arguments)], stdout=subprocess.PIPE, check=True, encoding='utf-8',
                          timeout=300, **settings)
    return json.loads(done.stdout)


def bucket_drops(rows, rate, burst):
    """By key what a bucket of each drops, from its definition: rows of (seconds, key, cost) in order of time."""
    levels = {}
    drops = Counter()
    for at, key, cost in rows:
        level, before = levels.get(key, (Fraction(0), at))
        level = max(Fraction(0), level - rate * (at - before))
        if cost == 0:
            continue
        if level + cost <= burst:
            level += cost
        else:
            drops[key] += 1
        levels[key] = (level, at)
    return drops


def jain(in_all, drops):
    shares = [(count - drops[key]) / count for key, count in in_all.items()]
    return sum(shares) ** 2 / (len(shares) * sum(share * share for share in shares))


class Clients(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def generated(self):
        """A file, and its rows in order of time: out of order, with ties, costs and keys in need of quotes."""
        place = random.Random(5)
        keys = ['a', 'b,c', 'b', '', 'ü "x"', '\\', *(f'k{index}' for index in range(40))]
        rows = [(place.randrange(3000), place.choice(keys[:8] if place.random() < 0.5 else keys),
                 place.choice(['', 'c', 'c,d']), place.randrange(4)) for _ in range(4000)]
        with open(self.folder / 'trace.csv', 'w', newline='', encoding='utf-8') as file:
            writer = csv.writer(file)
            writer.writerow(['time', 'user', 'zone', 'cost'])
            writer.writerows([1_700_000_000 + at, *row] for at, *row in rows)
        return 'trace.csv', sorted(rows, key=lambda row: row[0])

    def check_clients(self, clients, in_all, drops):
        self.assertEqual(clients['clients'], len(in_all))
        self.assertEqual(clients['refused'], sum(1 for count in drops.values() if count))
        self.assertAlmostEqual(clients['without_drop_share'], 1 - clients['refused'] / len(in_all))
        self.assertAlmostEqual(clients['jain'], jain(in_all, drops))
        worst = sorted((item for item in drops.items() if item[1]), key=lambda item: (-item[1], item[0].encode()))
        said = [(client['key'], client['dropped']) for client in clients['worst']]
        self.assertEqual(said, worst[:len(said)])
        for client in clients['worst']:
            self.assertEqual(client['passed'] + client['dropped'], in_all[client['key']])

    def test_a_bucket_for_each_client(self):
        trace, rows = self.generated()
        for columns, key_of in (('user', lambda row: row[1]),
                                ('user,zone', lambda row: ','.join(cell.replace('\\', r'\\').replace(',', r'\,')
                                                                   for cell in row[1:3]))):
            for costs in ([], ['--cost', 'cost']):
                with self.subTest(columns=columns, costs=costs):
                    result = run('replay', trace, '--key', columns, *costs, '-l', 'token-bucket:rate=1/20s,burst=3',
                                 '--top', 10_000, '--format', 'json', cwd=self.folder)
                    events = [(at, key_of((at, user, zone)), cost if costs else 1) for at, user, zone, cost in rows]
                    in_all = Counter(key for _, key, _ in events)
                    drops = bucket_drops(events, Fraction(1, 20), 3)
                    limiter = result['limiters'][0]
                    self.assertEqual(limiter['dropped'], sum(drops.values()))
                    self.check_clients(limiter['clients'], in_all, drops)
                    self.assertEqual(len(limiter['clients']['worst']), limiter['clients']['refused'])

                    shared = bucket_drops([(at, None, cost) for at, _, cost in events], Fraction(1, 20), 3)
                    self.assertEqual(limiter['clients']['shared']['dropped'], shared[None])

    def test_choices_of_key_side_by_side(self):
        trace, rows = self.generated()
        result = run('replay', trace, '--key', 'user', '--key', 'zone', '--key', 'user,zone', '-l',
                     'gcra:rate=1/10s,burst=2', '--format', 'json', cwd=self.folder)
        keys = {'user': lambda row: row[1], 'zone': lambda row: row[2], 'user,zone': lambda row: row[1:3]}
        fates = {}
        for name, key_of in keys.items():
            levels = {}
            fates[name] = []
            for row in rows:
                level, before = levels.get(key_of(row), (Fraction(0), row[0]))
                level = max(Fraction(0), level - Fraction(row[0] - before, 10))
                passes = level + 1 <= 2
                fates[name].append(passes)
                levels[key_of(row)] = (level + passes, row[0])
        refused = {(ours, theirs): {keys[theirs](row) for row, passes in zip(rows, fates[ours]) if not passes}
                   for ours in keys for theirs in keys}
        for choice in result['limiters'][0]['clients']['choices']:
            ours = choice['key']
            self.assertEqual(choice['clients'], len({keys[ours](row) for row in rows}))
            self.assertEqual(choice['dropped'], fates[ours].count(False))
            self.assertEqual(choice['refused'], len(refused[ours, ours]))
            self.assertEqual({other['key']: other['clients'] for other in choice['blameless']},
                             {theirs: len(refused[ours, theirs] - refused[theirs, theirs])
                              for theirs in keys if theirs != ours})

    def test_each_limiter_on_the_rows_of_one_client(self):
        trace, rows = self.generated()
        in_all = Counter(row[1] for row in rows)
        together = run('compare', trace, '--key', 'user', '--rate', '3/m', '--top', 10_000, '--format', 'json',
                       cwd=self.folder)
        added = defaultdict(Counter)
        for key, count in in_all.items():
            alone = run('compare', trace, '--key', 'user', '--only-key', key, '--rate', '3/m', '--format', 'json',
                        cwd=self.folder)
            self.assertEqual(alone['trace']['events'], count)
            for limiter in alone['limiters']:
                self.assertIsNone(limiter['clients'])
                added[limiter['name']][key] = limiter['dropped']
                added[limiter['name'], 'busiest'][key] = limiter['busiest']['count']
                added[limiter['name'], 'retry'][key] = limiter['retry_after_max_s'] or 0
        for limiter in together['limiters']:
            with self.subTest(limiter=limiter['spec']):
                drops = added[limiter['name']]
                self.assertEqual(limiter['dropped'], sum(drops.values()))
                self.check_clients(limiter['clients'], in_all, drops)
                self.assertEqual(limiter['busiest']['count'], max(added[limiter['name'], 'busiest'].values()))
                self.assertEqual(added[limiter['name'], 'busiest'][limiter['busiest']['key']],
                                 limiter['busiest']['count'])
                self.assertEqual(limiter['retry_after_max_s'], max(added[limiter['name'], 'retry'].values()))

    def test_the_bucket_of_each_client(self):
        trace, rows = self.generated()
        size = run('size', trace, '--key', 'user', '--rate', '1/20s', '--top', 10_000, '--format', 'json',
                   cwd=self.folder)['sizes'][0]
        keys = {row[1] for row in rows}
        alone = {}
        for key in keys:
            one = run('size', trace, '--key', 'user', '--only-key', key, '--rate', '1/20s', '--format', 'json',
                      cwd=self.folder)['sizes'][0]
            alone[key] = (one['bucket_exact'], one['witness'])
        clients = size['clients']
        self.assertEqual({client['key']: (client['bucket_exact'], client['witness']) for client in clients['largest']},
                         alone)
        buckets = sorted(Fraction(exact) for exact, _ in alone.values())
        self.assertEqual(size['bucket_exact'], str(buckets[-1]))
        for name, share in (('p50', Fraction(1, 2)), ('p90', Fraction(9, 10)), ('p99', Fraction(99, 100)),
                            ('p99_9', Fraction(999, 1000)), ('p100', Fraction(1))):
            rank = -(-share * len(buckets) // 1)
            self.assertEqual(Fraction(clients['keeps'][name]['bucket_exact']), buckets[int(rank) - 1])
        shared = run('size', trace, '--rate', '1/20s', '--format', 'json', cwd=self.folder)['sizes'][0]
        self.assertEqual(clients['shared']['bucket_exact'], shared['bucket_exact'])
        self.assertEqual(clients['shared']['witness'], shared['witness'])

    def test_nasa(self):
        path = SHARED / 'data' / 'nasa-http-1995-08-01.tsv'
        if not path.exists():
            self.skipTest(f'skipped: {path} is absent')
        with open(path, encoding='latin-1', newline='') as file:
            rows = [(int(row['time']), row['host'], 1) for row in csv.DictReader(file, delimiter='\t', quotechar=None,
                                                                                 quoting=csv.QUOTE_NONE)]
        in_all = Counter(key for _, key, _ in rows)
        self.assertEqual(len(in_all), 2365)
        options = [path, '--key', 'host', '--rate', '10/min', '--format', 'json']
        together = run('compare', *options, '--top', 100_000)
        self.assertEqual(together['trace']['resolution_s'], 1)
        limiters = {limiter['name']: limiter for limiter in together['limiters']}
        # By definition, of all clients.
        drops = bucket_drops(rows, Fraction(10, 60), 10)
        for name in ('token-bucket', 'gcra', 'leaky-bucket', 'leaky-queue'):
            self.check_clients(limiters[name]['clients'], in_all, drops)
            self.assertEqual(limiters[name]['dropped'], sum(drops.values()))
        # By a replay of the rows alone, of the worst and of others.
        said = {name: {client['key']: client['dropped'] for client in limiter['clients']['worst']}
                for name, limiter in limiters.items()}
        sample = list(said['token-bucket']) + random.Random(1).sample(sorted(in_all), 25)
        for key in sample:
            for limiter in run('compare', *options, '--only-key', key)['limiters']:
                self.assertEqual(limiter['dropped'], said[limiter['name']].get(key, 0), (key, limiter['name']))


if __name__ == '__main__':
    unittest.main()
