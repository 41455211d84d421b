# Several rules at once.
<<< requests.csv
time,host,path,status,bytes
2025-01-01T00:00:00Z,a,/login,200,10
2025-01-01T00:00:01Z,a,/login,403,10
2025-01-01T00:00:02Z,a,/login,403,10
2025-01-01T00:00:03Z,a,/read,200,500
2025-01-01T00:00:03Z,b,/read,200,700
2025-01-01T00:00:04Z,a,/read,-,900
2025-01-01T00:00:05Z,b,/read,200,100
2025-01-01T00:00:06Z,b,/login,403,10
2025-01-01T00:00:06Z,c,/about,200,0
2025-01-01T00:00:07Z,b,/read,200,50
>>>
<<< rules.toml
commit = "all-or-none"
layers = ["edge", "service"]

[[rule]]
name = "login"
layer = "service"
when = "path=/login"
key = "host"
limiter = "sliding-log:rate=1/m"

[[rule]]
name = "all"
layer = "edge"
key = "host"
limiter = "token-bucket:rate=1/2s,burst=2"

[[rule]]
name = "bytes"
layer = "service"
key = "host"
cost = "bytes"
limiter = "fixed-window:limit=1000,window=1m"

[[rule]]
name = "errors"
layer = "service"
when = ["status>=400", "status<500"]
limiter = "sliding-log:rate=2/m"
shadow = true
>>>
$ ratereplay policy requests.csv rules.toml
requests.csv: 10 events of cost 2,290 in 7 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:07Z

rules.toml: 4 rules in 2 layers, all-or-none: 7 passed, 3 refused (30.0 %)
3 clients by host, 1 of them refused

                                                                                        clients   felt
rule                      matched  passed  refused  named  alone  busiest  promise  in  refused  first
edge: all                      10      10        0      0      0        2        2  2s        0      0
service: login                  4       2        2      2      2        1        1  1m        1      1
service: bytes                 10       9        1      1      1      860    2,000  1m        1      0
service: errors (shadow)        3       3        0      0      0        1        2  1m        0      0

refused nothing: 'all', 'errors'
'errors': 1 event without the number that a condition asks for

a refused event takes   passed  refused
all-or-none (this one)       7        3
by-layer                     7        3
in-order                     7        3
$ sed 's/all-or-none/in-order/' rules.toml >in-order.toml; ratereplay policy requests.csv in-order.toml | tail -17
in-order.toml: 4 rules in 2 layers, in-order: 7 passed, 3 refused (30.0 %)
3 clients by host, 1 of them refused

                                                                                        clients   felt
rule                      matched  passed  refused  named  alone  busiest  promise  in  refused  first
edge: all                      10       9        1      1      1        2        2  2s        1      0
service: login                  4       2        2      2      2        1        1  1m        1      1
service: bytes                 10       7        0      0      0      910    2,000  1m        0      0
service: errors (shadow)        3       1        0      0      0        1        2  1m        0      0

refused nothing: 'bytes', 'errors'
'errors': 1 event without the number that a condition asks for

a refused event takes  passed  refused
all-or-none                 7        3
by-layer                    7        3
in-order (this one)         7        3
$ ratereplay policy requests.csv rules.toml --format csv
rule,layer,limiter,key,cost,priority,shadow,matched,unreadable,reached,passed,refused,refused_cost,named,alone,busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s,busiest_cost_key,promise,clients,clients_first,covered_by,holds,size_lossless,size_within,size_refused
all,edge,"token-bucket:rate=1/2s,burst=2",host,1,0,false,10,0,10,10,0,0,0,0,2,2,2025-01-01T00:00:05Z,2025-01-01T00:00:05Z,b,2,b,2,0,0,,,,,
login,service,"sliding-log:limit=1,window=1m",host,1,0,false,4,0,4,2,2,2,2,2,1,1,2025-01-01T00:00:00Z,2025-01-01T00:00:00Z,a,60,a,1,1,1,,,,,
bytes,service,"fixed-window:limit=1000,window=1m",host,bytes,0,false,10,0,10,9,1,900,1,1,4,860,2025-01-01T00:00:03Z,2025-01-01T00:00:03Z,b,60,b,2000,1,0,,,,,
errors,service,"sliding-log:limit=2,window=1m",,1,0,true,3,1,3,3,0,0,0,0,1,1,2025-01-01T00:00:06Z,2025-01-01T00:00:06Z,,60,,2,0,0,,,,,
$ ratereplay policy requests.csv rules.toml --format json | sed -n '/"policy":/,/"layer"/p'
  "policy": "rules.toml",
  "commit": "all-or-none",
  "client": "host",
  "passed": 7,
  "unmatched": 0,
  "refused": 3,
  "clients": 3,
  "clients_refused": 1,
  "commits": [
    {
      "commit": "all-or-none",
      "passed": 7,
      "refused": 3
    },
    {
      "commit": "by-layer",
      "passed": 7,
      "refused": 3
    },
    {
      "commit": "in-order",
      "passed": 7,
      "refused": 3
    }
  ],
  "rules": [
    {
      "rule": "all",
      "layer": "edge",
$ ratereplay policy requests.csv rules.toml --fail-on-drop | head -4
requests.csv: 10 events of cost 2,290 in 7 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:07Z

rules.toml: 4 rules in 2 layers, all-or-none: 7 passed, 3 refused (30.0 %)
$ printf '[[rule]]\nname = "all"\nlimiter = "pacer:rate=1/s"\n' >one.toml; ratereplay policy requests.csv one.toml
requests.csv: 10 events in 7 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:07Z

one.toml: 1 rule, in-order: 8 passed, 2 refused (20.0 %)

rule  matched  passed  refused  named  alone  busiest  promise  in
all        10       8        2      2      2        1        1  1s
$ printf 'time\n' | ratereplay policy - one.toml
standard input: 0 events

one.toml: 1 rule, in-order: 0 passed, 0 refused (-)

rule  matched  passed  refused  named  alone  busiest  promise  in
all         0       0        0      0      0        0        1  1s

refused nothing: 'all'
$ ratereplay policy requests.csv in-order.toml --decisions log.csv --format csv >/dev/null; cat log.csv
line,time,client,passed,layer,rule,refusing
2,2025-01-01T00:00:00Z,a,true,,,
3,2025-01-01T00:00:01Z,a,false,service,login,login
4,2025-01-01T00:00:02Z,a,false,service,login,login
5,2025-01-01T00:00:03Z,a,false,edge,all,all
6,2025-01-01T00:00:03Z,b,true,,,
7,2025-01-01T00:00:04Z,a,true,,,
8,2025-01-01T00:00:05Z,b,true,,,
9,2025-01-01T00:00:06Z,b,true,,,
10,2025-01-01T00:00:06Z,c,true,,,
11,2025-01-01T00:00:07Z,b,true,,,
$ ratereplay policy requests.csv in-order.toml --decisions log.jsonl.gz --format csv >/dev/null; gzip -dc log.jsonl.gz | head -3
{"line":2,"time":"2025-01-01T00:00:00Z","client":"a","passed":true,"layer":null,"rule":null,"refusing":[]}
{"line":3,"time":"2025-01-01T00:00:01Z","client":"a","passed":false,"layer":"service","rule":"login","refusing":["login"]}
{"line":4,"time":"2025-01-01T00:00:02Z","client":"a","passed":false,"layer":"service","rule":"login","refusing":["login"]}
$ ratereplay policy requests.csv rules.toml --size --allow-drops 1 | sed -n '/reaching/,/^$/p'
                                    reaching         to refuse       as
rule                      at          events  holds    nothing  allowed  refusing
edge: all                 30/min          10      2          3        2         1
service: login            1/min            4      1          3        2         1
service: bytes            16.667/s        10  1,000      1,430      860         1
service: errors (shadow)  2/min            3      2          3        2         1
[blank]
$ ratereplay policy requests.csv rules.toml --size --format csv | cut -d, -f 1,32-
rule
all
login
bytes
errors
$ (cat one.toml; printf '[[rule]]\nname = "go"\nlimiter = "go-rate:rate=1/s,burst=1"\n') >more.toml; ratereplay policy requests.csv more.toml --size | sed -n '/reaching/,/^$/p'
           reaching         to refuse
rule  at     events  holds    nothing
all   1/s        10      1          -
go    1/s         8      1          -
[blank]
# A change of rules, as a check.
$ sed 's/rate=1.2s,burst=2/rate=1\/5s,burst=1/; s/limit=1000/limit=2000/' rules.toml >new.toml
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops>10%' --fail-on 'clients>2'
requests.csv: 10 events of cost 2,290 in 7 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:07Z

rules.toml: 7 passed; new.toml: 3 passed

                                                               most in
                events   share  clients  first                      1m  from
newly refused        4  40.0 %        2  2025-01-01T00:00:03Z        4  2025-01-01T00:00:03Z
newly admitted       0   0.0 %        0  -                           0  -

newly refused by  events
all                    4

refused most  events
'b'                3
'a'                1

--fail-on new-drops>10%: it holds, exit 1
--fail-on clients>2: it does not hold
[exit 1]
$ ratereplay policy requests.csv rules.toml new.toml --format csv --window 10s
change,events,share,clients,first,worst_count,worst_from,worst_window_s
newly refused,4,0.4,2,2025-01-01T00:00:03Z,4,2025-01-01T00:00:03Z,10
newly admitted,0,0.0,0,,0,,10
$ ratereplay policy requests.csv rules.toml new.toml --format json --fail-on 'new-passes>5' | sed -n '/"before"/,$p'
  "before": {
    "policy": "rules.toml",
    "passed": 7
  },
  "after": {
    "policy": "new.toml",
    "passed": 3
  },
  "client": "host",
  "clients": 3,
  "newly_refused": {
    "events": 4,
    "share": 0.4,
    "clients": 2,
    "first": "2025-01-01T00:00:03Z",
    "worst": {
      "count": 4,
      "from": "2025-01-01T00:00:03Z",
      "window_s": 60
    },
    "most": [
      {
        "client": "b",
        "events": 3
      },
      {
        "client": "a",
        "events": 1
      }
    ],
    "rules": [
      {
        "rule": "all",
        "events": 4
      },
      {
        "rule": "login",
        "events": 0
      },
      {
        "rule": "bytes",
        "events": 0
      },
      {
        "rule": "errors",
        "events": 0
      }
    ]
  },
  "newly_admitted": {
    "events": 0,
    "share": 0.0,
    "clients": 0,
    "first": null,
    "worst": {
      "count": 0,
      "from": null,
      "window_s": 60
    },
    "most": []
  },
  "fail_on": [
    {
      "condition": "new-passes>5",
      "holds": false
    }
  ]
}
$ ratereplay policy requests.csv rules.toml rules.toml
requests.csv: 10 events of cost 2,290 in 7 s
  2025-01-01T00:00:00Z to 2025-01-01T00:00:07Z

rules.toml: 7 passed; rules.toml: 7 passed

                                               most in
                events  share  clients  first       1m  from
newly refused        0  0.0 %        0  -            0  -
newly admitted       0  0.0 %        0  -            0  -
# What is no good.
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'drops>5'
! ratereplay: --fail-on: 'drops>5' is no condition; write one of new-drops, new-passes, clients, > and a number or a share, as new-drops>0.1%
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops'
! ratereplay: --fail-on: 'new-drops' is no condition; write one of new-drops, new-passes, clients, > and a number or a share, as new-drops>0.1%
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on ''
! ratereplay: --fail-on needs a value, not ''
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops>-1'
! ratereplay: --fail-on: '-1' is not a number: it is negative; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops>=1'
! ratereplay: --fail-on: '=1' is not a number: it is no decimal; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops>'
! ratereplay: --fail-on: '' is not a number: it is empty; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'clients > 100%'
! ratereplay: --fail-on: 'clients > 100%' can never hold; give a share below 100%
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on ' clients > 99.9% ' | tail -1
--fail-on  clients > 99.9% : it does not hold
$ ratereplay policy requests.csv one.toml one.toml --fail-on ' clients >5'
! ratereplay: --fail-on ' clients >5': the rules tell no clients apart; give them a key or client
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on 'new-drops>few'
! ratereplay: --fail-on: 'few' is not a number: it is no decimal; write it as 5, 2.5 or 7/2
[exit 2]
$ ratereplay policy requests.csv one.toml one.toml --fail-on 'clients>5'
! ratereplay: --fail-on 'clients>5': the rules tell no clients apart; give them a key or client
[exit 2]
$ ratereplay policy requests.csv rules.toml --fail-on 'new-drops>5'
! ratereplay: --fail-on is about a change of rules; name the new ones as well
[exit 2]
$ ratereplay policy requests.csv rules.toml --window 5s
! ratereplay: --window is about a change of rules; leave it out, or name the new ones
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --fail-on-drop
! ratereplay: --fail-on-drop is about one policy; leave it out, or name one; --fail-on 'new-drops>0' is about two
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --decisions log.csv
! ratereplay: --decisions is about one policy; leave it out, or name one
[exit 2]
$ ratereplay policy requests.csv rules.toml new.toml --size
! ratereplay: --size is about one policy; leave it out, or name one
[exit 2]
$ ratereplay policy requests.csv rules.toml --allow-drops 5
! ratereplay: --allow-drops is about --size; give that as well
[exit 2]
$ sed 's/cost = "bytes"/cost = "status"/' rules.toml >status.toml; ratereplay policy requests.csv rules.toml status.toml
! ratereplay: 'rules.toml' has costs of the column 'bytes', and 'status.toml' of 'status'; take one column in both
[exit 2]
$ ratereplay policy requests.csv rules.toml --decisions log.txt
! ratereplay: --decisions 'log.txt': the name ends in none of .csv, .jsonl and .ndjson; give --decisions-format csv or jsonl
[exit 2]
$ ratereplay policy requests.csv rules.toml --decisions - --decisions-format csv
! ratereplay: --decisions '-': the report goes to standard output too; send it elsewhere with --output
[exit 2]
$ ratereplay policy requests.csv rules.toml --decisions-format csv
! ratereplay: --decisions-format is that of a log; name its file with --decisions
[exit 2]
$ ratereplay policy requests.csv missing.toml
! ratereplay: cannot read 'missing.toml': No such file or directory; check the path
[exit 2]
$ ratereplay policy requests.csv rules.toml --key host
! ratereplay: --key beside rules: they say whose limiters are; leave it out
[exit 2]
$ ratereplay policy requests.csv rules.toml --cost bytes
! ratereplay: --cost beside rules: they say what an event costs; leave it out
[exit 2]
$ printf '' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml: there is no rule; write [[rule]] above each
[exit 2]
$ printf 'commit = all\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:10: not TOML: Error while parsing value: could not determine value type
[exit 2]
$ printf 'comit = "in-order"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:1: a policy has no 'comit'; did you mean 'commit'?
[exit 2]
$ printf 'commit = "in-oder"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:10: commit is all-or-none, by-layer, in-order, not 'in-oder'; did you mean 'in-order'?
[exit 2]
$ printf 'rule = 5\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:8: write [[rule]] above each rule, with two brackets
[exit 2]
$ printf '[rule]\nname = "a"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:1: write [[rule]] above each rule, with two brackets
[exit 2]
$ printf '[[rule]]\nlimiter = "pacer:rate=1/s"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:1: a rule without a name; give it one, as name = "login"
[exit 2]
$ printf '[[rule]]\nname = "a"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1:1: rule 'a': it has no limiter; give one, as limiter = "token-bucket:rate=5/s,burst=5"
[exit 2]
$ printf '[[rule]]\nname = "a"\nlimiter = "pacr:rate=1/s"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:3:11: rule 'a': limiter 'pacr:rate=1/s': no limiter 'pacr'; did you mean 'pacer'?
[exit 2]
$ printf '[[rule]]\nname = "a"\nlimter = "pacer:rate=1/s"\n' >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:3:1: a rule has no 'limter'; did you mean 'limiter'?
[exit 2]
$ cat one.toml one.toml >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:5:8: rule 'all': there is one of this name in line 1; give another
[exit 2]
$ (cat one.toml; printf 'when = ["bytes>5", "bytes<5"]\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:8: rule 'all': no event can meet all of its conditions, so that it would never match; change one
[exit 2]
$ (cat one.toml; printf 'when = "bytes"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:8: rule 'all': when 'bytes': no operator; write COLUMN OP VALUE with one of = != < <= > >=
[exit 2]
$ (cat one.toml; printf 'when = "byte>5"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'byte' (when of the rule 'all', bad.toml:4:8); did you mean 'bytes'?
[exit 2]
$ (cat one.toml; printf 'key = "hosts"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'hosts' (key of the rule 'all', bad.toml:4:7); did you mean 'host'?
[exit 2]
$ (cat one.toml; printf 'key = ["host", "host"]\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:16: key names the column 'host' twice; name it once
[exit 2]
$ (cat one.toml; printf 'key = []\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:7: key is empty; leave it out, or give it a value
[exit 2]
$ (cat one.toml; printf 'cost = 0\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:8: rule 'all': a cost is a whole number from 1 on, or the name of a column in quotes
[exit 2]
$ (cat one.toml; printf 'cost = 1.5\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:8: rule 'all': a cost is a whole number from 1 on, or the name of a column in quotes
[exit 2]
$ (cat one.toml; printf 'key = ["host",\n  "user"]\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'user' (key of the rule 'all', bad.toml:5:3); the columns are 'time', 'host', 'path', 'status', 'bytes'
[exit 2]
$ (cat one.toml; printf 'when = ["bytes>5", "byte>5"]\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'byte' (when of the rule 'all', bad.toml:4:20); did you mean 'bytes'?
[exit 2]
$ (printf 'client = "hosts"\n'; cat one.toml) >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'hosts' (client, bad.toml:1:10); did you mean 'host'?
[exit 2]
$ (cat one.toml; printf 'cost = "byts"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: requests.csv: no column 'byts' (cost of the rule 'all', bad.toml:4:8); did you mean 'bytes'?
[exit 2]
$ (cat rules.toml; printf '\n[[rule]]\nname = "x"\nlayer = "edge"\nlimiter = "pacer:rate=1/s"\ncost = "status"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:35:8: rule 'x': costs of the column 'status', and another rule has those of 'bytes'; take one column for all
[exit 2]
$ (cat one.toml; printf 'priority = "high"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:12: rule 'all': priority is a whole number
[exit 2]
$ (cat one.toml; printf 'shadow = 1\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:4:10: rule 'all': shadow is true or false
[exit 2]
$ (cat rules.toml; printf '\n[[rule]]\nname = "x"\nlayer = "egde"\nlimiter = "pacer:rate=1/s"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:33:9: rule 'x': no layer 'egde'; did you mean 'edge'?
[exit 2]
$ (cat rules.toml; printf '\n[[rule]]\nname = "x"\nlimiter = "pacer:rate=1/s"\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:31: rule 'x': it names no layer, and others do; give it one of edge, service
[exit 2]
$ (cat one.toml; printf 'cost = 999999999999999999\n') >bad.toml; ratereplay policy requests.csv bad.toml
! ratereplay: bad.toml:1: rule 'all': at a cost of 999,999,999,999,999,999 each, 10 events cost more than can be counted; give a smaller one
[exit 2]
