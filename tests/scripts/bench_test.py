"""The inputs of scripts/bench/run.sh, its reckoning on made-up times, and a small run of what is there."""

import contextlib
import csv
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / 'scripts' / 'bench'
RATEREPLAY = Path(sys.argv.pop()).resolve() if len(sys.argv) == 2 else ROOT / 'build/release/ratereplay'

spec = importlib.util.spec_from_file_location('bench_run', SCRIPTS / 'run.py')
bench_run = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = bench_run
spec.loader.exec_module(bench_run)


def silent(_):
    pass


def setUpModule():
    global generator
    scratch = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(scratch.cleanup)
    generator = bench_run.Bench(Path(scratch.name), RATEREPLAY, silent).generator


def timed(section, name, *seconds, inside=(), **other):
    contender = bench_run.Contender(section, name, [], **other)
    contender.seconds, contender.inside = list(seconds), list(inside)
    return contender


class Folder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.work = self.folder / 'work'

    def tool(self, name, script):
        path = self.folder / name
        path.write_text('#!/bin/sh\n' + script)
        path.chmod(0o755)
        return path


class Generator(unittest.TestCase):
    def made(self, *arguments):
        return subprocess.run([generator, *map(str, arguments)], check=True, stdout=subprocess.PIPE).stdout

    def test_the_same_bytes_everywhere(self):
        for arguments, digest in {
            ('feed', 1000, 1): '4b49f7912ca0c24dc16d48ca3384b782ca7c421baab4f50bce32c6879a5ea3b4',
            ('feed', 1000, 2): '0377f750aa32e220183d1a19562c516b34cc0f0167b21e44ce852bf87a0275bb',
            ('feed', 1000, 1, 'shuffled'): '6bc3058d94b5fa111717ca042b3a453da78f53eb974a465af4d07d9f65d6b36e',
            ('times', 1000, 1): 'b1a72e68e19dbd5414d75c65fcf0ce136162dde2dc7d40af0ba90f69abd4b6dd',
            ('raw', 1000, 1): '33963df55fbf8ee384feb9988319a19c7ecaf92b75882d3864f7818736f662bc',
        }.items():
            with self.subTest(arguments):
                self.assertEqual(hashlib.sha256(self.made(*arguments)).hexdigest(), digest)

    def test_rows_like_those_of_the_feed(self):
        header, *rows = csv.reader(io.StringIO(self.made('feed', 4000, 1).decode()))
        self.assertEqual(header, bench_run.COLUMNS)
        self.assertEqual({len(row) for row in rows}, {22})
        stamps = [row[0] for row in rows]
        self.assertEqual(stamps, sorted(stamps))
        self.assertEqual({len(stamp) for stamp in stamps}, {24})
        self.assertEqual(len({row[header.index('id')] for row in rows}), 4000)
        self.assertTrue(all(', ' in row[header.index('place')] for row in rows))
        for column in ('mag', 'nst', 'dmin'):
            empty = sum(row[header.index(column)] == '' for row in rows)
            self.assertTrue(0 < empty < 1000, f'{column}: {empty}')

    def test_shuffled_rows_are_the_same_in_another_order(self):
        inorder = self.made('feed', 1000, 1).splitlines()
        shuffled = self.made('feed', 1000, 1, 'shuffled').splitlines()
        self.assertEqual(inorder[0], shuffled[0])
        self.assertNotEqual(inorder, shuffled)
        self.assertEqual(sorted(inorder), sorted(shuffled))

    def test_raw_times_are_those_of_the_csv(self):
        raw = self.made('raw', 1000, 1)
        times = [int.from_bytes(raw[at:at + 8], 'little', signed=True) for at in range(0, len(raw), 8)]
        self.assertEqual(self.made('times', 1000, 1).decode().split(), ['time', *map(str, times)])
        self.assertEqual(times, sorted(times))

    def test_mean_gap(self):
        # Of 100,000 exponential gaps: within four standard errors of the mean, and as often above it as 1 in e.
        raw = self.made('raw', 100_001, 1)
        times = [int.from_bytes(raw[at:at + 8], 'little', signed=True) for at in range(0, len(raw), 8)]
        gaps = [later - earlier for earlier, later in zip(times, times[1:])]
        self.assertAlmostEqual(sum(gaps) / 1e5, 1e6, delta=4e6 / 1e5**0.5)
        self.assertAlmostEqual(sum(gap > 1e6 for gap in gaps) / 1e5, 0.36788, delta=4 * 0.4823 / 1e5**0.5)

    def test_wrong_arguments(self):
        for arguments in [(), ('feed',), ('feed', '10'), ('fed', '10', '1'), ('feed', '-1', '1'), ('feed', '1e3', '1'),
                          ('feed', '10', '1', 'sorted'), ('feed', '10', '1', 'shuffled', 'twice')]:
            done = subprocess.run([generator, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stdout), (2, b''), arguments)
            self.assertIn(b'usage: ', done.stderr)

    def test_an_output_that_is_full(self):
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([generator, 'feed', '10', '1'], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (1, b'generate: could not write\n'))


class Reckoning(Folder):
    def part(self, *contenders, rows=1000):
        path = self.folder / 'input.csv'
        path.write_bytes(bytes(2_500_000))
        return bench_run.Part(path, rows, list(contenders))

    def feed(self, size=0.2, filtered=0.5):
        return self.part(
            timed('read', 'wc -l', 0.1, 0.3, 0.2),
            timed('size', 'ratereplay', size, size + 0.5, size - 0.125),
            timed('size', 'DuckDB', 9.0, 2.5, 2.25, inside=(2.0, 1.5, 8.0)),
            timed('filter', 'ratereplay', filtered),
            timed('filter', 'DuckDB', 3.5, 1.75, inside=(1.0, 2.0)))

    def test_the_table_of_the_feed(self):
        self.assertEqual([line.rstrip() for line in bench_run.report_feed(self.feed())], [
            '1,000 rows, 2 MB of CSV                     median      min .. max  time / wc -l  DuckDB / time',
            'the file read, and nothing else',
            '  wc -l                                    0.200 s  0.100 .. 0.300          1.00           10.0',
            'least bucket at 4/s',
            '  ratereplay                               0.200 s  0.075 .. 0.700          1.00           10.0',
            '  DuckDB                                   2.500 s  2.250 .. 9.000          12.5           0.80',
            '  DuckDB, the query alone                  2.000 s  1.500 .. 8.000          10.0           1.00',
            'least bucket at 2/s under five conditions',
            '  ratereplay                               0.500 s  0.500 .. 0.500          2.50           3.00',
            '  DuckDB                                   2.625 s  1.750 .. 3.500          13.1           0.57',
            '  DuckDB, the query alone                  1.500 s  1.000 .. 2.000          7.50           1.00'])

    def test_medians_of_an_even_number(self):
        self.assertEqual(self.part(timed('size', 'ratereplay', 1.0, 4.0, 2.0, 8.0)).median('size', 'ratereplay'), 3.0)
        self.assertIsNone(self.part().median('size', 'ratereplay'))

    def memory(self):
        return self.part(
            timed('memory', 'sum of the times', 1, inside=(4e-7, 6e-7, 5e-7), events=1000),
            timed('memory', 'gcra', 1, inside=(2e-6,), events=1000, answer=700),
            timed('memory', 'x/time/rate AllowN', 1, inside=(6e-5,), events=1000, answer=701),
            timed('compare', 'ratereplay compare', 3e-5, 2e-5))

    def test_the_table_of_memory(self):
        self.assertEqual([line.rstrip() for line in bench_run.report_memory(self.memory())], [
            '1,000 events in memory                          ns an event      min .. max  time / sum  x/time/rate / time',
            '  sum of the times                                     0.50    0.40 .. 0.60        1.00                 120',
            '  gcra                                                 2.00    2.00 .. 2.00        4.00                30.0',
            '  x/time/rate AllowN                                  60.00  60.00 .. 60.00         120                1.00',
            '  ratereplay compare, from .rrt, whole process        25.00  20.00 .. 30.00        50.0',
            'passed: gcra 700, x/time/rate AllowN 701'])

    def large(self, seconds, peak):
        return self.part(timed('large', 'wc -l', 1.5, peak=1 << 20), timed('large', 'ratereplay', seconds, peak=5000 << 20),
                         timed('large', 'ratereplay, 256 MiB, shuffled', 12.5, peak=peak), rows=10_000)

    def test_the_table_of_the_large_input(self):
        self.assertEqual([line.rstrip() for line in bench_run.report_large(self.large(3.0, 300 << 20))], [
            '10,000 rows, 2 MB of CSV          median        min .. max  time / wc -l    peak memory',
            '  wc -l                          1.500 s    1.500 .. 1.500          1.00  at most 1 MiB',
            '  ratereplay                     3.000 s    3.000 .. 3.000          2.00      5,000 MiB',
            '  ratereplay, 256 MiB, shuffled   12.5 s  12.500 .. 12.500          8.33        300 MiB'])

    def test_ratios(self):
        found = bench_run.ratios(self.feed(), self.memory(), self.large(2.0, 1 << 28))
        self.assertEqual([(what, round(value, 9), kind, bound) for what, value, kind, bound in found], [
            ('from CSV: DuckDB / ratereplay', 10, 'at least', 10),
            ('from CSV: ratereplay / wc -l', 1, 'at most', 1.5),
            ('five conditions: DuckDB / ratereplay', 3, 'at least', 3),
            ('compare, all limiters / sum of the times', 50, 'at most', 60),
            ('x/time/rate AllowN / gcra, an event', 30, 'at least', 30),
            ('ten times the rows / ten times the time', 1, 'at most', 1),
            ('ratereplay, 256 MiB, shuffled: peak memory / 256 MiB', 1, 'at most', 1)])

    def test_ratios_of_what_was_not_measured_are_left_out(self):
        feed = self.part(timed('read', 'wc -l', 0.1), timed('size', 'ratereplay', 0.2))
        self.assertEqual(bench_run.ratios(feed, self.part(), None),
                         [('from CSV: ratereplay / wc -l', 2.0, 'at most', 1.5)])

    def test_goals_at_their_bounds(self):
        self.assertTrue(bench_run.held(10, 'at least', 10))
        self.assertFalse(bench_run.held(9.999, 'at least', 10))
        self.assertTrue(bench_run.held(1.5, 'at most', 1.5))
        self.assertFalse(bench_run.held(1.501, 'at most', 1.5))
        self.assertEqual(bench_run.report_ratios([('a', 9.99, 'at least', 10), ('b', 150, 'at most', 150)]), [
            'ratio  measured         goal        ',
            '  a        9.99  at least 10  missed',
            '  b         150  at most 150    held'])


class Answers(Folder):
    def test_agreement(self):
        bench_run.agree('x', [('a', (3, Fraction(7, 2)), 0), ('b', (3, Fraction(14, 4)), 0)])
        bench_run.agree('x', [])
        for other in ((4, Fraction(7, 2)), (3, Fraction(7, 3))):
            with self.assertRaises(bench_run.Stop) as stopped:
                bench_run.agree('the bucket', [('a', (3, Fraction(7, 2)), 0), ('b', other, 0)])
            self.assertEqual(str(stopped.exception),
                             f'no agreement on the bucket: a: 3 events, 7/2; b: {other[0]} events, {other[1]}')

    def test_a_tolerance_is_of_its_own_answer(self):
        loose = bench_run.FLOAT64_SHARE
        for other in (100_001, 99_999):
            bench_run.agree('x', [('a', 100_000, 0), ('b', other, loose)])
            with self.assertRaises(bench_run.Stop):
                bench_run.agree('x', [('a', 100_000, 0), ('b', other, loose), ('c', other, 0)])
        for other in (100_002, 99_998):
            with self.assertRaises(bench_run.Stop):
                bench_run.agree('x', [('a', 100_000, 0), ('b', other, loose)])

    def test_in_turn_and_the_first_round_is_not_timed(self):
        log = self.folder / 'log'
        contenders = [bench_run.Contender('', name, [self.tool(name, f'echo {name} >> {log}; echo 5')], int, 'x')
                      for name in ('a', 'b')]
        answers = bench_run.measure(contenders, 2, {'x': [('known', 5, 0)]}, silent)
        self.assertEqual(log.read_text().split(), ['a', 'b'] * 3)
        self.assertEqual([len(contender.seconds) for contender in contenders], [2, 2])
        self.assertTrue(all(contender.peak > 0 for contender in contenders))
        self.assertEqual(answers, {'x': [('known', 5, 0), ('a', 5, 0), ('b', 5, 0)]})

    def test_an_answer_that_changes_between_rounds(self):
        once = self.tool('once', 'if [ -e "$0.ran" ]; then echo 6; else echo 5; touch "$0.ran"; fi')
        with self.assertRaisesRegex(bench_run.Stop, r'\Ano agreement on x: known: 5; once: 6\Z'):
            bench_run.measure([bench_run.Contender('', 'once', [once], int, 'x')], 1, {'x': [('known', 5, 0)]}, silent)

    def test_the_time_that_a_process_states(self):
        tool = self.tool('tool', 'echo \'{"answer": ["427394", "2000000"], "seconds": 0.25}\'')
        contender = bench_run.Contender('', 'tool', [tool], bench_run.swing_answer(250))
        self.assertEqual(contender.run(), (2_000_000, Fraction(213_822, 125)))
        self.assertEqual(contender.inside, [0.25])

    def test_a_contender_that_fails_or_babbles(self):
        for script, expected in [('echo one >&2; echo two >&2; exit 3', 'tool ended with status 3: two'),
                                 ('exit 1', 'tool ended with status 1: no message'),
                                 ('echo hello', "tool printed no answer, but 'hello\\n'"),
                                 ('echo "{}"', "tool printed no answer, but '{}\\n'")]:
            with self.subTest(script), self.assertRaises(bench_run.Stop) as stopped:
                bench_run.Contender('', 'tool', [self.tool('tool', script)], bench_run.size_answer).run()
            self.assertEqual(str(stopped.exception), expected)


class Runs(Folder):
    """The driver as it is called, on a few rows."""

    LIAR = '''case "$*" in
*--help) ;;
*) echo '{"trace": {"events": 1000}, "sizes": [{"bucket_exact": "7/2"}]}' ;;
esac
'''

    def setUp(self):
        super().setUp()
        # Compiled once for all.
        self.work.mkdir()
        shutil.copy(generator, self.work)

    def main(self, *arguments):
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = bench_run.main(['--keep', str(self.work), *map(str, arguments)])
        return status, output.getvalue(), errors.getvalue()

    def test_no_time_is_printed_where_answers_differ(self):
        status, output, errors = self.main('--rows', 1000, '--ratereplay', self.tool('liar', self.LIAR), '--json',
                                           self.folder / 'out.json')
        self.assertEqual((status, output), (1, ''))
        self.assertRegex(errors, r'\Arun\.sh: no agreement on the least bucket at 4/s: ratereplay: 1000 events, 7/2; '
                                 r'[^\n]*mawk: 1000 events, [0-9]+/[0-9]+[^\n]*\n\Z')
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ['liar', 'work'])

    def test_a_result_that_cannot_be_written_is_found_out_first(self):
        status, output, errors = self.main('--json', self.folder / 'none' / 'out.json')
        self.assertEqual((status, output), (1, ''))
        self.assertIn('No such file or directory', errors)
        self.assertEqual(os.listdir(self.work), [generator.name])

    def test_wrong_options(self):
        for arguments in (['--rows', '0'], ['--rounds', '1.5'], ['--row', '5'], ['more']):
            with self.subTest(arguments), self.assertRaises(SystemExit) as stopped:
                self.main(*arguments)
            self.assertEqual(stopped.exception.code, 2)

    def bench(self, **other):
        return bench_run.Bench(self.work, RATEREPLAY, silent, **other)

    def test_missing_peers_are_named_with_what_brings_them(self):
        bench = self.bench(gocode=self.folder)
        bench.input('feed', 10)
        wc = self.folder / 'bin'
        wc.mkdir()
        with mock.patch.dict(os.environ, PATH=str(wc)):
            part = bench_run.feed_part(bench, 10, install=False)
            self.assertIsNone(bench.x_time_rate())
        missing = {name: why for name, why in bench.missing.items() if not name.startswith('ratereplay')}
        self.assertEqual(missing, {
            'DuckDB': 'Debian packages nodejs and npm: run.sh --install',
            'mawk': 'Debian package mawk: run.sh --install',
            'gawk': 'Debian package gawk: run.sh --install',
            'x/time/rate': 'Debian packages golang-go and golang-golang-x-time-dev: run.sh --install'})
        self.assertEqual([contender.name for contender in part.of('filter')],
                         [name for name in ('ratereplay', 'ratereplay, 1 thread')
                          if name == 'ratereplay' or 'ratereplay size --threads' not in bench.missing])

    def test_node_without_the_package(self):
        node = self.tool('node', '')
        bench = self.bench()
        with mock.patch.dict(os.environ, PATH=str(node.parent)):
            self.assertIsNone(bench.duckdb(install=False))
            self.assertEqual(bench.missing, {'DuckDB': 'npm package @duckdb/node-api: run.sh --install'})

    def test_options_that_a_build_lacks(self):
        help_text = '''case "$1" in
size) echo '  --threads-per-core N
  --max-memory SIZE' ;;
*) echo '  converted' ;;
esac
'''
        bench = self.bench()
        bench.ratereplay = self.tool('ratereplay', help_text)
        self.assertTrue(bench.has('--max-memory', 'size'))
        self.assertFalse(bench.has('--threads', 'size'))
        self.assertFalse(bench.has('convert'))
        self.assertEqual(bench.missing, {'ratereplay size --threads': 'not in this build of ratereplay',
                                         'ratereplay convert': 'not in this build of ratereplay'})

    def test_kept_inputs_are_used_again(self):
        bench = self.bench()
        path = bench.input('times', 10)
        path.write_text('kept\n')
        self.assertEqual(self.bench().input('times', 10).read_text(), 'kept\n')
        bench.remove_inputs()
        self.assertFalse(path.exists())

    def test_what_is_there_agrees(self):
        bench = self.bench()
        found = {}
        for part in (bench_run.feed_part(bench, 3000, install=False), bench_run.large_part(bench, 3000)):
            for question, said in bench_run.measure(part.contenders, 1, part.known, silent).items():
                found[question] = said[0][1]
        self.assertEqual(found, {
            'the number of lines of 3,000 rows': 3001,
            'the least bucket at 4/s': (3000, Fraction(22369, 250)),
            'the least bucket at 2/s of the rows that meet five conditions': (1654, Fraction(92479, 500)),
            'the least bucket at 4/s of 3,000 rows': (3000, Fraction(22369, 250))})

    def test_the_programs_in_other_languages(self):
        subprocess.run(['g++', '-std=c++20', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', '-I', ROOT / 'src',
                        SCRIPTS / 'in_memory.cpp'], check=True)
        if shutil.which('node'):
            subprocess.run(['node', '--check', SCRIPTS / 'duckdb' / 'query.js'], check=True)
        for name in ('package.json', 'package-lock.json'):
            document = json.loads((SCRIPTS / 'duckdb' / name).read_text())
            pinned = document if name == 'package.json' else document['packages']['']
            self.assertEqual(pinned['dependencies'], {'@duckdb/node-api': '1.5.6-r.1'})


if __name__ == '__main__':
    unittest.main()
