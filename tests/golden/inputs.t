# What a trace may be made of, guessed and said.

$ printf '%s\n' '10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] "GET /a?b=1 HTTP/1.1" 200 512 "-" "curl/7.88"' '2001:db8::1 - frank smith [29/Jul/2025:16:24:53 -0700] "\x16\x03" 400 - "-" "cut' >log
$ ratereplay inspect log
log: 2 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  an access log in the combined format, judged by its first line; --input overrides
  1 row with fewer cells than the first line

input       clf, time in 'time' (access log)
rows        2 read, 2 kept
resolution  1 s
mean rate   1 per second
ties        0 events at the same instant as the one before
gaps        min 1 s, p50 1 s
            p99 1 s, max 1 s

busiest  events  from
1 s           1  2025-07-29T23:24:52Z
1 min         2  2025-07-29T23:24:52Z
1 h           2  2025-07-29T23:24:52Z
1 d           2  2025-07-29T23:24:52Z
$ ratereplay inspect log --where 'bytes>=0' --cost bytes --format json | sed -n '/"input"/,/"events"/p'
    "input": "clf",
    "delimiter": null,
    "time_column": "time",
    "time_style": "access log",
    "events": 1,
$ ratereplay inspect log --cost bytes
! ratereplay: log:2: column 'bytes': no cost; fill it in, or leave such rows out with --where 'bytes>=0' or --bad-rows skip
[exit 2]
$ ratereplay inspect log --cost bytes --bad-rows skip | sed -n '/bad/p'
  1 bad row skipped: no cost
rows        2 read, 1 kept, 1 bad
$ ratereplay inspect log --input csv
! ratereplay: log: looks like an access log, not like CSV; read it with --input clf
[exit 2]
$ ratereplay inspect log --columns time,x
! ratereplay: log: an access log, whose columns have their names; leave --columns out, or say --input csv
[exit 2]
$ ratereplay inspect log --delimiter pipe --cost x
! ratereplay: log: looks like an access log, not like CSV; read it with --input clf
[exit 2]
$ printf '%s\n' '10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] "GET / HTTP/1.1" 200 512' 'GET / HTTP/1.1' '10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] "GET / 200 512' >broken
$ ratereplay inspect broken
! ratereplay: broken:2: column 'time': no [29/Jul/2025:23:24:52 +0000] in the line; correct it, or say what the file is with --input
[exit 2]
$ ratereplay inspect broken --bad-rows skip | head -6
broken: 1 event in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z
  an access log in the common format, judged by its first line; --input overrides
  1 bad row skipped: no time in brackets
  1 bad row skipped: quote not closed
  line 2: column 'time': no [29/Jul/2025:23:24:52 +0000] in the line

# JSON lines
$ printf '%s\n' '{"ts":1753831492.5,"request":{"user":"a","tokens":12},"http.status":200}' '{"ts":1753831493,"request":{"user":null,"tokens":-1},"tags":["x"]}' >events
$ ratereplay inspect events --where 'http.status=200' --cost request.tokens
events: 1 event of cost 12 in 0 s
  2025-07-29T23:24:52.5Z to 2025-07-29T23:24:52.5Z
  1 of 2 rows left out by --where, --from or --to
  JSON lines, judged by the first; --input overrides
  times read as epoch seconds, judged by the first; --time-unit overrides
  1 row without http.status

input       jsonl, time in 'ts' (epoch seconds)
rows        2 read, 1 kept, 1 filtered
resolution  100 ms
ties        0 events at the same instant as the one before

busiest  events  from                    cost  from
1 s           1  2025-07-29T23:24:52.5Z    12  2025-07-29T23:24:52.5Z
1 min         1  2025-07-29T23:24:52.5Z    12  2025-07-29T23:24:52.5Z
1 h           1  2025-07-29T23:24:52.5Z    12  2025-07-29T23:24:52.5Z
1 d           1  2025-07-29T23:24:52.5Z    12  2025-07-29T23:24:52.5Z
$ ratereplay inspect events --cost request.token
! ratereplay: events: no column 'request.token' (--cost); did you mean 'request.tokens'?
[exit 2]
$ ratereplay inspect events --cost tags.0
! ratereplay: events: no column 'tags.0' (--cost): 'tags' is an array, and a path cannot lead into one; take 'tags' as a whole, or make a field of it with jq
[exit 2]
$ ratereplay inspect events --cost request.tokens
! ratereplay: events:2: column 'request.tokens': not a whole number from 0 to 9223372036854775807: '-1'; correct it
[exit 2]
$ ratereplay inspect events --input jason
! ratereplay: --input 'jason': not an input; use csv, clf or jsonl
[exit 2]
$ printf '%s\n' '{"ts":1,"a":1}' '{"ts":2,"a":1,"a":2}' '{"ts":3,"a":01}' '[1]' '{"ts":4' '' >broken.jsonl
$ ratereplay inspect broken.jsonl --where 'a=1'
! ratereplay: broken.jsonl:2: column 'a': the field stands twice in the line; leave one
[exit 2]
$ ratereplay inspect broken.jsonl --where 'a=1' --bad-rows skip | head -11
broken.jsonl: 1 event in 0 s
  1970-01-01T00:00:01Z to 1970-01-01T00:00:01Z
  JSON lines, judged by the first; --input overrides
  times read as epoch seconds, judged by the first; --time-unit overrides
  1 blank line
  1 bad row skipped: field that stands twice
  2 bad rows skipped: not JSON
  1 bad row skipped: not an object
  line 2: column 'a': the field stands twice in the line
  line 3: not JSON (RFC 8259) at byte 14
  line 4: JSON, but not an object
$ echo '[{"ts":1}]' | ratereplay inspect -
! ratereplay: standard input: is one JSON array, not a line for each event; pipe it through jq -c '.[]' and read -
[exit 2]

# Separators and files without a header
$ printf 'time;bytes\n2025-07-29T23:24:52Z;5\n' >semicolons
$ ratereplay inspect semicolons --cost bytes | head -6
semicolons: 1 event of cost 5 in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z
  cells separated by semicolons, judged by the header; --delimiter overrides

input       csv, cells separated by semicolons, time in 'time' (ISO 8601)
rows        1 read, 1 kept
$ ratereplay inspect semicolons --cost bytes --format json | sed -n '/"input"/,/"time_style"/p'
    "input": "csv",
    "delimiter": ";",
    "time_column": "time",
    "time_style": "ISO 8601",
$ ratereplay inspect semicolons --delimiter comma
! ratereplay: semicolons: no time column: none of 'time', 'timestamp', 'ts', 'date', 'datetime', '@timestamp' is in the header; the cells are not separated so: leave --delimiter out
[exit 2]
$ printf '2025-07-29T23:24:52Z|5|x\n2025-07-29T23:24:53Z|7\n' >headless
$ ratereplay inspect headless
! ratereplay: headless: no time column: none of 'time', 'timestamp', 'ts', 'date', 'datetime', '@timestamp' is in the header; the first line looks like data, not like a header: '2025-07-29T23:24:52Z' is a time; name the columns with --columns time,c2,c3
[exit 2]
$ ratereplay inspect headless --columns time,bytes,c3 --cost bytes | head -6
headless: 2 events of cost 12 in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  cells separated by pipes, judged by the first line; --delimiter overrides
  1 row with fewer cells than --columns has names

input       csv, cells separated by pipes, time in 'time' (ISO 8601)
$ ratereplay inspect semicolons --columns time,bytes
! ratereplay: semicolons:1: column 'time': 'time' is the name of a column, not a time; take the line out (or leave --columns out, where it is the header)
[exit 2]
$ ratereplay convert headless t.rrt --columns time,bytes,c3 --quiet
headless: 2 events in 1 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:53Z
  cells separated by pipes, judged by the first line; --delimiter overrides
  1 row with fewer cells than --columns has names

t.rrt: 2 events, 711 bytes, 14.8 times larger than its source
$ ratereplay inspect t.rrt --columns time
! ratereplay: t.rrt: a binary trace, for which --columns has no meaning; leave it out
[exit 2]
$ printf '' | ratereplay inspect - --input clf
! ratereplay: standard input: an empty file; there is no line of a log in it
[exit 2]
$ printf 'time^bytes\n2025-07-29T23:24:52Z^5\n' >carets
$ ratereplay inspect carets --delimiter '^' --cost bytes | sed -n '/^input/p'
input       csv, cells separated by '^', time in 'time' (ISO 8601)

# A value may hold an equals sign, and behind -- stands no option.

$ printf 'time,note\n1753831492,a=\n1753831493,a\n' >./--where=
$ ratereplay inspect --where=note=a= --quiet -- --where=
--where=: 1 event in 0 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:52Z
  1 of 2 rows left out by --where, --from or --to
  times read as epoch seconds, judged by the first; --time-unit overrides

input       csv, time in 'time' (epoch seconds)
rows        2 read, 1 kept, 1 filtered
resolution  1 s
ties        0 events at the same instant as the one before

busiest  events  from
1 s           1  2025-07-29T23:24:52Z
1 min         1  2025-07-29T23:24:52Z
1 h           1  2025-07-29T23:24:52Z
1 d           1  2025-07-29T23:24:52Z
$ ratereplay inspect -- ''
! ratereplay: '': No such file or directory; check the path
[exit 2]
$ ratereplay inspect --where= -- --where=
! ratereplay: --where needs a value after the '='
[exit 2]
