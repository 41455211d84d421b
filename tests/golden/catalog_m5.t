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
$ ratereplay curve ../shared/data/usgs-m5-2015-2025.csv
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

52 vertices; from each rate to the next one the bucket that loses nothing is
events - rate * within, of the stretch that forces it

                                                     forced by
rate      per second            bucket  unrounded       events       within  from
0         0                     18,790  18790           18,790  3979 d 18 h  2015-01-01T08:49:53Z
1.334/d   100/6475647           13,481  ~ 13480.126     18,789       3979 d  2015-01-01T08:49:53Z
2.04/d    20/847227             10,674  ~ 10673.491     18,787       3978 d  2015-01-02T08:21:55Z
2.744/d   625/19678341           7,871  ~ 7870.836      18,782   3976 d 5 h  2015-01-02T08:21:55Z
3.697/d   1650/38563403          4,083  ~ 4082.988      18,749   3967 d 7 h  2015-01-02T08:21:55Z
3.703/d   290/6765877            4,058  ~ 4057.121      18,662  3943 d 19 h  2015-01-25T20:11:19Z
3.752/d   15800/363874969        3,867  ~ 3866.523      18,346  3859 d 13 h  2015-04-20T01:42:58Z
3.962/d   1400/30532221          3,056  ~ 3055.644      18,332       3856 d  2015-04-23T14:31:40Z
4.189/d   450/9282017            2,181  ~ 2180.224      18,323  3853 d 21 h  2015-04-23T14:31:40Z
4.229/d   201500/4116569569      2,025  ~ 2024.499      16,308  3377 d 10 h  2016-08-12T01:26:36Z
4.48/d    7207000/138986740437   1,177  ~ 1176.701       9,101  1768 d 18 h  2021-01-06T16:52:16Z
4.556/d   3000/56896687          1,044  ~ 1043.246       9,095  1767 d 11 h  2021-01-08T00:28:50Z
4.85/d    1260000/22445407073      523  ~ 522.662        2,795   468 d 13 h  2021-01-08T00:28:50Z
4.862/d   200/3553857              517  ~ 516.968        2,794    468 d 8 h  2021-01-08T00:28:50Z
4.941/d   15000/262308127          481  ~ 480.238        2,779    465 d 7 h  2021-01-11T01:20:38Z
4.946/d   69400/1212421503         478  ~ 477.98         1,738   254 d 19 h  2021-01-11T01:20:38Z
5.085/d   2000/33981541            443  ~ 442.437        1,622        232 d  2021-02-02T20:49:27Z
5.351/d   4784/77248993            381  ~ 380.827        1,024    120 d 5 h  2025-07-13T05:56:58Z
5.627/d   167000/2564394943        348  ~ 347.666          857    90 d 13 h  2025-07-13T05:56:58Z
6.082/d   4000/56826793            307  ~ 306.474          837     87 d 6 h  2025-07-16T12:52:32Z
6.104/d   285000/4034170451        305  ~ 304.536          552    40 d 14 h  2021-02-08T06:40:08Z
7.02/d    153000/1883090009        268  ~ 267.395          399    18 d 18 h  2025-07-16T12:52:32Z
8.641/d   32000/319980567          238  ~ 237.014          367     15 d 2 h  2025-07-20T05:45:33Z
9.75/d    1000/8861193             221  ~ 220.317          366    14 d 23 h  2025-07-20T05:45:33Z
10.709/d  93000/750301661          206  ~ 205.99           273      6 d 7 h  2025-07-28T22:10:35Z
11.989/d  2250/16214833            198  ~ 197.983          264     5 d 13 h  2025-07-29T16:11:34Z
13.909/d  15500/96282091           188  ~ 187.41           233      3 d 7 h  2025-07-29T16:11:34Z
13.925/d  750/4653361              188  ~ 187.356          230      3 d 2 h  2025-07-29T21:21:47Z
1.159/h   2000/6213171             145  ~ 144.832          228          3 d  2025-07-29T23:05:21Z
1.19/h    3800/11494599            143  ~ 142.586          190     1 d 16 h  2025-07-29T23:05:21Z
1.247/h   3000/8660521             141  ~ 140.318          181      1 d 9 h  2025-07-29T23:05:21Z
1.465/h   250/614181               134  ~ 133.196          170      1 d 2 h  2025-07-29T23:05:21Z
2.669/h   1000/1349017             103  ~ 102.975          168      1 d 1 h  2025-07-29T23:05:21Z
3.073/h   1000/1171427              94  ~ 93.117           167      1 d 1 h  2025-07-29T23:24:52Z
3.158/h   5000/5700249              92  ~ 91.084           162  22 h 28 min  2025-07-29T23:24:52Z
3.222/h   16/17877                  90  ~ 89.641           148   18 h 7 min  2025-07-29T23:24:52Z
3.283/h   8000/8771283              89  ~ 88.528           124  10 h 49 min  2025-07-29T23:24:52Z
4.008/h   4500/4041469              81  ~ 80.696           115   8 h 34 min  2025-07-29T23:24:52Z
4.25/h    2500/2117433              79  ~ 78.625           105   6 h 13 min  2025-07-29T23:24:52Z
6.79/h    2000/1060451              63  ~ 62.868           103   5 h 55 min  2025-07-29T23:24:52Z
7.504/h   2800/1343287              59  ~ 58.646            89    4 h 3 min  2025-07-29T23:24:52Z
11.592/h  1000/310549               43  ~ 42.108            88   3 h 58 min  2025-07-29T23:30:03Z
11.951/h  25000/7531041             41  ~ 40.69             63   1 h 53 min  2025-07-29T23:30:03Z
26.037/h  4000/553069               15  ~ 14.393            59   1 h 43 min  2025-07-29T23:30:03Z
28.242/h  21000/2676847             11  ~ 10.614            38  58 min 11 s  2025-07-29T23:30:03Z
29.592/h  4500/547441               10  ~ 9.305             29  39 min 56 s  2025-07-29T23:30:03Z
29.999/h  6000/720031               10  ~ 9.035             23  27 min 56 s  2025-07-29T23:30:03Z
37.165/h  3000/290593                6  ~ 5.699             20   23 min 6 s  2025-07-29T23:34:53Z
39.32/h   5000/457787                5  ~ 4.87              15  15 min 28 s  2025-07-29T23:34:53Z
41.945/h  875/75098                  5  ~ 4.193              8   5 min 27 s  2025-07-29T23:44:54Z
55.212/h  2000/130407                3  ~ 2.989              4    1 min 6 s  2018-08-19T00:38:17Z
1.82/min  25/824                     2  2                    2          0 s  2021-02-27T18:59:25Z

stamps have 1 ms resolution, so at a rate above 0 the true bucket is less than
this one + rate * 1 ms, and more than this one - rate * 1 ms, but at least 1,
the largest cost of one event
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

drops of         days  episodes    the worst       within  from
fixed-window       44        78    21 of 276  48 min 40 s  2025-07-30T00:09:58.961Z
                                   20 of 276   23 min 6 s  2025-07-29T23:34:53.625Z
                                   15 of 276  45 min 58 s  2025-07-30T01:06:14.313Z
sliding-log        61        66    76 of 369   7 h 41 min  2025-07-29T23:34:53.625Z
                                   37 of 369   5 h 20 min  2021-08-12T18:47:04.648Z
                                   26 of 369   3 h 29 min  2023-12-02T15:00:11.497Z
sliding-counter    46        49    74 of 302   8 h 24 min  2025-07-29T23:34:53.625Z
                                   33 of 302   5 h 20 min  2021-08-12T18:47:04.648Z
                                   22 of 302   3 h 14 min  2023-12-02T15:06:46.28Z
token-bucket, gcra, leaky-bucket
                   24        22    69 of 197   5 h 44 min  2025-07-29T23:36:01.341Z
                                   30 of 197   5 h 19 min  2021-08-12T18:48:06Z
                                   20 of 197   3 h 11 min  2023-12-02T15:10:05.463Z
pacer             984     1,553  11 of 1,956  10 min 49 s  2025-07-29T23:38:28.604Z
                                  9 of 1,956  10 min 40 s  2025-07-30T01:02:11.309Z
                                  7 of 1,956   8 min 33 s  2025-07-30T00:07:34.269Z
leaky-queue        24        22    69 of 197   5 h 44 min  2025-07-29T23:36:01.341Z
                                   30 of 197   5 h 19 min  2021-08-12T18:48:06Z
                                   20 of 197   3 h 11 min  2023-12-02T15:10:05.463Z
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

drops of  days  episodes  the worst       within  from
token-bucket:rate=5/h,burst=5
            24        22  69 of 197   5 h 44 min  2025-07-29T23:36:01.341Z
                          30 of 197   5 h 19 min  2021-08-12T18:48:06Z
                          20 of 197   3 h 11 min  2023-12-02T15:10:05.463Z
                          14 of 197   2 h 25 min  2015-09-16T23:16:09.44Z
                          14 of 197   8 h 59 min  2021-03-04T19:40:52.742Z
                           6 of 197   1 h 45 min  2024-04-03T00:43:55.1Z
                           5 of 197   36 min 5 s  2015-04-25T06:22:23.35Z
                           5 of 197  33 min 51 s  2016-09-01T16:49:47.96Z
                           5 of 197   3 min 26 s  2018-09-06T16:07:34.34Z
                           4 of 197  12 min 44 s  2016-11-13T12:25:55.17Z
token-bucket:rate=5/h,burst=73
             1         1     1 of 1          0 s  2025-07-30T05:19:31.235Z

# The inverse: 74 needs 31 events of refill in 22339.203 s, and at a little less it loses one.

$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --burst 74
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

                                  forced by
burst  least rate  exactly           events               within  from
74     4.996/h     31/22339203ms        105  6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z

74: stamps have 1 ms resolution, so the true least rate lies strictly between 4.995701/h and 4.995703/h
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --burst 74 --format csv | cut -d , -f 1-4
burst,burst_exact,rate_exact,rate_per_hour
74,74,31000/22339203,4.995701950512737
$ ratereplay replay ../shared/data/usgs-m5-2015-2025.csv -l token-bucket:rate=31000/22339203s,burst=74 -l token-bucket:rate=31000/22339204s,burst=74 --format csv | cut -d , -f 1-5
spec,name,passed,dropped,passed_cost
"token-bucket:rate=31000/22339203s,burst=74",token-bucket,18790,0
"token-bucket:rate=31000/22339204s,burst=74",token-bucket,18789,1

# What to consider, and what a tolerance saves.

$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

mean rate 4.721/d: below it a bucket has to grow with the length of the trace

                              forced by
rate            bucket  safe     events                      within  from
5/d                465   465      1,738  254 d 18 h 36 min 45.745 s  2021-01-11T01:20:38.218Z
6.104/d (knee)     305   305        552          40 d 13 h 52.883 s  2021-02-08T06:40:08.832Z
10/d               217   217        366   14 d 22 h 35 min 21.114 s  2025-07-20T05:45:33.448Z
20/d               169   169        230     3 d 1 h 29 min 42.495 s  2025-07-29T21:21:47.885Z
1/h                157   157        230     3 d 1 h 29 min 42.495 s  2025-07-29T21:21:47.885Z
2/h                120   120        170      1 d 1 h 6 min 57.807 s  2025-07-29T23:05:21.056Z
5/h                 74    74        105         6 h 12 min 19.203 s  2025-07-29T23:24:52.483Z
10/h                49    49         89          4 h 2 min 42.317 s  2025-07-29T23:24:52.483Z
20/h                26    26         63          1 h 52 min 0.727 s  2025-07-29T23:30:03.032Z
50/h                 4     4          8              5 min 26.734 s  2025-07-29T23:44:54.409Z
1/min                3     3          4                1 min 5.92 s  2018-08-19T00:38:17.29Z
2/min                2     3          2                         0 s  2021-02-27T18:59:25.296Z

knee: the least rate * bucket of all vertices of the curve from the mean up
stamps have 1 ms resolution: the buckets under 'safe' are enough whatever the true times
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h --allow-drops 0
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

at most 0 of 18,790 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
5/h       74        0  0.0 %       74
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h --allow-drops 1
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

at most 1 of 18,790 events may be dropped

                                 loses
rate  bucket  dropped   share  nothing
5/h       73        1  <0.1 %       74
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h --allow-drops 0.1%
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

at most 18 of 18,790 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
5/h       56       18  0.1 %       74
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h --allow-drops 197
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

at most 197 of 18,790 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
5/h        5      197  1.0 %       74
$ ratereplay size ../shared/data/usgs-m5-2015-2025.csv --rate 5/h --allow-drops 196
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

at most 196 of 18,790 events may be dropped

                                loses
rate  bucket  dropped  share  nothing
5/h        6      175  0.9 %       74

# The 197 drops fall on 24 days, 69 of them on 29 and 30 July 2025.

$ ratereplay replay ../shared/data/usgs-m5-2015-2025.csv -l token-bucket:rate=5/h,burst=5 --by day --worst-first --top 3
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

                                      busiest                                        longest  state
limiter       passed  dropped  share      1 h  from                     promise  retry after  bytes
token-bucket  18,593      197  1.0 %        9  2015-09-16T22:54:32.86Z        9  11 min 36 s     16

token-bucket: first drop 2015-04-25T06:22:23.35Z, longest run of drops 9

drops of      days  episodes  the worst      within  from
token-bucket    24        22  69 of 197  5 h 44 min  2025-07-29T23:36:01.341Z
                              30 of 197  5 h 19 min  2021-08-12T18:48:06Z
                              20 of 197  3 h 11 min  2023-12-02T15:10:05.463Z

3,894 periods with events; the 3 that dropped most (day, UTC)

from        events  passed  dropped   share
2025-07-30     143      91       52  36.4 %
2021-08-12      65      36       29  44.6 %
2023-12-02      62      42       20  32.3 %
$ ratereplay replay ../shared/data/usgs-m5-2015-2025.csv -l token-bucket:rate=5/h,burst=5 --by day --worst-first --top 1000 --format json | grep -c '"from": "20..-..-..T00:00:00Z"'
24
$ ratereplay diff ../shared/data/usgs-m5-2015-2025.csv -l token-bucket:rate=5/h,burst=5 -l sliding-log:limit=5,window=1h --top 3
../shared/data/usgs-m5-2015-2025.csv: 18,790 events in 3979 d 17 h 31 min 9.556 s
  2015-01-01T08:49:53.2Z to 2025-11-24T02:21:02.756Z

first difference: event 435, line 436, 2015-04-25T06:25:55.26Z
  token-bucket passed it: 1.207375 of 5 tokens
  sliding-log refused it: 5 of 5 in the window, the oldest leaves in 45 min 30.69 s; retry after 45 min 30.69 s

passed by     events   share
both          18,386  97.8 %
token-bucket     207   1.1 %
sliding-log       35   0.2 %
none             162   0.9 %

the longest 3 of 169 stretches of events passed by one alone

passed by     events          within  from
token-bucket       4  22 min 25.51 s  2018-09-28T10:39:03.19Z
token-bucket       4  13 min 3.436 s  2020-10-19T21:32:21.891Z
token-bucket       4  27 min 2.073 s  2024-04-22T11:13:11.313Z
