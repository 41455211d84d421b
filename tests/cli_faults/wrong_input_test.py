"""Wrong input to every command: one line on standard error that names what is wrong, status 2, nothing on standard
output, and no output file.

    wrong_input_test.py RATEREPLAY [light]

With `light`, for builds that start slowly, every eighth of the commands that are to be refused is tried.
"""

import itertools
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRACE = str(ROOT / 'data' / 'kamchatka-2025-07-29.csv')
BINARY = ''
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')
TURN = itertools.count()

COMPARE = ['compare', TRACE, '--rate', '5/h']
REPLAY = ['replay', TRACE, '-l', 'token-bucket:rate=5/h,burst=5']
SIZE = ['size', TRACE, '--rate', '5/h']
CURVE = ['curve', TRACE]
SWEEP = ['sweep', TRACE, '--rate', '5/h,10/h', '--burst', '10..30:10']
ALIGN = ['sweep', TRACE, '--limit', '5,10', '--window', '1h', '--align', 'all']
INSPECT = ['inspect', TRACE]
RUNS = (COMPARE, REPLAY, SIZE, ['size', TRACE], ['size', TRACE, '--burst', '20'], SIZE + ['--allow-drops', '1%'],
        CURVE, INSPECT, SWEEP, SWEEP + ['--busiest'], ALIGN)

# Files that are no trace, by name, and what an error about each has to name besides the file.
TOO_LONG = b'time\n2025-07-29T12:00:00Z\n"' + b'x' * (1 << 20) + b'"\n'
BAD_FILES = {
    'empty.csv': (b'', ''),
    'blank.csv': (b'\n\n\n', ''),
    'bom.csv': (b'\xef\xbb\xbf', ''),
    'binary.csv': (bytes(range(256)) * 16, ''),
    'page.html': (b'<!DOCTYPE html>\n<html><body>Not found</body></html>\n', ''),
    'no_time.csv': (b'when,mag\n2025-07-29T12:00:00Z,5\n', 'time'),
    'two_times.csv': (b'time,mag,time\n2025-07-29T12:00:00Z,5,2025-07-29T12:00:00Z\n', 'time'),
    'bad_time.csv': (b'time,mag\n2025-07-29T12:00:00Z,5\nyesterday,5\n', ":3: column 'time': "),
    'no_day.csv': (b'time,mag\n2025-02-29T12:00:00Z,5\n', ":2: column 'time': "),
    'empty_time.csv': (b'time,mag\n2025-07-29T12:00:00Z,5\n,5\n', ":3: column 'time': "),
    'far_time.csv': (b'time,mag\n2025-07-29T12:00:00Z,5\n2263-01-01T00:00:00Z,5\n', ":3: column 'time': "),
    'other_style.csv': (b'time,mag\n2025-07-29T12:00:00Z,5\n1753790400,5\n', ":3: column 'time': "),
    'short.csv': (b'mag,time\n5,2025-07-29T12:00:00Z\n5\n', ":3: column 'time': "),
    'nul.csv': (b'time,mag\n2025-07-29T12:00:00Z,5\n2025-07-29T12:00:00Z,\x005\n', ':3'),
    'open_quote.csv': (b'time,place\n2025-07-29T12:00:00Z,"here\n2025-07-29T12:00:01Z,there\n', ':2'),
    'too_long.csv': (TOO_LONG, ':3'),
    'cut.log': (b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n1.1.1.1 - - [29/J', ":2: column 'time': "),
    'open.log': (b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n'
                 b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / 200 5\n', ":2: column 'request': "),
    'cut.jsonl': (b'{"time":1}\n{"time":2', ':2: '),
    'twice.jsonl': (b'{"time":1}\n{"time":2,"time":3}\n', ":2: column 'time': "),
    'array.json': (b'[{"time":1},{"time":2}]\n', "jq -c '.[]'"),
    'nul.jsonl': (b'{"time":1,"a":"\\u0000"}\n', ':1: '),
    'not.csv.gz': (b'time\n2025-07-29T12:00:00Z\n', None),
    'cut.csv.gz': (b'\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03+\xc9\xccM\xe52', None),
    'cut.csv.zst': (b'\x28\xb5\x2f\xfd\x04\x58\x29', None),
}

BAD_RATES = ['', ' ', 'nan', 'inf', '5', '5/', '/h', '-5/h', '5/-1h', '0/s', '0.0/s', '5/0s', '5/hx', '1e3/s', '0x5/s',
             '1,5/s', '5//s', '5/s/s', '5 5/s', '+-5/s', '5/1,5s', '99999999999999999999/s',
             '1/99999999999999999999d', '\u0665/s', '5/h\n6/h']

BAD_SPECS = {
    '': '', ':': '', 'tokenbucket:rate=5/h,burst=5': 'token-bucket', 'token_bucket:rate=5/h,burst=5': 'token-bucket',
    'gcrra:rate=5/h,burst=5': 'gcra', 'zzzzzzzzzz:rate=5/h': 'zzzzzzzzzz',
    'token-bucket': 'rate', 'token-bucket:': '', 'token-bucket:rate=5/h': 'burst', 'token-bucket:burst=5': 'rate',
    'token-bucket:rate=5/h,brst=5': 'burst', 'token-bucket:rate=5/h,burst=5,burst=6': 'burst',
    'token-bucket:rate=5/h,burst': 'burst', 'token-bucket:rate=5/h,,burst=5': '', 'token-bucket:rate=5/h,burst=5,': '',
    'token-bucket:rate=5/h,burst=': 'burst', 'token-bucket:rate=5/h,burst=0': 'burst',
    'token-bucket:rate=5/h,burst=-1': '-1', 'token-bucket:rate=5/h,burst=nan': 'nan',
    'token-bucket:rate=5/h,burst=inf': 'inf', 'token-bucket:rate=5/h,burst=1e400': '1e400',
    'token-bucket:rate=5/h,burst=5/0': '5/0', 'token-bucket:rate=5/h,burst=five': 'five',
    'token-bucket:rate=5/h,burst=99999999999999999999999999999999999999999': 'burst',
    'token-bucket:rate=0/h,burst=5': '0/h', 'token-bucket:rate=5,burst=5': '5',
    'token-bucket:rate=5/h,burst=5,initial=6': 'initial',
    'token-bucket:rate=5/h,burst=5,limit=3': 'limit', 'pacer:rate=5/h,burst=5': 'burst',
    'fixed-window:limit=5': 'window', 'fixed-window:window=1h': 'limit', 'fixed-window:limit=0,window=1h': 'limit',
    'fixed-window:limit=2.5,window=1h': '2.5', 'fixed-window:limit=5,window=0s': 'window',
    'fixed-window:limit=5,window=-1h': '-1h', 'fixed-window:limit=5,window=1x': '1x',
    'fixed-window:limit=5,window=1h,anchor=last': 'anchor', 'fixed-window:limit=5,window=1h,anchor=first,offset=1m': 'offset',
    'fixed-window:rate=5/h,limit=5,window=1h': 'rate', 'sliding-log:limit=5,window=1h,count=some': 'count',
    'sliding-counter:limit=5,window=1h,rounding=up': 'rounding', 'leaky-queue:rate=5/h,queue=1.5': '1.5',
    'leaky-queue:rate=5/h,queue=-1': '-1', 'leaky-queue:rate=5/h': 'queue',
}


class WrongInput(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def run_tool(self, arguments, stdin=subprocess.DEVNULL):
        return subprocess.run([BINARY, *arguments], cwd=self.folder, stdin=stdin, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8', errors='backslashreplace', timeout=60)

    def refused(self, arguments, *named, **settings):
        """Holds that the command is refused as it should be, with an error that names what is given."""
        if LIGHT and next(TURN) % 8 != 0:
            return
        before = sorted(os.listdir(self.folder))
        with self.subTest(' '.join(arguments)):
            done = self.run_tool(arguments, **settings)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, '')
            self.assertRegex(done.stderr, r'\Aratereplay: [^\n]+\n\Z')
            self.assertTrue(all(character.isprintable() for character in done.stderr[:-1]), repr(done.stderr))
            for text in named:
                self.assertIn(text, done.stderr)
            self.assertEqual(sorted(os.listdir(self.folder)), before)


class Commands(WrongInput):
    def test_what_is_not_a_command(self):
        self.refused([])
        self.refused(['compair', TRACE], 'compair', 'compare')
        self.refused(['sizes', TRACE], 'sizes', 'size')
        self.refused(['zzzzzzzzzz'], 'zzzzzzzzzz')
        self.refused([''])
        self.refused(['--rate', '5/h'])
        self.refused(['COMPARE', TRACE, '--rate', '5/h'], 'COMPARE', 'compare')

    def test_options_that_do_not_exist(self):
        for run in RUNS:
            self.refused(run + ['--wher', 'mag>=5'], '--wher', '--where')
            self.refused(run + ['--fromat', 'json'], '--fromat', '--format')
            self.refused(run + ['--zzzzzzzzzz'], '--zzzzzzzzzz')
        self.refused(['limiters', '--fromat', 'json'], '--fromat', '--format')

    def test_what_is_missing(self):
        for command in ('compare', 'replay', 'size', 'curve', 'inspect', 'sweep'):
            self.refused([command])
        self.refused(['compare', TRACE], '--rate')
        self.refused(['replay', TRACE], '-l')
        for option in ('--rate', '--where', '--from', '--output', '--format'):
            self.refused(SIZE[:2] + [option], option)

    def test_what_is_too_much(self):
        for run in RUNS:
            self.refused(run + ['another.csv'], 'another.csv')
        self.refused(['limiters', 'another.csv'], 'another.csv')
        self.refused(['limiters', ''], "unexpected argument ''; see 'ratereplay limiters --help'")
        for option in ('--format', '--output', '--color'):
            self.refused(['limiters', option, 'csv', option, 'csv'],
                         f"ratereplay: {option} may be given only once; see 'ratereplay limiters --help'")


class Values(WrongInput):
    def test_rates(self):
        for rate in BAD_RATES:
            named = rate.strip() if rate.isprintable() else ''
            self.refused(['compare', TRACE, '--rate=' + rate], named)
            self.refused(['size', TRACE, '--rate=' + rate], named)
            self.refused(['size', TRACE, '--rate', '5/h', '--rate=' + rate], named)
            # A comma parts two rates.
            self.refused(['sweep', TRACE, '--burst', '3', '--rate=' + rate], named.partition(',')[0])

    def test_specs(self):
        for spec, named in BAD_SPECS.items():
            self.refused(['replay', TRACE, '-l', spec], named)
            self.refused(COMPARE + ['-l', spec], named)

    def test_bursts_and_windows(self):
        for burst in ('', '0', '-1', 'nan', 'inf', '1e400', 'five', '5/0', '1,5', '9' * 50):
            self.refused(COMPARE + ['--burst=' + burst], burst)
            self.refused(['size', TRACE, '--burst=' + burst], burst, '--burst')
            self.refused(['size', TRACE, '--burst', '5', '--burst=' + burst], burst, '--burst')
        for window in ('', '0', '0s', '-1h', 'nan', '1x', '1,5h', 'h', '1h1', '9' * 30 + 'd'):
            self.refused(COMPARE + ['--window=' + window], window)

    def test_tolerances(self):
        for drops in ('', ' ', '%', '-1', '-1%', '0.1', '1e-3', '101%', '5/0%', 'nan%', '1%%', '1,5%', '9' * 30,
                      '0.' + '0' * 30 + '1%'):
            self.refused(SIZE + ['--allow-drops=' + drops], drops.strip(' %') or '--allow-drops')

    def test_grids(self):
        for burst in ('', '0', '-1', 'nan', '5/0', '1,,2', '4..1', '1..4:0', '1..', '..4', '1..2..3', '1..4:1:1',
                      '9' * 50, '1..' + '9' * 30):
            self.refused(['sweep', TRACE, '--rate', '5/h', '--burst=' + burst], '--burst')
        for limit in ('0', '-1', '2.5', '1..2:0.5', '9' * 19 + '9'):
            self.refused(['sweep', TRACE, '--window', '1h', '--limit=' + limit], limit.partition(',')[0], '--limit')
        for window in ('0s', '-1h', 'nan', '1x', '1h,,2h'):
            self.refused(['sweep', TRACE, '--limit', '3', '--window=' + window], '--window')
        for offsets in ('0', '-1', '1.5', 'every', '100001', '50001'):
            self.refused(ALIGN[:-1] + [offsets], '--align')
        for spec in ('gcra:', 'gcra:,', 'gcra:burst=3,', 'gcrra', 'gcra:brst=3'):
            self.refused(SWEEP + ['-l', spec], spec.partition(':')[0])
        self.refused(SWEEP + ['-l', 'gcra', '-l', 'gcra'], 'gcra', 'twice')
        self.refused(SWEEP + ['--align', 'all'], '--align', 'fixed-window')

    def test_what_does_not_go_together(self):
        self.refused(SIZE + ['--burst', '5'], '--rate', '--burst')
        self.refused(['size', TRACE, '--allow-drops', '1%'], '--allow-drops', '--rate')
        self.refused(['size', TRACE, '--burst', '5', '--allow-drops', '1%'], '--allow-drops', '--rate')

    def test_trace_options(self):
        for run in RUNS:
            self.refused(run + ['--time', 'tme'], 'tme', 'time')
            self.refused(run + ['--cost', 'magg'], 'magg', 'mag')
            self.refused(run + ['--dedupe', 'idd'], 'idd', 'id')
            self.refused(run + ['--where', 'magg>=5'], 'magg', 'mag')
            for condition in ('', 'mag', 'mag>=', '>=5', 'mag=>5', 'mag>>5'):
                self.refused(run + ['--where', condition], condition)
            self.refused(run + ['--from', 'yesterday'], 'yesterday', '--from')
            self.refused(run + ['--to', '2025-02-30'], '2025-02-30', '--to')
            self.refused(run + ['--time-unit', 'h'], 'h')
            self.refused(run + ['--order', 'random'], 'random')
            self.refused(run + ['--bad-rows', 'ignore'], 'ignore')
            self.refused(run + ['--format', 'jsn'], 'jsn')
            self.refused(run + ['--color', 'sometimes'], 'sometimes')
            self.refused(run + ['--input', 'jsnl'], 'jsnl', 'jsonl')
            self.refused(run + ['--input', 'clf'], 'time')
            self.refused(run + ['--input', 'jsonl', '--delimiter', 'tab'], '--delimiter')
            self.refused(run + ['--columns', ' , '], '--columns')
            self.refused(run + ['--delimiter', ''])
            self.refused(run + ['--delimiter', '::'], '::')

    def test_memory(self):
        for size in ('64', '64x', 'M', '64 M', '-64M', '64.5M', '64MM', '64bM', '9223372036854775808M'):
            self.refused(INSPECT + ['--max-memory=' + size], f"--max-memory '{size}': not a size; write 256M or 4G")
        for size in ('0M', '63M', '65535k', '65535KiB'):
            self.refused(INSPECT + ['--max-memory', size], f"'{size}': less than it takes to work; give at least 64M")
        for size in ('16777216T', '17179869184G', '9223372036854775807k'):
            self.refused(INSPECT + ['--max-memory', size], f"'{size}': more than can be counted")

    def test_threads_and_top(self):
        for threads in ('0', '257', '-1', 'all', '1.5', '18446744073709551617'):
            self.refused(INSPECT + ['--threads=' + threads],
                         f"--threads '{threads}': not a whole number from 1 to 256")
        for top in ('0', '-1', 'all', '1.5', '18446744073709551617'):
            self.refused(COMPARE + ['--top=' + top], f"--top '{top}': not a whole number of at least 1")

    def test_flags_that_are_given_a_value(self):
        for value, shown in (('abc.', 'abc.'), ('a ', 'a '), ('a\nb', 'a\\x0Ab')):
            self.refused(INSPECT + ['--quiet=' + value], f"--quiet = {shown}; see 'ratereplay inspect --help'")

    def test_costs_that_are_none(self):
        # Magnitudes have fractions, and ids are text.
        for column in ('mag', 'id'):
            self.refused(INSPECT + ['--cost', column], TRACE + ':2', f"column '{column}'")


class Files(WrongInput):
    def runs_on(self, path):
        return [[run[0], path, *run[2:]] for run in RUNS]

    def test_what_cannot_be_opened(self):
        (self.folder / 'folder').mkdir()
        for run in self.runs_on('absent.csv'):
            self.refused(run, 'absent.csv')
        for run in self.runs_on('folder'):
            self.refused(run, 'folder', 'directory')
        for run in self.runs_on('folder/absent/trace.csv'):
            self.refused(run, 'folder/absent/trace.csv')
        self.refused(['inspect', ''])

    def test_what_may_not_be_read(self):
        if os.geteuid() == 0:
            self.skipTest('root may read everything')
        (self.folder / 'secret.csv').touch(mode=0)
        self.refused(['inspect', 'secret.csv'], 'secret.csv')

    def test_what_is_not_a_trace(self):
        for name, (content, named) in BAD_FILES.items():
            if named is None:
                continue
            (self.folder / name).write_bytes(content)
            for run in self.runs_on(name):
                self.refused(run, name, named)

    def test_compressed_files_that_are_broken(self):
        for name, (content, named) in BAD_FILES.items():
            if named is None and not name.startswith('not'):
                (self.folder / name).write_bytes(content)
                for run in self.runs_on(name):
                    self.refused(run, name)

    def test_the_same_on_standard_input(self):
        for name in ('empty.csv', 'no_time.csv', 'bad_time.csv', 'nul.csv'):
            path = self.folder / name
            path.write_bytes(BAD_FILES[name][0])
            for run in self.runs_on('-'):
                with open(path, 'rb') as content:
                    self.refused(run, BAD_FILES[name][1].strip(), stdin=content)

    def test_an_unsorted_file_where_order_is_demanded(self):
        (self.folder / 'unsorted.csv').write_text('time\n2025-07-29T12:00:01Z\n2025-07-29T12:00:00Z\n')
        for run in self.runs_on('unsorted.csv'):
            self.refused(run + ['--order', 'strict'], 'unsorted.csv:3')


class Output(WrongInput):
    def test_no_output_file_after_an_error(self):
        (self.folder / 'bad.csv').write_bytes(BAD_FILES['bad_time.csv'][0])
        for run in RUNS:
            self.refused([run[0], 'bad.csv', *run[2:], '--output', 'out.txt'], 'bad.csv:3')
        self.refused(['compare', TRACE, '--rate', '5', '--output', 'out.txt'])

    def test_an_earlier_output_file_survives_an_error(self):
        (self.folder / 'bad.csv').write_bytes(BAD_FILES['bad_time.csv'][0])
        (self.folder / 'out.txt').write_text('earlier\n')
        for run in RUNS:
            self.refused([run[0], 'bad.csv', *run[2:], '--output', 'out.txt'])
        self.assertEqual((self.folder / 'out.txt').read_text(), 'earlier\n')

    def test_places_that_cannot_be_written(self):
        (self.folder / 'folder').mkdir()
        for run in RUNS + (['limiters'],):
            self.refused(run + ['--output', 'absent/out.txt'], 'absent')
            self.refused(run + ['--output', 'folder'], 'folder')
            self.refused(run + ['--output', ''])
            if os.path.exists('/dev/full'):
                self.refused(run + ['--output', '/dev/full'], '/dev/full')

    def test_standard_output_that_is_full(self):
        if not os.path.exists('/dev/full'):
            self.skipTest('there is no /dev/full')
        for run in RUNS + (['limiters'],):
            with self.subTest(run[0]), open('/dev/full', 'wb') as full:
                done = subprocess.run([BINARY, *run], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                      encoding='utf-8', timeout=60)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, r'\Aratereplay: [^\n]+\n\Z')


    def test_the_trace_is_never_the_output(self):
        text = Path(TRACE).read_bytes()
        (self.folder / 'm.csv').write_bytes(text)
        (self.folder / 'soft.csv').symlink_to('m.csv')
        os.link(self.folder / 'm.csv', self.folder / 'hard.csv')
        told = "ratereplay: --output '{}' is the trace itself; name another file\n"
        for trace in ('m.csv', 'soft.csv', 'hard.csv'):
            for output in ('m.csv', './m.csv', 'soft.csv', 'hard.csv', str(self.folder / 'm.csv')):
                for run in RUNS:
                    self.refused([run[0], trace, *run[2:], '--output', output], told.format(output))
        self.assertEqual((self.folder / 'm.csv').read_bytes(), text)
        # Before anything is read: this is no trace.
        (self.folder / 'empty.csv').write_bytes(b'')
        self.refused(['inspect', 'empty.csv', '--output', 'empty.csv'], told.format('empty.csv'))

    def test_a_file_without_permission_to_write(self):
        user = {'user': 65534, 'group': 65534, 'extra_groups': []} if os.geteuid() == 0 else {}  # root may write all
        self.folder.chmod(0o777)
        binary = shutil.copy(BINARY, self.folder / 'ratereplay')
        (self.folder / 'read_only.txt').write_text('earlier\n')
        (self.folder / 'read_only.txt').chmod(0o444)
        before = sorted(os.listdir(self.folder))
        done = subprocess.run([binary, 'limiters', '--output', 'read_only.txt'], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding='utf-8', timeout=60, **user)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, '', "ratereplay: cannot write 'read_only.txt': Permission denied; "
                              'check its permissions, or name another file\n'))
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual((self.folder / 'read_only.txt').read_text(), 'earlier\n')

    def test_a_signal_leaves_no_temporary_file(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                # Its input does not end, so that it is at work when the signal comes.
                process = subprocess.Popen([BINARY, 'inspect', '-', '--output', 'out.txt'], cwd=self.folder,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.wait_for_temporary_file()
                process.send_signal(number)
                self.assertEqual(process.communicate(timeout=60), (b'', b''))
                self.assertEqual(process.returncode, -number)
                self.assertEqual(os.listdir(self.folder), [])

    def test_a_signal_that_is_ignored_stays_ignored(self):
        process = subprocess.Popen([BINARY, 'inspect', '-', '--output', 'out.txt'], cwd=self.folder,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for_temporary_file()
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.communicate(b'time\n', timeout=60), (b'', b''))
        self.assertEqual(process.returncode, 0)
        self.assertEqual(os.listdir(self.folder), ['out.txt'])

    def wait_for_temporary_file(self):
        for _ in range(6000):
            if any(name.startswith('.ratereplay-') for name in os.listdir(self.folder)):
                return
            time.sleep(0.01)
        self.fail('no temporary file in a minute')


class Streams(WrongInput):
    """Standard streams that are closed or full. Descriptors are closed by the shell: Python's own are its pipes."""

    def shell(self, redirections, arguments):
        command = f'exec {shlex.join([BINARY, *arguments])} {redirections}'
        return subprocess.run(['sh', '-c', command], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8', timeout=60)

    def test_standard_error_that_cannot_be_written(self):
        for redirection in ('2>/dev/full', '2>&-', '2</dev/null'):
            with self.subTest(redirection):
                done = self.shell(redirection, ['inspect', 'absent.csv'])
                self.assertEqual((done.returncode, done.stdout, done.stderr), (2, '', ''))

    def test_a_warning_never_lands_in_a_file(self):
        # 20,000 rows of a USGS query are warned about.
        header = (ROOT / 'data' / 'usgs-all-week-2018-02-07.csv').read_text().splitlines()[0]
        rows = ''.join(f'2025-07-29T12:00:00Z{"," * header.count(",")}\n' for _ in range(20000))
        (self.folder / 'page.csv').write_text(header + '\n' + rows)
        asked = ['inspect', 'page.csv', '--format', 'csv']
        plain = self.run_tool(asked)
        self.assertIn('warning: exactly 20,000 rows', plain.stderr)
        for closed in ('2>&-', '<&- 2>&-', '>&- 2>&-', '<&- >&- 2>&-'):
            with self.subTest(closed):
                done = self.shell(closed, asked + ['--output', 'out.csv'])
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))
                self.assertEqual((self.folder / 'out.csv').read_text(), plain.stdout)
                os.remove(self.folder / 'out.csv')

    def test_a_closed_standard_output_or_input_is_an_error(self):
        done = self.shell('>&-', INSPECT)
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertEqual(done.stderr, 'ratereplay: cannot write standard output: Bad file descriptor; '
                                      'open it, or name a file\n')
        done = self.shell('<&-', ['inspect', '-'])
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertRegex(done.stderr, r'\Aratereplay: [^\n]*Bad file descriptor[^\n]*\n\Z')


class Names(WrongInput):
    """A name that holds a line break or an escape leaves a message one line that drives no terminal."""

    HOSTILE = ('two\nlines', 'esc\x1b[31m', 'bell\a', 'csi\u009b31m')

    def test_files(self):
        for hostile in self.HOSTILE:
            for run in RUNS:
                self.refused([run[0], hostile + '.csv', *run[2:]], 'No such file')
                self.refused([run[0], 'absent/' + hostile + '.gz', *run[2:]], 'No such file')
                self.refused(run + ['--output', hostile + '/out.txt'], 'No such file')
            (self.folder / hostile).write_bytes(BAD_FILES['bad_time.csv'][0])
            for run in RUNS:
                self.refused([run[0], hostile, *run[2:]], ":3: column 'time'")
                self.refused([run[0], hostile, *run[2:], '--time', 'tme'], "'tme'")
                self.refused([run[0], hostile, *run[2:], '--output', hostile], 'is the trace itself')
            for suffix, told in (('.gz', 'gzip'), ('.zst', 'zst')):
                (self.folder / (hostile + suffix)).write_bytes(BAD_FILES['cut.csv' + suffix][0])
                self.refused(['inspect', hostile + suffix], told)

    def test_words(self):
        for index, hostile in enumerate(self.HOSTILE):
            self.refused([hostile])
            self.refused(['--' + hostile])
            self.refused(['--' + hostile, ''])
            self.refused(['--' + hostile + '='])
            # Each word with some of the commands: all of them read their options with the same code.
            for run in RUNS[index::len(self.HOSTILE)]:
                self.refused(run + [hostile])
                self.refused(run + ['--' + hostile])
                self.refused(run + ['--' + hostile + '='])
                self.refused(run + ['--' + hostile, ''])
                self.refused(run + ['-' + hostile])
                for option in ('--where', '--from', '--time', '--time-unit', '--cost', '--dedupe', '--order',
                               '--bad-rows', '--delimiter', '--input', '--format', '--color', '--quiet', '--fail-on-bad-rows'):
                    self.refused(run + [option + '=' + hostile])
                self.refused(run + ['--where', hostile + '>=5'])

    def test_columns_and_cells(self):
        for hostile in self.HOSTILE:
            quoted = f'"{hostile}"'
            (self.folder / 'column.csv').write_text(f'{quoted},time\nx,2025-07-29T12:00:00Z\n')
            line = ':2' if '\n' not in hostile else ':3'
            self.refused(['inspect', 'column.csv', '--cost', hostile], line + ': column ')
            self.refused(['inspect', 'column.csv', '--time', hostile], line + ': column ')
            self.refused(['inspect', 'column.csv', '--time', hostile[:-1] + 'x'])
            (self.folder / 'no_time.csv').write_text(f'{quoted},mag\nx,5\n')
            self.refused(['inspect', 'no_time.csv'], 'time')
            (self.folder / 'cell.csv').write_text(f'time,c\n2025-07-29T12:00:00Z,{quoted}\n{quoted},5\n')
            self.refused(['inspect', 'cell.csv'], (':3' if '\n' not in hostile else ':4') + ": column 'time'")
            self.refused(['inspect', 'cell.csv', '--cost', 'c'], ":2: column 'c'")


class RightInput(WrongInput):
    """What must not be refused: the tests above would pass with a tool that refuses everything."""

    def test_it_runs(self):
        for run in RUNS + (['limiters'],):
            with self.subTest(run):
                done = self.run_tool(run)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotEqual(done.stdout, '')

    def test_the_examples_of_every_help_run(self):
        for command in ('compare', 'replay', 'size', 'curve', 'inspect', 'limiters', 'sweep'):
            told = self.run_tool([command, '--help']).stdout
            examples = told.partition('\nExamples:\n')[2].replace('\\\n', '').splitlines()
            self.assertGreaterEqual(len(examples), 2, told)
            for example in examples:
                with self.subTest(example):
                    name, *arguments = shlex.split(example)
                    done = subprocess.run([BINARY, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, timeout=60,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
                    self.assertEqual((name, done.returncode, done.stderr), ('ratereplay', 0, ''))

    def test_the_output_file_holds_what_would_have_been_printed(self):
        for run in RUNS + (['limiters'],):
            for form in ('table', 'json', 'csv'):
                with self.subTest(run=run, form=form):
                    asked = run + ['--format', form]
                    done = self.run_tool(asked + ['--output', 'out.txt'])
                    self.assertEqual((done.returncode, done.stdout), (0, ''), done.stderr)
                    self.assertEqual((self.folder / 'out.txt').read_text(), self.run_tool(asked).stdout)
                    self.assertEqual(os.listdir(self.folder), ['out.txt'])

    def test_sizes_of_memory_and_numbers_of_threads(self):
        right = self.run_tool(INSPECT).stdout
        for option, values in (('--max-memory', ('64M', '64m', '64MB', '64MiB', '64Mi', '65536k', '1G', '16777215T')),
                               ('--threads', ('1', '256', '0256'))):
            for value in values:
                with self.subTest(f'{option} {value}'):
                    done = self.run_tool(INSPECT + [option, value])
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, right, ''))

    def test_standard_error_is_written_where_it_stands(self):
        # To rename over what it leads to would lose what it holds already.
        (self.folder / 'log').write_text('before\n')
        with open(self.folder / 'log', 'a', encoding='utf-8') as log:
            done = subprocess.run([BINARY, *INSPECT, '--output', '/dev/stderr'], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=log, encoding='utf-8', timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, ''))
        self.assertEqual((self.folder / 'log').read_text(), 'before\n' + self.run_tool(INSPECT).stdout)

    def test_a_device_is_written_directly(self):
        done = self.run_tool(INSPECT + ['--output', '/dev/stdout'])
        self.assertEqual((done.returncode, done.stdout), (0, self.run_tool(INSPECT).stdout))

    def test_a_closed_pipe_is_not_an_error(self):
        for run in RUNS + (['limiters'],):
            with self.subTest(run[0]):
                reading, writing = os.pipe()
                os.close(reading)
                with open(writing, 'wb') as closed:
                    done = subprocess.run([BINARY, *run], stdin=subprocess.DEVNULL, stdout=closed,
                                          stderr=subprocess.PIPE, encoding='utf-8', timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_a_summary_is_read_no_further_than_its_front_tells(self):
        self.assertEqual(self.run_tool(CURVE + ['--save-summary', 'whole.rrs']).returncode, 0)
        front = (self.folder / 'whole.rrs').read_bytes()[:64]
        for begin in (front[:8], front):
            with self.subTest(len(begin)):
                with subprocess.Popen([BINARY, 'curve', '--merge', '-'], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder) as tool:
                    taken = 0
                    with self.assertRaises(BrokenPipeError):
                        while taken < 64 << 20:
                            taken += os.write(tool.stdin.fileno(), begin if taken == 0 else bytes(1 << 16))
                    out, error = tool.communicate()
                self.assertEqual((tool.returncode, out, error.count(b'\n')), (2, b'', 1))

    def test_burst_with_a_leading_zero_is_decimal(self):
        plain = self.run_tool(COMPARE + ['--burst', '10', '--format', 'csv']).stdout
        self.assertEqual(self.run_tool(COMPARE + ['--burst', '010', '--format', 'csv']).stdout, plain)
        self.assertNotEqual(self.run_tool(COMPARE + ['--burst', '8', '--format', 'csv']).stdout, plain)

    def test_a_header_without_rows_is_an_empty_trace(self):
        (self.folder / 'header.csv').write_text('time,mag\n')
        for run in RUNS:
            with self.subTest(run[0]):
                done = self.run_tool([run[0], 'header.csv', *run[2:]])
                self.assertEqual((done.returncode, done.stderr), (0, ''))


if __name__ == '__main__':
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
