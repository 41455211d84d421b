"""Builds the sources with every mutation of the lists in them, to be chosen at run time, and runs the tests on each.

    run.py [PATTERN...]     only mutations of files whose path holds a pattern

What is built lies in build/mutants. Prints which test binary killed each mutation, those that survived in full, and the
score. Status 1 where one survived that is not listed as equivalent, or one that is was killed.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import mutations as lists

FOLDER = lists.ROOT / 'build' / 'mutants'
COPIED = ('CMakeLists.txt', 'cmake', 'data', 'src', 'tests')
# The test binaries that run the code of a folder; no other could notice a mutation there.
AREAS = {
    'limiter': ('limiter', 'replay', 'sizing', 'sweep', 'laws'),
    'metrics': ('metrics', 'replay', 'sweep', 'laws'),
    'sizing': ('sizing',),
}
NOT_NEEDED = re.compile(r'(src|tests)/(cli|picture|report)/.*\.cpp')  # by these, and long in building
MEMORY_LIMIT_KIB = 4 << 20


@dataclass
class Binary:
    """The test binary of an area, and how long it takes without a mutation."""

    area: str
    seconds: float = 60

    @property
    def name(self) -> str:
        return f'{self.area}_tests'

    def passes(self, number: int, *chosen: str) -> bool:
        """Whether its tests pass with a mutation, all but where some are chosen.

        One that hangs or asks for too much memory does not pass.
        """
        command = f'ulimit -c 0; ulimit -v {MEMORY_LIMIT_KIB}; exec "$0" --abort "$@"'
        try:
            done = subprocess.run(['sh', '-c', command, FOLDER / 'build' / 'tests' / self.name, *chosen], cwd=FOLDER,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env={**os.environ, 'RATEREPLAY_MUTANT': str(number)}, timeout=4 * self.seconds + 10)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def write_if_changed(path: Path, content: bytes) -> None:
    """Leaves what is already there, so that it is not built again."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def write_sources(mutations: list[lists.Mutation]) -> None:
    """The sources of the project as they stand, with the choices in them."""
    by_path = collections.defaultdict(list)
    for mutation in mutations:
        by_path[mutation.path].append(mutation)
    wanted = {}
    for name in COPIED:
        top = lists.ROOT / name
        for path in [top, *top.rglob('*')]:
            relative = str(path.relative_to(lists.ROOT))
            if path.is_file() and path.suffix != '.pyc' and not NOT_NEEDED.fullmatch(relative):
                wanted[relative] = path.read_bytes()
    for path, own in by_path.items():
        wanted[path] = ('#include "mutant.hpp"\n' + lists.with_choices(wanted[path].decode(), own)).encode()
    wanted['src/mutant.cpp'] = lists.NUMBER_SOURCE.encode()
    wanted['src/mutant.hpp'] = lists.HEADER.encode()
    for path in (FOLDER / 'source').rglob('*'):
        if path.is_file() and str(path.relative_to(FOLDER / 'source')) not in wanted:
            path.unlink()
    for path, content in wanted.items():
        write_if_changed(FOLDER / 'source' / path, content)


def build(areas: list[str]) -> None:
    """The test binaries of some areas, where something changed."""
    commands = [
        ['cmake', '-S', FOLDER / 'source', '-B', FOLDER / 'build', '-G', 'Ninja', '-DCMAKE_CXX_COMPILER=g++',
         '-DCMAKE_BUILD_TYPE=Mutants', '-DCMAKE_CXX_FLAGS_MUTANTS=-O1 -w',
         # Tests that share one header compiled before would all wait for another binary.
         '-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON'],
        ['cmake', '--build', FOLDER / 'build', '--parallel', str(os.cpu_count()),
         '--target', *(f'{area}_tests' for area in areas)],
    ]
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
        if done.returncode != 0:
            sys.exit(f'{done.stdout}mutate: the mutated sources do not build')


def measure(binaries: list[Binary]) -> None:
    """Runs each without a mutation, and sorts them from the cheapest to the dearest."""
    for binary in binaries:
        start = time.monotonic()
        if not binary.passes(0):
            sys.exit(f'mutate: {binary.name} fails without a mutation')
        binary.seconds = time.monotonic() - start
    binaries.sort(key=lambda each: each.seconds)


def killer_of(mutation: lists.Mutation, binaries: list[Binary]) -> str:
    """The first binary of which a test fails; empty where none does."""
    area, file = Path(mutation.path).parts[1:]
    # The tests of that very file know it best.
    own = ['--filenames-as-tags', f'[#{Path(file).stem}_test]']
    killer = next((each.name for each in binaries if each.area == area and not each.passes(mutation.number, *own)), '')
    if not killer:
        noticing = [each for each in binaries if each.area in AREAS[area]]
        killer = next((each.name for each in noticing if not each.passes(mutation.number)), '')
    print(f'{mutation.path}:{mutation.line} ({mutation.place}): {killer or "survives"}', flush=True)
    return killer


def show(mutation: lists.Mutation) -> None:
    print(f'{mutation.path}:{mutation.line} ({mutation.place})')
    print(f'  - {mutation.original}\n  + {mutation.mutated}')
    if mutation.equivalent:
        print(f'  = {mutation.equivalent}')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('pattern', nargs='*')
    patterns = parser.parse_args().pattern
    try:
        everything = lists.read_all()
        write_sources(everything)
    except lists.Malformed as error:
        sys.exit(f'mutate: {error}')
    chosen = [each for each in everything if not patterns or any(pattern in each.path for pattern in patterns)]
    if not chosen:
        sys.exit('mutate: no mutation is of such a file')
    areas = sorted({area for each in chosen for area in AREAS[each.path.split('/')[1]]})
    build(areas)
    binaries = [Binary(area) for area in areas]
    measure(binaries)

    kills = collections.Counter()
    survivors, wrongly_equivalent = [], []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutation, killer in zip(chosen, pool.map(lambda each: killer_of(each, binaries), chosen)):
            kills[killer] += 1
            if not killer and not mutation.equivalent:
                survivors.append(mutation)
            if killer and mutation.equivalent:
                wrongly_equivalent.append(mutation)

    for title, found in (('Survived', survivors), ('Listed as equivalent, and killed', wrongly_equivalent)):
        if found:
            print(f'\n{title}:')
            for mutation in found:
                show(mutation)
    print()
    for binary in binaries:
        print(f'{binary.name}, {binary.seconds:.1f} s without a mutation: {kills[binary.name]} killed')
    equivalent = sum(1 for each in chosen if each.equivalent)
    print(f'{len(chosen)} mutations: {len(chosen) - kills[""]} killed, {equivalent} equivalent, {len(survivors)} survived')
    return 1 if survivors or wrongly_equivalent else 0


if __name__ == '__main__':
    sys.exit(main())
