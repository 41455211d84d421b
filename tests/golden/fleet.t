# One limit on several instances.
# Three instances that each send a hundred at once.
$ awk 'BEGIN { print "time"; for (i = 0; i < 300; ++i) print "2025-01-01T00:00:00Z" }' >three.csv
$ ratereplay fleet three.csv -l fixed-window:rate=100/s --instances 3
three.csv: 300 events in 0 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:00Z

fixed-window:limit=100,window=1s on 3 instances, round-robin: 100, 100, 100 events
what the limit promises: 200 at most in any half-open 1 s

                     beyond  busiest     over  wrongly  wrongly  store
arrangement  passed  shared       1s  promise  refused   passed  calls
local           300    +200      300      100        0      200      0
divided         100       0      100        0        0        0      0
shared          100       0      100        0        0        0    300
local first     100       0      100        0        0        0    300
$ ratereplay fleet three.csv -l token-bucket:rate=100/s,burst=100 --balance weights:1,1,1
three.csv: 300 events in 0 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:00Z

token-bucket:rate=100/s,burst=100 on 3 instances, weights:1,1,1: 100, 100, 100 events
what the limit promises: 199 at most in any half-open 1 s

                     beyond  busiest     over  wrongly  wrongly  store
arrangement  passed  shared       1s  promise  refused   passed  calls
local           300    +200      300      101        0      200      0
divided          99      -1       99        0        1        0      0
shared          100       0      100        0        0        0    300
local first     100       0      100        0        0        0    300
# Everything at once.
$ ratereplay fleet data/kamchatka-2025-07-29.csv -l sliding-log:rate=5/h --instances 3 --sync 10m --race 30s \
    --store-latency 2ms --skew 0s,-10m,5m --ttl 30m --local sliding-log:rate=2/h --on-outage closed --on-outage local \
    --outage 2025-07-30T00:00..2025-07-30T02:00 --outage 2025-07-30T05:00Z..2025-07-30T05:30Z \
    --restart 2@2025-07-30T00:00 --balance least:1h
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

sliding-log:limit=5,window=1h on 3 instances, least:1h: 63, 63, 63 events
what the limit promises: 5 at most in any half-open 1 h
before or instead of the shared limit: sliding-log:limit=2,window=1h

                               beyond  busiest     over  wrongly  wrongly  store   latency
arrangement            passed  shared       1h  promise  refused   passed  calls      mean
local                     153     +46       15       10        4       50      0       0 s
divided                    98      -9        5        0       21       12      0       0 s
shared                    107       0        5        0        0        0    189      2 ms
local first               103      -4        5        0       11        7    113  1.196 ms
sync 10m                  115      +8       10        5       14       22    861       0 s
race 30s, added           107       0        5        0        0        0    296      2 ms
race 30s, overwritten     107       0        5        0        0        0    296      2 ms
clock guarded             103      -4        6        1       19       15    189      2 ms
clock unguarded           105      -2        7        2       16       14    189      2 ms
outage closed              98      -9        5        0       18        9    138  1.461 ms
outage local              115      +8       10        5       14       22    138  1.461 ms
local, restarted          156     +49       19       14        3       52      0       0 s
divided, restarted         99      -8        7        2       22       14      0       0 s
ttl 30m                   108      +1        6        1        0        1    189      2 ms

2025-07-30T00:00:00Z to 2025-07-30T02:00:00Z, 46 events
                       beyond  around its end     over
outage of 2 h  passed  shared      busiest 1h  promise
shared             10       0               5        0
outage closed       0     -10               5        0
outage local       12      +2               7        2

2025-07-30T05:00:00Z to 2025-07-30T05:30:00Z, 5 events
                          beyond  around its end     over
outage of 30 min  passed  shared      busiest 1h  promise
shared                 2       0               5        0
outage closed          0      -2               4        0
outage local           5      +3               8        3

least harmless --ttl on this trace: 55 min 59.553000001 s; harmless on every trace: 1 h
$ ratereplay fleet data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=5 --instances 10 --balance random --seeds 20 \
    --window 30m
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

gcra:rate=5/h,burst=5 on 10 instances, random, seed 1
what the limit promises: 7 at most in any half-open 30 min

                     beyond  busiest     over  wrongly  wrongly  store
arrangement  passed  shared      30m  promise  refused   passed  calls
local           189     +69       23       16        0       69      0
divided           0    -120        0        0      120        0      0
shared          120       0        7        0        0        0    189
local first     120       0        7        0        0        0    189

over 20 seeds      passed  busiest 30m  wrongly refused
local          186 to 189           23                0
divided                 0            0              120
shared                120            7                0
local first           120            7                0
# Each client has a limit, or all have one.
<<< clients.csv
time,host,bytes
2025-01-01T00:00:00Z,a,3
2025-01-01T00:00:00Z,b,1
2025-01-01T00:00:01Z,a,0
2025-01-01T00:00:02Z,a,2
2025-01-01T00:00:03Z,b,4
2025-01-01T00:00:04Z,a,9
>>>
$ ratereplay fleet clients.csv --key host --cost bytes -l leaky-bucket:rate=1/s,burst=4 --instances 2 --balance hash
clients.csv: 6 events of cost 19 in 4 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:04Z

leaky-bucket:rate=1/s,burst=4 on 2 instances, hash: 0, 6 events
what the limit promises: 4 at most in any half-open 1 s, for each key

                     beyond  passed  busiest     over  wrongly  wrongly  store
arrangement  passed  shared    cost  cost 1s  promise  refused   passed  calls
local             5       0      10        4        0        0        0      0
divided           3      -2       3        2        0        2        0      0
shared            5       0      10        4        0        0        0      5
local first       5       0      10        4        0        0        0      4
$ ratereplay fleet clients.csv --key host --cost bytes -l leaky-bucket:rate=1/s,burst=4 --instances 2 --balance hash --one-limit \
    --format csv
arrangement,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s,busiest_cost_key,over_promise,wrongly_refused,wrongly_passed,store_events,store_calls,latency_mean_s,spread_passed_least,spread_passed_most,spread_busiest_cost_least,spread_busiest_cost_most,spread_wrongly_refused_least,spread_wrongly_refused_most
local,4,2,6,13,0.3333333333333333,0.6842105263157895,2,4,2025-01-01T00:00:00Z,2025-01-01T00:00:00Z,,1,,0,0,0,0,0,,,,,,,
divided,3,3,3,16,0.5,0.8421052631578947,1,2,2025-01-01T00:00:00Z,2025-01-01T00:00:02Z,,1,,0,1,0,0,0,,,,,,,
shared,4,2,6,13,0.3333333333333333,0.6842105263157895,2,4,2025-01-01T00:00:00Z,2025-01-01T00:00:00Z,,1,,0,0,0,5,5,,,,,,,
local first,4,2,6,13,0.3333333333333333,0.6842105263157895,2,4,2025-01-01T00:00:00Z,2025-01-01T00:00:00Z,,1,,0,0,0,3,3,,,,,,,
! ratereplay: note: CSV has no place for single clients and further keys; --format json has them
$ ratereplay fleet clients.csv --key host --cost bytes -l leaky-bucket:rate=1/s,burst=4 --instances 2 --balance hash --format json \
    --outage 2025-01-01T00:00:02Z..2025-01-01T00:00:04Z --on-outage open --store-latency 1ms | sed -n '/"spec"/,/"divided"/p'
  "spec": "leaky-bucket:rate=1/s,burst=4",
  "local_spec": "leaky-bucket:rate=1/s,burst=4",
  "instances": 2,
  "balance": "hash",
  "limit_of": "key",
  "instance_events": [
    0,
    6
  ],
  "window_s": 1,
  "promise": 4,
  "store_latency_s": 0.001,
  "seed": 1,
  "seeds": 1,
  "harmless_ttl": {
    "least_s": 2.000000001,
    "always_s": 4
  },
  "arrangements": [
    {
      "arrangement": "local",
      "passed": 5,
      "dropped": 1,
      "passed_cost": 10,
      "dropped_cost": 9,
      "drop_share": 0.16666666666666666,
      "drop_share_cost": 0.47368421052631576,
      "busiest": {
        "count": 1,
        "cost": 4,
        "from": "2025-01-01T00:00:00Z",
        "cost_from": "2025-01-01T00:00:03Z",
        "key": "a",
        "window_s": 1,
        "cost_key": "b"
      },
      "over_promise": 0,
      "wrongly_refused": 0,
      "wrongly_passed": 0,
      "store_events": 0,
      "store_calls": 0,
      "latency_mean_s": 0,
      "spread": {
        "passed": null,
        "busiest_cost": null,
        "wrongly_refused": null
      },
      "outages": [
        {
          "from": "2025-01-01T00:00:02Z",
          "to": "2025-01-01T00:00:04Z",
          "events": 2,
          "passed": 2,
          "passed_cost": 6,
          "passed_without": 2,
          "passed_cost_without": 6,
          "around_end": {
            "count": 0,
            "cost": 0,
            "from": null,
            "cost_from": null,
            "key": null,
            "window_s": 1
          },
          "around_end_over_promise": 0
        }
      ]
    },
    {
      "arrangement": "divided",
# What makes no difference, or no sense.
$ ratereplay fleet three.csv -l nginx:rate=5r/s --instances 2
! ratereplay: limiter 'nginx:rate=5r/s': how this product shares its state is not known; give an algorithm, as gcra:rate=5/s,burst=1
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --local go-rate:rate=5/s,burst=1
! ratereplay: --local: limiter 'go-rate:rate=5/s,burst=1': how this product shares its state is not known; give an algorithm, as token-bucket:rate=5/s,burst=1
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s
! ratereplay: fleet needs --instances, how many there are
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 0
! ratereplay: --instances: '0' is not a whole number from 1 to 1,000
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 3 --balance weights:1,1
! ratereplay: --balance weights:1,1: 2 weights for 3 instances; give one for each
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --balance hash
! ratereplay: --balance hash is by the key; give --key
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --one-limit
! ratereplay: --one-limit is about keys; without --key there is one limit already
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --balance weigths:1,1
! ratereplay: --balance: 'weigths' is not one of round-robin, random, hash, least, weights; did you mean 'weights'?
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --seeds 5
! ratereplay: --seeds is about --balance random; leave it out
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --seed 5
! ratereplay: --seed is about --balance random; leave it out
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --skew 1s
! ratereplay: --skew: 1 clock for 2 instances; give one for each, as 0s,2s,-500ms
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --skew 1s,soon
! ratereplay: --skew: 'soon' is not a duration: a number is missing before 'soon'; write it as 1h, 90m, 1h30m, 500ms or 3600 (seconds)
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --on-outage open
! ratereplay: --on-outage is about --outage; give one, or leave it out
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --on-outage opn --outage 2025-01-01..2025-01-02
! ratereplay: --on-outage 'opn' is not one of open, closed, local; did you mean 'open'?
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --outage 2025-01-01
! ratereplay: --outage: '2025-01-01' is no time from a moment to another; write FROM..TO
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --outage 2025-01-02..2025-01-02
! ratereplay: --outage: '2025-01-02..2025-01-02' ends no later than it begins; write FROM..TO
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --outage 2025-01-02..2025-01-04 --outage 2025-01-01..2025-01-03
! ratereplay: --outage: one begins at 2025-01-02T00:00:00Z, before the one before it has ended; give one for both
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --restart 3@2025-01-01
! ratereplay: --restart: '3' is not a whole number from 1 to 2
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --restart noon
! ratereplay: --restart: not a time: 'noon'; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or an epoch number
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=5/s --instances 2 --local pacr:rate=1/s
! ratereplay: --local: limiter 'pacr:rate=1/s': no limiter 'pacr'; did you mean 'pacer'?
[exit 2]
$ ratereplay fleet three.csv -l pacer:rate=1/200000d --instances 2
! ratereplay: limiter 'pacer:rate=1/200000d': one of 2 parts of 1/200000d is too low a rate to be represented; give a higher rate
[exit 2]
