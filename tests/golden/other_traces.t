# Other people's traces, as they stand.
needs ../shared/data/azure-llm-code-2023.csv
needs ../shared/data/nasa-http-1995-08-01.tsv
needs ../shared/data/apache-combined-unsorted.log

$ ratereplay inspect ../shared/data/azure-llm-code-2023.csv --cost ContextTokens
../shared/data/azure-llm-code-2023.csv: 8,819 events of cost 18,059,974 in 57 min 15.948056 s
  2023-11-16T18:17:03.97996Z to 2023-11-16T19:14:19.928016Z
  8,819 times without an offset, read as UTC

input       csv, time in 'TIMESTAMP' (ISO 8601)
rows        8,819 read, 8,819 kept
resolution  1 us
mean rate   2.566 per second
ties        0 events at the same instant as the one before
gaps        min 6 us, p50 63.784 ms
            p99 2.205167 s, max 3 min 37.168952 s

busiest  events  from                               cost  from
1 s          72  2023-11-16T18:31:26.119148Z     147,593  2023-11-16T18:31:26.917051Z
1 min       723  2023-11-16T18:26:32.99761Z    1,392,194  2023-11-16T18:31:13.453116Z
1 h       8,819  2023-11-16T18:17:03.97996Z   18,059,974  2023-11-16T18:17:03.97996Z
1 d       8,819  2023-11-16T18:17:03.97996Z   18,059,974  2023-11-16T18:17:03.97996Z
$ ratereplay size ../shared/data/azure-llm-code-2023.csv --cost ContextTokens --rate 400000/min
../shared/data/azure-llm-code-2023.csv: 8,819 events of cost 18,059,974 in 57 min 15.948056 s
  2023-11-16T18:17:03.97996Z to 2023-11-16T19:14:19.928016Z
  8,819 times without an offset, read as UTC

                                                   forced by
rate           bucket  exactly                          cost              within  from
400000/min  1,714,379  128578378/75 ~ 1714378.373  6,083,228  10 min 55.327444 s  2023-11-16T18:31:13.453116Z
$ ratereplay compare ../shared/data/azure-llm-code-2023.csv --cost ContextTokens --rate 400000/min
../shared/data/azure-llm-code-2023.csv: 8,819 events of cost 18,059,974 in 57 min 15.948056 s
  2023-11-16T18:17:03.97996Z to 2023-11-16T19:14:19.928016Z
  8,819 times without an offset, read as UTC
rate 400000/min, burst 400000, queue 399999; busiest and promise are of any half-open 1 min

                                           busiest                                   longest  state
limiter          passed  dropped    share    1 min  from                         retry after  bytes
fixed-window      6,062    2,757   31.3 %      417  2023-11-16T18:26:23.619969Z     50.012 s     16
sliding-log       5,537    3,282   37.2 %      286  2023-11-16T18:26:31.518217Z     49.354 s  4,624
sliding-counter   6,289    2,530   28.7 %      383  2023-11-16T18:26:32.520084Z     36.699 s     24
token-bucket      7,728    1,091   12.4 %      518  2023-11-16T18:26:32.520084Z      1.104 s     16
gcra              7,728    1,091   12.4 %      518  2023-11-16T18:26:32.520084Z      1.104 s      8
leaky-bucket      7,728    1,091   12.4 %      518  2023-11-16T18:26:32.520084Z      1.104 s     16
pacer                 0    8,819  100.0 %        0  -                                  never      8
leaky-queue       7,728    1,091   12.4 %      351  2023-11-16T18:27:34.940282Z      1.104 s      8

                                                  busiest
cost                 passed     dropped    share    1 min  from                         promise
fixed-window     12,310,340   5,749,634   31.8 %  756,397  2023-11-16T18:26:21.819629Z  800,000
sliding-log      10,908,009   7,151,965   39.6 %  399,999  2023-11-16T18:20:07.041751Z  400,000
sliding-counter  11,186,121   6,873,853   38.1 %  538,323  2023-11-16T18:26:21.819629Z  800,000
token-bucket     14,595,278   3,464,696   19.2 %  799,032  2023-11-16T18:26:21.819629Z  799,999
gcra             14,595,278   3,464,696   19.2 %  799,032  2023-11-16T18:26:21.819629Z  799,999
leaky-bucket     14,595,278   3,464,696   19.2 %  799,032  2023-11-16T18:26:21.819629Z  799,999
pacer                     0  18,059,974  100.0 %        0  -                            400,000
leaky-queue      14,595,278   3,464,696   19.2 %  407,396  2023-11-16T18:50:19.664478Z  407,436

leaky-queue: departures wait at most 59.999541 s
  mean 34.416 s, p50 37.995 s, p99 59.981 s
  its busiest window is of departures; it admitted 518 events in the busiest 1 min,
  a cost of 799,032 in the costliest (promise 799,999)
pacer: 8,819 events can never pass, costing more than the limit or burst
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes     the worst       within  from
fixed-window        1        20  395 of 2,757     34.321 s  2023-11-16T18:31:24.119879Z
                                 328 of 2,757     30.521 s  2023-11-16T18:20:29.459601Z
                                 259 of 2,757     24.156 s  2023-11-16T18:40:35.56371Z
sliding-log         1        11  535 of 3,282   1 min 15 s  2023-11-16T18:31:24.119879Z
                                 510 of 3,282   6 min 32 s  2023-11-16T18:44:23.259569Z
                                 489 of 3,282   1 min 31 s  2023-11-16T18:39:49.239052Z
sliding-counter     1         7  839 of 2,530  15 min 35 s  2023-11-16T18:35:22.634227Z
                                 696 of 2,530   7 min 20 s  2023-11-16T18:20:29.459601Z
                                 530 of 2,530   1 min 15 s  2023-11-16T18:31:24.119879Z
token-bucket, gcra, leaky-bucket
                    1         9  324 of 1,091   1 min 14 s  2023-11-16T18:31:24.563938Z
                                 223 of 1,091    2 min 1 s  2023-11-16T18:40:08.611177Z
                                 210 of 1,091   1 min 11 s  2023-11-16T18:26:39.017038Z
pacer               1     8,819    1 of 8,819          0 s  2023-11-16T18:17:03.97996Z
                                   1 of 8,819          0 s  2023-11-16T18:17:04.03196Z
                                   1 of 8,819          0 s  2023-11-16T18:17:04.078149Z
leaky-queue         1         9  324 of 1,091   1 min 14 s  2023-11-16T18:31:24.563938Z
                                 223 of 1,091    2 min 1 s  2023-11-16T18:40:08.611177Z
                                 210 of 1,091   1 min 11 s  2023-11-16T18:26:39.017038Z
$ head -n 1 ../shared/data/nasa-http-1995-08-01.tsv
host	logname	time	method	url	response	bytes	referer	useragent
$ ratereplay size ../shared/data/nasa-http-1995-08-01.tsv --rate 2/s
../shared/data/nasa-http-1995-08-01.tsv: 30,969 events in 12 h 52 min 1 s
  1995-08-01T06:00:00Z to 1995-08-01T18:52:01Z
  cells separated by tabs, judged by the header; --delimiter overrides
  times read as epoch seconds, judged by the first; --time-unit overrides

                       forced by
rate  bucket  exactly     events  within  from
2/s       53  53             159    53 s  1995-08-01T14:43:53Z

2/s: stamps have 1 s resolution, so the true value lies strictly between 51 and 55
  a bucket of 55 is safe whatever the true times
$ ratereplay inspect ../shared/data/nasa-http-1995-08-01.tsv --cost bytes
../shared/data/nasa-http-1995-08-01.tsv: 30,969 events of cost 482,000,467 in 12 h 52 min 1 s
  1995-08-01T06:00:00Z to 1995-08-01T18:52:01Z
  cells separated by tabs, judged by the header; --delimiter overrides
  times read as epoch seconds, judged by the first; --time-unit overrides

input       csv, cells separated by tabs, time in 'time' (epoch seconds)
rows        30,969 read, 30,969 kept
resolution  1 s
mean rate   40.113 per minute
ties        12,667 events at the same instant as the one before
gaps        min 0 s, p50 1 s
            p99 13 s, max 5 min 57 s

busiest  events  from                         cost  from
1 s          17  1995-08-01T12:18:28Z    1,304,103  1995-08-01T16:35:42Z
1 min       166  1995-08-01T14:44:01Z    4,725,429  1995-08-01T17:50:54Z
1 h       4,454  1995-08-01T15:59:18Z   67,397,427  1995-08-01T17:27:36Z
1 d      30,969  1995-08-01T06:00:00Z  482,000,467  1995-08-01T06:00:00Z
$ ratereplay inspect ../shared/data/apache-combined-unsorted.log
../shared/data/apache-combined-unsorted.log: 10,000 events in 3 d 11 h 59 s
  2015-05-17T10:05:00Z to 2015-05-20T21:05:59Z
  an access log in the combined format, judged by its first line; --input overrides
  4,915 rows out of time order, sorted
  1 row with fewer cells than the first line

input       clf, time in 'time' (access log)
rows        10,000 read, 10,000 kept
resolution  1 s
mean rate   2.007 per minute
ties        5,638 events at the same instant as the one before
gaps        min 0 s, p50 0 s
            p99 3 s, max 59 min 3 s

busiest  events  from
1 s           9  2015-05-17T23:05:30Z
1 min       136  2015-05-19T19:05:00Z
1 h         149  2015-05-19T18:05:44Z
1 d       2,917  2015-05-17T15:05:44Z
$ ratereplay inspect ../shared/data/apache-combined-unsorted.log --cost bytes --where 'bytes>=0'
../shared/data/apache-combined-unsorted.log: 9,331 events of cost 2,747,282,740 in 3 d 11 h 59 s
  2015-05-17T10:05:00Z to 2015-05-20T21:05:59Z
  669 of 10,000 rows left out by --where, --from or --to
  an access log in the combined format, judged by its first line; --input overrides
  4,580 rows out of time order, sorted
  669 rows without bytes
  1 row with fewer cells than the first line

input       clf, time in 'time' (access log)
rows        10,000 read, 9,331 kept, 669 filtered
resolution  1 s
mean rate   1.873 per minute
ties        5,089 events at the same instant as the one before
gaps        min 0 s, p50 0 s
            p99 4 s, max 59 min 4 s

busiest  events  from                           cost  from
1 s           9  2015-05-17T23:05:30Z     69,251,178  2015-05-18T16:05:45Z
1 min       131  2015-05-19T19:05:00Z    206,109,322  2015-05-18T21:05:00Z
1 h         142  2015-05-19T18:05:44Z    206,223,765  2015-05-18T21:05:01Z
1 d       2,766  2015-05-19T17:05:24Z  1,201,342,085  2015-05-18T11:05:44Z
$ ratereplay inspect ../shared/data/apache-combined-unsorted.log --cost bytes
! ratereplay: ../shared/data/apache-combined-unsorted.log:77: column 'bytes': no cost; fill it in, or leave such rows out with --where 'bytes>=0' or --bad-rows skip
[exit 2]
$ ratereplay inspect ../shared/data/apache-combined-unsorted.log --order strict
! ratereplay: ../shared/data/apache-combined-unsorted.log:4: column 'time': 2015-05-17T10:05:12Z is before 2015-05-17T10:05:47Z of the row above; sort the file or use --order sort
[exit 2]
$ ratereplay compare ../shared/data/nasa-http-1995-08-01.tsv --key host --rate 10/min
../shared/data/nasa-http-1995-08-01.tsv: 30,969 events in 12 h 52 min 1 s
  1995-08-01T06:00:00Z to 1995-08-01T18:52:01Z
  cells separated by tabs, judged by the header; --delimiter overrides
  times read as epoch seconds, judged by the first; --time-unit overrides
rate 10/min, burst 10, queue 9; busiest and promise are of any half-open 1 min

                                          busiest                                     longest  state
limiter          passed  dropped   share    1 min  from                  promise  retry after  bytes
fixed-window     30,434      535   1.7 %       20  1995-08-01T09:11:31Z       20         58 s     16
sliding-log      29,954    1,015   3.3 %       10  1995-08-01T06:11:32Z       10         58 s    128
sliding-counter  30,256      713   2.3 %       17  1995-08-01T08:46:44Z       20     58.001 s     24
token-bucket     30,793      176   0.6 %       19  1995-08-01T07:12:55Z       19          6 s     16
gcra             30,793      176   0.6 %       19  1995-08-01T07:12:55Z       19          6 s      8
leaky-bucket     30,793      176   0.6 %       19  1995-08-01T07:12:55Z       19          6 s     16
pacer            15,856   15,113  48.8 %        9  1995-08-01T09:11:31Z       10          6 s      8
leaky-queue      30,793      176   0.6 %       10  1995-08-01T06:11:32Z       10          6 s      8

fixed-window: busiest is 'news.dfrc.nasa.gov'; all clients together at most 155
sliding-log: busiest is 'dialup12.leuven.eunet.be'; all clients together at most 144
sliding-counter: busiest is '128.159.76.67'; all clients together at most 149
token-bucket: busiest is 'maurice.cfr.washington.edu'; all clients together at most 154
gcra: busiest is 'maurice.cfr.washington.edu'; all clients together at most 154
leaky-bucket: busiest is 'maurice.cfr.washington.edu'; all clients together at most 154
pacer: busiest is 'news.dfrc.nasa.gov'; all clients together at most 59
leaky-queue: departures wait at most 54 s
  mean 7.584 s, p50 4 s, p99 43 s
  its busiest window is of departures; it admitted 19 in the busiest 1 min (promise 19)
leaky-queue: busiest is 'dialup12.leuven.eunet.be'; all clients together at most 146
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes     the worst     within  from                  key
fixed-window        1       160     17 of 535       28 s  1995-08-01T10:26:13Z  'wormhole.ctp.com'
                                    17 of 535       49 s  1995-08-01T16:54:10Z  'titan02f'
                                    15 of 535       25 s  1995-08-01T13:42:02Z  '163.205.156.16'
sliding-log         1       289   19 of 1,015       56 s  1995-08-01T16:54:04Z  'titan02f'
                                  18 of 1,015       34 s  1995-08-01T09:11:52Z  'news.dfrc.nasa.gov'
                                  18 of 1,015       28 s  1995-08-01T13:11:45Z  'alta.atk.com'
sliding-counter     1       198     19 of 713       56 s  1995-08-01T16:54:04Z  'titan02f'
                                    17 of 713       28 s  1995-08-01T10:26:13Z  'wormhole.ctp.com'
                                    16 of 713  1 min 1 s  1995-08-01T13:42:02Z  '163.205.156.16'
token-bucket, gcra, leaky-bucket
                    1        49     13 of 176       27 s  1995-08-01T13:11:46Z  'alta.atk.com'
                                    11 of 176        7 s  1995-08-01T10:26:33Z  'wormhole.ctp.com'
                                    11 of 176       21 s  1995-08-01T13:42:02Z  '163.205.156.16'
pacer               1     7,010  16 of 15,113        3 s  1995-08-01T12:59:27Z  'isaac.ksc.nasa.gov'
                                 14 of 15,113        2 s  1995-08-01T09:09:21Z  'solg2.bnsc.rl.ac.uk'
                                 14 of 15,113        5 s  1995-08-01T14:34:03Z  'fkirchman.gsfc.nasa.gov'
leaky-queue         1        49     13 of 176       27 s  1995-08-01T13:11:46Z  'alta.atk.com'
                                    11 of 176        7 s  1995-08-01T10:26:33Z  'wormhole.ctp.com'
                                    11 of 176       21 s  1995-08-01T13:42:02Z  '163.205.156.16'

2,365 clients by host, each with a limiter of its own; fairness is Jain's index of pass shares

                 clients  without              live  one for all:  clients    of them
limiter          refused   a drop  fairness  states       dropped  refused  blameless  fairness
fixed-window         123   94.8 %     0.998      35        23,544    2,216      2,093     0.434
sliding-log          234   90.1 %     0.997      36        24,030    2,229      1,995     0.458
sliding-counter      161   93.2 %     0.998      36        23,803    2,234      2,073     0.484
token-bucket          35   98.5 %    >0.999      19        23,410    2,202      2,167     0.480
gcra                  35   98.5 %    >0.999      19        23,410    2,202      2,167     0.480
leaky-bucket          35   98.5 %    >0.999      19        23,410    2,202      2,167     0.480
pacer              1,864   21.2 %     0.806      11        25,405    2,290        426     0.449
leaky-queue           35   98.5 %    >0.999      19        23,410    2,202      2,167     0.480

                              fixed-  sliding-  sliding-  token-        leaky-         leaky-
worst clients         events  window       log   counter  bucket  gcra  bucket  pacer   queue
'edams.ksc.nasa.gov'     364       6        16        13       3     3       3    291       3
'derec'                  224      20        30        25       4     4       4    138       4
'163.205.156.16'          97      17        19        19      15    15      15     71      15
'fkirchman.gsfc.nasa.gov'
                          93      16        24        21      14    14      14     66      14
'163.206.89.4'           134       2         6         4       0     0       0     90       0
'titan02f'                45      17        19        19      11    11      11     31      11
'163.205.1.19'            78       8        17        13       4     4       4     54       4
'131.125.1.205'          122       9        10        10       0     0       0     65       0
'128.159.122.38'          65      12        15        12       2     2       2     50       2
'163.205.16.75'          158       1         6         2       0     0       0     82       0
$ ratereplay size ../shared/data/nasa-http-1995-08-01.tsv --key host --rate 10/min --top 3
../shared/data/nasa-http-1995-08-01.tsv: 30,969 events in 12 h 52 min 1 s
  1995-08-01T06:00:00Z to 1995-08-01T18:52:01Z
  cells separated by tabs, judged by the header; --delimiter overrides
  times read as epoch seconds, judged by the first; --time-unit overrides

2,365 clients by host, each with a bucket of its own: the one that is enough for so many of them

                                         one bucket
rate    50 %  90 %  99 %  99.9 %  100 %     for all
10/min     4     6    12      21     23      23,347

                                           forced by
the largest         bucket  exactly           events      within  from
'alta.atk.com'          23  67/3 ~ 22.333         28        34 s  1995-08-01T13:11:39Z
'wormhole.ctp.com'      21  21                    27        36 s  1995-08-01T10:26:05Z
'titan02f'              21  62/3 ~ 20.667         38  1 min 44 s  1995-08-01T16:53:32Z

10/min: stamps have 1 s resolution, so the true value lies strictly between 22.166666 and 22.5
$ ratereplay compare ../shared/data/apache-combined-unsorted.log --key host --rate 30/min --top 5
../shared/data/apache-combined-unsorted.log: 10,000 events in 3 d 11 h 59 s
  2015-05-17T10:05:00Z to 2015-05-20T21:05:59Z
  an access log in the combined format, judged by its first line; --input overrides
  4,915 rows out of time order, sorted
  1 row with fewer cells than the first line
rate 30/min, burst 30, queue 29; busiest and promise are of any half-open 1 min

                                          busiest                                     longest  state
limiter          passed  dropped   share    1 min  from                  promise  retry after  bytes
fixed-window      9,544      456   4.6 %       30  2015-05-17T13:05:00Z       60         44 s     16
sliding-log       9,544      456   4.6 %       30  2015-05-17T13:05:00Z       30         44 s    288
sliding-counter   9,544      456   4.6 %       30  2015-05-17T13:05:00Z       60     44.001 s     24
token-bucket      9,908       92   0.9 %       59  2015-05-18T08:05:00Z       59          2 s     16
gcra              9,908       92   0.9 %       59  2015-05-18T08:05:00Z       59          2 s      8
leaky-bucket      9,908       92   0.9 %       59  2015-05-18T08:05:00Z       59          2 s     16
pacer             8,272    1,728  17.3 %       28  2015-05-18T08:05:00Z       30          2 s      8
leaky-queue       9,908       92   0.9 %       30  2015-05-17T13:05:00Z       30          2 s      8

fixed-window: busiest is '144.76.194.187'; all clients together at most 136
sliding-log: busiest is '144.76.194.187'; all clients together at most 136
sliding-counter: busiest is '144.76.194.187'; all clients together at most 136
token-bucket: busiest is '75.97.9.59'; all clients together at most 136
gcra: busiest is '75.97.9.59'; all clients together at most 136
leaky-bucket: busiest is '75.97.9.59'; all clients together at most 136
pacer: busiest is '75.97.9.59'; all clients together at most 124
leaky-queue: departures wait at most 58 s
  mean 2.419 s, p50 0 s, p99 44 s
  its busiest window is of departures; it admitted 59 in the busiest 1 min (promise 59)
leaky-queue: busiest is '144.76.194.187'; all clients together at most 134
token-bucket, gcra and leaky-bucket are one algorithm under 3 names

drops of         days  episodes   the worst  within  from                  key
fixed-window        4        38   78 of 456    43 s  2015-05-18T08:05:16Z  '75.97.9.59'
                                  54 of 456    38 s  2015-05-18T09:05:21Z  '75.97.9.59'
                                  45 of 456    36 s  2015-05-20T01:05:23Z  '130.237.218.86'
sliding-log         4        38   78 of 456    43 s  2015-05-18T08:05:16Z  '75.97.9.59'
                                  54 of 456    38 s  2015-05-18T09:05:21Z  '75.97.9.59'
                                  45 of 456    36 s  2015-05-20T01:05:23Z  '130.237.218.86'
sliding-counter     4        38   78 of 456    43 s  2015-05-18T08:05:16Z  '75.97.9.59'
                                  54 of 456    38 s  2015-05-18T09:05:21Z  '75.97.9.59'
                                  45 of 456    36 s  2015-05-20T01:05:23Z  '130.237.218.86'
token-bucket, gcra, leaky-bucket
                    2         4    49 of 92    38 s  2015-05-18T08:05:21Z  '75.97.9.59'
                                   25 of 92    28 s  2015-05-18T09:05:31Z  '75.97.9.59'
                                   17 of 92    20 s  2015-05-20T01:05:39Z  '130.237.218.86'
pacer               4     1,269  8 of 1,728     1 s  2015-05-18T08:05:08Z  '75.97.9.59'
                                 7 of 1,728     1 s  2015-05-18T08:05:10Z  '75.97.9.59'
                                 7 of 1,728     1 s  2015-05-18T08:05:22Z  '75.97.9.59'
leaky-queue         2         4    49 of 92    38 s  2015-05-18T08:05:21Z  '75.97.9.59'
                                   25 of 92    28 s  2015-05-18T09:05:31Z  '75.97.9.59'
                                   17 of 92    20 s  2015-05-20T01:05:39Z  '130.237.218.86'

1,753 clients by host, each with a limiter of its own; fairness is Jain's index of pass shares

                 clients  without              live  one for all:  clients    of them
limiter          refused   a drop  fairness  states       dropped  refused  blameless  fairness
fixed-window          31   98.2 %     0.999      59         7,480    1,584      1,553     0.369
sliding-log           31   98.2 %     0.999      59         7,480    1,584      1,553     0.369
sliding-counter       31   98.2 %     0.999      59         7,480    1,584      1,553     0.369
token-bucket           2   99.9 %    >0.999      11         5,049    1,341      1,339     0.623
gcra                   2   99.9 %    >0.999      11         5,049    1,341      1,339     0.623
leaky-bucket           2   99.9 %    >0.999      11         5,049    1,341      1,339     0.623
pacer                388   77.9 %     0.987      11         7,644    1,576      1,188     0.350
leaky-queue            2   99.9 %    >0.999      11         5,049    1,341      1,339     0.623

                          fixed-  sliding-  sliding-  token-        leaky-         leaky-
worst clients     events  window       log   counter  bucket  gcra  bucket  pacer   queue
'75.97.9.59'         273     146       146       146      74    74      74    170      74
'130.237.218.86'     357     145       145       145      18    18      18    206      18
'66.249.73.135'      482       0         0         0       0     0       0     69       0
'50.139.66.106'       52      17        17        17       0     0       0     29       0
'86.76.247.183'       50      19        19        19       0     0       0     27       0
$ ratereplay replay ../shared/data/apache-combined-unsorted.log --key host --key agent --key host,agent -l token-bucket:rate=30/min,burst=30 --top 4
../shared/data/apache-combined-unsorted.log: 10,000 events in 3 d 11 h 59 s
  2015-05-17T10:05:00Z to 2015-05-20T21:05:59Z
  an access log in the combined format, judged by its first line; --input overrides
  4,915 rows out of time order, sorted
  1 row with fewer cells than the first line

                                      busiest                                     longest  state
limiter       passed  dropped  share    1 min  from                  promise  retry after  bytes
token-bucket   9,908       92  0.9 %       59  2015-05-18T08:05:00Z       59          2 s     16

token-bucket: busiest is '75.97.9.59'; all clients together at most 136

token-bucket: first drop 2015-05-18T08:05:21Z, longest run of drops 7

drops of      days  episodes  the worst  within  from                  key
token-bucket     2         4   49 of 92    38 s  2015-05-18T08:05:21Z  '75.97.9.59'
                               25 of 92    28 s  2015-05-18T09:05:31Z  '75.97.9.59'
                               17 of 92    20 s  2015-05-20T01:05:39Z  '130.237.218.86'
                                1 of 92     0 s  2015-05-20T00:05:53Z  '130.237.218.86'

1,753 clients by host, each with a limiter of its own; fairness is Jain's index of pass shares

              clients  without              live  one for all:  clients    of them
limiter       refused   a drop  fairness  states       dropped  refused  blameless  fairness
token-bucket        2   99.9 %    >0.999      11         5,049    1,341      1,339     0.623
token-bucket for all: '66.249.73.135' has 4.7 % of what passed

worst clients     events  passed  dropped   share
'75.97.9.59'         273     199       74  27.1 %
'130.237.218.86'     357     339       18   5.0 %

                                    without   events         blameless  blameless   blameless
limiter for each  clients  refused   a drop  dropped  share       host      agent  host,agent
host                1,753        2   99.9 %       92  0.9 %          -          0           0
agent                 559        3   99.5 %       95  1.0 %          2          -           2
host,agent          1,862        2   99.9 %       92  0.9 %          0          0           -
blameless: lost an event to a limiter that they share, and would have lost none to their own
