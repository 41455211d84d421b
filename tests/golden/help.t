# What the tool says of itself.

$ ratereplay --version
ratereplay 0.1.0
$ ratereplay --help
Replay a recorded trace through rate limiters: what each passes and drops, the busiest window,
and the least bucket that loses nothing. Exact arithmetic throughout.
Usage: ratereplay [OPTIONS] SUBCOMMAND

Options:
  -h,--help                   Print this help message and exit
  --version                   Display program version information and exit

Subcommands:
  compare                     every limiter side by side at one rate
  replay                      chosen limiters, with first drop and longest run of drops
  diff                        where two limiters decide differently, first and most
  size                        the least bucket for a rate, or the least rate for a bucket, that loses nothing
  curve                       the least bucket that loses nothing, for every rate at once
  sweep                       what every configuration of a grid drops
  recommend                   stanzas for nginx, HAProxy, Envoy, Kong and redis-cell, sized on the trace
  policy                      several rules at once, as they are deployed
  retry                       what comes of it when clients that are refused come back
  fleet                       what becomes of one limit on several instances
  accuracy                    how far the estimate of a sliding counter lies from the exact count
  inspect                     what is in a trace
  convert                     write a trace in the form that is read fastest, once for many runs
  generate                    a trace by chance, the same for a seed on every machine
  limiters                    the catalogue: rule, parameters, promise, memory and source of each
  completions                 a script that has bash, zsh or fish complete command lines
  manual                      this help, as a page for man

Examples:
  ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h
  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h
$ ratereplay compare --help
every limiter side by side at one rate
Usage: ratereplay compare [OPTIONS] TRACE

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit
  --rate RATE REQUIRED        the rate of all limiters, as 5/h, 100/s or 10/13s (units ns us ms s m h d)
  --burst B                   bucket size; the queue holds one less (default: the rate's count)
  --window W                  window of 'busiest' and 'promise' (default: the rate's period)
  -l,--limiter SPEC ...       one more limiter, NAME:KEY=VALUE,...; repeatable
  --dialects                  what products would have done, each beside the limiter that it comes close to
  --by PERIOD                 passed and dropped of each second, minute, hour, day, week (UTC) or 15m (from 1970 on)
  --worst-first               with --by: only the periods that dropped most, the worst first
  --top N                     how many of the worst are listed (default: 10)
  --fail-on-drop              exit with 1 when any limiter dropped an event


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Pictures:
  --html FILE                 write a page with the report and its pictures to FILE
  --svg FILE                  draw what each limiter did over time to FILE
  --plot                      draw what each limiter did over time below the table, in characters


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h
  ratereplay compare data/usgs-all-week-2018-02-07.csv --where 'mag>=4.5' --rate 2/h --burst 4 \
    -l token-bucket:rate=2/h,burst=10
$ ratereplay replay --help
chosen limiters, with first drop and longest run of drops
Usage: ratereplay replay [OPTIONS] TRACE

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit
  -l,--limiter SPEC ...       a limiter, NAME:KEY=VALUE,... (see 'ratereplay limiters'); repeatable
  --nginx-conf FILE           what the limit_req of an nginx.conf would have done with an access log
  --window W                  window of 'busiest' and 'promise' (default: each limiter's own)
  --by PERIOD                 passed and dropped of each second, minute, hour, day, week (UTC) or 15m (from 1970 on)
  --worst-first               with --by: only the periods that dropped most, the worst first
  --top N                     how many of the worst are listed (default: 10)
  --fail-on-drop              exit with 1 when any limiter dropped an event
  --decisions FILE            write what each limiter decided on each event to FILE, .csv or .jsonl, perhaps .gz
  --decisions-format FORMAT   csv or jsonl (default: by the name of the file)


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Pictures:
  --html FILE                 write a page with the report and its pictures to FILE
  --svg FILE                  draw what each limiter did over time to FILE


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay replay data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=5
  ratereplay replay data/kamchatka-2025-07-29.csv --window 1h \
    -l sliding-log:limit=5,window=1h -l leaky-queue:rate=5/h,queue=20
  ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=5 --decisions /tmp/log.csv
$ ratereplay size --help
the least bucket for a rate, or the least rate for a bucket, that loses nothing
Usage: ratereplay size [OPTIONS] TRACE

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit
  --rate RATE ...             the refill rate, as 5/h, 100/s or 10/13s (units ns us ms s m h d); repeatable
  --burst B ...               the bucket, to find the least rate that loses nothing; repeatable
  --allow-drops SHARE         with --rate: the least whole bucket that drops at most 0.1% of the events, or a number
  --top N                     with --key: how many of the largest buckets are listed (default: 10)


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay size data/kamchatka-2025-07-29.csv
  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h
  ratereplay size data/kamchatka-2025-07-29.csv --burst 20
  ratereplay size data/usgs-all-week-2018-02-07.csv --rate 10/h --rate 20/h --allow-drops 0.1%
$ ratereplay sweep --help
what every configuration of a grid drops
Usage: ratereplay sweep [OPTIONS] TRACE

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit
  --rate RATE[,RATE] ...      rates, as 5/h,10/h; repeatable
  --burst LIST ...            bursts: 5,10,20 or 1..100 or 2.5..4:0.5 (a step); repeatable
  --limit LIST ...            limits of windows, whole numbers; repeatable
  --window W[,W] ...          lengths of windows, as 1m,1h; repeatable
  -l,--limiter NAME ...       a limiter, NAME or NAME:KEY=VALUE,... with what is fixed; repeatable
                              (default: token-bucket for bursts, fixed-window for limits)
  --busiest                   the busiest window too, each limiter's own; slower
  --align N|all               of fixed-window: drops over N offsets of its boundaries, or over all


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Pictures:
  --html FILE                 write a page with the report and its pictures to FILE


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,10/h,20/h --burst 10..80:10
  ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5..40:5 --window 1h --align all
$ ratereplay inspect --help
what is in a trace
Usage: ratereplay inspect [OPTIONS] TRACE

Positionals:
  TRACE REQUIRED              CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin

Options:
  -h,--help                   Print this help message and exit


Trace:
  --input KIND                csv, clf (an access log) or jsonl (default: judged by the first line)
  --columns NAMES             names for the columns of CSV without a header line, as time,client
  --time COLUMN               the time column; guessed among time, timestamp, ts, date, ...
  --time-unit UNIT            unit of epoch times: s, ms, us or ns (default: judged by the first row)
  --cost COLUMN               the cost of each event, a whole number (default: 1)
  --key COLUMN[,COLUMN] ...   a limiter for each value of these columns, as host or host,user
  --only-key KEY              keep only the rows of this one --key
  --where CONDITION ...       keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable
  --from TIME                 keep events at or after TIME
  --to TIME                   keep events before TIME
  --dedupe COLUMN             keep one row for each value: the newest 'updated', or the last
  --delimiter CHAR            comma, tab, semicolon, pipe or any byte (default: judged by the header)
  --order ORDER               sort (default), file (keep file order), strict (refuse an unsorted file)
  --bad-rows WHAT             fail (default) or skip, at rows that cannot be read
  --fail-on-bad-rows          exit with 1 when --bad-rows skip skipped any
  --threads N                 threads that share the work (default: as many as the machine runs)
  --max-memory SIZE           memory for what grows with a trace, as 256M (default 1G); more goes to disk


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay inspect data/usgs-all-week-2018-02-07.csv
  ratereplay inspect data/usgs-all-week-2018-02-07.csv --where 'mag>=4.5' --format json
$ ratereplay limiters --help
the catalogue: rule, parameters, promise, memory and source of each
Usage: ratereplay limiters [OPTIONS]

Options:
  -h,--help                   Print this help message and exit


Output:
  --format FORMAT             table (default), json or csv
  --output FILE               write the result to FILE, whole or not at all
  --color WHEN                auto (default), always or never; NO_COLOR is honoured
  --quiet                     no warnings on standard error

Examples:
  ratereplay limiters
  ratereplay limiters --format json
