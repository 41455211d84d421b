# The demonstrations that textbooks and manuals give for each algorithm.

# Twice the limit across a window's boundary: 100 events at 0.999 s, 100 at exactly 1 s, limit 100 per second. The fixed
# window passes 200, the sliding log 100. The sliding counter still weighs the full previous window: 100.

$ awk 'BEGIN { print "time"; for (i = 0; i < 200; ++i) print i < 100 ? "2025-01-01T00:00:00.999Z" : "2025-01-01T00:00:01Z" }' > boundary.csv
$ ratereplay replay boundary.csv -l fixed-window:limit=100,window=1s -l sliding-log:limit=100,window=1s -l sliding-counter:limit=100,window=1s
boundary.csv: 200 events in 1 ms
  2025-01-01T00:00:00.999Z to 2025-01-01T00:00:01Z

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 s  from                  promise  retry after  bytes
fixed-window        200        0   0.0 %      200  2025-01-01T00:00:00Z      200            -     16
sliding-log         100      100  50.0 %      100  2025-01-01T00:00:00Z      100       999 ms    848
sliding-counter     100      100  50.0 %      100  2025-01-01T00:00:00Z      200         1 ns     24

sliding-log: first drop 2025-01-01T00:00:01Z, longest run of drops 100
sliding-counter: first drop 2025-01-01T00:00:01Z, longest run of drops 100

drops of         days  episodes   the worst  within  from
sliding-log         1         1  100 of 100     0 s  2025-01-01T00:00:01Z
sliding-counter     1         1  100 of 100     0 s  2025-01-01T00:00:01Z

# One nanosecond later the counter's estimate is floor(99.9999999) = 99, and it passes one more.

$ sed 's/01Z/01.000000001Z/' boundary.csv > boundary_1ns.csv
$ ratereplay replay boundary_1ns.csv -l fixed-window:limit=100,window=1s -l sliding-log:limit=100,window=1s -l sliding-counter:limit=100,window=1s -l sliding-counter:limit=100,window=1s,rounding=exact
boundary_1ns.csv: 200 events in 1.000001 ms
  2025-01-01T00:00:00.999Z to 2025-01-01T00:00:01.000000001Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
fixed-window     200        0   0.0 %      200  2025-01-01T00:00:00Z      200            -     16
sliding-log      100      100  50.0 %      100  2025-01-01T00:00:00Z      100       999 ms    848
sliding-counter:limit=100,window=1s
                 101       99  49.5 %      101  2025-01-01T00:00:00Z      200        10 ms     24
sliding-counter:limit=100,window=1s,rounding=exact
                 100      100  50.0 %      100  2025-01-01T00:00:00Z      199        10 ms     24

sliding-log: first drop 2025-01-01T00:00:01.000000001Z, longest run of drops 100
sliding-counter:limit=100,window=1s: first drop 2025-01-01T00:00:01.000000001Z, longest run of drops 99
sliding-counter:limit=100,window=1s,rounding=exact: first drop 2025-01-01T00:00:01.000000001Z, longest run of drops 100

drops of     days  episodes   the worst  within  from
sliding-log     1         1  100 of 100     0 s  2025-01-01T00:00:01.000000001Z
sliding-counter:limit=100,window=1s
                1         1    99 of 99     0 s  2025-01-01T00:00:01.000000001Z
sliding-counter:limit=100,window=1s,rounding=exact
                1         1  100 of 100     0 s  2025-01-01T00:00:01.000000001Z

# Limit 5 per minute, five events at 12:00:59 and five at 12:01:01: 10, 5 and 6.

$ awk 'BEGIN { print "time"; for (i = 0; i < 10; ++i) print i < 5 ? "2025-01-01T12:00:59Z" : "2025-01-01T12:01:01Z" }' > minute.csv
$ ratereplay replay minute.csv -l fixed-window:rate=5/min -l sliding-log:rate=5/min -l sliding-counter:rate=5/min
minute.csv: 10 events in 2 s
  2025-01-01T12:00:59Z to 2025-01-01T12:01:01Z

                                          busiest                                     longest  state
limiter          passed  dropped   share    1 min  from                  promise  retry after  bytes
fixed-window         10        0   0.0 %       10  2025-01-01T12:00:59Z       10            -     16
sliding-log           5        5  50.0 %        5  2025-01-01T12:00:59Z        5         58 s     88
sliding-counter       6        4  40.0 %        6  2025-01-01T12:00:59Z       10     11.001 s     24

sliding-log: first drop 2025-01-01T12:01:01Z, longest run of drops 5
sliding-counter: first drop 2025-01-01T12:01:01Z, longest run of drops 4

drops of         days  episodes  the worst  within  from
sliding-log         1         1     5 of 5     0 s  2025-01-01T12:01:01Z
sliding-counter     1         1     4 of 4     0 s  2025-01-01T12:01:01Z

# Ten at one instant, 5 per second: a bucket of 5 passes 5, the strict leaky bucket 1.

$ awk 'BEGIN { print "time"; for (i = 0; i < 10; ++i) print "2025-01-01T00:00:00Z" }' > instant.csv
$ ratereplay replay instant.csv -l token-bucket:rate=5/s,burst=5 -l pacer:rate=5/s
instant.csv: 10 events in 0 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:00Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket       5        5  50.0 %        5  2025-01-01T00:00:00Z        9       200 ms     16
pacer              1        9  90.0 %        1  2025-01-01T00:00:00Z        5       200 ms      8

token-bucket: first drop 2025-01-01T00:00:00Z, longest run of drops 5
pacer: first drop 2025-01-01T00:00:00Z, longest run of drops 9

drops of      days  episodes  the worst  within  from
token-bucket     1         1     5 of 5     0 s  2025-01-01T00:00:00Z
pacer            1         1     9 of 9     0 s  2025-01-01T00:00:00Z

# Steady traffic below the rate: every limiter passes everything.

$ awk 'BEGIN { print "time"; for (i = 0; i < 400; ++i) printf "2025-01-01T00:%02d:%02d.%02dZ\n", i / 240, i / 4 % 60, i % 4 * 25 }' > steady.csv
$ ratereplay compare steady.csv --rate 5/s
steady.csv: 400 events in 1 min 39.75 s
  2025-01-01T00:00:00Z to 2025-01-01T00:01:39.75Z
rate 5/s, burst 5, queue 4; busiest and promise are of any half-open 1 s

                                         busiest                                     longest  state
limiter          passed  dropped  share      1 s  from                  promise  retry after  bytes
fixed-window        400        0  0.0 %        4  2025-01-01T00:00:00Z       10            -     16
sliding-log         400        0  0.0 %        4  2025-01-01T00:00:00Z        5            -     80
sliding-counter     400        0  0.0 %        4  2025-01-01T00:00:00Z       10            -     24
token-bucket        400        0  0.0 %        4  2025-01-01T00:00:00Z        9            -     16
gcra                400        0  0.0 %        4  2025-01-01T00:00:00Z        9            -      8
leaky-bucket        400        0  0.0 %        4  2025-01-01T00:00:00Z        9            -     16
pacer               400        0  0.0 %        4  2025-01-01T00:00:00Z        5            -      8
leaky-queue         400        0  0.0 %        4  2025-01-01T00:00:00Z        5            -      8

leaky-queue: departures wait at most 0 s
  mean 0 s, p50 0 s, p99 0 s
  its busiest window is of departures; it admitted 4 in the busiest 1 s (promise 9)
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

# Steady 5 per second, in which second 10 holds 40 at its start instead. A bucket of 40 at 5/s passes all of it, one of
# 39 does not; a queue serves the last of the 40 7.8 s late; a fixed window of 300 per minute passes the burst and then
# refuses 35 innocent events in the last seven seconds of that minute.

$ awk 'BEGIN { print "time"; for (s = 0; s < 70; ++s) for (i = 0; i < (s == 10 ? 40 : 5); ++i) printf "2025-01-01T00:%02d:%02d.%dZ\n", s / 60, s % 60, s == 10 ? 0 : i * 2 }' > burst.csv
$ ratereplay size burst.csv --rate 5/s
burst.csv: 385 events in 1 min 9.8 s
  2025-01-01T00:00:00Z to 2025-01-01T00:01:09.8Z

                       forced by
rate  bucket  exactly     events  within  from
5/s       40  40              90    10 s  2025-01-01T00:00:00Z

5/s: stamps have 100 ms resolution, so the true value lies strictly between 39.5 and 40.5
  a bucket of 41 is safe whatever the true times
$ ratereplay replay burst.csv -l token-bucket:rate=5/s,burst=40 -l token-bucket:rate=5/s,burst=39 -l leaky-queue:rate=5/s,queue=39 -l fixed-window:limit=300,window=1m
burst.csv: 385 events in 1 min 9.8 s
  2025-01-01T00:00:00Z to 2025-01-01T00:01:09.8Z

                                      busiest                                       longest  state
limiter       passed  dropped  share   window  from                    promise  retry after  bytes
token-bucket:rate=5/s,burst=40
                 385        0  0.0 %       44  2025-01-01T00:00:09.2Z       44            -     16
token-bucket:rate=5/s,burst=39
                 384        1  0.3 %       43  2025-01-01T00:00:09.2Z       43       200 ms     16
leaky-queue      385        0  0.0 %        5  2025-01-01T00:00:00Z          5            -      8
fixed-window     350       35  9.1 %      300  2025-01-01T00:00:00Z        600          7 s     16

token-bucket:rate=5/s,burst=40: busiest window of 1 s
token-bucket:rate=5/s,burst=39: busiest window of 1 s
leaky-queue: busiest window of 1 s
leaky-queue: departures wait at most 7.8 s
  mean 5.769 s, p50 7 s, p99 7.2 s
  its busiest window is of departures; it admitted 44 in the busiest 1 s (promise 44)
fixed-window: busiest window of 1 min

token-bucket:rate=5/s,burst=39: first drop 2025-01-01T00:00:10Z, longest run of drops 1
fixed-window: first drop 2025-01-01T00:00:53Z, longest run of drops 35

drops of      days  episodes  the worst  within  from
token-bucket:rate=5/s,burst=39
                 1         1     1 of 1     0 s  2025-01-01T00:00:10Z
fixed-window     1         1   35 of 35   6.8 s  2025-01-01T00:00:53Z

# That bucket is full again 8 s after it was emptied: 40 more at that moment pass, 1 ns earlier one of them does not.

$ awk 'BEGIN { print "time"; for (i = 0; i < 80; ++i) print i < 40 ? "2025-01-01T00:00:10Z" : "2025-01-01T00:00:18Z" }' > refill.csv
$ ratereplay replay refill.csv -l token-bucket:rate=5/s,burst=40
refill.csv: 80 events in 8 s
  2025-01-01T00:00:10Z to 2025-01-01T00:00:18Z

                                      busiest                                     longest  state
limiter       passed  dropped  share      1 s  from                  promise  retry after  bytes
token-bucket      80        0  0.0 %       40  2025-01-01T00:00:10Z       44            -     16
$ sed 's/18Z/17.999999999Z/' refill.csv > refill_1ns.csv
$ ratereplay replay refill_1ns.csv -l token-bucket:rate=5/s,burst=40
refill_1ns.csv: 80 events in 7.999999999 s
  2025-01-01T00:00:10Z to 2025-01-01T00:00:17.999999999Z

                                      busiest                                     longest  state
limiter       passed  dropped  share      1 s  from                  promise  retry after  bytes
token-bucket      79        1  1.3 %       40  2025-01-01T00:00:10Z       44         1 ns     16

token-bucket: first drop 2025-01-01T00:00:17.999999999Z, longest run of drops 1

drops of      days  episodes  the worst  within  from
token-bucket     1         1     1 of 1     0 s  2025-01-01T00:00:17.999999999Z

# One request of three units through a shaper: it leaves whole, when its last unit may.

$ printf 'time,cost\n2025-01-01T00:00:00Z,3\n' | ratereplay replay - --cost cost -l leaky-queue:rate=1/s,queue=4 | tail -4
leaky-queue: departures wait at most 2 s
  mean 2 s, p50 2 s, p99 2 s
  its busiest window is of departures; it admitted 1 event in the busiest 1 s,
  a cost of 3 in the costliest (promise 5)

# From 2^23 s on a double cannot tell a nanosecond from the next: a table of CSV has the exact text.

$ printf 'time\n0\n8388608.000000001\n' | ratereplay inspect - --time-unit s --format csv --quiet | tr , '\n' | grep 8388608
8388608.000000001
8388608.000000001
8388608.000000001
8388608.000000001
8388608.000000001
