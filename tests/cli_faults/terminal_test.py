"""What a terminal gets that a file does not: colours on standard output, progress on standard error.

    terminal_test.py RATEREPLAY
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import tty
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSPECT = ['inspect', str(ROOT / 'data' / 'kamchatka-2025-07-29.csv')]
BINARY = os.path.abspath(sys.argv.pop(1))
ERASE = b'\r\x1b[K'


class Screen:
    """A terminal that passes on all bytes as they are."""

    def __init__(self):
        self.ours, self.theirs = pty.openpty()
        tty.setraw(self.theirs)
        self.got = b''

    def close_theirs(self):
        os.close(self.theirs)

    def has_something(self, seconds=0):
        return bool(select.select([self.ours], [], [], seconds)[0])

    def read_some(self):
        """Whether there is more to come; an error says that nobody has it open any more."""
        if not self.has_something(60):
            raise TimeoutError('nothing comes to the terminal')
        try:
            piece = os.read(self.ours, 1 << 16)
        except OSError:
            piece = b''
        self.got += piece
        return bool(piece)

    def read_all(self):
        while self.read_some():
            pass
        os.close(self.ours)
        return self.got


class Terminal(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def start(self, arguments, environment, **settings):
        """With TERM=xterm and no NO_COLOR, unless `environment` says otherwise; None unsets."""
        whole = dict(os.environ, TERM='xterm', NO_COLOR=None)
        whole.update(environment)
        return subprocess.Popen([BINARY, *arguments], cwd=self.folder,
                                env={name: value for name, value in whole.items() if value is not None}, **settings)

    def on_screen(self, arguments, environment):
        """Standard output of a run that has it on a terminal."""
        screen = Screen()
        with self.start(arguments, environment, stdin=subprocess.DEVNULL, stdout=screen.theirs,
                        stderr=subprocess.PIPE) as process:
            screen.close_theirs()
            output = screen.read_all()
            self.assertEqual((process.stderr.read(), process.wait(60)), (b'', 0))
        return output

    def in_file(self, arguments, environment):
        """The same on a pipe."""
        with self.start(arguments, environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
            output = process.stdout.read()
            self.assertEqual(process.wait(60), 0)
        return output

    def test_colours(self):
        plain = self.in_file(INSPECT, {})
        coloured = self.in_file([*INSPECT, '--color', 'always'], {'TERM': 'dumb', 'NO_COLOR': '1'})
        self.assertNotEqual(coloured, plain)
        self.assertEqual(re.sub(rb'\x1b\[\d*m', b'', coloured), plain)
        for arguments, environment, expected in (
                ([], {}, coloured), ([], {'TERM': None}, coloured), ([], {'NO_COLOR': ''}, coloured),
                (['--color', 'auto'], {}, coloured), (['--color', 'always'], {'TERM': 'dumb'}, coloured),
                ([], {'NO_COLOR': '1'}, plain), ([], {'NO_COLOR': '0'}, plain), ([], {'TERM': 'dumb'}, plain),
                (['--color', 'never'], {}, plain)):
            with self.subTest(f'{arguments} {environment}'):
                self.assertEqual(self.on_screen([*INSPECT, *arguments], environment), expected)
        self.assertEqual(self.on_screen([*INSPECT, '--output', 'out.txt'], {}), b'')
        self.assertEqual((self.folder / 'out.txt').read_bytes(), plain)

    # Progress is looked at every 1,024 rows, and shown after a second.
    ROWS = [b''.join(b'%d\n' % second for second in range(begin, begin + 1024)) for begin in (0, 1024)]
    MORE = b'2048\n' * 200_000
    LINE = rb'\r[0-9.]+ [kM]B, [0-9.]+ [kM]?B/s\x1b\[K'

    def start_slowly(self, arguments, environment):
        screen = Screen()
        process = self.start(['inspect', '-', *arguments], environment, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=screen.theirs)
        screen.close_theirs()
        process.stdin.write(b'time\n' + self.ROWS[0])
        process.stdin.flush()
        return process, screen

    def test_progress(self):
        runs = {name: self.start_slowly(arguments, environment) for name, (arguments, environment) in {
            'shown': ([], {}), 'wrong': ([], {}), 'ended': (['--output', 'out.txt'], {}), 'quiet': (['--quiet'], {}),
            'dumb': ([], {'TERM': 'dumb'}), 'none': ([], {'TERM': None})}.items()}
        time.sleep(1.5)
        outputs = {}
        for name, (process, screen) in runs.items():
            process.stdin.write(self.ROWS[1])
            process.stdin.flush()
            if name == 'wrong':
                process.stdin.write(b'yesterday\n')
            if name == 'ended':
                while not screen.has_something():  # until there is more than is read ahead
                    process.stdin.write(self.MORE)
                screen.read_some()
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(60), -signal.SIGTERM)
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
            outputs[name] = process.stdout.read()
            process.stdout.close()
            screen.read_all()
            process.wait(60)
        erased = re.escape(ERASE) + rb'\Z'
        self.assertRegex(runs['shown'][1].got, rb'\A(' + self.LINE + rb')+' + erased)
        self.assertRegex(runs['wrong'][1].got, rb'\A(' + self.LINE + rb')+' + re.escape(ERASE) +
                         rb'ratereplay: standard input:2050: [^\n]+\n\Z')
        self.assertRegex(runs['ended'][1].got, rb'\A(' + self.LINE + rb')+' + erased)
        self.assertEqual(os.listdir(self.folder), [])
        for name in ('quiet', 'dumb', 'none'):
            self.assertEqual((runs[name][0].returncode, runs[name][1].got), (0, b''))
            self.assertEqual(outputs[name], outputs['shown'])
        self.assertIn(b'2,048 events', outputs['shown'])
        self.assertEqual((runs['shown'][0].returncode, runs['wrong'][0].returncode, outputs['wrong']), (0, 2, b''))


if __name__ == '__main__':
    unittest.main()
