"""The golden runner's own test: what it must let pass, and above all what it must not."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parent / 'run.py'

# A stand-in for the tool: `ratereplay OUT [ERR [STATUS]]` prints its arguments with printf's escapes.
FAKE = '#!/bin/sh\nprintf "$1"\nprintf "$2" >&2\nexit "${3:-0}"\n'


class RunnerTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.binary = self.folder / 'fake'
        self.binary.write_text(FAKE)
        self.binary.chmod(0o755)

    def run_file(self, text, name='case.t', options=(), **environment):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.path = path
        return subprocess.run([sys.executable, RUNNER, '--binary', self.binary, *options, path],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8',
                              env={**os.environ, **environment})

    def passes(self, text, name='case.t', **environment):
        done = self.run_file(text, name, **environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def fails(self, text, name='case.t'):
        done = self.run_file(text, name)
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stdout


class Golden(RunnerTest):
    def test_output_errors_and_status(self):
        self.passes("# a comment\n\n$ ratereplay 'one\\n\\ntwo\\n' 'oh\\n' 1\none\n\ntwo\n! oh\n[exit 1]\n\n$ true\n")

    def test_every_difference_fails(self):
        right = "$ ratereplay 'one\\ntwo\\n' 'oh\\n' 1\none\ntwo\n! oh\n[exit 1]\n"
        self.passes(right)
        for there, instead in [
            ('\ntwo\n', '\ntwo \n'),  # a trailing space
            ('\ntwo\n', '\n'),  # extra output
            ('\ntwo\n', '\ntwo\nthree\n'),  # output that does not come
            ('\none\ntwo\n', '\ntwo\none\n'),
            ('\none\n', '\n\none\n'),  # an empty line
            ('! oh\n', ''),
            ('! oh\n', 'oh\n'),  # the wrong stream
            ('[exit 1]\n', '[exit 3]\n'),
            ('[exit 1]\n', ''),
            ('[exit 1]\n', '[exit 1]\nmore\n'),
        ]:
            with self.subTest(instead=instead):
                self.assertIn('case.t:1:', self.fails(right.replace(there, instead)))

    def test_an_error_that_leaves_something_on_standard_output_fails(self):
        self.passes("$ ratereplay '' 'oh\\n' 2\n! oh\n[exit 2]\n")
        self.passes("$ ratereplay 'x\\n' '' 1\nx\n[exit 1]\n")
        half = "$ ratereplay 'x|y;\\n' 'oh\\n' 2\nx|y;\n! oh\n[exit 2]\n"
        self.assertIn('case.t: line 1: an error (exit 2)', self.fails(half))
        self.assertEqual(self.run_file(half, options=['--update']).returncode, 1)
        self.assertEqual(self.path.read_text(), half)
        self.fails("$ ratereplay 'x\\n' \\\n  '' 2\nx\n[exit 2]\n")
        # What is on standard output here is not, or not only, that of the command that fails.
        self.passes("$ ratereplay '' 'oh\\n' 2 2>&1\noh\n[exit 2]\n")
        self.passes("$ ratereplay 'x\\n'; ratereplay '' '' 2\nx\n[exit 2]\n")
        self.passes("$ ratereplay 'x\\n' && exit 2\nx\n[exit 2]\n")
        self.passes("$ echo x; ratereplay '' '' 2\nx\n[exit 2]\n")

    def test_an_unexpected_status_fails_without_any_output(self):
        self.fails("$ ratereplay '' '' 1\n")

    def test_the_difference_is_shown(self):
        shown = self.fails("# first\n$ ratereplay 'new\\n'\nold\n")
        self.assertIn("case.t:2: $ ratereplay 'new\\n'", shown)
        self.assertIn('\n-old\n+new\n', shown)

    def test_last_line_without_newline_differs_from_one_with(self):
        self.passes("$ ratereplay 'x'\nx\n[no newline]\n")
        self.fails("$ ratereplay 'x'\nx\n")
        self.fails("$ ratereplay 'x\\n'\nx\n[no newline]\n")

    def test_empty_last_line_is_seen(self):
        self.passes("$ ratereplay 'x\\n\\n'\nx\n[blank]\n")
        self.fails("$ ratereplay 'x\\n\\n'\nx\n\n")

    def test_output_that_looks_like_the_format_is_escaped(self):
        for line in ['$ x', '! x', '# x', '#', '<<< x', 'needs x', '\\x', '[exit 0]', '[blank]', '[no newline]']:
            with self.subTest(line):
                self.passes(f"$ printf '%s\\n' '{line}'\n\\{line}\n")
                self.fails(f"$ printf '%s\\n' '{line}'\nx\n")

    def test_bytes_that_are_not_text(self):
        self.passes(b"$ printf '\\377\\r\\n'\n\xff\r\n")
        self.fails("$ printf '\\377\\n'\n?\n")

    def test_files(self):
        self.passes('<<< in.csv\n$ not a command\n\n# 2\n>>>\n$ cat in.csv\n\\$ not a command\n\n\\# 2\n')
        self.assertIn('no >>>', self.fails('<<< in.csv\n1\n'))

    def test_commands_see_the_project_and_a_fixed_environment(self):
        self.passes('$ head -n 1 data/kamchatka-2025-07-29.csv\ntime,mag,id\n')
        self.passes('$ echo "$LC_ALL $TZ ${COLUMNS-unset} ${NO_COLOR-unset}"\nC.UTF-8 Asia/Kathmandu unset unset\n',
                    COLUMNS='40', NO_COLOR='1', LC_ALL='C', TZ='UTC')

    def test_continued_command_and_pipe(self):
        self.passes("$ ratereplay 'b\\na\\n' | \\\n  sort\na\nb\n")

    def test_files_of_one_command_are_there_for_the_next_and_gone_afterwards(self):
        self.passes('$ echo 1 > out\n$ cat out\n1\n')
        self.fails('$ cat out\n1\n')

    def test_a_file_without_commands_or_with_stray_text_fails(self):
        self.fails('# nothing\n')
        self.fails('stray\n$ true\n')

    def test_needs(self):
        (self.folder / 'here').write_text('')
        self.passes('needs ../shared/here\n$ true\n', RATEREPLAY_SHARED=str(self.folder))
        absent = self.run_file('needs ../shared/absent\n$ false\n', RATEREPLAY_SHARED=str(self.folder))
        self.assertEqual(absent.returncode, 77)
        self.assertIn('case.t: skipped: ../shared/absent is not there', absent.stdout)

    def test_update_writes_what_passes(self):
        text = ("# kept\n<<< f\nx\n>>>\n$ ratereplay 'one\\n\\n$ two' 'oh\\n' 3\nold\n\n# kept too\n$ true\nold\nold\n"
                "$ ratereplay 'same\\n'\nsame\n")
        self.assertEqual(self.run_file(text, options=['--update']).returncode, 0)
        self.assertEqual(self.path.read_text(),
                         "# kept\n<<< f\nx\n>>>\n$ ratereplay 'one\\n\\n$ two' 'oh\\n' 3\none\n\n\\$ two\n[no newline]\n"
                         "! oh\n[exit 3]\n\n# kept too\n$ true\n$ ratereplay 'same\\n'\nsame\n")
        self.passes(self.path.read_text())


class Markdown(RunnerTest):
    def block(self, text):
        return f'Text\n```sh\n$ false\n```\n```console\n{text}```\n$ false\n'

    def test_console_blocks_are_checked_and_others_are_not(self):
        self.passes(self.block("$ ratereplay 'x\\n'\nx\n"), 'R.md')
        self.assertIn('R.md:6:', self.fails(self.block("$ ratereplay 'y\\n'\nx\n"), 'R.md'))
        self.fails(self.block("$ ratereplay ''\nx\n"), 'R.md')
        self.passes(self.block("$ ratereplay 'x\\n\\n'\nx\n\n"), 'R.md')
        self.fails(self.block("$ ratereplay 'x\\n\\n'\nx\n"), 'R.md')
        self.fails(self.block("$ ratereplay 'x\\ny\\n'\nx\n"), 'R.md')
        self.fails(self.block("$ ratereplay 'x'\nx\n"), 'R.md')
        self.fails('```sh\n$ true\n```\n', 'R.md')

    def test_nothing_is_special_in_the_output(self):
        self.passes(self.block("$ ratereplay '# x\\n! y\\n'\n# x\n! y\n\n$ ratereplay '[exit 0]\\n'\n[exit 0]\n"), 'R.md')

    def test_a_failure_must_be_told(self):
        failing = "$ ratereplay 'x\\n' 'oh\\n' 2\nx\noh\n"
        self.passes(self.block(failing + '$ echo $?\n2\n'), 'R.md')
        self.fails(self.block(failing + '$ echo $?\n1\n'), 'R.md')
        self.fails(self.block(failing), 'R.md')
        self.fails(self.block(failing + '$ true\n'), 'R.md')

    def test_needs(self):
        text = '```console\n$ true\n```\n<!-- needs {} -->\n```console\n$ ratereplay x\n```\n'
        self.assertIn('block skipped', self.passes(text.format('absent'), 'R.md'))
        self.fails(text.format('data'), 'R.md')

    def test_update(self):
        self.run_file(self.block("$ ratereplay 'y\\n'\nx\n"), 'R.md', options=['--update'])
        self.assertEqual(self.path.read_text(), self.block("$ ratereplay 'y\\n'\ny\n"))


if __name__ == '__main__':
    unittest.main()
