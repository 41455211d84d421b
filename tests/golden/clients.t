# Clients: keys, one limiter for each, and what is refused.
$ printf 'time,user,zone\n1753831492,a,x\n1753831492,a,y\n1753831492,,x\n1753831493,"b,c",x\n1753831493,b,"c,x"\n1753831493,a,x\n' > clients.csv

$ ratereplay inspect clients.csv --key user,zone --key user
clients.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides
  1 row without user, a key of its own

input       csv, time in 'time' (epoch seconds)
rows        6 read, 6 kept
resolution  1 s
mean rate   5 per second
keys        5 clients by user,zone
keys        4 clients by user
ties        4 events at the same instant as the one before
gaps        min 0 s, p50 0 s
            p99 1 s, max 1 s

busiest  events  from
1 s           3  2025-07-29T23:24:52Z
1 min         6  2025-07-29T23:24:52Z
1 h           6  2025-07-29T23:24:52Z
1 d           6  2025-07-29T23:24:52Z

largest by user,zone  events   share
'a,x'                      2  33.3 %
',x'                       1  16.7 %
'a,y'                      1  16.7 %
'b,c\,x'                   1  16.7 %
'b\,c,x'                   1  16.7 %

largest by user  events   share
'a'                   3  50.0 %
''                    1  16.7 %
'b'                   1  16.7 %
'b,c'                 1  16.7 %
$ ratereplay replay clients.csv --key user,zone -l gcra:rate=1/min,burst=1
clients.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                  busiest                                     longest  state
limiter  passed  dropped   share    1 min  from                  promise  retry after  bytes
gcra          5        1  16.7 %        1  2025-07-29T23:24:52Z        1         59 s      8

gcra: busiest is 'a,x'; all clients together at most 5

gcra: first drop 2025-07-29T23:24:53Z, longest run of drops 1

drops of  days  episodes  the worst  within  from                  key
gcra         1         1     1 of 1     0 s  2025-07-29T23:24:53Z  'a,x'

5 clients by user,zone, each with a limiter of its own; fairness is Jain's index of pass shares

         clients  without              live  one for all:  clients    of them
limiter  refused   a drop  fairness  states       dropped  refused  blameless  fairness
gcra           1   80.0 %     0.953       5             5        5          4     0.200
gcra for all: 'a,x' has 100.0 % of what passed

worst clients  events  passed  dropped   share
'a,x'               2       1        1  50.0 %
$ ratereplay replay clients.csv --key user -l gcra:rate=1/min,burst=1 -l fixed-window:limit=2,window=1m
clients.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides
  1 row without user, a key of its own

                                       busiest                                     longest  state
limiter       passed  dropped   share    1 min  from                  promise  retry after  bytes
gcra               4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min      8
fixed-window       5        1  16.7 %        2  2025-07-29T23:24:52Z        4          7 s     16

gcra: busiest is 'a'; all clients together at most 4
fixed-window: busiest is 'a'; all clients together at most 5

gcra: first drop 2025-07-29T23:24:52Z, longest run of drops 1
fixed-window: first drop 2025-07-29T23:24:53Z, longest run of drops 1

drops of      days  episodes  the worst  within  from                  key
gcra             1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
fixed-window     1         1     1 of 1     0 s  2025-07-29T23:24:53Z  'a'

4 clients by user, each with a limiter of its own; fairness is Jain's index of pass shares

              clients  without              live  one for all:  clients    of them
limiter       refused   a drop  fairness  states       dropped  refused  blameless  fairness
gcra                1   75.0 %     0.893       4             5        4          3     0.250
fixed-window        1   75.0 %     0.976       4             4        4          3     0.250

                             fixed-
worst clients  events  gcra  window
'a'                 3     2       1
$ ratereplay replay clients.csv --key user --key zone -l gcra:rate=1/min,burst=1 --format json
{
  "ratereplay": "0.1.0",
  "command": "replay",
  "trace": {
    "source": "clients.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "epoch seconds",
    "events": 6,
    "cost": 6,
    "first": "2025-07-29T23:24:52Z",
    "last": "2025-07-29T23:24:53Z",
    "span_s": 1,
    "keys": [
      {
        "key": "user",
        "clients": 4
      },
      {
        "key": "zone",
        "clients": 3
      }
    ],
    "resolution_s": 1,
    "rows": {
      "read": 6,
      "kept": 6,
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
    "warnings": [
      "times read as epoch seconds, judged by the first; --time-unit overrides",
      "1 row without user, a key of its own"
    ]
  },
  "window_s": 60,
  "limiters": [
    {
      "spec": "gcra:rate=1/min,burst=1",
      "name": "gcra",
      "passed": 4,
      "dropped": 2,
      "passed_cost": 4,
      "dropped_cost": 2,
      "drop_share": 0.3333333333333333,
      "drop_share_cost": null,
      "busiest": {
        "count": 1,
        "cost": 1,
        "from": "2025-07-29T23:24:52Z",
        "cost_from": "2025-07-29T23:24:52Z",
        "key": "a",
        "window_s": 60,
        "cost_key": "a"
      },
      "busiest_all_keys": {
        "count": 4,
        "cost": 4,
        "from": "2025-07-29T23:24:52Z",
        "cost_from": "2025-07-29T23:24:52Z",
        "key": null,
        "window_s": 60
      },
      "busiest_admitted": null,
      "promise": 1,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:24:52Z",
      "longest_drop_run": 1,
      "retry_after_max_s": 60,
      "retry_after_max_s_exact": "60",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 8,
      "episodes": {
        "count": 1,
        "days": 1,
        "worst": [
          {
            "from": "2025-07-29T23:24:52Z",
            "to": "2025-07-29T23:24:53Z",
            "seconds": 1,
            "dropped": 2,
            "dropped_cost": 2,
            "drop_share": 1.0,
            "key": "a"
          }
        ]
      },
      "clients": {
        "key": "user",
        "clients": 4,
        "refused": 1,
        "without_drop_share": 0.75,
        "jain": 0.892857143,
        "states": 4,
        "live_states": 4,
        "shared": {
          "passed": 1,
          "dropped": 5,
          "passed_cost": 1,
          "dropped_cost": 5,
          "refused": 4,
          "blameless": 3,
          "jain": 0.25,
          "largest": {
            "key": "a",
            "passed": 1,
            "dropped": 2,
            "passed_cost": 1,
            "dropped_cost": 2,
            "drop_share": 0.6666666666666666,
            "drop_share_cost": null
          }
        },
        "worst": [
          {
            "key": "a",
            "passed": 1,
            "dropped": 2,
            "passed_cost": 1,
            "dropped_cost": 2,
            "drop_share": 0.6666666666666666,
            "drop_share_cost": null
          }
        ],
        "choices": [
          {
            "key": "user",
            "clients": 4,
            "refused": 1,
            "without_drop_share": 0.75,
            "dropped": 2,
            "dropped_cost": 2,
            "jain": 0.892857143,
            "blameless": [
              {
                "key": "zone",
                "clients": 1
              }
            ]
          },
          {
            "key": "zone",
            "clients": 3,
            "refused": 1,
            "without_drop_share": 0.6666666666666666,
            "dropped": 3,
            "dropped_cost": 3,
            "jain": 0.818181818,
            "blameless": [
              {
                "key": "user",
                "clients": 2
              }
            ]
          }
        ]
      },
      "colours": null
    }
  ]
}
$ ratereplay replay clients.csv --key user --format csv -l gcra:rate=1/min,burst=1
spec,name,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s,busiest_cost_key,busiest_all_keys_count,busiest_all_keys_cost,busiest_all_keys_from,busiest_all_keys_cost_from,busiest_all_keys_key,busiest_all_keys_window_s,busiest_admitted_count,busiest_admitted_cost,busiest_admitted_from,busiest_admitted_cost_from,busiest_admitted_key,busiest_admitted_window_s,busiest_admitted_cost_key,promise,promise_admitted,first_drop,longest_drop_run,retry_after_max_s,retry_after_max_s_exact,never_count,delay_max_s,delay_mean_s,delay_p50_s,delay_p99_s,state_bytes_per_key,episodes_count,episodes_days,clients_key,clients_clients,clients_refused,clients_without_drop_share,clients_jain,clients_states,clients_live_states,clients_shared_passed,clients_shared_dropped,clients_shared_passed_cost,clients_shared_dropped_cost,clients_shared_refused,clients_shared_blameless,clients_shared_jain,clients_shared_largest_key,clients_shared_largest_passed,clients_shared_largest_dropped,clients_shared_largest_passed_cost,clients_shared_largest_dropped_cost,clients_shared_largest_drop_share,clients_shared_largest_drop_share_cost,colours_green_events,colours_green_cost,colours_yellow_events,colours_yellow_cost,colours_red_events,colours_red_cost
"gcra:rate=1/min,burst=1",gcra,4,2,4,2,0.3333333333333333,,1,1,2025-07-29T23:24:52Z,2025-07-29T23:24:52Z,a,60,a,4,4,2025-07-29T23:24:52Z,2025-07-29T23:24:52Z,,60,,,,,,,,1,,2025-07-29T23:24:52Z,1,60,60,0,,,,,8,1,1,user,4,1,0.75,0.892857143,4,4,1,5,1,5,4,3,0.25,a,1,2,1,2,0.6666666666666666,,,,,,,
! ratereplay: note: times read as epoch seconds, judged by the first; --time-unit overrides
! ratereplay: note: 1 row without user, a key of its own
! ratereplay: note: CSV has no place for single clients and further keys; --format json has them
$ ratereplay size clients.csv --key user --rate 1/min --format json
{
  "ratereplay": "0.1.0",
  "command": "size",
  "trace": {
    "source": "clients.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "epoch seconds",
    "events": 6,
    "cost": 6,
    "first": "2025-07-29T23:24:52Z",
    "last": "2025-07-29T23:24:53Z",
    "span_s": 1,
    "keys": [
      {
        "key": "user",
        "clients": 4
      }
    ],
    "resolution_s": 1,
    "rows": {
      "read": 6,
      "kept": 6,
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
    "warnings": [
      "times read as epoch seconds, judged by the first; --time-unit overrides",
      "1 row without user, a key of its own"
    ]
  },
  "sizes": [
    {
      "rate": "1/min",
      "bucket": 3,
      "bucket_exact": "179/60",
      "witness": {
        "first": "2025-07-29T23:24:52Z",
        "last": "2025-07-29T23:24:53Z",
        "events": 3,
        "cost": 3,
        "seconds": 1,
        "seconds_exact": "1"
      },
      "resolution_bounds": {
        "lower": 2.966666666666667,
        "lower_exact": "89/30",
        "lower_attainable": false,
        "upper": 3.0,
        "upper_exact": "3"
      },
      "clients": {
        "key": "user",
        "clients": 4,
        "keeps": {
          "p50": {
            "bucket": 1,
            "bucket_exact": "1"
          },
          "p90": {
            "bucket": 3,
            "bucket_exact": "179/60"
          },
          "p99": {
            "bucket": 3,
            "bucket_exact": "179/60"
          },
          "p99_9": {
            "bucket": 3,
            "bucket_exact": "179/60"
          },
          "p100": {
            "bucket": 3,
            "bucket_exact": "179/60"
          }
        },
        "largest": [
          {
            "key": "a",
            "bucket": 3,
            "bucket_exact": "179/60",
            "witness": {
              "first": "2025-07-29T23:24:52Z",
              "last": "2025-07-29T23:24:53Z",
              "events": 3,
              "cost": 3,
              "seconds": 1,
              "seconds_exact": "1"
            }
          },
          {
            "key": "",
            "bucket": 1,
            "bucket_exact": "1",
            "witness": {
              "first": "2025-07-29T23:24:52Z",
              "last": "2025-07-29T23:24:52Z",
              "events": 1,
              "cost": 1,
              "seconds": 0,
              "seconds_exact": "0"
            }
          },
          {
            "key": "b,c",
            "bucket": 1,
            "bucket_exact": "1",
            "witness": {
              "first": "2025-07-29T23:24:53Z",
              "last": "2025-07-29T23:24:53Z",
              "events": 1,
              "cost": 1,
              "seconds": 0,
              "seconds_exact": "0"
            }
          },
          {
            "key": "b",
            "bucket": 1,
            "bucket_exact": "1",
            "witness": {
              "first": "2025-07-29T23:24:53Z",
              "last": "2025-07-29T23:24:53Z",
              "events": 1,
              "cost": 1,
              "seconds": 0,
              "seconds_exact": "0"
            }
          }
        ],
        "shared": {
          "bucket": 6,
          "bucket_exact": "359/60",
          "witness": {
            "first": "2025-07-29T23:24:52Z",
            "last": "2025-07-29T23:24:53Z",
            "events": 6,
            "cost": 6,
            "seconds": 1,
            "seconds_exact": "1"
          }
        }
      }
    }
  ]
}
$ ratereplay size clients.csv --key user --rate 1/min --format csv
rate,bucket,bucket_exact,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower,resolution_bounds_lower_exact,resolution_bounds_lower_attainable,resolution_bounds_upper,resolution_bounds_upper_exact,clients_key,clients_clients,clients_keeps_p50_bucket,clients_keeps_p50_bucket_exact,clients_keeps_p90_bucket,clients_keeps_p90_bucket_exact,clients_keeps_p99_bucket,clients_keeps_p99_bucket_exact,clients_keeps_p99_9_bucket,clients_keeps_p99_9_bucket_exact,clients_keeps_p100_bucket,clients_keeps_p100_bucket_exact,clients_shared_bucket,clients_shared_bucket_exact,clients_shared_witness_first,clients_shared_witness_last,clients_shared_witness_events,clients_shared_witness_cost,clients_shared_witness_seconds,clients_shared_witness_seconds_exact
1/min,3,179/60,2025-07-29T23:24:52Z,2025-07-29T23:24:53Z,3,3,1,1,2.966666666666667,89/30,false,3.0,3,user,4,1,1,3,179/60,3,179/60,3,179/60,3,179/60,6,359/60,2025-07-29T23:24:52Z,2025-07-29T23:24:53Z,6,6,1,1
! ratereplay: note: times read as epoch seconds, judged by the first; --time-unit overrides
! ratereplay: note: 1 row without user, a key of its own
! ratereplay: note: CSV has no place for single clients and further keys; --format json has them
$ ratereplay curve clients.csv --key user --only-key a
clients.csv: 3 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  3 of 6 rows left out by --only-key, --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

2 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded     events  within  from
0     0                3  3                  3     1 s  2025-07-29T23:24:52Z
1/s   1                2  2                  2     0 s  2025-07-29T23:24:52Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event
$ ratereplay inspect clients.csv --key user --only-key '' --format csv
source,input,delimiter,time_column,time_style,events,cost,first,last,span_s,keys,resolution_s,rows_read,rows_kept,rows_filtered,rows_bad,rows_duplicates,rows_blank,rows_reordered,rows_without_offset,rows_clamped,rows_digits_cut,rows_missing,rows_repeated_headers,rows_extra_cells,rows_short,mean_rate_per_s,busiest_1s_count,busiest_1s_from,busiest_1s_cost,busiest_1s_cost_from,busiest_60s_count,busiest_60s_from,busiest_60s_cost,busiest_60s_cost_from,busiest_3600s_count,busiest_3600s_from,busiest_3600s_cost,busiest_3600s_cost_from,busiest_86400s_count,busiest_86400s_from,busiest_86400s_cost,busiest_86400s_cost_from,gaps_min_s,gaps_p50_s,gaps_p99_s,gaps_max_s,ties
clients.csv,csv,",",time,epoch seconds,1,1,2025-07-29T23:24:52Z,2025-07-29T23:24:52Z,0,,1,6,1,5,0,0,0,0,0,0,0,0,0,0,0,,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,1,2025-07-29T23:24:52Z,,,,,0
! ratereplay: note: 5 of 6 rows left out by --only-key, --where, --from or --to
! ratereplay: note: times read as epoch seconds, judged by the first; --time-unit overrides
! ratereplay: note: 1 row without user, a key of its own
$ ratereplay inspect clients.csv --key user,zone --only-key 'b\,c,x'
clients.csv: 1 event in 0 s
  2025-07-29T23:24:53Z to 2025-07-29T23:24:53Z
  5 of 6 rows left out by --only-key, --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

input       csv, time in 'time' (epoch seconds)
rows        6 read, 1 kept, 5 filtered
resolution  1 s
ties        0 events at the same instant as the one before

busiest  events  from
1 s           1  2025-07-29T23:24:53Z
1 min         1  2025-07-29T23:24:53Z
1 h           1  2025-07-29T23:24:53Z
1 d           1  2025-07-29T23:24:53Z

# No rows, no clients.
$ ratereplay compare clients.csv --key user --where zone=z --rate 1/m
clients.csv: 0 events
  6 of 6 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides
rate 1/m, burst 1, queue 0; busiest and promise are of any half-open 1 min

                                         busiest                     longest  state
limiter          passed  dropped  share    1 min  from  promise  retry after  bytes
fixed-window          0        0      -        0  -           2            -      0
sliding-log           0        0      -        0  -           1            -      0
sliding-counter       0        0      -        0  -           2            -      0
token-bucket          0        0      -        0  -           1            -      0
gcra                  0        0      -        0  -           1            -      0
leaky-bucket          0        0      -        0  -           1            -      0
pacer                 0        0      -        0  -           1            -      0
leaky-queue           0        0      -        0  -           1            -      0
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

0 clients by user, each with a limiter of its own; fairness is Jain's index of pass shares

                 clients  without              live  one for all:  clients    of them
limiter          refused   a drop  fairness  states       dropped  refused  blameless  fairness
fixed-window           0        -         -       0             0        0          0         -
sliding-log            0        -         -       0             0        0          0         -
sliding-counter        0        -         -       0             0        0          0         -
token-bucket           0        -         -       0             0        0          0         -
gcra                   0        -         -       0             0        0          0         -
leaky-bucket           0        -         -       0             0        0          0         -
pacer                  0        -         -       0             0        0          0         -
leaky-queue            0        -         -       0             0        0          0         -
$ ratereplay size clients.csv --key user --where zone=z --rate 1/m
clients.csv: 0 events
  6 of 6 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

0 clients by user, each with a bucket of its own: the one that is enough for so many of them

                                       one bucket
rate  50 %  90 %  99 %  99.9 %  100 %     for all
1/m      -     -     -       -      -           0

# What is refused.
$ ratereplay replay clients.csv --key usr -l gcra:rate=1/min,burst=1
! ratereplay: clients.csv: no column 'usr' (--key 'usr'); did you mean 'user'?
[exit 2]
$ ratereplay replay clients.csv --key user,,zone -l gcra:rate=1/min,burst=1
! ratereplay: --key 'user,,zone': a column without a name; write COLUMN[,COLUMN]
[exit 2]
$ ratereplay replay clients.csv --key user,USER -l gcra:rate=1/min,burst=1
! ratereplay: --key 'user,USER': the column 'USER' stands twice; leave one out
[exit 2]
$ ratereplay inspect clients.csv --only-key a
! ratereplay: --only-key 'a': of which column? name it with --key
[exit 2]
$ ratereplay inspect clients.csv --key user --key zone --only-key a
! ratereplay: --only-key 'a': of which --key? give that one alone
[exit 2]
$ ratereplay curve clients.csv --key user
! ratereplay: --key: curve takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay sweep clients.csv --key user --rate 1/m --burst 1..3
! ratereplay: --key: sweep takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay convert clients.csv clients.rrt --key user
! ratereplay: --key: convert takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay size clients.csv --key user
! ratereplay: --key: size, but for --rate alone, takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay size clients.csv --key user --burst 3
! ratereplay: --key: size, but for --rate alone, takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay size clients.csv --key user --key zone --rate 1/m
! ratereplay: size takes one --key; give columns with a comma between
[exit 2]
$ ratereplay diff clients.csv --key user --key zone -l gcra:rate=1/min,burst=1 -l pacer:rate=1/m
! ratereplay: diff takes one --key; give columns with a comma between
[exit 2]
$ ratereplay replay clients.csv --key user --key zone -l gcra:rate=1/min,burst=1 --decisions d.csv
! ratereplay: --decisions writes one key for each event; give --key once, with commas between several columns
[exit 2]
$ ratereplay convert clients.csv clients.rrt
clients.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

clients.rrt: 6 events, 699 bytes, 6.2 times larger than its source
$ ratereplay compare clients.rrt --key user --rate 1/m
! ratereplay: clients.rrt: a binary trace, for which --key has no meaning; it holds no keys; name the file that was converted
[exit 2]
$ ratereplay compare clients.csv --key user --rate 1/m --top 0
! ratereplay: --top '0': not a whole number of at least 1
[exit 2]
$ ratereplay curve clients.csv --key user --only-key x
clients.csv: 0 events
  6 of 6 rows left out by --only-key, --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

no events: a bucket of 0 loses nothing at any rate
! ratereplay: warning: no row of the key 'x' is kept
$ ratereplay compare clients.csv --key user --key zone --rate 1/m --quiet
clients.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides
  1 row without user, a key of its own
rate 1/m, burst 1, queue 0; busiest and promise are of any half-open 1 min

                                          busiest                                     longest  state
limiter          passed  dropped   share    1 min  from                  promise  retry after  bytes
fixed-window          4        2  33.3 %        1  2025-07-29T23:24:52Z        2          8 s     16
sliding-log           4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min     56
sliding-counter       4        2  33.3 %        1  2025-07-29T23:24:52Z        2      8.001 s     24
token-bucket          4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min     16
gcra                  4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min      8
leaky-bucket          4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min     16
pacer                 4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min      8
leaky-queue           4        2  33.3 %        1  2025-07-29T23:24:52Z        1        1 min      8

fixed-window: busiest is 'a'; all clients together at most 4
sliding-log: busiest is 'a'; all clients together at most 4
sliding-counter: busiest is 'a'; all clients together at most 4
token-bucket: busiest is 'a'; all clients together at most 4
gcra: busiest is 'a'; all clients together at most 4
leaky-bucket: busiest is 'a'; all clients together at most 4
pacer: busiest is 'a'; all clients together at most 4
leaky-queue: departures wait at most 0 s
  mean 0 s, p50 0 s, p99 0 s
  its busiest window is of departures; it admitted 1 in the busiest 1 min (promise 1)
leaky-queue: busiest is 'a'; all clients together at most 4
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes  the worst  within  from                  key
fixed-window        1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
sliding-log         1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
sliding-counter     1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
token-bucket, gcra, leaky-bucket
                    1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
pacer               1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'
leaky-queue         1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'

4 clients by user, each with a limiter of its own; fairness is Jain's index of pass shares

                 clients  without              live  one for all:  clients    of them
limiter          refused   a drop  fairness  states       dropped  refused  blameless  fairness
fixed-window           1   75.0 %     0.893       4             5        4          3     0.250
sliding-log            1   75.0 %     0.893       4             5        4          3     0.250
sliding-counter        1   75.0 %     0.893       4             5        4          3     0.250
token-bucket           1   75.0 %     0.893       4             5        4          3     0.250
gcra                   1   75.0 %     0.893       4             5        4          3     0.250
leaky-bucket           1   75.0 %     0.893       4             5        4          3     0.250
pacer                  1   75.0 %     0.893       4             5        4          3     0.250
leaky-queue            1   75.0 %     0.893       4             5        4          3     0.250

                       fixed-  sliding-  sliding-  token-        leaky-         leaky-
worst clients  events  window       log   counter  bucket  gcra  bucket  pacer   queue
'a'                 3       2         2         2       2     2       2      2       2

                                    without   events          blameless  blameless
limiter for each  clients  refused   a drop  dropped   share       user       zone
fixed-window
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
sliding-log
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
sliding-counter
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
token-bucket
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
gcra
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
leaky-bucket
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
pacer
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
leaky-queue
  user                  4        1   75.0 %        2  33.3 %          -          1
  zone                  3        1   66.7 %        3  50.0 %          2          -
blameless: lost an event to a limiter that they share, and would have lost none to their own
$ ratereplay inspect clients.csv --key user --key USER
! ratereplay: --key 'USER' is given twice; leave one out
[exit 2]
$ ratereplay size clients.csv --rate 1/m --top 3
! ratereplay: --top is how many clients are listed; tell them apart with --key
[exit 2]
$ printf 'time,user\n1753831492,=1+1\n1753831492,-\n1753831492,'"'"'=1+1\n1753831493,=1+1\n' | ratereplay replay - --key user -l gcra:rate=1/min,burst=1 --format csv --quiet | tail -1 | cut -d, -f1-14
"gcra:rate=1/min,burst=1",gcra,3,1,3,1,0.25,,1,1,2025-07-29T23:24:52Z,2025-07-29T23:24:52Z,"'=1+1"
$ ratereplay size clients.csv --key user --rate 1/m --allow-drops 1
! ratereplay: --key: size, but for --rate alone, takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ printf 'time,user\n' | ratereplay inspect - --key user
standard input: 0 events

input       csv, time in 'time'
rows        0 read, 0 kept

# An empty key is one, also behind an equals sign.

$ ratereplay inspect --key user --only-key= clients.csv | head -3
clients.csv: 1 event in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z
  5 of 6 rows left out by --only-key, --where, --from or --to
$ ratereplay inspect clients.csv --key user --only-key= | head -1
clients.csv: 1 event in 0 s
$ ratereplay inspect clients.csv --key user --only-key=a= | head -1
clients.csv: 0 events
! ratereplay: warning: no row of the key 'a=' is kept
$ ratereplay inspect -- --only-key=
! ratereplay: --only-key=: No such file or directory; check the path
[exit 2]
$ ratereplay inspect clients.csv --key=
! ratereplay: --key needs a value after the '='
[exit 2]

# One client alone, no events, and costs of which some or all are 0.
$ ratereplay replay clients.csv --key user --where user=a -l gcra:rate=1/min,burst=1
clients.csv: 3 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  3 of 6 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

                                  busiest                                     longest  state
limiter  passed  dropped   share    1 min  from                  promise  retry after  bytes
gcra          1        2  66.7 %        1  2025-07-29T23:24:52Z        1        1 min      8

gcra: busiest is 'a'; all clients together at most 1

gcra: first drop 2025-07-29T23:24:52Z, longest run of drops 2

drops of  days  episodes  the worst  within  from                  key
gcra         1         1     2 of 2     1 s  2025-07-29T23:24:52Z  'a'

1 client by user, each with a limiter of its own; fairness is Jain's index of pass shares

         clients  without              live  one for all:  clients    of them
limiter  refused   a drop  fairness  states       dropped  refused  blameless  fairness
gcra           1    0.0 %     1.000       1             2        1          0     1.000

worst clients  events  passed  dropped   share
'a'                 3       1        2  66.7 %
$ ratereplay replay clients.csv --key user --where zone=z -l gcra:rate=1/min,burst=1
clients.csv: 0 events
  6 of 6 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

                                 busiest                     longest  state
limiter  passed  dropped  share    1 min  from  promise  retry after  bytes
gcra          0        0      -        0  -           1            -      0

0 clients by user, each with a limiter of its own; fairness is Jain's index of pass shares

         clients  without              live  one for all:  clients    of them
limiter  refused   a drop  fairness  states       dropped  refused  blameless  fairness
gcra           0        -         -       0             0        0          0         -
$ ratereplay size clients.csv --key user --where zone=z --rate 1/m --format json | sed -n '/"keeps"/,/"largest"/p'
        "keeps": {
          "p50": null,
          "p90": null,
          "p99": null,
          "p99_9": null,
          "p100": null
        },
        "largest": [],
$ printf 'time,user,cost\n1753831492,a,3\n1753831492,b,0\n1753831493,a,4\n1753831493,b,0\n' > paid.csv
$ ratereplay inspect paid.csv --key user --cost cost
paid.csv: 4 events of cost 7 in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

input       csv, time in 'time' (epoch seconds)
rows        4 read, 4 kept
resolution  1 s
mean rate   3 per second
keys        2 clients by user
ties        2 events at the same instant as the one before
gaps        min 0 s, p50 0 s
            p99 1 s, max 1 s

busiest  events  from                  cost  from
1 s           2  2025-07-29T23:24:52Z     4  2025-07-29T23:24:53Z
1 min         4  2025-07-29T23:24:52Z     7  2025-07-29T23:24:52Z
1 h           4  2025-07-29T23:24:52Z     7  2025-07-29T23:24:52Z
1 d           4  2025-07-29T23:24:52Z     7  2025-07-29T23:24:52Z

largest by user  events   share  cost
'a'                   2  50.0 %     7
'b'                   2  50.0 %     0
$ ratereplay inspect paid.csv --cost cost --where cost=0 | tail -5
busiest  events  from                  cost  from
1 s           1  2025-07-29T23:24:52Z     0  -
1 min         2  2025-07-29T23:24:52Z     0  -
1 h           2  2025-07-29T23:24:52Z     0  -
1 d           2  2025-07-29T23:24:52Z     0  -
$ ratereplay replay paid.csv --key user --cost cost --where cost=0 -l gcra:rate=1/min,burst=1
paid.csv: 2 events of cost 0 in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  2 of 4 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

                                 busiest                            longest  state
limiter  passed  dropped  share    1 min  from                  retry after  bytes
gcra          2        0  0.0 %        2  2025-07-29T23:24:52Z            -      8

                              busiest
cost  passed  dropped  share    1 min  from  promise
gcra       0        0      -        0  -           1

gcra: busiest is 'b'; all clients together at most 2, at a cost of 0

1 client by user, each with a limiter of its own; fairness is Jain's index of pass shares

         clients  without              live  one for all:  clients    of them
limiter  refused   a drop  fairness  states       dropped  refused  blameless  fairness
gcra           0  100.0 %     1.000       0             0        0          0     1.000
$ ratereplay size paid.csv --key user --cost cost --rate 1/s --rate 2/s
paid.csv: 4 events of cost 7 in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

2 clients by user, each with a bucket of its own: the one that is enough for so many of them

                                       one bucket
rate  50 %  90 %  99 %  99.9 %  100 %     for all
1/s      0     6     6       6      6           6
2/s      0     5     5       5      5           5

                                     forced by
the largest at 1/s  bucket  exactly       cost  within  from
'a'                      6  6                7     1 s  2025-07-29T23:24:52Z
'b'                      0  0                -       -  -

                                     forced by
the largest at 2/s  bucket  exactly       cost  within  from
'a'                      5  5                7     1 s  2025-07-29T23:24:52Z
'b'                      0  0                -       -  -

1/s: stamps have 1 s resolution, so the true value lies strictly between 5 and 7
  a bucket of 7 is safe whatever the true times
2/s: stamps have 1 s resolution, so the true value is at least 4 and less than 7
  a bucket of 7 is safe whatever the true times
