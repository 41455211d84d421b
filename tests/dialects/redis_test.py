"""Holds the dialects of Redis against a real server: every decision, on 100,000 requests and more of each.

What Redis times itself is replayed at the times that it read; what a script is given the time of, on generated traces.

usage: redis_test.py BINARY
"""

import random
import sys
import tempfile
import unittest
from pathlib import Path

from redis_server import RedisServer
from replayed import decisions

BINARY = str(Path(sys.argv.pop(1)).resolve())
EVENTS = 100_000
MS = 1_000_000
BATCH = 500

# INCRBY, and PEXPIRE by the request that finds no key. It answers with the count, the end of the key in ms, and its
# times in us before and after.
INCR = '''
local before = redis.call('TIME')
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
local ends = redis.call('PEXPIRETIME', KEYS[1])
local after = redis.call('TIME')
return {count, ends, before[1] * 1000000 + before[2], after[1] * 1000000 + after[2]}
'''

# GCRA in whole ns on a key that expires after whole ms. Given: now in ns, cost, max_burst, count and period in s. Times
# are below 2^53 ns, so that the doubles of Lua hold them; the end of the key is kept with it.
CELL = '''
local now, cost, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local interval = math.floor(tonumber(ARGV[5]) * 1e9 / tonumber(ARGV[4]))
local tolerance = interval * (burst + 1)
local ms = math.floor(now / 1e6)
local key = redis.call('HMGET', KEYS[1], 'tat', 'ends')
local tat = now
if key[1] and ms <= tonumber(key[2]) then tat = tonumber(key[1]) end
local new_tat = math.max(now, tat) + interval * cost
if now < new_tat - tolerance then return 0 end
redis.call('HSET', KEYS[1], 'tat', string.format('%.0f', new_tat),
           'ends', string.format('%.0f', ms + math.floor((new_tat - now) / 1e6)))
return 1
'''

# The log in a sorted set. Given: now in ms, limit, window in ms, whether all is logged, a member.
LOG = '''
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])
local passes = redis.call('ZCARD', KEYS[1]) < limit
if passes or ARGV[4] == 'all' then redis.call('ZADD', KEYS[1], now, ARGV[5]) end
return passes and 1 or 0
'''

# Two counters of a clock's windows, the older weighted. Given: now in ms, limit, window in ms, cost.
SLIDING = '''
local now, limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local number = math.floor(now / window)
local older = tonumber(redis.call('HGET', KEYS[1], string.format('%.0f', number - 1)) or 0)
local newer = tonumber(redis.call('HGET', KEYS[1], string.format('%.0f', number)) or 0)
local share = (now % window) / window
older = math.floor((1 - share) * older)
if older + newer >= limit then return 0 end
newer = redis.call('HINCRBY', KEYS[1], string.format('%.0f', number), cost)
return limit - (newer + older) >= 0 and 1 or 0
'''


class Redis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = RedisServer()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compare(self, spec, events, expected, least=EVENTS // 100):
        decided = [passed for passed, _ in decisions(BINARY, self.folder, spec, events)]
        self.assertEqual(len(decided), len(expected))
        differing = [index for index, pair in enumerate(zip(decided, expected)) if pair[0] != pair[1]]
        shown = [(events[index], expected[index]) for index in differing[:5]]
        self.assertEqual(shown, [], f'{spec}: {len(differing)} of {len(events)} differ')
        # Both ways, or nothing was held against anything.
        for outcome in (True, False):
            self.assertGreater(expected.count(outcome), least, spec)

    def test_incr_in_real_time(self):
        compared = left_out = 0
        for limit, window, keys, largest in ((3, 1, 20, 1), (15, 5, 60, 1), (40, 11, 60, 5), (60, 300, 40, 3)):
            events, expected, more = self.counted_in_real_time(limit, window, keys, largest)
            self.compare(f'redis-incr:limit={limit},window={window}ms', events, expected, least=100)
            compared += len(events)
            left_out += more
        print(f'redis-incr: {compared} compared, {left_out} left out', file=sys.stderr)
        self.assertGreaterEqual(compared, EVENTS)

    def counted_in_real_time(self, limit, window, keys, largest):
        """Events at the server's own times, what it decided, and how many are left out.

        Redis 7.0 reads its clock once to see whether a key is gone, once for PEXPIRE and once for TIME. Where these may
        lie in different milliseconds and that could matter, the key is left out until it surely begins a window; what
        follows has a key of its own in the trace.
        """
        script = self.server.load(INCR)
        self.server.ask([('FLUSHALL',)])
        pick = random.Random(limit)
        events, expected = [], []
        ends = {}  # of keys whose window is surely known, in ms
        generation = [0] * keys
        last = asked = 0
        while len(events) < EVENTS // 4:
            asked += BATCH
            batch = [(int(keys * pick.random() ** 3), pick.randint(1, largest)) for _ in range(BATCH)]
            answers = self.server.ask([('EVALSHA', script, 1, key, cost, window) for key, cost in batch])
            for (key, cost), (count, end, before, after) in zip(batch, answers):
                opens = count == cost
                # All readings of this script lie between the end of the last one and its own.
                one_tick = last // 1000 == after // 1000
                last = after
                if not one_tick and (opens or after // 1000 > ends.get(key, 0)):
                    if ends.pop(key, None):
                        generation[key] += 1
                    continue
                if opens:
                    ends[key] = end
                elif key not in ends:
                    continue
                events.append((before * 1000, f'{key}.{generation[key]}', cost))
                expected.append(count <= limit)
        return events, expected, asked - len(events)

    @staticmethod
    def generated(count, step, keys, largest):
        """Events whose gaps are none, about `step` ns, and up to the next tick of a ms and just before it."""
        pick = random.Random(step)
        at = 5 * 86_400 * 1000 * MS
        events = []
        for _ in range(count):
            to_tick = -at % MS
            at += pick.choice((0, 0, 1, pick.randrange(step), pick.randrange(4 * step), to_tick, max(0, to_tick - 1)))
            events.append((at, pick.randrange(keys), pick.choice((1, 1, 1, pick.randint(1, largest)))))
        return events

    def scripted(self, script, events, arguments):
        """What a script that is given the time passes; each run of it has keys of its own."""
        digest = self.server.load(script)
        self.server.ask([('FLUSHALL',)])
        passed = []
        for begin in range(0, len(events), BATCH):
            passed += self.server.ask([('EVALSHA', digest, 1, key, *arguments(at, cost, begin + index))
                                       for index, (at, key, cost) in enumerate(events[begin:begin + BATCH])])
        return [answer == 1 for answer in passed]

    def test_cell(self):
        for burst, count, period, keys, step in ((3, 7, 1, 5, 30 * MS), (0, 3, 1, 3, 120 * MS),
                                                 (1, 3000, 1, 2, MS // 4)):
            events = self.generated(EVENTS * 2 // 5, step, keys, burst + 2)
            expected = self.scripted(CELL, events, lambda at, cost, _: (at, cost, burst, count, period))
            self.compare(f'redis-cell:max_burst={burst},count={count},period={period}s', events, expected)

    def test_log(self):
        for count, limit, window in (('passed', 7, 400), ('all', 9, 350)):
            events = self.generated(EVENTS, 10 * MS, 6, 1)
            expected = self.scripted(LOG, events, lambda at, _, index: (at // MS, limit, window, count, index))
            self.compare(f'redis-log:limit={limit},window={window}ms,count={count}', events, expected)

    def test_sliding(self):
        for limit, window, largest in ((10, 400, 1), (30, 700, 9)):
            events = self.generated(EVENTS // 2, 10 * MS, 6, largest)
            expected = self.scripted(SLIDING, events, lambda at, cost, _: (at // MS, limit, window, cost))
            self.compare(f'upstash-sliding:limit={limit},window={window}ms', events, expected)


if __name__ == '__main__':
    unittest.main()
