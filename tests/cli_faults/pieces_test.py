"""A trace cut into pieces, whose summaries are saved and merged, has the curve of the whole, to the byte.

    pieces_test.py RATEREPLAY
"""

import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(sys.argv.pop(1))


def run(*arguments, **settings):
    done = subprocess.run([BINARY, 'curve', *arguments], stdout=subprocess.PIPE, check=True, encoding='utf-8',
                          timeout=300, **settings)
    return done.stdout


def curve_of(document):
    """The curve in a JSON document, as it stands there."""
    return document[document.index('"vertex_count"'):]


class Pieces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_any_number_of_pieces(self):
        # The feed is newest first.
        rows = (ROOT / 'data' / 'usgs-all-week-2018-02-07.csv').read_text().splitlines()[1:]
        times = [row.partition(',')[0] + f',{index * 7 % 5}\n' for index, row in enumerate(reversed(rows))]
        (self.folder / 'whole.csv').write_text('time,cost\n' + ''.join(times))
        place = random.Random(3)
        for costs in ([], ['--cost', 'cost']):
            whole = run('whole.csv', '--format', 'json', *costs, cwd=self.folder)
            self.assertGreater(whole.count('"rate_exact"'), 10)
            for count in (1, 2, 7, 150):
                with self.subTest(costs=costs, count=count):
                    # Some are empty, and ties are cut.
                    cuts = [0, *sorted(place.randrange(len(times) + 1) for _ in range(count - 1)), len(times)]
                    names = [f'{index}.rrs' for index in range(count)]
                    for name, begin, end in zip(names, cuts, cuts[1:]):
                        run('-', '--save-summary', name, *costs, cwd=self.folder,
                            input='time,cost\n' + ''.join(times[begin:end]))
                    self.assertEqual(curve_of(run('--merge', *names, '--format', 'json', cwd=self.folder)),
                                     curve_of(whole))


if __name__ == '__main__':
    unittest.main()
