# The same two days, cut out of a newest-first download of all types and of M>=2.5.
needs ../shared/data/usgs-m2.5-2025-newest-first.csv

$ ratereplay compare ../shared/data/usgs-m2.5-2025-newest-first.csv --where 'mag>=5' --from 2025-07-29T12:00Z --to 2025-07-31T12:00Z --rate 5/h
../shared/data/usgs-m2.5-2025-newest-first.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z
  19,634 of 19,823 rows left out by --where, --from or --to
  188 rows out of time order, sorted
rate 5/h, burst 5, queue 4; busiest and promise are of any half-open 1 h

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 h  from                  promise  retry after  bytes
fixed-window        114       75  39.7 %        9  2025-07-29T23:24:52Z       10  53 min 46 s     16
sliding-log         107       82  43.4 %        5  2025-07-29T23:05:21Z        5  30 min 28 s     88
sliding-counter     111       78  41.3 %        7  2025-07-29T23:24:52Z       10   25 min 7 s     24
token-bucket        120       69  36.5 %        9  2025-07-29T23:05:21Z        9  11 min 36 s     16
gcra                120       69  36.5 %        9  2025-07-29T23:05:21Z        9  11 min 36 s      8
leaky-bucket        120       69  36.5 %        9  2025-07-29T23:05:21Z        9  11 min 36 s     16
pacer                79      110  58.2 %        5  2025-07-29T23:05:21Z        5  11 min 25 s      8
leaky-queue         120       69  36.5 %        5  2025-07-29T23:05:21Z        5  11 min 36 s      8

leaky-queue: departures wait at most 47 min 51.341 s
  mean 17 min 33 s, p50 11 min 22 s, p99 47 min 48 s
  its busiest window is of departures; it admitted 9 in the busiest 1 h (promise 9)
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes  the worst       within  from
fixed-window        2        10   21 of 75  48 min 40 s  2025-07-30T00:09:58.961Z
                                  20 of 75   23 min 6 s  2025-07-29T23:34:53.625Z
                                  15 of 75  45 min 58 s  2025-07-30T01:06:14.313Z
sliding-log         3         2   76 of 82   7 h 41 min  2025-07-29T23:34:53.625Z
                                   6 of 82   9 h 25 min  2025-07-30T14:47:43.816Z
sliding-counter     2         2   74 of 78   8 h 24 min  2025-07-29T23:34:53.625Z
                                   4 of 78    7 h 5 min  2025-07-30T14:47:43.816Z
token-bucket, gcra, leaky-bucket
                    2         1   69 of 69   5 h 44 min  2025-07-29T23:36:01.341Z
pacer               3        46  11 of 110  10 min 49 s  2025-07-29T23:38:28.604Z
                                  9 of 110  10 min 40 s  2025-07-30T01:02:11.309Z
                                  7 of 110   8 min 33 s  2025-07-30T00:07:34.269Z
leaky-queue         2         1   69 of 69   5 h 44 min  2025-07-29T23:36:01.341Z
$ ratereplay size ../shared/data/usgs-m2.5-2025-newest-first.csv --where 'mag>=5' --from 2025-07-29T12:00Z --to 2025-07-31T12:00Z --rate 5/h
../shared/data/usgs-m2.5-2025-newest-first.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z
  19,634 of 19,823 rows left out by --where, --from or --to
  188 rows out of time order, sorted

                                        forced by
rate  bucket  exactly                      events               within  from
5/h       74  17753599/240000 ~ 73.973        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z

5/h: stamps have 1 ms resolution, so the true value lies strictly between 73.973327 and 73.973331
