"""Faults of the machine: each ends in the right answer, or in one clear line and status 2 with nothing on standard
output; no partial output file and no temporary file is left. The table in tests/README.md lists them.

    machine_test.py RATEREPLAY [light]

With `light`, for builds that are slow or take memory of their own, what needs much of either is left out.
"""

import ctypes
import fcntl
import gzip
import json
import os
import pty
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRACE = str(ROOT / 'data' / 'kamchatka-2025-07-29.csv')
NEWEST_FIRST = str(ROOT / 'data' / 'usgs-all-week-2018-02-07.csv')
BINARY = os.path.abspath(sys.argv.pop(1))
LIGHT = 'light' in sys.argv
if LIGHT:
    sys.argv.remove('light')

MIB = 1 << 20
FULL = (4096).to_bytes(4, sys.byteorder)
RATE = ['--rate', '5/h']
SPEC = ['-l', 'gcra:rate=5/h,burst=5']
# Every command that reads a trace, which stands in the place of None.
READERS = (['compare', None, *RATE], ['replay', None, *SPEC], ['size', None, *RATE], ['size', None],
           ['size', None, '--burst', '20'], ['curve', None], ['inspect', None],
           ['sweep', None, *RATE, '--burst', '1..100', '--busiest'],
           ['sweep', None, '--limit', '5', '--window', '1h', '--align', 'all'],
           ['diff', None, *SPEC, '-l', 'pacer:rate=5/h'], ['convert', None, 'converted.rrt'])
NOBODY = {'user': 65534, 'group': 65534, 'extra_groups': []} if os.geteuid() == 0 else {}


def on(command, trace):
    return [trace if word is None else word for word in command]


def zstd(data):
    """A frame with a checksum, as the zstd tool makes it."""
    library = ctypes.CDLL('libzstd.so.1')
    for name in ('ZSTD_createCCtx', 'ZSTD_compressBound', 'ZSTD_compress2'):
        getattr(library, name).restype = ctypes.c_size_t
    context = ctypes.c_void_p(library.ZSTD_createCCtx())
    library.ZSTD_CCtx_setParameter(context, 201, 1)
    bound = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    buffer = ctypes.create_string_buffer(bound)
    size = library.ZSTD_compress2(context, buffer, ctypes.c_size_t(bound), data, ctypes.c_size_t(len(data)))
    library.ZSTD_freeCCtx(context)
    return buffer.raw[:size]


def has_open(process, part):
    """Whether the process has a file open whose path holds `part`."""
    for link in Path(f'/proc/{process.pid}/fd').iterdir():
        try:
            if part in os.readlink(link):
                return True
        except FileNotFoundError:  # closed meanwhile
            pass
    return False


class Machine(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.temporary = Path(temporary.name)
        self.environment = dict(os.environ, TMPDIR=temporary.name)

    def start(self, arguments, **settings):
        settings.setdefault('stdin', subprocess.DEVNULL)
        settings.setdefault('stdout', subprocess.PIPE)
        return subprocess.Popen([BINARY, *arguments], cwd=self.folder, stderr=subprocess.PIPE, env=self.environment,
                                **settings)

    def run_tool(self, arguments, **settings):
        """(status, output, errors); a run that takes a minute hangs."""
        process = self.start(arguments, **settings)
        try:
            output, errors = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f'{arguments} hangs')
        return process.returncode, output or b'', errors.decode()

    def check_refused(self, done, *named):
        status, output, errors = done
        self.assertEqual((status, output), (2, b''), errors)
        self.assertRegex(errors, r'\Aratereplay: [^\n]+; [^\n]+\n\Z')
        for text in named:
            self.assertIn(text, errors)

    def refused(self, arguments, *named, **settings):
        before = sorted(os.listdir(self.folder))
        with self.subTest(' '.join(arguments)):
            self.check_refused(self.run_tool(arguments, **settings), *named)
            self.check_clean(before)

    def check_clean(self, expected=()):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(expected))
        self.assertEqual(os.listdir(self.temporary), [])

    def answer(self, arguments):
        """What the tool says of it when nothing is wrong."""
        status, output, errors = self.run_tool(arguments)
        self.assertEqual((status, errors), (0, ''))
        return output

    def right_or_refused(self, arguments, expected, *named, **settings):
        """Holds that it is one or the other; returns whether it was right."""
        status, output, errors = done = self.run_tool(arguments, **settings)
        if status != 0:
            self.check_refused(done, *named)
            return False
        self.assertEqual((output, errors), (expected, ''))
        return True


class Disks(Machine):
    """A disk that is full: a small tmpfs in a namespace of its own; where there are none, a limit of a file's size."""

    def on_full_disk(self, arguments):
        """(status, output, errors) with the folder `full` on a disk without a byte of room, and what is left on it."""
        full = self.folder / 'full'
        full.mkdir(exist_ok=True)
        script = ('mount -t tmpfs -o size=4k none "$0" || exit 77; head -c 5000 /dev/zero >"$0/fill" 2>/dev/null; '
                  '"$@"; status=$?; rm "$0/fill"; ls -A "$0" >left; exit $status')
        done = subprocess.run(['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, full, BINARY,
                               *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=self.environment, timeout=120)
        if (self.folder / 'left').exists():
            left = (self.folder / 'left').read_text()
            os.remove(self.folder / 'left')
            return (done.returncode, done.stdout, done.stderr.decode()), left, 'No space left on device; make room'

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        done = self.run_tool(arguments, preexec_fn=limit)
        return done, ''.join(os.listdir(full)), 'File too large; '

    def test_every_kind_of_output(self):
        for arguments in ([*on(READERS[0], TRACE), '--output', 'full/out.txt'],
                          ['limiters', '--output', 'full/out.txt'],
                          ['replay', TRACE, *SPEC, '--decisions', 'full/log.csv'],
                          ['replay', TRACE, *SPEC, '--decisions', 'full/log.jsonl.gz'],
                          ['replay', TRACE, *SPEC, '--decisions', 'full/log.csv', '--output', 'out.txt'],
                          ['convert', TRACE, 'full/out.rrt'], ['convert', TRACE, 'full/out.rrt', '--format', 'json'],
                          ['curve', TRACE, '--save-summary', 'full/out.rrs']):
            with self.subTest(' '.join(arguments)):
                done, left, reason = self.on_full_disk(arguments)
                self.check_refused(done, 'cannot write', reason)
                self.assertEqual(left, '')
                self.check_clean(['full'])

    def test_a_device_that_is_full(self):
        if not os.path.exists('/dev/full'):
            self.skipTest('there is no /dev/full')
        for command in (*READERS, ['limiters']):
            self.refused([*on(command, TRACE), '--output', '/dev/full'], "'/dev/full': No space left on device; ")
            with open('/dev/full', 'wb') as full:
                self.refused(on(command, TRACE), 'standard output: No space left on device; ', stdout=full)
        for form in ('csv', 'jsonl'):
            self.refused(['replay', TRACE, *SPEC, '--decisions', '/dev/full', '--decisions-format', form], '/dev/full')

    def test_a_file_larger_than_the_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        for arguments in (['replay', TRACE, *SPEC, '--decisions', 'log.csv'],
                          ['replay', NEWEST_FIRST, *SPEC, '--decisions', 'log.jsonl.gz'],
                          ['curve', TRACE, '--format', 'json', '--output', 'out.json'], ['convert', TRACE, 'out.rrt']):
            self.refused(arguments, 'File too large; raise the limit', preexec_fn=limit)


class Places(Machine):
    """What is no regular file, or cannot be opened."""

    def test_a_folder(self):
        (self.folder / 'folder').mkdir()
        for command in READERS:
            self.refused(on(command, 'folder'), 'folder: Is a directory; name a file in it')
            self.refused([*on(command, TRACE), '--output', 'folder'], "'folder': Is a directory; name a file in it")
        self.refused(['curve', '--merge', 'folder'], 'folder: Is a directory; name a file in it')
        self.refused(['convert', TRACE, 'folder'], "'folder': Is a directory; name a file in it")
        self.refused(['curve', TRACE, '--save-summary', 'folder'], "'folder': Is a directory; name a file in it")
        self.refused(['replay', TRACE, *SPEC, '--decisions', 'folder', '--decisions-format', 'csv'],
                     "'folder': Is a directory; name a file in it")

    def test_a_socket(self):
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(self.folder / 'socket'))
            for command in READERS:
                self.refused(on(command, 'socket'), 'socket: No such device or address; name a file or a pipe')
                self.refused([*on(command, TRACE), '--output', 'socket'], "'socket': No such device or address; ")
            self.refused(['convert', TRACE, 'socket'], "'socket' is no regular file")

    def test_a_fifo_as_trace(self):
        data = Path(NEWEST_FIRST).read_bytes()
        for name, body in (('fifo', data), ('packed', gzip.compress(data))):
            os.mkfifo(self.folder / name)
            for command in READERS[:-1]:
                with self.subTest(name + ' ' + command[0]):
                    writer = threading.Thread(target=(self.folder / name).write_bytes, args=(body,))
                    writer.start()
                    output = self.answer(on(command, name))
                    writer.join()
                    with open(NEWEST_FIRST, 'rb') as file:
                        _, expected, _ = self.run_tool(on(command, '-'), stdin=file)
                    self.assertEqual(output.partition(b':')[2], expected.partition(b':')[2])
        self.check_clean(['fifo', 'packed'])

    def test_a_fifo_that_is_gone_once_it_is_read(self):
        os.mkfifo(self.folder / 'fifo')
        process = self.start(['convert', 'fifo', 'out.rrt'])
        with open(self.folder / 'fifo', 'wb') as writer:
            os.remove(self.folder / 'fifo')
            writer.write(b'time\n1\n2\n')
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, b''))
        size = (self.folder / 'out.rrt').stat().st_size
        self.assertEqual(output.decode().splitlines()[-1], f'out.rrt: 2 events, {size} bytes')
        self.check_clean(['out.rrt'])

    def test_a_fifo_as_output(self):
        os.mkfifo(self.folder / 'fifo')
        for command in (*READERS[:-1], ['limiters']):
            read = []
            reader = threading.Thread(target=lambda: read.append((self.folder / 'fifo').read_bytes()))
            reader.start()
            self.assertEqual(self.answer([*on(command, TRACE), '--output', 'fifo']), b'')
            reader.join()
            self.assertEqual(read[0], self.answer(on(command, TRACE)))
        for arguments in (['convert', TRACE, 'fifo'], ['curve', TRACE, '--save-summary', 'fifo']):
            self.refused(arguments, "'fifo' is no regular file")

    def test_an_unreadable_file(self):
        shutil.copy(BINARY, self.folder / 'tool')
        self.folder.chmod(0o755)
        (self.folder / 'secret.csv').write_text('time\n1\n')
        (self.folder / 'secret.csv').chmod(0)
        for command in READERS[:-1]:
            with self.subTest(command[0]):
                done = subprocess.run([self.folder / 'tool', *on(command, 'secret.csv')], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      timeout=60, **NOBODY)
                self.check_refused((done.returncode, done.stdout, done.stderr.decode()),
                                   'secret.csv: Permission denied; check its permissions')

    def test_a_file_in_a_sticky_folder_of_another(self):
        if not NOBODY:
            self.skipTest('needs root, to have a file of another')
        shutil.copy(BINARY, self.folder / 'tool')
        self.folder.chmod(0o1777)
        (self.folder / 'out.txt').write_text('earlier\n')
        (self.folder / 'out.txt').chmod(0o666)
        done = subprocess.run([self.folder / 'tool', 'limiters', '--output', 'out.txt'], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                              **NOBODY)
        self.check_refused((done.returncode, done.stdout, done.stderr.decode()),
                           "cannot write 'out.txt': Operation not permitted; check its permissions")
        self.assertEqual((self.folder / 'out.txt').read_text(), 'earlier\n')
        self.check_clean(['out.txt', 'tool'])

    def test_a_descriptor_that_is_closed(self):
        for closed, arguments, named in ((0, ['inspect', '-'], 'standard input: Bad file descriptor; '),
                                         (0, ['curve', '--merge', '-'], 'standard input: Bad file descriptor; '),
                                         (1, ['inspect', TRACE], 'standard output: Bad file descriptor; '),
                                         (1, ['limiters'], 'standard output: Bad file descriptor; ')):
            self.refused(arguments, named, preexec_fn=lambda closed=closed: os.close(closed))
        status, output, errors = self.run_tool(['inspect', 'absent.csv'], preexec_fn=lambda: os.close(2))
        self.assertEqual((status, output, errors), (2, b'', ''))
        self.assertEqual(self.run_tool(['inspect', TRACE], preexec_fn=lambda: os.close(2)),
                         (0, self.answer(['inspect', TRACE]), ''))


class Reading(Machine):
    def test_a_read_error_at_once(self):
        for command in READERS:
            self.refused(on(command, '/proc/self/mem'), '/proc/self/mem: Input/output error; check that it can be read')
        self.refused(['curve', '--merge', '/proc/self/mem'], 'Input/output error; ')

    def test_a_read_error_in_the_middle(self):
        for body in (b'time\n2025-07-29T12:00:00Z\n2025-07-29T12:00:01Z\n', b'{"time":1}\n{"time":2}\n',
                     b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n'):
            for command in READERS:
                ours, theirs = pty.openpty()
                os.write(theirs, body)
                os.close(theirs)  # from here on, what reads it gets what was written and then an error
                with open(ours, 'rb') as terminal:
                    self.refused(on(command, '-'), 'standard input: Input/output error; ', stdin=terminal)

    def slowly(self, change):
        """A trace with many rows is changed while it is read."""
        rows = 300_000
        path = self.folder / 'trace.csv'
        path.write_text('time\n' + '\n'.join(map(str, range(rows))) + '\n')
        command = ['sweep', 'trace.csv', '--rate', '1/s', '--burst', '1..2000', '-l', 'token-bucket:initial=1',
                   '--threads', '1']
        process = self.start(command)
        while 'trace.csv' not in Path(f'/proc/{process.pid}/maps').read_text():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGSTOP)
        change(path)
        process.send_signal(signal.SIGCONT)
        output, errors = process.communicate(timeout=60)
        return process.returncode, output, errors.decode()

    def test_a_file_that_is_cut_while_it_is_read(self):
        done = self.slowly(lambda path: os.truncate(path, 4096))
        self.check_refused(done, 'a file was cut short while it was read')
        self.check_clean(['trace.csv'])

    def test_a_file_that_grows_while_it_is_read(self):
        def grow(path):
            with open(path, 'a', encoding='ascii') as trace:
                trace.write('yesterday\n' * 10_000)
        status, output, errors = self.slowly(grow)
        self.assertEqual((status, errors), (0, ''))
        self.assertIn(b'trace.csv: 300,000 events', output)

    def test_a_file_that_vanishes_while_it_is_read(self):
        status, output, errors = self.slowly(os.remove)
        self.assertEqual((status, errors), (0, ''))
        self.assertIn(b'trace.csv: 300,000 events', output)
        self.check_clean()

    def test_a_file_that_vanishes_before_it_is_read_again(self):
        # What is not in order is read twice, and a compressed file is opened twice for that.
        rows = 400_000
        packed = gzip.compress(('time\n' + '\n'.join(map(str, [*range(rows), 0])) + '\n').encode(), 1)
        (self.folder / 'trace.csv.gz').write_bytes(packed)
        expected = self.answer(['inspect', 'trace.csv.gz'])
        process = self.start(['inspect', 'trace.csv.gz'])
        while not has_open(process, 'trace.csv.gz'):
            self.assertIsNone(process.poll())
        os.remove(self.folder / 'trace.csv.gz')
        output, errors = process.communicate(timeout=60)
        if process.returncode == 0:  # it was faster
            self.assertEqual((output, errors), (expected, b''))
        else:
            self.check_refused((process.returncode, output, errors.decode()),
                               'trace.csv.gz: No such file or directory; check the path')
        self.check_clean()


class Signals(Machine):
    """What ends a run in each of its phases ends it at once, with the status of the signal, and leaves nothing."""

    ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ROWS = ('time\n' + ''.join(f'2025-07-29T12:{second // 60 % 60:02}:{second % 60:02}Z\n' for second in range(3600))
            ).encode()

    def end(self, process, number):
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (-number, b''))
        return output

    def wait_for(self, process, what):
        for _ in range(6000):
            if what():
                return
            self.assertIsNone(process.poll())
            time.sleep(0.005)
        self.fail('not reached in half a minute')

    def test_while_it_reads(self):
        for number in self.ENDING:
            for arguments in (['inspect', '-', '--output', 'out.txt'], ['convert', '-', 'out.rrt'],
                              ['curve', '-', '--save-summary', 'out.rrs'],
                              ['replay', '-', *SPEC, '--decisions', 'log.csv', '--output', 'out.txt'],
                              ['replay', '-', *SPEC, '--decisions', 'log.jsonl.gz', '--order', 'strict']):
                with self.subTest(f'{number.name} {arguments}'):
                    process = self.start(arguments, stdin=subprocess.PIPE)
                    process.stdin.write(self.ROWS)
                    process.stdin.flush()
                    self.wait_for(process, lambda: os.listdir(self.folder))
                    self.assertEqual(self.end(process, number), b'')
                    self.check_clean()

    def test_while_it_writes(self):
        os.mkfifo(self.folder / 'fifo')
        for number in self.ENDING:
            for arguments in (['curve', NEWEST_FIRST, '--format', 'json', '--output', 'fifo'],
                              ['replay', NEWEST_FIRST, *SPEC, '--decisions', 'fifo', '--decisions-format', 'jsonl',
                               '--output', 'out.txt']):
                with self.subTest(f'{number.name} {arguments}'):
                    # A reader that never reads: the pipe fills, and the run waits in the middle of its output.
                    held = os.open(self.folder / 'fifo', os.O_RDWR)
                    fcntl.fcntl(held, fcntl.F_SETPIPE_SZ, 4096)
                    process = self.start(arguments)
                    self.wait_for(process, lambda: fcntl.ioctl(held, termios.FIONREAD, bytes(4)) == FULL)
                    self.assertEqual(self.end(process, number), b'')
                    os.close(held)
                    self.check_clean(['fifo'])

    def test_a_reader_that_has_seen_enough(self):
        commands = [on(command, NEWEST_FIRST) for command in READERS[:-1]] + [['limiters'], ['--help']]
        commands += [['curve', NEWEST_FIRST, '--quiet', '--format', form] for form in ('json', 'csv')]
        commands += [['replay', NEWEST_FIRST, *SPEC, '--decisions', '-', '--decisions-format', form, '--output',
                      'out.txt'] for form in ('csv', 'jsonl')]
        for arguments in commands:
            with self.subTest(' '.join(arguments)):
                process = self.start(arguments)
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b'')
                self.assertEqual(process.wait(60), 0)


class Limits(Machine):
    """Of memory, descriptors and threads."""

    @unittest.skipIf(LIGHT, 'sanitizers reserve terabytes')
    def test_too_little_memory(self):
        steps = [*range(12_000, 30_000, 900), *range(30_000, 200_000, 17_000), 1 << 21]
        for command in READERS[:-1]:
            right = self.answer(on(command, NEWEST_FIRST))
            enough = []
            for kib in steps:
                def limit(kib=kib):
                    resource.setrlimit(resource.RLIMIT_AS, (kib << 10, kib << 10))
                status, output, errors = self.run_tool(on(command, NEWEST_FIRST), preexec_fn=limit)
                if status == 127 or 'shared object' in errors:
                    continue  # not even the loader had enough
                with self.subTest(f'{kib} KiB {command}'):
                    if status != 0:
                        self.check_refused((status, output, errors), 'out of memory; ')
                    else:
                        self.assertEqual((output, errors), (right, ''))
                        enough.append(kib)
            self.assertIn(1 << 21, enough)

    @unittest.skipIf(LIGHT, 'sanitizers need descriptors of their own')
    def test_few_descriptors(self):
        right = {tuple(command): self.answer(on(command, NEWEST_FIRST)) for command in READERS[:-1]}
        for most in range(3, 10):
            def limit(most=most):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            for command in READERS[:-1]:
                with self.subTest(f'{most} {command}'):
                    status, output, errors = self.run_tool(on(command, NEWEST_FIRST), preexec_fn=limit)
                    if status == 127 or 'shared object' in errors:
                        continue
                    if status != 0:
                        self.check_refused((status, output, errors), 'Too many open files; ')
                    else:
                        self.assertEqual((output, errors), (right[tuple(command)], ''))

    @unittest.skipIf(LIGHT, 'the search for leaks needs a thread of its own')
    @unittest.skipUnless(NOBODY, 'needs root, to be another user who may start nothing')
    def test_no_thread_can_be_started(self):
        shutil.copy(BINARY, self.folder / 'tool')
        shutil.copy(NEWEST_FIRST, self.folder / 'trace.csv')
        self.folder.chmod(0o755)
        for command in READERS[:-1]:
            with self.subTest(command[0]):
                done = subprocess.run([self.folder / 'tool', *on(command, 'trace.csv'), '--threads', '16'],
                                      cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, timeout=60,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)), **NOBODY)
                self.assertEqual((done.returncode, done.stderr), (0, b''))
                self.assertEqual(done.stdout, self.answer(on(command, 'trace.csv')))


class Compressed(Machine):
    """A trace that was harmed on its way is never taken for a whole one."""

    DATA = b'time,place\n' + b''.join(b'2025-07-29T12:%02d:%02dZ,"%d km off"\n' % (i // 60, i % 60, i * i % 97)
                                      for i in range(40))

    def setUp(self):
        super().setUp()
        (self.folder / 'trace').write_bytes(self.DATA)
        self.expected = self.answer(['inspect', 'trace'])
        self.forms = {'gzip': gzip.compress(self.DATA, mtime=0), 'Zstandard': zstd(self.DATA)}
        self.step = 11 if LIGHT else 1

    def read(self, data):
        (self.folder / 'trace').write_bytes(data)
        return self.run_tool(['inspect', 'trace'])

    def test_whole(self):
        for form, data in self.forms.items():
            with self.subTest(form):
                self.assertEqual(self.read(data), (0, self.expected, ''))
                self.assertEqual(self.read(data[:-1])[0], 2)

    def test_cut_at_every_length(self):
        for form, data in self.forms.items():
            for length in range(4, len(data), self.step):
                with self.subTest(f'{form} {length}'):
                    self.check_refused(self.read(data[:length]), f'trace: the {form} data is cut short; ')

    def test_altered_at_every_byte(self):
        for form, data in self.forms.items():
            right = 0
            for place in range(4, len(data), self.step):
                altered = data[:place] + bytes([data[place] ^ 0x20]) + data[place + 1:]
                with self.subTest(f'{form} {place}'):
                    status, output, errors = done = self.read(altered)
                    if status == 0:
                        self.assertEqual((output, errors), (self.expected, ''))
                        right += 1
                    else:
                        self.check_refused(done, 'trace: ')
            # In gzip, when and where it was made, and the bits that fill the last byte of its data.
            self.assertLessEqual(right, 8, form)

    def test_followed_by_something_else(self):
        for form, data in self.forms.items():
            for junk in (b'\n', b'junk', b'\0' * 600, self.DATA):
                with self.subTest(f'{form} {junk[:8]}'):
                    self.check_refused(self.read(data + junk), f'trace: the {form} data is ')

    def test_several_one_behind_another(self):
        body = self.DATA.split(b'\n', 1)
        for pack, empty in ((gzip.compress, gzip.compress(b'')), (zstd, zstd(b''))):
            for data in (empty + pack(self.DATA), pack(self.DATA) + empty, pack(body[0] + b'\n') + pack(body[1]),
                         pack(self.DATA[:100]) + empty + pack(self.DATA[100:])):
                self.assertEqual(self.read(data), (0, self.expected, ''))
            self.check_refused(self.read(empty), 'trace: ')


class Wide(Machine):
    def test_a_hundred_thousand_columns(self):
        names = [f'c{i}' for i in range(100_000)]
        row = ','.join(['7'] * 100_000) + ',1\n'
        (self.folder / 'wide.csv').write_text(','.join([*names, 'time']) + '\n' + 3 * row)
        body = ','.join(f'"{i:x}":7' for i in range(100_000))
        (self.folder / 'wide.jsonl').write_text(3 * ('{' + body + ',"time":1}\n'))
        for name, last in (('wide.csv', 'c99999'), ('wide.jsonl', '1869f')):
            for source in (name, '-'):
                with self.subTest(f'{name} {source}'), open(self.folder / name, 'rb') as file:
                    status, output, errors = self.run_tool(
                        ['inspect', source, '--cost', last, '--where', f'{last}>=7', '--key', last, '--format', 'json'],
                        stdin=file)
                    self.assertEqual((status, errors), (0, ''))
                    trace = json.loads(output)['trace']
                    self.assertEqual((trace['events'], trace['cost'], trace['keys']),
                                     (3, 21, [{'key': last, 'clients': 1}]))
            self.refused(['inspect', name, '--key', 'absent'], "no column 'absent'")

    def test_a_span_of_nothing(self):
        (self.folder / 'far.csv').write_text('time\n1677-09-21T00:12:43.145224192Z\n2262-04-11T23:47:16.854775807Z\n')
        for command in READERS[:-1]:
            with self.subTest(command[0]):
                self.assertIn(b'2 events', self.answer(on(command, 'far.csv')))
        self.answer(['replay', 'far.csv', *SPEC, '--by', 'second', '--decisions', 'log.csv'])


@unittest.skipIf(LIGHT, 'takes more than there is')
class Large(Machine):
    """What is larger than memory may be: lines, keys, and traces that have to be sorted on a disk that is full."""

    def measured(self, arguments, write):
        """A run whose standard input `write` feeds: (status, output, errors), and the most memory that it held."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([BINARY, *arguments], cwd=self.folder, stdin=subprocess.PIPE, stdout=output,
                                       stderr=errors, env=self.environment)
            try:
                write(process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass  # it has seen enough
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            return (process.returncode, output.read(), errors.read().decode()), usage.ru_maxrss << 10

    def test_a_line_of_a_gibibyte(self):
        times = {'csv': (b'time,x\n', b'2025-07-29T12:00:00Z,', b'\n2025-07-29T12:00:01Z,y\n'),
                 'clf': (b'1.1.1.1 - - [29/Jul/2025:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n', b'1.1.1.1 - - "',
                         b'"\n1.1.1.1 - - [29/Jul/2025:12:00:01 +0000] "GET / HTTP/1.1" 200 5\n'),
                 'jsonl': (b'{"time":1}\n', b'{"time":1,"x":"', b'"}\n{"time":2}\n')}
        piece = b'x' * MIB
        packed = gzip.compress(piece * 16)
        for kind, (first, begin, end) in times.items():
            def plain(out, parts=(first + begin, end)):
                out.write(parts[0])
                for _ in range(1024):
                    out.write(piece)
                out.write(parts[1])

            def compressed(out, parts=(first + begin, end)):
                out.write(gzip.compress(parts[0]))
                for _ in range(64):
                    out.write(packed)
                out.write(gzip.compress(parts[1]))
            for write in (plain, compressed) if kind == 'csv' else (compressed,):
                with self.subTest(f'{kind} {write.__name__}'):
                    done, peak = self.measured(['inspect', '-', '--input', kind, '--bad-rows', 'skip', '--max-memory',
                                                '64M', '--format', 'json'], write)
                    self.assertEqual((done[0], done[2]), (0, ''))
                    trace = json.loads(done[1])['trace']
                    self.assertEqual((trace['events'], trace['rows']['bad']), (1 if kind == 'csv' else 2, 1))
                    self.assertIn('1 bad row skipped: longer than 1 MiB', trace['warnings'])
                    self.assertLess(peak, 100 * MIB)

    def test_a_line_of_a_gibibyte_in_a_file(self):
        with open(self.folder / 'holes.csv', 'wb') as file:
            file.write(b'time,x\n2025-07-29T12:00:00Z,')
            file.truncate(1 << 30)
        self.refused(['inspect', 'holes.csv'], 'holes.csv:2: a row longer than 1 MiB; ')

    def test_a_file_that_there_is_no_room_to_map(self):
        with open(self.folder / 'holes.csv', 'wb') as file:
            file.write(b'time,x\n2025-07-29T12:00:00Z,')
            file.truncate(1 << 30)

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        self.refused(['inspect', 'holes.csv'], 'holes.csv:2: a row longer than 1 MiB; ', preexec_fn=limit)

    def test_a_million_keys_of_a_kibibyte(self):
        keys, tail = 1_000_000, b'k' * 1000

        def rows(out):
            out.write(b'time,key\n')
            for begin in range(0, keys, 1000):
                out.write(b''.join(b'%d,%023d%s\n' % (i, i, tail) for i in range(begin, begin + 1000)))
        for memory, most in (('64M', 120), ('1G', 360)):
            with self.subTest(memory):
                done, peak = self.measured(['inspect', '-', '--key', 'key', '--order', 'strict', '--max-memory',
                                            memory], rows)
                self.check_refused(done, 'different keys need more than the ', 'that --max-memory leaves for them')
                self.assertLess(peak, most * MIB)
        done, _ = self.measured(['inspect', '-', '--key', 'key', '--order', 'strict', '--max-memory', '6G', '--format',
                                 'json'], rows)
        self.assertEqual((done[0], done[2]), (0, ''))
        self.assertEqual(json.loads(done[1])['trace']['keys'], [{'key': 'key', 'clients': keys}])

    def test_a_disk_too_small_to_sort_on(self):
        rows = 4_500_000  # more than half of 64 MiB
        path = self.folder / 'shuffled.csv'
        with open(path, 'w', encoding='ascii') as out:
            out.write('time\n')
            for begin in range(0, rows, 10_000):
                out.write('\n'.join(str(i * 2_654_435_761 % rows) for i in range(begin, begin + 10_000)) + '\n')
        small = self.folder / 'small'
        small.mkdir()
        for number in (None, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                if number is None:
                    script = 'mount -t tmpfs -o size=1m none "$0" || exit 77; TMPDIR="$0" "$@"'
                    done = subprocess.run(['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, small,
                                           BINARY, 'size', 'shuffled.csv', *RATE, '--max-memory', '64M'],
                                          cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE, timeout=120)
                    if done.returncode not in (1, 77):  # else there are no namespaces here
                        self.check_refused((done.returncode, done.stdout, done.stderr.decode()),
                                           'No space left on device; name another folder in TMPDIR')

                    def limit():
                        resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, MIB))
                    self.refused(['size', 'shuffled.csv', *RATE, '--max-memory', '64M'], 'temporary file in ',
                                 'File too large; name another folder in TMPDIR', preexec_fn=limit)
                    continue
                process = self.start(['size', 'shuffled.csv', *RATE, '--max-memory', '64M', '--output', 'out.txt'])
                while not has_open(process, str(self.temporary)):
                    self.assertIsNone(process.poll())
                process.send_signal(number)
                self.assertEqual(process.communicate(timeout=60), (b'', b''))
                self.assertEqual(process.returncode, -number)
                self.check_clean(['shuffled.csv', 'small'])


if __name__ == '__main__':
    unittest.main()
