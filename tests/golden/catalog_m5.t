# Eleven years of M>=5 worldwide.
needs ../shared/data/usgs-m5-2015-2025.csv

$ ratereplay inspect ../shared/data/usgs-m5-2015-2025.csv
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

input       csv, time in 'time' (ISO 8601)
rows        18,790 read, 18,790 kept
resolution  1 ms
mean rate   4.721 per day
ties        1 event at the same instant as the one before
gaps        min 0 s, p50 2 h 56 min 18.788 s
            p99 1 d 3 h 54 min 42.1 s, max 2 d 14 h 29 min 38.812 s

busiest  events  from
1 s           2  2019-05-16T14:32:49.376Z
1 min         3  2015-07-27T07:40:31.12Z
1 h          38  2025-07-29T23:30:03.032Z
1 d         166  2025-07-29T23:24:52.483Z
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

                                        forced by
rate  bucket  exactly                      events               within  from
5/h       74  17753599/240000 ~ 73.973        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z

5/h: stamps have 1 ms resolution, so the true value lies strictly between 73.973327 and 73.973331
$ ratereplay compare ../shared/data/usgs-m5-2015-2025.csv --rate 5/h
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z
rate 5/h, burst 5, queue 4; busiest and promise are of any half-open 1 h

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 h  from                  promise  retry after  bytes
fixed-window     18,514      276   1.5 %       10  2021-08-12T18:32:52Z       10  53 min 46 s     16
sliding-log      18,421      369   2.0 %        5  2015-03-30T07:56:53Z        5   49 min 3 s     88
sliding-counter  18,488      302   1.6 %        8  2018-09-06T15:49:18Z       10   38 min 7 s     24
token-bucket     18,593      197   1.0 %        9  2015-09-16T22:54:32Z        9  11 min 36 s     16
gcra             18,593      197   1.0 %        9  2015-09-16T22:54:32Z        9  11 min 36 s      8
leaky-bucket     18,593      197   1.0 %        9  2015-09-16T22:54:32Z        9  11 min 36 s     16
pacer            16,834    1,956  10.4 %        5  2016-09-01T16:37:57Z        5       12 min      8
leaky-queue      18,593      197   1.0 %        5  2015-04-25T06:11:25Z        5  11 min 36 s      8

leaky-queue: departures wait at most 47 min 59.658 s
  mean 1 min 31 s, p50 0 s, p99 35 min 41 s
  its busiest window is of departures; it admitted 9 in the busiest 1 h (promise 9)
token-bucket, gcra and leaky-bucket are one algorithm under 3 names
$ ratereplay replay ../shared/data/usgs-m5-2015-2025.csv -l token-bucket:rate=5/h,burst=5 -l token-bucket:rate=5/h,burst=73 -l token-bucket:rate=5/h,burst=74
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

                                  busiest                                         longest  state
limiter  passed  dropped   share      1 h  from                      promise  retry after  bytes
token-bucket:rate=5/h,burst=5
         18,593      197   1.0 %        9  2015-09-16T22:54:32.86Z         9  11 min 36 s     16
token-bucket:rate=5/h,burst=73
         18,789        1  <0.1 %       38  2025-07-29T23:30:03.032Z       77   5 min 22 s     16
token-bucket:rate=5/h,burst=74
         18,790        0   0.0 %       38  2025-07-29T23:30:03.032Z       78            -     16

token-bucket:rate=5/h,burst=5: first drop 2015-04-25T06:22:23.35Z, longest run of drops 9
token-bucket:rate=5/h,burst=73: first drop 2025-07-30T05:19:31.235Z, longest run of drops 1
