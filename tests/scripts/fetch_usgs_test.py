"""Holds scripts/fetch_usgs.sh against a small catalog service on this machine, in good order and in all its moods."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import unittest
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SCRIPT = Path(__file__).resolve().parents[2] / 'scripts' / 'fetch_usgs.sh'
HEADER = ('time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,'
          'horizontalError,depthError,magError,magNst,status,locationSource,magSource\n')
HTML = '<html><body>Service temporarily unavailable</body></html>\n'
DAY = datetime(2025, 7, 29)


def stamp(time):
    return time.isoformat(timespec='milliseconds') + 'Z'


def row(time, name):
    return f'{stamp(time)},1.5,-2,10,5.1,mb,,,,0.89,us,{name},{stamp(time)},"12 km W of ""X"", Y",earthquake' \
           ',6.3,3.8,,,reviewed,us,us\n'


class Catalog(BaseHTTPRequestHandler):
    """The event service as far as the script uses it: start and end inclusive, at most `limit` rows."""

    def do_GET(self):
        service = self.server
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        events = sorted((time, name) for name, time in service.events.items()
                        if query['starttime'] <= stamp(time)[:-1] <= query['endtime'])
        if address.path == '/count':
            status, body = 200, str(len(events))
        else:
            assert address.path == '/query' and query['format'] == 'csv' and query['orderby'] == 'time-asc'
            status, body = 200, HEADER + ''.join(row(*event) for event in events[:int(query['limit'])])
        service.asked.append((address.path, query))
        length = None
        for mood in list(service.moods):
            answer = mood(service, address.path, body)
            if answer:
                status, body, length = answer
                break
        raw = body.encode()
        self.send_response(status)
        self.send_header('Content-Length', str(len(raw) if length is None else length))
        self.end_headers()
        try:
            self.wfile.write(raw)
        except BrokenPipeError:
            pass  # the client was interrupted, as some tests want it

    def log_message(self, *_):
        pass


def once(path, number, change):
    """A mood: the answer to request `number` (from 1) to `path` is `change(body)`: a status, a body, a length."""
    seen = [0]

    def mood(_, asked, body):
        if asked == path:
            seen[0] += 1
            if seen[0] == number:
                return change(body)
        return None

    return mood


def always(path, change):
    return lambda _, asked, body: change(body) if asked == path else None


class FetchTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.out = self.folder / 'out.csv'
        self.part = self.folder / 'out.csv.part'
        self.service = ThreadingHTTPServer(('127.0.0.1', 0), Catalog)
        self.service.events, self.service.moods, self.service.asked = {}, [], []
        thread = threading.Thread(target=self.service.serve_forever, args=(0.02,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.service.server_close)
        self.addCleanup(self.service.shutdown)

    def put(self, count, every=timedelta(minutes=100)):
        self.service.events = {f'us{number:04}': DAY + every * number for number in range(count)}

    def start(self, *arguments, page_rows=5):
        address = 'http://127.0.0.1:%d' % self.service.server_port
        environment = {**os.environ, 'USGS_URL': address, 'USGS_PAGE_ROWS': str(page_rows), 'USGS_RETRY_PAUSE': '0'}
        return subprocess.Popen(['bash', SCRIPT, *(arguments or ('2025-07-29', '2025-07-31', '5', self.out))],
                                cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                encoding='utf-8', start_new_session=True)

    def run_script(self, *arguments, **settings):
        process = self.start(*arguments, **settings)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    def whole(self):
        return HEADER + ''.join(row(*event) for event in sorted((time, name) for name, time in self.service.events.items()))

    def queries(self, path='/query'):
        return [query for asked, query in self.service.asked if asked == path]

    def assert_fetched(self, **settings):
        status, output, errors = self.run_script(**settings)
        self.assertEqual((status, errors), (0, ''))
        self.assertEqual(output, f'{self.out}: {len(self.service.events)} events\n')
        self.assertEqual(self.out.read_text(), self.whole())
        self.assertEqual(os.listdir(self.folder), ['out.csv'])

    def assert_refused(self, expected, *arguments):
        status, output, errors = self.run_script(*arguments)
        self.assertEqual((status, output), (1, ''))
        self.assertRegex(errors, r'\Afetch_usgs\.sh: [^\n]*' + expected + r'[^\n]*\n\Z')
        self.assertFalse(self.out.exists())


class Pages(FetchTest):
    def test_several_pages(self):
        self.put(23)
        self.assert_fetched()
        self.assertGreaterEqual(len(self.queries()), 5)

    def test_page_sizes_at_and_around_the_limit(self):
        for count in (1, 4, 5, 6, 10, 20):
            with self.subTest(count):
                self.put(count)
                self.assert_fetched()

    def test_a_full_page_is_one_query(self):
        self.put(5)
        self.assert_fetched()
        self.assertEqual(len(self.queries()), 1)

    def test_nothing_in_the_span(self):
        self.assert_fetched()
        self.assertEqual(self.out.read_text(), HEADER)

    def test_the_span_is_half_open(self):
        self.service.events = {'first': DAY, 'last': DAY + timedelta(hours=48, milliseconds=-1)}
        self.assert_fetched()
        inside = dict(self.service.events)
        self.service.events['before'] = DAY - timedelta(milliseconds=1)
        self.service.events['after'] = DAY + timedelta(hours=48)
        self.assertEqual(self.run_script()[0], 0)
        self.service.events = inside
        self.assertEqual(self.out.read_text(), self.whole())

    def test_the_query_says_what_was_asked(self):
        self.run_script('2025-07-29T12:00Z', '2025-07-29 12:00:00.500', '2.5', self.out)
        self.assertEqual(self.service.asked[0], ('/count', {
            'starttime': '2025-07-29T12:00:00.000', 'endtime': '2025-07-29T12:00:00.499', 'minmagnitude': '2.5'}))

    def test_before_1970(self):
        self.service.events = {'a': datetime(1969, 12, 31, 23, 59, 59, 500000), 'b': datetime(1970, 1, 1)}
        status, _, errors = self.run_script('1960-01-01T00:00:00.001', '1970-01-01T00:00:00.001', '5', self.out,
                                            page_rows=1)
        self.assertEqual((status, errors), (0, ''))
        self.assertEqual(self.out.read_text(), self.whole())

    def test_more_events_in_a_millisecond_than_a_page_holds(self):
        self.put(6, every=timedelta(0))
        self.assert_refused('more than 5 events at 2025-07-29T00:00:00.000')

    def test_the_default_name(self):
        self.assertEqual(self.run_script('2025-07-29', '2025-07-31', '4.5')[0], 0)
        self.assertEqual(os.listdir(self.folder), ['usgs-m4.5-2025-07-29-2025-07-31.csv'])


class BadAnswers(FetchTest):
    USUAL = {'/count': 8, '/query': 3}  # requests for 12 events

    def test_each_is_tried_again(self):
        half = re.compile(r'[^\n]*\n\Z')
        for path, number, change in [
            ('/query', 2, lambda body: (503, HTML, None)),
            ('/query', 1, lambda body: (429, '', None)),
            ('/count', 1, lambda body: (500, '5', None)),
            ('/query', 2, lambda body: (200, body[:-20], len(body))),  # the connection breaks
            ('/query', 2, lambda body: (200, body[:-20], None)),  # cut within the last line
            ('/query', 2, lambda body: (200, body[:-1], None)),  # cut before its newline
            ('/query', 2, lambda body: (200, half.sub('', body), None)),  # cut after a line
            ('/query', 2, lambda body: (200, HEADER, None)),
            ('/query', 2, lambda body: (200, '', None)),
            ('/query', 2, lambda body: (204, '', None)),
            ('/query', 1, lambda body: (200, HTML, None)),
            ('/count', 1, lambda body: (200, HTML, None)),
            ('/count', 2, lambda body: (200, '', None)),
            ('/query', 1, lambda body: (200, body.replace(',mb,', ',', 1), None)),  # a cell short
            ('/query', 1, lambda body: (200, body.replace('2025-', '2024-', 1), None)),  # outside of the span
        ]:
            with self.subTest(path=path, number=number, answer=change(HEADER + row(DAY, 'x'))):
                self.put(12)
                self.service.asked.clear()
                self.service.moods = [once(path, number, change)]
                self.assert_fetched()
                self.assertGreater(len(self.queries(path)), self.USUAL[path])

    def test_the_usual_number_of_requests(self):
        self.put(12)
        self.assert_fetched()
        self.assertEqual({path: len(self.queries(path)) for path in self.USUAL}, self.USUAL)

    def test_what_never_gets_better_is_given_up(self):
        for change, expected in [
            (lambda body: (503, HTML, None), 'gave up after 5 tries .HTTP 503'),
            (lambda body: (200, HTML, None), 'not the CSV of the catalog'),
            (lambda body: (200, body[:-1], None), 'half a page'),
            (lambda body: (200, HEADER, None), r'half a page: 0 rows of 3'),
            (lambda body: (400, 'Bad Request\n', None), 'refuses .HTTP 400'),
        ]:
            with self.subTest(expected):
                self.put(3)
                self.service.asked.clear()
                self.service.moods = [always('/query', change)]
                self.assert_refused(expected)
                self.assertEqual(len(self.queries()), 1 if '400' in expected else 5)
                self.assertEqual(os.listdir(self.folder), [])

    def test_nobody_answers(self):
        self.service.shutdown()
        self.service.server_close()
        self.assert_refused('gave up after 5 tries')


class ChangingCatalog(FetchTest):
    """Events that come, go and move from page to page between the queries."""

    def change_after_query(self, number, change):
        seen = [0]

        def mood(service, path, _):
            if path == '/query':
                seen[0] += 1
                if seen[0] == number:
                    change(service.events)

        self.service.moods = [mood]

    def test_an_event_moves_from_a_fetched_page_to_a_later_one(self):
        self.put(12)
        self.change_after_query(1, lambda events: events.update(us0000=DAY + timedelta(hours=47)))
        self.assert_fetched()

    def test_an_event_moves_from_a_later_page_to_a_fetched_one(self):
        self.put(12)
        self.change_after_query(1, lambda events: events.update(us0011=DAY + timedelta(seconds=1)))
        self.assert_fetched()

    def test_an_event_goes_and_one_comes(self):
        self.put(12)
        self.change_after_query(1, lambda events: (events.pop('us0000'), events.update(us9999=DAY.replace(day=30))))
        self.assert_fetched()

    def test_a_page_overflows_between_its_count_and_its_query(self):
        self.put(5)
        done = []

        def mood(service, path, _):
            if path == '/count' and not done:
                done.append(True)
                service.events['us0005'] = DAY + timedelta(hours=40)

        self.service.moods = [mood]
        self.assert_fetched()

    def test_a_catalog_that_never_rests(self):
        self.put(12)
        number = [100]

        def mood(service, path, _):
            if path == '/query':
                number[0] += 1
                service.events[f'us0{number[0]}'] = DAY + timedelta(seconds=number[0])

        self.service.moods = [mood]
        status, _, errors = self.run_script()
        self.assertEqual(status, 1)
        self.assertIn('keeps changing', errors)
        self.assertFalse(self.out.exists())


class Resuming(FetchTest):
    def interrupt_at_query(self, number):
        reached, go_on = threading.Event(), threading.Event()
        self.addCleanup(go_on.set)
        seen = [0]

        def mood(_, path, __):
            if path == '/query':
                seen[0] += 1
                if seen[0] == number:
                    reached.set()
                    go_on.wait(60)

        self.service.moods = [mood]
        process = self.start()
        self.assertTrue(reached.wait(60))
        os.killpg(process.pid, signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        go_on.set()
        self.service.moods = []
        return process.returncode, errors

    def test_finished_pages_are_not_fetched_again(self):
        self.put(23)
        status, errors = self.interrupt_at_query(4)
        self.assertEqual(status, 1)
        self.assertIn('interrupted', errors)
        self.assertFalse(self.out.exists())
        kept = len(list(self.part.glob('*_*.csv')))
        self.assertGreaterEqual(kept, 3)
        fetched = [query['starttime'] for query in self.queries()[:3]]
        self.service.asked.clear()
        self.assert_fetched()
        self.assertFalse(set(fetched) & {query['starttime'] for query in self.queries()})

    def test_an_interruption_before_the_first_page_leaves_nothing(self):
        self.put(3)
        self.interrupt_at_query(1)
        self.assertEqual(os.listdir(self.folder), [])

    def test_pages_of_another_download_are_not_mixed_in(self):
        self.put(23)
        self.interrupt_at_query(4)
        self.assert_refused('holds pages of another download', '2025-07-29', '2025-07-31', '4', self.out)
        self.assert_fetched()

    def test_kept_pages_that_the_catalog_has_left_behind(self):
        self.put(23)
        self.interrupt_at_query(4)
        self.service.events['us00005'] = DAY + timedelta(minutes=2)
        self.assert_fetched()

    def test_an_earlier_result_stays_until_the_new_one_is_whole(self):
        self.out.write_text('earlier\n')
        self.put(23)
        self.interrupt_at_query(3)
        self.assertEqual(self.out.read_text(), 'earlier\n')
        self.assert_fetched()


class Arguments(FetchTest):
    def test_wrong_ones(self):
        for arguments, expected in [
            (('yesterday', '2025-07-31', '5'), "'yesterday' is not a time"),
            (('2025-07-29', '2025-02-30', '5'), "'2025-02-30' is not a time"),
            (('2025-07-29', '2025-07-29T12:00+02:00', '5'), 'is not a time'),
            (('2025-07-29', '2025-07-31', 'five'), "'five' is not a magnitude"),
            (('2025-07-29', '2025-07-31', '5&limit=1'), 'is not a magnitude'),
            (('2025-07-31', '2025-07-31', '5'), 'is not before'),
        ]:
            with self.subTest(arguments):
                self.assert_refused(expected, *arguments)
        self.assertEqual((os.listdir(self.folder), self.service.asked), ([], []))

    def test_too_few(self):
        status, output, errors = self.run_script('2025-07-29')
        self.assertEqual((status, output), (1, ''))
        self.assertIn('scripts/fetch_usgs.sh FROM TO MINMAG [OUT]', errors)

    def test_help(self):
        usage = self.run_script('2025-07-29')[2]
        for option in ('--help', '-h'):
            self.assertEqual(self.run_script(option), (0, usage, ''))


if __name__ == '__main__':
    unittest.main()
