# What every limiter decides on each event: a log, byte for byte.

# Five at once with costs, one of them more than any limiter holds and one of none, then two later.

$ printf 'time,user,tokens\n2025-01-01T00:00:00Z,ada,1\n2025-01-01T00:00:00Z,bob,2\n2025-01-01T00:00:00Z,ada,4\n2025-01-01T00:00:00.5Z,ada,0\n2025-01-01T00:00:00.5Z,ada,1\n2025-01-01T00:00:01.25Z,bob,1\n2025-01-01T00:00:07Z,ada,2\n' > tokens.csv
$ ratereplay replay tokens.csv --cost tokens --decisions log.csv --format csv --output report.csv -l fixed-window:limit=3,window=2s -l sliding-log:limit=3,window=2s -l sliding-counter:limit=3,window=2s -l token-bucket:rate=3/2s,burst=3 -l token-bucket:rate=3/2s,burst=3,initial=1 -l gcra:rate=3/2s,burst=3 -l leaky-bucket:rate=3/2s,burst=3 -l pacer:rate=3/2s -l leaky-queue:rate=3/2s,queue=2
$ cat log.csv
line,time,key,cost,limiter,passed,status,delay_s,retry_after_s,retry_after,ratelimit_limit,ratelimit_remaining,ratelimit_reset
2,2025-01-01T00:00:00Z,,1,"fixed-window:limit=3,window=2s",true,200,,,,3,2,2
2,2025-01-01T00:00:00Z,,1,"sliding-log:limit=3,window=2s",true,200,,,,3,2,2
2,2025-01-01T00:00:00Z,,1,"sliding-counter:limit=3,window=2s",true,200,,,,3,2,3
2,2025-01-01T00:00:00Z,,1,"token-bucket:rate=3/2s,burst=3",true,200,,,,3,2,1
2,2025-01-01T00:00:00Z,,1,"token-bucket:rate=3/2s,burst=3,initial=1",true,200,,,,3,0,
2,2025-01-01T00:00:00Z,,1,"gcra:rate=3/2s,burst=3",true,200,,,,3,2,1
2,2025-01-01T00:00:00Z,,1,"leaky-bucket:rate=3/2s,burst=3",true,200,,,,3,2,1
2,2025-01-01T00:00:00Z,,1,pacer:rate=3/2s,true,200,,,,1,0,1
2,2025-01-01T00:00:00Z,,1,"leaky-queue:rate=3/2s,queue=2",true,200,0,,,3,2,1
3,2025-01-01T00:00:00Z,,2,"fixed-window:limit=3,window=2s",true,200,,,,3,0,2
3,2025-01-01T00:00:00Z,,2,"sliding-log:limit=3,window=2s",true,200,,,,3,0,2
3,2025-01-01T00:00:00Z,,2,"sliding-counter:limit=3,window=2s",true,200,,,,3,0,4
3,2025-01-01T00:00:00Z,,2,"token-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
3,2025-01-01T00:00:00Z,,2,"token-bucket:rate=3/2s,burst=3,initial=1",false,429,,1.333333334,2,3,0,
3,2025-01-01T00:00:00Z,,2,"gcra:rate=3/2s,burst=3",true,200,,,,3,0,2
3,2025-01-01T00:00:00Z,,2,"leaky-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
3,2025-01-01T00:00:00Z,,2,pacer:rate=3/2s,false,429,,,,1,0,1
3,2025-01-01T00:00:00Z,,2,"leaky-queue:rate=3/2s,queue=2",true,200,1.333333334,,,3,0,2
4,2025-01-01T00:00:00Z,,4,"fixed-window:limit=3,window=2s",false,429,,,,3,0,2
4,2025-01-01T00:00:00Z,,4,"sliding-log:limit=3,window=2s",false,429,,,,3,0,2
4,2025-01-01T00:00:00Z,,4,"sliding-counter:limit=3,window=2s",false,429,,,,3,0,4
4,2025-01-01T00:00:00Z,,4,"token-bucket:rate=3/2s,burst=3",false,429,,,,3,0,2
4,2025-01-01T00:00:00Z,,4,"token-bucket:rate=3/2s,burst=3,initial=1",false,429,,,,3,0,
4,2025-01-01T00:00:00Z,,4,"gcra:rate=3/2s,burst=3",false,429,,,,3,0,2
4,2025-01-01T00:00:00Z,,4,"leaky-bucket:rate=3/2s,burst=3",false,429,,,,3,0,2
4,2025-01-01T00:00:00Z,,4,pacer:rate=3/2s,false,429,,,,1,0,1
4,2025-01-01T00:00:00Z,,4,"leaky-queue:rate=3/2s,queue=2",false,429,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,"fixed-window:limit=3,window=2s",true,200,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,"sliding-log:limit=3,window=2s",true,200,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,"sliding-counter:limit=3,window=2s",true,200,,,,3,0,3
5,2025-01-01T00:00:00.5Z,,0,"token-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,"token-bucket:rate=3/2s,burst=3,initial=1",true,200,,,,3,0,
5,2025-01-01T00:00:00.5Z,,0,"gcra:rate=3/2s,burst=3",true,200,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,"leaky-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
5,2025-01-01T00:00:00.5Z,,0,pacer:rate=3/2s,true,200,,,,1,0,1
5,2025-01-01T00:00:00.5Z,,0,"leaky-queue:rate=3/2s,queue=2",true,200,0.833333334,,,3,0,2
6,2025-01-01T00:00:00.5Z,,1,"fixed-window:limit=3,window=2s",false,429,,1.5,2,3,0,2
6,2025-01-01T00:00:00.5Z,,1,"sliding-log:limit=3,window=2s",false,429,,1.5,2,3,0,2
6,2025-01-01T00:00:00.5Z,,1,"sliding-counter:limit=3,window=2s",false,429,,1.500000001,2,3,0,3
6,2025-01-01T00:00:00.5Z,,1,"token-bucket:rate=3/2s,burst=3",false,429,,0.166666667,1,3,0,2
6,2025-01-01T00:00:00.5Z,,1,"token-bucket:rate=3/2s,burst=3,initial=1",false,429,,0.166666667,1,3,0,
6,2025-01-01T00:00:00.5Z,,1,"gcra:rate=3/2s,burst=3",false,429,,0.166666667,1,3,0,2
6,2025-01-01T00:00:00.5Z,,1,"leaky-bucket:rate=3/2s,burst=3",false,429,,0.166666667,1,3,0,2
6,2025-01-01T00:00:00.5Z,,1,pacer:rate=3/2s,false,429,,0.166666667,1,1,0,1
6,2025-01-01T00:00:00.5Z,,1,"leaky-queue:rate=3/2s,queue=2",false,429,,0.166666667,1,3,0,2
7,2025-01-01T00:00:01.25Z,,1,"fixed-window:limit=3,window=2s",false,429,,0.75,1,3,0,1
7,2025-01-01T00:00:01.25Z,,1,"sliding-log:limit=3,window=2s",false,429,,0.75,1,3,0,1
7,2025-01-01T00:00:01.25Z,,1,"sliding-counter:limit=3,window=2s",false,429,,0.750000001,1,3,0,3
7,2025-01-01T00:00:01.25Z,,1,"token-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
7,2025-01-01T00:00:01.25Z,,1,"token-bucket:rate=3/2s,burst=3,initial=1",true,200,,,,3,0,
7,2025-01-01T00:00:01.25Z,,1,"gcra:rate=3/2s,burst=3",true,200,,,,3,0,2
7,2025-01-01T00:00:01.25Z,,1,"leaky-bucket:rate=3/2s,burst=3",true,200,,,,3,0,2
7,2025-01-01T00:00:01.25Z,,1,pacer:rate=3/2s,true,200,,,,1,0,1
7,2025-01-01T00:00:01.25Z,,1,"leaky-queue:rate=3/2s,queue=2",true,200,0.75,,,3,0,2
8,2025-01-01T00:00:07Z,,2,"fixed-window:limit=3,window=2s",true,200,,,,3,1,1
8,2025-01-01T00:00:07Z,,2,"sliding-log:limit=3,window=2s",true,200,,,,3,1,2
8,2025-01-01T00:00:07Z,,2,"sliding-counter:limit=3,window=2s",true,200,,,,3,1,3
8,2025-01-01T00:00:07Z,,2,"token-bucket:rate=3/2s,burst=3",true,200,,,,3,1,2
8,2025-01-01T00:00:07Z,,2,"token-bucket:rate=3/2s,burst=3,initial=1",true,200,,,,3,1,
8,2025-01-01T00:00:07Z,,2,"gcra:rate=3/2s,burst=3",true,200,,,,3,1,2
8,2025-01-01T00:00:07Z,,2,"leaky-bucket:rate=3/2s,burst=3",true,200,,,,3,1,2
8,2025-01-01T00:00:07Z,,2,pacer:rate=3/2s,false,429,,,,1,1,0
8,2025-01-01T00:00:07Z,,2,"leaky-queue:rate=3/2s,queue=2",true,200,0.666666667,,,3,1,2

# As JSON lines, with the lines of a file whose header, quotes and blank lines are above its rows, newest first.

$ printf '\n"time","place"\n2025-01-01T00:00:02Z,"there\n(said twice)"\n\n2025-01-01T00:00:01Z,here\n2025-01-01T00:00:01Z,here\n' > newest_first.csv
$ ratereplay replay newest_first.csv -l pacer:rate=1/3s --decisions log.jsonl
newest_first.csv: 3 events in 1 s
  2025-01-01T00:00:01Z to 2025-01-01T00:00:02Z
  1 row out of time order, sorted
  2 blank lines

                                  busiest                                     longest  state
limiter  passed  dropped   share      3 s  from                  promise  retry after  bytes
pacer         1        2  66.7 %        1  2025-01-01T00:00:01Z        1          3 s      8

pacer: first drop 2025-01-01T00:00:01Z, longest run of drops 2

drops of  days  episodes  the worst  within  from
pacer        1         1     2 of 2     1 s  2025-01-01T00:00:01Z
$ cat log.jsonl
{"line":6,"time":"2025-01-01T00:00:01Z","key":null,"cost":1,"limiter":"pacer:rate=1/3s","passed":true,"status":200,"delay_s":null,"retry_after_s":null,"retry_after":null,"ratelimit_limit":1,"ratelimit_remaining":0,"ratelimit_reset":3}
{"line":7,"time":"2025-01-01T00:00:01Z","key":null,"cost":1,"limiter":"pacer:rate=1/3s","passed":false,"status":429,"delay_s":null,"retry_after_s":3,"retry_after":3,"ratelimit_limit":1,"ratelimit_remaining":0,"ratelimit_reset":3}
{"line":3,"time":"2025-01-01T00:00:02Z","key":null,"cost":1,"limiter":"pacer:rate=1/3s","passed":false,"status":429,"delay_s":null,"retry_after_s":2,"retry_after":2,"ratelimit_limit":1,"ratelimit_remaining":0,"ratelimit_reset":2}

# A log goes where the report does not.

$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions - --decisions-format csv --output report.txt
line,time,key,cost,limiter,passed,status,delay_s,retry_after_s,retry_after,ratelimit_limit,ratelimit_remaining,ratelimit_reset
2,2025-01-01T00:00:00Z,,1,pacer:rate=1/s,true,200,,,,1,0,1
3,2025-01-01T00:00:00Z,,1,pacer:rate=1/s,false,429,,1,1,1,0,1
4,2025-01-01T00:00:00Z,,1,pacer:rate=1/s,false,429,,1,1,1,0,1
5,2025-01-01T00:00:00.5Z,,1,pacer:rate=1/s,false,429,,0.5,1,1,0,1
6,2025-01-01T00:00:00.5Z,,1,pacer:rate=1/s,false,429,,0.5,1,1,0,1
7,2025-01-01T00:00:01.25Z,,1,pacer:rate=1/s,true,200,,,,1,0,1
8,2025-01-01T00:00:07Z,,1,pacer:rate=1/s,true,200,,,,1,0,1
$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions - --decisions-format csv
! ratereplay: --decisions '-': the report goes to standard output too; send it elsewhere with --output
[exit 2]
$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions log.txt
! ratereplay: --decisions 'log.txt': the name ends in none of .csv, .jsonl and .ndjson; give --decisions-format csv or jsonl
[exit 2]
$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions log.csv --decisions-format jsonline
! ratereplay: --decisions-format 'jsonline' is not one of csv, jsonl
[exit 2]
$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions-format jsonl
! ratereplay: --decisions-format is that of a log; name its file with --decisions
[exit 2]
$ ratereplay replay tokens.csv -l pacer:rate=1/s --decisions tokens.csv
! ratereplay: --decisions 'tokens.csv' is the trace itself; name another file
[exit 2]
