"""The list of mutations, and sources in which each of them can be chosen at run time.

A list (NAME.txt) is read by blocks, an empty line between them:

    src/PATH         the source file that the blocks below are of
    # text           a comment
    @ text           where the original stands, when it alone occurs more than once: this occurs once in the file
    - text           the original, which occurs once there: an expression, or statements where it ends with ';'
    + text           what takes its place; nothing where statements are dropped
    = reason         why no test can tell the two apart: the mutation is equivalent

White space in a text stands for any white space in the source. An expression must be whole: it is put in brackets.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTS = sorted(Path(__file__).resolve().parent.glob('*.txt'))

HEADER = '''#pragma once
extern const int ratereplay_mutant_number;
[[gnu::always_inline]] inline constexpr bool ratereplay_mutant(int number) noexcept {
  return !__builtin_is_constant_evaluated() && ratereplay_mutant_number == number;
}
'''
NUMBER_SOURCE = '''#include "mutant.hpp"
#include <cstdlib>
const int ratereplay_mutant_number = std::getenv("RATEREPLAY_MUTANT") ? std::atoi(std::getenv("RATEREPLAY_MUTANT")) : 0;
'''


class Malformed(Exception):
    """A list that cannot be read, or does not apply to the sources; the message names the list and the line."""


@dataclass
class Mutation:
    """A small change of a source file; `number` chooses it, and is of no meaning beyond one run."""

    place: str  # of the block: LIST:LINE
    path: str
    number: int = 0
    where: str = ''
    original: str = ''
    mutated: str | None = None
    equivalent: str = ''
    begin: int = 0  # in the source, found by `locate`
    end: int = 0
    line: int = 0

    def is_statement(self) -> bool:
        return self.original.endswith(';')

    def chosen(self, original: str) -> str:
        """The code that does the one or the other; `original` may itself hold such choices."""
        if self.is_statement():
            return f'if (ratereplay_mutant({self.number})) {{ {self.mutated} }} else {{ {original} }}'
        return f'(ratereplay_mutant({self.number}) ? ({self.mutated}) : ({original}))'

    def locate(self, source: str) -> None:
        begin, end = 0, len(source)
        if self.where:
            begin, end = self._only(self.where, source, begin, end)
        self.begin, self.end = self._only(self.original, source, begin, end)
        self.line = source.count('\n', 0, self.begin) + 1

    def _only(self, text: str, source: str, begin: int, end: int) -> tuple[int, int]:
        pattern = r'\s+'.join(re.escape(word) for word in text.split())
        pattern = (r'(?<!\w)' if re.match(r'\w', text) else '') + pattern + (r'(?!\w)' if re.search(r'\w$', text) else '')
        found = list(re.compile(pattern).finditer(source, begin, end))
        if len(found) != 1:
            raise Malformed(f'{self.place}: {text!r} occurs {len(found)} times in {self.path}, not once')
        return found[0].span()


@dataclass
class _Span:
    """A stretch of a source, the mutations of it, and the stretches within it."""

    begin: int
    end: int
    mutations: list[Mutation] = field(default_factory=list)
    within: list['_Span'] = field(default_factory=list)

    def text(self, source: str) -> str:
        parts, at = [], self.begin
        for span in self.within:
            parts += [source[at:span.begin], span.text(source)]
            at = span.end
        text = ''.join(parts) + source[at:self.end]
        for mutation in self.mutations:
            text = mutation.chosen(text)
        return text


def with_choices(source: str, mutations: list[Mutation]) -> str:
    """A source with a choice in place of each original; some may lie within others, or be of the same text."""
    whole = _Span(0, len(source))
    open_spans = [whole]
    for mutation in sorted(mutations, key=lambda each: (each.begin, -each.end)):
        while open_spans[-1].end <= mutation.begin:
            open_spans.pop()
        around = open_spans[-1]
        if mutation.end > around.end:
            raise Malformed(f'{mutation.place}: the original overlaps that of {around.mutations[0].place}')
        if (mutation.begin, mutation.end) != (around.begin, around.end):
            around.within.append(_Span(mutation.begin, mutation.end))
            open_spans.append(around.within[-1])
        open_spans[-1].mutations.append(mutation)
    return whole.text(source)


def parsed(text: str, name: str) -> list[Mutation]:
    """The mutations of one list, not yet located."""
    mutations: list[Mutation] = []
    path = None
    block: Mutation | None = None
    for line_number, line in enumerate(text.splitlines(), 1):
        place = f'{name}:{line_number}'
        sign, _, rest = line.partition(' ')
        if not line:
            block = None
        elif sign == '#':
            continue
        elif line.startswith('src/'):
            path, block = line, None
        elif path is None:
            raise Malformed(f'{place}: no source file is named above it')
        elif sign in ('@', '-') and (block is None or sign == '-' and block.where and not block.original):
            if block is None:
                block = Mutation(place, path)
                mutations.append(block)
            if sign == '@':
                block.where = rest
            else:
                block.original = rest
        elif sign == '+' and block and block.original and block.mutated is None:
            block.mutated = rest
        elif sign == '=' and block and block.mutated is not None and rest:
            block.equivalent = rest
        else:
            raise Malformed(f'{place}: {line!r} is out of place')
    for mutation in mutations:
        if not mutation.original or mutation.mutated is None:
            raise Malformed(f'{mutation.place}: the block needs a line of - and one of +')
        if not mutation.is_statement() and not mutation.mutated:
            raise Malformed(f'{mutation.place}: only statements can be dropped')
    return mutations


def read_all(root: Path = ROOT) -> list[Mutation]:
    """Every mutation of the lists, numbered and found in its source.

    Each source file has a thousand numbers of its own: one that does not change need not be built again.
    """
    mutations = [each for path in LISTS for each in parsed(path.read_text(), path.name)]
    paths = sorted({each.path for each in mutations})
    given = dict.fromkeys(paths, 0)
    for mutation in mutations:
        given[mutation.path] += 1
        mutation.number = 1000 * (paths.index(mutation.path) + 1) + given[mutation.path]
        mutation.locate((root / mutation.path).read_text())
    return mutations
