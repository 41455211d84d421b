# Drops over a grid, each as a replay of that configuration alone has them.

# Bursts down, rates across, and in the last line where the drops end.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,10/h,20/h --burst 10..80:10
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

token-bucket: events dropped of 189

               rate
burst           5/h  10/h  20/h
10               64    39    16
20               54    29     6
30               44    19     0
40               34     9     0
50               24     0     0
60               14     0     0
70                4     0     0
80                0     0     0
no drops from    80    50    30

# Fractions; the limiters of one grid, of which a queue holds one less than the bucket and a pacer has none.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --where 'mag>=5.5' --rate 2/h --burst 2.5..3.5:0.5,18,35/2 -l gcra -l leaky-queue -l pacer
data/kamchatka-2025-07-29.csv: 45 events in 1 d 13 h 56 min 5.56 s
  2025-07-29T17:46:37.267Z to 2025-07-31T07:42:42.827Z
  144 of 189 rows left out by --where, --from or --to

gcra

rate  burst  passed  dropped   share
2/h     2.5      29       16  35.6 %
2/h       3      30       15  33.3 %
2/h     3.5      30       15  33.3 %
2/h    17.5      44        1   2.2 %
2/h      18      45        0   0.0 %

rate 2/h: burst 18 is the least here that drops nothing

leaky-queue

rate  queue  passed  dropped   share
2/h       1      28       17  37.8 %
2/h       2      30       15  33.3 %
2/h      16      44        1   2.2 %
2/h      17      45        0   0.0 %

rate 2/h: queue 17 is the least here that drops nothing

pacer

rate  passed  dropped   share
2/h       21       24  53.3 %

# One row a configuration.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 2/h --burst 2.5..3.5:0.5 --format csv
spec,name,rate,burst,burst_exact,queue,limit,window_s,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,least_lossless
"token-bucket:rate=2/h,burst=2.5",token-bucket,2/h,2.5,5/2,,,,69,120,69,120,0.6349206349206349,,false
"token-bucket:rate=2/h,burst=3",token-bucket,2/h,3,3,,,,71,118,71,118,0.6243386243386243,,false
"token-bucket:rate=2/h,burst=3.5",token-bucket,2/h,3.5,7/2,,,,72,117,72,117,0.6190476190476191,,false

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 2..3 --format json | sed -n '/"grid"/,$p'
  "grid": [
    {
      "spec": "token-bucket:rate=5/h,burst=2",
      "name": "token-bucket",
      "rate": "5/h",
      "burst": 2,
      "burst_exact": "2",
      "queue": null,
      "limit": null,
      "window_s": null,
      "passed": 107,
      "dropped": 82,
      "passed_cost": 107,
      "dropped_cost": 82,
      "drop_share": 0.43386243386243384,
      "drop_share_cost": null,
      "least_lossless": false,
      "busiest": null,
      "align": null
    },
    {
      "spec": "token-bucket:rate=5/h,burst=3",
      "name": "token-bucket",
      "rate": "5/h",
      "burst": 3,
      "burst_exact": "3",
      "queue": null,
      "limit": null,
      "window_s": null,
      "passed": 116,
      "dropped": 73,
      "passed_cost": 116,
      "dropped_cost": 73,
      "drop_share": 0.3862433862433862,
      "drop_share_cost": null,
      "least_lossless": false,
      "busiest": null,
      "align": null
    }
  ]
}

# The busiest window takes the replay of each.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,20/h --burst 30 --busiest
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

token-bucket

rate  burst  passed  dropped   share  busiest  within  from
5/h      30     145       44  23.3 %       34      1h  2025-07-29T23:24:52.483Z
20/h     30     189        0   0.0 %       38      1h  2025-07-29T23:30:03.032Z

rate 5/h: every burst here drops events
rate 20/h: burst 30 is the least here that drops nothing

$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5..15:5 --window 30m,1h -l fixed-window -l sliding-log -l sliding-counter:rounding=exact
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

fixed-window: events dropped of 189

               window
limit             30m  1h
5                  49  75
10                 24  41
15                  8  26
no drops from       -   -

sliding-log: events dropped of 189

               window
limit             30m  1h
5                  54  82
10                 26  50
15                 11  34
no drops from       -   -

sliding-counter:rounding=exact: events dropped of 189

               window
limit             30m  1h
5                  61  90
10                 29  51
15                 12  30
no drops from       -   -

# A limiter of limit and window takes both from a rate.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 20/h,5/h -l sliding-log
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

sliding-log

window  limit  passed  dropped   share
1h          5     107       82  43.4 %
1h         20     165       24  12.7 %

window 1h: every limit here drops events

# Rates of one period are limits of one window, wherever they stand.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 10/h,5/h,3/min,4/h,50/h -l fixed-window
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

fixed-window

window  limit  passed  dropped   share
1h          4     103       86  45.5 %
1h          5     114       75  39.7 %
1h         10     148       41  21.7 %
1h         50     189        0   0.0 %
1m          3     189        0   0.0 %

window 1h: limit 50 is the least here that drops nothing
window 1m: limit 3 is the least here that drops nothing
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 60/h,3/min,50/h -l fixed-window --format csv | grep true
"fixed-window:limit=50,window=1h",fixed-window,,,,,50,3600,189,0,189,0,0.0,,true
"fixed-window:limit=3,window=1m",fixed-window,,,,,3,60,189,0,189,0,0.0,,true

# With costs a list has what a matrix has no place for.

$ printf 'time,cost\n0,1\n1,5\n2,2\n3,4\n' > costs.csv
$ ratereplay sweep costs.csv --cost cost --rate 1/s,2/s --burst 2..6:2 --quiet
costs.csv: 4 events of cost 12 in 3 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:03Z
  times read as epoch seconds, judged by the first; --time-unit overrides

token-bucket

                                         cost
rate  burst  passed  dropped   share  dropped   share
1/s       2       2        2  50.0 %        9  75.0 %
1/s       4       2        2  50.0 %        9  75.0 %
1/s       6       3        1  25.0 %        4  33.3 %
2/s       2       2        2  50.0 %        9  75.0 %
2/s       4       3        1  25.0 %        5  41.7 %
2/s       6       3        1  25.0 %        4  33.3 %

rate 1/s: every burst here drops events
rate 2/s: every burst here drops events

# Where the boundaries of a fixed window fall; replay has the same at these offsets.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5,30,40 --window 1h --align all
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

fixed-window

                                        dropped                      at offset
window  limit  passed  dropped   share    least    mean  most            least             most
1h          5     114       75  39.7 %       71  73.699    77  31 min 25.745 s    21 min 9.64 s
1h         30     189        0   0.0 %        0   2.194     8              0 s  29 min 17.015 s
1h         40     189        0   0.0 %        0       0     0              0 s              0 s

window 1h: limit 30 is the least here that drops nothing; at every offset, 40 is
$ ratereplay replay data/kamchatka-2025-07-29.csv -l fixed-window:limit=5,window=1h,offset=1885745ms -l fixed-window:limit=30,window=1h,offset=1757015ms --format json | grep '"dropped"'
      "dropped": 71,
            "dropped": 31,
            "dropped": 20,
            "dropped": 7,
            "dropped": 7,
            "dropped": 4,
            "dropped": 1,
            "dropped": 1,
      "dropped": 8,
            "dropped": 8,
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5 --window 1h --align 6 --format csv
spec,name,rate,burst,burst_exact,queue,limit,window_s,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,least_lossless,align_offsets,align_least_dropped,align_least_offset_s,align_least_offset,align_mean,align_mean_exact,align_most_dropped,align_most_offset_s,align_most_offset
"fixed-window:limit=5,window=1h",fixed-window,,,,,5,3600,114,75,114,75,0.3968253968253968,,false,6,72,600,10m,73.83333333333333,443/6,76,1200,20m
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5 --window 1h --align all --format json | sed -n '/"align"/,$p'
      "align": {
        "offsets": 190,
        "least": {
          "dropped": 71,
          "offset_s": 1885.745,
          "offset": "1885745ms"
        },
        "mean": 73.69883888888889,
        "mean_exact": "13265791/180000",
        "most": {
          "dropped": 77,
          "offset_s": 1269.64,
          "offset": "1269640ms"
        }
      }
    }
  ]
}

# No events, one event, and events that all cost nothing.

$ printf 'time\n' | ratereplay sweep - --rate 1/s --burst 1..2
standard input: 0 events

token-bucket

rate  burst  passed  dropped  share
1/s       1       0        0      -
1/s       2       0        0      -
$ printf 'time\n' | ratereplay sweep - --limit 1 --window 1s --align all
standard input: 0 events

fixed-window

                                       dropped              at offset
window  limit  passed  dropped  share    least  mean  most      least  most
1s          1       0        0      -        0     0     0        0 s   0 s
$ printf 'time\n2025-07-29T23:24:52Z\n' | ratereplay sweep - --rate 1/s --burst 1/2,1
standard input: 1 event in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

token-bucket

rate  burst  passed  dropped    share
1/s     0.5       0        1  100.0 %
1/s       1       1        0    0.0 %

rate 1/s: burst 1 is the least here that drops nothing
$ printf 'time,cost\n2025-07-29T23:24:52Z,0\n2025-07-29T23:24:52Z,0\n' | ratereplay sweep - --cost cost --rate 1/s --burst 1/2,1
standard input: 2 events of cost 0 in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

token-bucket

                                        cost
rate  burst  passed  dropped  share  dropped  share
1/s     0.5       2        0  0.0 %        0      -
1/s       1       2        0  0.0 %        0      -

rate 1/s: burst 0.5 is the least here that drops nothing

# What cannot be swept.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h
! ratereplay: there is nothing to sweep; give --burst, or --limit and --window, or -l pacer
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --burst 4
! ratereplay: limiter 'token-bucket' needs --rate
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 4..1
! ratereplay: --burst: '4..1': the range ends below its start; write FIRST..LAST
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 1..4:0
! ratereplay: --burst: '1..4:0': the step must be above 0
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 1..1000000
! ratereplay: --burst: '1..1000000': 1,000,000 values, more than 100,000; take a larger step
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,6/h --burst 1..60000
! ratereplay: the grid has 120,000 configurations, more than 100,000; give fewer values or larger steps
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 0..3
! ratereplay: --burst: '0..3': 0 passes nothing; begin above it
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 1,5/s --burst 3
! ratereplay: --rate: '1' is not a rate: the period is missing; write it as 5/h, 100/s or 10/13s
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h, --burst 3
! ratereplay: --rate: '5/h,' has an empty place
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 2.5 --window 1h
! ratereplay: --limit: '2.5' is not a whole number up to 9223372036854775807
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 3 -l gcr
! ratereplay: no limiter 'gcr'; did you mean 'gcra'?
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 3 -l pacer
! ratereplay: --burst is taken by none of the limiters (pacer); leave it out, or choose others with -l
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 3 --align all
! ratereplay: --align moves the boundaries of fixed-window on the clock, which 'token-bucket:rate=5/h,burst=3' has not; give --limit and --window, with -l fixed-window or without -l
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 3 --window 1h -l fixed-window:offset=1s --align all
! ratereplay: --align tries offsets of its own; leave that of 'fixed-window:limit=3,window=1h,offset=1s' out
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 3 --window 1h --align 0
! ratereplay: --align: '0' is neither 'all' nor a whole number from 1 to 100,000
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 1..2000 --window 1h --align 60
! ratereplay: --align: 60 offsets of 2,000 configurations are 120,000 replays, more than 100,000; give fewer of either
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv -l leaky-queue --rate 5/h --burst 1..10001 --busiest
! ratereplay: the grid has 10,001 configurations, more than the 10,000 of --busiest, which replays each; leave it out, or give fewer values or larger steps
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 3 -l gcra -l gcra
! ratereplay: limiter 'gcra' is given twice; leave one of them out
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h --burst 3 -l gcra:
! ratereplay: limiter 'gcra:' has an empty place; write NAME or NAME:KEY=VALUE,...
[exit 2]
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 1..2:0.5 --window 1h
! ratereplay: --limit: '1..2:0.5' holds 3/2, which is not a whole number up to 9223372036854775807
[exit 2]

# What is given twice is one configuration.

$ ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,5/h,5/m --rate 6/h,5/h --burst 4 --format csv
spec,name,rate,burst,burst_exact,queue,limit,window_s,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,least_lossless
"token-bucket:rate=5/h,burst=4",token-bucket,5/h,4,4,,,,119,70,119,70,0.37037037037037035,,false
"token-bucket:rate=5/m,burst=4",token-bucket,5/m,4,4,,,,189,0,189,0,0.0,,true
"token-bucket:rate=6/h,burst=4",token-bucket,6/h,4,4,,,,125,64,125,64,0.3386243386243386,,false
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 3 --window 1h,60m --format csv
spec,name,rate,burst,burst_exact,queue,limit,window_s,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,least_lossless
"fixed-window:limit=3,window=1h",fixed-window,,,,,3,3600,87,102,87,102,0.5396825396825397,,false
$ ratereplay sweep data/kamchatka-2025-07-29.csv --limit 3 --window 1h -l fixed-window:anchor=first --align all
! ratereplay: --align moves the boundaries of fixed-window on the clock, which 'fixed-window:limit=3,window=1h,anchor=first' has not; give --limit and --window, with -l fixed-window or without -l
[exit 2]
