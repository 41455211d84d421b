# Other people's traces, as they stand.
needs ../shared/data/azure-llm-code-2023.csv
needs ../shared/data/nasa-http-1995-08-01.tsv

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
$ ratereplay size ../shared/data/nasa-http-1995-08-01.tsv --delimiter tab --rate 2/s
../shared/data/nasa-http-1995-08-01.tsv: 30,969 events in 12 h 52 min 1 s
  1995-08-01T06:00:00Z to 1995-08-01T18:52:01Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                       forced by
rate  bucket  exactly     events  within  from
2/s       53  53             159    53 s  1995-08-01T14:43:53Z

2/s: stamps have 1 s resolution, so the true value lies strictly between 51 and 55
  a bucket of 55 is safe whatever the true times
