"""Runs ratereplay and its peers on the same inputs, in turn, and prints medians and ratios once all have given the same
answer. Called by run.sh, which builds and installs first."""

import argparse
import datetime
import hashlib
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Callable

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SEED = 1
GOCODE = Path('/usr/share/gocode')

COLUMNS = ('time latitude longitude depth mag magType nst gap dmin rms net id updated place type horizontalError '
           'depthError magError magNst status locationSource magSource').split()
# Five conditions on five further columns, which leave about half of the rows: for ratereplay, and as SQL.
CONDITIONS = {'mag>=0.55': 'mag >= 0.55', 'depth<40': 'depth < 40', 'type=earthquake': "type = 'earthquake'",
              'net!=tx': "net <> 'tx'", 'status=reviewed': "status = 'reviewed'"}
GCRA = 'gcra:rate=700/s,burst=50'
# x/time/rate counts tokens in float64: the share of decisions by which it may differ from exact ones.
FLOAT64_SHARE = Fraction(1, 100_000)


class Stop(Exception):
    """What ends the run, in one line."""


# What runs, and what came of it.

@dataclass
class Contender:
    section: str
    name: str
    command: list
    read: Callable = lambda printed: None  # the answer, from what is printed; None: there is none
    question: str = ''  # those with the same one have to agree
    tolerance: Fraction = Fraction(0)  # how far off the answer may be, as a share
    environment: dict = field(default_factory=dict)
    to_null: bool = False
    events: int = 0  # not 0: what counts is the time that the process has taken itself, an event
    seconds: list = field(default_factory=list)  # of the whole process, by the wall clock
    inside: list = field(default_factory=list)  # of the work alone, where the process times itself
    cpu: list = field(default_factory=list)  # seconds of the whole process on all cores
    peak: int = 0  # most memory resident, mapped files included, in bytes
    answer: object = None  # the last one

    def run(self):
        """The answer. Adds to the times."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            begin = time.perf_counter()
            process = subprocess.Popen([str(word) for word in self.command], stdin=subprocess.DEVNULL, stderr=errors,
                                       stdout=subprocess.DEVNULL if self.to_null else output,
                                       env={**os.environ, **self.environment})
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            printed = output.read().decode()
            complaint = errors.read().decode().strip().splitlines() or ['no message']
        if process.returncode != 0:
            raise Stop(f'{self.name} ended with status {process.returncode}: {complaint[-1]}')
        self.seconds.append(seconds)
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        self.peak = max(self.peak, usage.ru_maxrss * 1024)
        try:
            inside = json.loads(printed).get('seconds') if printed.startswith('{') else None
            self.answer = self.read(printed)
        except (LookupError, ValueError, StopIteration) as error:
            raise Stop(f'{self.name} printed no answer, but {printed[:80]!r}') from error
        if inside is not None:
            self.inside.append(inside)
        return self.answer

    def forget(self):
        self.seconds, self.inside, self.cpu, self.peak = [], [], [], 0


def agree(question, answers):
    """Stops unless all answers, [(who, answer, tolerance)], are the first one, or within their tolerance of it."""
    for _, answer, tolerance in answers:
        expected = answers[0][1]
        if answer != expected and not (tolerance and abs(answer - expected) <= tolerance * expected):
            raise Stop(f'no agreement on {question}: ' + '; '.join(f'{who}: {shown(said)}' for who, said, _ in answers))


def shown(answer):
    return f'{answer[0]} events, {answer[1]}' if isinstance(answer, tuple) else str(answer)


def measure(contenders, rounds, known, tell):
    """Runs all in turn: once for the answers, and for the inputs to be in the page cache, then `rounds` times for the
    times. `known`: answers that are known without running anything, [(who, answer, 0)] by question. Gives all answers
    in that form."""
    for turn in range(rounds + 1):
        if turn == 1:
            for contender in contenders:
                contender.forget()
        answers = {question: list(said) for question, said in known.items()}
        for contender in contenders:
            tell(f'round {turn} of {rounds}: {contender.name}' if turn else f'asking for the answer: {contender.name}')
            answer = contender.run()
            if answer is not None:
                answers.setdefault(contender.question, []).append((contender.name, answer, contender.tolerance))
        for question, said in answers.items():
            agree(question, said)
    return answers


# The answers.

def lines_answer(printed):
    return int(printed.split()[0])


def size_answer(printed):
    """How many events, and the exact bucket."""
    document = json.loads(printed)
    return document['trace']['events'], Fraction(document['sizes'][0]['bucket_exact'])


def swing_answer(interval):
    """The same, from the most by which the events get ahead of the rate, in the unit of the rate's interval."""
    def read(printed):
        swing, events = (int(text) for text in json.loads(printed)['answer'])
        return events, 1 + Fraction(swing, interval)
    return read


def timed_answer(printed):
    return json.loads(printed)['answer']


def gcra_answer(printed):
    return next(row['passed'] for row in json.loads(printed)['limiters'] if row['name'] == 'gcra')


def duckdb_size(feed, interval, conditions=()):
    """The least bucket as SQL, in whole microseconds. The fastest form found: the types of the columns are stated, and
    after the one sort both window functions stream."""
    types = {'time': 'TIMESTAMP', 'mag': 'DOUBLE', 'depth': 'DOUBLE'}
    columns = ', '.join(f"'{name}': '{types.get(name, 'VARCHAR')}'" for name in COLUMNS)
    path = str(feed).replace("'", "''")
    where = 'WHERE ' + ' AND '.join(conditions) if conditions else ''
    return f"""
        WITH events AS (
          SELECT epoch_us(time) AS t
          FROM read_csv('{path}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
                        columns = {{{columns}}})
          {where} ORDER BY time),
        ahead AS (SELECT row_number() OVER () * {interval} - t AS a FROM events),
        swing AS (SELECT a - min(a) OVER (ROWS UNBOUNDED PRECEDING) AS s FROM ahead)
        SELECT max(s), count(*) FROM swing"""


# Programs and inputs.

def told(command, environment=None):
    """What a command prints, on either stream; None where it is not there or fails."""
    try:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', errors='replace',
                              env={**os.environ, **(environment or {})})
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


class Bench:
    """The programs and inputs in a folder, and what is missing."""

    def __init__(self, work, ratereplay, tell, gocode=GOCODE):
        self.work = work
        self.ratereplay = ratereplay
        self.tell = tell
        self.gocode = gocode
        self.modules = work / 'duckdb' / 'node_modules'
        self.missing = {}  # what is not measured, and what would bring it
        self.inputs = {}  # rows, by path
        work.mkdir(parents=True, exist_ok=True)
        self.digest = hashlib.sha256((HERE / 'generate.cpp').read_bytes()).hexdigest()[:8]
        self.generator = work / f'generate-{self.digest}'
        if not self.generator.exists():
            self.compiled(self.generator.name, ['g++', '-std=c++20', '-O2', HERE / 'generate.cpp', '-o'])

    def compiled(self, name, command, *sources, environment=None):
        """The program that `command`, its name and then the sources make."""
        self.tell(f'compiling {name}')
        program = self.work / name
        done = subprocess.run([str(word) for word in (*command, program, *sources)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            raise Stop(f'{name} could not be compiled:\n{done.stdout.strip()}')
        return program

    def input(self, form, rows, shuffled=False):
        """A generated file. Made anew where the one that is there was made by another generator."""
        order = ['shuffled'] if shuffled else []
        path = self.work / ('-'.join([form, *order, str(rows), self.digest]) + ('.raw' if form == 'raw' else '.csv'))
        self.inputs[path] = rows
        if not path.exists():
            self.tell(f'generating {rows:,} rows')
            part = path.with_suffix('.part')
            try:
                with open(part, 'wb') as out:
                    done = subprocess.run([self.generator, form, str(rows), str(SEED), *order], stdout=out,
                                          stderr=subprocess.PIPE, encoding='utf-8')
                if done.returncode != 0:
                    raise Stop(f'{done.stderr.strip()}; {shutil.disk_usage(self.work).free >> 20:,} MiB are free')
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)
        return path

    def converted(self, path):
        """Where the .rrt of an input goes."""
        result = path.with_suffix('.rrt')
        self.inputs[result] = self.inputs[path]
        return result

    def has(self, option, *command):
        """Whether this build of ratereplay has a command or option; where not, that is written down as missing."""
        offered = told([self.ratereplay, *command, '--help']) or ''
        if re.search(rf'(?<![\w-]){option}(?![\w-])', offered):
            return True
        self.missing[' '.join(['ratereplay', *command, option])] = 'not in this build of ratereplay'
        return False

    def duckdb(self, install):
        """The command that runs a query, and its environment; None where DuckDB is missing."""
        folder = self.modules.parent
        if not shutil.which('node') or install and not shutil.which('npm'):
            self.missing['DuckDB'] = 'Debian packages nodejs and npm: run.sh --install'
            return None
        if install:
            lock = folder / 'package-lock.json'
            if not lock.exists() or lock.read_bytes() != (HERE / 'duckdb' / lock.name).read_bytes():
                self.tell('installing DuckDB')
                folder.mkdir(exist_ok=True)
                shutil.copy(HERE / 'duckdb' / 'package.json', folder)
                # The lock file last: where it is, all of it is there.
                shutil.copy(HERE / 'duckdb' / lock.name, folder)
                if told(['npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund']) is None:
                    lock.unlink()
                    self.missing['DuckDB'] = 'npm could not install @duckdb/node-api'
                    return None
        if not (self.modules / '@duckdb/node-api').exists():
            self.missing['DuckDB'] = 'npm package @duckdb/node-api: run.sh --install'
            return None
        return ['node', HERE / 'duckdb' / 'query.js'], {'NODE_PATH': str(self.modules)}

    def x_time_rate(self):
        """The program; None where Go or its package is missing."""
        if not shutil.which('go') or not (self.gocode / 'src/golang.org/x/time/rate').exists():
            self.missing['x/time/rate'] = 'Debian packages golang-go and golang-golang-x-time-dev: run.sh --install'
            return None
        environment = {'GO111MODULE': 'off', 'GOPATH': str(self.gocode), 'GOCACHE': str(self.work / 'go-cache')}
        return self.compiled('x_time_rate', ['go', 'build', '-o'], HERE / 'x_time_rate.go', environment=environment)

    def in_memory(self):
        """The program that times passes over memory, with the library that lies beside this build of ratereplay."""
        library = self.ratereplay.parent / 'libratereplay_lib.a'
        return self.compiled('in_memory', ['g++', '-std=c++20', '-O3', '-I', ROOT / 'src', '-o'],
                             HERE / 'in_memory.cpp', library, '-lfmt', '-pthread')

    def remove_inputs(self):
        for path in self.inputs:
            path.unlink(missing_ok=True)


# The three parts.

@dataclass
class Part:
    path: Path  # its input
    rows: int
    contenders: list
    known: dict = field(default_factory=dict)  # answers, as for measure()

    def of(self, section):
        return [contender for contender in self.contenders if contender.section == section]

    def median(self, section, name):
        """Seconds, or nanoseconds an event; None where it was not measured."""
        for contender in self.of(section):
            if contender.name == name:
                return median(per_event(contender) if contender.events else contender.seconds)
        return None


def per_event(contender):
    return [seconds * 1e9 / contender.events for seconds in contender.inside]


def query_alone(part, section):
    """The median of DuckDB's query, without the program that it is run from; None where it was not measured."""
    return next((median(contender.inside) for contender in part.of(section) if contender.name == 'DuckDB'), None)


def feed_part(bench, rows, install):
    feed = bench.input('feed', rows)
    size = [bench.ratereplay, 'size', '--format', 'json', '--quiet']
    lines = f'the number of lines of {rows:,} rows'
    at_4 = 'the least bucket at 4/s'
    at_2 = 'the least bucket at 2/s of the rows that meet five conditions'
    conditions = [word for condition in CONDITIONS for word in ('--where', condition)]
    threads = bench.has('--threads', 'size')
    convert = bench.has('convert')
    duckdb = bench.duckdb(install)

    contenders = [
        Contender('read', 'wc -l', ['wc', '-l', feed], lines_answer, lines),
        Contender('read', 'cat', ['cat', feed], to_null=True),
        Contender('size', 'ratereplay', [*size, feed, '--rate', '4/s'], size_answer, at_4)]
    if threads:
        contenders.append(Contender('size', 'ratereplay, 1 thread', [*size, feed, '--rate', '4/s', '--threads', '1'],
                                    size_answer, at_4))
    if duckdb:
        contenders.append(Contender('size', 'DuckDB', [*duckdb[0], duckdb_size(feed, 250_000)], swing_answer(250_000),
                                    at_4, environment=duckdb[1]))
    for awk in ('mawk', 'gawk'):
        if shutil.which(awk):
            contenders.append(Contender('size', awk, [awk, '-v', 'interval=250', '-f', HERE / 'size.awk', feed],
                                        swing_answer(250), at_4, environment={'LC_ALL': 'C'}))
        else:
            bench.missing[awk] = f'Debian package {awk}: run.sh --install'

    contenders.append(Contender('filter', 'ratereplay', [*size, feed, '--rate', '2/s', *conditions], size_answer, at_2))
    if threads:
        contenders.append(Contender('filter', 'ratereplay, 1 thread',
                                    [*size, feed, '--rate', '2/s', *conditions, '--threads', '1'], size_answer, at_2))
    if duckdb:
        contenders.append(Contender('filter', 'DuckDB',
                                    [*duckdb[0], duckdb_size(feed, 500_000, CONDITIONS.values())],
                                    swing_answer(500_000), at_2, environment=duckdb[1]))

    if convert:
        converted = bench.converted(feed)
        contenders += [
            Contender('convert', 'ratereplay convert', [bench.ratereplay, 'convert', feed, converted]),
            Contender('convert', 'ratereplay from .rrt', [*size, converted, '--rate', '4/s'], size_answer, at_4)]
    return Part(feed, rows, contenders, {lines: [('the generator', rows + 1, 0)]})


def memory_part(bench, events):
    times = bench.input('raw', events)
    program = bench.in_memory()
    passed = f'how many of {events:,} events {GCRA} passes'
    contenders = [
        Contender('memory', 'sum of the times', [program, times, 'sum'], events=events),
        Contender('memory', 'gcra', [program, times, GCRA], timed_answer, passed, events=events)]
    go = bench.x_time_rate()
    if go:
        contenders.append(Contender('memory', 'x/time/rate AllowN', [go, times, '700', '50'], timed_answer, passed,
                                    FLOAT64_SHARE, events=events))
    if bench.has('convert'):
        text = bench.input('times', events)
        converted = bench.converted(text)
        bench.tell('converting')
        Contender('', 'ratereplay convert', [bench.ratereplay, 'convert', text, converted]).run()
        contenders.append(Contender('compare', 'ratereplay compare',
                                    [bench.ratereplay, 'compare', converted, '--rate', '700/s', '--burst', '50',
                                     '--format', 'json', '--quiet'], gcra_answer, passed))
    else:
        bench.missing['ratereplay compare from .rrt'] = 'needs convert'
    return Part(times, events, contenders)


def large_part(bench, rows):
    feed = bench.input('feed', rows)
    size = [bench.ratereplay, 'size', '--format', 'json', '--quiet', '--rate', '4/s']
    lines = f'the number of lines of {rows:,} rows'
    question = f'the least bucket at 4/s of {rows:,} rows'
    contenders = [Contender('large', 'wc -l', ['wc', '-l', feed], lines_answer, lines),
                  Contender('large', 'ratereplay', [*size, feed], size_answer, question)]
    if bench.has('--max-memory', 'size'):
        shuffled = bench.input('feed', rows, shuffled=True)
        contenders += [
            Contender('large', 'ratereplay, 256 MiB', [*size, feed, '--max-memory', '256M'], size_answer, question),
            Contender('large', 'ratereplay, 256 MiB, shuffled', [*size, shuffled, '--max-memory', '256M'], size_answer,
                      question)]
    return Part(feed, rows, contenders, {lines: [('the generator', rows + 1, 0)]})


# The report.

def seconds_text(seconds):
    return f'{seconds:.3f} s' if seconds < 10 else f'{seconds:.1f} s'


def ratio_text(over, under):
    if over is None or under is None:
        return '-'
    ratio = over / under
    return f'{ratio:.2f}' if ratio < 10 else f'{ratio:.1f}' if ratio < 100 else f'{ratio:.0f}'


def peak_text(peak):
    # A process begins as a copy of this one, and its peak with that.
    known = peak > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return f'{"" if known else "at most "}{peak / 2**20:,.0f} MiB'


def table(rows):
    """Lines of aligned columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ['  '.join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in rows]


def heading(part):
    return f'{part.rows:,} rows, {part.path.stat().st_size / 1e6:,.0f} MB of CSV'


def report_feed(part):
    floor = part.median('read', 'wc -l')
    lines = [[heading(part), 'median', 'min .. max', 'time / wc -l', 'DuckDB / time']]
    for title, section, peer in [
            ('the file read, and nothing else', 'read', 'size'),
            ('least bucket at 4/s', 'size', 'size'),
            ('least bucket at 2/s under five conditions', 'filter', 'filter'),
            ('converted once, then the least bucket at 4/s', 'convert', 'size')]:
        if part.of(section):
            lines.append([title, '', '', '', ''])
        for contender in part.of(section):
            rows = [(contender.name, contender.seconds)]
            if contender.inside:
                rows.append((contender.name + ', the query alone', contender.inside))
            for name, seconds in rows:
                lines.append(['  ' + name, seconds_text(median(seconds)), f'{min(seconds):.3f} .. {max(seconds):.3f}',
                              ratio_text(median(seconds), floor), ratio_text(query_alone(part, peer), median(seconds))])
    return table(lines)


def report_memory(part):
    floor = part.median('memory', 'sum of the times')
    peer = part.median('memory', 'x/time/rate AllowN')
    lines = [[f'{part.rows:,} events in memory', 'ns an event', 'min .. max', 'time / sum', 'x/time/rate / time']]
    for contender in part.contenders:
        if contender.events:
            name, each = contender.name, per_event(contender)
        else:
            name = f'{contender.name}, from .rrt, whole process'
            each = [seconds * 1e9 / part.rows for seconds in contender.seconds]
        lines.append(['  ' + name, f'{median(each):.2f}', f'{min(each):.2f} .. {max(each):.2f}',
                      ratio_text(median(each), floor), ratio_text(peer, median(each)) if contender.events else ''])
    passed = ', '.join(f'{contender.name} {contender.answer:,}' for contender in part.of('memory') if contender.answer)
    return [*table(lines), f'passed: {passed}']


def report_large(part):
    floor = part.median('large', 'wc -l')
    lines = [[heading(part), 'median', 'min .. max', 'time / wc -l', 'peak memory']]
    for contender in part.contenders:
        seconds = contender.seconds
        lines.append(['  ' + contender.name, seconds_text(median(seconds)), f'{min(seconds):.3f} .. {max(seconds):.3f}',
                      ratio_text(median(seconds), floor), peak_text(contender.peak)])
    return table(lines)


def ratios(feed, memory, large):
    """The ratios that the project holds itself to, of those that were measured: what, value, 'at least' or 'at most',
    bound. `large` may be None."""
    def over(first, second):
        return None if first is None or second is None else first / second

    size = feed.median('size', 'ratereplay')
    floor = feed.median('read', 'wc -l')
    duckdb = query_alone(feed, 'size')
    compare = memory.median('compare', 'ratereplay compare')
    found = [
        ('from CSV: DuckDB / ratereplay', over(duckdb, size), 'at least', 10),
        ('from CSV: ratereplay / wc -l', over(size, floor), 'at most', 1.5),
        ('from CSV: ratereplay, 1 thread / wc -l', over(feed.median('size', 'ratereplay, 1 thread'), floor),
         'at most', 2.2),
        ('five conditions: DuckDB / ratereplay', over(query_alone(feed, 'filter'), feed.median('filter', 'ratereplay')),
         'at least', 3),
        ('DuckDB from CSV / ratereplay from .rrt', over(duckdb, feed.median('convert', 'ratereplay from .rrt')),
         'at least', 100),
        ('compare, all limiters / sum of the times',
         over(compare and compare * 1e9 / memory.rows, memory.median('memory', 'sum of the times')), 'at most', 60),
        ('x/time/rate AllowN / gcra, an event',
         over(memory.median('memory', 'x/time/rate AllowN'), memory.median('memory', 'gcra')), 'at least', 30)]
    if large:
        found.append(('ten times the rows / ten times the time', large.median('large', 'ratereplay') / (10 * size),
                      'at most', 1))
        found += [(f'{contender.name}: peak memory / 256 MiB', contender.peak / 2**28, 'at most', 1)
                  for contender in large.contenders if '256 MiB' in contender.name]
    return [ratio for ratio in found if ratio[1] is not None]


def held(value, kind, bound):
    return value >= bound if kind == 'at least' else value <= bound


def report_ratios(found):
    return table([['ratio', 'measured', 'goal', '']] +
                 [['  ' + what, ratio_text(value, 1), f'{kind} {bound}',
                   'held' if held(value, kind, bound) else 'missed'] for what, value, kind, bound in found])


def machine():
    cpu = next((line.split(':', 1)[1].strip() for line in Path('/proc/cpuinfo').read_text().splitlines()
                if line.startswith('model name')), platform.machine())
    return {'cpu': cpu, 'cores': len(os.sched_getaffinity(0)),
            'memory_bytes': os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES'),
            'kernel': f'{platform.system()} {platform.release()} {platform.machine()}', 'load': os.getloadavg()[0]}


def versions(bench):
    """Of what was measured, by name."""
    printed = {name: told(command) for name, command in {
        'ratereplay': [bench.ratereplay, '--version'], 'g++': ['g++', '-dumpfullversion'],
        'wc': ['wc', '--version'], 'mawk': ['mawk', '-W', 'version'], 'gawk': ['gawk', '--version'],
        'node': ['node', '--version'], 'Go': ['go', 'version'],
        'x/time/rate': ['dpkg-query', '--show', '--showformat=${Version}', 'golang-golang-x-time-dev']}.items()}
    found = {name: re.search(r'\d+(\.\d+)+', text)[0] for name, text in printed.items() if text}
    commit = told(['git', '-C', ROOT, 'describe', '--always', '--dirty'])
    if commit:
        found['ratereplay'] += f' ({commit.strip()})'
    if 'DuckDB' not in bench.missing:
        found['DuckDB'] = json.loads((bench.modules / '@duckdb/node-api/package.json').read_text())['version']
    return found


def measurements(contenders):
    return [{'section': contender.section, 'name': contender.name,
             'command': [str(word) for word in contender.command], 'seconds': contender.seconds,
             'seconds_inside': contender.inside, 'seconds_cpu': contender.cpu, 'events': contender.events or None,
             'median_s': median(contender.seconds), 'min_s': min(contender.seconds), 'max_s': max(contender.seconds),
             'median_inside_s': median(contender.inside) if contender.inside else None, 'peak_bytes': contender.peak}
            for contender in contenders]


def parse(arguments):
    def positive(text):
        if not text.isdecimal() or int(text) == 0:
            raise argparse.ArgumentTypeError(f'{text!r} is not a whole number from 1')
        return int(text)

    parser = argparse.ArgumentParser(prog='run.sh', allow_abbrev=False, description=
                                     'Runs ratereplay and its peers on the same inputs, in turn, and prints medians '
                                     'and ratios once all have given the same answer.')
    parser.add_argument('--rows', type=positive, default=2_000_000, metavar='N',
                        help='of the feed (default 2000000); ten times as many events in memory')
    parser.add_argument('--rounds', type=positive, default=5, metavar='N',
                        help='in turn, after one that is not timed (default 5)')
    parser.add_argument('--large', action='store_true', help='also ten times the rows, and memory under --max-memory')
    parser.add_argument('--install', action='store_true', help='install first what is missing of the peers')
    parser.add_argument('--json', type=Path, metavar='FILE', help='write every time and answer there too')
    parser.add_argument('--keep', type=Path, metavar='DIR', help='keep the inputs, and use those that are there')
    parser.add_argument('--ratereplay', type=Path, default=ROOT / 'build/release/ratereplay', metavar='PROGRAM',
                        help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def print_report(date, state, what, rounds, reports, missing):
    print(f'{date}, {state["cpu"]}, {state["cores"]} cores, {state["memory_bytes"] / 2**30:.0f} GiB, '
          f'{state["kernel"]}, load {state["load"]:.1f}')
    # A name and its version stay on one line.
    named = ', '.join(f'{name} {version}'.replace(' ', '\xa0') for name, version in what.items())
    print(textwrap.fill(named, 110).replace('\xa0', ' '))
    print(textwrap.fill(f'Medians of {rounds} rounds in turn, after one that was not timed, with the files in the page '
                        'cache. Whole processes by the wall clock, except in memory and for "the query alone", which '
                        'the process itself has timed. All answers agree.', 110))
    for report in reports:
        print('\n' + '\n'.join(line.rstrip() for line in report))
    if missing:
        print('\nnot measured')
        for name, why in missing.items():
            print(f'  {name}: {why}')


def run(options, tell):
    date = datetime.date.today().isoformat()
    state = machine()
    bench = Bench((options.keep or ROOT / 'build/bench/work').resolve(), options.ratereplay.resolve(), tell)
    answers = {}

    def measured(part):
        for question, said in measure(part.contenders, options.rounds, part.known, tell).items():
            answers[question] = {who: shown(answer) for who, answer, _ in said}
        return part

    try:
        feed = measured(feed_part(bench, options.rows, options.install))
        memory = measured(memory_part(bench, options.rows * 10))
        large = measured(large_part(bench, options.rows * 10)) if options.large else None
        found = ratios(feed, memory, large)
        what = versions(bench)
        reports = [report_feed(feed), report_memory(memory), *([report_large(large)] if large else []),
                   report_ratios(found)]
        inputs = [{'name': path.name, 'rows': rows, 'bytes': path.stat().st_size}
                  for path, rows in bench.inputs.items()]
    finally:
        tell('')
        if not options.keep:
            bench.remove_inputs()

    print_report(date, state, what, options.rounds, reports, bench.missing)
    return {'date': date, 'machine': state, 'versions': what, 'rounds': options.rounds, 'seed': SEED, 'inputs': inputs,
            'answers': answers,
            'measurements': measurements(feed.contenders + memory.contenders + (large.contenders if large else [])),
            'ratios': [{'what': text, 'value': value, 'goal': f'{kind} {bound}', 'held': held(value, kind, bound)}
                       for text, value, kind, bound in found],
            'missing': bench.missing}


def main(arguments):
    options = parse(arguments)

    def tell(what):
        if sys.stderr.isatty():
            print(f'\r\033[K{what}', end='', file=sys.stderr, flush=True)

    try:
        # Opened before the long work, so that a wrong name is found out now.
        part = options.json and open(options.json.with_name(options.json.name + '.part'), 'w', encoding='utf-8')
        try:
            document = run(options, tell)
            if part:
                json.dump(document, part, indent=1)
                part.write('\n')
                part.close()
                os.replace(part.name, options.json)
        finally:
            if part:
                part.close()
                Path(part.name).unlink(missing_ok=True)
    except (Stop, OSError) as error:
        print(f'run.sh: {error}', file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
