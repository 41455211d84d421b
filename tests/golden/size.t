# The inverse on the embedded trace: the least rate for a bucket.

$ ratereplay size data/kamchatka-2025-07-29.csv --burst 74 --burst 20 --burst 7/2 --burst 1 --burst 0.5 --burst 189
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

                                   forced by
burst  least rate   exactly           events               within  from
74     4.996/h      31/22339203ms        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z
20     23.034/h     43/6720727ms          63   1 h 52 min 0.727 s  2025-07-29T23:30:03.032Z
7/2    49.582/h     9/653468ms             8       5 min 26.734 s  2025-07-29T23:44:54.409Z
1      6.095/min    1/9845ms               2              9.845 s  2025-07-30T00:15:56.675Z
0.5    no rate      -                      1                  0 s  2025-07-29T12:04:25.042Z
189    none needed  -                      -                    -  -

74: stamps have 1 ms resolution, so the true least rate lies strictly between 4.995701/h and 4.995703/h
20: stamps have 1 ms resolution, so the true least rate lies strictly between 23.033219/h and 23.033226/h
7/2: stamps have 1 ms resolution, so the true least rate lies strictly between 49.581465/h and 49.581769/h
1: stamps have 1 ms resolution, so the true least rate lies strictly between 6.093845/min and 6.095084/min
  a rate of 6.096/min is safe whatever the true times
0.5: no rate helps: 1 at once at 2025-07-29T12:04:25.042Z
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 20 --burst 2.5 --burst 0.5 --burst 189 --format csv
burst,burst_exact,rate_exact,rate_per_hour,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower_per_hour,resolution_bounds_lower_exact,resolution_bounds_upper_per_hour,resolution_bounds_upper_exact
20,20,43000/6720727,23.033222447512003,2025-07-29T23:30:03.032Z,2025-07-30T01:22:03.759Z,63,63,6720.727,6720727/1000,23.033219020320416,125/19537,23.03322587470461,21500/3360363
2.5,5/2,1125/65572,61.764167632526075,2025-07-29T23:44:54.409Z,2025-07-29T23:49:16.697Z,7,7,262.288,32786/125,61.76393215117675,4500/262289,61.764403115671,500/29143
0.5,1/2,,,2025-07-29T12:04:25.042Z,2025-07-29T12:04:25.042Z,1,1,0,0,,,,
189,189,0,0.0,,,,,,,,,,
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 74 --burst 1/2 --burst 200 --format json | sed -n '/"sizes"/,$p'
  "sizes": [
    {
      "burst": 74,
      "burst_exact": "74",
      "rate_exact": "31000/22339203",
      "rate_per_hour": 4.995701950512737,
      "witness": {
        "first": "2025-07-29T23:24:52.483Z",
        "last": "2025-07-30T05:37:11.686Z",
        "events": 105,
        "cost": 105,
        "seconds": 22339.203,
        "seconds_exact": "22339203/1000"
      },
      "resolution_bounds": {
        "lower_per_hour": 4.995701726883375,
        "lower_exact": "7750/5584801",
        "upper_per_hour": 4.99570217414212,
        "upper_exact": "15500/11169601"
      }
    },
    {
      "burst": 0.5,
      "burst_exact": "1/2",
      "rate_exact": null,
      "rate_per_hour": null,
      "witness": {
        "first": "2025-07-29T12:04:25.042Z",
        "last": "2025-07-29T12:04:25.042Z",
        "events": 1,
        "cost": 1,
        "seconds": 0,
        "seconds_exact": "0"
      },
      "resolution_bounds": null
    },
    {
      "burst": 200,
      "burst_exact": "200",
      "rate_exact": "0",
      "rate_per_hour": 0.0,
      "witness": null,
      "resolution_bounds": null
    }
  ]
}

# The rate that it names loses nothing, and one a little lower loses one.

$ ratereplay replay data/kamchatka-2025-07-29.csv -l token-bucket:rate=31/22339203ms,burst=74 -l token-bucket:rate=31/22339204ms,burst=74 --format csv | cut -d , -f 1-5
spec,name,passed,dropped,passed_cost
"token-bucket:rate=31/22339203ms,burst=74",token-bucket,189,0
"token-bucket:rate=31/22339204ms,burst=74",token-bucket,188,1

# Whole seconds: the bounds are wide, and with three at once there is none above for a bucket of 2.

<<< seconds.csv
time
2025-01-01T00:00:00Z
2025-01-01T00:00:00Z
2025-01-01T00:00:00Z
2025-01-01T00:00:10Z
2025-01-01T00:00:20Z
2025-01-01T00:00:20Z
>>>
$ ratereplay size seconds.csv --burst 4 --burst 3 --burst 2 --burst 5
seconds.csv: 6 events in 20 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:20Z

                            forced by
burst  least rate  exactly     events  within  from
4      6/min       6/min            6    20 s  2025-01-01T00:00:00Z
3      9/min       9/min            6    20 s  2025-01-01T00:00:00Z
2      no rate     -                3     0 s  2025-01-01T00:00:00Z
5      3/min       3/min            6    20 s  2025-01-01T00:00:00Z

4: stamps have 1 s resolution, so the true least rate lies strictly between 5.714285/min and 6.31579/min
  a rate of 6.316/min is safe whatever the true times
3: stamps have 1 s resolution, so the true least rate lies strictly between 8.571428/min and 10.588236/min
  a rate of 10.589/min is safe whatever the true times
2: no rate helps: 3 at once at 2025-01-01T00:00:00Z
2: stamps have 1 s resolution, so the true least rate is more than 1/s; no upper bound follows from the curve
5: stamps have 1 s resolution, so the true least rate lies strictly between 2.857142/min and 3.157895/min
  a rate of 3.158/min is safe whatever the true times
$ ratereplay size seconds.csv --burst 4 --burst 3 --burst 2 --burst 6 --format csv
burst,burst_exact,rate_exact,rate_per_hour,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower_per_hour,resolution_bounds_lower_exact,resolution_bounds_upper_per_hour,resolution_bounds_upper_exact
4,4,1/10,360.0,2025-01-01T00:00:00Z,2025-01-01T00:00:20Z,6,6,20,20,342.85714285714283,2/21,378.94736842105266,2/19
3,3,3/20,540.0,2025-01-01T00:00:00Z,2025-01-01T00:00:20Z,6,6,20,20,514.2857142857143,1/7,635.2941176470588,3/17
2,2,,,2025-01-01T00:00:00Z,2025-01-01T00:00:00Z,3,3,0,0,3600.0,1,,
6,6,0,0.0,,,,,,,,,,
$ ratereplay size seconds.csv
seconds.csv: 6 events in 20 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:20Z

mean rate 15/min: below it a bucket has to grow with the length of the trace

                      forced by
rate    bucket  safe     events  within  from
20/min       3     4          3     0 s  2025-01-01T00:00:00Z

stamps have 1 s resolution: the buckets under 'safe' are enough whatever the true times

# Without a rate or a bucket: what to consider.

$ ratereplay size data/kamchatka-2025-07-29.csv
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

mean rate 3.923/h: below it a bucket has to grow with the length of the trace

                                forced by
rate              bucket  safe     events               within  from
5/h                   74    74        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z
10/h                  49    49         89   4 h 2 min 42.317 s  2025-07-29T23:24:52.483Z
20/h                  26    26         63   1 h 52 min 0.727 s  2025-07-29T23:30:03.032Z
50/h                   4     4          8       5 min 26.734 s  2025-07-29T23:44:54.409Z
1/min                  3     3          7       4 min 22.288 s  2025-07-29T23:44:54.409Z
1.283/min (knee)       2     2          4       1 min 43.392 s  2025-07-29T23:44:54.409Z
2/min                  2     2          2              9.845 s  2025-07-30T00:15:56.675Z
10/min                 1     2          1                  0 s  2025-07-29T12:04:25.042Z

knee: the least rate * bucket of all vertices of the curve from the mean up
stamps have 1 ms resolution: the buckets under 'safe' are enough whatever the true times
$ ratereplay size data/usgs-all-week-2018-02-07.csv --format csv
rate,bucket,bucket_exact,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower,resolution_bounds_lower_exact,resolution_bounds_lower_attainable,resolution_bounds_upper,resolution_bounds_upper_exact,knee,mean_rate_per_s,mean_rate_per_s_exact
13/3130990ms,9,2747875/313099,2018-02-02T22:14:09.39Z,2018-02-02T22:31:06.63Z,13,13,1017.24,25431/25,8.776373287682171,27478737/3130990,false,8.776381591764904,27478763/3130990,true,0.0028274328406390735,170600/60337419
20/h,8,27511/3600,2018-02-02T22:18:02.18Z,2018-02-02T22:31:06.63Z,12,12,784.45,15689/20,7.641938888888889,1375549/180000,false,7.64195,152839/20000,false,0.0028274328406390735,170600/60337419
50/h,5,76183/18000,2018-02-04T01:31:33.04Z,2018-02-04T01:32:28.308Z,5,5,55.268,13817/250,4.232375,33859/8000,false,4.232402777777778,304733/72000,false,0.0028274328406390735,170600/60337419
2/min,4,23683/7500,2018-02-04T01:31:33.04Z,2018-02-04T01:32:28.308Z,5,5,55.268,13817/250,3.1577,31577/10000,false,3.157766666666667,94733/30000,false,0.0028274328406390735,170600/60337419
5/min,3,3809/1500,2018-02-04T01:32:22.78Z,2018-02-04T01:32:28.308Z,3,3,5.528,691/125,2.53925,10157/4000,false,2.539416666666667,30473/12000,false,0.0028274328406390735,170600/60337419
! ratereplay: note: 1,706 rows out of time order, sorted
$ ratereplay size data/usgs-all-week-2018-02-07.csv --format json | sed -n '/"sizes"/,/"bucket"/p; /"mean_rate_per_s"/,$p'
  "sizes": [
    {
      "rate": "20/h",
      "bucket": 8,
  "mean_rate_per_s": 0.0028274328406390735,
  "mean_rate_per_s_exact": "170600/60337419",
  "knee": {
    "rate_exact": "1300/313099",
    "rate_per_s": 0.004152041367107528,
    "bucket": 9,
    "bucket_exact": "2747875/313099",
    "witness": {
      "first": "2018-02-02T22:14:09.39Z",
      "last": "2018-02-02T22:31:06.63Z",
      "events": 13,
      "cost": 13,
      "seconds": 1017.24,
      "seconds_exact": "25431/25"
    }
  }
}

# With costs; some events cost nothing.

<<< costs.csv
time,cost
2025-01-01T00:00:00.000001Z,0
2025-01-01T00:00:01Z,2
2025-01-01T00:00:02Z,5
2025-01-01T00:00:03Z,0
2025-01-01T00:00:04Z,2
2025-01-01T00:00:05Z,2
2025-01-01T00:00:06Z,2
>>>
$ ratereplay size costs.csv --cost cost
costs.csv: 7 events of cost 13 in 5.999999 s
  2025-01-01T00:00:00.000001Z to 2025-01-01T00:00:06Z

mean rate 2.167/s: below it a bucket has to grow with the length of the trace

              forced by
rate  bucket       cost  within  from
5/s        5          5     0 s  2025-01-01T00:00:02Z
$ ratereplay size costs.csv --cost cost --burst 7 --burst 5 --burst 4 --burst 13
costs.csv: 7 events of cost 13 in 5.999999 s
  2025-01-01T00:00:00.000001Z to 2025-01-01T00:00:06Z

                             forced by
burst  least rate   exactly       cost  within  from
7      1.2/s        72/min          13     5 s  2025-01-01T00:00:01Z
5      2/s          2/s              7     1 s  2025-01-01T00:00:01Z
4      no rate      -                5     0 s  2025-01-01T00:00:02Z
13     none needed  -                -       -  -

4: no rate helps: 5 at once at 2025-01-01T00:00:02Z
$ ratereplay size costs.csv --cost cost --rate 1/s --allow-drops 1 --rate 1/2s
costs.csv: 7 events of cost 13 in 5.999999 s
  2025-01-01T00:00:00.000001Z to 2025-01-01T00:00:06Z

at most 1 of 7 events may be dropped

                                 loses
rate  bucket  dropped   share  nothing
1/s        4        1  14.3 %        8
1/2s       6        1  14.3 %       11

with costs, a larger bucket can drop more events
1/s: every whole bucket was tried; no larger one of them drops more than is allowed
1/2s: every whole bucket was tried; 2 of the larger ones drop more than is allowed

# Traces of which there is little to say.

$ printf 'time,cost\n' > empty.csv
$ printf 'time,cost\n2025-01-01T00:00:01Z,3\n' > one.csv
$ printf 'time,cost\n2025-01-01T00:00:01Z,0\n2025-01-01T00:00:02Z,0\n' > free.csv
$ printf 'time,cost\n2025-01-01T00:00:01Z,3\n2025-01-01T00:00:01Z,2\n2025-01-01T00:00:02Z,0\n' > instant.csv
$ ratereplay size empty.csv
empty.csv: 0 events

nothing to pass: every bucket will do
$ ratereplay size one.csv
one.csv: 1 event in 0 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:01Z

                    forced by
rate  bucket  safe     events  within  from
1/s        1     2          1     0 s  2025-01-01T00:00:01Z

all cost comes at one instant: every rate needs the same bucket
stamps have 1 s resolution: the buckets under 'safe' are enough whatever the true times
$ ratereplay size free.csv --cost cost
free.csv: 2 events of cost 0 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

nothing to pass: every bucket will do
$ ratereplay size instant.csv --cost cost
instant.csv: 3 events of cost 5 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

mean rate 2/s: below it a bucket has to grow with the length of the trace

                    forced by
rate  bucket  safe       cost  within  from
1/s        5     6          5     0 s  2025-01-01T00:00:01Z

all cost comes at one instant: every rate needs the same bucket
stamps have 1 s resolution: the buckets under 'safe' are enough whatever the true times
$ ratereplay size empty.csv --format csv
rate,bucket,bucket_exact,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower,resolution_bounds_lower_exact,resolution_bounds_lower_attainable,resolution_bounds_upper,resolution_bounds_upper_exact,knee,mean_rate_per_s,mean_rate_per_s_exact
$ ratereplay size one.csv --format json | sed -n '/"sizes"/,$p'
  "sizes": [
    {
      "rate": "1/s",
      "bucket": 1,
      "bucket_exact": "1",
      "witness": {
        "first": "2025-01-01T00:00:01Z",
        "last": "2025-01-01T00:00:01Z",
        "events": 1,
        "cost": 1,
        "seconds": 0,
        "seconds_exact": "0"
      },
      "resolution_bounds": {
        "lower": 1.0,
        "lower_exact": "1",
        "lower_attainable": true,
        "upper": 2.0,
        "upper_exact": "2"
      }
    }
  ],
  "mean_rate_per_s": null,
  "mean_rate_per_s_exact": null,
  "knee": null
}
$ ratereplay size empty.csv --burst 1
empty.csv: 0 events

                             forced by
burst  least rate   exactly     events  within  from
1      none needed  -                -       -  -
$ ratereplay size one.csv --burst 1 --burst 1/2
one.csv: 1 event in 0 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:01Z

                             forced by
burst  least rate   exactly     events  within  from
1      none needed  -                -       -  -
1/2    no rate      -                1     0 s  2025-01-01T00:00:01Z

1/2: no rate helps: 1 at once at 2025-01-01T00:00:01Z
$ ratereplay size free.csv --cost cost --burst 1
free.csv: 2 events of cost 0 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

                             forced by
burst  least rate   exactly       cost  within  from
1      none needed  -                -       -  -
$ ratereplay size instant.csv --cost cost --burst 5 --burst 4 --burst 2
instant.csv: 3 events of cost 5 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

                             forced by
burst  least rate   exactly       cost  within  from
5      none needed  -                -       -  -
4      no rate      -                5     0 s  2025-01-01T00:00:01Z
2      no rate      -                5     0 s  2025-01-01T00:00:01Z

4: no rate helps: 5 at once at 2025-01-01T00:00:01Z
4: stamps have 1 s resolution, so the true least rate is more than 1/s; no upper bound follows from the curve
2: no rate helps: 5 at once at 2025-01-01T00:00:01Z
$ ratereplay size empty.csv --rate 1/s --allow-drops 1%
empty.csv: 0 events

at most 0 of 0 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
1/s        0        0      -        0
$ ratereplay size empty.csv --rate 1/s --allow-drops 1% --format json | grep drop_share
      "drop_share": null,
$ ratereplay size empty.csv --rate 1/s --allow-drops 1% --format csv | cut -d , -f 1-5
rate,bucket,dropped,drop_share,allowed
1/s,0,0,,0
$ ratereplay size one.csv --rate 1/s --allow-drops 100%
one.csv: 1 event in 0 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:01Z

at most 1 of 1 event may be dropped

                                loses
rate  bucket  dropped  share  nothing
1/s        1        0  0.0 %        1
$ ratereplay size free.csv --cost cost --rate 1/s --allow-drops 0
free.csv: 2 events of cost 0 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

at most 0 of 2 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
1/s        0        0  0.0 %        0
$ ratereplay size instant.csv --cost cost --rate 1/s --allow-drops 1
instant.csv: 3 events of cost 5 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

at most 1 of 3 events may be dropped

                                 loses
rate  bucket  dropped   share  nothing
1/s        2        1  33.3 %        5

with costs, a larger bucket can drop more events
1/s: every whole bucket was tried; no larger one of them drops more than is allowed

# A mean above every round rate leaves the knee to consider.

$ printf 'time,cost\n0.000000000,1000000000\n0.000000001,1000000000\n' > steep.csv
$ ratereplay size steep.csv --cost cost --quiet
steep.csv: 2 events of cost 2,000,000,000 in 1 ns
  1970-01-01T00:00:00Z to 1970-01-01T00:00:00.000000001Z
  times read as epoch seconds, judged by the first; --time-unit overrides

mean rate 1000000000000000000/s: below it a bucket has to grow with the length of the trace

                         forced by
rate         bucket           cost  within  from
1000000000000000000/s (knee)
      1,000,000,000  1,000,000,000     0 s  1970-01-01T00:00:00Z

knee: the least rate * bucket of all vertices of the curve from the mean up
$ ratereplay size steep.csv --cost cost --quiet --format csv
rate,bucket,bucket_exact,witness_first,witness_last,witness_events,witness_cost,witness_seconds,witness_seconds_exact,resolution_bounds_lower,resolution_bounds_lower_exact,resolution_bounds_lower_attainable,resolution_bounds_upper,resolution_bounds_upper_exact,knee,mean_rate_per_s,mean_rate_per_s_exact
1000000000000000000/s,1000000000,1000000000,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,1,1000000000,0,0,,,,,,true,1e+18,1000000000000000000

# The least bucket within a tolerance.

$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --rate 10/h --allow-drops 10%
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

at most 18 of 189 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
5/h       56       18  9.5 %       74
10/h      31       18  9.5 %       49
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops 69 --format csv
rate,bucket,dropped,drop_share,allowed,step,larger_beyond,lossless_bucket,lossless_bucket_exact,lossless_witness_first,lossless_witness_last,lossless_witness_events,lossless_witness_cost,lossless_witness_seconds,lossless_witness_seconds_exact,lossless_resolution_bounds_lower,lossless_resolution_bounds_lower_exact,lossless_resolution_bounds_lower_attainable,lossless_resolution_bounds_upper,lossless_resolution_bounds_upper_exact
5/h,5,69,0.36507936507936506,69,1,0,74,17753599/240000,2025-07-29T23:24:52.483Z,2025-07-30T05:37:11.686Z,105,105,22339.203,22339203/1000,73.97332777777778,13315199/180000,false,73.97333055555555,26630399/360000
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops 0 --format json | sed -n '/"sizes"/,$p'
  "sizes": [
    {
      "rate": "5/h",
      "bucket": 74,
      "dropped": 0,
      "drop_share": 0.0,
      "allowed": 0,
      "step": 1,
      "larger_beyond": 0,
      "lossless": {
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
    }
  ]
}
$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --burst 50 --format csv | grep -E 'spec|token' | cut -d , -f 1-5
spec,name,passed,dropped,passed_cost
"token-bucket:rate=5/h,burst=50",token-bucket,165,24

# A grid, where there are too many buckets with costs to try all.

$ awk 'BEGIN { print "time,cost"; for (i = 0; i < 500; ++i) printf "%d,%d\n", 1000000000 + i % 7 * 50 + i, i * i % 97 * 50 }' > large.csv
$ ratereplay size large.csv --cost cost --rate 100/s --rate 2000/s --allow-drops 5% --quiet
large.csv: 500 events of cost 1,185,650 in 13 min 16 s
  2001-09-09T01:46:40Z to 2001-09-09T01:59:56Z
  times read as epoch seconds, judged by the first; --time-unit overrides
  71 rows out of time order, sorted

at most 25 of 500 events may be dropped

                                       loses
rate       bucket  dropped  share    nothing
100/s   1,021,711       25  5.0 %  1,106,950
2000/s      7,678       25  5.0 %     85,250

with costs, a larger bucket can drop more events
100/s: found on a grid of step 1,107; no larger one of them drops more than is allowed
2000/s: found on a grid of step 86; 1 of the larger ones drops more than is allowed

# What does not go together.

$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --burst 5
! ratereplay: --rate asks for the bucket and --burst for the rate; give one of them
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --allow-drops 1%
! ratereplay: --allow-drops needs the rate to find a bucket for; give it with --rate, as 5/h
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 5 --allow-drops 1%
! ratereplay: --allow-drops needs the rate to find a bucket for; give it with --rate, as 5/h
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops 0.001
! ratereplay: --allow-drops: '0.001' is neither a share, as 0.1%, nor a whole number
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops 101%
! ratereplay: --allow-drops: '101%' is more than all events; give at most 100%
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops -1%
! ratereplay: --allow-drops: '-1' is not a number: it is negative; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops %
! ratereplay: --allow-drops: '' is not a number: it is empty; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 0
! ratereplay: --burst: a bucket of 0 passes nothing; it must be above 0
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 5 --burst five
! ratereplay: --burst: 'five' is not a number: it is no decimal; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --burst 20.12345678901234567890123457
! ratereplay: --burst '20.12345678901234567890123457': the numbers are too large for exact 128-bit arithmetic; use a coarser rate, burst or cost unit
[exit 2]
$ ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops 0.00000000000000001%
! ratereplay: --allow-drops: '0.00000000000000001%' has too many digits; give at most 16 behind the point
[exit 2]
$ printf 'time,cost\n2025-01-01T00:00:01Z,5\n2025-01-01T00:00:02Z,0\n' > first.csv
$ ratereplay size first.csv --cost cost
first.csv: 2 events of cost 5 in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z

                    forced by
rate  bucket  safe       cost  within  from
1/s        5     6          5     0 s  2025-01-01T00:00:01Z

all cost comes at one instant: every rate needs the same bucket
stamps have 1 s resolution: the buckets under 'safe' are enough whatever the true times
