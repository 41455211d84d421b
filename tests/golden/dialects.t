# What products would have done: each dialect beside the algorithm that it comes close to.

$ printf 'time\n0\n60\n120\n' | ratereplay replay - -l nginx:rate=1r/m
standard input: 3 events in 2 min
  1970-01-01T00:00:00Z to 1970-01-01T00:02:00Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                  busiest                                     longest  state
limiter  passed  dropped   share    1 min  from                  promise  retry after  bytes
nginx         2        1  33.3 %        1  1970-01-01T00:00:00Z        1        2.5 s     16

nginx: departures wait at most 0 s
  mean 0 s, p50 0 s, p99 0 s
  its busiest window is of departures; it admitted 1 in the busiest 1 min (promise 1)

nginx: first drop 1970-01-01T00:01:00Z, longest run of drops 1

drops of  days  episodes  the worst  within  from
nginx        1         1     1 of 1     0 s  1970-01-01T00:01:00Z

$ printf 'time\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n' | ratereplay replay - -l nginx:rate=10r/s,burst=5,nodelay
standard input: 10 events in 0 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                  busiest                                     longest  state
limiter  passed  dropped   share      1 s  from                  promise  retry after  bytes
nginx         6        4  40.0 %        6  1970-01-01T00:00:00Z       16       100 ms     16

nginx: first drop 1970-01-01T00:00:00Z, longest run of drops 4

drops of  days  episodes  the worst  within  from
nginx        1         1     4 of 4     0 s  1970-01-01T00:00:00Z

$ printf 'time\n0\n0.0999\n0.1\n0.1006\n0.2\n' | ratereplay replay - -l nginx:rate=10r/s --decisions - --decisions-format csv --output /dev/null
line,time,key,cost,limiter,passed,status,delay_s,retry_after_s,retry_after,ratelimit_limit,ratelimit_remaining,ratelimit_reset
2,1970-01-01T00:00:00Z,,1,nginx:rate=10r/s,true,200,0,,,1,0,1
3,1970-01-01T00:00:00.0999Z,,1,nginx:rate=10r/s,false,429,,0.0001,1,1,0,1
4,1970-01-01T00:00:00.1Z,,1,nginx:rate=10r/s,true,200,0,,,1,0,1
5,1970-01-01T00:00:00.1006Z,,1,nginx:rate=10r/s,false,429,,0.0994,1,1,0,1
6,1970-01-01T00:00:00.2Z,,1,nginx:rate=10r/s,true,200,0,,,1,0,1

$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --dialects
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z
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

                                           busiest                            only it  only the
dialect                   passed  dropped       1h  promise  ideal             passed     ideal      drift
haproxy:limit=5,period=1h
                              83      106        7       10  sliding-counter        4        32          0
envoy-local:max_tokens=5,fill_interval=12m
                             120       69       10       10  token-bucket          13        13          0
envoy-ratelimit:requests_per_unit=5,unit=hour
                             114       75        9       10  fixed-window           0         0          0
kong-sliding:limit=5,window=1h
                              69      120        5       10  sliding-counter        0        30      -20 %
redis-incr:limit=5,window=1h
                             110       79        9       10  fixed-window           0         0  -<0.001 %
redis-cell:max_burst=4,count=5,period=1h
                             120       69        9       10  gcra                   0         0          0
redis-log:limit=5,window=1h
                             107       82        5       10  sliding-log            0         0          0
upstash-sliding:limit=5,window=1h
                             111       78        7       10  sliding-counter        0         0          0
cloudflare:limit=5,window=1h
                              69      120        5       10  sliding-counter        0        30      -20 %
go-rate:rate=5/h,burst=5     120       69        9        -  token-bucket           0         0  +<0.001 %
governor:rate=5/h            120       69        9        9  gcra                   0         0          0
guava:permits_per_second=1/720,max_burst_seconds=2880
                             120       69        9        -  token-bucket           0         0          0
resilience4j:limit=5,period=1h
                             115       74        9       10  fixed-window          23        18          0
python-limits:limit=5,window=1h
                             110       79        9       15  fixed-window           0         0          0

without nginx: it counts whole requests a second or a minute, and 5/h is neither

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

$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/m --burst 3 --dialects | sed -n '/^dialect/,/^$/p'
dialect                   passed  dropped       1m  promise  ideal             passed     ideal      drift
nginx:rate=5r/m,burst=2,nodelay
                             189        0        3        7  gcra                   0         0     -0.4 %
haproxy:limit=5,period=1m
                             189        0        3       10  sliding-counter        0         0          0
envoy-local:max_tokens=3,fill_interval=12s
                             189        0        3        8  token-bucket           0         0          0
envoy-ratelimit:requests_per_unit=5,unit=minute
                             189        0        3       10  fixed-window           0         0          0
kong-sliding:limit=5,window=1m
                             189        0        3       10  sliding-counter        0         0      -20 %
redis-incr:limit=5,window=1m
                             189        0        3       10  fixed-window           0         0   -0.002 %
redis-cell:max_burst=2,count=5,period=1m
                             189        0        3        8  gcra                   0         0          0
redis-log:limit=5,window=1m
                             189        0        3       10  sliding-log            0         0          0
upstash-sliding:limit=5,window=1m
                             189        0        3       10  sliding-counter        0         0          0
cloudflare:limit=5,window=1m
                             189        0        3       10  sliding-counter        0         0      -20 %
go-rate:rate=5/m,burst=3     189        0        3        -  token-bucket           0         0  -<0.001 %
governor:rate=5/m,burst=3
                             189        0        3        7  gcra                   0         0          0
guava:permits_per_second=1/12,max_burst_seconds=24
                             189        0        3        -  token-bucket           0         0          0
resilience4j:limit=5,period=1m
                             189        0        3       10  fixed-window           0         0          0
python-limits:limit=5,window=1m
                             189        0        3       15  fixed-window           0         0          0
[blank]

# With costs, those alone that know some.

$ printf 'time,tokens\n0,3\n1,4\n2,2\n60,5\n61,1\n' > costs.csv
$ ratereplay compare costs.csv --cost tokens --rate 6/m --dialects | sed -n '/busiest  *only it/,$p'
                                           busiest                   only it  only the
dialect                   passed  dropped       1m  ideal             passed     ideal      drift
envoy-ratelimit:requests_per_unit=6,unit=minute
                               3        2        2  fixed-window           0         1          0
redis-incr:limit=6,window=1m
                               2        3        1  fixed-window           0         2   -0.002 %
redis-cell:max_burst=5,count=6,period=1m
                               4        1        3  gcra                   0         0          0
upstash-sliding:limit=6,window=1m
                               1        4        1  sliding-counter        0         2          0
go-rate:rate=6/m,burst=6       4        1        3  token-bucket           0         0  +<0.001 %
governor:rate=6/m              4        1        3  gcra                   0         0          0
guava:permits_per_second=0.1,max_burst_seconds=50
                               2        3        1  token-bucket           1         1          0
resilience4j:limit=6,period=1m
                               4        1        3  fixed-window           0         0          0
python-limits:limit=6,window=1m
                               3        2        2  fixed-window           0         1          0

without nginx: it counts requests and knows no costs
without haproxy: it counts requests and knows no costs
without envoy-local: it counts requests and knows no costs
without kong-sliding: it counts requests and knows no costs
without redis-log: it counts requests and knows no costs
without cloudflare: it counts requests and knows no costs

drops of         days  episodes  the worst  within  from
fixed-window        1         1     1 of 1     0 s  1970-01-01T00:00:01Z
sliding-log         1         1     2 of 2    59 s  1970-01-01T00:00:01Z
sliding-counter     1         1     2 of 2    59 s  1970-01-01T00:00:01Z
token-bucket, gcra, leaky-bucket
                    1         1     1 of 1     0 s  1970-01-01T00:00:01Z
pacer               1         4     1 of 4     0 s  1970-01-01T00:00:00Z
                                    1 of 4     0 s  1970-01-01T00:00:01Z
                                    1 of 4     0 s  1970-01-01T00:00:02Z
leaky-queue         1         1     1 of 1     0 s  1970-01-01T00:00:01Z
$ ratereplay replay costs.csv --cost tokens -l nginx:rate=6r/m
! ratereplay: limiter 'nginx:rate=6r/m': it counts requests and knows no costs; leave --cost out
[exit 2]

$ ratereplay compare costs.csv --rate 6/m --dialects --format json | sed -n '/"dialects"/,/"drift_exact"/p'
  "dialects": [
    {
      "spec": "nginx:rate=6r/m,burst=5,nodelay",
      "name": "nginx",
      "ideal": "gcra:rate=6/m,burst=6",
      "passed": 5,
      "dropped": 0,
      "passed_cost": 5,
      "dropped_cost": 0,
      "drop_share": 0.0,
      "drop_share_cost": null,
      "busiest": {
        "count": 3,
        "cost": 3,
        "from": "1970-01-01T00:00:00Z",
        "cost_from": "1970-01-01T00:00:00Z",
        "key": null,
        "window_s": 60
      },
      "promise": 12,
      "only_dialect_passed": {
        "events": 0,
        "cost": 0
      },
      "only_ideal_passed": {
        "events": 0,
        "cost": 0
      },
      "first_difference": null,
      "drift": 0.0,
      "drift_exact": "0"
$ ratereplay compare costs.csv --rate 6/h --dialects --format json | sed -n '/"dialects_left_out"/,$p'
  "dialects_left_out": [
    {
      "name": "nginx",
      "why": "it counts whole requests a second or a minute, and 6/h is neither"
    }
  ]
}
$ ratereplay compare costs.csv --rate 6/m --dialects --format csv | wc -l
9
! ratereplay: note: CSV has no place for --dialects; --format json has it
! ratereplay: note: times read as epoch seconds, judged by the first; --time-unit overrides

# Each client has its own.

$ ratereplay compare data/usgs-all-week-2018-02-07.csv --key net --rate 1/m --burst 2 --dialects | sed -n '/only it/,/^$/p'
                                           busiest                            only it  only the
dialect                   passed  dropped       1m  promise  ideal             passed     ideal      drift
nginx:rate=1r/m,burst=1,nodelay
                           1,707        0        2        2  gcra                   0         0       -4 %
haproxy:limit=1,period=1m
                           1,638       69        2        2  sliding-counter        0        31          0
envoy-local:max_tokens=2,fill_interval=1m
                           1,707        0        2        3  token-bucket           0         0          0
envoy-ratelimit:requests_per_unit=1,unit=minute
                           1,669       38        2        2  fixed-window           0         0          0
kong-sliding:limit=1,window=1m
                           1,606      101        1        2  sliding-counter        0         4      -50 %
redis-incr:limit=1,window=1m
                           1,637       70        1        2  fixed-window           0         0   -0.002 %
redis-cell:max_burst=1,count=1,period=1m
                           1,707        0        2        3  gcra                   0         0          0
redis-log:limit=1,window=1m
                           1,637       70        1        2  sliding-log            0         0          0
upstash-sliding:limit=1,window=1m
                           1,669       38        2        2  sliding-counter        0         0          0
cloudflare:limit=1,window=1m
                           1,606      101        1        2  sliding-counter        0         4      -50 %
go-rate:rate=1/m,burst=2   1,707        0        2        -  token-bucket           0         0  -<0.001 %
governor:rate=1/m,burst=2
                           1,707        0        2        2  gcra                   0         0          0
guava:permits_per_second=1/60,max_burst_seconds=60
                           1,707        0        2        -  token-bucket           0         0          0
resilience4j:limit=1,period=1m
                           1,674       33        2        2  fixed-window          39         2          0
python-limits:limit=1,window=1m
                           1,637       70        1        3  fixed-window           0         0          0
[blank]

$ ratereplay sweep costs.csv -l nginx --rate 1/m --burst 1
! ratereplay: limiter 'nginx': a grid is of algorithms, and nginx is a dialect; replay or compare it
[exit 2]
$ ratereplay replay costs.csv -l nginxx:rate=1r/m
! ratereplay: limiter 'nginxx:rate=1r/m': no limiter 'nginxx'; did you mean 'nginx'?
[exit 2]
