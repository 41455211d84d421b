"""Runs the commands of a golden file and compares what they print, byte by byte, with what the file says.

    run.py [--update] --binary RATEREPLAY FILE...

A golden file (NAME.t) is read line by line:

    # text               a comment
    needs PATH           the file is skipped (exit 77) where PATH is absent
    <<< NAME             the lines up to >>> become the file NAME
    $ COMMAND            run by sh; a backslash at the end continues on the next line
    text                 a line of standard output
    ! text               a line of standard error, after those of standard output
    [exit N]             the status, when it is not 0

A case in which ratereplay alone ends with 2, an error, and has something on standard output fails, whatever is expected.
Empty lines before the next command are not part of an expectation. What could not be told from the above is escaped in
the expectation: a leading backslash stands before an output line that begins like one of them, [blank] is an empty
last line, [no newline] says that the line above is not ended.

In a Markdown file only the ```console blocks count, and only "$ COMMAND" in them: everything else is what a terminal
shows, standard error in its place among it. A command that fails there must be followed by `$ echo $?`. A block right
below <!-- needs PATH --> is left out where PATH is absent.

Commands run in a scratch folder that holds data/ as the project does and has the shared traces at ../shared
(RATEREPLAY_SHARED, or ../shared beside the project), with ratereplay on the PATH and a fixed environment.
--update writes what was printed into the file.
"""

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
TIME_LIMIT_S = 300
SPECIAL = re.compile(r'\$ |! |#|<<< |needs |\\|\[exit \d+\]$|\[blank\]$|\[no newline\]$')


class Malformed(Exception):
    pass


class Case:
    """A command, where it stands, and the lines expected of it."""

    def __init__(self, number, command):
        self.number = number
        self.command = command
        self.expected = []
        self.first = self.last = None  # the span of lines that the expectation takes in its file


class Skip(Exception):
    pass


def rendered(text, prefix=''):
    """Output as the lines that stand for it in a golden file; no two outputs give the same lines."""
    if not text:
        return []
    ended = text.endswith('\n')
    lines = (text[:-1] if ended else text).split('\n')
    shown = [prefix + ('\\' + line if SPECIAL.match(line) else line) for line in lines]
    if lines[-1] == '':
        shown[-1] = prefix + '[blank]'
    if not ended:
        shown.append(prefix + '[no newline]')
    return shown


class Sandbox:
    """A scratch folder laid out like the project, and how commands run in it."""

    def __init__(self, folder, binary):
        folder = Path(folder)
        self.home = folder / 'project'
        self.home.mkdir()
        (self.home / 'data').symlink_to(ROOT / 'data')
        (folder / 'shared').symlink_to(os.path.abspath(os.environ.get('RATEREPLAY_SHARED', ROOT.parent / 'shared')))
        (folder / 'bin').mkdir()
        (folder / 'bin' / 'ratereplay').symlink_to(binary)
        self.environment = {name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')}
        self.environment.update(
            PATH=f'{folder}/bin:/usr/bin:/bin', HOME=str(self.home), LC_ALL='C.UTF-8', TZ='Asia/Kathmandu')

    def has(self, path):
        return (self.home / path).exists()

    def run(self, command, merge_errors=False, last_status=0):
        """The status, standard output and standard error of a command; $? in it is the last one's status."""
        done = subprocess.run(['sh', '-c', f'(exit {last_status})\n{command}'], cwd=self.home, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT if merge_errors else subprocess.PIPE, timeout=TIME_LIMIT_S)
        return done.returncode, decoded(done.stdout), decoded(done.stderr or b'')


def decoded(raw):
    return raw.decode('utf-8', 'surrogateescape')


def read_command(lines, at):
    """The command that starts in line `at`, with its continuation lines, and the line after it."""
    command = lines[at][2:]
    at += 1
    while command.endswith('\\') and at < len(lines):
        command += '\n' + lines[at]
        at += 1
    return command, at


def take_expectation(case, lines, first, last, apart=True):
    """Gives the case its lines, less the empty ones that set it apart from what follows."""
    while apart and last > first and lines[last - 1] == '':
        last -= 1
    case.first, case.last, case.expected = first, last, lines[first:last]


def golden_steps(lines):
    """The steps of a .t file, in order: ('needs', path), ('file', name, text) or ('case', case)."""
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith('needs '):
            yield 'needs', line[len('needs '):]
            at += 1
        elif line.startswith('<<< '):
            if '>>>' not in lines[at:]:
                raise Malformed(f'line {at + 1}: no >>> ends this file')
            end = lines.index('>>>', at)
            yield 'file', line[4:], ''.join(text + '\n' for text in lines[at + 1:end])
            at = end + 1
        elif line.startswith('$ '):
            number = at + 1
            command, at = read_command(lines, at)
            case = Case(number, command)
            first = at
            while at < len(lines) and not re.match(r'\$ |#|<<< |needs ', lines[at]):
                at += 1
            take_expectation(case, lines, first, at)
            yield 'case', case
        elif line == '' or line.startswith('#'):
            at += 1
        else:
            raise Malformed(f'line {at + 1}: neither a command nor expected of one: {line}')


def markdown_steps(lines, sandbox):
    """The cases of the ```console blocks of a Markdown file."""
    at = 0
    while at < len(lines):
        if lines[at] != '```console':
            at += 1
            continue
        if '```' not in lines[at:]:
            raise Malformed(f'line {at + 1}: no ``` ends this block')
        end = lines.index('```', at)
        needed = re.fullmatch('<!-- needs (.*) -->', lines[at - 1]) if at else None
        if needed and not sandbox.has(needed[1]):
            print(f'line {at + 1}: block skipped: {needed[1]} is not there')
            at = end
            continue
        at += 1
        while at < end:
            if not lines[at].startswith('$ '):
                raise Malformed(f'line {at + 1}: a console block starts with a command: {lines[at]}')
            number = at + 1
            command, at = read_command(lines, at)
            case = Case(number, command)
            first = at
            while at < end and not lines[at].startswith('$ '):
                at += 1
            take_expectation(case, lines, first, at, apart=at < end)
            yield 'case', case


def is_ratereplay_alone(command):
    """Whether the status and the standard output are those of ratereplay: no pipe, list or redirection."""
    words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    return words[0] == 'ratereplay' and not any(set(word) <= set('();<>|&') for word in words if word)


def run_golden(case, sandbox):
    status, output, errors = sandbox.run(case.command)
    if status == 2 and output and is_ratereplay_alone(case.command):
        raise Malformed(f'line {case.number}: an error (exit 2) with something on standard output')
    return rendered(output) + rendered(errors, '! ') + ([f'[exit {status}]'] if status else [])


class Terminal:
    """Runs the cases of a Markdown file and sees to it that no failure goes unmentioned."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.status = 0

    def __call__(self, case):
        told = case.command == 'echo $?'
        unmentioned = self.status if not told else 0
        self.status, output, _ = self.sandbox.run(case.command, merge_errors=True, last_status=self.status)
        if unmentioned:
            raise Malformed(f'line {case.number}: the command above ended with {unmentioned}: show `$ echo $?`')
        lines = output.split('\n')
        if lines[-1] == '':
            return lines[:-1]
        return lines + ['[no newline]']

    def finish(self):
        if self.status:
            raise Malformed(f'the last command ended with {self.status}: show `$ echo $?`')


def check(path, binary, update):
    """Runs one file; the number of commands run and the failures, as text. Raises Skip."""
    text = decoded(path.read_bytes())
    lines = text.split('\n')
    if lines[-1] == '':
        lines.pop()
    markdown = path.suffix == '.md'
    cases, failures, renewed = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(folder, binary)
        terminal = Terminal(sandbox)
        for step in markdown_steps(lines, sandbox) if markdown else golden_steps(lines):
            if step[0] == 'needs':
                if not sandbox.has(step[1]):
                    raise Skip(f'{step[1]} is not there')
            elif step[0] == 'file':
                (sandbox.home / step[1]).write_bytes(step[2].encode('utf-8', 'surrogateescape'))
            else:
                case = step[1]
                cases += 1
                actual = terminal(case) if markdown else run_golden(case, sandbox)
                if actual != case.expected:
                    failures.append('\n'.join([f'{path}:{case.number}: $ {case.command}'] + list(difflib.unified_diff(
                        case.expected, actual, 'expected', 'printed', n=2, lineterm=''))))
                    renewed.append((case, actual))
        terminal.finish()
    if cases == 0:
        raise Malformed('no command to run')
    if update and renewed:
        for case, actual in reversed(renewed):
            lines[case.first:case.last] = actual
        path.write_bytes(''.join(line + '\n' for line in lines).encode('utf-8', 'surrogateescape'))
    return cases, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--binary', type=Path, default=ROOT / 'build/release/ratereplay')
    parser.add_argument('--update', action='store_true')
    parser.add_argument('files', type=Path, nargs='+')
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding='utf-8', errors='backslashreplace')

    failed = skipped = 0
    for path in options.files:
        try:
            cases, failures = check(path, options.binary.resolve(), options.update)
        except Skip as why:
            print(f'{path}: skipped: {why}')
            skipped += 1
            continue
        except (Malformed, subprocess.TimeoutExpired, OSError) as why:
            print(f'{path}: {why}')
            failed += 1
            continue
        for failure in failures:
            print(failure, end='\n\n')
        if failures and not options.update:
            failed += 1
        print(f'{path}: {cases} commands, {len(failures)} {"renewed" if options.update else "differ"}')
    if failed:
        return 1
    return SKIPPED if skipped == len(options.files) else 0


if __name__ == '__main__':
    sys.exit(main())
