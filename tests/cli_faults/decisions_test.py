"""Every row of a decision log replays to the summary that the command printed; the log stands whole or not at all; and
it is the same to the byte however the trace is read.

    decisions_test.py RATEREPLAY
"""

import csv
import gzip
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KAMCHATKA = str(ROOT / 'data' / 'kamchatka-2025-07-29.csv')
NEWEST_FIRST = str(ROOT / 'data' / 'usgs-all-week-2018-02-07.csv')
BINARY = os.path.abspath(sys.argv.pop(1))
NS = 10**9


def eight(count, period, burst):
    """Every limiter of the catalogue, each variant of it."""
    specs = []
    window = f'limit={count},window={period}'
    rate = f'rate={count}/{period}'
    for spec in (f'fixed-window:{window}', f'fixed-window:{window},anchor=first', f'sliding-log:{window}',
                 f'sliding-log:{window},count=all', f'sliding-counter:{window}',
                 f'sliding-counter:{window},rounding=exact', f'token-bucket:{rate},burst={burst}',
                 f'token-bucket:{rate},burst={burst},initial=1', f'gcra:{rate},burst={burst}',
                 f'leaky-bucket:{rate},burst={burst}', f'pacer:{rate}', f'leaky-queue:{rate},queue={burst - 1}'):
        specs += ['-l', spec]
    return specs


def ns_of_time(text):
    match = re.fullmatch(r'(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z', text)
    assert match and not (match[2] or '').endswith('0'), text
    second = datetime.fromisoformat(match[1]).replace(tzinfo=timezone.utc)
    return int(second.timestamp()) * NS + int((match[2] or '').ljust(9, '0'))


def ns_of_seconds(text):
    exact = Decimal(text) * NS
    assert exact == int(exact), text
    return int(exact)


def rows_of(data, lines):
    """The rows of a log with numbers as such, times and durations in ns, None where a cell is empty."""
    text = data.decode('utf-8', 'surrogateescape')
    if lines:
        rows = [json.loads(line, parse_float=str, parse_int=str) for line in text.splitlines()]
    else:
        rows = [{name: cell or None for name, cell in row.items()}
                for row in csv.DictReader(io.StringIO(text, newline=''))]
    for row in rows:
        row['passed'] = {'true': True, 'false': False, True: True, False: False}[row['passed']]
        row['time'] = ns_of_time(row['time'])
        for name in ('line', 'cost', 'status', 'retry_after', 'ratelimit_limit', 'ratelimit_remaining',
                     'ratelimit_reset'):
            row[name] = None if row[name] is None else int(row[name])
        for name in ('delay_s', 'retry_after_s'):
            row[name] = None if row[name] is None else ns_of_seconds(row[name])
    return rows


def busiest(passed, window):
    """Count and first time, cost and first time, of the busiest half-open window; (time, cost) of what passed."""
    passed = sorted(passed)
    count, cost, first, costliest, held, begin = 0, 0, None, None, 0, 0
    for index, (at, own) in enumerate(passed):
        held += own
        while passed[begin][0] <= at - window:
            held -= passed[begin][1]
            begin += 1
        if index - begin + 1 > count:
            count, first = index - begin + 1, passed[begin][0]
        if held > cost:
            cost, costliest = held, passed[begin][0]
    return count, first, cost, costliest


def summed_up(rows, window):
    """What `replay --format json` says of a limiter, from the rows of its log."""
    passed = [row for row in rows if row['passed']]
    dropped = [row for row in rows if not row['passed']]
    waits = [row['retry_after_s'] for row in dropped if row['retry_after_s'] is not None]
    run = longest = 0
    for row in rows:
        run = 0 if row['passed'] else run + 1
        longest = max(longest, run)
    leaving = [(row['time'] + (row['delay_s'] or 0), row['cost']) for row in passed]
    summary = {
        'passed': len(passed),
        'dropped': len(dropped),
        'passed_cost': sum(row['cost'] for row in passed),
        'dropped_cost': sum(row['cost'] for row in dropped),
        'never_count': len(dropped) - len(waits),
        'retry_after_max': max(waits, default=None),
        'first_drop': dropped[0]['time'] if dropped else None,
        'longest_drop_run': longest,
        'busiest': busiest(leaving, window),
        'delay': None,
    }
    delays = sorted(row['delay_s'] for row in passed if row['delay_s'] is not None)
    if delays:
        ranked = [delays[-(-len(delays) * percent // 100) - 1] for percent in (50, 99)]
        summary['delay'] = [delays[-1], -(-sum(delays) // len(delays)), *ranked]
        summary['admitted'] = busiest([(row['time'], row['cost']) for row in passed], window)
    return summary


def printed(limiter):
    """The same figures as the report has them."""
    def time_of(text):
        return None if text is None else ns_of_time(text)

    def window_of(found):
        return found['count'], time_of(found['from']), found['cost'], time_of(found['cost_from'])

    exact = limiter['retry_after_max_s_exact']
    summary = {name: limiter[name] for name in ('passed', 'dropped', 'passed_cost', 'dropped_cost', 'never_count',
                                                'longest_drop_run')}
    summary['retry_after_max'] = None if exact is None else ns_of_seconds(exact)
    summary['first_drop'] = time_of(limiter['first_drop'])
    summary['busiest'] = window_of(limiter['busiest'])
    summary['delay'] = None
    if limiter['delay']:
        summary['delay'] = [ns_of_seconds(limiter['delay'][name]) for name in ('max_s', 'mean_s', 'p50_s', 'p99_s')]
        summary['admitted'] = window_of(limiter['busiest_admitted'])
    return summary


class Decisions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_tool(self, *arguments, **settings):
        settings.setdefault('stdin', subprocess.DEVNULL)
        return subprocess.run([BINARY, 'replay', *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, **settings)

    def logged(self, *arguments, log='log.csv', **settings):
        """The report in JSON, and the bytes of the log."""
        done = self.run_tool(*arguments, '--format', 'json', '--quiet', '--decisions', log, **settings)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        return json.loads(done.stdout, parse_float=str), (self.folder / log).read_bytes()

    def check_rows(self, report, rows, source=None):
        """Holds that the rows are a whole log and replay to the report; returns how many events there are."""
        limiters = report['limiters']
        self.assertEqual([row['limiter'] for row in rows],
                         [limiter['spec'] for limiter in limiters] * report['trace']['events'])
        for index, limiter in enumerate(limiters):
            own = rows[index::len(limiters)]
            with self.subTest(limiter=limiter['spec']):
                self.assertEqual([row['time'] for row in own], sorted(row['time'] for row in own))
                window = ns_of_seconds(str(limiter['busiest']['window_s']))
                self.assertEqual(summed_up(own, window), printed(limiter))
                for row in own:
                    self.check_row(row)
        if source:
            # The line of an event is that of its row.
            texts = source.splitlines()
            for row in rows[::len(limiters)]:
                self.assertEqual(ns_of_time(self.canonical(texts[row['line'] - 1])), row['time'])
            self.assertEqual(len({row['line'] for row in rows}), report['trace']['events'])
        return len(rows) // len(limiters)

    @staticmethod
    def canonical(line):
        text = line.partition(',')[0].rstrip('Z')
        return (text.rstrip('0').rstrip('.') if '.' in text else text) + 'Z'

    def check_row(self, row):
        self.assertEqual(row['status'], 200 if row['passed'] else 429)
        self.assertEqual(row['delay_s'] is not None, row['passed'] and row['limiter'].startswith('leaky-queue'))
        wait = row['retry_after_s']
        self.assertEqual(row['retry_after'], None if wait is None else -(-wait // NS))
        if row['passed']:
            self.assertIsNone(wait)
        elif wait is None:
            self.assertGreater(row['cost'], row['ratelimit_limit'])
        else:
            self.assertGreater(wait, 0)
            self.assertLess(row['ratelimit_remaining'], row['cost'])
        self.assertLessEqual(row['ratelimit_remaining'], row['ratelimit_limit'])
        # A limit that is not whole now will be, unless buckets begin with less than they hold.
        self.assertEqual(row['ratelimit_reset'] is None, 'initial' in row['limiter'])
        if row['ratelimit_reset'] == 0:
            self.assertEqual(row['ratelimit_remaining'], row['ratelimit_limit'])

    def test_a_real_trace_through_every_limiter(self):
        specs = eight(5, '1h', 5)
        report, data = self.logged(KAMCHATKA, *specs)
        source = Path(KAMCHATKA).read_text()
        self.assertEqual(self.check_rows(report, rows_of(data, False), source), 189)
        again, lines = self.logged(KAMCHATKA, *specs, log='log.ndjson')
        self.assertEqual(again, report)
        self.assertEqual(rows_of(lines, True), rows_of(data, False))
        for log, plain in (('log.csv.gz', data), ('log.jsonl.gz', lines), ('LOG.CSV.GZ', data)):
            again, packed = self.logged(KAMCHATKA, *specs, log=log)
            self.assertEqual(again, report)
            self.assertEqual(gzip.decompress(packed), plain)

    def test_a_trace_that_is_newest_first(self):
        report, data = self.logged(NEWEST_FIRST, *eight(10, '1h', 10))
        self.assertEqual(report['trace']['rows']['reordered'], 1706)
        self.assertEqual(self.check_rows(report, rows_of(data, False), Path(NEWEST_FIRST).read_text()), 1707)

    def test_costs_among_them_none_and_too_large(self):
        pick = random.Random(5)
        at = 1_753_800_000_000_000_000
        rows = []
        for _ in range(3_000):
            at += pick.choice((0, 1, 999_999_999, NS, 7 * NS, pick.randrange(60 * NS)))
            rows.append(f'{at},{pick.choice((0, 1, 1, 2, 3, 6, 9))}\n')
        (self.folder / 'costs.csv').write_text('time,tokens\n' + ''.join(rows))
        for log in ('log.csv', 'log.jsonl'):
            report, data = self.logged('costs.csv', '--cost', 'tokens', *eight(5, '30s', 6), log=log)
            self.assertEqual(self.check_rows(report, rows_of(data, log.endswith('jsonl'))), 3_000)
            self.assertTrue(all(limiter['never_count'] > 100 for limiter in report['limiters']))
            self.assertTrue(all(limiter['passed'] > 500 for limiter in report['limiters']))

    def test_the_log_is_the_same_however_it_comes_about(self):
        specs = ['-l', 'gcra:rate=3/s,burst=4', '-l', 'leaky-queue:rate=3/s,queue=3', '-l', 'sliding-log:rate=3/s']
        pick = random.Random(11)
        times = sorted(pick.randrange(40_000 * 1000) for _ in range(120_000))
        for name, order in (('sorted.csv', times), ('shuffled.csv', pick.sample(times, len(times)))):
            body = ''.join(f'{1_753_800_000_000 + time}\n' for time in order)
            (self.folder / name).write_text('time\n' + body)
            _, expected = self.logged(name, *specs)
            self.assertEqual(expected.count(b'\n'), 3 * len(times) + 1)
            for threads in ('1', '3'):
                with self.subTest(name=name, threads=threads):
                    self.assertEqual(self.logged(name, *specs, '--threads', threads)[1], expected)
            with self.subTest(name=name, source='pipe'), \
                    subprocess.Popen(['cat', self.folder / name], stdout=subprocess.PIPE) as cat:
                self.assertEqual(self.logged('-', *specs, stdin=cat.stdout)[1], expected)
            with self.subTest(name=name, log='fifo'):
                self.assertEqual(self.through_fifo(name, *specs), expected)
            with self.subTest(name=name, log='standard output'):
                done = self.run_tool(name, *specs, '--quiet', '--decisions', '-', '--decisions-format', 'csv',
                                     '--output', 'report.txt')
                self.assertEqual((done.returncode, done.stderr), (0, b''))
                self.assertEqual(done.stdout, expected)

    def through_fifo(self, *arguments):
        """The log as a reader of a FIFO gets it, which cannot be told to forget what it has."""
        os.mkfifo(self.folder / 'fifo')
        read = []
        reader = threading.Thread(target=lambda: read.append((self.folder / 'fifo').read_bytes()))
        reader.start()
        done = self.run_tool(*arguments, '--quiet', '--decisions', 'fifo', '--decisions-format', 'csv')
        reader.join()
        os.remove(self.folder / 'fifo')
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        return read[0]

    def test_an_event_has_its_key(self):
        hosts = ['10.0.0.1', '', 'a,"b"', '=1+1', '\u010d', 'a\nb'] * 500
        with open(self.folder / 'hosts.csv', 'w', encoding='utf-8', newline='') as out:
            written = csv.writer(out)
            written.writerow(['time', 'host'])
            written.writerows([1_753_800_000 + index, host] for index, host in enumerate(hosts))
        for log in ('log.csv', 'log.jsonl'):
            _, data = self.logged('hosts.csv', '--key', 'host', '-l', 'pacer:rate=1/s', log=log)
            keys = [row['key'] for row in rows_of(data, log.endswith('jsonl'))]
            if log == 'log.csv':
                self.assertEqual(keys, [{'': None, '=1+1': "'=1+1"}.get(host, host) for host in hosts])
            else:
                self.assertEqual(keys, hosts)

    def test_a_binary_trace_has_no_lines(self):
        subprocess.run([BINARY, 'convert', KAMCHATKA, str(self.folder / 'k.rrt')], stdout=subprocess.DEVNULL, check=True)
        _, of_csv = self.logged(KAMCHATKA, *eight(5, '1h', 5))
        _, of_rrt = self.logged('k.rrt', *eight(5, '1h', 5))
        self.assertEqual(rows_of(of_rrt, False), [dict(row, line=None) for row in rows_of(of_csv, False)])

    def test_no_log_after_an_error(self):
        body = ''.join(f'2025-07-29T12:00:{second:02}Z\n' for second in range(60)) * 2_000
        (self.folder / 'bad.csv').write_text('time\n' + body + 'yesterday\n')
        (self.folder / 'good.csv').write_text('time\n' + body[:21_000])
        before = sorted(os.listdir(self.folder))
        spec = ['-l', 'gcra:rate=5/s,burst=5']
        full = os.path.exists('/dev/full')
        for arguments, named in (
                (['bad.csv', '--decisions', 'log.csv'], 'bad.csv:120002'),
                (['bad.csv', '--decisions', 'log.jsonl.gz', '--output', 'out.txt'], 'bad.csv:120002'),
                (['good.csv', '--decisions', 'absent/log.csv'], 'absent'),
                (['good.csv', '--decisions', 'log.csv', '--output', 'absent/out.txt'], 'absent'),
                (['good.csv', '--decisions', 'good.csv'], "--decisions 'good.csv' is the trace itself"),
                (['good.csv', '--decisions', 'log.csv', '--output', './log.csv'], 'is --decisions itself'),
                (['good.csv', '--decisions', 'log.txt'], '--decisions-format'),
                (['good.csv', '--decisions', 'log'], '--decisions-format'),
                (['good.csv', '--decisions', 'log.gz'], '--decisions-format'),
                (['good.csv', '--decisions', '-'], '--decisions-format'),
                (['good.csv', '--decisions', 'log.csv', '--decisions-format', 'json'], 'jsonl'),
                (['good.csv', '--decisions-format', 'csv'], '--decisions'),
                (['good.csv', '--decisions', '-', '--decisions-format', 'csv'], '--output'),
                (['good.csv', '--decisions', '/dev/stdout', '--decisions-format', 'csv', '--output', '-'], '--output'),
                *([(['good.csv', '--decisions', '/dev/full', '--decisions-format', 'csv'], '/dev/full'),
                   (['good.csv', '--decisions', 'log.csv', '--output', '/dev/full'], '/dev/full'),
                   (['good.csv', '--decisions', '/dev/full', '--decisions-format', 'csv', '--output', 'out.txt'],
                    '/dev/full')] if full else [])):
            with self.subTest(' '.join(arguments)):
                done = self.run_tool(*arguments, *spec)
                self.assertEqual((done.returncode, done.stdout), (2, b''))
                self.assertRegex(done.stderr.decode(), r'\Aratereplay: [^\n]+\n\Z')
                self.assertIn(named, done.stderr.decode())
                self.assertEqual(sorted(os.listdir(self.folder)), before)
        if full:
            with open('/dev/full', 'wb') as out:
                done = subprocess.run([BINARY, 'replay', 'good.csv', '--decisions', 'log.csv', *spec], cwd=self.folder,
                                      stdout=out, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_signal_leaves_nothing(self):
        process = subprocess.Popen([BINARY, 'replay', '-', '-l', 'pacer:rate=1/s', '--decisions', 'log.csv'],
                                   cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        for _ in range(6000):
            if os.listdir(self.folder):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=60), (b'', b''))
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        done = subprocess.run(
            f"'{BINARY}' replay '{KAMCHATKA}' -l pacer:rate=5/h --decisions - --decisions-format jsonl --output out.txt"
            ' | head -1; exit ${PIPESTATUS[0]}', shell=True, executable='/bin/bash', cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertEqual(done.stdout.count(b'\n'), 1)

    def test_an_empty_trace_has_an_empty_log(self):
        (self.folder / 'none.csv').write_text('time\n')
        _, data = self.logged('none.csv', '-l', 'pacer:rate=1/s')
        self.assertEqual(data.count(b'\n'), 1)
        self.assertTrue(data.startswith(b'line,time,key,cost,limiter,passed,status,'))
        self.assertEqual(self.logged('none.csv', '-l', 'pacer:rate=1/s', log='log.jsonl')[1], b'')


if __name__ == '__main__':
    unittest.main()
