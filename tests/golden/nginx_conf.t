# What an nginx.conf would have done with an access log.
<<< nginx.conf
user www-data;
events { worker_connections 768; }
http {
  include zones.conf;
  limit_req_zone $remote_user zone=unused:1m rate=1r/s;
  server {
    listen 80;
    server_name example.com;
    limit_req zone=perip burst=2;
    location / { proxy_pass http://app; }
    location /login/ {
      limit_req zone=perip burst=1 nodelay;
      limit_req zone=all;
    }
    location ~* \.(png|css)$ { limit_req_dry_run on; }
    location = /health { return 200; }
    location /open/ { limit_req zone=users; }
  }
}
>>>
<<< zones.conf
limit_req_zone $binary_remote_addr zone=perip:10m rate=30r/m;  # two seconds each
limit_req_zone $server_name zone=all:1m rate=1r/s;
limit_req_zone $remote_user zone=users:1m rate=1r/s;
>>>
<<< access.log
10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] "GET / HTTP/1.1" 200 512 "-" "curl"
10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] "GET /a?b=c HTTP/1.1" 200 512 "-" "curl"
10.0.0.1 - - [29/Jul/2025:23:24:53 +0000] "GET /b.png HTTP/1.1" 200 512 "-" "curl"
10.0.0.1 - - [29/Jul/2025:23:24:53 +0000] "GET /%63.CSS HTTP/1.1" 200 512 "-" "curl"
10.0.0.1 - - [29/Jul/2025:23:24:53 +0000] "GET / HTTP/1.1" 503 512 "-" "curl"
10.0.0.2 - - [29/Jul/2025:23:24:54 +0000] "POST //login/ HTTP/1.1" 200 512 "-" "curl"
10.0.0.3 - - [29/Jul/2025:23:24:54 +0000] "POST /login/ HTTP/1.1" 503 512 "-" "curl"
10.0.0.2 - - [29/Jul/2025:23:24:55 +0000] "POST /login/ HTTP/1.1" 200 512 "-" "curl"
10.0.0.2 - - [29/Jul/2025:23:24:55 +0000] "POST /login/ HTTP/1.1" 503 512 "-" "curl"
10.0.0.4 - - [29/Jul/2025:23:24:56 +0000] "GET /health HTTP/1.1" 200 2 "-" "curl"
10.0.0.4 - - [29/Jul/2025:23:24:56 +0000] "\x16\x03\x01" 400 150 "-" "-"
10.0.0.5 - joe [29/Jul/2025:23:24:57 +0000] "GET /open/x HTTP/1.1" 200 2 "-" "curl"
10.0.0.5 - joe [29/Jul/2025:23:24:57 +0000] "GET /open/x HTTP/1.1" 503 2 "-" "curl"
10.0.0.5 - - [29/Jul/2025:23:24:57 +0000] "GET /open/x HTTP/1.1" 200 2 "-" "curl"
>>>

$ ratereplay replay access.log --nginx-conf nginx.conf
access.log: 14 events in 5 s
  2025-07-29T23:24:52Z to 2025-07-29T23:24:57Z
  an access log in the combined format, judged by its first line; --input overrides

zone perip: 30r/m for each $binary_remote_addr
zone all: 1r/s for each $server_name
zone users: 1r/s for each $remote_user
  the zone 'unused' is not used (nginx.conf:5)

14 requests: 9 passed at once, 1 delayed, 4 refused (28.6 %)
  delayed at most 2 s, in the mean 2 s
  1 limited by no zone
  2 answered before any zone is asked
  dry runs would have delayed 1 and refused 1

                                     passed           longest           by it  clients
zone at place     burst      asked  at once  delayed    delay  refused  alone  refused
perip at server example.com
                  2              3        1        1      2 s        1      1   1 of 1
perip at /login/  1 nodelay      4        2        0        -        1      0   1 of 2
all at /login/    0              3        2        0        -        1      1   1 of 1
perip at ~* \.(png|css)$ (dry run)
                  2              2        0        1      3 s        1      1   1 of 1
users at /open/   0              2        1        0        -        1      1   1 of 1
$ ratereplay replay access.log --nginx-conf nginx.conf --format csv
zone,key,rate,place,where,burst,delay,dry_run,asked,passed,delayed,delay_max_s,delay_mean_s,refused,refused_alone,given_back,clients,clients_refused
perip,$binary_remote_addr,30r/m,server example.com,nginx.conf:9,2,0,false,3,1,1,2,2,1,1,0,1,1
perip,$binary_remote_addr,30r/m,/login/,nginx.conf:12,1,,false,4,2,0,,,1,0,1,2,1
all,$server_name,1r/s,/login/,nginx.conf:13,0,0,false,3,2,0,,,1,1,0,1,1
perip,$binary_remote_addr,30r/m,~* \.(png|css)$,nginx.conf:9,2,0,true,2,0,1,3,3,1,1,0,1,1
users,$remote_user,1r/s,/open/,nginx.conf:17,0,0,false,2,1,0,,,1,1,0,1,1
! ratereplay: note: an access log in the combined format, judged by its first line; --input overrides
! ratereplay: note: the zone 'unused' is not used (nginx.conf:5)
$ ratereplay replay access.log --nginx-conf nginx.conf --format json | sed -n '/"nginx"/,$p'
  "nginx": {
    "conf": "nginx.conf",
    "notes": [
      "the zone 'unused' is not used (nginx.conf:5)"
    ],
    "zones": [
      {
        "zone": "perip",
        "key": "$binary_remote_addr",
        "rate": "30r/m",
        "place": "server example.com",
        "where": "nginx.conf:9",
        "burst": 2,
        "delay": 0,
        "dry_run": false,
        "asked": 3,
        "passed": 1,
        "delayed": 1,
        "delay_max_s": 2,
        "delay_mean_s": 2,
        "refused": 1,
        "refused_alone": 1,
        "given_back": 0,
        "clients": 1,
        "clients_refused": 1
      },
      {
        "zone": "perip",
        "key": "$binary_remote_addr",
        "rate": "30r/m",
        "place": "/login/",
        "where": "nginx.conf:12",
        "burst": 1,
        "delay": null,
        "dry_run": false,
        "asked": 4,
        "passed": 2,
        "delayed": 0,
        "delay_max_s": null,
        "delay_mean_s": null,
        "refused": 1,
        "refused_alone": 0,
        "given_back": 1,
        "clients": 2,
        "clients_refused": 1
      },
      {
        "zone": "all",
        "key": "$server_name",
        "rate": "1r/s",
        "place": "/login/",
        "where": "nginx.conf:13",
        "burst": 0,
        "delay": 0,
        "dry_run": false,
        "asked": 3,
        "passed": 2,
        "delayed": 0,
        "delay_max_s": null,
        "delay_mean_s": null,
        "refused": 1,
        "refused_alone": 1,
        "given_back": 0,
        "clients": 1,
        "clients_refused": 1
      },
      {
        "zone": "perip",
        "key": "$binary_remote_addr",
        "rate": "30r/m",
        "place": "~* \\.(png|css)$",
        "where": "nginx.conf:9",
        "burst": 2,
        "delay": 0,
        "dry_run": true,
        "asked": 2,
        "passed": 0,
        "delayed": 1,
        "delay_max_s": 3,
        "delay_mean_s": 3,
        "refused": 1,
        "refused_alone": 1,
        "given_back": 0,
        "clients": 1,
        "clients_refused": 1
      },
      {
        "zone": "users",
        "key": "$remote_user",
        "rate": "1r/s",
        "place": "/open/",
        "where": "nginx.conf:17",
        "burst": 0,
        "delay": 0,
        "dry_run": false,
        "asked": 2,
        "passed": 1,
        "delayed": 0,
        "delay_max_s": null,
        "delay_mean_s": null,
        "refused": 1,
        "refused_alone": 1,
        "given_back": 0,
        "clients": 1,
        "clients_refused": 1
      }
    ],
    "requests": {
      "requests": 14,
      "passed": 9,
      "delayed": 1,
      "delay_max_s": 2,
      "delay_mean_s": 2,
      "refused": 4,
      "refused_share": 0.2857142857142857,
      "answered": 2,
      "unlimited": 1,
      "would_delay": 1,
      "would_refuse": 1
    }
  }
}
$ ratereplay replay access.log --nginx-conf nginx.conf --where 'status=200' --fail-on-drop | sed -n '/requests:/,/dry/p'
9 requests: 8 passed at once, 1 delayed, 0 refused (0.0 %)
  delayed at most 2 s, in the mean 2 s
  1 limited by no zone
  1 answered before any zone is asked
  dry runs would have delayed 1 and refused 1
$ ratereplay replay access.log --nginx-conf nginx.conf --fail-on-drop --output report.txt
[exit 1]
$ ratereplay replay access.log --nginx-conf nginx.conf --top 3
! ratereplay: --top beside --nginx-conf: it is about the limiters of -l; leave one of them out
[exit 2]

# Other logs: the columns are named as the variables, or as an access log has them.
<<< columns.conf
limit_req_zone $api_key$http_x_tenant zone=keys:1m rate=1r/s;
map $http_x $tier { default 1; }
server { server_name a.test; location /v1/ { limit_req zone=keys; } }
server { server_name b.test; limit_req zone=keys burst=1 nodelay; }
>>>
$ printf 'time,API_Key,http_x_tenant,path,vhost\n1,k,a,/v1/x,a.test\n1,ka,-,/v1/y,a.test\n1,ka,,/v2,a.test\n1,-,,/v1/,a.test\n1,ka,,/,b.test:443\n1,ka,,/,b.test\n' > keys.csv
$ ratereplay replay keys.csv --nginx-conf columns.conf
keys.csv: 6 events in 0 s
  1970-01-01T00:00:01Z to 1970-01-01T00:00:01Z
  times read as epoch seconds, judged by the first; --time-unit overrides

zone keys: 1r/s for each $api_key$http_x_tenant

6 requests: 4 passed at once, 0 delayed, 2 refused (33.3 %)
  2 limited by no zone

                                          passed                    clients
zone at place          burst      asked  at once  delayed  refused  refused
keys at a.test /v1/    0              2        1        0        1   1 of 1
keys at server b.test  1 nodelay      2        1        0        1   1 of 1
$ printf 'time,path,vhost\n1,/,b.test\n' | ratereplay replay - --nginx-conf columns.conf
! ratereplay: standard input: no column 'api_key' ($api_key of the zone 'keys', columns.conf:1); the columns are 'time', 'path', 'vhost'
[exit 2]
$ printf 'time,api_key,http_x_tenant,path\n1,a,b,/\n' | ratereplay replay - --nginx-conf columns.conf
! ratereplay: standard input: no column 'vhost' (--nginx-conf: it says which of 2 servers a request is for; log it, or leave one server in 'columns.conf'); the columns are 'time', 'api_key', 'http_x_tenant', 'path'
[exit 2]
$ sed -i 's/api_key/tier/' columns.conf
$ ratereplay replay keys.csv --nginx-conf columns.conf
! ratereplay: keys.csv: no column 'tier' ($tier of the zone 'keys', columns.conf:1, made by map at columns.conf:2, which is not computed); the columns are 'time', 'API_Key', 'http_x_tenant', 'path', 'vhost'
[exit 2]
$ printf 'time,api_key\n' | ratereplay replay - --nginx-conf columns.conf
! ratereplay: standard input: no column 'request_uri' (--nginx-conf: it says the location); the columns are 'time', 'api_key'
[exit 2]

# Mistakes.
$ ratereplay replay access.log --nginx-conf nginx.conf -l gcra:rate=1/s,burst=1
! ratereplay: -l beside --nginx-conf: the configuration says what limits; leave one of them out
[exit 2]
$ ratereplay replay access.log --nginx-conf nginx.conf --key host
! ratereplay: --key beside --nginx-conf: the zones name their keys; leave one of them out
[exit 2]
$ ratereplay replay access.log --nginx-conf nginx.conf --decisions -
! ratereplay: --decisions beside --nginx-conf: it is about the limiters of -l; leave one of them out
[exit 2]
$ ratereplay replay access.log
! ratereplay: replay needs a limiter: give -l SPEC, or --nginx-conf FILE
[exit 2]
$ ratereplay replay access.log --nginx-conf gone.conf
! ratereplay: cannot read 'gone.conf': No such file or directory; check the path
[exit 2]
$ ratereplay replay access.log --nginx-conf .
! ratereplay: '.' is a directory; name a file in it
[exit 2]
$ rm zones.conf
$ ratereplay replay access.log --nginx-conf nginx.conf
! ratereplay: nginx.conf:4: include 'zones.conf': cannot read 'zones.conf': No such file or directory; check the path
[exit 2]
$ ratereplay convert access.log access.rrt > made
$ printf 'limit_req_zone $remote_addr zone=z:1m rate=1r/s; limit_req zone=z;' > small.conf
$ ratereplay replay access.rrt --nginx-conf small.conf
! ratereplay: access.rrt: a binary trace, and $remote_addr of the zone 'z', small.conf:1: it holds no keys; name the file that was converted
[exit 2]
$ printf 'time,client\n' | ratereplay replay - --nginx-conf small.conf
standard input: 0 events

zone z: 1r/s for each $remote_addr

0 requests: 0 passed at once, 0 delayed, 0 refused (-)

                              passed                    clients
zone at place  burst  asked  at once  delayed  refused  refused
z at http      0          0        0        0        0   0 of 0
$ printf 'limit_req_zone all zone=z:1m rate=1r/s; limit_req zone=z burst=1;' > all.conf
$ printf 'time\n1\n1\n1\n' | ratereplay replay - --nginx-conf all.conf
standard input: 3 events in 0 s
  1970-01-01T00:00:01Z to 1970-01-01T00:00:01Z
  times read as epoch seconds, judged by the first; --time-unit overrides

zone z: 1r/s for each all

3 requests: 1 passed at once, 1 delayed, 1 refused (33.3 %)
  delayed at most 1 s, in the mean 1 s

                              passed           longest           clients
zone at place  burst  asked  at once  delayed    delay  refused  refused
z at http      1          3        1        1      1 s        1   1 of 1
$ ratereplay replay access.log --nginx-conf small.conf --output small.conf
! ratereplay: --output 'small.conf' is --nginx-conf itself; name another file
[exit 2]
