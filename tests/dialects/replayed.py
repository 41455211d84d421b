"""What the program decides, for the tests that hold it against the real thing."""

import csv
import subprocess
from decimal import Decimal

NS = 10**9


def decisions(binary, folder, spec, events):
    """(passed, delay in ns) of each event (ns since 1970, key, cost), which are in order of time. Where all keys are
    empty there is one limiter for all."""
    with open(folder / 'trace.csv', 'w', encoding='utf-8') as trace:
        trace.write('time,key,cost\n')
        trace.writelines(f'{at},{key},{cost}\n' for at, key, cost in events)
    costs = ['--cost', 'cost'] if any(cost != 1 for _, _, cost in events) else []
    keys = ['--key', 'key'] if any(key != '' for _, key, _ in events) else []
    done = subprocess.run([binary, 'replay', 'trace.csv', '--time-unit', 'ns', *keys, *costs, '-l', spec,
                           '--decisions', '-', '--decisions-format', 'csv', '--output', 'report.txt', '--quiet'],
                          cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300)
    assert (done.returncode, done.stderr) == (0, b''), (done.returncode, done.stderr)
    rows = list(csv.DictReader(done.stdout.decode().splitlines()))
    assert [int(row['line']) for row in rows] == list(range(2, len(events) + 2)), 'not in the order of the trace'
    passed = {'true': True, 'false': False}
    return [(passed[row['passed']], int(Decimal(row['delay_s'] or 0) * NS)) for row in rows]
