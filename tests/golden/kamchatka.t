# The main job on the embedded trace, every command in every format.

$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h
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
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --format csv
spec,name,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s,busiest_cost_key,busiest_all_keys_count,busiest_all_keys_cost,busiest_all_keys_from,busiest_all_keys_cost_from,busiest_all_keys_key,busiest_all_keys_window_s,busiest_admitted_count,busiest_admitted_cost,busiest_admitted_from,busiest_admitted_cost_from,busiest_admitted_key,busiest_admitted_window_s,busiest_admitted_cost_key,promise,promise_admitted,first_drop,longest_drop_run,retry_after_max_s,retry_after_max_s_exact,never_count,delay_max_s,delay_mean_s,delay_p50_s,delay_p99_s,state_bytes_per_key,episodes_count,episodes_days,colours_green_events,colours_green_cost,colours_yellow_events,colours_yellow_cost,colours_red_events,colours_red_cost
"fixed-window:limit=5,window=1h",fixed-window,114,75,114,75,0.3968253968253968,,9,9,2025-07-29T23:24:52.483Z,2025-07-29T23:24:52.483Z,,3600,,,,,,,,,,,,,,,10,,2025-07-29T23:34:53.625Z,21,3225.687,3225.687,0,,,,,16,10,2,,,,,,
"sliding-log:limit=5,window=1h",sliding-log,107,82,107,82,0.43386243386243384,,5,5,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,,,,,,,,5,,2025-07-29T23:34:53.625Z,22,1827.431,1827.431,0,,,,,88,2,3,,,,,,
"sliding-counter:limit=5,window=1h",sliding-counter,111,78,111,78,0.4126984126984127,,7,7,2025-07-29T23:24:52.483Z,2025-07-29T23:24:52.483Z,,3600,,,,,,,,,,,,,,,10,,2025-07-29T23:34:53.625Z,20,1506.375000001,1506.375000001,0,,,,,24,2,2,,,,,,
"token-bucket:rate=5/h,burst=5",token-bucket,120,69,120,69,0.36507936507936506,,9,9,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,,,,,,,,9,,2025-07-29T23:36:01.341Z,9,695.786,695.786,0,,,,,16,1,2,,,,,,
"gcra:rate=5/h,burst=5",gcra,120,69,120,69,0.36507936507936506,,9,9,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,,,,,,,,9,,2025-07-29T23:36:01.341Z,9,695.786,695.786,0,,,,,8,1,2,,,,,,
"leaky-bucket:rate=5/h,burst=5",leaky-bucket,120,69,120,69,0.36507936507936506,,9,9,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,,,,,,,,9,,2025-07-29T23:36:01.341Z,9,695.786,695.786,0,,,,,16,1,2,,,,,,
pacer:rate=5/h,pacer,79,110,79,110,0.582010582010582,,5,5,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,,,,,,,,5,,2025-07-29T17:53:40.918Z,11,684.337,684.337,0,,,,,8,46,3,,,,,,
"leaky-queue:rate=5/h,queue=4",leaky-queue,120,69,120,69,0.36507936507936506,,5,5,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,,,,,,,9,9,2025-07-29T23:05:21.056Z,2025-07-29T23:05:21.056Z,,3600,,5,9,2025-07-29T23:36:01.341Z,9,695.786,695.786,0,2871.341,1052.993183334,681.326,2867.655,8,1,2,,,,,,
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --format json
{
  "ratereplay": "0.1.0",
  "command": "compare",
  "trace": {
    "source": "data/kamchatka-2025-07-29.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 189,
    "cost": 189,
    "first": "2025-07-29T12:04:25.042Z",
    "last": "2025-07-31T11:59:57.482Z",
    "span_s": 172532.44,
    "keys": null,
    "resolution_s": 0.001,
    "rows": {
      "read": 189,
      "kept": 189,
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
    "warnings": []
  },
  "window_s": 3600,
  "limiters": [
    {
      "spec": "fixed-window:limit=5,window=1h",
      "name": "fixed-window",
      "passed": 114,
      "dropped": 75,
      "passed_cost": 114,
      "dropped_cost": 75,
      "drop_share": 0.3968253968253968,
      "drop_share_cost": null,
      "busiest": {
        "count": 9,
        "cost": 9,
        "from": "2025-07-29T23:24:52.483Z",
        "cost_from": "2025-07-29T23:24:52.483Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 10,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:34:53.625Z",
      "longest_drop_run": 21,
      "retry_after_max_s": 3225.687,
      "retry_after_max_s_exact": "3225.687",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 16,
      "episodes": {
        "count": 10,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-30T00:09:58.961Z",
            "to": "2025-07-30T00:58:38.149Z",
            "seconds": 2919.188,
            "dropped": 21,
            "dropped_cost": 21,
            "drop_share": 0.28,
            "key": null
          },
          {
            "from": "2025-07-29T23:34:53.625Z",
            "to": "2025-07-29T23:57:58.93Z",
            "seconds": 1385.305,
            "dropped": 20,
            "dropped_cost": 20,
            "drop_share": 0.26666666666666666,
            "key": null
          },
          {
            "from": "2025-07-30T01:06:14.313Z",
            "to": "2025-07-30T01:52:11.436Z",
            "seconds": 2757.123,
            "dropped": 15,
            "dropped_cost": 15,
            "drop_share": 0.2,
            "key": null
          },
          {
            "from": "2025-07-30T02:27:30.416Z",
            "to": "2025-07-30T02:53:15.542Z",
            "seconds": 1545.126,
            "dropped": 5,
            "dropped_cost": 5,
            "drop_share": 0.06666666666666667,
            "key": null
          },
          {
            "from": "2025-07-30T03:19:25.126Z",
            "to": "2025-07-30T03:57:14.025Z",
            "seconds": 2268.899,
            "dropped": 5,
            "dropped_cost": 5,
            "drop_share": 0.06666666666666667,
            "key": null
          },
          {
            "from": "2025-07-30T04:48:13.526Z",
            "to": "2025-07-30T04:59:33.818Z",
            "seconds": 680.292,
            "dropped": 3,
            "dropped_cost": 3,
            "drop_share": 0.04,
            "key": null
          },
          {
            "from": "2025-07-30T05:30:21.775Z",
            "to": "2025-07-30T05:37:11.686Z",
            "seconds": 409.911,
            "dropped": 2,
            "dropped_cost": 2,
            "drop_share": 0.02666666666666667,
            "key": null
          },
          {
            "from": "2025-07-30T14:47:43.816Z",
            "to": "2025-07-30T14:57:25.933Z",
            "seconds": 582.117,
            "dropped": 2,
            "dropped_cost": 2,
            "drop_share": 0.02666666666666667,
            "key": null
          },
          {
            "from": "2025-07-30T07:58:21.418Z",
            "to": "2025-07-30T07:58:21.418Z",
            "seconds": 0,
            "dropped": 1,
            "dropped_cost": 1,
            "drop_share": 0.013333333333333334,
            "key": null
          },
          {
            "from": "2025-07-30T21:52:20.58Z",
            "to": "2025-07-30T21:52:20.58Z",
            "seconds": 0,
            "dropped": 1,
            "dropped_cost": 1,
            "drop_share": 0.013333333333333334,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "sliding-log:limit=5,window=1h",
      "name": "sliding-log",
      "passed": 107,
      "dropped": 82,
      "passed_cost": 107,
      "dropped_cost": 82,
      "drop_share": 0.43386243386243384,
      "drop_share_cost": null,
      "busiest": {
        "count": 5,
        "cost": 5,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 5,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:34:53.625Z",
      "longest_drop_run": 22,
      "retry_after_max_s": 1827.431,
      "retry_after_max_s_exact": "1827.431",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 88,
      "episodes": {
        "count": 2,
        "days": 3,
        "worst": [
          {
            "from": "2025-07-29T23:34:53.625Z",
            "to": "2025-07-30T07:15:29.719Z",
            "seconds": 27636.094,
            "dropped": 76,
            "dropped_cost": 76,
            "drop_share": 0.926829268292683,
            "key": null
          },
          {
            "from": "2025-07-30T14:47:43.816Z",
            "to": "2025-07-31T00:12:18.863Z",
            "seconds": 33875.047,
            "dropped": 6,
            "dropped_cost": 6,
            "drop_share": 0.07317073170731707,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "sliding-counter:limit=5,window=1h",
      "name": "sliding-counter",
      "passed": 111,
      "dropped": 78,
      "passed_cost": 111,
      "dropped_cost": 78,
      "drop_share": 0.4126984126984127,
      "drop_share_cost": null,
      "busiest": {
        "count": 7,
        "cost": 7,
        "from": "2025-07-29T23:24:52.483Z",
        "cost_from": "2025-07-29T23:24:52.483Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 10,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:34:53.625Z",
      "longest_drop_run": 20,
      "retry_after_max_s": 1506.375000001,
      "retry_after_max_s_exact": "1506.375000001",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 24,
      "episodes": {
        "count": 2,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-29T23:34:53.625Z",
            "to": "2025-07-30T07:58:21.418Z",
            "seconds": 30207.793,
            "dropped": 74,
            "dropped_cost": 74,
            "drop_share": 0.9487179487179487,
            "key": null
          },
          {
            "from": "2025-07-30T14:47:43.816Z",
            "to": "2025-07-30T21:52:20.58Z",
            "seconds": 25476.764,
            "dropped": 4,
            "dropped_cost": 4,
            "drop_share": 0.05128205128205128,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "token-bucket:rate=5/h,burst=5",
      "name": "token-bucket",
      "passed": 120,
      "dropped": 69,
      "passed_cost": 120,
      "dropped_cost": 69,
      "drop_share": 0.36507936507936506,
      "drop_share_cost": null,
      "busiest": {
        "count": 9,
        "cost": 9,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 9,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:36:01.341Z",
      "longest_drop_run": 9,
      "retry_after_max_s": 695.786,
      "retry_after_max_s_exact": "695.786",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 16,
      "episodes": {
        "count": 1,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-29T23:36:01.341Z",
            "to": "2025-07-30T05:19:31.235Z",
            "seconds": 20609.894,
            "dropped": 69,
            "dropped_cost": 69,
            "drop_share": 1.0,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "gcra:rate=5/h,burst=5",
      "name": "gcra",
      "passed": 120,
      "dropped": 69,
      "passed_cost": 120,
      "dropped_cost": 69,
      "drop_share": 0.36507936507936506,
      "drop_share_cost": null,
      "busiest": {
        "count": 9,
        "cost": 9,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 9,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:36:01.341Z",
      "longest_drop_run": 9,
      "retry_after_max_s": 695.786,
      "retry_after_max_s_exact": "695.786",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 8,
      "episodes": {
        "count": 1,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-29T23:36:01.341Z",
            "to": "2025-07-30T05:19:31.235Z",
            "seconds": 20609.894,
            "dropped": 69,
            "dropped_cost": 69,
            "drop_share": 1.0,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "leaky-bucket:rate=5/h,burst=5",
      "name": "leaky-bucket",
      "passed": 120,
      "dropped": 69,
      "passed_cost": 120,
      "dropped_cost": 69,
      "drop_share": 0.36507936507936506,
      "drop_share_cost": null,
      "busiest": {
        "count": 9,
        "cost": 9,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 9,
      "promise_admitted": null,
      "first_drop": "2025-07-29T23:36:01.341Z",
      "longest_drop_run": 9,
      "retry_after_max_s": 695.786,
      "retry_after_max_s_exact": "695.786",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 16,
      "episodes": {
        "count": 1,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-29T23:36:01.341Z",
            "to": "2025-07-30T05:19:31.235Z",
            "seconds": 20609.894,
            "dropped": 69,
            "dropped_cost": 69,
            "drop_share": 1.0,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "pacer:rate=5/h",
      "name": "pacer",
      "passed": 79,
      "dropped": 110,
      "passed_cost": 79,
      "dropped_cost": 110,
      "drop_share": 0.582010582010582,
      "drop_share_cost": null,
      "busiest": {
        "count": 5,
        "cost": 5,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 5,
      "promise_admitted": null,
      "first_drop": "2025-07-29T17:53:40.918Z",
      "longest_drop_run": 11,
      "retry_after_max_s": 684.337,
      "retry_after_max_s_exact": "684.337",
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 8,
      "episodes": {
        "count": 46,
        "days": 3,
        "worst": [
          {
            "from": "2025-07-29T23:38:28.604Z",
            "to": "2025-07-29T23:49:16.697Z",
            "seconds": 648.093,
            "dropped": 11,
            "dropped_cost": 11,
            "drop_share": 0.1,
            "key": null
          },
          {
            "from": "2025-07-30T01:02:11.309Z",
            "to": "2025-07-30T01:12:50.69Z",
            "seconds": 639.381,
            "dropped": 9,
            "dropped_cost": 9,
            "drop_share": 0.08181818181818182,
            "key": null
          },
          {
            "from": "2025-07-30T00:07:34.269Z",
            "to": "2025-07-30T00:16:06.52Z",
            "seconds": 512.251,
            "dropped": 7,
            "dropped_cost": 7,
            "drop_share": 0.06363636363636363,
            "key": null
          },
          {
            "from": "2025-07-29T23:51:55.044Z",
            "to": "2025-07-30T00:01:04.828Z",
            "seconds": 549.784,
            "dropped": 6,
            "dropped_cost": 6,
            "drop_share": 0.05454545454545454,
            "key": null
          },
          {
            "from": "2025-07-30T00:23:54.632Z",
            "to": "2025-07-30T00:31:15.562Z",
            "seconds": 440.93,
            "dropped": 6,
            "dropped_cost": 6,
            "drop_share": 0.05454545454545454,
            "key": null
          },
          {
            "from": "2025-07-30T00:49:15.321Z",
            "to": "2025-07-30T00:58:38.149Z",
            "seconds": 562.828,
            "dropped": 6,
            "dropped_cost": 6,
            "drop_share": 0.05454545454545454,
            "key": null
          },
          {
            "from": "2025-07-30T03:12:25.785Z",
            "to": "2025-07-30T03:22:52.288Z",
            "seconds": 626.503,
            "dropped": 6,
            "dropped_cost": 6,
            "drop_share": 0.05454545454545454,
            "key": null
          },
          {
            "from": "2025-07-29T23:30:03.032Z",
            "to": "2025-07-29T23:36:01.341Z",
            "seconds": 358.309,
            "dropped": 5,
            "dropped_cost": 5,
            "drop_share": 0.045454545454545456,
            "key": null
          },
          {
            "from": "2025-07-30T02:24:45.483Z",
            "to": "2025-07-30T02:30:40.49Z",
            "seconds": 355.007,
            "dropped": 4,
            "dropped_cost": 4,
            "drop_share": 0.03636363636363636,
            "key": null
          },
          {
            "from": "2025-07-30T01:20:35.63Z",
            "to": "2025-07-30T01:22:03.759Z",
            "seconds": 88.129,
            "dropped": 3,
            "dropped_cost": 3,
            "drop_share": 0.02727272727272727,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    },
    {
      "spec": "leaky-queue:rate=5/h,queue=4",
      "name": "leaky-queue",
      "passed": 120,
      "dropped": 69,
      "passed_cost": 120,
      "dropped_cost": 69,
      "drop_share": 0.36507936507936506,
      "drop_share_cost": null,
      "busiest": {
        "count": 5,
        "cost": 5,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": {
        "count": 9,
        "cost": 9,
        "from": "2025-07-29T23:05:21.056Z",
        "cost_from": "2025-07-29T23:05:21.056Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "promise": 5,
      "promise_admitted": 9,
      "first_drop": "2025-07-29T23:36:01.341Z",
      "longest_drop_run": 9,
      "retry_after_max_s": 695.786,
      "retry_after_max_s_exact": "695.786",
      "never_count": 0,
      "delay": {
        "max_s": 2871.341,
        "mean_s": 1052.993183334,
        "p50_s": 681.326,
        "p99_s": 2867.655
      },
      "state_bytes_per_key": 8,
      "episodes": {
        "count": 1,
        "days": 2,
        "worst": [
          {
            "from": "2025-07-29T23:36:01.341Z",
            "to": "2025-07-30T05:19:31.235Z",
            "seconds": 20609.894,
            "dropped": 69,
            "dropped_cost": 69,
            "drop_share": 1.0,
            "key": null
          }
        ]
      },
      "clients": null,
      "colours": null
    }
  ]
}
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --burst 20 --window 30m -l sliding-log:limit=5,window=1h,count=all -l fixed-window:limit=5,window=1h,anchor=first
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z
rate 5/h, burst 20, queue 19; busiest and promise are of any half-open 30 min

                                          busiest                                     longest  state
limiter          passed  dropped   share   30 min  from                  promise  retry after  bytes
fixed-window:limit=5,window=1h
                    114       75  39.7 %        5  2025-07-29T23:05:21Z       10  53 min 46 s     16
sliding-log:limit=5,window=1h
                    107       82  43.4 %        5  2025-07-29T23:05:21Z        5  30 min 28 s     88
sliding-counter     111       78  41.3 %        5  2025-07-29T23:05:21Z        8   25 min 7 s     24
token-bucket        135       54  28.6 %       21  2025-07-29T23:24:52Z       22  10 min 56 s     16
gcra                135       54  28.6 %       21  2025-07-29T23:24:52Z       22  10 min 56 s      8
leaky-bucket        135       54  28.6 %       21  2025-07-29T23:24:52Z       22  10 min 56 s     16
pacer                79      110  58.2 %        3  2025-07-29T23:24:52Z        3  11 min 25 s      8
leaky-queue         135       54  28.6 %        3  2025-07-29T23:24:52Z        3  10 min 56 s      8
sliding-log:limit=5,window=1h,count=all
                     74      115  60.8 %        5  2025-07-29T23:05:21Z        5  56 min 38 s     88
fixed-window:limit=5,window=1h,anchor=first
                    110       79  41.8 %        5  2025-07-29T23:05:21Z        9  51 min 38 s     16

leaky-queue: departures wait at most 3 h 47 min 47.655 s
  mean 1 h 44 min, p50 1 h 22 min, p99 3 h 48 min
  its busiest window is of departures; it admitted 21 in the busiest 30 min (promise 22)
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes   the worst       within  from
fixed-window:limit=5,window=1h
                    2        10    21 of 75  48 min 40 s  2025-07-30T00:09:58.961Z
                                   20 of 75   23 min 6 s  2025-07-29T23:34:53.625Z
                                   15 of 75  45 min 58 s  2025-07-30T01:06:14.313Z
sliding-log:limit=5,window=1h
                    3         2    76 of 82   7 h 41 min  2025-07-29T23:34:53.625Z
                                    6 of 82   9 h 25 min  2025-07-30T14:47:43.816Z
sliding-counter     2         2    74 of 78   8 h 24 min  2025-07-29T23:34:53.625Z
                                    4 of 78    7 h 5 min  2025-07-30T14:47:43.816Z
token-bucket, gcra, leaky-bucket
                    2         1    54 of 54   5 h 24 min  2025-07-29T23:56:30.332Z
pacer               3        46   11 of 110  10 min 49 s  2025-07-29T23:38:28.604Z
                                   9 of 110  10 min 40 s  2025-07-30T01:02:11.309Z
                                   7 of 110   8 min 33 s  2025-07-30T00:07:34.269Z
leaky-queue         2         1    54 of 54   5 h 24 min  2025-07-29T23:56:30.332Z
sliding-log:limit=5,window=1h,count=all
                    3         2  106 of 115   8 h 24 min  2025-07-29T23:34:53.625Z
                                   9 of 115   9 h 25 min  2025-07-30T14:47:43.816Z
fixed-window:limit=5,window=1h,anchor=first
                    3        10    26 of 79   51 min 6 s  2025-07-30T00:15:56.675Z
                                   22 of 79  29 min 54 s  2025-07-29T23:34:53.625Z
                                   10 of 79  44 min 40 s  2025-07-30T01:21:09.64Z

$ ratereplay replay data/kamchatka-2025-07-29.csv -l leaky-queue:rate=5/h,queue=4 -l sliding-counter:rate=5/h,rounding=exact
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 h  from                  promise  retry after  bytes
leaky-queue         120       69  36.5 %        5  2025-07-29T23:05:21Z        5  11 min 36 s      8
sliding-counter      99       90  47.6 %        6  2025-07-29T23:24:52Z        9   37 min 7 s     24

leaky-queue: departures wait at most 47 min 51.341 s
  mean 17 min 33 s, p50 11 min 22 s, p99 47 min 48 s
  its busiest window is of departures; it admitted 9 in the busiest 1 h (promise 9)

leaky-queue: first drop 2025-07-29T23:36:01.341Z, longest run of drops 9
sliding-counter: first drop 2025-07-29T23:34:53.625Z, longest run of drops 26

drops of         days  episodes  the worst       within  from
leaky-queue         2         1   69 of 69   5 h 44 min  2025-07-29T23:36:01.341Z
sliding-counter     3         2   82 of 90  10 h 39 min  2025-07-29T23:34:53.625Z
                                   8 of 90   9 h 25 min  2025-07-30T14:47:43.816Z
$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=74 --format csv
spec,name,passed,dropped,passed_cost,dropped_cost,drop_share,drop_share_cost,busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s,busiest_cost_key,busiest_all_keys_count,busiest_all_keys_cost,busiest_all_keys_from,busiest_all_keys_cost_from,busiest_all_keys_key,busiest_all_keys_window_s,busiest_admitted_count,busiest_admitted_cost,busiest_admitted_from,busiest_admitted_cost_from,busiest_admitted_key,busiest_admitted_window_s,busiest_admitted_cost_key,promise,promise_admitted,first_drop,longest_drop_run,retry_after_max_s,retry_after_max_s_exact,never_count,delay_max_s,delay_mean_s,delay_p50_s,delay_p99_s,state_bytes_per_key,episodes_count,episodes_days,colours_green_events,colours_green_cost,colours_yellow_events,colours_yellow_cost,colours_red_events,colours_red_cost
"gcra:rate=5/h,burst=74",gcra,189,0,189,0,0.0,,38,38,2025-07-29T23:30:03.032Z,2025-07-29T23:30:03.032Z,,3600,,,,,,,,,,,,,,,78,,,0,,,0,,,,,8,0,0,,,,,,
$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=74 --format json
{
  "ratereplay": "0.1.0",
  "command": "replay",
  "trace": {
    "source": "data/kamchatka-2025-07-29.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 189,
    "cost": 189,
    "first": "2025-07-29T12:04:25.042Z",
    "last": "2025-07-31T11:59:57.482Z",
    "span_s": 172532.44,
    "keys": null,
    "resolution_s": 0.001,
    "rows": {
      "read": 189,
      "kept": 189,
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
    "warnings": []
  },
  "window_s": 3600,
  "limiters": [
    {
      "spec": "gcra:rate=5/h,burst=74",
      "name": "gcra",
      "passed": 189,
      "dropped": 0,
      "passed_cost": 189,
      "dropped_cost": 0,
      "drop_share": 0.0,
      "drop_share_cost": null,
      "busiest": {
        "count": 38,
        "cost": 38,
        "from": "2025-07-29T23:30:03.032Z",
        "cost_from": "2025-07-29T23:30:03.032Z",
        "key": null,
        "window_s": 3600,
        "cost_key": null
      },
      "busiest_all_keys": null,
      "busiest_admitted": null,
      "promise": 78,
      "promise_admitted": null,
      "first_drop": null,
      "longest_drop_run": 0,
      "retry_after_max_s": null,
      "retry_after_max_s_exact": null,
      "never_count": 0,
      "delay": null,
      "state_bytes_per_key": 8,
      "episodes": {
        "count": 0,
        "days": 0,
        "worst": []
      },
      "clients": null,
      "colours": null
    }
  ]
}

$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --rate 10/h --rate 1/min
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

                                         forced by
rate   bucket  exactly                      events               within  from
5/h        74  17753599/240000 ~ 73.973        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z
10/h       49  17477683/360000 ~ 48.549         89   4 h 2 min 42.317 s  2025-07-29T23:24:52.483Z
1/min       3  9857/3750 ~ 2.629                 7       4 min 22.288 s  2025-07-29T23:44:54.409Z

5/h: stamps have 1 ms resolution, so the true value lies strictly between 73.973327 and 73.973331
10/h: stamps have 1 ms resolution, so the true value lies strictly between 48.549116 and 48.549123
1/min: stamps have 1 ms resolution, so the true value lies strictly between 2.628516 and 2.62855
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --format csv
rate,bucket,bucket_exact,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower,resolution_bounds_lower_exact,resolution_bounds_lower_attainable,resolution_bounds_upper,resolution_bounds_upper_exact
5/h,74,17753599/240000,2025-07-29T23:24:52.483Z,2025-07-30T05:37:11.686Z,105,105,22339.203,22339203/1000,73.97332777777778,13315199/180000,false,73.97333055555555,26630399/360000
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --format json
{
  "ratereplay": "0.1.0",
  "command": "size",
  "trace": {
    "source": "data/kamchatka-2025-07-29.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 189,
    "cost": 189,
    "first": "2025-07-29T12:04:25.042Z",
    "last": "2025-07-31T11:59:57.482Z",
    "span_s": 172532.44,
    "keys": null,
    "resolution_s": 0.001,
    "rows": {
      "read": 189,
      "kept": 189,
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
    "warnings": []
  },
  "sizes": [
    {
      "rate": "5/h",
      "bucket": 74,
      "bucket_exact": "17753599/240000",
      "witness": {
        "first": "2025-07-29T23:24:52.483Z",
        "last": "2025-07-30T05:37:11.686Z",
        "events": 105,
        "cost": 105,
        "seconds": 22339.203,
        "seconds_exact": "22339203/1000"
      },
      "resolution_bounds": {
        "lower": 73.97332777777778,
        "lower_exact": "13315199/180000",
        "lower_attainable": false,
        "upper": 73.97333055555555,
        "upper_exact": "26630399/360000"
      }
    }
  ]
}

$ ratereplay inspect data/kamchatka-2025-07-29.csv
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

input       csv, time in 'time' (ISO 8601)
rows        189 read, 189 kept
resolution  1 ms
mean rate   3.923 per hour
ties        0 events at the same instant as the one before
gaps        min 9.845 s, p50 3 min 55.503 s
            p99 3 h 28 min 6.967 s, max 4 h 7 min 9.399 s

busiest  events  from
1 s           1  2025-07-29T12:04:25.042Z
1 min         3  2025-07-29T23:48:17.525Z
1 h          38  2025-07-29T23:30:03.032Z
1 d         166  2025-07-29T23:24:52.483Z
$ ratereplay inspect data/kamchatka-2025-07-29.csv --format csv
source,input,delimiter,time_column,time_style,events,cost,first,last,span_s,keys,resolution_s,rows_read,rows_kept,rows_filtered,rows_bad,rows_duplicates,rows_blank,rows_reordered,rows_without_offset,rows_clamped,rows_digits_cut,rows_missing,rows_repeated_headers,rows_extra_cells,rows_short,mean_rate_per_s,busiest_1s_count,busiest_1s_from,busiest_1s_cost,busiest_1s_cost_from,busiest_60s_count,busiest_60s_from,busiest_60s_cost,busiest_60s_cost_from,busiest_3600s_count,busiest_3600s_from,busiest_3600s_cost,busiest_3600s_cost_from,busiest_86400s_count,busiest_86400s_from,busiest_86400s_cost,busiest_86400s_cost_from,gaps_min_s,gaps_p50_s,gaps_p99_s,gaps_max_s,ties
data/kamchatka-2025-07-29.csv,csv,",",time,ISO 8601,189,189,2025-07-29T12:04:25.042Z,2025-07-31T11:59:57.482Z,172532.44,,0.001,189,189,0,0,0,0,0,0,0,0,0,0,0,0,0.0010896501550664906,1,2025-07-29T12:04:25.042Z,1,2025-07-29T12:04:25.042Z,3,2025-07-29T23:48:17.525Z,3,2025-07-29T23:48:17.525Z,38,2025-07-29T23:30:03.032Z,38,2025-07-29T23:30:03.032Z,166,2025-07-29T23:24:52.483Z,166,2025-07-29T23:24:52.483Z,9.845,235.503,12486.967,14829.399,0
$ ratereplay inspect data/kamchatka-2025-07-29.csv --format json
{
  "ratereplay": "0.1.0",
  "command": "inspect",
  "trace": {
    "source": "data/kamchatka-2025-07-29.csv",
    "input": "csv",
    "delimiter": ",",
    "time_column": "time",
    "time_style": "ISO 8601",
    "events": 189,
    "cost": 189,
    "first": "2025-07-29T12:04:25.042Z",
    "last": "2025-07-31T11:59:57.482Z",
    "span_s": 172532.44,
    "keys": null,
    "resolution_s": 0.001,
    "rows": {
      "read": 189,
      "kept": 189,
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
    "warnings": []
  },
  "mean_rate_per_s": 0.0010896501550664906,
  "busiest": [
    {
      "window_s": 1,
      "count": 1,
      "from": "2025-07-29T12:04:25.042Z",
      "cost": 1,
      "cost_from": "2025-07-29T12:04:25.042Z"
    },
    {
      "window_s": 60,
      "count": 3,
      "from": "2025-07-29T23:48:17.525Z",
      "cost": 3,
      "cost_from": "2025-07-29T23:48:17.525Z"
    },
    {
      "window_s": 3600,
      "count": 38,
      "from": "2025-07-29T23:30:03.032Z",
      "cost": 38,
      "cost_from": "2025-07-29T23:30:03.032Z"
    },
    {
      "window_s": 86400,
      "count": 166,
      "from": "2025-07-29T23:24:52.483Z",
      "cost": 166,
      "cost_from": "2025-07-29T23:24:52.483Z"
    }
  ],
  "gaps": {
    "min_s": 9.845,
    "p50_s": 235.503,
    "p99_s": 12486.967,
    "max_s": 14829.399
  },
  "ties": 0
}

# From standard input, compressed, with filters.

$ gzip -c data/kamchatka-2025-07-29.csv | ratereplay size - --rate 5/h
standard input: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

                                        forced by
rate  bucket  exactly                      events               within  from
5/h       74  17753599/240000 ~ 73.973        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z

5/h: stamps have 1 ms resolution, so the true value lies strictly between 73.973327 and 73.973331
$ ratereplay inspect data/kamchatka-2025-07-29.csv --where 'mag>=6' --from 2025-07-29T23:00Z --to 2025-07-30T01:00Z
data/kamchatka-2025-07-29.csv: 7 events in 51 min 14.037 s
  2025-07-29T23:24:52.483Z to 2025-07-30T00:16:06.52Z
  182 of 189 rows left out by --where, --from or --to

input       csv, time in 'time' (ISO 8601)
rows        189 read, 7 kept, 182 filtered
resolution  1 ms
mean rate   7.027 per hour
ties        0 events at the same instant as the one before
gaps        min 41.534 s, p50 5 min 10.549 s
            p99 32 min 24.558 s, max 32 min 24.558 s

busiest  events  from
1 s           1  2025-07-29T23:24:52.483Z
1 min         2  2025-07-29T23:30:03.032Z
1 h           7  2025-07-29T23:24:52.483Z
1 d           7  2025-07-29T23:24:52.483Z

# A bucket of 74 loses nothing, one of 73 does.

$ ratereplay replay data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=73 -l token-bucket:rate=5/h,burst=74 --format json | grep -E '"(spec|passed|dropped)"'
      "spec": "token-bucket:rate=5/h,burst=73",
      "passed": 188,
      "dropped": 1,
            "dropped": 1,
      "spec": "token-bucket:rate=5/h,burst=74",
      "passed": 189,
      "dropped": 0,

# The status says whether any limiter dropped, where that is asked for; the report is whole either way.

$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=73 --fail-on-drop --format csv --output report.csv
[exit 1]
$ tail -1 report.csv | cut -d, -f1-5
"gcra:rate=5/h,burst=73",gcra,188,1
$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=73 --format csv --output without.csv
$ cmp report.csv without.csv
$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=74 --fail-on-drop --format csv --output report.csv
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --fail-on-drop --output report.txt
[exit 1]
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 1/s --fail-on-drop --output report.txt
$ ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=74 -l gcra:rate=5/h,burst=73 --fail-on-drop --decisions log.csv --output report.txt
[exit 1]
$ grep -c false log.csv
1
