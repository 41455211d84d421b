"""A real nginx decides as `nginx:` does, and delays as long.

    nginx_test.py RATEREPLAY

nginx counts by a clock of its own, in milliseconds, which $connection_time tells since a connection was accepted. All
connections are accepted at once here, so that they tell the same time: nothing is near a boundary, and all decisions
are compared.
"""

import asyncio
import os
import random
import sys
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

from nginx_server import nginx_server
from replayed import decisions
from server import Connection

BINARY = os.path.abspath(sys.argv.pop(1))
MS = 10**6
SECONDS = 6
PATIENCE = 60  # on a machine that is busy, until there is enough
ENOUGH = {'DELAYED': 200, 'REJECTED': 300}
REQUESTS = 2000
KEYS = 3
CONNECTIONS = 8  # of each zone

# A limiter, what nginx is told, and the mean pause of a connection in ms.
ZONES = [
    ('nginx:rate=50r/s', '', 80),
    ('nginx:rate=20r/s,burst=5,nodelay', 'burst=5 nodelay', 70),
    ('nginx:rate=1700r/m,burst=4,nodelay', 'burst=4 nodelay', 70),
    ('nginx:rate=15r/s,burst=3', 'burst=3', 40),
    ('nginx:rate=40r/s,burst=6,delay=2', 'burst=6 delay=2', 40),
]

LIMITS = '''
{zones}
server {{
  listen unix:{folder}/socket;
  set $at $connection_time;
  add_header X-At $at always;
  add_header X-Left $connection_time always;
  add_header X-Status $limit_req_status always;
  {locations}
}}
'''


def ms_of(seconds):
    whole, _, part = seconds.partition('.')
    assert len(part) == 3, seconds
    return int(whole) * 1000 + int(part)


class Nginx(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def server(self):
        rates = [spec.partition('rate=')[2].partition(',')[0] for spec, _, _ in ZONES]
        zones = '\n'.join(f'limit_req_zone $http_x_key zone=z{index}:1m rate={rate};'
                          for index, rate in enumerate(rates))
        locations = '\n'.join(f'location /{index} {{ limit_req zone=z{index} {how}; empty_gif; }}'
                              for index, (_, how, _) in enumerate(ZONES))
        return nginx_server(self.folder, LIMITS.format(folder=self.folder, zones=zones, locations=locations))

    async def drive(self, sockets):
        """For each zone (ms, key, status, ms when it left) of the requests."""
        seen = [[] for _ in ZONES]
        clock = asyncio.get_running_loop().time
        begin = clock()
        told = Counter()

        def goes_on():
            enough = told.total() >= REQUESTS and all(told[status] >= least for status, least in ENOUGH.items())
            return clock() < begin + (SECONDS if enough else PATIENCE)

        async def one(zone, connected_socket, seed):
            pick = random.Random(seed)
            pause = ZONES[zone][2] / 1000
            async with Connection(connected_socket) as connection:
                await asyncio.sleep(pick.uniform(0, pause))
                while goes_on():
                    key = f'k{pick.randrange(KEYS)}'
                    for _ in range(pick.choice((1, 1, 1, 2, 4))):
                        status, headers = await connection.get(f'/{zone}', key)
                        self.assertEqual(status, 429 if headers['x-status'] == 'REJECTED' else 200)
                        told[headers['x-status']] += 1
                        seen[zone].append((ms_of(headers['x-at']), key, headers['x-status'],
                                           ms_of(headers['x-left'])))
                    await asyncio.sleep(pick.expovariate(1 / pause))

        await asyncio.gather(*(one(index % len(ZONES), each, index) for index, each in enumerate(sockets)))
        return seen

    def test_a_few_seconds_through_every_kind_of_zone(self):
        with self.server() as server:
            seen = asyncio.run(self.drive(server.accepts_at_once(len(ZONES) * CONNECTIONS)))
        told = Counter()
        for (spec, _, _), requests in zip(ZONES, seen):
            with self.subTest(spec):
                self.check(spec, sorted(requests), told)
        total = sum(told[status] for status in ('PASSED', 'DELAYED', 'REJECTED'))
        print(f'{total} requests: {told["PASSED"]} passed, {told["DELAYED"]} delayed, {told["REJECTED"]} rejected; '
              f'all compared, {told["differ"]} differ', file=sys.stderr)
        self.assertGreaterEqual(total, REQUESTS)
        for status, least in ENOUGH.items():
            self.assertGreaterEqual(told[status], least, status)

    def check(self, spec, requests, told):
        replay = decisions(BINARY, self.folder, spec, [(at * MS, key, 1) for at, key, _, _ in requests])
        # Of those in one millisecond it is not told which came first, but how many there were of each kind.
        server, ours = defaultdict(list), defaultdict(list)
        for (at, key, status, left), (passed, delay) in zip(requests, replay):
            told[status] += 1
            server[at, key].append((status, left - at))
            ours[at, key].append(('REJECTED' if not passed else 'DELAYED' if delay else 'PASSED', delay // MS))
        for moment, kinds in server.items():
            expected = sorted(ours[moment])
            for (status, stayed), (our_status, delay) in zip(sorted(kinds), expected):
                # A timer is never early, and later where the machine is busy.
                if status != our_status or stayed < delay:
                    told['differ'] += 1
                    self.fail(f'{spec} at {moment}: nginx {sorted(kinds)}, we {expected}')


if __name__ == '__main__':
    unittest.main()
