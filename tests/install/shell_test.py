#!/usr/bin/env python3
"""Holds what shells complete, the manual and the Debian package against the program.

    shell_test.py BINARY BUILD
"""

import gzip
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BUILD = Path(sys.argv.pop())
BINARY = Path(sys.argv.pop()).resolve()
ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ['time', 'user name', "it's", '"quoted"', '$(touch harmed)', '`touch harmed`', 'a;touch harmed', 'ключ',
           'x\ty', '\x1b[2Jz', '-rf', '*']


def run(*arguments, **options) -> str:
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError((arguments, done.returncode, done.stdout, done.stderr))
    return done.stdout


def helped(command: str | None = None) -> tuple[dict[str, str], str]:
    """The long options of a --help, each with its words, and the whole."""
    text = run(BINARY, *([command] if command else []), '--help')
    options = {}
    name = None
    for line in text.splitlines():
        match = re.match(r'  (?:-\w,)?(--[a-z-]+)(?: \S+)*?(?:  +(.*))?$', line)
        if match:
            name = match[1]
            options[name] = match[2] or ''
        elif name and line.startswith(' ' * 30):
            options[name] = (options[name] + ' ' + line.strip()).strip()
        else:
            name = None
    return options, text


def commands() -> list[str]:
    text = run(BINARY, '--help')
    return re.findall(r'^  ([a-z]+)  ', text[text.index('Subcommands:'):], re.M)


@unittest.skipUnless(all(map(shutil.which, ('bash', 'zsh', 'fish'))), 'a shell is missing; scripts/test.sh installs it')
class Shells(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / 'bin').mkdir()
        (self.folder / 'bin/ratereplay').symlink_to(BINARY)
        self.environment = {'PATH': f'{self.folder}/bin:/usr/bin:/bin', 'HOME': str(self.folder), 'LC_ALL': 'C.UTF-8',
                            'TERM': 'dumb'}
        for shell in ('bash', 'zsh', 'fish'):
            (self.folder / shell).write_text(run(BINARY, 'completions', shell), encoding='utf-8')
        with (self.folder / 'trace.csv').open('w', encoding='utf-8') as file:
            file.write(','.join('"' + name.replace('"', '""') + '"' for name in HOSTILE) + '\n')
        (self.folder / 'named').mkdir()

    def asked(self, *words: str) -> list[str]:
        lines = run(BINARY, '--complete', *words, cwd=self.folder).splitlines()
        return [line.split('\t')[0] for line in lines]

    def in_bash(self, line: str) -> list[str]:
        script = r'''
source ./bash
shopt -s progcomp
# As readline cuts a line: at blanks, and at = and :, each of which is a word.
line=$1 COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \t\n"'\''><=;|&(:'
COMP_WORDS=()
while [[ $line ]]; do
  if [[ $line =~ ^[[:space:]]+ ]]; then
    line=${line:${#BASH_REMATCH}}
    [[ $line ]] || COMP_WORDS+=('')
  elif [[ $line =~ ^[=:]+ ]] || [[ $line =~ ^(\\.|[^[:space:]=:])+ ]]; then
    COMP_WORDS+=("$BASH_REMATCH")
    line=${line:${#BASH_REMATCH}}
  fi
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_ratereplay
((${#COMPREPLY[@]})) && printf '%s\n' "${COMPREPLY[@]}"
exit 0
'''
        return run('bash', '--norc', '-c', script, 'bash', line, cwd=self.folder, env=self.environment).splitlines()

    def in_fish(self, line: str) -> list[str]:
        text = run('fish', '--no-config', '-c', 'source ./fish; complete -C $argv[1]', line, cwd=self.folder,
                   env=self.environment)
        return [each.split('\t')[0] for each in text.splitlines()]

    def test_every_command_and_every_option_and_nothing_else(self) -> None:
        self.assertEqual(self.asked(''), commands())
        self.assertEqual(sorted(self.in_bash('ratereplay ')), sorted(commands()))
        self.assertEqual(sorted(self.in_fish('ratereplay ')), sorted(commands()))
        self.assertGreater(len(commands()), 15)
        for command in commands():
            with self.subTest(command=command):
                options, _ = helped(command)
                self.assertIn('--help', options)
                self.assertEqual(sorted(self.asked(command, '--')), sorted(options))
                self.assertEqual(sorted(self.in_bash(f'ratereplay {command} --')), sorted(options))
        self.assertEqual(sorted(self.in_fish('ratereplay compare --')), sorted(helped('compare')[0]))

    def test_limiters_and_their_parameters(self) -> None:
        self.assertEqual(self.asked('replay', 'trace.csv', '-l', 'token'), ['token-bucket:', ':nospace'])
        self.assertEqual(self.asked('replay', '-l', 'token-bucket:rate=5/h,'),
                         ['token-bucket:rate=5/h,burst=', 'token-bucket:rate=5/h,initial=', ':nospace'])
        self.assertEqual(self.asked('replay', '-l', 'fixed-window:limit=5,anchor='),
                         ['fixed-window:limit=5,anchor=clock', 'fixed-window:limit=5,anchor=first'])
        self.assertNotIn('nginx:nodelay,nodelay', self.asked('replay', '-l', 'nginx:nodelay,'))
        self.assertEqual(self.asked('sweep', '-l', 'gcr'), ['gcra'])
        self.assertEqual(self.in_bash('ratereplay replay trace.csv -l tok'), ['token-bucket:'])
        self.assertEqual(self.in_bash('ratereplay replay trace.csv -l token-bucket:'), ['rate=', 'burst=', 'initial='])
        self.assertEqual(self.in_bash('ratereplay replay trace.csv --limiter=gcra:rate=5/h,b'), ['5/h,burst='])
        self.assertEqual(self.in_fish('ratereplay replay trace.csv -l token-bucket:rate=5/h,b'),
                         ['token-bucket:rate=5/h,burst='])

    def test_choices_are_taken_by_the_program(self) -> None:
        trace = ROOT / 'data/kamchatka-2025-07-29.csv'
        for command in (['compare', '--rate', '5/h'], ['fleet', '-l', 'gcra:rate=5/h,burst=5', '--instances', '2',
                                                       '--outage', '2025-07-30..2025-07-31'],
                        ['retry', '-l', 'gcra:rate=5/h,burst=5', '--policy', 'backoff'],
                        ['replay', '-l', 'gcra:rate=5/h,burst=5']):
            for option in helped(command[0])[0]:
                words = [word for word in self.asked(command[0], option, '') if not word.startswith(':')]
                # What these take depends on more; of the last, not each fits this trace.
                if option in ('--limiter', '--local', '--policy', '--input', '--time-unit', '--delimiter', '--balance'):
                    continue
                for word in words:
                    with self.subTest(command=command[0], option=option, word=word):
                        more = {'--decisions-format': ['--decisions', self.folder / 'log.csv']}.get(option, [])
                        run(BINARY, command[0], trace, *command[1:], option, word, *more)
        self.assertEqual(self.asked('compare', '--format', ''), ['table', 'json', 'csv'])
        self.assertEqual(self.asked('compare', '--format=j'), ['--format=json'])
        self.assertEqual(self.in_bash('ratereplay compare --format='), ['table', 'json', 'csv'])
        self.assertEqual(self.in_fish('ratereplay compare --format='),
                         ['--format=csv', '--format=json', '--format=table'])
        for policy in self.asked('retry', '--policy', ''):
            run(BINARY, 'retry', trace, '-l', 'gcra:rate=5/h,burst=5', '--policy', policy)
        for shell in self.asked('completions', ''):
            run(BINARY, 'completions', shell)
        self.assertEqual(len(self.asked('generate', '')), 7)

    def test_columns_of_the_file_named_hostile_ones_too(self) -> None:
        shown = [name for name in HOSTILE if name not in ('x\ty', '\x1b[2Jz')]
        self.assertEqual(self.asked('inspect', 'trace.csv', '--time', ''), shown)
        self.assertEqual(self.asked('replay', 'trace.csv', '--key', 'time,u'), ['time,user name'])
        self.assertEqual(self.asked('replay', 'trace.csv', '--key', 'time,ti'), [])
        self.assertEqual(self.asked('replay', 'trace.csv', '--where', 'ti'), ['time', ':nospace'])
        in_bash = self.in_bash('ratereplay inspect trace.csv --time ')
        words = [run('bash', '-c', f'printf %s {word}', cwd=self.folder) for word in in_bash]
        self.assertEqual(words, shown)
        self.assertEqual(self.in_fish('ratereplay inspect trace.csv --time us'), ['user name'])
        self.assertFalse((self.folder / 'harmed').exists())
        # What cannot be read is no error, and a pipe is not read.
        for source in ('none.csv', 'named', '-', '/dev/stdin', 'bin/ratereplay'):
            self.assertEqual(self.asked('inspect', source, '--time', ''), [])
        self.assertEqual(self.asked(), [])
        self.assertEqual(self.asked('unknown', ''), [])

    def test_columns_as_the_line_says_they_are(self) -> None:
        (self.folder / 'bare.csv').write_text('1|2\n', encoding='utf-8')
        self.assertEqual(self.asked('inspect', 'bare.csv', '--columns', 'a,b', '--time', ''), ['a', 'b'])
        (self.folder / 'odd.csv').write_text(':files,:nospace,x\n', encoding='utf-8')
        self.assertEqual(self.asked('inspect', 'odd.csv', '--time', ''), ['x'])
        self.assertEqual(self.asked('policy', 'trace.csv', '--fail-on', ''), [])

    def test_columns_of_logs_and_compressed_files(self) -> None:
        log = self.folder / 'access.log'
        log.write_text('192.0.2.1 - - [29/Jul/2025:23:24:52 +0000] "GET / HTTP/1.1" 200 5\n', encoding='utf-8')
        self.assertIn('path', self.asked('inspect', 'access.log', '--key', 'pa'))
        (self.folder / 'a.jsonl').write_text('{"ts": 1, "user": {"id": 5}}\n', encoding='utf-8')
        self.assertEqual(self.asked('inspect', 'a.jsonl', '--key', ''), ['ts', 'user', 'user.id'])
        run('gzip', 'a.jsonl', cwd=self.folder)
        self.assertEqual(self.asked('inspect', 'a.jsonl.gz', '--key', ''), ['ts', 'user', 'user.id'])

    def test_files(self) -> None:
        self.assertEqual(self.asked('compare', ''), [':files'])
        self.assertEqual(sorted(self.in_bash('ratereplay compare t')), ['trace.csv'])
        self.assertEqual(self.in_fish('ratereplay compare t'), ['trace.csv'])
        self.assertEqual(self.in_bash('ratereplay compare trace.csv --output t'), ['trace.csv'])
        self.assertEqual(self.asked('compare', 'trace.csv', ''), [])
        (self.folder / 'my file.csv').write_text('time\n', encoding='utf-8')
        self.assertEqual(self.in_bash('ratereplay compare my\\ f'), ['my file.csv'])

    def test_zsh_completes(self) -> None:
        """In a terminal of its own, with the keys that a person would type."""
        program = self.folder / 'bin/ratereplay'
        program.unlink()
        program.write_text(f'#!/bin/sh\n[ "$1" = --complete ] && exec {BINARY} "$@"\nprintf "<%s>" "$@"\necho done\n',
                           encoding='utf-8')
        program.chmod(0o755)
        master, slave = pty.openpty()
        shell = subprocess.Popen(['zsh', '-f', '-i'], stdin=slave, stdout=slave, stderr=slave, cwd=self.folder,
                                 env={**self.environment, 'TERM': 'vt100'}, close_fds=True, start_new_session=True)
        os.close(slave)

        def told_until(word: bytes) -> bytes:
            told, end = b'', time.monotonic() + 20
            while word not in told:
                self.assertLess(time.monotonic(), end, (word, told))
                if select.select([master], [], [], 0.1)[0]:
                    told += os.read(master, 65536)
            return told

        try:
            os.write(master, b"PS1=; autoload -U compinit; compinit -D -u; source ./zsh; print rea''dy\n")
            told_until(b'\nready\r\n')
            for typed, done in (('inspe', '<inspect>'), ('compare --where 5 --fail-on-d', '<--fail-on-drop>'),
                                ('replay trace.csv -l token', '<token-bucket:>'), ('compare --format=j', '<--format=json>'),
                                ('inspect trace.csv --time us', '<user name>'), ('compare tra', '<trace.csv>')):
                os.write(master, f'ratereplay {typed}\t\n'.encode())
                with self.subTest(typed=typed):
                    self.assertIn(done + 'done', told_until(b'>done\r\n').decode())
        finally:
            shell.kill()
            shell.wait()
            os.close(master)


class Manual(unittest.TestCase):
    def test_it_has_the_words_of_the_help(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / 'ratereplay.1'
            page.write_text(run(BINARY, 'manual'), encoding='utf-8')
            done = subprocess.run(['groff', '-man', '-ww', '-Tutf8', '-rLL=4000n', '-Kutf8', page], capture_output=True,
                                  text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
        text = re.sub(r'\x1b\[[0-9;]*m|.\x08', '', done.stdout)
        text = re.sub(r'\s+', ' ', text.replace('\u2010', '-').replace('\u2212', '-'))
        for command in commands():
            self.assertIn(f'ratereplay {command}', text)
            options, _ = helped(command)
            for option, words in options.items():
                if option == '--help':
                    continue
                with self.subTest(command=command, option=option):
                    self.assertIn(option, text)
                    self.assertTrue(re.sub(r'\s+', ' ', words) in text, words)
        for line in run(BINARY, 'limiters', '--format', 'csv').splitlines()[1:]:
            self.assertIn(line.split(',')[0], text)


class Install(unittest.TestCase):
    def test_zsh_finds_it_below_another_prefix(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run('cmake', '--install', BUILD, '--prefix', folder)
            self.assertTrue((Path(folder) / 'share/zsh/site-functions/_ratereplay').is_file())
            self.assertTrue((Path(folder) / 'bin/ratereplay').is_file())


@unittest.skipUnless(shutil.which('cpack') and shutil.which('dpkg'), 'Debian alone has its packages')
class Package(unittest.TestCase):
    def test_it_installs_runs_and_leaves_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run('cpack', '--config', BUILD / 'CPackConfig.cmake', '-G', 'DEB', '-B', folder / 'made')
            package, = (folder / 'made').glob('*.deb')
            fields = run('dpkg-deb', '--field', package)
            for field in ('Package: ratereplay', 'Section: utils', 'Depends: ', 'libc6'):
                self.assertIn(field, fields)
            root = folder / 'root'
            for part in ('var/lib/dpkg/updates', 'var/lib/dpkg/info', 'var/lib/dpkg/triggers'):
                (root / part).mkdir(parents=True)
            (root / 'var/lib/dpkg/status').touch()
            before = sorted(path.relative_to(root) for path in root.rglob('*') if 'dpkg' not in path.parts)
            dpkg = ['dpkg', f'--root={root}', '--force-depends', '--force-not-root', '--force-script-chrootless', '--log=/dev/null']
            run(*dpkg, '--install', package)
            installed = {str(path.relative_to(root)) for path in root.rglob('*') if path.is_file()}
            for path in ('usr/bin/ratereplay', 'usr/share/man/man1/ratereplay.1.gz', 'usr/share/doc/ratereplay/copyright',
                         'usr/share/bash-completion/completions/ratereplay', 'usr/share/doc/ratereplay/README.md',
                         'usr/share/zsh/vendor-completions/_ratereplay',
                         'usr/share/fish/vendor_completions.d/ratereplay.fish',
                         'usr/share/doc/ratereplay/data/kamchatka-2025-07-29.csv'):
                self.assertIn(path, installed)
            data = root / 'usr/share/doc/ratereplay/data/kamchatka-2025-07-29.csv'
            self.assertEqual(run(root / 'usr/bin/ratereplay', 'size', data, '--rate', '5/h'),
                             run(BINARY, 'size', data, '--rate', '5/h'))
            manual = gzip.decompress((root / 'usr/share/man/man1/ratereplay.1.gz').read_bytes()).decode()
            self.assertEqual(manual, run(BINARY, 'manual'))
            script = (root / 'usr/share/zsh/vendor-completions/_ratereplay').read_text(encoding='utf-8')
            self.assertEqual(script, run(BINARY, 'completions', 'zsh'))
            run(*dpkg, '--purge', 'ratereplay')
            after = sorted(path.relative_to(root) for path in root.rglob('*') if 'dpkg' not in path.parts)
            self.assertEqual(after, before)


if __name__ == '__main__':
    unittest.main()
