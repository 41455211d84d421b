# A bucket sized on the trace, and what products are to be configured with.

$ ratereplay recommend data/kamchatka-2025-07-29.csv --rate 5/h
data/kamchatka-2025-07-29.csv: 189 events in 1 d 23 h 55 min 32.44 s
  2025-07-29T12:04:25.042Z to 2025-07-31T11:59:57.482Z

a bucket of 74 at 5/h loses nothing

                                  busiest    in the
product  passed  dropped   share       1h  long run     drift
nginx:rate=1r/m,burst=73,nodelay
            189        0   0.0 %       38    57.6/h   +1052 %
haproxy:limit=74,period=888m
            126       63  33.3 %       38       5/h         0
envoy-local:max_tokens=74,fill_interval=12m
            189        0   0.0 %       38       5/h         0
kong-sliding:limit=74,window=888m,disable_penalty
            135       54  28.6 %       38   4.932/h  -1.351 %
redis-cell:max_burst=73,count=5,period=1h
            189        0   0.0 %       38       5/h         0

nginx
  # in http:
  limit_req_zone $server_name zone=limited:10m rate=1r/m;
  # in server or location:
  limit_req zone=limited burst=73 nodelay;
  limit_req_status 429;

haproxy
  # in a frontend:
  stick-table type integer size 1 expire 53280s store http_req_rate(53280s)
  http-request track-sc0 int(1)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 74 }

envoy-local
  # in the configuration of envoy.filters.http.local_ratelimit:
  token_bucket:
    max_tokens: 74
    tokens_per_fill: 1
    fill_interval: 720s

kong-sliding
  plugins:
  - name: rate-limiting-advanced
    config:
      limit: [74]
      window_size: [53280]
      window_type: sliding
      identifier: service
      disable_penalty: true

redis-cell
  CL.THROTTLE all 73 5 3600 1

$ ratereplay recommend data/usgs-all-week-2018-02-07.csv --rate 20/m --allow-drops 0.5% | sed -n '5,$p'
a bucket of 2 at 20/m loses nothing

                                 busiest     in the
product  passed  dropped  share       1m   long run   drift
nginx:rate=20r/m,burst=1,nodelay
          1,707        0  0.0 %        5  19.98/min  -0.1 %
haproxy:limit=2,period=6s
          1,706        1  0.1 %        4     20/min       0
envoy-local:max_tokens=2,fill_interval=3s
          1,707        0  0.0 %        5     20/min       0
kong-sliding:limit=2,window=6s,disable_penalty
          1,705        2  0.1 %        4     10/min   -50 %
redis-cell:max_burst=1,count=20,period=1m
          1,707        0  0.0 %        5     20/min       0

nginx
  # in http:
  limit_req_zone $server_name zone=limited:10m rate=20r/m;
  # in server or location:
  limit_req zone=limited burst=1 nodelay;
  limit_req_status 429;

haproxy
  # in a frontend:
  stick-table type integer size 1 expire 6s store http_req_rate(6s)
  http-request track-sc0 int(1)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 2 }

envoy-local
  # in the configuration of envoy.filters.http.local_ratelimit:
  token_bucket:
    max_tokens: 2
    tokens_per_fill: 1
    fill_interval: 3s

kong-sliding
  plugins:
  - name: rate-limiting-advanced
    config:
      limit: [2]
      window_size: [6]
      window_type: sliding
      identifier: service
      disable_penalty: true

redis-cell
  CL.THROTTLE all 1 20 60 1

# A bucket for each client, as large as the largest needs.

$ ratereplay recommend data/usgs-all-week-2018-02-07.csv --key net --rate 10/m --format csv | cut -d, -f1-2
name,spec
nginx,"nginx:rate=10r/m
limit_req_zone $binary_remote_addr zone=limited:10m rate=10r/m;
\# in server or location:
limit_req zone=limited burst=1 nodelay;
limit_req_status 429;
",1707
haproxy,"haproxy:limit=2
stick-table type ip size 1m expire 12s store http_req_rate(12s)
http-request track-sc0 src
http-request deny deny_status 429 if { sc_http_req_rate(0) gt 2 }
",1707
kong-sliding,"kong-sliding:limit=2
- name: rate-limiting-advanced
  config:
    limit: [2]
    window_size: [12]
    window_type: sliding
    identifier: ip
    disable_penalty: true
",1707
redis-cell,"redis-cell:max_burst=1
",1707
! ratereplay: note: 1,706 rows out of time order, sorted
! ratereplay: note: CSV has no place for single clients and further keys; --format json has them

# With costs those alone that know some.

$ printf 'time,tokens\n0,30\n1,400\n2,20\n60,500\n61,1\n' > costs.csv
$ ratereplay recommend costs.csv --cost tokens --rate 600/m
costs.csv: 5 events of cost 951 in 1 min 1 s
  1970-01-01T00:00:00Z to 1970-01-01T00:01:01Z
  times read as epoch seconds, judged by the first; --time-unit overrides

a bucket of 500 at 600/m loses nothing

                                 busiest    in the
product  passed  dropped  share       1m  long run  drift
redis-cell:max_burst=499,count=600,period=1m
              5        0  0.0 %        3      10/s      0

redis-cell
  CL.THROTTLE all 499 600 60 1

without nginx: it counts requests and knows no costs
without haproxy: it counts requests and knows no costs
without envoy-local: it counts requests and knows no costs
without kong-sliding: it counts requests and knows no costs

# Nothing to size: a bucket of 1.

$ printf 'time\n' | ratereplay recommend - --rate 100/s --format json | sed -n '/"rate"/,/"spec"/p'
  "rate": "100/s",
  "bucket": 1,
  "lossless_exact": null,
  "allowed": null,
  "dropped": 0,
  "products": [
    {
      "name": "nginx",
      "spec": "nginx:rate=100r/s,nodelay",

# Rates that a product cannot say.

$ printf 'time\n0\n0\n' | ratereplay recommend - --rate 1/30d
standard input: 2 events in 0 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:00Z
  times read as epoch seconds, judged by the first; --time-unit overrides

a bucket of 2 at 1/30d loses nothing

                                 busiest     in the
product  passed  dropped  share      30d   long run       drift
nginx:rate=1r/m,burst=1,nodelay
              2        0  0.0 %        2     57.6/h  +4147100 %
envoy-local:max_tokens=2,fill_interval=30d
              2        0  0.0 %        2  0.03333/d           0
kong-sliding:limit=2,window=60d,disable_penalty
              2        0  0.0 %        2  0.01667/d       -50 %
redis-cell:max_burst=1,count=1,period=30d
              2        0  0.0 %        2  0.03333/d           0

nginx
  # in http:
  limit_req_zone $server_name zone=limited:10m rate=1r/m;
  # in server or location:
  limit_req zone=limited burst=1 nodelay;
  limit_req_status 429;

envoy-local
  # in the configuration of envoy.filters.http.local_ratelimit:
  token_bucket:
    max_tokens: 2
    tokens_per_fill: 1
    fill_interval: 2592000s

kong-sliding
  plugins:
  - name: rate-limiting-advanced
    config:
      limit: [2]
      window_size: [5184000]
      window_type: sliding
      identifier: service
      disable_penalty: true

redis-cell
  CL.THROTTLE all 1 1 2592000 1

without haproxy: the bucket takes 60 d to fill, and HAProxy's longest period is 24 d 20 h 31 min 23.647 s
$ printf 'time\n0\n0\n' | ratereplay recommend - --rate 7/3ms | sed -n '/product/,$p'
product  passed  dropped  share      3ms    long run      drift
nginx:rate=140000r/m,burst=1,nodelay
              2        0  0.0 %        2  2333.333/s  -<0.001 %
haproxy:limit=4,period=2ms
              2        0  0.0 %        2      2000/s  -14.286 %
envoy-local:max_tokens=117,tokens_per_fill=117,fill_interval=50ms
              2        0  0.0 %        2      2340/s   +0.286 %
kong-sliding:limit=2333,window=1s,disable_penalty
              2        0  0.0 %        2    1166.5/s  -50.007 %
redis-cell:max_burst=1,count=7000,period=3s
              2        0  0.0 %        2      4000/s  +71.429 %

nginx
  # in http:
  limit_req_zone $server_name zone=limited:10m rate=140000r/m;
  # in server or location:
  limit_req zone=limited burst=1 nodelay;
  limit_req_status 429;

haproxy
  # in a frontend:
  stick-table type integer size 1 expire 2ms store http_req_rate(2ms)
  http-request track-sc0 int(1)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 4 }

envoy-local
  # in the configuration of envoy.filters.http.local_ratelimit:
  token_bucket:
    max_tokens: 117
    tokens_per_fill: 117
    fill_interval: 0.05s

kong-sliding
  plugins:
  - name: rate-limiting-advanced
    config:
      limit: [2333]
      window_size: [1]
      window_type: sliding
      identifier: service
      disable_penalty: true

redis-cell
  CL.THROTTLE all 1 7000 3 1

$ ratereplay recommend data/kamchatka-2025-07-29.csv
! ratereplay: --rate is required; see 'ratereplay recommend --help'
[exit 2]
$ ratereplay recommend data/kamchatka-2025-07-29.csv --rate 5/h --key mag --allow-drops 1
! ratereplay: --key: recommend --allow-drops takes all events as one stream; leave --key out, or keep one with --only-key
[exit 2]
$ ratereplay recommend data/kamchatka-2025-07-29.csv --rate 5/h --key mag --key id
! ratereplay: recommend takes one --key; give columns with a comma between
[exit 2]
$ ratereplay recommend data/kamchatka-2025-07-29.csv --rate 5/h --allow-drops many
! ratereplay: --allow-drops: 'many' is neither a share, as 0.1%, nor a whole number
[exit 2]
