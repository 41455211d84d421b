"""Mistakes that tools of this kind have made, each a named test with the right answer by exact arithmetic, and with its
siblings: other spellings, limiters and magnitudes of the same mistake. golden/faults.t shows what is printed for them.

    cases_test.py RATEREPLAY
"""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BINARY = os.path.abspath(sys.argv.pop(1))
BUCKETS = ('token-bucket', 'gcra', 'leaky-bucket')
WINDOWS = ('fixed-window', 'sliding-log', 'sliding-counter')
START = '2025-07-29T23:24:52'


def column(*cells, name='time'):
    return '\n'.join((name, *map(str, cells))) + '\n'


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def run_tool(self, trace, arguments, environment=None):
        """The command on a trace that is given by its content: of an access log where it does not begin as a table."""
        content = trace if isinstance(trace, bytes) else trace.encode()
        (self.folder / 'trace').write_bytes(content)
        return subprocess.run([BINARY, arguments[0], 'trace', *arguments[1:]], cwd=self.folder, capture_output=True,
                              encoding='utf-8', timeout=60, stdin=subprocess.DEVNULL,
                              env=dict(os.environ, **(environment or {})))

    def report(self, trace, *arguments, environment=None):
        done = self.run_tool(trace, [*arguments, '--format', 'json'], environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def replayed(self, trace, spec, *options):
        """What one limiter did: its report, and its row of the decision log for each event."""
        done = self.run_tool(trace, ['replay', '-l', spec, *options, '--format', 'json', '--output', 'report',
                                     '--decisions-format', 'csv', '--decisions', '-'])
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads((self.folder / 'report').read_text())
        return report['limiters'][0], list(csv.DictReader(io.StringIO(done.stdout)))

    def decides(self, trace, spec, expected, *options):
        """`expected` has a p for each event that passes and a d for each that is dropped, in replay order."""
        with self.subTest(spec, options=options):
            limiter, rows = self.replayed(trace, spec, *options)
            self.assertEqual(''.join('p' if row['passed'] == 'true' else 'd' for row in rows), expected)
            self.assertEqual((limiter['passed'], limiter['dropped']), (expected.count('p'), expected.count('d')))
            if limiter['promise'] is not None:
                self.assertLessEqual(limiter['busiest']['cost'] or limiter['busiest']['count'], limiter['promise'])
            return limiter, rows

    def waits(self, trace, spec, expected, *options):
        """The exact seconds that each event was told to wait: '' for one that passes, and for one that never can."""
        with self.subTest(spec, options=options):
            _, rows = self.replayed(trace, spec, *options)
            self.assertEqual([row['retry_after_s'] for row in rows], expected)

    def buckets(self, rate_and_burst, trace, expected, *options):
        for name in BUCKETS:
            self.decides(trace, f'{name}:{rate_and_burst}', expected, *options)

    def sizes(self, trace, rate, exact, bucket, *options):
        with self.subTest('size', rate=rate, options=options):
            size = self.report(trace, 'size', '--rate', rate, *options)['sizes'][0]
            self.assertEqual((size['bucket_exact'], size['bucket']), (exact, bucket))
            return size

    def trace_of(self, trace, *options):
        return self.report(trace, 'inspect', *options)['trace']

    def refused(self, trace, arguments, *named):
        with self.subTest(arguments):
            done = self.run_tool(trace, arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertRegex(done.stderr, r'\Aratereplay: [^\n]+\n\Z')
            for text in named:
                self.assertIn(text, done.stderr)


class Arithmetic(Case):
    def test_F002_seconds_in_a_double(self):
        tenths = column(*(f'1753831492.{i}' for i in range(10)), '1753831493.0')
        self.buckets('rate=10/s,burst=1', tenths, 'p' * 11)
        self.decides(tenths, 'sliding-log:limit=1,window=100ms', 'p' * 11)
        self.sizes(tenths, '10/s', '1', 1)
        for unit, stamps in (('ms', range(1753831492000, 1753831493001, 100)),
                             ('us', range(1753831492000000, 1753831493000001, 100000))):
            with self.subTest(unit):
                self.buckets('rate=10/s,burst=1', column(*stamps), 'p' * 11)
        # A hundredth and a billionth of a second, and 2.7 seconds of which a double makes 2.7000000000000002.
        hundredths = column(*(f'1753831492.{i:02}' for i in range(100)))
        self.buckets('rate=100/s,burst=1', hundredths, 'p' * 100)
        self.sizes(hundredths, '100/s', '1', 1)
        self.sizes(column(*(f'1753831492.{i:09}' for i in range(20))), '1000000000/s', '1', 1)
        self.buckets('rate=10/27s,burst=1', column(*(f'1753831{492 + 27 * i // 10}.{7 * i % 10}' for i in range(11))),
                     'p' * 11)
        # A nanosecond less than an interval, once.
        self.buckets('rate=10/s,burst=1', column('1753831492.0', '1753831492.099999999', '1753831492.1'), 'pdp')
        self.sizes(column('1753831492.0', '1753831492.099999999'), '10/s', '100000001/100000000', 2)

    def test_F003_an_interval_that_is_no_whole_nanosecond(self):
        thirds = column(*(f'{START}.{part}Z' for part in ('000', '333333333', '666666666', '999999999')))
        self.buckets('rate=3/s,burst=1', thirds, 'pdpd')
        self.decides(thirds, 'pacer:rate=3/s', 'pdpd')
        self.decides(thirds, 'leaky-queue:rate=3/s,queue=0', 'pdpd')
        above = column(*(f'{START}.{part}Z' for part in ('000', '333333334', '666666667')), '2025-07-29T23:24:53Z')
        self.buckets('rate=3/s,burst=1', above, 'ppdp')
        self.waits(above, 'gcra:rate=3/s,burst=1', ['', '', '0.000000001', ''])
        # Sevenths: 142857142.857... ns.
        self.buckets('rate=7/s,burst=1', column('0', '0.142857142', '0.142857143'), 'pdp')
        self.buckets('rate=10/13s,burst=1', column('0', '1.299999999', '1.3'), 'pdp')
        # A million intervals of a third: not one too many, not one too few.
        self.sizes(column('0', '333333.333333333', '333333.333333334'), '3/s', '1999999997/1000000000', 2)

    def test_F005_a_wait_beyond_64_bits(self):
        seconds = column(*(f'2025-07-29T23:24:{s}.000Z' for s in (52, 53, 54)))
        for spec in [f'{name}:rate=1/10000000000s,burst=1' for name in BUCKETS] + [
                'pacer:rate=1/10000000000s', 'leaky-queue:rate=1/10000000000s,queue=0',
                'sliding-log:limit=1,window=10000000000s', 'fixed-window:limit=1,window=10000000000s,anchor=first']:
            self.decides(seconds, spec, 'pdd')
            self.waits(seconds, spec, ['', '9999999999', '9999999998'])
        # All log: the wait is from the last one refused.
        self.waits(seconds, 'sliding-log:limit=1,window=10000000000s,count=all', ['', '10000000000', '10000000000'])
        # On the clock, whose first window of 10^10 s ends in 2286.
        self.waits(seconds, 'fixed-window:limit=1,window=10000000000s', ['', str(10**10 - 1753831493),
                                                                         str(10**10 - 1753831494)])
        _, rows = self.replayed(seconds, 'leaky-queue:rate=1/10000000000s,queue=1')
        self.assertEqual([row['delay_s'] for row in rows], ['0', '9999999999', ''])
        self.assertEqual(rows[2]['retry_after_s'], '9999999998')
        # The longest period, of 2^64 - 1 ns; a longer one is an error that says so.
        self.waits(seconds, 'gcra:rate=1/18446744073709551615ns,burst=1', ['', '18446744072.709551615',
                                                                           '18446744071.709551615'])
        self.refused(seconds, ['replay', '-l', 'gcra:rate=1/18446744073709551616ns,burst=1'], '18446744073709551616ns')

    def test_F006_burst_times_interval_beyond_64_bits(self):
        at_once = column(*[f'{START}.000Z'] * 3)
        for burst in ('1000000', '1000000000000000000', '2000000/2', '1000000000000000000/3'):
            self.buckets(f'rate=1/d,burst={burst}', at_once, 'ppp')
        self.decides(at_once, 'leaky-queue:rate=1/d,queue=999999', 'ppp')
        self.decides(at_once, 'sliding-log:limit=1000000000000000000,window=10000d', 'ppp')
        self.decides(at_once, 'sliding-counter:limit=1000000000000000000,window=10000d', 'ppp')
        self.decides(at_once, 'fixed-window:limit=1000000000000000000,window=10000d', 'ppp')
        costly = 'time,cost\n' + f'{START}Z,999999999999\n' * 3
        self.buckets('rate=1/10000000000s,burst=2000000000000', costly, 'ppd', '--cost', 'cost')

    def test_F008_a_span_beyond_64_bits(self):
        centuries = column('1700-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')
        self.assertEqual(self.trace_of(centuries)['span_s'], 10256025600)
        everything = column('1677-09-21T00:12:43.145224193Z', '2262-04-11T23:47:16.854775807Z')
        for trace in (centuries, everything):
            self.buckets('rate=1/s,burst=1', trace, 'pp')
            for spec in ('pacer:rate=1/s', 'leaky-queue:rate=1/s,queue=0', 'fixed-window:limit=1,window=60s',
                         'fixed-window:limit=1,window=60s,anchor=first', 'sliding-counter:limit=1,window=60s',
                         'sliding-log:limit=1,window=60s', 'sliding-log:limit=1,window=60s,count=all'):
                self.decides(trace, spec, 'pp')
            self.sizes(trace, '1/s', '1', 1)
        # A window that is as long as the trace, and one nanosecond longer.
        self.decides(centuries, 'sliding-log:limit=1,window=10256025600s', 'pp')
        self.decides(centuries, 'sliding-log:limit=1,window=10256025601s', 'pd')
        self.waits(centuries, 'sliding-log:limit=1,window=10256025601s', ['', '1'])
        self.buckets('rate=1/10256025601s,burst=1', centuries, 'pd')
        self.assertEqual(self.report(centuries, 'inspect')['gaps']['max_s'], 10256025600)
        self.sizes(centuries, '1/10256025601s', '10256025602/10256025601', 2)

    def test_F010_burst_and_burst_plus_one(self):
        at_once = column(*[f'{START}.000Z'] * 5)
        self.buckets('rate=1/s,burst=3', at_once, 'pppdd')
        self.decides(at_once, 'leaky-queue:rate=1/s,queue=3', 'ppppd')
        self.decides(at_once, 'leaky-queue:rate=1/s,queue=0', 'pdddd')
        self.decides(at_once, 'pacer:rate=1/s', 'pdddd')
        self.buckets('rate=1/s,burst=1', at_once, 'pdddd')
        self.buckets('rate=1/s,burst=3.999999999', at_once, 'pppdd')
        self.buckets('rate=1/s,burst=4', at_once, 'ppppd')
        self.decides(at_once, 'token-bucket:rate=1/s,burst=3,initial=0', 'ddddd')
        self.decides(at_once, 'token-bucket:rate=1/s,burst=3,initial=2', 'ppddd')
        for name in WINDOWS:
            self.decides(at_once, f'{name}:limit=3,window=1s', 'pppdd')
        # compare takes queue = burst - 1, so that all of the family pass the same.
        limiters = self.report(at_once, 'compare', '--rate', '3/s')['limiters']
        self.assertEqual({limiter['name']: limiter['passed'] for limiter in limiters},
                         {**dict.fromkeys((*BUCKETS, *WINDOWS, 'leaky-queue'), 3), 'pacer': 1})

    def test_F011_an_oversize_cost(self):
        costs = 'time,cost\n' + ''.join(f'{START}.000Z,{cost}\n' for cost in (5, 1, 3, 2))
        self.buckets('rate=1/s,burst=3', costs, 'dpdp', '--cost', 'cost')
        self.waits(costs, 'token-bucket:rate=1/s,burst=3', ['', '', '1', ''], '--cost', 'cost')
        for spec in ('sliding-log:limit=3,window=1s', 'sliding-log:limit=3,window=1s,count=all',
                     'fixed-window:limit=3,window=1s', 'sliding-counter:limit=3,window=1s'):
            # What all log: the 3 is logged when it is refused, and the 2 then finds no room.
            self.decides(costs, spec, 'dpdd' if 'all' in spec else 'dpdp', '--cost', 'cost')
        limiter, _ = self.replayed(costs, 'token-bucket:rate=1/s,burst=3', '--cost', 'cost')
        self.assertEqual((limiter['never_count'], limiter['retry_after_max_s'], limiter['passed_cost'],
                          limiter['dropped_cost']), (1, 1, 3, 8))
        # As large as the bucket is not oversize; a fraction of the bucket is not enough for a whole one.
        self.buckets('rate=1/s,burst=3', f'time,cost\n{START}Z,3\n{START}Z,1\n', 'pd', '--cost', 'cost')
        self.buckets('rate=1/s,burst=2.5', f'time,cost\n{START}Z,3\n{START}Z,2\n', 'dp', '--cost', 'cost')
        # A cost of 0 always passes and changes nothing.
        self.buckets('rate=1/s,burst=1', f'time,cost\n{START}Z,1\n{START}Z,0\n{START}Z,1\n{START}Z,0\n', 'ppdp',
                     '--cost', 'cost')
        self.decides(f'time,cost\n{START}Z,1\n{START}Z,0\n{START}Z,1\n', 'leaky-queue:rate=1/s,queue=0', 'ppd',
                     '--cost', 'cost')

    def test_F015_before_1970(self):
        around = column('1969-12-31T23:59:30.000Z', '1970-01-01T00:00:30.000Z')
        self.decides(around, 'fixed-window:limit=1,window=60s', 'pp')
        self.decides(around, 'fixed-window:limit=1,window=60s,offset=30s', 'pp')
        self.decides(around, 'fixed-window:limit=1,window=60s,offset=-29s', 'pp')
        self.decides(around, 'fixed-window:limit=1,window=62s,offset=-31s', 'pd')
        # Half of the window before 1970 still weighs: floor(0.5) and exactly a half.
        self.decides(around, 'sliding-counter:limit=1,window=60s', 'pp')
        self.decides(around, 'sliding-counter:limit=1,window=60s,rounding=exact', 'pd')
        self.decides(column('-60.000000001', '-60', '-0.000000001', '0'), 'fixed-window:limit=1,window=60s', 'ppdp')
        self.waits(column('-60', '-59.5'), 'fixed-window:limit=1,window=60s', ['', '59.5'])
        self.assertEqual(self.trace_of(column('-0.5', '0.25'))['first'], '1969-12-31T23:59:59.5Z')

    def test_F016_windows_side_by_side(self):
        stamps = ['23:24:59.' + part for part in ('600', '700', '800', '900', '950')]
        stamps += ['23:25:00.' + part for part in ('100', '200', '300', '400', '500')]
        trace = column(*(f'2025-07-29T{stamp}Z' for stamp in stamps))
        limiter, _ = self.decides(trace, 'fixed-window:limit=5,window=60s', 'p' * 10)
        self.assertEqual((limiter['busiest']['count'], limiter['promise']), (10, 10))
        self.decides(trace, 'fixed-window:limit=5,window=60s,anchor=first', 'p' * 5 + 'd' * 5)
        self.decides(trace, 'sliding-log:limit=5,window=60s', 'p' * 5 + 'd' * 5)
        self.decides(trace, 'sliding-counter:limit=5,window=60s', 'p' * 6 + 'd' * 4)
        self.decides(trace, 'sliding-counter:limit=5,window=60s,rounding=exact', 'p' * 5 + 'd' * 5)
        # Half-open: an event exactly W old is out, one a nanosecond younger is in.
        self.decides(column('0', '60'), 'sliding-log:limit=1,window=60s', 'pp')
        self.decides(column('0.000000001', '60'), 'sliding-log:limit=1,window=60s', 'pd')
        self.decides(column('30', '89.999999999', '90'), 'fixed-window:limit=1,window=60s,anchor=first', 'pdp')

    def test_F019_the_floor_of_the_sliding_counter(self):
        trace = column('5.0', '14.0')
        self.decides(trace, 'sliding-counter:limit=1,window=10s', 'pp')
        self.decides(trace, 'sliding-counter:limit=1,window=10s,rounding=exact', 'pd')
        self.decides(column('5', '10', '10.000000001'), 'sliding-counter:limit=1,window=10s', 'pdp')
        self.decides(column('5', '19.999999999', '20'), 'sliding-counter:limit=1,window=10s,rounding=exact', 'pdp')
        # The window before the last one does not weigh.
        self.decides(column('5', '20'), 'sliding-counter:limit=1,window=10s,rounding=exact', 'pp')

    def test_F024_arrivals_and_departures(self):
        trace = column(*[f'{START}.000Z'] * 5, f'{START}.500Z', '2025-07-29T23:24:53.000Z')
        spec = 'leaky-queue:rate=1/s,queue=2'
        limiter, rows = self.decides(trace, spec, 'pppdddp')
        self.assertEqual([row['delay_s'] for row in rows], ['0', '1', '2', '', '', '', '2'])
        self.assertEqual((limiter['busiest']['count'], limiter['busiest_admitted']['count']), (1, 3))
        self.assertEqual(limiter['delay']['max_s'], 2)
        limiter, _ = self.replayed(trace, spec, '--window', '1.000000001s')
        self.assertEqual((limiter['busiest']['count'], limiter['busiest_admitted']['count']), (2, 4))


class Order(Case):
    def test_F014_time_that_goes_back(self):
        trace = column(*(f'2025-07-29T23:25:0{second}.000Z' for second in (2, 0, 2, 0, 2)))
        self.buckets('rate=1/s,burst=2', trace, 'ppppd')
        self.assertEqual(self.trace_of(trace)['rows']['reordered'], 2)
        self.buckets('rate=1/s,burst=2', trace, 'ppddd', '--order', 'file')
        self.refused(trace, ['replay', '-l', 'gcra:rate=1/s,burst=2', '--order', 'strict'], 'trace:3')
        # The running maximum is of the whole trace, also where a limiter has seen nothing of it.
        keyed = 'time,key\n10,a\n0,b\n10,b\n'
        self.decides(keyed, 'gcra:rate=1/s,burst=1', 'ppd', '--order', 'file', '--key', 'key')
        for name in WINDOWS:
            self.decides(trace, f'{name}:limit=2,window=1s', 'ppddd', '--order', 'file')
        self.sizes(trace, '1/s', '5', 5, '--order', 'file')
        self.sizes(trace, '1/s', '3', 3)

    def test_F026_a_file_that_is_newest_first(self):
        trace = column('2025-07-29T23:30:00.000Z', '2025-07-29T23:29:30.000Z', '2025-07-29T23:29:00.000Z',
                       '2025-07-29T23:24:52.500Z')
        limiter, _ = self.decides(trace, 'gcra:rate=1/min,burst=1', 'ppdp')
        self.assertEqual(limiter['busiest']['count'], 1)
        self.buckets('rate=1/min,burst=1', trace, 'ppdp')
        self.sizes(trace, '1/min', '2', 2)
        self.assertEqual(self.trace_of(trace)['rows']['reordered'], 3)
        # Equal times keep the order of the file, also when it is turned.
        ties = 'time,cost\n2,1\n1,2\n1,1\n'
        self.decides(ties, 'gcra:rate=1/s,burst=2', 'pdp', '--cost', 'cost')

    def test_F043_duplicate_ids(self):
        trace = ('time,id,updated\n2025-07-29T23:26:52.500Z,xx3,2025-07-30T00:00:00.000Z\n'
                 '2025-07-29T23:25:52.500Z,xx2,2025-07-30T00:00:00.000Z\n'
                 '2025-07-29T23:25:52.500Z,xx2,2025-07-31T00:00:00.000Z\n'
                 '2025-07-29T23:24:52.500Z,xx1,2025-07-30T00:00:00.000Z\n')
        self.sizes(trace, '1/s', '1', 1, '--dedupe', 'id')
        self.sizes(trace, '1/s', '2', 2)
        rows = self.trace_of(trace, '--dedupe', 'id')['rows']
        self.assertEqual((rows['read'], rows['kept'], rows['duplicates']), (4, 3, 1))
        # The newest stays, wherever it stands; without `updated`, or with equal ones, the last.
        moved = 'time,id,updated\n5,a,2025-01-02\n9,a,2025-01-01\n'
        self.assertEqual(self.trace_of(moved, '--dedupe', 'id')['first'], '1970-01-01T00:00:05Z')
        for columns in ('time,id\n5,a\n9,a\n', 'time,id,updated\n5,a,2025-01-02\n9,a,2025-01-02\n'):
            self.assertEqual(self.trace_of(columns, '--dedupe', 'id')['first'], '1970-01-01T00:00:09Z')
        # First duplicates, then conditions: what is replaced does not come back when its successor is left out.
        kept = self.trace_of('time,id,mag\n5,a,5\n9,a,1\n', '--dedupe', 'id', '--where', 'mag>=5')
        self.assertEqual(kept['events'], 0)


class Rows(Case):
    def test_F027_quotes(self):
        header = 'time,place\n'
        for place in ('"12 km E of ""Old"" Sampleton, CA"', '"a,b"', '""', '""""', '" "', '","","'):
            with self.subTest(place):
                self.assertEqual(self.trace_of(f'{header}{START}Z,{place}\n{START}Z,x\n')['events'], 2)
        for trace, condition in ((f'{header}{START}Z,"he said ""a"", b"\n', 'place=he said "a", b'),
                                 (f'"time","the ""place"""\n"{START}Z",x\n', 'the "place"=x')):
            self.assertEqual(self.trace_of(trace, '--where', condition)['events'], 1)

    def test_F028_a_line_break_in_quotes(self):
        trace = f'time,id,mag,place\n{START}.5Z,xx1,1.5,"10 km N of\nSampleton, CA"\n{START}.6Z,xx2,2.5,There\n'
        self.assertEqual(self.trace_of(trace)['events'], 2)
        self.assertEqual(self.trace_of(trace.replace('\n', '\r\n'))['events'], 2)
        # An error names the line on which the record begins.
        self.refused(trace + 'never,xx3,1,"a\nb"\n', ['inspect'], 'trace:5:', "'time'")
        _, rows = self.replayed(trace, 'gcra:rate=1/s,burst=1')
        self.assertEqual([row['line'] for row in rows], ['2', '4'])

    def test_F030_an_empty_cell_is_not_zero(self):
        trace = f'time,id,mag\n{START}.5Z,xx1,\n{START}.6Z,xx2,-0.4\n{START}.7Z,xx3,0.3\n{START}.8Z,xx4,2.0\n'
        kept = self.trace_of(trace, '--where', 'mag>=0')
        self.assertEqual((kept['events'], kept['rows']['filtered'], kept['rows']['missing']), (2, 2, 1))
        self.assertEqual(self.trace_of(trace)['events'], 4)
        for condition, events in (('mag<0', 1), ('mag<=0', 1), ('mag=0', 0), ('mag!=0', 3), ('mag>-1', 3), ('mag=2', 1),
                                  ('mag=2.00', 1), ('mag>=0.3', 2), ('mag>0.3', 1), ('mag>=0.30', 2), ('mag=-0.40', 1)):
            with self.subTest(condition):
                self.assertEqual(self.trace_of(trace, '--where', condition)['events'], events)
        for cell in (' ', 'null', 'NaN', 'n/a', '-', '0x1', '1,5'):
            with self.subTest(cell):
                trace = f'time,mag\n{START}Z,"{cell}"\n'
                self.assertEqual(self.trace_of(trace, '--where', 'mag!=7')['events'], 0)

    def test_F032_ends_of_lines_and_of_rows(self):
        rows = f'time,id,mag\n{START}.5Z,xx1,1.5\n2025-07-29T23:25:52.5Z,xx2,2.5\n'
        for trace in (rows, rows[:-1], rows.replace('\n', '\r\n'), rows.replace('\n', '\r\n') + '\r\n', rows + '\n\n',
                      '\n' + rows, '\ufeff' + rows, '\ufeff' + rows.replace('\n', '\r\n'), rows + '\ufeff' + rows[:12],
                      rows.replace('.5\n', '.5,\n'), rows.replace(',2.5', ''), rows.replace(',xx2,2.5', ',xx2')):
            with self.subTest(trace):
                self.assertEqual(self.trace_of(trace)['events'], 2)
        missing = self.trace_of(rows.replace(',2.5', ''), '--where', 'mag>=0')
        self.assertEqual((missing['events'], missing['rows']['missing'], missing['rows']['short']), (1, 1, 1))
        # Files joined by cat: one with a header and a byte order mark in the middle.
        self.assertEqual(self.trace_of(rows + '\ufeff' + rows)['events'], 4)
        self.assertEqual(self.trace_of(rows + rows)['rows']['repeated_headers'], 1)

    def test_F035_styles_of_time(self):
        styles = [f'{START}.500Z', '2025-07-29 23:24:52.5', f'{START}.500+00:00', '2025-07-30T01:24:52.500+02:00',
                  '2025-07-29t23:24:52.5z', f'{START}.500000Z']
        self.sizes(column(*styles), '1/s', '6', 6)
        mixed = column(*styles, '[29/Jul/2025:23:24:52 +0000]')
        self.refused(mixed, ['size', '--rate', '1/s'], 'trace:8', "'time'")
        self.sizes(mixed, '1/s', '6', 6, '--bad-rows', 'skip')
        self.assertEqual(self.trace_of(mixed, '--bad-rows', 'skip')['rows']['bad'], 1)
        iso = [f'{START}.5+0000', f'{START}.5+00', f'{START}.5-00:00', f'{START},5Z', '2025-07-29T18:54:52.5-0430']
        self.sizes(column(*(f'"{stamp}"' for stamp in styles + iso)), '1/s', '11', 11)
        self.refused(column(f'{START}Z', '2025/07/29 23:24:52'), ['inspect'], 'trace:3')
        self.refused(column('2025/07/29 23:24:52', '1753831492'), ['inspect'], 'trace:3')
        self.refused(column('29/Jul/2025:23:24:52 +0000', f'{START}Z'), ['inspect'], 'trace:3')

    def test_F036_the_unit_of_an_epoch(self):
        trace = column(1753831492500, 1753831492600, 1753831493500)
        self.buckets('rate=1/s,burst=1', trace, 'pdp')
        self.assertEqual(self.trace_of(trace)['time_style'], 'epoch milliseconds')
        self.refused(column(1753831492, 1753831492500), ['inspect'], 'trace:3')
        self.refused(column(1753831492500, 1753831492), ['inspect'], 'trace:3')
        forced = self.trace_of(column(1753831492500), '--time-unit', 'us')
        self.assertEqual(forced['first'], '1970-01-21T07:10:31.4925Z')
        # A trace that begins at 0 stays in seconds, and each class has its bounds.
        for stamp, first in (('100000000000', '1973-03-03T09:46:40Z'), ('100000000000000', '1973-03-03T09:46:40Z'),
                             ('100000000000000000', '1973-03-03T09:46:40Z'), ('-100000000000', '1966-10-31T14:13:20Z'),
                             ('1753831492500000123', '2025-07-29T23:24:52.500000123Z')):
            with self.subTest(stamp):
                self.assertEqual(self.trace_of(column(stamp))['first'], first)
        # The largest of seconds, milliseconds and microseconds: all in the year 5138, beyond the range.
        for stamp in ('99999999999', '99999999999999', '99999999999999999'):
            self.refused(column(stamp), ['inspect'], 'trace:2', "'time'", stamp)

    def test_F039_fractions_of_a_second(self):
        fractions = ('.5', '.050', '.123456789', '.1234567891', '.999999999', ',25')
        trace = column(*(f'"2025-07-29T23:24:59{fraction}Z"' for fraction in fractions))
        told = self.trace_of(trace)
        self.assertEqual((told['events'], told['rows']['digits_cut']), (6, 1))
        _, rows = self.replayed(trace, 'gcra:rate=1/s,burst=9')
        self.assertEqual([row['time'] for row in rows], [f'2025-07-29T23:24:59.{part}Z' for part in
                               ('05', '123456789', '123456789', '25', '5', '999999999')])
        # Never rounded up into the next second, whatever the style.
        for stamp, first in (('2025-07-29T23:24:59.9999999999Z', '2025-07-29T23:24:59.999999999Z'),
                             ('2025/07/29 23:24:59.9999999999', '2025-07-29T23:24:59.999999999Z'),
                             ('1753831499.9999999999', '2025-07-29T23:24:59.999999999Z'),
                             ('1753831499999.9999999', '2025-07-29T23:24:59.999999999Z'),
                             ('-0.9999999999', '1969-12-31T23:59:59.000000001Z'),
                             ('2025-07-29T23:24:60Z', '2025-07-29T23:24:59.999999999Z')):
            with self.subTest(stamp):
                self.assertEqual(self.trace_of(column(stamp))['first'], first)

    def test_F041_the_offset_of_a_log(self):
        stamps = ('29/Jul/2025:23:24:52 +0000', '30/Jul/2025:01:24:52 +0200', '29/Jul/2025:16:24:52 -0700',
                  '30/Jul/2025:04:54:52 +0530')
        table = 'time,path\n' + ''.join(f'[{stamp}],/a\n' for stamp in stamps)
        log = ''.join(f'10.0.0.1 - - [{stamp}] "GET /a HTTP/1.1" 200 5\n' for stamp in stamps)
        for trace in (table, table.replace('[', '').replace(']', ''), log):
            self.decides(trace, 'fixed-window:limit=1,window=1s', 'pddd')
            for locale in ('de_DE.UTF-8', 'fr_FR.UTF-8', 'tr_TR.UTF-8', 'C'):
                limiter = self.report(trace, 'replay', '-l', 'fixed-window:limit=1,window=1s',
                                      environment={'LC_ALL': locale})['limiters'][0]
                self.assertEqual((limiter['passed'], limiter['dropped']), (1, 3))
        self.refused(column('[29/Juli/2025:23:24:52 +0000]'), ['inspect'], 'trace:2')
        self.refused(column('[29/Okt/2025:23:24:52 +0000]'), ['inspect'], 'trace:2')


class Sizing(Case):
    def test_F046_the_peak_is_not_the_bucket(self):
        trace = column(*[f'{START}.000Z'] * 3, *['2025-07-29T23:24:53.000Z'] * 3)
        self.sizes(trace, '1/s', '5', 5)
        for burst, expected in ((3, 'pppp' + 'dd'), (4, 'ppppp' + 'd'), (5, 'pppppp')):
            self.buckets(f'rate=1/s,burst={burst}', trace, expected)
        inverse = self.report(trace, 'size', '--burst', '5', '--burst', '4', '--burst', '6', '--burst', '2')['sizes']
        self.assertEqual([size['rate_exact'] for size in inverse], ['1', '2', '0', None])
        # Three bursts a window apart add up: 9 - 2 and, at half the rate, 9 - 1.
        thrice = column(*[f'{s}' for s in (10, 10, 10, 11, 11, 11, 12, 12, 12)])
        self.sizes(thrice, '1/s', '7', 7)
        self.sizes(thrice, '1/2s', '8', 8)

    def test_F049_stamps_of_whole_seconds(self):
        log = column(*['[29/Jul/2025:23:24:52 +0000]'] * 3, *['[29/Jul/2025:23:24:53 +0000]'] * 3)
        size = self.sizes(log, '1/s', '5', 5)
        self.assertEqual(size['resolution_bounds']['lower_exact'], '4')
        self.assertEqual(size['resolution_bounds']['upper_exact'], '6')
        # Milliseconds: 1/1000 to each side; finer than that nothing is said.
        fine = column('10.001', '10.001', '10.002')
        bounds = self.sizes(fine, '1/s', '2999/1000', 3)['resolution_bounds']
        self.assertEqual((bounds['lower_exact'], bounds['upper_exact']), ('1499/500', '3'))
        self.assertIsNone(self.sizes(column('10.0001', '10.0001'), '1/s', '2', 2)['resolution_bounds'])
        # Never below the largest single cost.
        bounds = self.sizes('time,cost\n10,5\n20,1\n', '1/s', '5', 5, '--cost', 'cost')['resolution_bounds']
        self.assertEqual((bounds['lower_exact'], bounds['upper_exact']), ('5', '6'))

    def test_F051_drops_over_a_grid(self):
        trace = column(*[f'{START}.000Z'] * 4, *(f'2025-07-29T23:25:{s:02}.000Z' for s in range(2, 53, 10)))

        def drops(text, *arguments):
            grid = self.report(text, 'sweep', *arguments)['grid']
            return [cell['dropped'] for cell in grid]

        self.assertEqual(drops(trace, '--rate', '1/10s', '--burst', '1..4'), [3, 2, 1, 0])
        costs = 'time,cost\n' + ''.join(f'{START}.00Z,{cost}\n' for cost in (3, 1, 1))
        self.assertEqual(drops(costs, '--rate', '1/s', '--burst', '2..5', '--cost', 'cost'), [1, 2, 1, 0])
        # A larger bucket may drop more, so the least that keeps to a tolerance is not found by halving.
        size = self.report(costs, 'size', '--rate', '1/s', '--cost', 'cost', '--allow-drops', '1')['sizes'][0]
        self.assertEqual(size['bucket'], 2)
        for burst, expected in ((2, 'dpp'), (3, 'pdd'), (4, 'ppd'), (5, 'ppp')):
            self.buckets(f'rate=1/s,burst={burst}', costs, expected, '--cost', 'cost')


class CommandLine(Case):
    def test_numbers_that_are_none(self):
        trace = column(0)
        for rate in ('1,5/s', 'nan', '0/s', '5', '1e3/s', '٣/s', '-5/h', '5/0s', 'inf/s', '5/h/h', '5per h'):
            self.refused(trace, ['compare', '--rate=' + rate], rate)
        for burst in ('-1', '1e400', '', '0', 'nan', '0x10', '1_000', '1 000'):
            self.refused(trace, ['replay', '-l', f'token-bucket:rate=1/s,burst={burst}'], 'burst')
        self.refused(trace, ['replay', '-l', 'token-bucket:rate=1/s,brst=5'], 'brst', 'burst')
        self.refused(trace, ['replay', '-l', 'tokenbucket:rate=1/s,burst=5'], 'tokenbucket', 'token-bucket')
        # Decimal, never octal.
        self.buckets('rate=1/s,burst=010', column(*[0] * 12), 'p' * 10 + 'dd')
        self.decides(column(*[0] * 12), 'fixed-window:limit=010,window=08s', 'p' * 10 + 'dd')

    def test_a_short_read_is_not_the_end(self):
        count = 400_000
        path = self.folder / 'many.csv'
        content = column(*range(count)).encode()
        path.write_bytes(content)
        (self.folder / 'many.csv.gz').write_bytes(gzip.compress(content, 1))

        def events(source, **settings):
            process = subprocess.Popen([BINARY, 'inspect', source, '--format', 'json'], cwd=self.folder,
                                       stdout=subprocess.PIPE, **settings)
            feed = process.stdin
            if feed:
                for begin in range(0, len(content), 10_000):
                    feed.write(content[begin:begin + 10_000])
                    feed.flush()
                    if begin % 500_000 == 0:
                        time.sleep(0.01)
                feed.close()
                process.stdin = None
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0)
            return json.loads(out)['trace']['events']

        self.assertEqual(events('many.csv'), count)
        self.assertEqual(events('many.csv.gz'), count)
        self.assertEqual(events('-', stdin=subprocess.PIPE), count)
        with subprocess.Popen(['cat', path], stdout=subprocess.PIPE) as cat:
            self.assertEqual(events('-', stdin=cat.stdout), count)


if __name__ == '__main__':
    unittest.main()
