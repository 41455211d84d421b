"""How much memory a run takes at most: no more for a longer trace that is in order, and no more than --max-memory for
one that is not.

    memory_test.py RATEREPLAY
"""

import os
import subprocess
import sys
import tempfile
import unittest

MIB = 1 << 20
BINARY = os.path.abspath(sys.argv.pop(1))


def run(*arguments, stdin=None, environment=None):
    """Standard output of a run, and the most memory that it held, in bytes."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([BINARY, *arguments], stdin=stdin, stdout=out, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, arguments
        out.seek(0)
        return out.read().decode(), usage.ru_maxrss * 1024


def without_heading(text):
    return text[text.index('\n\n'):]


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        row = ',26.5,121.1,10.0,4.5,mb,,,,,us,"ten km off, somewhere"'
        header = 'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,place'
        for name, rows in (('short', 300_000), ('long', 3_000_000)):
            cls.write(name, header, rows, lambda i: f'{1_753_800_000 + i}{row}')
        # More than half of 64 MiB, which sorting may take, and each row far from its place.
        count = 6_000_011
        cls.write('ordered', 'ts', count, str)
        cls.write('shuffled', 'ts', count, lambda i: str(i * 2_654_435_761 % count))

    @classmethod
    def write(cls, name, header, rows, row):
        """In pieces: a child's peak is never below what its parent held."""
        with open(cls.path(name), 'w', encoding='ascii') as out:
            out.write(header + '\n')
            for begin in range(0, rows, 10_000):
                out.write(''.join(row(i) + '\n' for i in range(begin, min(begin + 10_000, rows))))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def test_a_trace_in_order_takes_no_more_when_it_is_longer(self):
        for command in (['size', '--rate', '1/s'], ['curve'],
                        ['replay', '-l', 'gcra:rate=1/2s,burst=5', '-l', 'sliding-log:limit=5,window=10s'],
                        ['replay', '-l', 'gcra:rate=1/2s,burst=5', '--decisions', self.path('log.csv')],
                        ['replay', '-l', 'leaky-queue:rate=1/2s,queue=5', '--max-memory', '64M',
                         '--decisions', self.path('log.jsonl.gz')],
                        ['compare', '--rate', '1/2s', '--max-memory', '64M']):
            with self.subTest(command=command):
                _, short = run(command[0], self.path('short'), *command[1:])
                _, long = run(command[0], self.path('long'), *command[1:])
                self.assertLess(long, 48 * MIB)
                self.assertLess(long - short, 20 * MIB)  # 8 bytes a row would be more

    def test_a_trace_out_of_order_takes_no_more_than_it_may(self):
        before = set(os.listdir(self.folder.name))
        environment = dict(os.environ, TMPDIR=self.folder.name)
        expected, _ = run('size', self.path('ordered'), '--rate', '2/3s')
        for source in ('shuffled', None):
            with self.subTest(source=source):
                if source:
                    text, peak = run('size', self.path(source), '--rate', '2/3s', '--max-memory', '64M',
                                     environment=environment)
                else:
                    with subprocess.Popen(['cat', self.path('shuffled')], stdout=subprocess.PIPE) as cat:
                        text, peak = run('size', '-', '--rate', '2/3s', '--max-memory', '64M', stdin=cat.stdout,
                                         environment=environment)
                self.assertEqual(without_heading(text), without_heading(expected))
                # A stream is read through a library that sets 48 MiB aside.
                self.assertLess(peak, 64 * MIB if source else 120 * MIB)
        self.assertEqual(set(os.listdir(self.folder.name)), before)

    def test_a_curve_with_a_vertex_for_each_event_takes_little_for_each(self):
        count = 400_000
        self.write('growing', 'ts', count, lambda i: str(1_700_000_000_000_000_000 + i * (i + 1) // 2))
        _, before = run('curve', self.path('short'))
        for form in ('json', 'csv'):
            with self.subTest(form=form):
                # Never held here: see write.
                _, peak = run('curve', self.path('growing'), '--format', form, '--quiet',
                              '--output', self.path('curve'))
                with open(self.path('curve'), encoding='ascii') as curve:
                    rows = sum('"rate_exact"' in line if form == 'json' else line[0].isdigit() for line in curve)
                self.assertEqual(rows, count)
                self.assertLess(peak - before, 350 * count)


if __name__ == '__main__':
    unittest.main()
