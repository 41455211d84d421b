# The least bucket for every rate, and summaries of pieces that merge.

$ ratereplay curve --help
the least bucket that loses nothing, for every rate at once
Usage: ratereplay curve [OPTIONS] [TRACE]

Positionals:
  TRACE                       CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit
  --merge FILE ...            in place of TRACE: the saved summaries of its consecutive pieces, in order
  --save-summary FILE         write what --merge needs to FILE, customarily NAME.rrs, whole or not at all


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


Pictures:
  --html FILE                 write a page with the report and its pictures to FILE
  --svg FILE                  draw the curve to FILE
  --plot                      draw the curve below the table, in characters


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay curve data/kamchatka-2025-07-29.csv
  ratereplay curve data/usgs-all-week-2018-02-07.csv --save-summary /tmp/week.rrs --format json

$ ratereplay curve data/kamchatka-2025-07-29.csv
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

29 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                             forced by
rate       per second     bucket  unrounded     events       within  from
0          0                 189  189              189          2 d  2025-07-29T12:04:25Z
5.826/d    1000/14829399     178  ~ 177.366        188     1 d 20 h  2025-07-29T16:11:34Z
8.518/d    1000/10143303     173  ~ 172.452        187     1 d 17 h  2025-07-29T16:11:34Z
13.925/d   750/4653361       164  ~ 163.217        184     1 d 12 h  2025-07-29T21:21:47Z
16.329/d   125/661419        160  ~ 159.631        183     1 d 11 h  2025-07-29T21:21:47Z
1.159/h    2000/6213171      144  ~ 143.196        181      1 d 9 h  2025-07-29T23:05:21Z
1.465/h    250/614181        134  ~ 133.196        170      1 d 2 h  2025-07-29T23:05:21Z
2.669/h    1000/1349017      103  ~ 102.975        168      1 d 1 h  2025-07-29T23:05:21Z
3.073/h    1000/1171427       94  ~ 93.117         167      1 d 1 h  2025-07-29T23:24:52Z
3.158/h    5000/5700249       92  ~ 91.084         162  22 h 28 min  2025-07-29T23:24:52Z
3.222/h    16/17877           90  ~ 89.641         148   18 h 7 min  2025-07-29T23:24:52Z
3.283/h    8000/8771283       89  ~ 88.528         124  10 h 49 min  2025-07-29T23:24:52Z
4.008/h    4500/4041469       81  ~ 80.696         115   8 h 34 min  2025-07-29T23:24:52Z
4.25/h     2500/2117433       79  ~ 78.625         105   6 h 13 min  2025-07-29T23:24:52Z
6.79/h     2000/1060451       63  ~ 62.868         103   5 h 55 min  2025-07-29T23:24:52Z
7.504/h    2800/1343287       59  ~ 58.646          89    4 h 3 min  2025-07-29T23:24:52Z
11.592/h   1000/310549        43  ~ 42.108          88   3 h 58 min  2025-07-29T23:30:03Z
11.951/h   25000/7531041      41  ~ 40.69           63   1 h 53 min  2025-07-29T23:30:03Z
26.037/h   4000/553069        15  ~ 14.393          59   1 h 43 min  2025-07-29T23:30:03Z
28.242/h   21000/2676847      11  ~ 10.614          38  58 min 11 s  2025-07-29T23:30:03Z
29.592/h   4500/547441        10  ~ 9.305           29  39 min 56 s  2025-07-29T23:30:03Z
29.999/h   6000/720031        10  ~ 9.035           23  27 min 56 s  2025-07-29T23:30:03Z
37.165/h   3000/290593         6  ~ 5.699           20   23 min 6 s  2025-07-29T23:34:53Z
39.32/h    5000/457787         5  ~ 4.87            15  15 min 28 s  2025-07-29T23:34:53Z
41.945/h   875/75098           5  ~ 4.193            8   5 min 27 s  2025-07-29T23:44:54Z
55.861/h   500/32223           3  ~ 2.93             7   4 min 23 s  2025-07-29T23:44:54Z
1.133/min  375/19862           3  ~ 2.048            4   1 min 44 s  2025-07-29T23:44:54Z
1.283/min  2000/93547          2  ~ 1.79             2      9.845 s  2025-07-30T00:15:56Z
6.094/min  200/1969            1  1                  1          0 s  2025-07-29T12:04:25Z

stamps have 1 ms resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 ms, and more than this one - rate * 1 ms, but at least 1,
the largest cost of one event

# Of fewer events, every figure.

$ ratereplay curve data/kamchatka-2025-07-29.csv --where 'mag>=6.4' --format json
{
  "ratereplay": "0.1.0",
  "command": "curve",
  "trace": {
    "source": "data/kamchatka-2025-07-29.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 3,
    "cost": 3,
    "first": "2025-07-29T17:53:40.918Z",
    "last": "2025-07-30T00:09:58.961Z",
    "span_s": 22578.043,
    "keys": null,
    "resolution_s": 0.001,
    "rows": {
      "read": 189,
      "kept": 3,
      "filtered": 186,
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
    "warnings": [
      "186 of 189 rows left out by --where, --from or --to"
    ]
  },
  "vertex_count": 3,
  "resolution_slack_s": 0.001,
  "bucket_at_least": 1,
  "vertices": [
    {
      "rate_exact": "0",
      "rate_per_s": 0.0,
      "bucket": 3,
      "bucket_exact": "3"
    },
    {
      "rate_exact": "200/3974313",
      "rate_per_s": 5.0323162770521595e-05,
      "bucket": 2,
      "bucket_exact": "37036652/19871565"
    },
    {
      "rate_exact": "500/1353239",
      "rate_per_s": 0.0003694838827435508,
      "bucket": 1,
      "bucket_exact": "1"
    }
  ],
  "segments": [
    {
      "from_rate": 0.0,
      "from_rate_exact": "0",
      "to_rate": 5.0323162770521595e-05,
      "to_rate_exact": "200/3974313",
      "first": "2025-07-29T17:53:40.918Z",
      "last": "2025-07-30T00:09:58.961Z",
      "events": 3,
      "cost": 3,
      "seconds": 22578.043,
      "seconds_exact": "22578043/1000"
    },
    {
      "from_rate": 5.0323162770521595e-05,
      "from_rate_exact": "200/3974313",
      "to_rate": 0.0003694838827435508,
      "to_rate_exact": "500/1353239",
      "first": "2025-07-29T23:24:52.483Z",
      "last": "2025-07-30T00:09:58.961Z",
      "events": 2,
      "cost": 2,
      "seconds": 2706.478,
      "seconds_exact": "1353239/500"
    },
    {
      "from_rate": 0.0003694838827435508,
      "from_rate_exact": "500/1353239",
      "to_rate": null,
      "to_rate_exact": null,
      "first": "2025-07-29T17:53:40.918Z",
      "last": "2025-07-29T17:53:40.918Z",
      "events": 1,
      "cost": 1,
      "seconds": 0,
      "seconds_exact": "0"
    }
  ]
}

$ ratereplay curve data/kamchatka-2025-07-29.csv --where 'mag>=6.4' --format csv
rate_exact,rate_per_s,bucket,bucket_exact,to_rate,to_rate_exact,first,last,events,cost,seconds,seconds_exact,resolution_slack_s,bucket_at_least
0,0.0,3,3,5.0323162770521595e-05,200/3974313,2025-07-29T17:53:40.918Z,2025-07-30T00:09:58.961Z,3,3,22578.043,22578043/1000,0.001,1
200/3974313,5.0323162770521595e-05,2,37036652/19871565,0.0003694838827435508,500/1353239,2025-07-29T23:24:52.483Z,2025-07-30T00:09:58.961Z,2,2,2706.478,1353239/500,0.001,1
500/1353239,0.0003694838827435508,1,1,,,2025-07-29T17:53:40.918Z,2025-07-29T17:53:40.918Z,1,1,0,0,0.001,1
! ratereplay: note: 186 of 189 rows left out by --where, --from or --to

# Out of order, and with costs.

$ ratereplay curve data/usgs-all-week-2018-02-07.csv --where 'mag>=4.5'
data/usgs-all-week-2018-02-07.csv: 85 events in 6 d 21 h 43 min 20.04 s
  2018-01-31T02:00:31.8Z to 2018-02-06T23:43:51.84Z
  1,622 of 1,707 rows left out by --where, --from or --to
  84 rows out of time order, sorted

12 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                            forced by
rate      per second     bucket  unrounded     events       within  from
0         0                  85  85                85     6 d 22 h  2018-01-31T02:00:31Z
9.569/d   50/451453          19  ~ 18.924          80     6 d 10 h  2018-01-31T14:32:57Z
9.634/d   3800/34079503      19  ~ 18.511          42     2 d 11 h  2018-02-04T13:12:52Z
13.433/d  725/4663168        10  ~ 9.248           13   6 h 43 min  2018-02-04T13:12:52Z
14.445/d  100/598119          9  ~ 8.965           12    5 h 3 min  2018-02-04T13:12:52Z
17.771/d  50/243087           9  ~ 8.266           11   3 h 42 min  2018-02-04T13:12:52Z
17.868/d  50/241767           9  ~ 8.251           10   2 h 21 min  2018-02-04T13:12:52Z
2.342/h   15/23059            5  ~ 4.5              7    1 h 5 min  2018-02-04T13:12:52Z
4.106/h   150/131501          3  ~ 2.616            4  20 min 13 s  2018-02-04T13:56:42Z
4.238/h   100/84951           3  ~ 2.572            3    6 min 4 s  2018-02-04T14:10:51Z
12.888/h  25/6983             2  ~ 1.699            2   1 min 25 s  2018-02-04T13:23:08Z
42.821/h  100/8407            1  1                  1          0 s  2018-01-31T02:00:31Z

stamps have 1 ms resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 ms, and more than this one - rate * 1 ms, but at least 1,
the largest cost of one event

<<< costs.csv
time,Size
2025-07-29T12:00:00Z,3
2025-07-29T12:00:01Z,0
2025-07-29T12:00:01Z,40
2025-07-29T12:00:03Z,5
>>>
$ ratereplay curve costs.csv --cost Size
costs.csv: 4 events of cost 48 in 3 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:03Z

3 vertices; from each rate to the next one the bucket that loses nothing is
cost - rate * within, of the stretch that forces it

                                      forced by
rate   per second  bucket  unrounded       cost  within  from
0      0               48  48                48     3 s  2025-07-29T12:00:00Z
2.5/s  5/2             41  ~ 40.5            43     1 s  2025-07-29T12:00:00Z
3/s    3               40  40                40     0 s  2025-07-29T12:00:01Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 40,
the largest cost of one event

# b is what size says at a vertex and between two.

$ ratereplay size costs.csv --cost Size --rate 1/s --rate 5/2s --rate 3/s --format csv | cut -d, -f1-3
rate,bucket,bucket_exact
1/s,45,45
5/2s,41,81/2
3/s,40,40

# No events, one, all at one instant, and none that costs anything.

$ echo time | ratereplay curve -
standard input: 0 events

no events: a bucket of 0 loses nothing at any rate

$ echo time | ratereplay curve - --format json | tail -5
  "resolution_slack_s": null,
  "bucket_at_least": null,
  "vertices": [],
  "segments": []
}

$ printf 'time\n1970-01-01\n' | ratereplay curve -
standard input: 1 event in 0 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z
  1 time without an offset, read as UTC

1 vertex; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded     events  within  from
0     0                1  1                  1     0 s  1970-01-01T00:00:00Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event

$ printf 'time,c\n1970-01-01,2\n1970-01-01,3\n1970-01-01,0\n' | ratereplay curve - --cost c
standard input: 3 events of cost 5 in 0 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z
  3 times without an offset, read as UTC

1 vertex; from each rate to the next one the bucket that loses nothing is
cost - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded       cost  within  from
0     0                5  5                  5     0 s  1970-01-01T00:00:00Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 3,
the largest cost of one event

$ printf 'time,c\n1970-01-01,0\n1970-01-02,0\n' | ratereplay curve - --cost c
standard input: 2 events of cost 0 in 1 d
  1970-01-01T00:00:00Z to 1970-01-02T00:00:00Z
  2 times without an offset, read as UTC

no event costs anything: a bucket of 0 loses nothing at any rate

$ printf 'time,c\n1970-01-01,0\n1970-01-02,0\n' | ratereplay curve - --cost c --format csv
rate_exact,rate_per_s,bucket,bucket_exact,to_rate,to_rate_exact,first,last,events,cost,seconds,seconds_exact,resolution_slack_s,bucket_at_least
! ratereplay: note: 2 times without an offset, read as UTC

# Steadily growing gaps put every event on the curve: the table leaves out its middle.

$ (echo ts; seq 0 999 | awk '{print $1 * $1}') > growing.csv

$ ratereplay curve growing.csv | sed -n '4,8p;37,45p;72,$p'

1,000 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                          forced by
1.851/h    1/1945         488  ~ 487.25         973  10 d 22 h 26 min 24 s  1970-01-01T00:00:00Z
1.853/h    1/1943         487  ~ 486.75         972   10 d 21 h 54 min 1 s  1970-01-01T00:00:00Z
1.855/h    1/1941         487  ~ 486.25         971  10 d 21 h 21 min 40 s  1970-01-01T00:00:00Z
1.857/h    1/1939         486  ~ 485.75         970  10 d 20 h 49 min 21 s  1970-01-01T00:00:00Z
1.859/h    1/1937         486  ~ 485.25         969   10 d 20 h 17 min 4 s  1970-01-01T00:00:00Z
...
57.143/h   1/63            17  ~ 16.746          32             16 min 1 s  1970-01-01T00:00:00Z
59.016/h   1/61            17  ~ 16.246          31                 15 min  1970-01-01T00:00:00Z
1.017/min  1/59            16  ~ 15.746          30             14 min 1 s  1970-01-01T00:00:00Z
12/min     1/5              3  ~ 2.2              3                    4 s  1970-01-01T00:00:00Z
20/min     1/3              2  ~ 1.667            2                    1 s  1970-01-01T00:00:00Z
1/s        1                1  1                  1                    0 s  1970-01-01T00:00:00Z

936 vertices left out here; --format csv and json have all

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event

$ ratereplay curve growing.csv --format csv --quiet | wc -l
1001

# Pieces of a trace: their summaries merge into the curve of the whole.

$ ratereplay curve data/kamchatka-2025-07-29.csv --to 2025-07-29T23:30:00Z --save-summary 1.rrs | head -3
data/kamchatka-2025-07-29.csv: 8 events in 11 h 20 min 27.441 s
  2025-07-29T12:04:25.042Z to 2025-07-29T23:24:52.483Z
  181 of 189 rows left out by --where, --from or --to

$ ratereplay curve data/kamchatka-2025-07-29.csv --from 2025-07-29T23:30:00Z --to 2025-07-29T23:30:01Z --save-summary 2.rrs | tail -1
no events: a bucket of 0 loses nothing at any rate

$ ratereplay curve data/kamchatka-2025-07-29.csv --from 2025-07-29T23:30:01Z --save-summary 3.rrs | head -3
data/kamchatka-2025-07-29.csv: 181 events in 1 d 12 h 29 min 54.45 s
  2025-07-29T23:30:03.032Z to 2025-07-31T11:59:57.482Z
  8 of 189 rows left out by --where, --from or --to

$ head -c 24 1.rrs | od -An -c
 211   R   R   S  \r  \n 032  \n 004 003 002 001 001  \0  \0  \0
 005  \0  \0  \0  \0  \0  \0  \0

$ ratereplay curve --merge 1.rrs 2.rrs 3.rrs | head -5
1.rrs and 2 more: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z
  in '1.rrs': 181 of 189 rows left out by --where, --from or --to
  in '2.rrs': 189 of 189 rows left out by --where, --from or --to
  in '3.rrs': 8 of 189 rows left out by --where, --from or --to

$ ratereplay curve --merge 1.rrs 2.rrs 3.rrs --format json | sed 1,/vertex_count/d > merged.json

$ ratereplay curve data/kamchatka-2025-07-29.csv --format json | sed 1,/vertex_count/d | cmp - merged.json

# Merging is a tree.

$ ratereplay curve --merge 1.rrs --merge 2.rrs --save-summary 12.rrs > merged.txt && ratereplay curve --merge 12.rrs 3.rrs --format json | sed 1,/vertex_count/d | cmp - merged.json

$ ratereplay curve --merge 12.rrs --format json | sed -n '/"trace"/,/"resolution_s"/p;/"warnings"/,/]/p'
  "trace": {
    "source": "12.rrs",
    "input": "rrs",
    "delimiter": null,
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 8,
    "cost": 8,
    "first": "2025-07-29T12:04:25.042Z",
    "last": "2025-07-29T23:24:52.483Z",
    "span_s": 40827.441,
    "keys": null,
    "resolution_s": 0.001,
    "warnings": [
      "summary of '1.rrs and 1 more'",
      "in '1.rrs': 181 of 189 rows left out by --where, --from or --to",
      "in '2.rrs': 189 of 189 rows left out by --where, --from or --to"
    ]

$ gzip -c 3.rrs > 3.rrs.gz && cat 2.rrs | ratereplay curve --merge 1.rrs - 3.rrs.gz --format json | sed 1,/vertex_count/d | cmp - merged.json

# The notes of CSV, which has no place for them, are told.

$ ratereplay curve --merge 1.rrs 3.rrs --format csv | tail -1
200/1969,0.1015744032503809,1,1,,,2025-07-29T12:04:25.042Z,2025-07-29T12:04:25.042Z,1,1,0,0,0.001,1
! ratereplay: note: in '1.rrs': 181 of 189 rows left out by --where, --from or --to
! ratereplay: note: in '3.rrs': 8 of 189 rows left out by --where, --from or --to

# What cannot be merged.

$ ratereplay curve --merge 3.rrs 1.rrs
! ratereplay: 1.rrs begins at 2025-07-29T12:04:25.042Z, before 3.rrs ends at 2025-07-31T11:59:57.482Z; name the pieces in the order of their times, each once
[exit 2]

$ ratereplay curve --merge 1.rrs 2.rrs 1.rrs
! ratereplay: --merge has one file twice, as '1.rrs' and '1.rrs'; name each piece once
[exit 2]

# A piece of one instant would seem to follow itself.

$ printf 'time\n1970-01-01T00:00:00Z\n' | ratereplay curve - --save-summary instant.rrs > instant.txt; ln -s instant.rrs link.rrs

$ ratereplay curve --merge instant.rrs instant.rrs
! ratereplay: --merge has one file twice, as 'instant.rrs' and 'instant.rrs'; name each piece once
[exit 2]

$ ratereplay curve --merge instant.rrs ./link.rrs
! ratereplay: --merge has one file twice, as 'instant.rrs' and './link.rrs'; name each piece once
[exit 2]

$ ratereplay curve --merge instant.rrs - < instant.rrs
! ratereplay: --merge has one file twice, as 'instant.rrs' and '-'; name each piece once
[exit 2]

$ cat instant.rrs | ratereplay curve --merge - 1.rrs -
! ratereplay: --merge has one file twice, as '-' and '-'; name each piece once
[exit 2]

$ ratereplay curve costs.csv --cost Size --save-summary costs.rrs > costs.txt && ratereplay curve --merge 1.rrs costs.rrs
! ratereplay: costs.rrs has the costs of column 'Size', and 1.rrs has no costs; merge summaries that were saved with the same --cost
[exit 2]

$ ratereplay curve --merge costs.csv
! ratereplay: costs.csv: is no trace summary; save one with 'ratereplay curve TRACE --save-summary'
[exit 2]

$ ratereplay curve --merge 1.rrs absent.rrs
! ratereplay: absent.rrs: No such file or directory; check the path
[exit 2]

$ ratereplay convert costs.csv costs.rrt > costs.txt && ratereplay curve --merge costs.rrt
! ratereplay: costs.rrt: is a binary trace, not a trace summary; save one with 'ratereplay curve TRACE --save-summary'
[exit 2]

$ head -c 200 1.rrs > cut.rrs && ratereplay curve --merge cut.rrs 3.rrs
! ratereplay: cut.rrs: the trace summary is cut short; copy the file again, or save the summary again
[exit 2]

$ (cat 1.rrs; echo) > longer.rrs && ratereplay curve --merge longer.rrs
! ratereplay: longer.rrs: something follows the trace summary; copy the file again, or save the summary again
[exit 2]

$ (head -c 100 1.rrs; echo more; tail -c +106 1.rrs) > altered.rrs && ratereplay curve --merge altered.rrs
! ratereplay: altered.rrs: the trace summary is altered; copy the file again, or save the summary again
[exit 2]

$ ratereplay curve 1.rrs
! ratereplay: 1.rrs: is a trace summary; give it to 'ratereplay curve --merge'
[exit 2]

$ cat 1.rrs | ratereplay inspect -
! ratereplay: standard input: is a trace summary; give it to 'ratereplay curve --merge'
[exit 2]

# What makes no sense together.

$ ratereplay curve costs.csv --merge 1.rrs
! ratereplay: --merge takes the place of TRACE; leave out 'costs.csv' or --merge
[exit 2]

$ ratereplay curve
! ratereplay: TRACE or --merge is required; see 'ratereplay curve --help'
[exit 2]

$ ratereplay curve --merge
! ratereplay: --merge needs a value; see 'ratereplay curve --help'
[exit 2]

$ ratereplay curve --merge ''
! ratereplay: --merge needs a value, not ''
[exit 2]

$ ratereplay curve --merge 1.rrs --where 'mag>=5'
! ratereplay: --where has no meaning with --merge; give it when saving the summaries
[exit 2]

$ ratereplay curve --merge 1.rrs --fail-on-bad-rows
! ratereplay: --fail-on-bad-rows has no meaning with --merge; give it when saving the summaries
[exit 2]

$ ratereplay curve --rate 5/h costs.csv
! ratereplay: unknown option '--rate'; see 'ratereplay curve --help'
[exit 2]

# Whole or not at all, and never over what is read or written as well.

$ rm -f *.rrs *.rrt *.gz *.json *.txt; ratereplay curve costs.csv --save-summary 1.rrs > costs.txt; echo earlier > kept.rrs

$ ratereplay curve costs.csv --save-summary costs.csv
! ratereplay: --save-summary 'costs.csv' is the trace itself; name another file
[exit 2]

$ ratereplay curve costs.csv --save-summary new --output ./new
! ratereplay: --output './new' is --save-summary itself; name another file
[exit 2]

$ ratereplay curve costs.csv --output costs.csv
! ratereplay: --output 'costs.csv' is the trace itself; name another file
[exit 2]

$ ratereplay curve --merge 1.rrs --save-summary ./1.rrs
! ratereplay: --save-summary './1.rrs' is --merge '1.rrs' itself; name another file
[exit 2]

$ ratereplay curve --merge 1.rrs --output 1.rrs
! ratereplay: --output '1.rrs' is --merge '1.rrs' itself; name another file
[exit 2]

$ ratereplay curve costs.csv --save-summary -
! ratereplay: '-' is no regular file, which alone can be written whole or not at all; name another
[exit 2]

$ ratereplay curve costs.csv --save-summary /dev/null
! ratereplay: '/dev/null' is no regular file, which alone can be written whole or not at all; name another
[exit 2]

$ ratereplay curve costs.csv --cost absent --save-summary kept.rrs
! ratereplay: costs.csv: no column 'absent' (--cost); the columns are 'time', 'Size'
[exit 2]

$ ratereplay curve costs.csv --format xml --save-summary new.rrs
! ratereplay: --format 'xml' is not one of table, json, csv
[exit 2]

$ cat kept.rrs; ls -A
earlier
1.rrs
costs.csv
costs.txt
data
growing.csv
kept.rrs

# What was skipped is told by the status, and the summary is written.

$ printf 'time\n2025-07-29T12:00:00Z\nyesterday\n' | ratereplay curve - --bad-rows skip --fail-on-bad-rows --save-summary new.rrs
standard input: 1 event in 0 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:00Z
  1 bad row skipped: not a time
  line 3: column 'time': not a time: 'yesterday'

1 vertex; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded     events  within  from
0     0                1  1                  1     0 s  2025-07-29T12:00:00Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event
[exit 1]

$ ratereplay curve --merge new.rrs
new.rrs: 1 event in 0 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:00Z
  summary of standard input
  1 bad row skipped: not a time
  line 3: column 'time': not a time: 'yesterday'

1 vertex; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded     events  within  from
0     0                1  1                  1     0 s  2025-07-29T12:00:00Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event

$ (ulimit -f 0; TMPDIR=/nowhere ratereplay curve costs.csv --save-summary large.rrs); ls -A
1.rrs
costs.csv
costs.txt
data
growing.csv
kept.rrs
new.rrs
! ratereplay: cannot write 'large.rrs': File too large; raise the limit of a file's size (ulimit -f), or name a file elsewhere
