"""Hits of Python's limits at given times: `ns,key,cost` a line on standard input, 1 or 0 for each on standard output.

    /usr/bin/python3 python_limits_peer.py fixed|moving LIMIT SECONDS

The clock is replaced, and the timer by which the storage forgets is driven by it. Times become the doubles of
time.time() by CPython's own function.
"""

import ctypes
import sys
from types import SimpleNamespace

import limits.storage.memory
from limits import RateLimitItemPerSecond, strategies

RATE_LIMITERS = {'fixed': strategies.FixedWindowRateLimiter, 'moving': strategies.MovingWindowRateLimiter}

seconds = ctypes.pythonapi._PyTime_AsSecondsDouble
seconds.argtypes, seconds.restype = [ctypes.c_int64], ctypes.c_double

clock = SimpleNamespace(ns=0)


class Timer:
    """Goes off before the first event that is later."""
    waiting = None

    def __init__(self, delay, function):
        self.due, self.function = clock.ns + round(delay * 10**9), function

    def start(self):
        Timer.waiting = self

    def is_alive(self):
        return Timer.waiting is self

    @staticmethod
    def go_on_until(ns):
        timer = Timer.waiting
        if timer and seconds(timer.due) < seconds(ns):
            clock.ns, Timer.waiting = timer.due, None
            timer.function()
        clock.ns = ns


def main(strategy, limit, window):
    limits.storage.memory.time = SimpleNamespace(time=lambda: seconds(clock.ns))
    limits.storage.memory.threading = SimpleNamespace(Timer=Timer)
    events = [line.split(',') for line in sys.stdin]
    clock.ns = int(events[0][0])
    storage = limits.storage.memory.MemoryStorage()
    limiter = RATE_LIMITERS[strategy](storage)
    item = RateLimitItemPerSecond(int(limit), int(window))
    decided = []
    for at, key, cost in events:
        Timer.go_on_until(int(at))
        decided.append('1' if limiter.hit(item, key, cost=int(cost)) else '0')
    sys.stdout.write('\n'.join(decided) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
