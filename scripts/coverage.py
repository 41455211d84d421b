"""Prints how many lines and branches of src/ a profile of clang's coverage says were run.

    coverage.py [--show] PROFILE BINARY...

A line or a branch counts once, whatever the binaries and templates that it is in, and as run where it was in one of
them. A branch has two sides, and both are counted. One that the compiler decided is none. --show names those not run.
"""

import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / 'src'


def exported(form: str, profile: str, binaries: list[str]) -> str:
    objects = [argument for binary in binaries[1:] for argument in ('-object', binary)]
    done = subprocess.run(['llvm-cov-14', 'export', f'-format={form}', '-skip-functions', '-skip-expansions',
                           f'-instr-profile={profile}', binaries[0], *objects, str(SOURCES)],
                          check=True, stdout=subprocess.PIPE, encoding='utf-8')
    return done.stdout


def lines_of(text: str) -> dict[Path, dict[int, int]]:
    """How often each line was run, from the records of lcov: SF:PATH and DA:LINE,COUNT."""
    lines: dict[Path, dict[int, int]] = collections.defaultdict(dict)
    path = Path()
    for record in text.splitlines():
        kind, _, value = record.partition(':')
        if kind == 'SF':
            path = Path(value).relative_to(SOURCES)
        elif kind == 'DA':
            line, count = map(int, value.split(',')[:2])
            lines[path][line] = count
    return lines


def branches_of(text: str, lines: dict[Path, dict[int, int]]) -> dict[Path, dict[tuple[int, int, str], int]]:
    """How often each side of each branch was taken, by line, column and side."""
    branches: dict[Path, dict[tuple[int, int, str], int]] = {}
    for file in json.loads(text)['data'][0]['files']:
        path = Path(file['filename']).relative_to(SOURCES)
        taken: dict[tuple[int, int, str], int] = collections.Counter()
        for line, column, _, _, count, otherwise, *_ in file['branches']:
            taken[line, column, 'true'] += count
            taken[line, column, 'false'] += otherwise
        # Neither side of what is constant is counted.
        branches[path] = {place: count for place, count in taken.items()
                          if taken[*place[:2], 'true'] + taken[*place[:2], 'false'] > 0
                          or lines[path].get(place[0], 0) == 0}
    return branches


def share(counts: list[int]) -> str:
    run = sum(1 for count in counts if count > 0)
    return f'{run:6} of {len(counts):6} {100 * run / len(counts) if counts else 100:6.2f} %'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--show', action='store_true', help='also the lines and branches that were not run')
    parser.add_argument('profile')
    parser.add_argument('binary', nargs='+')
    options = parser.parse_args()
    lines = lines_of(exported('lcov', options.profile, options.binary))
    branches = branches_of(exported('text', options.profile, options.binary), lines)

    if options.show:
        for path in sorted(lines):
            for line, count in sorted(lines[path].items()):
                if count == 0:
                    print(f'src/{path}:{line}: not run')
            for (line, column, side), count in sorted(branches.get(path, {}).items()):
                if count == 0 and lines[path].get(line, 0) > 0:
                    print(f'src/{path}:{line}:{column}: never {side}')
    print(f'{"src/":10} {"lines":>25} {"branches":>25}')
    for folder in [*sorted({path.parts[0] for path in lines if len(path.parts) > 1}), '']:
        own = [path for path in lines if not folder or path.parts[0] == folder]
        print(f'{folder or "in all":10} {share([n for path in own for n in lines[path].values()])}'
              f' {share([n for path in own for n in branches.get(path, {}).values()])}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
