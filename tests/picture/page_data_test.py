#!/usr/bin/env python3
"""Holds what is in the pages of --html and the drawings of --svg against the decision log, the JSON report and the trace
itself. What a browser makes of a page is tested in tests/page.

    page_data_test.py BINARY [light]
"""

import base64
import csv
import gzip
import html
import json
import random
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

LIGHT = sys.argv[-1] == 'light'
if LIGHT:
    sys.argv.pop()
BINARY = sys.argv.pop(1)
SVG = '{http://www.w3.org/2000/svg}'
LIMITERS = ('token-bucket:rate=3/s,burst=5', 'gcra:rate=2/s,burst=3/2', 'sliding-log:limit=4,window=1s',
            'fixed-window:limit=3,window=1s', 'leaky-queue:rate=4/s,queue=3', 'pacer:rate=2/s')


def run(*arguments: object) -> str:
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError((arguments, done.returncode, done.stderr))
    return done.stdout


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


def escaped(text: str) -> str:
    return html.escape(text).replace('&#x27;', "'")


def column(packed: dict) -> bytes:
    return gzip.decompress(base64.b64decode(packed['data'], validate=True))


def numbers(packed: dict) -> list[int]:
    values, value, shift = [], 0, 0
    for byte in column(packed):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            values.append(value)
            value = shift = 0
    assert len(values) == packed['count'], (len(values), packed['count'])
    return values


def bits(packed: dict) -> list[bool]:
    data = column(packed)
    assert len(data) == (packed['count'] + 7) // 8
    return [bool(data[place // 8] >> place % 8 & 1) for place in range(packed['count'])]


def times(scene: dict, ticks: dict) -> list[int]:
    at, all_of_them = int(scene['origin_ns']), []
    for tick in numbers(ticks):
        at += tick * scene['unit_ns']
        all_of_them.append(at)
    return all_of_them


def ns_of(text: str) -> int:
    whole, _, fraction = text.removesuffix('Z').partition('.')
    moment = datetime.fromisoformat(whole).replace(tzinfo=timezone.utc) - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (moment.days * 86400 + moment.seconds) * 10**9 + int((fraction + '0' * 9)[:9])


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name: str) -> Path:
        return self.folder / name

    def trace(self, seed: int, events: int, keys: list[str]) -> Path:
        chance = random.Random(seed)
        path = self.path('trace.csv')
        unit = chance.choice((1, 1000, 10**6, 10**9))
        now = chance.choice((0, 1753747200 * 10**9, -(10**18)))
        with path.open('w', encoding='utf-8', newline='') as file:
            rows = csv.writer(file)
            rows.writerow(('time', 'key', 'cost'))
            for _ in range(events):
                now += chance.choice((0, 1, 10**8 // unit, 10**9 // unit)) * unit
                rows.writerow((now, chance.choice(keys), chance.choice((0, 1, 1, 2, 7))))
        return path

    def test_scene_is_what_the_log_and_the_report_say(self) -> None:
        hostile = ['a', '</script><script>alert(1)</script>', 'ключ', '"quoted", \\', '&lt;']
        for seed in range(4 if LIGHT else 16):
            trace = self.trace(seed, 150, hostile)
            keyed, costly = seed % 2 == 1, seed // 2 % 2 == 1
            options = [trace, '--time-unit', 'ns', *(['--key', 'key'] if keyed else []),
                       *(['--cost', 'cost'] if costly else []), *(f'-l{limiter}' for limiter in LIMITERS)]
            report = json.loads(run('replay', *options, '--format', 'json', '--html', self.path('page.html'),
                                    '--decisions', self.path('log.csv')))
            page = self.path('page.html').read_text(encoding='utf-8')
            scene = data_of(page)['scene']
            with self.path('log.csv').open(encoding='utf-8', newline='') as file:
                log = list(csv.DictReader(file))
            of_first = [row for row in log if row['limiter'] == report['limiters'][0]['spec']]
            at = times(scene, scene['ticks'])
            self.assertEqual(at, [ns_of(row['time']) for row in of_first])
            costs = numbers(scene['costs']) if costly else [1] * len(at)
            self.assertEqual(costs, [int(row['cost']) for row in of_first])
            if keyed:
                names = [scene['keys']['names'][number] for number in numbers(scene['keys']['of'])]
                self.assertEqual(names, [row['key'] for row in of_first])
            else:
                self.assertIsNone(scene['keys'])
            self.assertEqual(len(scene['rows']), len(LIMITERS))
            for row, told in zip(scene['rows'], report['limiters']):
                with self.subTest(seed=seed, limiter=row['spec']):
                    self.check_row(row, told, [each for each in log if each['limiter'] == told['spec']], keyed)

    def check_row(self, row: dict, told: dict, log: list[dict], keyed: bool) -> None:
        self.assertEqual((row['spec'], row['passed_events'], row['dropped_events'], int(row['passed_cost']),
                          int(row['dropped_cost'])),
                         (told['spec'], told['passed'], told['dropped'], told['passed_cost'], told['dropped_cost']))
        self.assertEqual(row['promise'], None if told['promise'] is None else str(told['promise']))
        if told['busiest']['from'] is None:
            self.assertIsNone(row['busiest'])
        else:
            busiest = row['busiest']
            self.assertEqual((int(busiest['from_ns']), busiest['events'], int(busiest['cost']), busiest['of'],
                              busiest['key']),
                             (ns_of(told['busiest']['from']), told['busiest']['count'], told['busiest']['cost'], '',
                              told['busiest']['key']))
        passed = bits(row['passed'])
        self.assertEqual(passed, [each['passed'] == 'true' for each in log])
        refused = [each for each in log if each['passed'] == 'false']
        waits = numbers(row['retry']) if refused else []
        self.assertEqual(waits, [0 if each['retry_after_s'] == '' else int(Decimal(each['retry_after_s']) * 10**9) + 1
                                 for each in refused])
        delays = [int(Decimal(each['delay_s'] or 0) * 10**9) for each in log if each['passed'] == 'true']
        if any(delays):
            self.assertEqual(numbers(row['delay']), delays)
        else:
            self.assertIsNone(row['delay'])
        self.assertEqual(numbers(row['remaining']), [int(each['ratelimit_remaining']) for each in log])
        self.assertEqual(row['capacity'] is None, keyed)

    def test_page_is_alone_and_has_the_report(self) -> None:
        trace = self.trace(3, 60, ['a'])
        report = run('compare', trace, '--time-unit', 'ns', '--rate', '2/s', '--html', self.path('page.html'))
        page = self.path('page.html').read_text(encoding='utf-8')
        self.assertTrue(escaped(report) in page, 'the report')
        outside = re.search(r'(?i)<(link|img|iframe|object|embed|base)\b|<script[^>]*\bsrc|@import', page)
        self.assertIsNone(outside)
        self.assertTrue("default-src 'none'" in page)
        self.assertTrue('Leon Sorokin' in page, 'the licence of the charts')
        for command in (['curve', trace], ['sweep', trace, '--rate', '1/s,2/s', '--burst', '1..5'],
                        ['fleet', trace, '-l', LIMITERS[0], '--instances', '3'], ['retry', trace, '-l', LIMITERS[0]]):
            report = run(*command, '--time-unit', 'ns', '--html', self.path('page.html'))
            page = self.path('page.html').read_text(encoding='utf-8')
            self.assertTrue(escaped(report) in page, 'the report')
            self.assertEqual(data_of(page)['command'], command[0])

    def test_curve_is_that_of_the_report(self) -> None:
        trace = self.trace(5, 200, ['a'])
        told = json.loads(run('curve', trace, '--time-unit', 'ns', '--format', 'json', '--html', self.path('page.html')))
        data = data_of(self.path('page.html').read_text(encoding='utf-8'))
        self.assertEqual(len(data['curve']['vertices']), told['vertex_count'])
        for vertex, segment, of_report, stretch in zip(data['curve']['vertices'], data['curve']['segments'],
                                                       told['vertices'], told['segments']):
            self.assertAlmostEqual(vertex['rate'], of_report['rate_per_s'], delta=1e-12 * (1 + vertex['rate']))
            self.assertEqual((int(segment['from_ns']), int(segment['until_ns']), segment['cost']),
                             (ns_of(stretch['first']), ns_of(stretch['last']), str(stretch['cost'])))
        self.assertEqual(data['scene']['rows'], [])
        self.assertEqual(data['scene']['events'], 200)
        # Beside limiters their pairs are marked.
        run('compare', trace, '--time-unit', 'ns', '--rate', '2/s', '--burst', '3', '--html', self.path('page.html'))
        data = data_of(self.path('page.html').read_text(encoding='utf-8'))
        self.assertEqual([(mark['label'], mark['rate'], mark['bucket']) for mark in data['curve']['marked']],
                         [('token-bucket', 2, 3), ('gcra', 2, 3), ('leaky-bucket', 2, 3)])

    def test_grid_is_that_of_the_report(self) -> None:
        trace = self.trace(6, 200, ['a'])
        told = json.loads(run('sweep', trace, '--time-unit', 'ns', '--rate', '1/s,5/2s', '--burst', '1,2.5,8', '-l',
                              'token-bucket', '-l', 'leaky-queue', '--format', 'json', '--html', self.path('page.html')))
        grid = data_of(self.path('page.html').read_text(encoding='utf-8'))['grid']
        self.assertEqual(grid['events'], 200)
        self.assertEqual([(series['limiter'], series['x_name'], series['x']) for series in grid['series']],
                         [('token-bucket', 'burst', ['1', '2.5', '8']), ('leaky-queue', 'queue', ['0', '1', '7'])])
        drawn = [dropped for series in grid['series'] for line in series['dropped'] for dropped in line]
        self.assertEqual(drawn, [row['dropped'] for row in told['grid']])

    def test_fleet_and_retry_have_a_row_for_each_way(self) -> None:
        trace = self.trace(7, 300, ['a'])
        told = json.loads(run('fleet', trace, '--time-unit', 'ns', '-l', LIMITERS[0], '--instances', '3', '--format',
                              'json', '--html', self.path('page.html')))
        rows = data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']['rows']
        self.assertEqual([(row['name'], sum(bits(row['passed']))) for row in rows],
                         [(row['arrangement'], row['passed']) for row in told['arrangements']])
        told = json.loads(run('retry', trace, '--time-unit', 'ns', '-l', LIMITERS[0], '--format', 'json', '--html',
                              self.path('page.html')))
        scene = data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']
        self.assertEqual(len(scene['rows']), len(told['policies']))
        for row, policy in zip(scene['rows'], told['policies']):
            at = times(scene, row['own']['ticks'])
            self.assertEqual(at, sorted(at))
            self.assertEqual((row['name'], len(at)), (policy['policy'], policy['attempts']))
            self.assertEqual(sum(bits(row['passed'])), policy['passed'])

    def test_drawing_has_a_tick_in_each_column_that_has_events(self) -> None:
        trace = self.path('trace.csv')
        # 750 columns in 7.5 s: ten events that pass and then five that do not, each in a column of its own.
        stamps = [*range(0, 100, 10), *range(1000, 1050, 10), 7499]
        trace.write_text('time\n' + ''.join(f'{stamp}\n' for stamp in stamps), encoding='utf-8')
        run('replay', trace, '--time-unit', 'ms', '-l', 'token-bucket:rate=1/h,burst=10', '--svg', self.path('x.svg'))
        root = ElementTree.parse(self.path('x.svg')).getroot()
        self.assertEqual(root.tag, SVG + 'svg')
        paths = {path.get('class'): path.get('d') for path in root.iter(SVG + 'path')}
        self.assertEqual(len(paths['passed'].split('M')) - 1, 10)
        self.assertEqual(len(paths['dropped'].split('M')) - 1, 6)
        texts = [text.text for text in root.iter(SVG + 'text')]
        self.assertIn('10 passed, 6 dropped', texts)
        self.assertIn('10 in 1 h, promise 10', texts)

    def test_drawings_are_xml_whatever_names_hold(self) -> None:
        trace = self.trace(8, 5000, ['a'])
        for command in (['compare', trace, '--rate', '2/s', '-l', 'token-bucket:rate=1/s,burst=7'], ['curve', trace],
                        ['fleet', trace, '-l', LIMITERS[0], '--instances', '3'], ['retry', trace, '-l', LIMITERS[0]]):
            run(*command, '--time-unit', 'ns', '--svg', self.path('x.svg'))
            self.assertEqual(ElementTree.parse(self.path('x.svg')).getroot().get('role'), 'img')

    def test_nothing_and_one_event_can_be_drawn(self) -> None:
        trace = self.path('trace.csv')
        for rows in ('', '5\n'):
            trace.write_text('time\n' + rows, encoding='utf-8')
            for command in (['compare', trace, '--rate', '2/s', '--plot'], ['replay', trace, '-l', LIMITERS[0]],
                            ['curve', trace, '--plot'], ['fleet', trace, '-l', LIMITERS[0], '--instances', '3'],
                            ['retry', trace, '-l', LIMITERS[0]]):
                with self.subTest(command=command[0], rows=rows):
                    run(*command, '--time-unit', 's', '--svg', self.path('x.svg'), '--html', self.path('page.html'))
                    ElementTree.parse(self.path('x.svg'))
                    self.assertNotRegex(self.path('x.svg').read_text(encoding='utf-8'), r'nan|inf\b')
                    data_of(self.path('page.html').read_text(encoding='utf-8'))

    def test_page_of_many_events_stays_small(self) -> None:
        events = 100_000 if LIGHT else 2_100_000
        trace = self.path('trace.csv')
        chance = random.Random(9)
        with trace.open('w', encoding='utf-8') as file:
            file.write('time,key\n')
            now = 0
            for _ in range(events // 1000):
                rows = []
                for _ in range(1000):
                    now += int(chance.expovariate(1e-6)) + 1
                    rows.append(f'{now},{chance.getrandbits(40):x}\n')
                file.writelines(rows)
        sizes = [events // 2, events]
        for size in sizes:
            run('replay', trace, '--time-unit', 'ns', '--to', '1970-01-02' if size == events else '1970-01-01T00:17:30Z',
                '--key', 'key', *(f'-l{limiter}' for limiter in LIMITERS[:4]), '--html', self.path('page.html'))
            self.assertLess(self.path('page.html').stat().st_size, 12_000_000)
            data = data_of(self.path('page.html').read_text(encoding='utf-8'))
            if LIGHT:
                continue
            if size == events:
                self.assertIn('too many to be drawn one by one', ' '.join(data['notes']))
                arrivals = numbers(data['scene']['binned']['arrivals'])
                self.assertEqual(sum(arrivals), events)
                for row in data['scene']['rows']:
                    passed = numbers(row['binned']['passed'])
                    self.assertEqual(sum(passed), row['passed_events'])
                    self.assertTrue(all(part <= whole for part, whole in zip(passed, arrivals)))
            else:
                self.assertEqual(len(times(data['scene'], data['scene']['ticks'])), data['scene']['events'])

    def test_page_of_long_keys_or_a_long_report_stays_small(self) -> None:
        trace = self.path('trace.csv')
        with trace.open('w', encoding='utf-8') as file:
            file.write('time,key\n')
            file.writelines(f'{row},{"<" * 200}{row}\n' for row in range(20_000))
        run('replay', trace, '--time-unit', 's', '--key', 'key', f'-l{LIMITERS[0]}', '--html', self.path('page.html'))
        self.assertLess(self.path('page.html').stat().st_size, 12_000_000)
        scene = data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']
        self.assertIsNone(scene['keys'])
        self.assertNotIn('remaining', scene['rows'][0])
        run('replay', trace, '--time-unit', 's', '--by', 'second', f'-l{LIMITERS[0]}', '--html', self.path('page.html'))
        self.assertLess(self.path('page.html').stat().st_size, 2_000_000)
        self.assertIn('the report is cut', ' '.join(data_of(self.path('page.html').read_text(encoding='utf-8'))['notes']))

    def test_keys_that_are_not_utf_8_are_told_apart(self) -> None:
        self.path('trace.csv').write_bytes(b'time,key\n1,\xff\n2,\xfe\n')
        run('replay', self.path('trace.csv'), '--time-unit', 's', '--key', 'key', f'-l{LIMITERS[0]}', '--html',
            self.path('page.html'))
        scene = data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']
        self.assertEqual(scene['keys']['names'], ['\\xFF', '\\xFE'])

    def test_attempts_of_several_clients_have_no_level(self) -> None:
        trace = self.trace(4, 60, ['a', 'b'])
        run('retry', trace, '--time-unit', 'ns', '--key', 'key', '-l', LIMITERS[0], '--html', self.path('page.html'))
        for row in data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']['rows']:
            self.assertIsNone(row['remaining'])

    def test_a_picture_does_not_take_the_place_of_the_report(self) -> None:
        trace = self.trace(1, 5, ['a'])
        with self.path('x').open('w', encoding='utf-8') as report:
            done = subprocess.run([BINARY, 'replay', trace, '--time-unit', 'ns', '-l', LIMITERS[0], '--svg', self.path('x')],
                                  stdout=report, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn('is the file that standard output goes to', done.stderr)

    def test_times_far_apart_are_exact(self) -> None:
        ends = (-(2**63), 2**63 - 1)
        self.path('trace.csv').write_text('time\n%d\n%d\n' % ends, encoding='utf-8')
        run('replay', self.path('trace.csv'), '--time-unit', 'ns', '-l', LIMITERS[0], '--html', self.path('page.html'))
        scene = data_of(self.path('page.html').read_text(encoding='utf-8'))['scene']
        self.assertLessEqual(scene['unit_ns'], 2**53)
        self.assertEqual(times(scene, scene['ticks']), list(ends))

    def test_pictures_stand_or_fall_with_the_report(self) -> None:
        trace = self.trace(1, 5, ['a'])
        for arguments, words in (
                (['--html', '-'], 'the report goes to standard output too'),
                (['--html', trace], 'is the trace itself'),
                (['--html', self.path('x'), '--svg', self.path('x')], 'is --svg itself'),
                (['--html', self.path('x'), '--output', self.path('x')], 'is --html itself'),
                (['--html', '-', '--svg', '-', '--output', self.path('x')], 'goes to standard output too'),
                (['--html', '/dev/stdout', '--decisions', '-', '--decisions-format', 'csv', '--output', self.path('x')],
                 'goes to standard output too'),
                (['--svg', self.path('none/x')], 'No such file or directory'),
                (['--html', self.path('x'), '-l', 'token-bucket:rate=1/s'], 'burst')):
            done = subprocess.run([BINARY, 'replay', trace, '--time-unit', 'ns', '-l', LIMITERS[0],
                                   *map(str, arguments)], capture_output=True, text=True, check=False)
            with self.subTest(words=words):
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count('\n'), 1)
                self.assertEqual([path.name for path in self.folder.iterdir()], ['trace.csv'])


if __name__ == '__main__':
    unittest.main()
