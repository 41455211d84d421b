"""A real HAProxy decides as `haproxy:` does.

    haproxy_test.py RATEREPLAY

HAProxy counts by its own clock, which a line of Lua tells at the moment of the decision: nothing is near a boundary,
and all decisions are compared.
"""

import asyncio
import os
import random
import shutil
import sys
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

from replayed import decisions
from server import Connection, Server, connected

BINARY = os.path.abspath(sys.argv.pop(1))
MS = 10**6
SECONDS = 6
PATIENCE = 60  # on a machine that is busy, until there is enough
REQUESTS = 2000
ENOUGH = 500  # of those that pass, and of the others
KEYS = 4
CONNECTIONS = 5  # of each table

# Limit, period in ms, and the mean pause of a connection in ms.
TABLES = [(10, 1000, 120), (3, 250, 60), (20, 777, 50), (2, 33, 30), (30, 3000, 100)]

CLOCK = '''
core.register_fetches("now_ms", function(txn)
  local now = core.now()
  return string.format("%d%03d", now.sec, now.usec // 1000)
end)
'''

CONFIG = '''
global
  nbthread 1
  lua-load {folder}/clock.lua
defaults
  mode http
  timeout client 30s
  timeout http-keep-alive 30s
frontend test
  bind unix@{folder}/socket
  {rules}
  http-request return status 200 hdr x-at "%[lua.now_ms]"
{tables}
'''


class Haproxy(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def server(self):
        rules = '\n  '.join(
            f'http-request track-sc0 req.hdr(x-key) table t{index} if {{ path /{index} }}\n'
            f'  http-request deny deny_status 429 hdr x-at "%[lua.now_ms]" if {{ path /{index} }} '
            f'{{ sc_http_req_rate(0) gt {limit} }}'
            for index, (limit, _, _) in enumerate(TABLES))
        tables = '\n'.join(
            f'backend t{index}\n  stick-table type string len 16 size 1k expire 1m store http_req_rate({period})'
            for index, (_, period, _) in enumerate(TABLES))
        (self.folder / 'clock.lua').write_text(CLOCK)
        config = self.folder / 'haproxy.cfg'
        config.write_text(CONFIG.format(folder=self.folder, rules=rules, tables=tables))
        haproxy = shutil.which('haproxy', path='/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin')
        return Server([haproxy, '-db', '-f', str(config)], self.folder / 'socket', self.folder / 'haproxy.log')

    async def drive(self):
        """For each table (ms since 1970, key, passed) of the requests."""
        seen = [[] for _ in TABLES]
        clock = asyncio.get_running_loop().time
        begin = clock()
        told = Counter()

        def goes_on():
            enough = told.total() >= REQUESTS and min(told[True], told[False]) >= ENOUGH
            return clock() < begin + (SECONDS if enough else PATIENCE)

        async def one(table, seed):
            pick = random.Random(seed)
            pause = TABLES[table][2] / 1000
            async with Connection(connected(self.folder / 'socket')) as connection:
                while goes_on():
                    await asyncio.sleep(pick.choice((pick.expovariate(1 / pause), 0.001, 2 * pause)))
                    key = f'k{pick.randrange(KEYS)}'
                    for _ in range(pick.choice((1, 1, 1, 2, 4))):
                        status, headers = await connection.get(f'/{table}', key)
                        self.assertIn(status, (200, 429))
                        told[status == 200] += 1
                        seen[table].append((int(headers['x-at']), key, status == 200))

        await asyncio.gather(*(one(index % len(TABLES), index) for index in range(len(TABLES) * CONNECTIONS)))
        return seen

    def test_a_few_seconds_through_several_tables(self):
        with self.server():
            seen = asyncio.run(self.drive())
        told = Counter()
        for (limit, period, _), requests in zip(TABLES, seen):
            spec = f'haproxy:limit={limit},period={period}ms'
            with self.subTest(spec):
                self.check(spec, sorted(requests, key=lambda request: request[:2]), told)
        total = told[True] + told[False]
        print(f'{total} requests: {told[True]} passed, {told[False]} denied; all compared, {told["differ"]} differ',
              file=sys.stderr)
        self.assertGreaterEqual(total, REQUESTS)
        self.assertGreaterEqual(min(told[True], told[False]), ENOUGH)

    def check(self, spec, requests, told):
        replay = decisions(BINARY, self.folder, spec, [(at * MS, key, 1) for at, key, _ in requests])
        # Of those in one millisecond it is not told which came first, but how many passed.
        server, ours = defaultdict(Counter), defaultdict(Counter)
        for (at, key, server_passed), (passed, _) in zip(requests, replay):
            told[server_passed] += 1
            server[at, key][server_passed] += 1
            ours[at, key][passed] += 1
        differing = {moment: (kinds, ours[moment]) for moment, kinds in server.items() if kinds != ours[moment]}
        told['differ'] += len(differing)
        self.assertEqual(differing, {}, 'at (ms, key): what HAProxy did, what we did')


if __name__ == '__main__':
    unittest.main()
