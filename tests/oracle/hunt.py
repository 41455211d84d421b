"""Holds the program against the oracle on generated traces, through its command line.

    hunt.py RATEREPLAY [--decisions N] [--seed S] [--variant NAME ...] [--jobs N] [--keep FOLDER]

Every variant of every limiter decides at least N events of unit cost and as many with costs; on small traces the whole
report is compared too, and what each of the other commands says. Prints a line for each, ends with 1 where anything
differs or is refused. The same seed makes the same traces.
"""

import argparse
import multiprocessing
import os
import random
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import commands
import reports
from metrics import NS, Run
from program import Program, Refused, nanoseconds
from traces import Trace, generate, generate_long, provoke, time_text
from variants import VARIANTS, Spec

SPECS_A_TRACE = 4
CHUNK = 20_000  # decisions of a piece of work
LONG_EVERY = 25  # pieces of work


@dataclass
class Outcome:
    """Of one line of the result, or a piece of it."""

    decisions: int = 0
    passed: int = 0
    traces: int = 0
    reports: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: 'Outcome') -> None:
        self.decisions += other.decisions
        self.passed += other.passed
        self.traces += other.traces
        self.reports += other.reports
        self.refused += other.refused
        self.differences += other.differences


def wrong_cells(run: Run, event, decision, row: list[str], time: str, unit_costs: bool) -> Iterator[str]:
    """What of a row of the log is wrong. A wait is right when the event passes after it, and not a nanosecond before;
    the largest cost that passes, and the seconds until the limiter is at rest, are judged alike."""
    line, at, key, cost, _, passed, status, delay, wait, header, limit, remaining, reset = row
    limiter = run.limiters[event.key]
    now = event.time
    if (line, at, key, cost) != (str(event.line), time, event.key, str(event.cost)):
        yield f'event {row[:4]}'
    if (passed, status) != (('true', '200') if decision.passed else ('false', '429')):
        yield f'passed {passed}, status {status}'

    if decision.passed or decision.never:
        if wait or header:
            yield f'retry after {wait!r}, {header!r} where there is none'
    else:
        waited = nanoseconds(wait)
        decision.retry_after = waited
        if waited < 1 or not limiter.would_pass(now + waited, event.cost) \
                or limiter.would_pass(now + waited - 1, event.cost):
            yield f'retry after {wait}'
        if int(header) != -(-waited // NS):
            yield f'whole retry after {header}'

    if run.queues and decision.passed:
        if nanoseconds(delay) != -((now * run.parts - decision.left) // run.parts):
            yield f'delay {delay}'
    elif delay:
        yield f'delay {delay} where there is none'

    room = int(remaining)
    if int(limit) != limiter.quota or not limiter.has_room(now, room, unit_costs):
        yield f'limit {limit}, remaining {remaining}'

    if not limiter.rests_as_new():
        if reset:
            yield f'reset {reset} where there is none'
    elif not limiter.at_rest(now + int(reset) * NS) or (reset != '0' and limiter.at_rest(now + (int(reset) - 1) * NS)):
        yield f'reset {reset}'


def compare_decisions(trace: Trace, spec: Spec, rows: list[list[str]], times: list[str]) -> tuple[Run, list[str]]:
    """The oracle's run, and the first difference in full."""
    run = Run(spec.make)
    if len(rows) != len(trace.events):
        return run, [f'{len(rows)} rows of {len(trace.events)}']
    differences = []
    for event, row, time in zip(trace.events, rows, times):
        decision = run.decide(event)
        wrong = list(wrong_cells(run, event, decision, row, time, not trace.costs))
        if wrong and not differences:
            differences = [f'line {event.line}: {"; ".join(wrong)}: {",".join(row)}']
    return run, differences


class Hunter:
    def __init__(self, binary: str, folder: Path, keep: Path | None):
        self.program = Program(binary, folder)
        self.keep = keep
        self.outcome = Outcome()

    def differ(self, what: str) -> None:
        command = shlex.join(self.program.command)
        if self.keep is not None:
            self.keep.mkdir(parents=True, exist_ok=True)
            kept = Path(tempfile.mkstemp(prefix='trace-', suffix='.csv', dir=self.keep)[1])
            shutil.copyfile(self.program.trace, kept)
            command = command.replace(str(self.program.trace), str(kept))
        self.outcome.differences.append(f'{what}\n    {command}')

    def check(self, trace: Trace, specs: list[Spec], options: list[object], period: int) -> None:
        """All of them at once, but alone where one is refused: nothing that is drawn is beyond what is documented."""
        try:
            rows, report = self.program.replay([spec.text for spec in specs], *options)
        except Refused as refusal:
            if len(specs) == 1:
                self.outcome.refused[f'{specs[0].text}: {refusal}'] += 1
            else:
                for spec in specs:
                    self.check(trace, [spec], options, period)
            return
        times = [time_text(event.time) for event in trace.events]
        for index, spec in enumerate(specs):
            run, differences = compare_decisions(trace, spec, rows[index::len(specs)], times)
            self.outcome.decisions += len(run.decisions)
            self.outcome.passed += sum(decision.passed for decision in run.decisions)
            if not differences:
                differences = list(reports.wrong_sums(run, report['limiters'][index]))
                if period:
                    differences += reports.wrong_periods(report['periods'][index::len(specs)], run, period)
                if len(trace.events) <= reports.LARGEST:
                    self.outcome.reports += 1
                    differences += reports.wrong_figures(trace, spec, run, report['limiters'][index])
            for difference in differences:
                self.differ(f'{spec.text}: {difference}')

    def long(self, place: random.Random, variant: str, costs: bool) -> None:
        trace = generate_long(place, costs)
        self.outcome.traces += 1
        self.program.load(trace)
        self.check(trace, [VARIANTS[variant](place, trace)], ['--top', 1_000_000, '--threads', place.choice([1, 2])], 0)

    def limiters(self, place: random.Random, variant: str, costs: bool, quota: int) -> None:
        draw = VARIANTS[variant]
        while self.outcome.decisions < quota and len(self.outcome.differences) < 5:
            small = place.random() < 0.5
            trace = generate(place, place.randrange(1, 120) if small else place.randrange(200, 1500), costs)
            specs = [draw(place, trace) for _ in range(SPECS_A_TRACE)]
            if place.random() < 0.4:
                trace = provoke(place, specs[0].make, trace)
            self.outcome.traces += 1
            self.program.load(trace)
            options = ['--top', 1_000_000, '--threads', place.choice([1, 2])]
            period = 0
            if place.random() < 0.2:
                period = reports.drawn_window(place, trace)
                options += ['--by', f'{period}ns']
            if place.random() < 0.2:
                options += ['--window', f'{reports.drawn_window(place, trace)}ns']
            self.check(trace, specs, options, period)


def answers(hunter: Hunter, place: random.Random, check: Callable, quota: int) -> None:
    """One check of `commands.CHECKS` on small traces."""
    while hunter.outcome.reports < quota and len(hunter.outcome.differences) < 5:
        trace = generate(place, place.randrange(1, 60), place.random() < 0.5)
        trace.keyed = False
        trace.events = trace.as_one_key()
        hunter.program.load(trace)
        hunter.outcome.traces += 1
        try:
            for difference in check(place, trace, hunter.program):
                hunter.differ(difference)
        except Refused as refusal:
            hunter.outcome.refused[str(refusal)] += 1
        hunter.outcome.reports += 1


@dataclass(frozen=True)
class Work:
    name: str
    variant: str | None  # None: a check of a command
    costs: bool
    quota: int
    seed: str
    long: bool = False


def do(binary: str, keep: Path | None, work: Work) -> tuple[str, Outcome]:
    place = random.Random(work.seed)
    with tempfile.TemporaryDirectory(prefix='oracle-') as folder:
        hunter = Hunter(binary, Path(folder), keep)
        try:
            if work.variant is None:
                answers(hunter, place, commands.CHECKS[work.name], work.quota)
            elif work.long:
                hunter.long(place, work.variant, work.costs)
            else:
                hunter.limiters(place, work.variant, work.costs, work.quota)
        except Exception as error:  # one that stops the work is a finding as well
            hunter.differ(f'{type(error).__name__}: {error} (seed {work.seed})')
    return work.name, hunter.outcome


def worked(arguments: tuple[str, Path | None, Work]) -> tuple[str, Outcome]:
    return do(*arguments)


def plan(decisions: int, seed: str, only: list[str]) -> list[Work]:
    works = []
    for variant in VARIANTS:
        for costs in (False, True):
            name = variant + (' costs' if costs else '')
            pieces = -(-decisions // CHUNK)
            works += [Work(name, variant, costs, -(-decisions // pieces), f'{seed}/{name}/{piece}')
                      for piece in range(pieces)]
            works += [Work(name, variant, costs, 0, f'{seed}/{name}/long/{piece}', True)
                      for piece in range(pieces // LONG_EVERY)]
    asked = max(decisions // 1000, 20)
    for name in commands.CHECKS:
        pieces = -(-asked // 100)
        works += [Work(name, None, False, -(-asked // pieces), f'{seed}/{name}/{piece}') for piece in range(pieces)]
    return [work for work in works if not only or any(name in work.name for name in only)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('binary', metavar='RATEREPLAY', type=os.path.abspath)
    parser.add_argument('--decisions', type=int, default=1_000_000, help='of each variant, and of each with costs')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--variant', action='append', default=[], help='only those whose name holds this')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', type=Path, help='folder for the traces on which something differs')
    options = parser.parse_args()

    works = plan(options.decisions, options.seed, options.variant)
    if not works:
        parser.error('no such variant')
    outcomes = {work.name: Outcome() for work in works}
    left = Counter(work.name for work in works)
    print(f'{"variant":<28}{"decisions":>12}{"traces":>9}{"reports":>9}{"passed":>9}{"refused":>9}{"differ":>8}')
    with multiprocessing.Pool(options.jobs) as pool:
        for name, outcome in pool.imap(worked, [(options.binary, options.keep, work) for work in works]):
            outcomes[name].add(outcome)
            left[name] -= 1
            if left[name] == 0:
                show(name, outcomes[name])
    return 1 if any(outcome.differences or outcome.refused for outcome in outcomes.values()) else 0


def show(name: str, outcome: Outcome) -> None:
    share = f'{100 * outcome.passed / outcome.decisions:.1f} %' if outcome.decisions else '-'
    print(f'{name:<28}{outcome.decisions:>12,}{outcome.traces:>9,}{outcome.reports:>9,}{share:>9}'
          f'{outcome.refused.total():>9,}{len(outcome.differences):>8,}', flush=True)
    for difference in outcome.differences[:5]:
        print(f'  differs: {difference}')
    for refusal, count in outcome.refused.most_common(5):
        print(f'  refused {count} times: {refusal}')


if __name__ == '__main__':
    sys.exit(main())
