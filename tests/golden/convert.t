# A trace written in the form that is read fastest.

$ ratereplay convert --help
write a trace in the form that is read fastest, once for many runs
Usage: ratereplay convert [OPTIONS] TRACE OUT

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin
  OUT REQUIRED                the binary trace, customarily NAME.rrt; every command reads it as TRACE

Options:
  -h,--help                   Print this help message and exit


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay convert data/kamchatka-2025-07-29.csv /tmp/kamchatka.rrt
  ratereplay convert data/usgs-all-week-2018-02-07.csv /tmp/felt.rrt --where 'mag>=2.5'

$ ratereplay convert data/kamchatka-2025-07-29.csv k.rrt
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

k.rrt: 189 events, 2,104 bytes, 3.5 times smaller than its source

$ head -c 24 k.rrt | od -An -c
 211   R   R   T  \r  \n 032  \n 004 003 002 001 001  \0  \0  \0
  \0  \0 001  \0 001  \0  \0  \0

# All trace options apply; the notes on the trace are told.

$ ratereplay convert data/usgs-all-week-2018-02-07.csv felt.rrt --where 'mag>=2.5' --dedupe id
data/usgs-all-week-2018-02-07.csv: 297 events in 6 d 22 h 55 min 47.227 s
  2018-01-31T02:00:31.8Z to 2018-02-07T00:56:19.027Z
  1,410 of 1,707 rows left out by --where, --from or --to
  296 rows out of time order, sorted

felt.rrt: 297 events, 3,072 bytes, 94.2 times smaller than its source

# Any name will do, and what was there is replaced.

$ ratereplay convert data/kamchatka-2025-07-29.csv felt.rrt --from 2025-07-29T23:24:52Z --to 2025-07-30T00:00:00Z
data/kamchatka-2025-07-29.csv: 24 events in 33 min 6.447 s
  2025-07-29T23:24:52.483Z to 2025-07-29T23:57:58.93Z
  165 of 189 rows left out by --where, --from or --to

felt.rrt: 24 events, 838 bytes, 8.9 times smaller than its source

$ ratereplay convert - name --quiet < data/kamchatka-2025-07-29.csv && ls -A
standard input: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

name: 189 events, 2,076 bytes, 3.6 times smaller than its source
data
felt.rrt
k.rrt
name

# The same trace gives the same bytes.

$ ratereplay convert data/kamchatka-2025-07-29.csv again.rrt > again.txt && cmp k.rrt again.rrt

<<< costs.csv
time,Size
2025-07-29T12:00:00Z,3
2025-07-29T12:00:01Z,0
2025-07-29T12:00:01Z,40
>>>
$ ratereplay convert costs.csv costs.rrt --cost Size
costs.csv: 3 events of cost 43 in 1 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:01Z

costs.rrt: 3 events, 623 bytes, 7.7 times larger than its source

$ ratereplay convert costs.csv costs.rrt --cost Size --format json
{
  "ratereplay": "0.1.0",
  "command": "convert",
  "trace": {
    "source": "costs.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 3,
    "cost": 43,
    "first": "2025-07-29T12:00:00Z",
    "last": "2025-07-29T12:00:01Z",
    "span_s": 1,
    "keys": null,
    "resolution_s": 1,
    "rows": {
      "read": 3,
      "kept": 3,
      "filtered": 0,
      "bad": 0,
      "duplicates": 0,
      "blank": 0,
      "reordered": 0,
      "without_offset": 0,
      "clamped": 0,
      "digits_cut": 0,
      "missing": 0,
      "repeated_headers": 0,
      "extra_cells": 0,
      "short": 0
    },
    "warnings": []
  },
  "output": {
    "file": "costs.rrt",
    "format": "rrt",
    "version": 1,
    "events": 3,
    "bytes": 623,
    "columns": [
      "time",
      "Size"
    ]
  }
}

$ ratereplay convert costs.csv costs.rrt --cost Size --format csv
file,format,version,events,bytes,columns
costs.rrt,rrt,1,3,623,"time,Size"

$ ratereplay convert costs.csv unit.rrt --format csv --output report.csv && cat report.csv
file,format,version,events,bytes,columns
unit.rrt,rrt,1,3,595,time

# No events.

$ echo time | ratereplay convert - none.rrt
standard input: 0 events

none.rrt: 0 events, 525 bytes

# Whole or not at all, and never over what is read or written as well.

$ rm -f *.rrt *.txt report.csv name; echo earlier > kept.rrt

$ printf 'time\n2025-07-29T12:00:00Z\nyesterday\n' | ratereplay convert - kept.rrt
! ratereplay: standard input:3: column 'time': not a time: 'yesterday'; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or an epoch number
[exit 2]

$ printf 'time\n2025-07-29T12:00:00Z\nyesterday\n' | ratereplay convert - new.rrt --output report.txt
! ratereplay: standard input:3: column 'time': not a time: 'yesterday'; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or an epoch number
[exit 2]

$ ratereplay convert costs.csv costs.csv
! ratereplay: OUT 'costs.csv' is the trace itself; name another file
[exit 2]

$ ratereplay convert - ./costs.csv < costs.csv
! ratereplay: OUT './costs.csv' is the trace itself; name another file
[exit 2]

$ ratereplay convert costs.csv new.rrt --output ./new.rrt
! ratereplay: --output './new.rrt' is OUT itself; name another file
[exit 2]

$ ratereplay convert costs.csv -
! ratereplay: '-' is no regular file, which alone can be written whole or not at all; name another
[exit 2]

$ ratereplay convert costs.csv ''
! ratereplay: cannot write '': No such file or directory; check the path
[exit 2]

$ ratereplay convert costs.csv /dev/null
! ratereplay: '/dev/null' is no regular file, which alone can be written whole or not at all; name another
[exit 2]

$ ratereplay convert costs.csv
! ratereplay: OUT is required; see 'ratereplay convert --help'
[exit 2]

$ ratereplay convert costs.csv new.rrt more.rrt
! ratereplay: unexpected argument 'more.rrt'; see 'ratereplay convert --help'
[exit 2]

$ cat kept.rrt; ls -A
earlier
costs.csv
data
kept.rrt

# What was skipped is told by the status, and the trace is written.

$ printf 'time\n2025-07-29T12:00:00Z\n' | ratereplay convert - good.rrt --bad-rows skip --fail-on-bad-rows
standard input: 1 event in 0 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:00Z

good.rrt: 1 event, 571 bytes
$ printf 'time\n2025-07-29T12:00:00Z\nyesterday\n' | ratereplay convert - new.rrt --bad-rows skip --fail-on-bad-rows
standard input: 1 event in 0 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:00Z
  1 bad row skipped: not a time
  line 3: column 'time': not a time: 'yesterday'

new.rrt: 1 event, 651 bytes
[exit 1]

# A limit of the size of files is met as a full disk is.

$ (ulimit -f 1; ratereplay convert data/kamchatka-2025-07-29.csv large.rrt); ls -A
costs.csv
data
good.rrt
kept.rrt
new.rrt
! ratereplay: cannot write 'large.rrt': File too large; raise the limit of a file's size (ulimit -f), or name a file elsewhere
