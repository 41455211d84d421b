"""What scripts/common.sh tells of a build and of the tests, with stand-ins for cmake, ninja and ctest."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CLOSING = '''100% tests passed, 0 tests failed out of 3

Total Test time (real) =   0.02 sec
'''
PASSED = '''Test project /somewhere
    Start 1: core: a
1/3 Test #1: core: a ...................................   Passed    0.01 sec
'''
SKIPPED = '''    Start 2: trace: b
2/3 Test #2: trace: b ..................................***Skipped   0.01 sec
  skipped: there is no folder
    Start 3: golden: c
3/3 Test #3: golden: c .................................***Skipped   0.01 sec
c.t: skipped

'''
FAILED = '''2/3 Test #2: trace: b ..................................***Failed    0.01 sec
b.cpp:7: FAILED
'''
FAILED_CLOSING = '''67% tests passed, 1 tests failed out of 3

Total Test time (real) =   0.02 sec
'''
FAILED_LIST = '''
The following tests FAILED:
\t  2 - trace: b (Failed)
Errors while running CTest
'''


class Common(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def put(self, name, says, status=0):
        (self.folder / (name + '.says')).write_text(says)
        tool = self.folder / name
        tool.write_text(f'#!/bin/sh\ncat "$0.says"\nexit {status}\n')
        tool.chmod(0o755)

    def run_script(self, command, **environment):
        environment = {name: value for name, value in os.environ.items() if name != 'RATEREPLAY_SHARED'} | environment
        environment['PATH'] = f'{self.folder}:{environment["PATH"]}'
        done = subprocess.run(['bash', '-c', f'source "$0/scripts/common.sh"; {command}', ROOT], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', timeout=60)
        return done.returncode, done.stdout, done.stderr

    def told(self, status=0, **environment):
        done = self.run_script('run_tests release', **environment)
        self.assertEqual((done[0], done[2]), (status, ''))
        return done[1].splitlines()

    def test_all_pass(self):
        self.put('ctest', PASSED + '\n' + CLOSING)
        self.assertEqual(self.told(), CLOSING.replace('\n\n', '\n').splitlines())

    def test_skipped_tests_are_one_line_before_the_closing_ones(self):
        skipped = '\nThe following tests did not run:\n\t  2 - trace: b (Skipped)\n\t  3 - golden: c (Skipped)\n'
        self.put('ctest', PASSED + SKIPPED + CLOSING + skipped)
        closing = CLOSING.replace('\n\n', '\n').splitlines()
        self.assertEqual(self.told(),
                         ['2 tests skipped: no traces in ../shared (see CONTRIBUTING.md)'] + closing)
        self.assertEqual(self.told(RATEREPLAY_SHARED='/else')[0],
                         '2 tests skipped: no traces in /else (see CONTRIBUTING.md)')
        self.put('ctest', PASSED + SKIPPED + CLOSING + skipped.replace('\t  2 - trace: b (Skipped)\n', ''))
        self.assertEqual(self.told()[0], '1 test skipped: no traces in ../shared (see CONTRIBUTING.md)')

    def test_a_failed_test_is_shown_with_what_it_printed(self):
        skipped = '\nThe following tests did not run:\n\t  3 - golden: c (Skipped)\n'
        self.put('ctest', PASSED + FAILED + SKIPPED[SKIPPED.index('    Start 3'):] + FAILED_CLOSING + skipped + FAILED_LIST, 8)
        self.assertEqual(self.told(status=8),
                         FAILED.splitlines() + ['1 test skipped: no traces in ../shared (see CONTRIBUTING.md)'] +
                         (FAILED_CLOSING + FAILED_LIST).replace('\n\n', '\n').splitlines())

    def test_a_build_is_announced_where_something_is_to_be_done(self):
        self.put('cmake', '')
        self.put('ninja', '[1/2] Building CXX object x\n[2/2] Linking\n')
        self.assertEqual(self.run_script('build release all'), (0, 'Building (a few minutes the first time)\n', ''))
        self.put('ninja', "ninja: Entering directory `build/release'\nninja: no work to do.\n")
        self.assertEqual(self.run_script('build release all'), (0, '', ''))
        self.put('cmake', 'what is wrong\n', 1)
        status, output, errors = self.run_script('build release all')
        self.assertEqual((status, output), (1, ''))
        self.assertRegex(errors, r'\Awhat is wrong\n[^\n]*: configuring \(release\) failed\n\Z')


if __name__ == '__main__':
    unittest.main()
