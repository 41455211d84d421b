"""A trace is not trusted: whatever texts it holds, and whatever it asks for, what is printed drives no terminal, is
valid in its format and runs in no spreadsheet; it takes no more memory and time than it may; it writes nowhere.

    hostile_test.py RATEREPLAY [light]

With `light`, for builds that are slow or take memory of their own, what needs much of either is left out.
"""

import csv
import gzip
import io
import itertools
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRACE = str(ROOT / 'data' / 'kamchatka-2025-07-29.csv')
BINARY = os.path.abspath(sys.argv.pop(1))
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')

MIB = 1 << 20
# What drives a terminal, or turns its text around.
CONTROLS = ('\x1b[31m', '\x1b]0;x\x07', '\x08\x08', 'a\rb', '\x7f', '\x9b31m', '\x85', '\u202e', '\u202a',
            '\u2066x\u2069', '\u2028', '\u2029', '\u200b', '\u061c', '\ufeffx', '\U000e0041')
# What is not UTF-8.
BROKEN = (b'\xff', b'\x9b31m', b'\xc0\xaf', b'\xe0\x80\x80', b'\xed\xa0\x80', b'\xf5\x80\x80\x80', b'\xe2\x82',
          b'ok\xfe')
# What a spreadsheet would run.
FORMULAS = ('=1+1', '+1+1', '-1+1', '@SUM(1)', "'=1", '\t=1+1', '=cmd|" /C calc"!A0', 'a;=1+1', 'a\t=1+1', '\uff1d1+1',
            '\uff20x', '-')
# What others have stumbled over.
ODD = ('a,b', 'a"b', '"', "'", '..', '%s%n', '{}', '{0:>99}', '\\', '\\x1b', '$(touch pwned)', '`touch pwned`',
       'x' * 300, 'NaN', 'null', '\u010den\u011bk', '\U0001f600')
TEXTS = tuple(text.encode() if isinstance(text, str) else text for text in (*CONTROLS, *BROKEN, *FORMULAS, *ODD))
if LIGHT:
    TEXTS = TEXTS[::5]
TURN = itertools.count()
BAD_BYTES = [text for text in TEXTS if text in BROKEN]
NUMBER = re.compile(r'-?\d+(\.\d+)?(e[+-]?\d+)?\Z')

SPEC = ['-l', 'gcra:rate=1/h,burst=1', '-l', 'leaky-queue:rate=1/h,queue=1']
KEYED = (['compare', '--rate', '1/h'], ['replay', *SPEC], ['replay', *SPEC, '--by', 'hour'], ['size', '--rate', '1/h'],
         ['inspect'], ['diff', *SPEC])
OF_ALL = (*KEYED, ['size'], ['size', '--burst', '2'], ['curve'], ['sweep', '--rate', '1/h', '--burst', '1..3'],
          ['sweep', '--limit', '1', '--window', '1h', '--align', 'all'], ['convert', 'converted.rrt'])
FORMATS = ('table', 'json', 'csv')


def cell(text):
    """A text as a cell of CSV."""
    return b'"' + text.replace(b'"', b'""') + b'"'


class Hostile(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def run_tool(self, arguments, **settings):
        settings.setdefault('stdin', subprocess.DEVNULL)
        done = subprocess.run([BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60, **settings)
        self.check_shown(done.stderr)
        return done

    def refused(self, arguments, *named, **settings):
        done = self.run_tool(arguments, **settings)
        self.assertEqual((done.returncode, done.stdout), (2, b''), done.stderr)
        self.assertRegex(done.stderr, rb'\Aratereplay: [^\n]+\n\Z')
        for text in named:
            self.assertIn(text, done.stderr.decode())

    def check_shown(self, data):
        """What goes to a terminal."""
        self.assertEqual([character for character in data.decode() if not character.isprintable() and character != '\n'],
                         [], data)

    def check_json(self, data):
        self.check_shown(data)
        return json.loads(data)

    def check_csv(self, data):
        rows = list(csv.reader(io.StringIO(data.decode('utf-8', 'surrogateescape'), newline=''), strict=True))
        for row in rows:
            self.assertEqual(len(row), len(rows[0]), row)
            for text in row:
                if len(text) > 1 and not NUMBER.match(text):
                    self.assertNotIn(text[0], '=+-@\t\r\n\uff1d\uff0b\uff0d\uff20', row)
        # Nor where a semicolon or a tab ends a cell.
        for line in re.sub(r'"([^"]|"")*"', '', data.decode('utf-8', 'surrogateescape')).splitlines():
            self.assertNotRegex(line, '[;\t]')
        return rows

    def check(self, form, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return {'table': self.check_shown, 'json': self.check_json, 'csv': self.check_csv}[form](done.stdout)

    def check_all(self, commands, arguments):
        for command in commands:
            for form in (FORMATS[next(TURN) % 3],) if LIGHT else FORMATS:
                with self.subTest(f'{command} {arguments} {form}'):
                    self.check(form, self.run_tool([command[0], *arguments, *command[1:], '--format', form]))


class Texts(Hostile):
    def write(self, name, key_name, keys):
        with open(os.path.join(os.fsencode(self.folder), name), 'wb') as trace:
            trace.write(b'time,cost,' + cell(key_name) + b'\n')
            for index, key in enumerate(keys):
                trace.write(b'%d,1,%s\n%d,1,%s\n' % (index, cell(key), index, cell(key)))

    def test_keys(self):
        self.write(b'keys.csv', b'who', TEXTS)
        self.check_all(KEYED[:4], ['keys.csv', '--key', 'who', '--top', '100'])
        self.check_all(KEYED[4:], ['keys.csv', '--key', 'who'])
        self.check_all(KEYED[:2], ['keys.csv', '--key', 'who', '--key', 'who,cost', '--top', '100'])
        for index, text in enumerate(TEXTS):
            command = KEYED[index % len(KEYED)]
            with self.subTest(f'{command} {text}'):
                done = self.run_tool([command[0], 'keys.csv', '--key', 'who', '--only-key', text, *command[1:]])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_shown(done.stdout)
                self.assertIn(b'2 events', done.stdout)

    def test_keys_in_a_decision_log(self):
        self.write(b'keys.csv', b'who', TEXTS)
        for name in ('log.csv', 'log.jsonl'):
            done = self.run_tool(['replay', 'keys.csv', '--key', 'who', *SPEC, '--decisions', name, '--format', 'json',
                                  '--quiet'])
            warnings = self.check('json', done)['trace']['warnings']
            data = (self.folder / name).read_bytes()
            if name == 'log.csv':
                shown = [row[2].encode('utf-8', 'surrogateescape') for row in self.check_csv(data)[1::4]]
                marked = [b"'" + text if len(text.decode('utf-8', 'replace')) > 1
                          and text.decode('utf-8', 'replace')[0] in "=+-@\t\r\n'\uff1d\uff20" else text
                          for text in TEXTS]
                self.assertEqual(shown, marked)
                self.assertFalse(any('--decisions' in warning for warning in warnings))
                continue
            keys = [self.check_json(line)['key'] for line in data.splitlines()[::4]]
            for key, text in zip(keys, TEXTS):
                if text not in BROKEN:
                    self.assertEqual(key, text.decode())
                else:
                    self.assertIn('\ufffd', key)
            self.assertIn(f'{2 * len(BAD_BYTES)} events with a key that is not UTF-8: its bytes are U+FFFD in '
                          "'log.jsonl'; --decisions-format csv keeps them", warnings)

    def test_names_of_columns(self):
        for text in TEXTS:
            if b',' in text:
                continue  # of two columns
            name = text.strip(b' \t')
            self.write(b'names.csv', name, [b'a', b'b'])
            self.check_all(KEYED[1:2], ['names.csv', '--key', name])
            for arguments in (['--time', name], ['--cost', name], ['--dedupe', name + b'x'], ['--time', b'absent'],
                              ['--where', b'absent' + name + b'=1'], ['--key', name + b',absent']):
                with self.subTest(f'{arguments}'):
                    self.refused(['inspect', 'names.csv', *arguments])
            for form in FORMATS:  # sentences that name a column
                done = self.run_tool(['inspect', 'names.csv', '--dedupe', name, '--format', form])
                self.check(form, done)

    def test_cells(self):
        for text in TEXTS:
            with open(self.folder / 'cells.csv', 'wb') as trace:
                trace.write(b'time,cost\n1,%s\n%s,1\n2,1\n' % (cell(text), cell(text)))
            with self.subTest(f'{text}'):
                self.refused(['inspect', 'cells.csv'], "cells.csv:")
                self.refused(['inspect', 'cells.csv', '--cost', 'cost'], "cells.csv:2: column 'cost'")
            for form in FORMATS:
                with self.subTest(f'{text} {form}'):
                    done = self.run_tool(['inspect', 'cells.csv', '--cost', 'cost', '--bad-rows', 'skip', '--format',
                                          form])
                    self.check(form, done)

    def test_names_of_files(self):
        for index, text in enumerate(TEXTS):
            if b'/' in text or text == b'..' or len(text) > 200:
                continue
            self.write(text, b'who', [b'a', b'b'])
            name = b'./' + text
            command = OF_ALL[index % len(OF_ALL)]
            for form in FORMATS:
                with self.subTest(f'{command} {text} {form}'):
                    report = self.check(form, self.run_tool([command[0], name, *command[1:], '--format', form]))
                    if form == 'json' and text not in BROKEN:
                        self.assertEqual(report['trace']['source'], name.decode())
            for form in FORMATS:  # what a binary trace and a summary say of where they came from
                with self.subTest(f'{text} {form}'):
                    self.check(form, self.run_tool(['convert', name, b'out' + text, '--format', form]))
                    self.check(form, self.run_tool(['inspect', b'out' + text, '--format', form]))
                    self.check(form, self.run_tool(['curve', name, '--save-summary', text + b'.rrs', '--format', form]))
                    self.check(form, self.run_tool(['curve', '--merge', text + b'.rrs', '--format', form]))
            self.refused(['inspect', name + b'absent'], 'No such file')

    def test_words_of_the_command_line(self):
        commands = ([b'%s'], ['replay', TRACE, '-l', b'%s'], ['replay', TRACE, '-l', b'gcra:rate=%s,burst=1'],
                    ['replay', TRACE, '-l', b'gcra:%s=1'], ['replay', TRACE, *SPEC, '--window', b'%s'],
                    ['replay', TRACE, *SPEC, '--by', b'%s'], ['replay', TRACE, *SPEC, '--format', b'j%s'],
                    ['replay', TRACE, *SPEC, b'--%s'], ['replay', TRACE, *SPEC, '--decisions', b'%sx'],
                    ['replay', TRACE, *SPEC, '--from', b'%s'], ['replay', TRACE, *SPEC, '--where', b'%s'],
                    ['replay', TRACE, *SPEC, '--time-unit', b'%s'], ['replay', TRACE, *SPEC, '--max-memory', b'%s'],
                    ['replay', TRACE, *SPEC, '--threads', b'%s'], ['replay', TRACE, *SPEC, '--delimiter', b'ab%s'],
                    ['size', TRACE, b'--rate=%s'], ['sweep', TRACE, b'--rate=1/h', b'--burst=%s'])
        for index, command in enumerate(commands):
            for text in TEXTS[index % 3::3]:
                arguments = [word.replace(b'%s', text) if isinstance(word, bytes) else word for word in command]
                with self.subTest(f'{arguments}'):
                    self.refused(arguments)

    def test_logs_and_json(self):
        for text in TEXTS:
            if b'\r' not in text and b'"' not in text and b'\\' not in text:
                line = b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET /%s HTTP/1.1" 200 5 "-" "%s"\n' % (text, text)
                (self.folder / 'access.log').write_bytes(2 * line)
                self.check_all(KEYED[1:2], ['access.log', '--key', 'path,agent'])
            if text in BROKEN:
                (self.folder / 'bad.jsonl').write_bytes(b'{"time":1,"k":"%s"}\n' % text)
                self.refused(['inspect', 'bad.jsonl'], 'bad.jsonl:1: not UTF-8', ' at byte ')
                continue
            line = json.dumps({'time': 1, 'k': text.decode(), text.decode() + 'k': 1}).encode()
            (self.folder / 'keys.jsonl').write_bytes(line + b'\n' + line + b'\n')
            self.check_all(KEYED[4:5], ['keys.jsonl', '--key', 'k'])
            self.refused(['inspect', 'keys.jsonl', '--key', 'absent'])

    def test_replaced_bytes_are_counted(self):
        self.write(b'keys.csv', b'who', [b'\xff\xfe', b'\xe2\x82x', b'fine'])
        report = self.check('json', self.run_tool(['replay', 'keys.csv', '--key', 'who', '-l', 'pacer:rate=1/h',
                                                   '--format', 'json']))
        shown = json.dumps(report).count('\\ufffd')
        warning = [text for text in report['trace']['warnings'] if 'UTF-8' in text]
        self.assertEqual(len(warning), 1)
        self.assertRegex(warning[0], r'\A\d+ bytes that are not UTF-8, U\+FFFD in this document\Z')
        # E2 82 is one character cut short: two bytes, for which one U+FFFD stands.
        self.assertGreaterEqual(int(warning[0].split()[0]), shown)
        plain = self.check('json', self.run_tool(['inspect', TRACE, '--format', 'json']))
        self.assertEqual(plain['trace']['warnings'], [])

    def test_where_in_a_line_json_breaks(self):
        for line, named in ((b'{"time":1,"a":}', 'not JSON (RFC 8259) at byte 15; '),
                            (b'{"time":1,"a":1,}', 'not JSON (RFC 8259) at byte 17; '),
                            (b'{"time":1}}', 'not JSON (RFC 8259) at byte 11; '),
                            (b'{"time":tru}', "column 'time': not JSON (RFC 8259) at byte 9; "),
                            (b'{"time":1,"a":"\xff"}', ' at byte 16; JSON is UTF-8 text'),
                            (b'{"time":1,"a":"\\ud800x"}', ' at byte 16; JSON is UTF-8 text'),
                            (b'{"time":1,"a":"\\u0000"}', '\\u0000 in a text at byte 16; no cell can hold a NUL byte')):
            for front in (b'', b'{"time":1,"a":2}\n'):
                (self.folder / 'bad.jsonl').write_bytes(front + line + b'\n')
                with self.subTest(f'{front} {line}'):
                    self.refused(['inspect', 'bad.jsonl', '--input', 'jsonl'], f'bad.jsonl:{front.count(10) + 1}: ',
                                 named if front else named.replace("column 'time': ", ''))

    def test_a_first_line_that_is_none_of_the_log(self):
        log = '1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n'
        (self.folder / 'a.log').write_text('started\n' + log)
        self.refused(['inspect', 'a.log'], 'line 2 is one of an access log: read it with --input clf')
        (self.folder / 'a.jsonl').write_text('started\n\n{"time":1}\n')
        self.refused(['inspect', 'a.jsonl'], 'line 3 is a JSON object: read it with --input jsonl')


class Writing(Hostile):
    def test_nothing_is_written_elsewhere(self):
        self.folder = self.folder / 'a' / 'b'
        self.folder.mkdir(parents=True)
        rows = b''.join(b'%d,%s\n' % (index, cell(name)) for index, name in enumerate(
            (b'../x', b'../../x', b'/tmp/ratereplay-pwned', b'$(touch pwned)', b'`touch pwned`', b'|touch pwned',
             b'>pwned')))
        (self.folder / 'keys.csv').write_bytes(b'time,who\n' + rows)
        for command in KEYED:
            for form in FORMATS:
                done = self.run_tool([command[0], 'keys.csv', '--key', 'who', *command[1:], '--format', form])
                self.check(form, done)
        self.assertEqual(os.listdir(self.folder), ['keys.csv'])
        self.assertEqual(os.listdir(self.folder.parent), ['b'])
        self.assertEqual(os.listdir(self.folder.parent.parent), ['a'])
        self.assertFalse(os.path.exists('/tmp/ratereplay-pwned'))

    def test_a_link_is_followed_and_stays(self):
        (self.folder / 'target.txt').write_text('earlier\n')
        (self.folder / 'target.txt').chmod(0o640)
        (self.folder / 'link').symlink_to('target.txt')
        (self.folder / 'new').symlink_to('fresh.txt')
        for name, target in (('link', 'target.txt'), ('new', 'fresh.txt')):
            self.assertEqual(self.run_tool(['limiters', '--output', name]).returncode, 0)
            self.assertTrue((self.folder / name).is_symlink())
            self.assertIn('token-bucket', (self.folder / target).read_text())
        self.assertEqual(stat.S_IMODE((self.folder / 'target.txt').stat().st_mode), 0o640)
        (self.folder / 'loop').symlink_to('loop')
        self.refused(['limiters', '--output', 'loop'], "cannot write 'loop': Too many levels of symbolic links; ")

    def test_a_result_never_runs_as_its_owner(self):
        (self.folder / 'out').write_text('earlier\n')
        (self.folder / 'out').chmod(0o6755)
        self.assertEqual(self.run_tool(['limiters', '--output', 'out']).returncode, 0)
        self.assertEqual(stat.S_IMODE((self.folder / 'out').stat().st_mode), 0o755)

    def test_a_temporary_name_is_not_foreseen(self):
        names = set()
        for _ in range(3):
            with subprocess.Popen([BINARY, 'inspect', '-', '--output', 'out'], cwd=self.folder,
                                  stdin=subprocess.PIPE) as run:
                while not os.listdir(self.folder):
                    self.assertIsNone(run.poll())
                names.update(os.listdir(self.folder))
                run.stdin.write(b'time\n')
            os.remove(self.folder / 'out')
        self.assertEqual(len(names), 3)
        for name in names:
            self.assertRegex(name, r'\A\.ratereplay-[A-Za-z0-9]{6}\Z')


class Blowing(Hostile):
    """What is small and asks for much."""

    def measured(self, arguments, data):
        """(status, output, errors), the most memory held, and seconds."""
        (self.folder / 'bomb').write_bytes(data)
        begin = time.monotonic()
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            environment = dict(os.environ, TMPDIR=str(self.folder))
            process = subprocess.Popen([BINARY, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=errors, env=environment)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            done = process.returncode, output.read(), errors.read().decode()
        return done, usage.ru_maxrss << 10, time.monotonic() - begin

    def test_a_bomb_is_bounded(self):
        if LIGHT:
            self.skipTest('sanitizers take memory of their own')
        zeros = gzip.compress(bytes(16 * MIB), 9)
        falling = gzip.compress(b'9\n1\n5\n3\n' * 250_000, 9)
        keyed = gzip.compress(b'1,' + b'k' * (MIB - 10) + b'\n', 9)
        for name, data, arguments, named in (
                ('zeros', zeros * 64, [], None),
                ('zeros in a gzip in a gzip', gzip.compress(zeros), [], None),
                ('blank lines', gzip.compress(b'time\n') + gzip.compress(b"\n" * 16 * MIB) * 8, [], 0),
                ('rows out of order', gzip.compress(b'time\n') + falling * 6, [], 6_000_000),
                ('long keys', gzip.compress(b'time,k\n') + keyed * 400, ['--key', 'k'], 400),
                ('long keys of several columns', gzip.compress(b'time,k\n') + keyed * 400, ['--key', 'k,time'], 400)):
            with self.subTest(name):
                done, peak, _ = self.measured(['size', 'bomb', '--rate', '1/s', '--max-memory', '64M', '--format',
                                               'json', *arguments], data)
                if named is None:
                    self.assertEqual((done[0], done[1]), (2, b''))
                    self.assertRegex(done[2], r'\Aratereplay: bomb[^\n]+\n\Z')
                else:
                    self.assertEqual((done[0], done[2]), (0, ''))
                    self.assertEqual(json.loads(done[1])['trace']['events'], named)
                self.assertLess(peak, 140 * MIB)
                self.assertEqual(os.listdir(self.folder), ['bomb'])

    def test_a_window_larger_than_memory(self):
        for log, memory, fits in ((27, '1G', True), (27, '256M', True), (27, '64M', False), (25, '64M', True),
                                  (31, '8G', False), (41, '8G', False)):
            # RFC 8878, 3.1.1: a frame with a window descriptor and one raw block.
            body = b'time\n1\n'
            block = ((len(body) << 3) | 1).to_bytes(3, 'little') + body
            frame = b'\x28\xb5\x2f\xfd\x00' + bytes([(log - 10) << 3]) + block
            with self.subTest(f'{log} {memory}'):
                done, peak, _ = self.measured(['inspect', 'bomb', '--max-memory', memory, '--format', 'csv'], frame)
                if fits:
                    self.assertEqual(done[0], 0, done[2])
                else:
                    self.assertEqual((done[0], done[1]), (2, b''))
                    self.assertRegex(done[2], r'\Aratereplay: bomb: the Zstandard data (needs more memory|is corrupt)')
                if not LIGHT:
                    self.assertLess(peak, 100 * MIB)
        huge = b'\x28\xb5\x2f\xfd\xe0' + (1 << 60).to_bytes(8, 'little') + b'\x01\x00\x00'
        done, _, _ = self.measured(['inspect', 'bomb'], huge)
        self.assertEqual((done[0], done[1]), (2, b''))
        self.assertIn('needs more memory than --max-memory leaves for it; ', done[2])

    def test_counts_that_are_made_up(self):
        self.run_tool(['convert', TRACE, 'whole.rrt'])
        self.run_tool(['curve', TRACE, '--save-summary', 'whole.rrs'])
        counts = (0, 1 << 20, 1 << 32, 1 << 55, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
        for name, arguments in (('whole.rrt', ['inspect', 'bomb']), ('whole.rrs', ['curve', '--merge', 'bomb'])):
            data = (self.folder / name).read_bytes()
            places = [*range(8, 72, 8), *range(len(data) - 120, len(data) - 8, 8)]
            for place in places:
                for count in counts[::3] if LIGHT else counts:
                    altered = data[:place] + count.to_bytes(8, 'little') + data[place + 8:]
                    if altered == data:
                        continue
                    with self.subTest(f'{name} {place} {count}'):
                        done, peak, _ = self.measured(arguments, altered)
                        self.assertEqual((done[0], done[1]), (2, b''))
                        self.assertRegex(done[2], r'\Aratereplay: bomb: [^\n]+\n\Z')
                        if not LIGHT:
                            self.assertLess(peak, 40 * MIB)

    def test_what_takes_the_square_of_its_size(self):
        log = b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] '
        names = ','.join(f'c{index}' for index in range(100_000)).encode()
        skip = ['--bad-rows', 'skip']
        for name, data, arguments, status in (
                ('objects in objects', b'{"a":' * 170_000 + b'1' + b'}' * 170_000 + b'\n', [], 2),
                ('arrays in arrays', b'{"time":1,"a":' + b'[' * MIB + b'\n', ['--input', 'jsonl'], 2),
                ('one name for all columns', b','.join([b'a'] * 100_000) + b',time\n' + b',' * 100_000 + b'1\n', [], 0),
                ('one name for all fields', b'{' + b'"a":1,' * 150_000 + b'"time":1}\n', [], 0),
                ('a column that is not there', names + b',time\n', ['--key', 'c99999x'], 2),
                ('quotes that open', b'time,a\n' + b'1,"\n' * 300_000, skip, 0),
                ('quotes that close early', b'time,a\n' + b'1,"x"y\n' * 300_000, skip, 0),
                ('rows that are bad', b'time,a\n1,1\n' + b'y\n' * 1_000_000, skip, 0),
                ('backslashes in a log', log + b'"' + b'\\\\\\"' * 200_000 + b'" 200 5\n', ['--input', 'clf'], 0),
                ('brackets in a log', b'1.1.1.1 - - ' + b'[' * 1_000_000 + b'\n', ['--input', 'clf'], 2),
                ('a time of a million digits', b'time\n' + b'1' * 1_000_000 + b'\n', [], 2),
                ('a fraction of a million digits', b'time\n1.' + b'1' * 1_000_000 + b'\n', [], 0),
                ('a cost of a million digits', b'time,c\n1,' + b'0' * 1_000_000 + b'5\n', ['--cost', 'c'], 0),
                ('a number of a million digits', b'time,c\n1,' + b'9' * 1_000_000 + b'\n',
                 ['--where', 'c>=' + '9' * 120_000], 0)):
            with self.subTest(name):
                done, _, seconds = self.measured(['inspect', 'bomb', *arguments], data)
                self.assertEqual(done[0], status, done[2])
                self.assertEqual(done[2].count('\n'), 1 if status else 0)
                self.assertLess(seconds, 30 if LIGHT else 10)

    def test_keys_that_were_made_to_collide(self):
        # Texts of eight bytes that XXH3 without a seed gives one upper half: its steps, backwards.
        mask = (1 << 64) - 1
        inverse = pow(0x9FB21C651E98DF25, -1, 1 << 64)

        def turned(number):
            return number ^ ((number << 49 | number >> 15) & mask) ^ ((number << 24 | number >> 40) & mask)

        def text(number):
            number ^= number >> 28 ^ number >> 56
            number = number * inverse & mask
            number ^= (number >> 35) + 8
            number = number * inverse & mask
            for _ in range(63):
                number = turned(number)
            number ^= 0x1CAD21F72C81017C ^ 0xDB979083E96DD4DE
            return ((number << 32 | number >> 32) & mask).to_bytes(8, 'little')
        keys = [text(0x12345678 << 32 | low) for low in range(30_000)]
        keys = [key for key in keys if not set(key) & set(b',"\r\n\0 \t;|')]
        seconds = []
        for several in (keys, [b'%08d' % index for index in range(len(keys))]):
            data = b'time,k\n' + b''.join(b'%d,%s\n' % row for row in enumerate(several))
            for arguments in (['--key', 'k'], ['--dedupe', 'k']):
                done, _, took = self.measured(['inspect', 'bomb', '--format', 'json', *arguments], data)
                self.assertEqual((done[0], done[2]), (0, ''))
                self.assertEqual(json.loads(done[1])['trace']['events'], len(keys))
                seconds.append(took)
        self.assertLess(seconds[0], 10 * seconds[2] + 0.5)


if __name__ == '__main__':
    unittest.main()
