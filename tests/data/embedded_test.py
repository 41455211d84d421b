"""Holds the traces in data/ against what data/README.md says of them. Nothing is downloaded."""

import csv
import hashlib
import re
import unittest
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / 'data'
README = (DATA / 'README.md').read_text(encoding='utf-8')

FEED_COLUMNS = [
    'time', 'latitude', 'longitude', 'depth', 'mag', 'magType', 'nst', 'gap', 'dmin', 'rms', 'net', 'id', 'updated',
    'place', 'type', 'horizontalError', 'depthError', 'magError', 'magNst', 'status', 'locationSource', 'magSource'
]
STAMP = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z')


def rows_of(name):
    with open(DATA / name, encoding='utf-8', newline='') as table:
        return list(csv.reader(table, strict=True))


def count(rows, column, value):
    return sum(row[rows[0].index(column)] == value for row in rows[1:])


class Listed(unittest.TestCase):
    def test_every_trace_is_listed_with_its_rows_and_sum(self):
        listed = re.findall(r'^\| `(\S+\.csv)` \| ([\d,]+) \| [\w ]+ \| `(\w{64})` \|$', README, re.MULTILINE)
        self.assertEqual(sorted(name for name, _, _ in listed), sorted(path.name for path in DATA.glob('*.csv')))
        for name, rows, digest in listed:
            with self.subTest(name):
                self.assertEqual(hashlib.sha256((DATA / name).read_bytes()).hexdigest(), digest)
                self.assertEqual(len(rows_of(name)) - 1, int(rows.replace(',', '')))


class Kamchatka(unittest.TestCase):
    rows = rows_of('kamchatka-2025-07-29.csv')

    def test_columns(self):
        self.assertEqual(self.rows[0], ['time', 'mag', 'id'])

    def test_oldest_first_within_the_48_hours(self):
        times = [row[0] for row in self.rows[1:]]
        self.assertTrue(all(STAMP.fullmatch(time) for time in times))
        self.assertEqual(times, sorted(times))
        self.assertGreaterEqual(times[0], '2025-07-29T12:00:00.000Z')
        self.assertLess(times[-1], '2025-07-31T12:00:00.000Z')

    def test_magnitudes(self):
        self.assertGreaterEqual(min(float(row[1]) for row in self.rows[1:]), 5)
        self.assertEqual(max(float(row[1]) for row in self.rows[1:]), 8.8)

    def test_ids_are_unique(self):
        self.assertEqual(len({row[2] for row in self.rows[1:]}), 189)


class Week(unittest.TestCase):
    name = 'usgs-all-week-2018-02-07.csv'
    rows = rows_of(name)

    def test_columns(self):
        self.assertEqual(self.rows[0], FEED_COLUMNS)
        self.assertEqual({len(row) for row in self.rows}, {22})

    def test_newest_first(self):
        times = [row[0] for row in self.rows[1:]]
        self.assertTrue(all(STAMP.fullmatch(time) for time in times))
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual((times[-1], times[0]), ('2018-01-31T01:49:59.650Z', '2018-02-07T01:26:13.840Z'))

    def test_ids_are_unique(self):
        self.assertEqual(len({row[11] for row in self.rows[1:]}), 1707)

    def test_place_is_quoted_in_every_row(self):
        lines = (DATA / self.name).read_text(encoding='utf-8').splitlines()[1:]
        self.assertTrue(all(line.count('"') == 2 for line in lines))

    def test_empty_cells(self):
        empty = {column: count(self.rows, column, '') for column in FEED_COLUMNS}
        missing = ('horizontalError', 'depthError', 'magError', 'magNst', 'locationSource', 'magSource')
        self.assertEqual({column: rows for column, rows in empty.items() if rows},
                         {'nst': 465, 'gap': 303, 'dmin': 305, 'rms': 5} | {column: 1707 for column in missing})

    def test_types_and_status(self):
        self.assertEqual([count(self.rows, 'type', value) for value in ('earthquake', 'explosion', 'quarry blast')],
                         [1679, 15, 13])
        self.assertEqual([count(self.rows, 'status', value) for value in ('automatic', 'reviewed')], [493, 1214])


if __name__ == '__main__':
    unittest.main()
