"""A real nginx and `replay --nginx-conf` read one configuration, and do the same by it.

    nginx_conf_test.py RATEREPLAY

As in nginx_test.py all connections tell the same time, that of nginx's own clock. Requests are sent one after another,
each when nginx has answered the one before or told its log that it delays it. Compared after every tenth are how many
met with each outcome, and how many each zone refused.
"""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from nginx_server import nginx_server
from server import Connection, connected

BINARY = os.path.abspath(sys.argv.pop(1))
REQUESTS = 2_000
STEP = 10  # from one comparison to the next
CONNECTIONS = 60

LIMITS = r'''
limit_req_zone $http_x_key zone=key:1m rate=10r/s;
limit_req_zone "$http_x_user:$uri" zone=user:1m rate=900r/m;
limit_req_zone $http_x_user zone=some:1m rate=4r/s;
limit_req_zone all zone=all:1m rate=20r/s;

limit_req zone=all burst=20 delay=6;

server {
  listen unix:socket;
  set $at $connection_time;
  add_header X-At $at always;
  add_header X-Status $limit_req_status always;

  location / { empty_gif; }
  location /one/ {
    limit_req zone=key burst=4;
    limit_req zone=user burst=2 nodelay;
    limit_req zone=all burst=10 delay=6;
    empty_gif;
    location ~ \.js$ { limit_req zone=key burst=10 delay=3; empty_gif; }
  }
  location ^~ /some/ { limit_req zone=user; limit_req zone=some burst=3; empty_gif; }
  location ~* ^/dry/.*\.PNG$ { limit_req zone=key burst=1; limit_req_dry_run on; empty_gif; }
  location = /answer { return 204; }
}
'''
PATHS = ('/', '/x?y', '/one/a', '/one//a', '/one/b', '/one/c.js', '/some/a', '/some/b', '/some/c.js', '/dry/a.png',
         '/dry/b.Png', '/answer')

LOCATIONS = ('/', '/a/', '= /a/', '^~ /img/', r'~ \.png$', r'~* \.GIF$', '/a/long/', r'~ ^/a/long/x$', '= /only', '/up/')
ODD_PATHS = ('/', '/a', '/a/', '/a/x', '/a/x.png', '/a/x.PNG', '/x.gif', '/img/x.png', '/img', '/a/long/', '/a/long/x',
             '/a/long/x.gif', '/only', '/only/', '/only?x=.png', '/only#x', '//a//', '/a/./', '/a/b/../', '/a/b/..',
             '/a/b/.', '/..', '/a/../..', '/a/...', '/%61/', '/%61%2F', '/a%2f%2e%2e/img/', '/%2e%2e', '/%', '/%4',
             '/%zz', '/%00', '/x%2Epng', '/x.png%3F', '/x.png%23', '/x%25.png', '/x.png;y', '/x.png+', '/up', '/up/',
             '/upp', '/a://b', 'http://h/a/', 'http://h', 'http://h?x', 'http://h:80/only', '*', 'a/', '/img/../a/',
             '/x.png/', '/rx', '/rx/in/x', '/secret/x', '/nested/x', '/nested/x.css', '/nested/y/', '/nested/y/x.css', '/nested/y/x.gif')


def outcomes(requests):
    """What a report says of all requests, in nginx's words."""
    would_delay, would_refuse, answered = (requests[each] for each in ('would_delay', 'would_refuse', 'answered'))
    return Counter(PASSED=requests['passed'] - answered - would_delay - would_refuse, NONE=answered,
                   DELAYED=requests['delayed'], REJECTED=requests['refused'], DELAYED_DRY_RUN=would_delay,
                   REJECTED_DRY_RUN=would_refuse)


def refusals(limits):
    """Of each zone at all of its places."""
    refused = Counter()
    for row in limits:
        refused[row['zone']] += row['refused']
    return refused


class NginxConf(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def server(self, limits):
        return nginx_server(self.folder, limits.replace('unix:socket', f'unix:{self.folder}/socket'))

    def replayed(self, requests):
        """The report on (ms, path, further columns)."""
        (self.folder / 'log.jsonl').write_text(''.join(
            json.dumps({'time': at, 'request_uri': path, **further}) + '\n' for at, path, further in requests))
        done = subprocess.run([BINARY, 'replay', 'log.jsonl', '--nginx-conf', 'nginx.conf', '--time-unit', 'ms',
                               '--format', 'json'], cwd=self.folder, stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)['nginx']

    async def drive(self, sockets):
        """(ms, path, keys) of each request in order, and nginx's word for what it did."""
        pick = random.Random(7)
        connections = [await Connection(each).__aenter__() for each in sockets]
        idle, waiting, sent = list(connections), set(), []

        log = open(self.folder / 'error.log')
        self.addCleanup(log.close)
        delayed = set()

        def is_delayed(number):
            delayed.update(map(int, re.findall(r'delaying request.*[?&]number=(\d+) HTTP', log.read())))
            return number in delayed

        async def ask(connection, number, path, key, user):
            connection.ask(path + ('&' if '?' in path else '?') + f'number={number}', {'X-Key': key, 'X-User': user})
            sent.append(None)
            _, headers = await connection.answer()
            sent[number] = (headers, path, {'http_x_key': key, 'http_x_user': user})
            idle.append(connection)

        for number in range(REQUESTS):
            while not idle:
                await asyncio.sleep(0.001)
            task = asyncio.ensure_future(ask(idle.pop(0), number, pick.choice(PATHS), f'k{pick.randrange(6)}',
                                             pick.choice(('', 'a', 'b'))))
            waiting.add(task)
            while not task.done() and not is_delayed(number):
                await asyncio.wait({task}, timeout=0.001)
            if pick.random() < 0.1:
                await asyncio.sleep(pick.random() * 0.04)
        await asyncio.gather(*waiting)
        for connection in connections:
            await connection.__aexit__()
        return sent

    def test_zones_that_several_places_share(self):
        with self.server(LIMITS) as server:
            sent = asyncio.run(self.drive(server.accepts_at_once(CONNECTIONS)))
        requests = [(round(float(headers['x-at']) * 1000), path, keys) for headers, path, keys in sent]
        self.assertEqual(requests, sorted(requests, key=lambda each: each[0]), 'taken in another order')

        told = [headers.get('x-status', '') or 'NONE' for headers, _, _ in sent]
        # Which zone refused, its log says.
        log = (self.folder / 'error.log').read_text()
        refused_by = {int(number): zone for zone, number in re.findall(
            r'limiting requests(?:, dry run)?, excess: [\d.]+ by zone "(\w+)".*[?&]number=(\d+) HTTP', log)}
        for count in range(STEP, REQUESTS + 1, STEP):
            report, after = self.replayed(requests[:count]), f'after {count} requests'
            self.assertEqual(outcomes(report['requests']), Counter(told[:count]), after)
            self.assertEqual(refusals(report['zones']),
                             Counter(zone for number, zone in refused_by.items() if number < count), after)

        all_told = Counter(told)
        print(f'{REQUESTS} requests: {dict(all_told)}', file=sys.stderr)
        for status, least in (('PASSED', 50), ('DELAYED', 50), ('REJECTED', 50), ('DELAYED_DRY_RUN', 10),
                              ('REJECTED_DRY_RUN', 10)):
            self.assertGreater(all_told[status], least, status)
        self.assertEqual(set(refused_by.values()), {'key', 'user', 'some', 'all'})

    def test_the_location_of_odd_paths(self):
        labels = []

        def asks(location, how='empty_gif;'):
            labels.append(location)
            return (f'location {location} {{ limit_req zone=z burst=1000; add_header X-Place {len(labels) - 1} always; '
                    f'{how}')

        limits = 'limit_req_zone $remote_addr zone=z:1m rate=1000000r/s;\nserver {\nlisten unix:socket;\n'
        for location in LOCATIONS:
            limits += asks(location, 'proxy_pass http://unix:/nowhere;' if location == '/up/' else 'empty_gif;') + '}\n'
        limits += asks('~ /rx') + 'location /rx/in/ { return 204; } }\n' + 'location /secret/ { internal; }\n'
        limits += asks('/nested/') + asks('~ \\.css$') + '}' + asks('^~ /nested/y/') + '}}\n}\n'

        async def place_at_nginx(path):
            async with Connection(connected(self.folder / 'socket')) as connection:
                connection.ask(path, {'Connection': 'close'})
                status, headers = await connection.answer()
                return labels[int(headers['x-place'])] if status in (200, 502) else 'answered'

        with self.server(limits):
            expected = {path: asyncio.run(place_at_nginx(path)) for path in ODD_PATHS}
        for path in ODD_PATHS:
            with self.subTest(path):
                report = self.replayed([(1_753_831_492_000, path, {'remote_addr': 'a'})])
                asked = [row['place'] for row in report['zones'] if row['asked']]
                self.assertEqual(asked or ['answered'], [expected[path]])
        self.assertEqual(set(expected.values()), {*labels, 'answered'})


if __name__ == '__main__':
    unittest.main()
