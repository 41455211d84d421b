"""Runs the program, and reads what it says without a double on the way."""

import csv
import json
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

from metrics import NS
from traces import Trace


class Refused(Exception):
    """The program ended with an error, whose one line this is."""


class Program:
    def __init__(self, binary: str, folder: Path):
        self.binary = binary
        self.folder = folder
        self.trace = folder / 'trace.csv'
        self.log = folder / 'log.csv'
        self.command: list[str] = []

    def load(self, trace: Trace) -> None:
        """The trace on which it runs from now on."""
        trace.write(self.trace)
        self.options = trace.options()

    def run(self, command: str, *arguments: object) -> dict[str, Any]:
        self.command = [self.binary, command, str(self.trace), *self.options, *map(str, arguments), '--format', 'json',
                        '--quiet']
        done = subprocess.run(self.command, capture_output=True, timeout=300)
        if done.returncode == 2:
            raise Refused(done.stderr.decode().strip())
        if done.returncode != 0 or done.stderr:
            raise RuntimeError(f'exit status {done.returncode}: {done.stderr.decode()}')
        return json.loads(done.stdout, parse_float=Fraction)

    def replay(self, specs: list[str], *options: object) -> tuple[list[list[str]], dict[str, Any]]:
        """The rows of the decision log, and the report."""
        limiters = [argument for spec in specs for argument in ('-l', spec)]
        report = self.run('replay', *limiters, '--decisions', self.log, *options)
        with open(self.log, newline='', encoding='utf-8') as file:
            rows = list(csv.reader(file))
        return rows[1:], report


def nanoseconds(text: str) -> int | Fraction:
    """Of a decimal number of seconds."""
    whole, _, digits = text.partition('.')
    if len(digits) > 9:
        return Fraction(text) * NS
    return int(whole) * NS + (int(digits.ljust(9, '0')) if digits else 0)


def exact(members: dict[str, Any], name: str) -> Fraction | None:
    """A number of a report, from its exact text where it has one."""
    value = members.get(f'{name}_exact')
    if value is None:
        value = members[name]
    return None if value is None else Fraction(value)
