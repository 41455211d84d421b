# Mistakes that tools of this kind have made, one input each, with the right answer.
needs ../shared/faults/inputs

# F002: Seconds in a double make 6 / 5 and a bucket of 2 of it: 11 / 0 and exactly 1.

$ ratereplay replay ../shared/faults/inputs/F002.csv -l token-bucket:rate=10/s,burst=1 -l gcra:rate=10/s,burst=1 -l leaky-bucket:rate=10/s,burst=1 -l sliding-log:limit=1,window=100ms
../shared/faults/inputs/F002.csv: 11 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                      busiest                                     longest  state
limiter       passed  dropped  share   window  from                  promise  retry after  bytes
token-bucket      11        0  0.0 %       10  2025-07-29T23:24:52Z       10            -     16
gcra              11        0  0.0 %       10  2025-07-29T23:24:52Z       10            -      8
leaky-bucket      11        0  0.0 %       10  2025-07-29T23:24:52Z       10            -     16
sliding-log       11        0  0.0 %        1  2025-07-29T23:24:52Z        1            -     56

token-bucket: busiest window of 1 s
gcra: busiest window of 1 s
leaky-bucket: busiest window of 1 s
sliding-log: busiest window of 100 ms
$ ratereplay size ../shared/faults/inputs/F002.csv --rate 10/s
../shared/faults/inputs/F002.csv: 11 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                       forced by
rate  bucket  exactly     events  within  from
10/s       1  1                1     0 s  2025-07-29T23:24:52Z

10/s: stamps have 100 ms resolution, so the true value is at least 1 and less than 2
  a bucket of 2 is safe whatever the true times

# F003: An interval cut to 333,333,333 ns passes all four: pass, drop, pass, drop.

$ ratereplay replay ../shared/faults/inputs/F003.csv -l token-bucket:rate=3/s,burst=1 -l gcra:rate=3/s,burst=1 -l leaky-bucket:rate=3/s,burst=1
../shared/faults/inputs/F003.csv: 4 events in 999.999999 ms
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52.999999999Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket       2        2  50.0 %        2  2025-07-29T23:24:52Z        3         1 ns     16
gcra               2        2  50.0 %        2  2025-07-29T23:24:52Z        3         1 ns      8
leaky-bucket       2        2  50.0 %        2  2025-07-29T23:24:52Z        3         1 ns     16

token-bucket: first drop 2025-07-29T23:24:52.333333333Z, longest run of drops 1
gcra: first drop 2025-07-29T23:24:52.333333333Z, longest run of drops 1
leaky-bucket: first drop 2025-07-29T23:24:52.333333333Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         2     1 of 2     0 s  2025-07-29T23:24:52.333333333Z
                             1 of 2     0 s  2025-07-29T23:24:52.999999999Z

# F005: A wait that overflows int64: 1 / 2, retry after 9999999999 s.

$ ratereplay replay ../shared/faults/inputs/F005.csv -l token-bucket:rate=1/10000000000s,burst=1 -l gcra:rate=1/10000000000s,burst=1 -l leaky-bucket:rate=1/10000000000s,burst=1
../shared/faults/inputs/F005.csv: 3 events in 2 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:54Z

                                            busiest                                       longest  state
limiter       passed  dropped   share  10000000000s  from                  promise    retry after  bytes
token-bucket       1        2  66.7 %             1  2025-07-29T23:24:52Z        1  115740 d 18 h     32
gcra               1        2  66.7 %             1  2025-07-29T23:24:52Z        1  115740 d 18 h     16
leaky-bucket       1        2  66.7 %             1  2025-07-29T23:24:52Z        1  115740 d 18 h     32

token-bucket: first drop 2025-07-29T23:24:53Z, longest run of drops 2
gcra: first drop 2025-07-29T23:24:53Z, longest run of drops 2
leaky-bucket: first drop 2025-07-29T23:24:53Z, longest run of drops 2

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     2 of 2     1 s  2025-07-29T23:24:53Z
$ ratereplay replay ../shared/faults/inputs/F005.csv -l gcra:rate=1/10000000000s,burst=1 --format json | grep retry_after_max_s
      "retry_after_max_s": 9999999999,
      "retry_after_max_s_exact": "9999999999",

# F006: burst times interval overflows: 3 / 0.

$ ratereplay replay ../shared/faults/inputs/F006.csv -l token-bucket:rate=1/d,burst=1000000 -l gcra:rate=1/d,burst=1000000 -l leaky-bucket:rate=1/d,burst=1000000
../shared/faults/inputs/F006.csv: 3 events in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

                                      busiest                                       longest  state
limiter       passed  dropped  share      1 d  from                    promise  retry after  bytes
token-bucket       3        0  0.0 %        3  2025-07-29T23:24:52Z  1,000,000            -     32
gcra               3        0  0.0 %        3  2025-07-29T23:24:52Z  1,000,000            -     16
leaky-bucket       3        0  0.0 %        3  2025-07-29T23:24:52Z  1,000,000            -     32

# F008: The difference of two times overflows: 2 / 0, span 325 years.

$ ratereplay replay ../shared/faults/inputs/F008.csv -l token-bucket:rate=1/s,burst=1 -l gcra:rate=1/s,burst=1 -l leaky-bucket:rate=1/s,burst=1
../shared/faults/inputs/F008.csv: 2 events in 118704 d
  1700-01-01T00:00:00Z to 2025-01-01T00:00:00Z

                                      busiest                                     longest  state
limiter       passed  dropped  share      1 s  from                  promise  retry after  bytes
token-bucket       2        0  0.0 %        1  1700-01-01T00:00:00Z        1            -     16
gcra               2        0  0.0 %        1  1700-01-01T00:00:00Z        1            -     16
leaky-bucket       2        0  0.0 %        1  1700-01-01T00:00:00Z        1            -     16
$ ratereplay inspect ../shared/faults/inputs/F008.csv
../shared/faults/inputs/F008.csv: 2 events in 118704 d
  1700-01-01T00:00:00Z to 2025-01-01T00:00:00Z

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  1 s
mean rate   one every 118704 d
ties        0 events at the same instant as the one before
gaps        min 118704 d, p50 118704 d
            p99 118704 d, max 118704 d

busiest  events  from
1 s           1  1700-01-01T00:00:00Z
1 min         1  1700-01-01T00:00:00Z
1 h           1  1700-01-01T00:00:00Z
1 d           1  1700-01-01T00:00:00Z

# F010: burst and burst + 1: 3 / 2, 4 / 1, 1 / 4, 1 / 4.

$ ratereplay replay ../shared/faults/inputs/F010.csv -l token-bucket:rate=1/s,burst=3 -l gcra:rate=1/s,burst=3 -l leaky-bucket:rate=1/s,burst=3 -l leaky-queue:rate=1/s,queue=3 -l leaky-queue:rate=1/s,queue=0 -l pacer:rate=1/s
../shared/faults/inputs/F010.csv: 5 events in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket       3        2  40.0 %        3  2025-07-29T23:24:52Z        3          1 s     16
gcra               3        2  40.0 %        3  2025-07-29T23:24:52Z        3          1 s      8
leaky-bucket       3        2  40.0 %        3  2025-07-29T23:24:52Z        3          1 s     16
leaky-queue:rate=1/s,queue=3
                   4        1  20.0 %        1  2025-07-29T23:24:52Z        1          1 s      8
leaky-queue:rate=1/s,queue=0
                   1        4  80.0 %        1  2025-07-29T23:24:52Z        1          1 s      8
pacer              1        4  80.0 %        1  2025-07-29T23:24:52Z        1          1 s      8

leaky-queue:rate=1/s,queue=3: departures wait at most 3 s
  mean 1.5 s, p50 1 s, p99 3 s
  its busiest window is of departures; it admitted 4 in the busiest 1 s (promise 4)
leaky-queue:rate=1/s,queue=0: departures wait at most 0 s
  mean 0 s, p50 0 s, p99 0 s
  its busiest window is of departures; it admitted 1 in the busiest 1 s (promise 1)

token-bucket: first drop 2025-07-29T23:24:52Z, longest run of drops 2
gcra: first drop 2025-07-29T23:24:52Z, longest run of drops 2
leaky-bucket: first drop 2025-07-29T23:24:52Z, longest run of drops 2
leaky-queue:rate=1/s,queue=3: first drop 2025-07-29T23:24:52Z, longest run of drops 1
leaky-queue:rate=1/s,queue=0: first drop 2025-07-29T23:24:52Z, longest run of drops 4
pacer: first drop 2025-07-29T23:24:52Z, longest run of drops 4

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     2 of 2     0 s  2025-07-29T23:24:52Z
leaky-queue:rate=1/s,queue=3
             1         1     1 of 1     0 s  2025-07-29T23:24:52Z
leaky-queue:rate=1/s,queue=0
             1         1     4 of 4     0 s  2025-07-29T23:24:52Z
pacer        1         1     4 of 4     0 s  2025-07-29T23:24:52Z

# F011: An oversize cost slips through or drains the bucket: 2 / 2, one of them never.

$ ratereplay replay ../shared/faults/inputs/F011.csv --cost cost -l token-bucket:rate=1/s,burst=3 -l gcra:rate=1/s,burst=3 -l leaky-bucket:rate=1/s,burst=3 -l sliding-log:limit=3,window=1s
../shared/faults/inputs/F011.csv: 4 events of cost 11 in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

                                       busiest                            longest  state
limiter       passed  dropped   share      1 s  from                  retry after  bytes
token-bucket       2        2  50.0 %        2  2025-07-29T23:24:52Z          1 s     16
gcra               2        2  50.0 %        2  2025-07-29T23:24:52Z          1 s      8
leaky-bucket       2        2  50.0 %        2  2025-07-29T23:24:52Z          1 s     16
sliding-log        2        2  50.0 %        2  2025-07-29T23:24:52Z          1 s     80

                                       busiest
cost          passed  dropped   share      1 s  from                  promise
token-bucket       3        8  72.7 %        3  2025-07-29T23:24:52Z        3
gcra               3        8  72.7 %        3  2025-07-29T23:24:52Z        3
leaky-bucket       3        8  72.7 %        3  2025-07-29T23:24:52Z        3
sliding-log        3        8  72.7 %        3  2025-07-29T23:24:52Z        3

every limiter here: 1 event can never pass, costing more than the limit or burst

token-bucket: first drop 2025-07-29T23:24:52Z, longest run of drops 1
gcra: first drop 2025-07-29T23:24:52Z, longest run of drops 1
leaky-bucket: first drop 2025-07-29T23:24:52Z, longest run of drops 1
sliding-log: first drop 2025-07-29T23:24:52Z, longest run of drops 1

drops of     days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
                1         2     1 of 2     0 s  2025-07-29T23:24:52Z
                                1 of 2     0 s  2025-07-29T23:24:52Z
sliding-log     1         2     1 of 2     0 s  2025-07-29T23:24:52Z
                                1 of 2     0 s  2025-07-29T23:24:52Z

# F014: Time that goes back mints tokens: 4 / 1 sorted, 2 / 3 in file order, line 3 refused.

$ ratereplay replay ../shared/faults/inputs/F014.csv -l token-bucket:rate=1/s,burst=2 -l gcra:rate=1/s,burst=2 -l leaky-bucket:rate=1/s,burst=2
../shared/faults/inputs/F014.csv: 5 events in 2 s
  2025-07-29T23:25:00Z to 2025-07-29T23:25:02Z
  2 rows out of time order, sorted

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket       4        1  20.0 %        2  2025-07-29T23:25:00Z        2          1 s     16
gcra               4        1  20.0 %        2  2025-07-29T23:25:00Z        2          1 s      8
leaky-bucket       4        1  20.0 %        2  2025-07-29T23:25:00Z        2          1 s     16

token-bucket: first drop 2025-07-29T23:25:02Z, longest run of drops 1
gcra: first drop 2025-07-29T23:25:02Z, longest run of drops 1
leaky-bucket: first drop 2025-07-29T23:25:02Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     1 of 1     0 s  2025-07-29T23:25:02Z
$ ratereplay replay ../shared/faults/inputs/F014.csv --order file -l token-bucket:rate=1/s,burst=2 -l gcra:rate=1/s,burst=2 -l leaky-bucket:rate=1/s,burst=2
../shared/faults/inputs/F014.csv: 5 events in 0 s
  2025-07-29T23:25:02Z to 2025-07-29T23:25:02Z
  2 rows out of time order, kept in file order, time held at its running maximum

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket       2        3  60.0 %        2  2025-07-29T23:25:02Z        2          1 s     16
gcra               2        3  60.0 %        2  2025-07-29T23:25:02Z        2          1 s      8
leaky-bucket       2        3  60.0 %        2  2025-07-29T23:25:02Z        2          1 s     16

token-bucket: first drop 2025-07-29T23:25:02Z, longest run of drops 3
gcra: first drop 2025-07-29T23:25:02Z, longest run of drops 3
leaky-bucket: first drop 2025-07-29T23:25:02Z, longest run of drops 3

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     3 of 3     0 s  2025-07-29T23:25:02Z
$ ratereplay replay ../shared/faults/inputs/F014.csv --order strict -l token-bucket:rate=1/s,burst=2 -l gcra:rate=1/s,burst=2 -l leaky-bucket:rate=1/s,burst=2
! ratereplay: ../shared/faults/inputs/F014.csv:3: column 'time': 2025-07-29T23:25:00Z is before 2025-07-29T23:25:02Z of the row above; sort the file or use --order sort
[exit 2]

# F015: Division truncates toward zero before 1970: 2 / 0.

$ ratereplay replay ../shared/faults/inputs/F015.csv -l fixed-window:limit=1,window=60s
../shared/faults/inputs/F015.csv: 2 events in 1 min
  1969-12-31T23:59:30Z to 1970-01-01T00:00:30Z

                                      busiest                                     longest  state
limiter       passed  dropped  share    1 min  from                  promise  retry after  bytes
fixed-window       2        0  0.0 %        1  1969-12-31T23:59:30Z        2            -     16

# F016: 10 / 0 busiest 10, 5 / 5, 5 / 5, 6 / 4, 5 / 5.

$ ratereplay replay ../shared/faults/inputs/F016.csv -l fixed-window:limit=5,window=60s -l fixed-window:limit=5,window=60s,anchor=first -l sliding-log:limit=5,window=60s -l sliding-counter:limit=5,window=60s -l sliding-counter:limit=5,window=60s,rounding=exact
../shared/faults/inputs/F016.csv: 10 events in 900 ms
  2025-07-29T23:24:59.6Z to 2025-07-29T23:25:00.5Z

                                      busiest                                       longest  state
limiter      passed  dropped   share    1 min  from                    promise  retry after  bytes
fixed-window:limit=5,window=1m
                 10        0   0.0 %       10  2025-07-29T23:24:59.6Z       10            -     16
fixed-window:limit=5,window=1m,anchor=first
                  5        5  50.0 %        5  2025-07-29T23:24:59.6Z        9       59.5 s     16
sliding-log       5        5  50.0 %        5  2025-07-29T23:24:59.6Z        5       59.5 s     88
sliding-counter:limit=5,window=1m
                  6        4  40.0 %        6  2025-07-29T23:24:59.6Z       10     11.801 s     24
sliding-counter:limit=5,window=1m,rounding=exact
                  5        5  50.0 %        5  2025-07-29T23:24:59.6Z        9       11.9 s     24

fixed-window:limit=5,window=1m,anchor=first: first drop 2025-07-29T23:25:00.1Z, longest run of drops 5
sliding-log: first drop 2025-07-29T23:25:00.1Z, longest run of drops 5
sliding-counter:limit=5,window=1m: first drop 2025-07-29T23:25:00.2Z, longest run of drops 4
sliding-counter:limit=5,window=1m,rounding=exact: first drop 2025-07-29T23:25:00.1Z, longest run of drops 5

drops of     days  episodes  the worst  within  from
fixed-window:limit=5,window=1m,anchor=first
                1         1     5 of 5  400 ms  2025-07-29T23:25:00.1Z
sliding-log     1         1     5 of 5  400 ms  2025-07-29T23:25:00.1Z
sliding-counter:limit=5,window=1m
                1         1     4 of 4  300 ms  2025-07-29T23:25:00.2Z
sliding-counter:limit=5,window=1m,rounding=exact
                1         1     5 of 5  400 ms  2025-07-29T23:25:00.1Z

# F019: 2 / 0, and 1 / 1 without the floor.

$ ratereplay replay ../shared/faults/inputs/F019.csv -l sliding-counter:limit=1,window=10s -l sliding-counter:limit=1,window=10s,rounding=exact
../shared/faults/inputs/F019.csv: 2 events in 9 s
  1970-01-01T00:00:05Z to 1970-01-01T00:00:14Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                  busiest                                     longest  state
limiter  passed  dropped   share     10 s  from                  promise  retry after  bytes
sliding-counter:limit=1,window=10s
              2        0   0.0 %        2  1970-01-01T00:00:05Z        2            -     24
sliding-counter:limit=1,window=10s,rounding=exact
              1        1  50.0 %        1  1970-01-01T00:00:05Z        1          6 s     24

sliding-counter:limit=1,window=10s,rounding=exact: first drop 1970-01-01T00:00:14Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
sliding-counter:limit=1,window=10s,rounding=exact
             1         1     1 of 1     0 s  1970-01-01T00:00:14Z

# F024: Arrivals and departures in one number: 4 / 3, admitted 3, departed 1.

$ ratereplay replay ../shared/faults/inputs/F024.csv -l leaky-queue:rate=1/s,queue=2 --window 1s
../shared/faults/inputs/F024.csv: 7 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

                                      busiest                                     longest  state
limiter      passed  dropped   share      1 s  from                  promise  retry after  bytes
leaky-queue       4        3  42.9 %        1  2025-07-29T23:24:52Z        1          1 s      8

leaky-queue: departures wait at most 2 s
  mean 1.25 s, p50 1 s, p99 2 s
  its busiest window is of departures; it admitted 3 in the busiest 1 s (promise 3)

leaky-queue: first drop 2025-07-29T23:24:52Z, longest run of drops 3

drops of     days  episodes  the worst  within  from
leaky-queue     1         1     3 of 3  500 ms  2025-07-29T23:24:52Z

# F026: A newest-first file replayed as it stands gives 1 / 3: 3 / 1, busiest 1, bucket 2.

$ ratereplay replay ../shared/faults/inputs/F026.csv -l token-bucket:rate=1/min,burst=1 -l gcra:rate=1/min,burst=1 -l leaky-bucket:rate=1/min,burst=1
../shared/faults/inputs/F026.csv: 4 events in 5 min 7.5 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:30:00Z
  3 rows out of time order, sorted

                                       busiest                                       longest  state
limiter       passed  dropped   share    1 min  from                    promise  retry after  bytes
token-bucket       3        1  25.0 %        1  2025-07-29T23:24:52.5Z        1         30 s     16
gcra               3        1  25.0 %        1  2025-07-29T23:24:52.5Z        1         30 s      8
leaky-bucket       3        1  25.0 %        1  2025-07-29T23:24:52.5Z        1         30 s     16

token-bucket: first drop 2025-07-29T23:29:30Z, longest run of drops 1
gcra: first drop 2025-07-29T23:29:30Z, longest run of drops 1
leaky-bucket: first drop 2025-07-29T23:29:30Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     1 of 1     0 s  2025-07-29T23:29:30Z
$ ratereplay size ../shared/faults/inputs/F026.csv --rate 1/min
../shared/faults/inputs/F026.csv: 4 events in 5 min 7.5 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:30:00Z
  3 rows out of time order, sorted

                        forced by
rate   bucket  exactly     events  within  from
1/min       2  2                3   1 min  2025-07-29T23:29:00Z

1/min: stamps have 100 ms resolution, so the true value lies strictly between 1.998333 and 2.001667
  a bucket of 3 is safe whatever the true times

# F027: Commas and doubled quotes in quotes: 2 events.

$ ratereplay inspect ../shared/faults/inputs/F027.csv
../shared/faults/inputs/F027.csv: 2 events in 1 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:25:52.5Z

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  100 ms
mean rate   1 per minute
ties        0 events at the same instant as the one before
gaps        min 1 min, p50 1 min
            p99 1 min, max 1 min

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           2  2025-07-29T23:24:52.5Z
1 d           2  2025-07-29T23:24:52.5Z

# F028: A line break in quotes: 2 events.

$ ratereplay inspect ../shared/faults/inputs/F028.csv
../shared/faults/inputs/F028.csv: 2 events in 1 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:25:52.5Z

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  100 ms
mean rate   1 per minute
ties        0 events at the same instant as the one before
gaps        min 1 min, p50 1 min
            p99 1 min, max 1 min

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           2  2025-07-29T23:24:52.5Z
1 d           2  2025-07-29T23:24:52.5Z

# F030: An empty cell is not 0: 2 kept, 1 below, 1 without mag; 4 without the filter.

$ ratereplay inspect ../shared/faults/inputs/F030.csv --where 'mag>=0'
../shared/faults/inputs/F030.csv: 2 events in 1 s
  2025-07-29T23:24:54.5Z to 2025-07-29T23:24:55.5Z
  2 of 4 rows left out by --where, --from or --to
  1 row without mag

input       csv, time in 'time' (ISO 8601)
rows        4 read, 2 kept, 2 filtered
resolution  100 ms
mean rate   1 per second
ties        0 events at the same instant as the one before
gaps        min 1 s, p50 1 s
            p99 1 s, max 1 s

busiest  events  from
1 s           1  2025-07-29T23:24:54.5Z
1 min         2  2025-07-29T23:24:54.5Z
1 h           2  2025-07-29T23:24:54.5Z
1 d           2  2025-07-29T23:24:54.5Z
$ ratereplay inspect ../shared/faults/inputs/F030.csv
../shared/faults/inputs/F030.csv: 4 events in 3 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:24:55.5Z

input       csv, time in 'time' (ISO 8601)
rows        4 read, 4 kept
resolution  100 ms
mean rate   1 per second
ties        0 events at the same instant as the one before
gaps        min 1 s, p50 1 s
            p99 1 s, max 1 s

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         4  2025-07-29T23:24:52.5Z
1 h           4  2025-07-29T23:24:52.5Z
1 d           4  2025-07-29T23:24:52.5Z

# F032: CRLF and a blank last line, a comma after data rows, a last cell that is missing.

$ ratereplay inspect ../shared/faults/inputs/F032.csv
../shared/faults/inputs/F032.csv: 2 events in 1 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:25:52.5Z
  1 blank line

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  100 ms
mean rate   1 per minute
ties        0 events at the same instant as the one before
gaps        min 1 min, p50 1 min
            p99 1 min, max 1 min

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           2  2025-07-29T23:24:52.5Z
1 d           2  2025-07-29T23:24:52.5Z
$ ratereplay inspect ../shared/faults/inputs/F032b.csv
../shared/faults/inputs/F032b.csv: 2 events in 1 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:25:52.5Z
  2 rows with more cells than the header

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  100 ms
mean rate   1 per minute
ties        0 events at the same instant as the one before
gaps        min 1 min, p50 1 min
            p99 1 min, max 1 min

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           2  2025-07-29T23:24:52.5Z
1 d           2  2025-07-29T23:24:52.5Z
$ ratereplay inspect ../shared/faults/inputs/F032c.csv
../shared/faults/inputs/F032c.csv: 2 events in 1 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:25:52.5Z
  1 row with fewer cells than the header

input       csv, time in 'time' (ISO 8601)
rows        2 read, 2 kept
resolution  100 ms
mean rate   1 per minute
ties        0 events at the same instant as the one before
gaps        min 1 min, p50 1 min
            p99 1 min, max 1 min

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           2  2025-07-29T23:24:52.5Z
1 d           2  2025-07-29T23:24:52.5Z
$ ratereplay inspect ../shared/faults/inputs/F032c.csv --where 'mag>=0'
../shared/faults/inputs/F032c.csv: 1 event in 0 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:24:52.5Z
  1 of 2 rows left out by --where, --from or --to
  1 row without mag
  1 row with fewer cells than the header

input       csv, time in 'time' (ISO 8601)
rows        2 read, 1 kept, 1 filtered
resolution  100 ms
ties        0 events at the same instant as the one before

busiest  events  from
1 s           1  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z
1 h           1  2025-07-29T23:24:52.5Z
1 d           1  2025-07-29T23:24:52.5Z

# F035: A row of another style: line 8; 6 events at one instant, bucket 6.

$ ratereplay size ../shared/faults/inputs/F035.csv --rate 1/s
! ratereplay: ../shared/faults/inputs/F035.csv:8: column 'time': the file's times are ISO 8601, this one is access log: '[29/Jul/2025:23:24:52 +0000]'; write all in one style
[exit 2]
$ ratereplay size ../shared/faults/inputs/F035.csv --rate 1/s --bad-rows skip
../shared/faults/inputs/F035.csv: 6 events in 0 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:24:52.5Z
  1 time without an offset, read as UTC
  1 bad row skipped: time in another style
  line 8: column 'time': the file's times are ISO 8601, this one is access log: '[29/Jul/2025:23:24:52 +0000]'

                       forced by
rate  bucket  exactly     events  within  from
1/s        6  6                6     0 s  2025-07-29T23:24:52.5Z

1/s: stamps have 100 ms resolution, so the true value lies strictly between 5.9 and 6.1
  a bucket of 7 is safe whatever the true times

# F036: ms guessed and said, 2 / 1; a unit that changes within the file: line 3.

$ ratereplay replay ../shared/faults/inputs/F036.csv -l token-bucket:rate=1/s,burst=1 -l gcra:rate=1/s,burst=1 -l leaky-bucket:rate=1/s,burst=1
../shared/faults/inputs/F036.csv: 3 events in 1 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:24:53.5Z
  times read as epoch milliseconds, judged by the first; --time-unit overrides

                                       busiest                                       longest  state
limiter       passed  dropped   share      1 s  from                    promise  retry after  bytes
token-bucket       2        1  33.3 %        1  2025-07-29T23:24:52.5Z        1       900 ms     16
gcra               2        1  33.3 %        1  2025-07-29T23:24:52.5Z        1       900 ms      8
leaky-bucket       2        1  33.3 %        1  2025-07-29T23:24:52.5Z        1       900 ms     16

token-bucket: first drop 2025-07-29T23:24:52.6Z, longest run of drops 1
gcra: first drop 2025-07-29T23:24:52.6Z, longest run of drops 1
leaky-bucket: first drop 2025-07-29T23:24:52.6Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
token-bucket, gcra, leaky-bucket
             1         1     1 of 1     0 s  2025-07-29T23:24:52.6Z
$ ratereplay inspect ../shared/faults/inputs/F036b.csv
! ratereplay: ../shared/faults/inputs/F036b.csv:3: column 'time': the file's times are epoch seconds, this one has the size of epoch milliseconds: '1753831492500'; if all have one unit, say which: --time-unit s|ms|us|ns
[exit 2]

# F039: Fractions of every length: 6 events in 23:24:59, one with digits cut.

$ ratereplay inspect ../shared/faults/inputs/F039.csv
../shared/faults/inputs/F039.csv: 6 events in 949.999999 ms
  2025-07-29T23:24:59.05Z to 2025-07-29T23:24:59.999999999Z
  2 rows out of time order, sorted
  1 time with digits beyond the nanosecond, cut

input       csv, time in 'time' (ISO 8601)
rows        6 read, 6 kept
resolution  1 ns
mean rate   5.263 per second
ties        1 event at the same instant as the one before
gaps        min 0 s, p50 126.543211 ms
            p99 499.999999 ms, max 499.999999 ms

busiest  events  from
1 s           6  2025-07-29T23:24:59.05Z
1 min         6  2025-07-29T23:24:59.05Z
1 h           6  2025-07-29T23:24:59.05Z
1 d           6  2025-07-29T23:24:59.05Z

# F041: The offset of a log counts, in every locale: 1 / 3.

$ ratereplay replay ../shared/faults/inputs/F041.csv -l fixed-window:limit=1,window=1s
../shared/faults/inputs/F041.csv: 4 events in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
fixed-window       1        3  75.0 %        1  2025-07-29T23:24:52Z        2          1 s     16

fixed-window: first drop 2025-07-29T23:24:52Z, longest run of drops 3

drops of      days  episodes  the worst  within  from
fixed-window     1         1     3 of 3     0 s  2025-07-29T23:24:52Z
$ LC_ALL=de_DE.UTF-8 ratereplay replay ../shared/faults/inputs/F041.csv -l fixed-window:limit=1,window=1s
../shared/faults/inputs/F041.csv: 4 events in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

                                       busiest                                     longest  state
limiter       passed  dropped   share      1 s  from                  promise  retry after  bytes
fixed-window       1        3  75.0 %        1  2025-07-29T23:24:52Z        2          1 s     16

fixed-window: first drop 2025-07-29T23:24:52Z, longest run of drops 3

drops of      days  episodes  the worst  within  from
fixed-window     1         1     3 of 3     0 s  2025-07-29T23:24:52Z

# F043: Duplicate ids: bucket 1, and 2 with them.

$ ratereplay size ../shared/faults/inputs/F043.csv --rate 1/s --dedupe id
../shared/faults/inputs/F043.csv: 3 events in 2 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:26:52.5Z
  2 rows out of time order, sorted
  1 duplicate id

                       forced by
rate  bucket  exactly     events  within  from
1/s        1  1                1     0 s  2025-07-29T23:24:52.5Z

1/s: stamps have 100 ms resolution, so the true value is at least 1 and less than 1.1
  a bucket of 2 is safe whatever the true times
$ ratereplay size ../shared/faults/inputs/F043.csv --rate 1/s
../shared/faults/inputs/F043.csv: 4 events in 2 min
  2025-07-29T23:24:52.5Z to 2025-07-29T23:26:52.5Z
  2 rows out of time order, sorted

                       forced by
rate  bucket  exactly     events  within  from
1/s        2  2                2     0 s  2025-07-29T23:25:52.5Z

1/s: stamps have 100 ms resolution, so the true value lies strictly between 1.9 and 2.1
  a bucket of 3 is safe whatever the true times

# F046: The peak count is not the bucket: 5; 4 / 2, 5 / 1, 6 / 0.

$ ratereplay size ../shared/faults/inputs/F046.csv --rate 1/s
../shared/faults/inputs/F046.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

                       forced by
rate  bucket  exactly     events  within  from
1/s        5  5                6     1 s  2025-07-29T23:24:52Z

1/s: stamps have 1 s resolution, so the true value lies strictly between 4 and 6
  a bucket of 6 is safe whatever the true times
$ ratereplay replay ../shared/faults/inputs/F046.csv -l token-bucket:rate=1/s,burst=3 -l token-bucket:rate=1/s,burst=4 -l token-bucket:rate=1/s,burst=5
../shared/faults/inputs/F046.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

                                  busiest                                     longest  state
limiter  passed  dropped   share      1 s  from                  promise  retry after  bytes
token-bucket:rate=1/s,burst=3
              4        2  33.3 %        3  2025-07-29T23:24:52Z        3          1 s     16
token-bucket:rate=1/s,burst=4
              5        1  16.7 %        3  2025-07-29T23:24:52Z        4          1 s     16
token-bucket:rate=1/s,burst=5
              6        0   0.0 %        3  2025-07-29T23:24:52Z        5            -     16

token-bucket:rate=1/s,burst=3: first drop 2025-07-29T23:24:53Z, longest run of drops 2
token-bucket:rate=1/s,burst=4: first drop 2025-07-29T23:24:53Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
token-bucket:rate=1/s,burst=3
             1         1     2 of 2     0 s  2025-07-29T23:24:53Z
token-bucket:rate=1/s,burst=4
             1         1     1 of 1     0 s  2025-07-29T23:24:53Z
$ ratereplay curve ../shared/faults/inputs/F049.csv
../shared/faults/inputs/F049.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

2 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                     forced by
rate  per second  bucket  unrounded     events  within  from
0     0                6  6                  6     1 s  2025-07-29T23:24:52Z
3/s   3                3  3                  3     0 s  2025-07-29T23:24:52Z

stamps have 1 s resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 s, and more than this one - rate * 1 s, but at least 1,
the largest cost of one event

# F049: Stamps of whole seconds: 5, the true value between 4 and 6.

$ ratereplay size ../shared/faults/inputs/F049.csv --rate 1/s
../shared/faults/inputs/F049.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

                       forced by
rate  bucket  exactly     events  within  from
1/s        5  5                6     1 s  2025-07-29T23:24:52Z

1/s: stamps have 1 s resolution, so the true value lies strictly between 4 and 6
  a bucket of 6 is safe whatever the true times
$ ratereplay size ../shared/faults/inputs/F049.csv --burst 5 --burst 3
../shared/faults/inputs/F049.csv: 6 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z

                            forced by
burst  least rate  exactly     events  within  from
5      1/s         1/s              6     1 s  2025-07-29T23:24:52Z
3      3/s         3/s              6     1 s  2025-07-29T23:24:52Z

5: stamps have 1 s resolution, so the true least rate is more than 0.5/s; no upper bound follows from the curve
3: stamps have 1 s resolution, so the true least rate is more than 1.5/s; no upper bound follows from the curve

# F051: A grid of bursts: drops 3, 2, 1, 0.

$ ratereplay sweep ../shared/faults/inputs/F051.csv --rate 1/10s --burst 1..4
../shared/faults/inputs/F051.csv: 10 events in 1 min
  2025-07-29T23:24:52Z to 2025-07-29T23:25:52Z

token-bucket

rate   burst  passed  dropped   share
1/10s      1       7        3  30.0 %
1/10s      2       8        2  20.0 %
1/10s      3       9        1  10.0 %
1/10s      4      10        0   0.0 %

rate 1/10s: burst 4 is the least here that drops nothing

# F051b: With costs a larger bucket may drop more: 1, 2, 1, 0.

$ ratereplay sweep ../shared/faults/inputs/F051b.csv --rate 1/s --burst 2..5 --cost cost
../shared/faults/inputs/F051b.csv: 3 events of cost 5 in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

token-bucket

                                         cost
rate  burst  passed  dropped   share  dropped   share
1/s       2       2        1  33.3 %        3  60.0 %
1/s       3       1        2  66.7 %        2  40.0 %
1/s       4       2        1  33.3 %        1  20.0 %
1/s       5       3        0   0.0 %        0   0.0 %

rate 1/s: burst 5 is the least here that drops nothing

# F051b again: no bisection on a loss target where costs are.

$ ratereplay size ../shared/faults/inputs/F051b.csv --rate 1/s --cost cost --allow-drops 1
../shared/faults/inputs/F051b.csv: 3 events of cost 5 in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z

at most 1 of 3 events may be dropped

                                 loses
rate  bucket  dropped   share  nothing
1/s        2        1  33.3 %        5

with costs, a larger bucket can drop more events
1/s: every whole bucket was tried; 1 of the larger ones drops more than is allowed
