# A week of the feed of all magnitudes, newest first, with columns that are empty throughout.

$ ratereplay inspect data/usgs-all-week-2018-02-07.csv
data/usgs-all-week-2018-02-07.csv: 1,707 events in 6 d 23 h 36 min 14.19 s
  2018-01-31T01:49:59.65Z to 2018-02-07T01:26:13.84Z
  1,706 rows out of time order, sorted

input       csv, time in 'time' (ISO 8601)
rows        1,707 read, 1,707 kept
resolution  1 ms
mean rate   10.179 per hour
ties        0 events at the same instant as the one before
gaps        min 90 ms, p50 4 min 4.29 s
            p99 26 min 53.61 s, max 48 min 38.56 s

busiest  events  from
1 s           2  2018-02-02T00:11:14.93Z
1 min         5  2018-02-04T01:31:33.04Z
1 h          22  2018-02-04T13:23:08.53Z
1 d         306  2018-02-03T16:56:30.172Z
$ ratereplay compare data/usgs-all-week-2018-02-07.csv --rate 10/h
data/usgs-all-week-2018-02-07.csv: 1,707 events in 6 d 23 h 36 min 14.19 s
  2018-01-31T01:49:59.65Z to 2018-02-07T01:26:13.84Z
  1,706 rows out of time order, sorted
rate 10/h, burst 10, queue 9; busiest and promise are of any half-open 1 h

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 h  from                  promise  retry after  bytes
fixed-window      1,460      247  14.5 %       17  2018-02-04T06:32:44Z       20  34 min 44 s     16
sliding-log       1,320      387  22.7 %       10  2018-01-31T01:49:59Z       10  23 min 46 s    128
sliding-counter   1,403      304  17.8 %       14  2018-02-04T06:45:00Z       20   14 min 7 s     24
token-bucket      1,576      131   7.7 %       19  2018-02-02T21:58:26Z       19   5 min 41 s     16
gcra              1,576      131   7.7 %       19  2018-02-02T21:58:26Z       19   5 min 41 s      8
leaky-bucket      1,576      131   7.7 %       19  2018-02-02T21:58:26Z       19   5 min 41 s     16
pacer               846      861  50.4 %        8  2018-02-01T21:15:23Z       10        6 min      8
leaky-queue       1,576      131   7.7 %       10  2018-01-31T01:49:59Z       10   5 min 41 s      8

leaky-queue: departures wait at most 53 min 58.88 s
  mean 28 min 39 s, p50 30 min 18 s, p99 53 min 40 s
  its busiest window is of departures; it admitted 19 in the busiest 1 h (promise 19)
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes   the worst       within  from
fixed-window        8        79    9 of 247  32 min 53 s  2018-02-02T22:25:16.653Z
                                   8 of 247  24 min 38 s  2018-02-04T13:32:04.35Z
                                   8 of 247  17 min 16 s  2018-02-04T16:41:18.288Z
sliding-log         8         1  387 of 387     6 d 23 h  2018-01-31T02:51:13.646Z
sliding-counter     8         1  304 of 304     6 d 23 h  2018-01-31T02:51:13.646Z
token-bucket, gcra, leaky-bucket
                    6         5   91 of 131      2 d 4 h  2018-02-03T10:45:36.75Z
                                  14 of 131   8 h 19 min  2018-02-05T23:49:42.06Z
                                  13 of 131   7 h 32 min  2018-02-02T06:00:37Z
pacer               8       535    6 of 861   4 min 57 s  2018-02-02T22:22:23.437Z
                                   6 of 861   2 min 45 s  2018-02-04T01:31:33.04Z
                                   5 of 861   4 min 45 s  2018-01-31T21:29:39.362Z
leaky-queue         6         5   91 of 131      2 d 4 h  2018-02-03T10:45:36.75Z
                                  14 of 131   8 h 19 min  2018-02-05T23:49:42.06Z
                                  13 of 131   7 h 32 min  2018-02-02T06:00:37Z
$ ratereplay size data/usgs-all-week-2018-02-07.csv --rate 10/h --rate 15/h
data/usgs-all-week-2018-02-07.csv: 1,707 events in 6 d 23 h 36 min 14.19 s
  2018-01-31T01:49:59.65Z to 2018-02-07T01:26:13.84Z
  1,706 rows out of time order, sorted

                                         forced by
rate  bucket  exactly                       events                    within  from
10/h     117  21047929/180000 ~ 116.933      1,303  4 d 22 h 36 min 24.142 s  2018-02-01T09:31:38.728Z
15/h       9  17523/2000 ~ 8.762                13            16 min 57.24 s  2018-02-02T22:14:09.39Z

10/h: stamps have 1 ms resolution, so the true value lies strictly between 116.932936 and 116.932942
15/h: stamps have 1 ms resolution, so the true value lies strictly between 8.761495 and 8.761505
$ ratereplay inspect data/usgs-all-week-2018-02-07.csv --where 'type!=earthquake' --where 'mag>=1.5'
data/usgs-all-week-2018-02-07.csv: 17 events in 6 d 2 h 16 min 17.086 s
  2018-01-31T19:56:57.82Z to 2018-02-06T22:13:14.906Z
  1,690 of 1,707 rows left out by --where, --from or --to
  16 rows out of time order, sorted

input       csv, time in 'time' (ISO 8601)
rows        1,707 read, 17 kept, 1,690 filtered
resolution  1 ms
mean rate   2.625 per day
ties        0 events at the same instant as the one before
gaps        min 11 min 9.476 s, p50 1 h 34 min 1.74 s
            p99 1 d 23 h 53 min 39.19 s, max 1 d 23 h 53 min 39.19 s

busiest  events  from
1 s           1  2018-01-31T19:56:57.82Z
1 min         1  2018-01-31T19:56:57.82Z
1 h           2  2018-01-31T22:11:46.6Z
1 d           6  2018-02-05T23:00:13.775Z
$ ratereplay inspect data/usgs-all-week-2018-02-07.csv --where 'nst>=20'
data/usgs-all-week-2018-02-07.csv: 417 events in 6 d 22 h 29 min 58.97 s
  2018-01-31T02:31:14.92Z to 2018-02-07T01:01:13.89Z
  1,290 of 1,707 rows left out by --where, --from or --to
  416 rows out of time order, sorted
  465 rows without nst

input       csv, time in 'time' (ISO 8601)
rows        1,707 read, 417 kept, 1,290 filtered
resolution  1 ms
mean rate   2.499 per hour
ties        0 events at the same instant as the one before
gaps        min 1.14 s, p50 16 min 2.94 s
            p99 2 h 26.138 s, max 2 h 33 min 39.19 s

busiest  events  from
1 s           1  2018-01-31T02:31:14.92Z
1 min         2  2018-01-31T03:59:21.49Z
1 h          10  2018-02-02T05:04:46.42Z
1 d          82  2018-02-03T23:01:09.41Z
$ ratereplay inspect data/usgs-all-week-2018-02-07.csv --order strict
! ratereplay: data/usgs-all-week-2018-02-07.csv:3: column 'time': 2018-02-07T01:13:57.75Z is before 2018-02-07T01:26:13.84Z of the row above; sort the file or use --order sort
[exit 2]
