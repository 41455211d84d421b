# What comes of it when clients that are refused come back.
$ ratereplay generate boundary --burst 3 --window 1m --events 12 -o bursts.csv
! ratereplay: 12 events in 2 min
$ ratereplay retry bursts.csv -l fixed-window:rate=2/m
bursts.csv: 12 events in 1 min 0.001 s
  2025-01-01T00:00:59.999Z to 2025-01-01T00:02:00Z

fixed-window:limit=2,window=1m: at most 10 attempts

                                                attempts          peak     most
policy                 passed    share  failed      each  wasted    1s  waiting
none                        6   50.0 %       6         1       6     6
immediate:100ms             6   50.0 %       6       5.5      60    42
retry-after                12  100.0 %       0       2.5      18    11
backoff:1s,2,1m            12  100.0 %       0      4.67      44     6
client-bucket:2/min,1      12  100.0 %       0      1.83      10     7
queue                      12  100.0 %       0         1       0     6        8

until success                mean    p50         p99         max
none                          0 s    0 s         0 s         0 s
immediate:100ms               0 s    0 s         0 s         0 s
retry-after            1 min 11 s    0 s   3 min 1 s   3 min 1 s
backoff:1s,2,1m        1 min 12 s    0 s   4 min 3 s   4 min 3 s
client-bucket:2/min,1  1 min 18 s    0 s  4 min 31 s  4 min 31 s
queue                  1 min 11 s  1 min       3 min       3 min

queue: 8 events still waiting when the last event came
$ ratereplay retry bursts.csv -l fixed-window:rate=2/m --policy retry-after --jitter full --window 10s
bursts.csv: 12 events in 1 min 0.001 s
  2025-01-01T00:00:59.999Z to 2025-01-01T00:02:00Z

fixed-window:limit=2,window=1m: at most 10 attempts, full jitter, seed 1

                                      attempts          peak
policy       passed    share  failed      each  wasted   10s
retry-after      12  100.0 %       0       2.5      18     7

until success        mean  p50         p99         max
retry-after    1 min 22 s  0 s  4 min 30 s  4 min 30 s
$ ratereplay retry bursts.csv -l leaky-queue:rate=1/30s,queue=5 --policy none --max-wait 1m
bursts.csv: 12 events in 1 min 0.001 s
  2025-01-01T00:00:59.999Z to 2025-01-01T00:02:00Z

leaky-queue:rate=1/30s,queue=5: at most 10 attempts within 1m

                                attempts          peak
policy  passed   share  failed      each  wasted    1s
none         3  25.0 %       9         1       9     6

until success  mean   p50    p99    max
none           30 s  30 s  1 min  1 min
$ ratereplay retry bursts.csv -l fixed-window:rate=2/m --policy backoff --jitter decorrelated --max-attempts 3 --format csv
policy,events,passed,passed_at_once,refused,abandoned,success_share,attempts,attempts_mean,attempts_max,wasted,delay_max_s,delay_mean_s,delay_p50_s,delay_p99_s,peak_count,peak_from,peak_window_s,waiting_most,waiting_at_end
"backoff:1s,2,1m",12,6,6,0,6,0.5,24,2.0,3,18,0,0,0,0,6,2025-01-01T00:00:59.999Z,1,0,0
$ ratereplay retry bursts.csv -l fixed-window:rate=2/m --policy queue --max-wait 2m --format json | sed -n '/"spec"/,$p'
  "spec": "fixed-window:limit=2,window=1m",
  "jitter": "none",
  "max_attempts": 10,
  "max_wait_s": 120,
  "seed": 1,
  "policies": [
    {
      "policy": "queue",
      "events": 12,
      "passed": 10,
      "passed_at_once": 3,
      "refused": 0,
      "abandoned": 2,
      "success_share": 0.8333333333333334,
      "attempts": 12,
      "attempts_mean": 1.0,
      "attempts_max": 1,
      "wasted": 2,
      "delay": {
        "max_s": 120,
        "mean_s": 48.0003,
        "p50_s": 60,
        "p99_s": 120
      },
      "peak": {
        "count": 6,
        "from": "2025-01-01T00:00:59.999Z",
        "window_s": 1
      },
      "waiting_most": 8,
      "waiting_at_end": 8
    }
  ]
}
$ ratereplay generate steady --rate 1/s --events 6 --keys 2 -o keys.csv
! ratereplay: 6 events in 5 s, seed 1
$ ratereplay retry keys.csv --key key -l pacer:rate=1/3s --policy queue --policy retry-after:1s | tail -4
queue            2 s  2 s  4 s  4 s
retry-after:1s   2 s  2 s  4 s  4 s

queue: 3 events still waiting when the last event came
$ printf 'time\n' | ratereplay retry - -l pacer:rate=1/s --policy backoff
standard input: 0 events

pacer:rate=1/s: at most 10 attempts

                                        attempts          peak
policy           passed  share  failed      each  wasted    1s
backoff:1s,2,1m       0      -       0         -       0     0

until success    mean  p50  p99  max
backoff:1s,2,1m     -    -    -    -

# Mistakes.
$ ratereplay retry bursts.csv
! ratereplay: --limiter is required; see 'ratereplay retry --help'
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --policy backof
! ratereplay: --policy: 'backof' is not one of none, immediate, retry-after, backoff, client-bucket, queue; did you mean 'backoff'?
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --policy backoff:1s
! ratereplay: --policy: 'backoff:1s': write backoff:BASE,FACTOR,CAP, or backoff alone
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --jitter half
! ratereplay: --jitter 'half' is not one of none, full, equal, decorrelated
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --policy none --jitter decorrelated
! ratereplay: --jitter: decorrelated is of backoff, not of none; choose another jitter
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --max-attempts 0
! ratereplay: --max-attempts: '0' is not a whole number from 1 to 1,000,000
[exit 2]
$ ratereplay retry bursts.csv -l pacer:rate=1/s --max-wait -1s
! ratereplay: --max-wait: '-1s' is not a duration: it is negative; it must be longer than 0
[exit 2]
$ ratereplay retry keys.csv -l pacer:rate=1/s --key key --key time
! ratereplay: retry takes one --key; give columns with a comma between
[exit 2]
