# When drops come, and where two limiters part.

# Five events at 12:00:59 and five at 12:01:01, newest first: the fixed window passes all, the log refuses those of the
# second minute until 12:01:59. Lines are those of the file.

$ awk 'BEGIN { print "time"; for (i = 9; i >= 0; --i) print i < 5 ? "2025-07-29T12:00:59Z" : "2025-07-29T12:01:01Z" }' > boundary.csv
$ ratereplay diff boundary.csv -l fixed-window:limit=5,window=60s -l sliding-log:limit=5,window=60s --fail-on-difference
boundary.csv: 10 events in 2 s
  2025-07-29T12:00:59Z to 2025-07-29T12:01:01Z
  1 row out of time order, sorted

first difference: event 6, line 2, 2025-07-29T12:01:01Z
  fixed-window passed it: 0 of 5 in the window
  sliding-log refused it: 5 of 5 in the window, the oldest leaves in 58 s; retry after 58 s

passed by     events   share
both               5  50.0 %
fixed-window       5  50.0 %
sliding-log        0   0.0 %
none               0   0.0 %

1 stretch of events passed by one alone

passed by     events  within  from
fixed-window       5     0 s  2025-07-29T12:01:01Z
[exit 1]
$ ratereplay diff boundary.csv -l fixed-window:limit=5,window=60s -l sliding-log:limit=5,window=60s --format json
{
  "ratereplay": "0.1.0",
  "command": "diff",
  "trace": {
    "source": "boundary.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 10,
    "cost": 10,
    "first": "2025-07-29T12:00:59Z",
    "last": "2025-07-29T12:01:01Z",
    "span_s": 2,
    "keys": null,
    "resolution_s": 1,
    "rows": {
      "read": 10,
      "kept": 10,
      "filtered": 0,
      "bad": 0,
      "duplicates": 0,
      "blank": 0,
      "reordered": 1,
      "without_offset": 0,
      "clamped": 0,
      "digits_cut": 0,
      "missing": 0,
      "repeated_headers": 0,
      "extra_cells": 0,
      "short": 0
    },
    "warnings": [
      "1 row out of time order, sorted"
    ]
  },
  "first": "fixed-window:limit=5,window=1m",
  "second": "sliding-log:limit=5,window=1m",
  "both_passed": {
    "events": 5,
    "cost": 5
  },
  "both_refused": {
    "events": 0,
    "cost": 0
  },
  "only_first_passed": {
    "events": 5,
    "cost": 5
  },
  "only_second_passed": {
    "events": 0,
    "cost": 0
  },
  "first_difference": {
    "event": 6,
    "line": 2,
    "time": "2025-07-29T12:01:01Z",
    "key": null,
    "cost": 1,
    "first": {
      "spec": "fixed-window:limit=5,window=1m",
      "passed": true,
      "state": "0 of 5 in the window",
      "room": 5,
      "retry_after_s": null
    },
    "second": {
      "spec": "sliding-log:limit=5,window=1m",
      "passed": false,
      "state": "5 of 5 in the window, the oldest leaves in 58 s",
      "room": 0,
      "retry_after_s": 58
    }
  },
  "stretches": {
    "count": 1,
    "longest": [
      {
        "event": 6,
        "from": "2025-07-29T12:01:01Z",
        "to": "2025-07-29T12:01:01Z",
        "seconds": 0,
        "events": 5,
        "cost": 5,
        "passed_by": "fixed-window:limit=5,window=1m",
        "key": null
      }
    ]
  }
}
$ ratereplay diff boundary.csv -l fixed-window:limit=5,window=60s -l sliding-log:limit=5,window=60s --format csv --quiet
first,second,both_passed_events,both_passed_cost,both_refused_events,both_refused_cost,only_first_passed_events,only_first_passed_cost,only_second_passed_events,only_second_passed_cost,first_difference_event,first_difference_line,first_difference_time,first_difference_key,first_difference_cost,first_difference_first_spec,first_difference_first_passed,first_difference_first_state,first_difference_first_room,first_difference_first_retry_after_s,first_difference_second_spec,first_difference_second_passed,first_difference_second_state,first_difference_second_room,first_difference_second_retry_after_s,stretches_count
"fixed-window:limit=5,window=1m","sliding-log:limit=5,window=1m",5,5,0,0,5,5,0,0,6,2,2025-07-29T12:01:01Z,,1,"fixed-window:limit=5,window=1m",true,0 of 5 in the window,5,,"sliding-log:limit=5,window=1m",false,"5 of 5 in the window, the oldest leaves in 58 s",0,58,1

# One algorithm under two names: no difference, exit status 0.

$ ratereplay diff boundary.csv -l gcra:rate=1/s,burst=2 -l leaky-bucket:rate=1/s,burst=2 --fail-on-difference
boundary.csv: 10 events in 2 s
  2025-07-29T12:00:59Z to 2025-07-29T12:01:01Z
  1 row out of time order, sorted

no difference: 4 events passed and 6 refused by both

# An event that can never fit.

<<< costs.csv
time,cost
2025-07-29T12:00:00Z,9
2025-07-29T12:00:00Z,2
2025-07-29T12:00:05Z,3
>>>
$ ratereplay diff costs.csv --cost cost -l token-bucket:rate=1/s,burst=5 -l sliding-log:limit=10,window=10s
costs.csv: 3 events of cost 14 in 5 s
  2025-07-29T12:00:00Z to 2025-07-29T12:00:05Z

first difference: event 1, line 2, 2025-07-29T12:00:00Z, cost 9
  token-bucket refused it: 5 of 5 tokens; it can never pass
  sliding-log passed it: 0 of 10 in the window

passed by     events   share  cost
both               0   0.0 %     0
token-bucket       2  66.7 %     5
sliding-log        1  33.3 %     9
none               0   0.0 %     0

2 stretches of events passed by one alone

passed by     events  cost  within  from
token-bucket       2     5     5 s  2025-07-29T12:00:00Z
sliding-log        1     9     0 s  2025-07-29T12:00:00Z

# A period is UTC, a week begins on Monday, and none is listed without an event.

$ ratereplay replay data/usgs-all-week-2018-02-07.csv -l gcra:rate=20/h,burst=7 --by week
data/usgs-all-week-2018-02-07.csv: 1,707 events in 6 d 23 h 36 min 14.19 s
  2018-01-31T01:49:59.65Z to 2018-02-07T01:26:13.84Z
  1,706 rows out of time order, sorted

                                 busiest                                        longest  state
limiter  passed  dropped  share      1 h  from                     promise  retry after  bytes
gcra      1,705        2  0.1 %       21  2018-02-04T13:23:08.53Z       26      51.37 s      8

gcra: first drop 2018-02-02T22:29:10.81Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
gcra         2         2     1 of 2     0 s  2018-02-02T22:29:10.81Z
                             1 of 2     0 s  2018-02-04T13:35:05.27Z

2 periods with events, others are left out (week, UTC)

from                events  passed  dropped  share
week of 2018-01-29   1,231   1,229        2  0.2 %
week of 2018-02-05     476     476        0  0.0 %
$ ratereplay replay data/usgs-all-week-2018-02-07.csv --where 'mag>=2.5' -l gcra:rate=2/h,burst=4 -l pacer:rate=2/h --by 12h --worst-first --top 2 --format json | tail -54
            "from": "2018-02-04T14:10:51.66Z",
            "to": "2018-02-04T14:24:39.11Z",
            "seconds": 827.45,
            "dropped": 5,
            "dropped_cost": 5,
            "drop_share": 0.03731343283582089,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    }
  ],
  "by": {
    "period": "12h",
    "length_s": 43200,
    "periods": 15
  },
  "periods": [
    {
      "from": "2018-02-04T12:00:00Z",
      "spec": "gcra:rate=2/h,burst=4",
      "passed": 19,
      "dropped": 9,
      "passed_cost": 19,
      "dropped_cost": 9
    },
    {
      "from": "2018-02-04T12:00:00Z",
      "spec": "pacer:rate=2/h",
      "passed": 11,
      "dropped": 17,
      "passed_cost": 11,
      "dropped_cost": 17
    },
    {
      "from": "2018-02-06T12:00:00Z",
      "spec": "gcra:rate=2/h,burst=4",
      "passed": 20,
      "dropped": 4,
      "passed_cost": 20,
      "dropped_cost": 4
    },
    {
      "from": "2018-02-06T12:00:00Z",
      "spec": "pacer:rate=2/h",
      "passed": 13,
      "dropped": 11,
      "passed_cost": 13,
      "dropped_cost": 11
    }
  ]
}
$ ratereplay compare boundary.csv --rate 5/min --by minute | tail -7
                                                       token-
                                                      bucket,
                                                        gcra,
                          fixed-  sliding-  sliding-   leaky-         leaky-
from              events  window       log   counter   bucket  pacer   queue
2025-07-29 12:00       5       0         0         0        0      4       0
2025-07-29 12:01       5       0         5         4        5      5       5
$ ratereplay compare boundary.csv --rate 5/min --by minute --format csv --output rows.csv
! ratereplay: note: CSV has no place for --by; --format json has it
! ratereplay: note: 1 row out of time order, sorted

# An empty trace.

<<< empty.csv
time
>>>
$ ratereplay replay empty.csv -l gcra:rate=1/s,burst=1 --by day
empty.csv: 0 events

                                 busiest                     longest  state
limiter  passed  dropped  share      1 s  from  promise  retry after  bytes
gcra          0        0      -        0  -           1            -      0

0 periods with events, others are left out (day, UTC)
$ ratereplay diff empty.csv -l gcra:rate=1/s,burst=1 -l pacer:rate=1/s
empty.csv: 0 events

no difference: 0 events passed and 0 refused by both

# What is wrong is said.

$ ratereplay compare boundary.csv --rate 5/min --by mont
! ratereplay: --by: 'mont' is not a period; write second, minute, hour, day, week, or a duration as 15m
[exit 2]
$ ratereplay compare boundary.csv --rate 5/min --by -1h
! ratereplay: --by: '-1h' is not a duration: it is negative; it must be longer than 0
[exit 2]
$ ratereplay compare boundary.csv --rate 5/min --worst-first
! ratereplay: --worst-first orders periods; say which, as --by hour
[exit 2]
$ ratereplay compare boundary.csv --rate 5/min --top 0
! ratereplay: --top '0': not a whole number of at least 1
[exit 2]
$ ratereplay diff boundary.csv -l gcra:rate=1/s,burst=1
! ratereplay: diff holds two limiters against each other; give -l twice, not once
[exit 2]
$ ratereplay diff boundary.csv -l gcra:rate=1/s,burst=1 -l pacer:rate=1/s -l pacer:rate=2/s
! ratereplay: diff holds two limiters against each other; give -l twice, not 3 times
[exit 2]
$ ratereplay diff boundary.csv -l gcra:rate=1/s,burst=1 -l pacr:rate=1/s
! ratereplay: limiter 'pacr:rate=1/s': no limiter 'pacr'; did you mean 'pacer'?
[exit 2]
$ ratereplay replay costs.csv --cost cost -l token-bucket:rate=1/s,burst=5 --by 10s | tail -5
1 period with events, others are left out (10s, UTC)

                                                               cost
from                 events  passed  dropped   share  cost  dropped
2025-07-29 12:00:00       3       2        1  33.3 %    14        9
$ ratereplay replay data/usgs-all-week-2018-02-07.csv --where 'mag>=2.5' -l gcra:rate=2/h,burst=4 --by 12h --worst-first --top 1 | tail -4
15 periods with events; the one that dropped most (12h, UTC)

from              events  passed  dropped   share
2018-02-04 12:00      28      19        9  32.1 %
