"""What `replay --nginx-conf` counts on a real access log is what a statement of its rules of its own counts.

    nginx_log_test.py RATEREPLAY

Nothing here is taken from the program. The log is no part of the project: where it is absent the test is skipped.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote

BINARY = Path(sys.argv.pop(1)).resolve()
SHARED = Path(os.environ.get('RATEREPLAY_SHARED', Path(__file__).resolve().parents[3] / 'shared'))
LOG = SHARED / 'data/apache-combined-unsorted.log'
LINE = re.compile(r'(\S+) \S+ (.+) \[([^\]]+)\] "((?:[^"\\]|\\.)*)" \S+ \S+(?: "((?:[^"\\]|\\.)*)"?)?'
                  r'(?: "((?:[^"\\]|\\.)*)"?)?')

CONF = r'''
limit_req_zone $binary_remote_addr zone=client:10m rate=6r/m;
limit_req_zone $http_referer zone=referer:10m rate=1r/s;
limit_req_zone "$request_method $uri" zone=path:10m rate=12r/m;
limit_req_zone all zone=all:1m rate=5r/s;

server {
  limit_req zone=client burst=10;
  limit_req zone=all burst=20 delay=4;

  location /presentations/ {
    limit_req zone=client burst=4 delay=2;
    limit_req zone=referer burst=3 nodelay;
    limit_req zone=path;
    location ~ \.js$ { limit_req zone=client burst=30 nodelay; }
  }
  location ^~ /images/ { limit_req zone=all nodelay burst=2; }
  location ~* \.(PNG|gif|ico)$ { limit_req_dry_run on; }
  location = / { return 301 /blog/; }
  location /reset.css { limit_req zone=path burst=1; }
}
'''

# Thousandths a second of the zones, and how they are keyed.
RATES = {'client': 100, 'referer': 1000, 'path': 200, 'all': 5000}
# Of each place its limits: zone, burst, requests ahead that are not delayed (all: None).
PLACES = {
    'server': [('client', 10, 0), ('all', 20, 4)],
    '/presentations/': [('client', 4, 2), ('referer', 3, None), ('path', 0, 0)],
    r'~ \.js$': [('client', 30, None)],
    '^~ /images/': [('all', 2, None)],
    r'~* \.(PNG|gif|ico)$': [('client', 10, 0), ('all', 20, 4)],
    '/reset.css': [('path', 1, 0)],
}
DRY = r'~* \.(PNG|gif|ico)$'


def place_of(path):
    """The label of the place, none where the request is answered before."""
    if not path.startswith('/'):
        return None
    uri = re.sub('/+', '/', unquote(re.split('[?#]', path)[0], 'latin-1'))
    if uri == '/':
        return None
    if uri.startswith('/images/'):
        return '^~ /images/'
    if uri.startswith('/presentations/') and uri.endswith('.js'):
        return r'~ \.js$'
    if re.search(r'\.(png|gif|ico)$', uri, re.IGNORECASE):
        return DRY
    for prefix in ('/presentations/', '/reset.css'):
        if uri.startswith(prefix):
            return prefix
    return 'server'


def requests():
    """(ms since 1970, keys of the zones, place) in order of time."""
    found = []
    for line in LOG.read_text(encoding='latin-1').splitlines():
        host, _, when, request, referer, _ = LINE.match(line).groups()
        method, path = request.split(' ')[:2]
        at = int(datetime.strptime(when, '%d/%b/%Y:%H:%M:%S %z').timestamp()) * 1000
        uri = re.sub('/+', '/', unquote(re.split('[?#]', path)[0], 'latin-1'))
        keys = {'client': host, 'referer': '' if referer in ('-', None) else referer, 'path': f'{method} {uri}',
                'all': 'all'}
        found.append((at, keys, place_of(path)))
    return sorted(found, key=lambda each: each[0])


class Zones:
    """In thousandths of a request: for each zone and key when it was last taken from, and what was ahead then."""

    def __init__(self):
        self.states = {}

    def excess(self, zone, key, at):
        if (zone, key) not in self.states:
            return 0
        last, ahead = self.states[zone, key]
        return max(0, ahead - RATES[zone] * (at - last) // 1000 + 1000)

    def ask(self, limits, keys, at, tell):
        """The delay in ms, none where it is refused. tell(number of the limit, what)."""
        asked = [(number, *limit) for number, limit in enumerate(limits) if keys[limit[0]]]
        fits = {number: self.excess(zone, keys[zone], at) <= 1000 * burst for number, zone, burst, _ in asked}
        for number in fits:
            tell(number, 'asked')
            if fits[number]:
                continue
            tell(number, 'refused')
            for other in fits:
                if other < number:
                    tell(other, 'given_back')
            if all(fits[other] for other in fits if other > number):
                tell(number, 'refused_alone')
            return None
        longest = 0
        for number, zone, _, free in asked:
            excess = self.excess(zone, keys[zone], at)
            self.states[zone, keys[zone]] = at, excess
            ahead = 0 if free is None else excess - 1000 * free
            delay = ahead * 1000 // RATES[zone] if ahead > 0 else 0
            tell(number, 'delayed' if delay else 'passed', delay)
            longest = max(longest, delay)
        return longest


class NginxLog(unittest.TestCase):
    def test_a_real_log(self):
        with tempfile.TemporaryDirectory() as folder:
            conf = Path(folder) / 'nginx.conf'
            conf.write_text(CONF)
            done = subprocess.run([BINARY, 'replay', LOG, '--nginx-conf', conf, '--format', 'json'],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True)
        report = json.loads(done.stdout)['nginx']

        zones, counts, whole, delays = Zones(), Counter(), Counter(), Counter()
        longest, clients = Counter(), {}
        for at, keys, place in requests():
            whole['requests'] += 1
            if place is None:
                whole['passed'] += 1
                whole['answered'] += 1
                continue

            def tell(number, what, delay=0):
                limit = place, PLACES[place][number][0]
                counts[limit, what] += 1
                delays[limit] += delay
                longest[limit] = max(longest[limit], delay)
                if what in ('asked', 'refused'):
                    clients.setdefault((limit, what), set()).add(keys[limit[1]])

            delay = zones.ask(PLACES[place], keys, at, tell)
            if place == DRY:
                whole['passed'] += 1
                whole['would_refuse'] += delay is None
                whole['would_delay'] += bool(delay)
            else:
                whole['refused' if delay is None else 'delayed' if delay else 'passed'] += 1

        found = report['requests']
        for what in ('requests', 'passed', 'delayed', 'refused', 'answered', 'would_delay', 'would_refuse'):
            self.assertEqual(found[what], whole[what], what)
        self.assertEqual(found['unlimited'], 0)
        self.assertEqual({(row['place'], row['zone']) for row in report['zones']},
                         {(place, zone) for place, limits in PLACES.items() for zone, _, _ in limits})
        for row in report['zones']:
            limit = row['place'], row['zone']
            with self.subTest(limit=limit):
                for what in ('asked', 'passed', 'delayed', 'refused', 'refused_alone', 'given_back'):
                    self.assertEqual(row[what], counts[limit, what], what)
                self.assertEqual(row['clients'], len(clients[limit, 'asked']))
                self.assertEqual(row['clients_refused'], len(clients.get((limit, 'refused'), ())))
                if row['delayed']:
                    self.assertEqual(round(row['delay_max_s'] * 1000), longest[limit])
                    self.assertAlmostEqual(row['delay_mean_s'] * 1000, delays[limit] / row['delayed'], delta=1e-5)
                else:
                    self.assertIsNone(row['delay_max_s'])
        # Of everything there has to be something.
        for what in ('delayed', 'refused', 'answered', 'would_delay', 'would_refuse'):
            self.assertGreater(whole[what], 10, what)
        for what in ('refused_alone', 'given_back'):
            self.assertGreater(sum(row[what] for row in report['zones']), 10, what)


if __name__ == '__main__':
    if not LOG.exists():
        print(f'skipped: {LOG} is absent')
        sys.exit(77)
    unittest.main()
