"""The oracle itself, on tables made by hand and on what is known of a real catalog, so that it and the program cannot
be wrong together; and that the hunt sees a wrong cell.

    oracle_test.py
"""

import csv
import random
import unittest
from collections.abc import Callable
from datetime import datetime, timezone
from fractions import Fraction
from pathlib import Path

import hunt
import metrics
import sizing
from limiters import (FixedWindowClock, FixedWindowFirst, Gcra, LeakyBucket, LeakyQueue, Limiter, Pacer, SingleRateMarker,
                      SlidingCounter, SlidingLog, TokenBucket, TwoRateMarker, first_wait)
from metrics import NS, Event, Run
from traces import EARLIEST, LATEST, decimal_seconds, generate, time_text
from variants import VARIANTS

KAMCHATKA = Path(__file__).resolve().parents[2] / 'data' / 'kamchatka-2025-07-29.csv'
HOUR = 3600 * NS
YEAR_1700 = -8_520_336_000 * NS
MINUTE = 29_230_525 * 60 * NS  # 2025-07-29T23:25Z
MS = 10**6
BUCKETS = (TokenBucket, Gcra, LeakyBucket)


def run_of(make: Callable[[], Limiter], times: list[int], costs: list[int] | None = None) -> Run:
    run = Run(make)
    for line, (time, cost) in enumerate(zip(times, costs or [1] * len(times), strict=True), 2):
        run.decide(Event(line, time, '', cost))
    return run


def decided(make: Callable[[], Limiter], times: list[int], costs: list[int] | None = None) -> str:
    """A letter for each event: p passed, d dropped."""
    return ''.join('p' if decision.passed else 'd' for decision in run_of(make, times, costs).decisions)


def coloured(make: Callable[[], Limiter], times: list[int], costs: list[int] | None = None) -> str:
    """A letter for each event: green, yellow or red."""
    return ''.join(decision.colour[0] for decision in run_of(make, times, costs).decisions)


def waits(make: Callable[[], Limiter], times: list[int], costs: list[int] | None = None) -> list[int | None]:
    """What each refused event has to wait for, by trying."""
    limiter = make()
    found = []
    for time, cost in zip(times, costs or [1] * len(times), strict=True):
        passed = limiter.would_pass(time, cost)
        limiter.take(time, cost, passed)
        if not passed:
            found.append(first_wait(lambda ahead: limiter.would_pass(time + ahead, cost)))
    return found


def busiest_of(run: Run, width: int) -> int:
    return metrics.busiest([(decision.left, 1) for decision in run.decisions if decision.passed], width * run.parts)[0]


class Known(unittest.TestCase):
    def buckets(self, count: int, period: int, burst: Fraction | int, times: list[int], right: str,
                costs: list[int] | None = None) -> None:
        for kind in BUCKETS:
            with self.subTest(kind=kind.__name__):
                self.assertEqual(decided(lambda: kind(count, period, Fraction(burst)), times, costs), right)

    def test_ten_a_second_a_tenth_apart(self):
        times = [tenth * NS // 10 for tenth in range(11)]
        self.buckets(10, NS, 1, times, 'p' * 11)
        self.assertEqual(decided(lambda: SlidingLog(1, NS // 10), times), 'p' * 11)
        bucket, _ = sizing.least_bucket(sizing.intervals([(time, 1) for time in times]), 10, NS)
        self.assertEqual(bucket, 1)

    def test_three_a_second_is_not_one_in_333333333_ns(self):
        self.buckets(3, NS, 1, [0, 333_333_333, 666_666_666, 999_999_999], 'pdpd')
        self.assertEqual(decided(lambda: Pacer(3, NS), [0, 333_333_333, 666_666_666, 999_999_999]), 'pdpd')

    def test_waits_longer_than_a_life(self):
        for kind in BUCKETS:
            self.assertEqual(waits(lambda: kind(1, 10**10 * NS, Fraction(1)), [0, NS, 2 * NS]),
                             [9_999_999_999 * NS, 9_999_999_998 * NS])

    def test_a_large_burst_and_a_long_interval(self):
        self.buckets(1, 86_400 * NS, 10**6, [0, 0, 0], 'ppp')
        self.buckets(1, 10**10 * NS, 10**18, [EARLIEST, EARLIEST, LATEST], 'ppp', [10**12, 10**18 - 10**12, 1])
        self.buckets(1, 10**10 * NS, 10**18, [EARLIEST, EARLIEST, LATEST], 'ppd', [10**12, 10**18 - 10**12, 2])

    def test_a_gap_that_no_int64_holds(self):
        self.buckets(1, NS, 1, [YEAR_1700, 1_735_689_600 * NS], 'pp')

    def test_burst_and_queue(self):
        times = [0] * 5
        self.buckets(1, NS, 3, times, 'pppdd')
        self.assertEqual(decided(lambda: LeakyQueue(1, NS, 3), times), 'ppppd')
        self.assertEqual(decided(lambda: LeakyQueue(1, NS, 0), times), 'pdddd')
        self.assertEqual(decided(lambda: Pacer(1, NS), times), 'pdddd')

    def test_an_event_larger_than_the_bucket(self):
        costs = [5, 1, 3, 2]
        self.buckets(1, NS, 3, [0] * 4, 'dpdp', costs)
        self.assertEqual(decided(lambda: SlidingLog(3, NS), [0] * 4, costs), 'dpdp')
        self.assertEqual(waits(lambda: TokenBucket(1, NS, Fraction(3)), [0] * 4, costs), [None, NS])

    def test_an_event_of_cost_0_changes_nothing(self):
        self.buckets(1, NS, 2, [0, 0, 0, 0], 'ppdp', [2, 0, 1, 0])
        self.assertEqual(decided(lambda: TokenBucket(1, NS, Fraction(5), Fraction(0)), [0, 4 * NS, 5 * NS], [0, 2, 1]),
                         'pdp')  # the clock starts at the first event that costs something

    def test_fixed_windows(self):
        self.assertEqual(decided(lambda: FixedWindowClock(1, 60 * NS), [-30 * NS, 30 * NS]), 'pp')
        self.assertEqual(decided(lambda: FixedWindowClock(1, 60 * NS, 30 * NS), [-30 * NS, 29 * NS, 30 * NS]), 'pdp')
        self.assertEqual(decided(lambda: FixedWindowFirst(2, 10), [3, 12, 12, 13, 22, 23]), 'ppdppp')

    def test_the_end_of_a_minute(self):
        times = [MINUTE + ahead * MS for ahead in (-400, -300, -200, -100, -50, 100, 200, 300, 400, 500)]
        for make, passed in ((lambda: FixedWindowClock(5, 60 * NS), 10), (lambda: FixedWindowFirst(5, 60 * NS), 5),
                             (lambda: SlidingLog(5, 60 * NS), 5), (lambda: SlidingCounter(5, 60 * NS), 6),
                             (lambda: SlidingCounter(5, 60 * NS, True), 5)):
            self.assertEqual(decided(make, times).count('p'), passed)
        self.assertEqual(busiest_of(run_of(lambda: FixedWindowClock(5, 60 * NS), times), 60 * NS), 10)

    def test_a_sliding_counter_rounds_down(self):
        self.assertEqual(decided(lambda: SlidingCounter(1, 10 * NS), [5 * NS, 14 * NS]), 'pp')
        self.assertEqual(decided(lambda: SlidingCounter(1, 10 * NS, True), [5 * NS, 14 * NS]), 'pd')

    def test_a_sliding_log_of_all(self):
        times = [0, 5, 9, 10, 15, 24, 25]  # the refused at 5, 9, 10 and 15 keep the window busy
        self.assertEqual(decided(lambda: SlidingLog(1, 10), times), 'pddpdpd')
        self.assertEqual(decided(lambda: SlidingLog(1, 10, True), times), 'pdddddd')

    def test_departures_of_a_queue(self):
        run = run_of(lambda: LeakyQueue(1, NS, 2), [0, 0, 0, 0, 0, NS // 2, NS])
        self.assertEqual([decision.passed for decision in run.decisions], [True] * 3 + [False] * 3 + [True])
        self.assertEqual([decision.left for decision in run.decisions if decision.passed], [0, NS, 2 * NS, 3 * NS])
        self.assertEqual(metrics.delays(run), [0, NS, 2 * NS, 2 * NS])
        self.assertEqual(busiest_of(run, NS), 1)
        admitted = [(decision.event.time, 1) for decision in run.decisions if decision.passed]
        self.assertEqual(metrics.busiest(admitted, NS), (3, 0))

    def test_buckets_that_lose_nothing(self):
        points = [(0, 1)] * 3 + [(NS, 1)] * 3
        among = sizing.intervals(points)
        self.assertEqual(sizing.least_bucket(among, 1, NS), (5, sizing.Interval(0, NS, 6, 6, NS)))
        self.assertEqual([sizing.dropped(points, 1, NS, Fraction(burst))[0] for burst in (3, 4, 5)], [2, 1, 0])
        self.assertEqual(sizing.least_rate(among, Fraction(5)), (Fraction(1, NS), sizing.Interval(0, NS, 6, 6, NS)))
        self.assertEqual(sizing.least_rate(among, Fraction(2)), (None, sizing.Interval(0, 0, 3, 3, 0)))
        self.assertEqual(sizing.least_rate(among, Fraction(6)), (0, None))
        self.assertEqual([(segment.rate, segment.bucket) for segment in sizing.curve(among)],
                         [(0, 6), (Fraction(3, NS), 3)])

    def test_losses_with_costs_do_not_only_fall(self):
        points = [(0, 3), (0, 1), (0, 1)]
        self.assertEqual([sizing.dropped(points, 1, NS, Fraction(burst))[0] for burst in (2, 3, 4, 5)], [1, 2, 1, 0])
        self.assertEqual(sizing.least_tolerable(points, 1, NS, 1, Fraction(5)), sizing.Tolerance(2, 1, 1))

    def test_texts_of_times(self):
        self.assertEqual([time_text(time) for time in (EARLIEST, -1, 0, LATEST)],
                         ['1677-09-21T00:12:43.145224192Z', '1969-12-31T23:59:59.999999999Z', '1970-01-01T00:00:00Z',
                          '2262-04-11T23:47:16.854775807Z'])
        self.assertEqual([decimal_seconds(length) for length in (0, 1, 1_500_000_000)], ['0', '0.000000001', '1.5'])


class Kamchatka(unittest.TestCase):
    """189 events of magnitude 5 and more in 48 hours, at 5 an hour; the numbers were published before the program."""

    def setUp(self):
        with open(KAMCHATKA, newline='', encoding='utf-8') as file:
            stamps = [row['time'] for row in csv.DictReader(file)]
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
        self.times = []
        for stamp in stamps:
            since = datetime.strptime(stamp, '%Y-%m-%dT%H:%M:%S.%f%z') - epoch
            self.times.append((since.days * 86_400 + since.seconds) * NS + since.microseconds * 1000)

    def test_passed_and_busiest_hour(self):
        table: list[tuple[Callable[[], Limiter], int, int]] = [
            (lambda: FixedWindowClock(5, HOUR), 114, 9), (lambda: FixedWindowFirst(5, HOUR), 110, 9),
            (lambda: SlidingLog(5, HOUR), 107, 5), (lambda: SlidingLog(5, HOUR, True), 74, 5),
            (lambda: SlidingCounter(5, HOUR), 111, 7), (lambda: SlidingCounter(5, HOUR, True), 99, 6),
            (lambda: TokenBucket(5, HOUR, Fraction(5)), 120, 9), (lambda: Gcra(5, HOUR, Fraction(5)), 120, 9),
            (lambda: LeakyBucket(5, HOUR, Fraction(5)), 120, 9), (lambda: Pacer(5, HOUR), 79, 5),
            (lambda: LeakyQueue(5, HOUR, 4), 120, 5)]
        for make, passed, most in table:
            run = run_of(make, self.times)
            with self.subTest(limiter=type(make()).__name__, passed=passed):
                self.assertEqual(sum(decision.passed for decision in run.decisions), passed)
                self.assertEqual(busiest_of(run, HOUR), most)

    def test_delays_of_the_queue(self):
        run = run_of(lambda: LeakyQueue(5, HOUR, 4), self.times)
        self.assertEqual(max(metrics.delays(run)), 2_871_341 * MS)
        admitted = [(decision.event.time, 1) for decision in run.decisions if decision.passed]
        self.assertEqual(metrics.busiest(admitted, HOUR)[0], 9)

    def test_sizes(self):
        points = [(time, 1) for time in self.times]
        among = sizing.intervals(points)
        bucket, witness = sizing.least_bucket(among, 5, HOUR)
        self.assertEqual(bucket, Fraction(17_753_599, 240_000))
        self.assertEqual((time_text(witness.first), witness.events, witness.length),
                         ('2025-07-29T23:24:52.483Z', 105, 22_339_203 * MS))
        self.assertEqual([sizing.dropped(points, 5, HOUR, Fraction(burst))[0] for burst in (73, 74)], [1, 0])
        self.assertEqual(sizing.least_rate(among, Fraction(74))[0] * NS, Fraction(31_000, 22_339_203))
        self.assertEqual(metrics.busiest(points, HOUR)[0], 38)


class Markers(unittest.TestCase):
    def test_a_single_rate_marker(self):
        make = lambda: SingleRateMarker(1, 10, Fraction(3), Fraction(2))
        self.assertEqual(coloured(make, [0] * 7, [2, 2, 2, 1, 1, 0, 9]), 'gyrgrgr')
        # Full after 30 ns; what comes then overflows, up to 2.
        self.assertEqual(coloured(make, [0, 0, 30, 30], [3, 2, 3, 1]), 'gygr')
        self.assertEqual(coloured(make, [0, 0, 39, 39, 69, 69], [3, 2, 3, 1, 3, 1]), 'gygrgr')
        self.assertEqual(coloured(make, [0, 0, 39, 39, 70, 70], [3, 2, 3, 1, 3, 1]), 'gygrgy')
        self.assertEqual(coloured(make, [0, 0, 40, 40, 990, 990, 990], [3, 2, 3, 1, 3, 2, 1]), 'gygygyr')
        self.assertEqual(waits(make, [0, 0, 0, 0, 0], [3, 2, 1, 3, 4]), [10, 30, None])
        larger = lambda: SingleRateMarker(1, 10, Fraction(1), Fraction(3))
        self.assertEqual(coloured(larger, [0, 0, 0, 39, 40], [3, 1, 3, 3, 3]), 'ygrry')
        self.assertEqual(waits(larger, [0, 0, 0], [3, 1, 3]), [40])
        self.assertEqual((make().limit, make().quota, make().promise(1), make().promise(11)), (3, 5, 5, 6))

    def test_a_two_rate_marker(self):
        make = lambda: TwoRateMarker((1, 10), Fraction(2), (2, 10), Fraction(4))
        self.assertEqual(coloured(make, [0] * 6, [2, 1, 2, 1, 1, 0]), 'gyryrg')
        self.assertEqual(coloured(make, [0, 0, 4, 5, 10, 29, 30], [2, 2, 1, 1, 1, 2, 2]), 'gyrygyg')
        self.assertEqual(waits(make, [0, 0, 0, 0], [4, 1, 4, 5]), [5, 20, None])
        self.assertEqual((make().limit, make().promise(1), make().promise(11)), (4, 4, 6))


class Waits(unittest.TestCase):
    """A wait is judged by the nanosecond before it: that is the least only where what passes later on always passes."""

    def test_what_would_pass_goes_on_to_pass(self):
        place = random.Random(3)
        for make in (lambda: FixedWindowClock(3, 40, -7), lambda: FixedWindowFirst(3, 40), lambda: SlidingLog(3, 40),
                     lambda: SlidingLog(3, 40, True), lambda: SlidingCounter(3, 40),
                     lambda: SlidingCounter(3, 40, True),
                     lambda: TokenBucket(3, 40, Fraction(7, 2), Fraction(1, 3)), lambda: Gcra(3, 40, Fraction(7, 2)),
                     lambda: LeakyBucket(3, 40, Fraction(7, 2)), lambda: Pacer(1, 40), lambda: LeakyQueue(3, 40, 2),
                     lambda: SingleRateMarker(3, 40, Fraction(7, 2), Fraction(5, 2)),
                     lambda: SingleRateMarker(3, 40, Fraction(1), Fraction(3)),
                     lambda: TwoRateMarker((1, 40), Fraction(2), (3, 40), Fraction(7, 2))):
            limiter = make()
            now = -500
            for _ in range(60):
                now += place.choice([0, 0, 1, 5, 13, 40])
                cost = place.choice([1, 1, 2, 3])
                limiter.take(now, cost, limiter.would_pass(now, cost))
                for asked in range(1, 5):
                    answers = [limiter.would_pass(now + ahead, asked) for ahead in range(130)]
                    self.assertEqual(answers, sorted(answers), type(limiter).__name__)
                    self.assertEqual(answers[-1], asked <= limiter.limit, type(limiter).__name__)
                rests = [limiter.at_rest(now + ahead) for ahead in range(130)]
                self.assertEqual(rests, sorted(rests))
                self.assertTrue(rests[-1])

    def test_first_wait_is_the_least(self):
        for right in (0, 1, 2, 15, 16, 17, 10**30):
            self.assertEqual(first_wait(lambda ahead: ahead >= right), right)
        self.assertIsNone(first_wait(lambda ahead: False))


class Hunting(unittest.TestCase):
    """Rows that are right, and what is said of them once a cell is wrong."""

    ROWS = ['2,1970-01-01T00:00:00Z,,1,x,true,200,0,,,2,1,1', '3,1970-01-01T00:00:00Z,,1,x,true,200,1,,,2,0,2',
            '4,1970-01-01T00:00:00.5Z,,1,x,false,429,,0.5,1,2,0,2', '5,1970-01-01T00:00:01Z,,3,x,false,429,,,,2,1,1']

    def said_of(self, cell: int | None = None, row: int = 0, text: str = '') -> str:
        """Of the rows with one cell changed."""
        rows = [line.split(',') for line in self.ROWS]
        if cell is not None:
            rows[row][cell] = text
        run = Run(lambda: LeakyQueue(1, NS, 1))
        events = [Event(2, 0, '', 1), Event(3, 0, '', 1), Event(4, NS // 2, '', 1), Event(5, NS, '', 3)]
        said = []
        for event, cells in zip(events, rows, strict=True):
            said += hunt.wrong_cells(run, event, run.decide(event), cells, time_text(event.time), False)
        return '; '.join(said)

    def test_right_rows(self):
        self.assertEqual(self.said_of(), '')

    def test_each_wrong_cell(self):
        for row, cell, text, said in (
                (0, 0, '3', 'event'), (0, 1, '1970-01-01T00:00:00.1Z', 'event'), (0, 2, 'a', 'event'),
                (0, 3, '2', 'event'), (0, 5, 'false', 'passed false'), (2, 6, '200', 'status 200'),
                (1, 7, '1.000000001', 'delay'), (1, 7, '0.999999999', 'delay'), (2, 7, '0', 'delay'),
                (2, 8, '0.500000001', 'retry after'), (2, 8, '0.499999999', 'retry after'), (0, 8, '1', 'retry after'),
                (3, 8, '1', 'retry after'), (2, 9, '0', 'whole retry after'), (2, 9, '2', 'whole retry after'),
                (0, 10, '3', 'limit'), (0, 11, '2', 'remaining'), (1, 11, '1', 'remaining'), (0, 11, '0', 'remaining'),
                (1, 12, '1', 'reset'), (1, 12, '3', 'reset')):
            with self.subTest(row=row, cell=cell, text=text):
                self.assertIn(said, self.said_of(cell, row, text))

    def test_every_variant_draws_what_it_is_called(self):
        place = random.Random(1)
        for name, draw in VARIANTS.items():
            trace = generate(place, 50, True)
            for _ in range(20):
                self.assertTrue(draw(place, trace).text.startswith(name.split(' ')[0] + ':'))


if __name__ == '__main__':
    unittest.main()
