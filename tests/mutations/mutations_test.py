"""The list of mutations is read as it says, fits the sources as they stand, and is made into code that can choose.

    mutations_test.py
"""

import unittest

import mutations
from mutations import Malformed, Mutation


def choices(source, blocks):
    """The source with the choices of a list, whose blocks are numbered from 1."""
    found = mutations.parsed('src/a.cpp\n\n' + blocks, 'list.txt')
    for number, mutation in enumerate(found, 1):
        mutation.number = number
        mutation.locate(source)
    return mutations.with_choices(source, found)


class Lists(unittest.TestCase):
    def test_every_block_fits_the_sources(self):
        everything = mutations.read_all()
        self.assertGreaterEqual(len(everything), 100)
        for area in ('limiter', 'metrics', 'sizing'):
            self.assertTrue(any(each.path.startswith(f'src/{area}/') for each in everything), area)
        by_path = {}
        for each in everything:
            by_path.setdefault(each.path, []).append(each)
        for path, own in by_path.items():
            mutations.with_choices((mutations.ROOT / path).read_text(), own)

    def test_every_block_changes_something(self):
        self.assertEqual([each.place for each in mutations.read_all() if each.mutated == each.original], [])

    def test_no_block_stands_twice(self):
        seen = {}
        for each in mutations.read_all():
            twin = seen.setdefault((each.path, each.begin, each.end, each.mutated), each)
            self.assertIs(twin, each, f'{each.place} is as {twin.place}')


class Reading(unittest.TestCase):
    def refused(self, text, message):
        with self.assertRaises(Malformed) as caught:
            mutations.parsed(text, 'list.txt')
        self.assertEqual(str(caught.exception), message)

    def test_a_block(self):
        text = 'src/a.cpp\n\n# why\n@ if (a < b) f();\n- a < b\n+ a <= b\n= a is never b\n\n- f();\n+\n'
        self.assertEqual(mutations.parsed(text, 'list.txt'), [
            Mutation('list.txt:4', 'src/a.cpp', where='if (a < b) f();', original='a < b', mutated='a <= b',
                     equivalent='a is never b'),
            Mutation('list.txt:9', 'src/a.cpp', original='f();', mutated=''),
        ])

    def test_what_is_no_block_is_refused(self):
        self.refused('- a\n+ b\n', 'list.txt:1: no source file is named above it')
        self.refused('src/a.cpp\n\n+ b\n', "list.txt:3: '+ b' is out of place")
        self.refused('src/a.cpp\n\n- a\n- b\n', "list.txt:4: '- b' is out of place")
        self.refused('src/a.cpp\n\n- a\n= never\n', "list.txt:4: '= never' is out of place")
        self.refused('src/a.cpp\n\n- a\n', 'list.txt:3: the block needs a line of - and one of +')
        self.refused('src/a.cpp\n\n@ a\n+ b\n', "list.txt:4: '+ b' is out of place")
        self.refused('src/a.cpp\n\n- a\n+\n', 'list.txt:3: only statements can be dropped')


class Choosing(unittest.TestCase):
    def test_an_expression(self):
        self.assertEqual(choices('return a <\n    b;', '- a < b\n+ a <= b\n'),
                         'return (ratereplay_mutant(1) ? (a <= b) : (a <\n    b));')

    def test_statements(self):
        self.assertEqual(choices('f(); g(); h();', '- f(); g();\n+ g(); f();\n\n- h();\n+\n'),
                         'if (ratereplay_mutant(1)) { g(); f(); } else { f(); g(); } '
                         'if (ratereplay_mutant(2)) {  } else { h(); }')

    def test_one_within_another_and_two_of_one_text(self):
        self.assertEqual(choices('x = f(a + 1);', '- a\n+ b\n\n- f(a + 1)\n+ f(a)\n\n- f(a + 1)\n+ 0\n'),
                         'x = (ratereplay_mutant(3) ? (0) : ((ratereplay_mutant(2) ? (f(a)) : '
                         '(f((ratereplay_mutant(1) ? (b) : (a)) + 1)))));')

    def test_overlap_is_refused(self):
        with self.assertRaises(Malformed) as caught:
            choices('a + b + c', '- a + b\n+ a\n\n- b + c\n+ c\n')
        self.assertEqual(str(caught.exception), 'list.txt:6: the original overlaps that of list.txt:3')

    def test_an_original_is_found_once_or_refused(self):
        with self.assertRaises(Malformed) as caught:
            choices('a < b; a < b;', '- a < b\n+ a\n')
        self.assertEqual(str(caught.exception), "list.txt:3: 'a < b' occurs 2 times in src/a.cpp, not once")
        with self.assertRaises(Malformed) as caught:
            choices('a < b;', '- a > b\n+ a\n')
        self.assertEqual(str(caught.exception), "list.txt:3: 'a > b' occurs 0 times in src/a.cpp, not once")

    def test_where_tells_equal_texts_apart(self):
        self.assertEqual(choices('f(a); g(a);', '@ g(a);\n- a\n+ b\n'),
                         'f(a); g((ratereplay_mutant(1) ? (b) : (a)));')

    def test_a_name_is_no_part_of_a_longer_one(self):
        self.assertEqual(choices('all_held + held + held_', '- held\n+ 0\n'),
                         'all_held + (ratereplay_mutant(1) ? (0) : (held)) + held_')


if __name__ == '__main__':
    unittest.main()
