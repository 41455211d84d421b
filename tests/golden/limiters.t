# The catalogue.

$ ratereplay limiters
fixed-window:limit=N,window=DURATION|rate=RATE[,anchor=clock|first][,offset=DURATION]
  rule       passes while the cost passed in the current window, with the event's own, is within the
             limit
  limit      cost that a window holds
  window     length of a window
  rate       5/h in place of limit=5,window=1h
  anchor     windows on the clock, or opened by the first event passed (default clock)
  offset     shift of the clock's windows (default 0)
  promise    limit*(ceil((T-1)/window) + 1); with anchor=first limit*(ceil(T/window) + 1) - 1
  memory     16 bytes
  source     Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)

sliding-log:limit=N,window=DURATION|rate=RATE[,count=passed|all]
  rule       passes while the cost logged in the window that ends with the event, with its own, is
             within the limit
  limit      cost that a window holds
  window     length of a window
  rate       5/h in place of limit=5,window=1h
  count      whether refused events that could have fitted are logged too (default passed)
  promise    limit*ceil(T/window)
  memory     8 bytes an event logged (16 with costs), at most limit of them, and a header
  source     ClassDojo, Better rate limiting with Redis sorted sets (2015)

sliding-counter:limit=N,window=DURATION|rate=RATE[,rounding=floor|exact]
  rule        passes while the weighted cost of the previous clock window, the cost of the current
              one and the event's own are within the limit
  limit       cost that a window holds
  window      length of a window
  rate        5/h in place of limit=5,window=1h
  rounding    of the weighted count of the previous window (default floor)
  promise     limit + ceil(limit*(T-2)/window); with rounding=exact limit +
              floor(limit*(T-2)/window)
  memory      24 bytes
  source      Cloudflare, How we built rate limiting capable of scaling to millions of domains
              (2017)

token-bucket:rate=RATE,burst=AMOUNT[,initial=AMOUNT]
  rule       passes when the bucket, refilled continuously up to its burst, holds the event's cost
             in tokens
  rate       refill, as 5/h
  burst      tokens that the bucket holds
  initial    tokens at a key's first event (default burst)
  promise    floor(burst + rate*(T-1))
  memory     16 bytes
  source     RFC 2215, section 3.6

gcra:rate=RATE,burst=AMOUNT
  rule       passes when it comes no earlier than its theoretical arrival time less (burst - cost)
             emission intervals
  rate       one event an emission interval, as 5/h
  burst      cost that may come at once
  promise    floor(burst + rate*(T-1))
  memory     8 bytes
  source     ITU-T I.371, virtual scheduling algorithm

leaky-bucket:rate=RATE,burst=AMOUNT
  rule       passes when the bucket, which leaks continuously, has room for the event's cost below
             its burst
  rate       leak, as 5/h
  burst      cost that the bucket holds
  promise    floor(burst + rate*(T-1))
  memory     16 bytes
  source     Turner, New directions in communications (1986); ITU-T I.371

pacer:rate=RATE
  rule       passes when the last event passed is at least an emission interval ago; gcra with burst
             1
  rate       one event an emission interval, as 5/h
  promise    floor(1 + rate*(T-1))
  memory     8 bytes
  source     ITU-T I.371, peak cell rate without tolerance

leaky-queue:rate=RATE,queue=N
  rule       passes, delayed until one unit of cost leaves per 1/rate, when it would wait for at
             most queue intervals
  rate       departures, as 5/h
  queue      cost that may wait
  promise    departures ceil(rate*T), admissions floor(queue + 1 + rate*(T-1))
  memory     8 bytes
  source     Turner, New directions in communications (1986)

srtcm:rate=RATE,burst=AMOUNT,excess=AMOUNT
  rule       green when the committed bucket holds the event's cost, else yellow when the excess
             bucket does, which fills with what overflows the committed one; both pass, all else is
             red
  rate       committed information rate, CIR, as 5/h
  burst      committed burst size, CBS
  excess     excess burst size, EBS
  promise    floor(burst + excess + rate*(T-1))
  memory     24 bytes
  source     RFC 2697, colour-blind

trtcm:rate=RATE,burst=AMOUNT,peak=RATE,peak-burst=AMOUNT
  rule          passes when the peak bucket holds the event's cost, green when the committed one
                does too, else yellow; all else is red
  rate          committed information rate, CIR, as 5/h
  burst         committed burst size, CBS
  peak          peak information rate, PIR, no less than the committed
  peak-burst    peak burst size, PBS
  promise       floor(peak-burst + peak*(T-1))
  memory        24 bytes
  source        RFC 2698, colour-blind

Dialects, what products do in place of an algorithm

nginx:rate=Nr/s or Nr/m[,burst=N][,nodelay][,delay=N]
  rule       limit_req: passes while the requests ahead of the rate, in thousandths and whole
             milliseconds, are within burst; delayed until it is due unless nodelay
  rate       requests a second or a minute, as 10r/s
  burst      requests that may be ahead of the rate (default 0)
  nodelay    requests ahead of the rate are not delayed (default delayed)
  delay      requests ahead of the rate that are not delayed (default 0)
  promise    burst + 1 + floor(rate*ms), ms = T-1 in whole milliseconds, rounded up; departures
             delay + 1 + floor(rate*(ms + 1))
  memory     16 bytes
  source     nginx 1.22.1, ngx_http_limit_req_module.c
  drift      a rate a minute is cut down to whole thousandths a second: 1r/m is one in 62.5 s

haproxy:limit=N,period=DURATION
  rule       http_req_rate(period): passes while the requests counted in the current window, also
             denied ones, and the weighted ones of the window before are within the limit
  limit      requests in a period, beyond which they are denied
  period     of http_req_rate(period), in whole milliseconds, at least 2
  promise    limit*(ceil(ms/period) + 1), ms = T-1 in whole milliseconds, rounded up; an odd period
             1 ms less
  memory     16 bytes
  source     HAProxy 2.6.12, freq_ctr.h and freq_ctr.c
  drift      denied requests count: who stays above the limit gets nothing through, not the limit

envoy-local:max_tokens=N[,tokens_per_fill=N],fill_interval=DURATION
  rule               passes when the bucket has a token; a timer fills it up with tokens_per_fill at
                     once
  max_tokens         tokens that the bucket holds
  tokens_per_fill    tokens that it gets at each interval (default 1)
  fill_interval      between two fills, whole milliseconds, at least 50
  promise            max_tokens + tokens_per_fill*ceil((T-1)/fill_interval)
  memory             16 bytes
  source             Envoy 1.30, local_ratelimit_impl.cc
  drift              tokens come in lumps, and those of a fill beyond max_tokens are lost

envoy-ratelimit:requests_per_unit=N[,unit=second|minute|hour|day]
  rule                 INCRBY hits_addend: passes while the count of its unit of the clock, also of
                       what was refused, is within requests_per_unit
  requests_per_unit    cost that a window holds
  unit                 the window (default second)
  promise              requests_per_unit*(ceil((T-1)/unit) + 1)
  memory               16 bytes
  source               envoyproxy/ratelimit, src/redis/fixed_cache_impl.go (2023)
  drift                a refused cost that does not fit fills the window for smaller ones

kong-sliding:limit=N,window=DURATION[,disable_penalty]
  rule               rate-limiting-advanced: passes while the count of the clock window, with the
                     weighted count of the previous one, also of what was refused, is within the
                     limit
  limit              requests that a window holds
  window             length of a window in whole seconds
  disable_penalty    refused requests are not counted (default counted)
  promise            limit*(ceil((T-1)/window) + 1)
  memory             24 bytes
  source             Kong Gateway Enterprise 3.x, kong/tools/public/rate-limiting
  drift              a client that keeps asking for more is refused for ever; a limit of 1 is one in
                     two windows

redis-incr:limit=N,window=DURATION
  rule       INCRBY and PEXPIRE: passes while the count of its window, also of what was refused, is
             within the limit
  limit      cost that a window holds
  window     length of a window in whole milliseconds
  promise    limit*(ceil(ms/(window + 1 ms)) + 1), ms = T-1 in whole milliseconds, rounded up
  memory     16 bytes
  source     Redis documentation of INCR; Redis 7.0.15, src/db.c
  drift      a window lasts 1 ms longer than set; what is refused fills it too

redis-cell:max_burst=N,count=N,period=DURATION
  rule         CL.THROTTLE: passes while the theoretical arrival, in whole nanoseconds, is at most
               (max_burst + 1) intervals ahead
  max_burst    cost that may be ahead beside the one that is due
  count        cost in a period
  period       in whole seconds
  promise      floor((T-1 + f)/I + max_burst + 1), I = period/count in whole ns, f the part of 1 ms
               that is forgotten with a key, once in max(I - 1 ms, 1 ms)
  memory       16 bytes
  source       redis-cell 0.3.0, redis-cell-impl/src/lib.rs
  drift        the interval is cut down to whole ns; a key may be forgotten up to 1 ms before it is
               due

redis-log:limit=N,window=DURATION[,count=passed|all]
  rule       ZREMRANGEBYSCORE, ZCARD, ZADD: passes while fewer than limit are logged in the window,
             in whole ms
  limit      requests that a window holds
  window     length of a window in whole milliseconds
  count      whether refused requests are logged too (default passed)
  promise    limit*ceil((ms + 1)/window), ms = T-1 in whole milliseconds, rounded up
  memory     8 bytes a request logged, at most limit of them, and a header
  source     ClassDojo, Better rate limiting with Redis sorted sets (2015); Redis 7.0.15
  drift      its clock has whole milliseconds; with count=all a client that keeps asking stays out

upstash-sliding:limit=N,window=DURATION
  rule       slidingWindow: passes while the weighted count of the previous clock window, cut down,
             and that of the current one are within the limit
  limit      cost that a window holds
  window     length of a window in whole milliseconds
  promise    limit*(ceil((T-1)/window) + 1)
  memory     24 bytes
  source     @upstash/ratelimit 2.0, src/lua-scripts/single.ts
  drift      a refused cost that began below the limit is counted; with more than one a millisecond
             up to half is lost

cloudflare:limit=N,window=DURATION
  rule       passes while the estimate, the weighted count of the previous clock window and that of
             the current one, also of what was refused, is within the limit
  limit      requests that a window holds
  window     length of a window in whole seconds
  promise    limit*(ceil((T-1)/window) + 1)
  memory     24 bytes
  source     Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)
  drift      a client that keeps asking for more is refused for ever; a limit of 1 is one in two
             windows

go-rate:limit=NUMBER|rate=RATE,burst=N
  rule       AllowN: passes when the float64 bucket holds its cost, or will within less than a
             nanosecond
  limit      events a second, as 0.5
  rate       5/h in place of limit=5/3600
  burst      tokens that the bucket holds
  promise    none is known
  memory     16 bytes
  source     golang.org/x/time 0.3.0, rate/rate.go
  drift      none but the rounding of float64

governor:rate=RATE[,burst=N]
  rule       check_n: GCRA in whole nanoseconds, its interval cut down to them
  rate       cells, as 5/h
  burst      cells that may come at once (default the count of the rate)
  promise    burst + floor((T-1)/interval), the interval in whole ns
  memory     8 bytes
  source     governor 0.10, src/gcra.rs and src/quota.rs
  drift      its interval is cut down to whole ns: 3/s is one in 333333333 ns

guava:permits_per_second=NUMBER[,timeout=DURATION][,max_burst_seconds=NUMBER]
  rule                  tryAcquire: passes, whatever it costs, when what earlier events owe is paid
                        back, or will be within the timeout (then delayed)
  permits_per_second    as 0.5
  timeout               for which a permit is waited for (default 0)
  max_burst_seconds     for which unused permits are stored (default 1)
  promise               none is known
  memory                24 bytes, 32 with a timeout
  source                Guava 31.1, RateLimiter.java and SmoothRateLimiter.java
  drift                 what is owed is cut down to whole microseconds: 300000 a second are 333333

resilience4j:limit=N,period=DURATION[,timeout=DURATION]
  rule       AtomicRateLimiter: passes when its cycle has its cost in permissions, or a later one
             that begins within the timeout (then delayed)
  limit      permissions of a cycle (limitForPeriod)
  period     of a cycle (limitRefreshPeriod)
  timeout    for which a permission is waited for (timeoutDuration) (default 0)
  promise    limit*(ceil((T-1)/period) + 1); with a timeout departures largest cost - 1 more,
             admissions by limit*(floor((timeout-1ns)/period) + 1) more
  memory     24 bytes, 32 with a timeout
  source     resilience4j 2, AtomicRateLimiter.java
  drift      none; the cycles of a key go on from its first event, used or not

python-limits[:strategy=fixed|moving|sliding],limit=N,window=DURATION
  rule        passes while the cost is within the limit: hit since the window was opened (fixed),
              passed in the last window (moving), or passed in this and weighted in the last
              (sliding)
  strategy    which of its rate limiters (default fixed)
  limit       cost that a window holds
  window      length of a window, in whole seconds
  promise     limit*(ceil((T-1)/w) + 1), w = window - 10 us for the rounding of its times; moving
              limit*ceil(T/w)
  memory      16 bytes; sliding 24; moving 16 bytes a hit that passed, at most limit of them, and a
              header
  source      limits 2.8.0 and 4.0 (sliding), storage/memory.py
  drift       times are doubles, about 240 ns apart; with fixed, a refused hit takes its cost too
$ ratereplay limiters --format csv
name,spec,rule,promise,memory,source,drift
fixed-window,"fixed-window:limit=N,window=DURATION|rate=RATE[,anchor=clock|first][,offset=DURATION]","passes while the cost passed in the current window, with the event's own, is within the limit","limit*(ceil((T-1)/window) + 1); with anchor=first limit*(ceil(T/window) + 1) - 1",16 bytes,"Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)",
sliding-log,"sliding-log:limit=N,window=DURATION|rate=RATE[,count=passed|all]","passes while the cost logged in the window that ends with the event, with its own, is within the limit",limit*ceil(T/window),"8 bytes an event logged (16 with costs), at most limit of them, and a header","ClassDojo, Better rate limiting with Redis sorted sets (2015)",
sliding-counter,"sliding-counter:limit=N,window=DURATION|rate=RATE[,rounding=floor|exact]","passes while the weighted cost of the previous clock window, the cost of the current one and the event's own are within the limit","limit + ceil(limit*(T-2)/window); with rounding=exact limit + floor(limit*(T-2)/window)",24 bytes,"Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)",
token-bucket,"token-bucket:rate=RATE,burst=AMOUNT[,initial=AMOUNT]","passes when the bucket, refilled continuously up to its burst, holds the event's cost in tokens",floor(burst + rate*(T-1)),16 bytes,"RFC 2215, section 3.6",
gcra,"gcra:rate=RATE,burst=AMOUNT",passes when it comes no earlier than its theoretical arrival time less (burst - cost) emission intervals,floor(burst + rate*(T-1)),8 bytes,"ITU-T I.371, virtual scheduling algorithm",
leaky-bucket,"leaky-bucket:rate=RATE,burst=AMOUNT","passes when the bucket, which leaks continuously, has room for the event's cost below its burst",floor(burst + rate*(T-1)),16 bytes,"Turner, New directions in communications (1986); ITU-T I.371",
pacer,pacer:rate=RATE,"passes when the last event passed is at least an emission interval ago; gcra with burst 1",floor(1 + rate*(T-1)),8 bytes,"ITU-T I.371, peak cell rate without tolerance",
leaky-queue,"leaky-queue:rate=RATE,queue=N","passes, delayed until one unit of cost leaves per 1/rate, when it would wait for at most queue intervals","departures ceil(rate*T), admissions floor(queue + 1 + rate*(T-1))",8 bytes,"Turner, New directions in communications (1986)",
srtcm,"srtcm:rate=RATE,burst=AMOUNT,excess=AMOUNT","green when the committed bucket holds the event's cost, else yellow when the excess bucket does, which fills with what overflows the committed one; both pass, all else is red",floor(burst + excess + rate*(T-1)),24 bytes,"RFC 2697, colour-blind",
trtcm,"trtcm:rate=RATE,burst=AMOUNT,peak=RATE,peak-burst=AMOUNT","passes when the peak bucket holds the event's cost, green when the committed one does too, else yellow; all else is red",floor(peak-burst + peak*(T-1)),24 bytes,"RFC 2698, colour-blind",
nginx,"nginx:rate=Nr/s or Nr/m[,burst=N][,nodelay][,delay=N]","limit_req: passes while the requests ahead of the rate, in thousandths and whole milliseconds, are within burst; delayed until it is due unless nodelay","burst + 1 + floor(rate*ms), ms = T-1 in whole milliseconds, rounded up; departures delay + 1 + floor(rate*(ms + 1))",16 bytes,"nginx 1.22.1, ngx_http_limit_req_module.c",a rate a minute is cut down to whole thousandths a second: 1r/m is one in 62.5 s
haproxy,"haproxy:limit=N,period=DURATION","http_req_rate(period): passes while the requests counted in the current window, also denied ones, and the weighted ones of the window before are within the limit","limit*(ceil(ms/period) + 1), ms = T-1 in whole milliseconds, rounded up; an odd period 1 ms less",16 bytes,"HAProxy 2.6.12, freq_ctr.h and freq_ctr.c","denied requests count: who stays above the limit gets nothing through, not the limit"
envoy-local,"envoy-local:max_tokens=N[,tokens_per_fill=N],fill_interval=DURATION","passes when the bucket has a token; a timer fills it up with tokens_per_fill at once",max_tokens + tokens_per_fill*ceil((T-1)/fill_interval),16 bytes,"Envoy 1.30, local_ratelimit_impl.cc","tokens come in lumps, and those of a fill beyond max_tokens are lost"
envoy-ratelimit,"envoy-ratelimit:requests_per_unit=N[,unit=second|minute|hour|day]","INCRBY hits_addend: passes while the count of its unit of the clock, also of what was refused, is within requests_per_unit",requests_per_unit*(ceil((T-1)/unit) + 1),16 bytes,"envoyproxy/ratelimit, src/redis/fixed_cache_impl.go (2023)",a refused cost that does not fit fills the window for smaller ones
kong-sliding,"kong-sliding:limit=N,window=DURATION[,disable_penalty]","rate-limiting-advanced: passes while the count of the clock window, with the weighted count of the previous one, also of what was refused, is within the limit",limit*(ceil((T-1)/window) + 1),24 bytes,"Kong Gateway Enterprise 3.x, kong/tools/public/rate-limiting","a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows"
redis-incr,"redis-incr:limit=N,window=DURATION","INCRBY and PEXPIRE: passes while the count of its window, also of what was refused, is within the limit","limit*(ceil(ms/(window + 1 ms)) + 1), ms = T-1 in whole milliseconds, rounded up",16 bytes,"Redis documentation of INCR; Redis 7.0.15, src/db.c","a window lasts 1 ms longer than set; what is refused fills it too"
redis-cell,"redis-cell:max_burst=N,count=N,period=DURATION","CL.THROTTLE: passes while the theoretical arrival, in whole nanoseconds, is at most (max_burst + 1) intervals ahead","floor((T-1 + f)/I + max_burst + 1), I = period/count in whole ns, f the part of 1 ms that is forgotten with a key, once in max(I - 1 ms, 1 ms)",16 bytes,"redis-cell 0.3.0, redis-cell-impl/src/lib.rs","the interval is cut down to whole ns; a key may be forgotten up to 1 ms before it is due"
redis-log,"redis-log:limit=N,window=DURATION[,count=passed|all]","ZREMRANGEBYSCORE, ZCARD, ZADD: passes while fewer than limit are logged in the window, in whole ms","limit*ceil((ms + 1)/window), ms = T-1 in whole milliseconds, rounded up","8 bytes a request logged, at most limit of them, and a header","ClassDojo, Better rate limiting with Redis sorted sets (2015); Redis 7.0.15","its clock has whole milliseconds; with count=all a client that keeps asking stays out"
upstash-sliding,"upstash-sliding:limit=N,window=DURATION","slidingWindow: passes while the weighted count of the previous clock window, cut down, and that of the current one are within the limit",limit*(ceil((T-1)/window) + 1),24 bytes,"'@upstash/ratelimit 2.0, src/lua-scripts/single.ts","a refused cost that began below the limit is counted; with more than one a millisecond up to half is lost"
cloudflare,"cloudflare:limit=N,window=DURATION","passes while the estimate, the weighted count of the previous clock window and that of the current one, also of what was refused, is within the limit",limit*(ceil((T-1)/window) + 1),24 bytes,"Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)","a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows"
go-rate,"go-rate:limit=NUMBER|rate=RATE,burst=N","AllowN: passes when the float64 bucket holds its cost, or will within less than a nanosecond",none is known,16 bytes,"golang.org/x/time 0.3.0, rate/rate.go",none but the rounding of float64
governor,"governor:rate=RATE[,burst=N]","check_n: GCRA in whole nanoseconds, its interval cut down to them","burst + floor((T-1)/interval), the interval in whole ns",8 bytes,"governor 0.10, src/gcra.rs and src/quota.rs",its interval is cut down to whole ns: 3/s is one in 333333333 ns
guava,"guava:permits_per_second=NUMBER[,timeout=DURATION][,max_burst_seconds=NUMBER]","tryAcquire: passes, whatever it costs, when what earlier events owe is paid back, or will be within the timeout (then delayed)",none is known,"24 bytes, 32 with a timeout","Guava 31.1, RateLimiter.java and SmoothRateLimiter.java",what is owed is cut down to whole microseconds: 300000 a second are 333333
resilience4j,"resilience4j:limit=N,period=DURATION[,timeout=DURATION]","AtomicRateLimiter: passes when its cycle has its cost in permissions, or a later one that begins within the timeout (then delayed)","limit*(ceil((T-1)/period) + 1); with a timeout departures largest cost - 1 more, admissions by limit*(floor((timeout-1ns)/period) + 1) more","24 bytes, 32 with a timeout","resilience4j 2, AtomicRateLimiter.java","none; the cycles of a key go on from its first event, used or not"
python-limits,"python-limits[:strategy=fixed|moving|sliding],limit=N,window=DURATION","passes while the cost is within the limit: hit since the window was opened (fixed), passed in the last window (moving), or passed in this and weighted in the last (sliding)","limit*(ceil((T-1)/w) + 1), w = window - 10 us for the rounding of its times; moving limit*ceil(T/w)","16 bytes; sliding 24; moving 16 bytes a hit that passed, at most limit of them, and a header","limits 2.8.0 and 4.0 (sliding), storage/memory.py","times are doubles, about 240 ns apart; with fixed, a refused hit takes its cost too"
$ ratereplay limiters --format json
{
  "ratereplay": "0.1.0",
  "command": "limiters",
  "trace": null,
  "limiters": [
    {
      "name": "fixed-window",
      "spec": "fixed-window:limit=N,window=DURATION|rate=RATE[,anchor=clock|first][,offset=DURATION]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window"
        },
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "5/h in place of limit=5,window=1h"
        },
        {
          "key": "anchor",
          "value": "clock|first",
          "default": "clock",
          "help": "windows on the clock, or opened by the first event passed"
        },
        {
          "key": "offset",
          "value": "DURATION",
          "default": "0",
          "help": "shift of the clock's windows"
        }
      ],
      "rule": "passes while the cost passed in the current window, with the event's own, is within the limit",
      "promise": "limit*(ceil((T-1)/window) + 1); with anchor=first limit*(ceil(T/window) + 1) - 1",
      "memory": "16 bytes",
      "source": "Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)",
      "drift": null
    },
    {
      "name": "sliding-log",
      "spec": "sliding-log:limit=N,window=DURATION|rate=RATE[,count=passed|all]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window"
        },
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "5/h in place of limit=5,window=1h"
        },
        {
          "key": "count",
          "value": "passed|all",
          "default": "passed",
          "help": "whether refused events that could have fitted are logged too"
        }
      ],
      "rule": "passes while the cost logged in the window that ends with the event, with its own, is within the limit",
      "promise": "limit*ceil(T/window)",
      "memory": "8 bytes an event logged (16 with costs), at most limit of them, and a header",
      "source": "ClassDojo, Better rate limiting with Redis sorted sets (2015)",
      "drift": null
    },
    {
      "name": "sliding-counter",
      "spec": "sliding-counter:limit=N,window=DURATION|rate=RATE[,rounding=floor|exact]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window"
        },
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "5/h in place of limit=5,window=1h"
        },
        {
          "key": "rounding",
          "value": "floor|exact",
          "default": "floor",
          "help": "of the weighted count of the previous window"
        }
      ],
      "rule": "passes while the weighted cost of the previous clock window, the cost of the current one and the event's own are within the limit",
      "promise": "limit + ceil(limit*(T-2)/window); with rounding=exact limit + floor(limit*(T-2)/window)",
      "memory": "24 bytes",
      "source": "Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)",
      "drift": null
    },
    {
      "name": "token-bucket",
      "spec": "token-bucket:rate=RATE,burst=AMOUNT[,initial=AMOUNT]",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "refill, as 5/h"
        },
        {
          "key": "burst",
          "value": "AMOUNT",
          "default": null,
          "help": "tokens that the bucket holds"
        },
        {
          "key": "initial",
          "value": "AMOUNT",
          "default": "burst",
          "help": "tokens at a key's first event"
        }
      ],
      "rule": "passes when the bucket, refilled continuously up to its burst, holds the event's cost in tokens",
      "promise": "floor(burst + rate*(T-1))",
      "memory": "16 bytes",
      "source": "RFC 2215, section 3.6",
      "drift": null
    },
    {
      "name": "gcra",
      "spec": "gcra:rate=RATE,burst=AMOUNT",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "one event an emission interval, as 5/h"
        },
        {
          "key": "burst",
          "value": "AMOUNT",
          "default": null,
          "help": "cost that may come at once"
        }
      ],
      "rule": "passes when it comes no earlier than its theoretical arrival time less (burst - cost) emission intervals",
      "promise": "floor(burst + rate*(T-1))",
      "memory": "8 bytes",
      "source": "ITU-T I.371, virtual scheduling algorithm",
      "drift": null
    },
    {
      "name": "leaky-bucket",
      "spec": "leaky-bucket:rate=RATE,burst=AMOUNT",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "leak, as 5/h"
        },
        {
          "key": "burst",
          "value": "AMOUNT",
          "default": null,
          "help": "cost that the bucket holds"
        }
      ],
      "rule": "passes when the bucket, which leaks continuously, has room for the event's cost below its burst",
      "promise": "floor(burst + rate*(T-1))",
      "memory": "16 bytes",
      "source": "Turner, New directions in communications (1986); ITU-T I.371",
      "drift": null
    },
    {
      "name": "pacer",
      "spec": "pacer:rate=RATE",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "one event an emission interval, as 5/h"
        }
      ],
      "rule": "passes when the last event passed is at least an emission interval ago; gcra with burst 1",
      "promise": "floor(1 + rate*(T-1))",
      "memory": "8 bytes",
      "source": "ITU-T I.371, peak cell rate without tolerance",
      "drift": null
    },
    {
      "name": "leaky-queue",
      "spec": "leaky-queue:rate=RATE,queue=N",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "departures, as 5/h"
        },
        {
          "key": "queue",
          "value": "N",
          "default": null,
          "help": "cost that may wait"
        }
      ],
      "rule": "passes, delayed until one unit of cost leaves per 1/rate, when it would wait for at most queue intervals",
      "promise": "departures ceil(rate*T), admissions floor(queue + 1 + rate*(T-1))",
      "memory": "8 bytes",
      "source": "Turner, New directions in communications (1986)",
      "drift": null
    },
    {
      "name": "srtcm",
      "spec": "srtcm:rate=RATE,burst=AMOUNT,excess=AMOUNT",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "committed information rate, CIR, as 5/h"
        },
        {
          "key": "burst",
          "value": "AMOUNT",
          "default": null,
          "help": "committed burst size, CBS"
        },
        {
          "key": "excess",
          "value": "AMOUNT",
          "default": null,
          "help": "excess burst size, EBS"
        }
      ],
      "rule": "green when the committed bucket holds the event's cost, else yellow when the excess bucket does, which fills with what overflows the committed one; both pass, all else is red",
      "promise": "floor(burst + excess + rate*(T-1))",
      "memory": "24 bytes",
      "source": "RFC 2697, colour-blind",
      "drift": null
    },
    {
      "name": "trtcm",
      "spec": "trtcm:rate=RATE,burst=AMOUNT,peak=RATE,peak-burst=AMOUNT",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "committed information rate, CIR, as 5/h"
        },
        {
          "key": "burst",
          "value": "AMOUNT",
          "default": null,
          "help": "committed burst size, CBS"
        },
        {
          "key": "peak",
          "value": "RATE",
          "default": null,
          "help": "peak information rate, PIR, no less than the committed"
        },
        {
          "key": "peak-burst",
          "value": "AMOUNT",
          "default": null,
          "help": "peak burst size, PBS"
        }
      ],
      "rule": "passes when the peak bucket holds the event's cost, green when the committed one does too, else yellow; all else is red",
      "promise": "floor(peak-burst + peak*(T-1))",
      "memory": "24 bytes",
      "source": "RFC 2698, colour-blind",
      "drift": null
    },
    {
      "name": "nginx",
      "spec": "nginx:rate=Nr/s or Nr/m[,burst=N][,nodelay][,delay=N]",
      "parameters": [
        {
          "key": "rate",
          "value": "Nr/s or Nr/m",
          "default": null,
          "help": "requests a second or a minute, as 10r/s"
        },
        {
          "key": "burst",
          "value": "N",
          "default": "0",
          "help": "requests that may be ahead of the rate"
        },
        {
          "key": "nodelay",
          "value": "",
          "default": "delayed",
          "help": "requests ahead of the rate are not delayed"
        },
        {
          "key": "delay",
          "value": "N",
          "default": "0",
          "help": "requests ahead of the rate that are not delayed"
        }
      ],
      "rule": "limit_req: passes while the requests ahead of the rate, in thousandths and whole milliseconds, are within burst; delayed until it is due unless nodelay",
      "promise": "burst + 1 + floor(rate*ms), ms = T-1 in whole milliseconds, rounded up; departures delay + 1 + floor(rate*(ms + 1))",
      "memory": "16 bytes",
      "source": "nginx 1.22.1, ngx_http_limit_req_module.c",
      "drift": "a rate a minute is cut down to whole thousandths a second: 1r/m is one in 62.5 s"
    },
    {
      "name": "haproxy",
      "spec": "haproxy:limit=N,period=DURATION",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "requests in a period, beyond which they are denied"
        },
        {
          "key": "period",
          "value": "DURATION",
          "default": null,
          "help": "of http_req_rate(period), in whole milliseconds, at least 2"
        }
      ],
      "rule": "http_req_rate(period): passes while the requests counted in the current window, also denied ones, and the weighted ones of the window before are within the limit",
      "promise": "limit*(ceil(ms/period) + 1), ms = T-1 in whole milliseconds, rounded up; an odd period 1 ms less",
      "memory": "16 bytes",
      "source": "HAProxy 2.6.12, freq_ctr.h and freq_ctr.c",
      "drift": "denied requests count: who stays above the limit gets nothing through, not the limit"
    },
    {
      "name": "envoy-local",
      "spec": "envoy-local:max_tokens=N[,tokens_per_fill=N],fill_interval=DURATION",
      "parameters": [
        {
          "key": "max_tokens",
          "value": "N",
          "default": null,
          "help": "tokens that the bucket holds"
        },
        {
          "key": "tokens_per_fill",
          "value": "N",
          "default": "1",
          "help": "tokens that it gets at each interval"
        },
        {
          "key": "fill_interval",
          "value": "DURATION",
          "default": null,
          "help": "between two fills, whole milliseconds, at least 50"
        }
      ],
      "rule": "passes when the bucket has a token; a timer fills it up with tokens_per_fill at once",
      "promise": "max_tokens + tokens_per_fill*ceil((T-1)/fill_interval)",
      "memory": "16 bytes",
      "source": "Envoy 1.30, local_ratelimit_impl.cc",
      "drift": "tokens come in lumps, and those of a fill beyond max_tokens are lost"
    },
    {
      "name": "envoy-ratelimit",
      "spec": "envoy-ratelimit:requests_per_unit=N[,unit=second|minute|hour|day]",
      "parameters": [
        {
          "key": "requests_per_unit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "unit",
          "value": "second|minute|hour|day",
          "default": "second",
          "help": "the window"
        }
      ],
      "rule": "INCRBY hits_addend: passes while the count of its unit of the clock, also of what was refused, is within requests_per_unit",
      "promise": "requests_per_unit*(ceil((T-1)/unit) + 1)",
      "memory": "16 bytes",
      "source": "envoyproxy/ratelimit, src/redis/fixed_cache_impl.go (2023)",
      "drift": "a refused cost that does not fit fills the window for smaller ones"
    },
    {
      "name": "kong-sliding",
      "spec": "kong-sliding:limit=N,window=DURATION[,disable_penalty]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "requests that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window in whole seconds"
        },
        {
          "key": "disable_penalty",
          "value": "",
          "default": "counted",
          "help": "refused requests are not counted"
        }
      ],
      "rule": "rate-limiting-advanced: passes while the count of the clock window, with the weighted count of the previous one, also of what was refused, is within the limit",
      "promise": "limit*(ceil((T-1)/window) + 1)",
      "memory": "24 bytes",
      "source": "Kong Gateway Enterprise 3.x, kong/tools/public/rate-limiting",
      "drift": "a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows"
    },
    {
      "name": "redis-incr",
      "spec": "redis-incr:limit=N,window=DURATION",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window in whole milliseconds"
        }
      ],
      "rule": "INCRBY and PEXPIRE: passes while the count of its window, also of what was refused, is within the limit",
      "promise": "limit*(ceil(ms/(window + 1 ms)) + 1), ms = T-1 in whole milliseconds, rounded up",
      "memory": "16 bytes",
      "source": "Redis documentation of INCR; Redis 7.0.15, src/db.c",
      "drift": "a window lasts 1 ms longer than set; what is refused fills it too"
    },
    {
      "name": "redis-cell",
      "spec": "redis-cell:max_burst=N,count=N,period=DURATION",
      "parameters": [
        {
          "key": "max_burst",
          "value": "N",
          "default": null,
          "help": "cost that may be ahead beside the one that is due"
        },
        {
          "key": "count",
          "value": "N",
          "default": null,
          "help": "cost in a period"
        },
        {
          "key": "period",
          "value": "DURATION",
          "default": null,
          "help": "in whole seconds"
        }
      ],
      "rule": "CL.THROTTLE: passes while the theoretical arrival, in whole nanoseconds, is at most (max_burst + 1) intervals ahead",
      "promise": "floor((T-1 + f)/I + max_burst + 1), I = period/count in whole ns, f the part of 1 ms that is forgotten with a key, once in max(I - 1 ms, 1 ms)",
      "memory": "16 bytes",
      "source": "redis-cell 0.3.0, redis-cell-impl/src/lib.rs",
      "drift": "the interval is cut down to whole ns; a key may be forgotten up to 1 ms before it is due"
    },
    {
      "name": "redis-log",
      "spec": "redis-log:limit=N,window=DURATION[,count=passed|all]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "requests that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window in whole milliseconds"
        },
        {
          "key": "count",
          "value": "passed|all",
          "default": "passed",
          "help": "whether refused requests are logged too"
        }
      ],
      "rule": "ZREMRANGEBYSCORE, ZCARD, ZADD: passes while fewer than limit are logged in the window, in whole ms",
      "promise": "limit*ceil((ms + 1)/window), ms = T-1 in whole milliseconds, rounded up",
      "memory": "8 bytes a request logged, at most limit of them, and a header",
      "source": "ClassDojo, Better rate limiting with Redis sorted sets (2015); Redis 7.0.15",
      "drift": "its clock has whole milliseconds; with count=all a client that keeps asking stays out"
    },
    {
      "name": "upstash-sliding",
      "spec": "upstash-sliding:limit=N,window=DURATION",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window in whole milliseconds"
        }
      ],
      "rule": "slidingWindow: passes while the weighted count of the previous clock window, cut down, and that of the current one are within the limit",
      "promise": "limit*(ceil((T-1)/window) + 1)",
      "memory": "24 bytes",
      "source": "@upstash/ratelimit 2.0, src/lua-scripts/single.ts",
      "drift": "a refused cost that began below the limit is counted; with more than one a millisecond up to half is lost"
    },
    {
      "name": "cloudflare",
      "spec": "cloudflare:limit=N,window=DURATION",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "requests that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window in whole seconds"
        }
      ],
      "rule": "passes while the estimate, the weighted count of the previous clock window and that of the current one, also of what was refused, is within the limit",
      "promise": "limit*(ceil((T-1)/window) + 1)",
      "memory": "24 bytes",
      "source": "Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)",
      "drift": "a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows"
    },
    {
      "name": "go-rate",
      "spec": "go-rate:limit=NUMBER|rate=RATE,burst=N",
      "parameters": [
        {
          "key": "limit",
          "value": "NUMBER",
          "default": null,
          "help": "events a second, as 0.5"
        },
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "5/h in place of limit=5/3600"
        },
        {
          "key": "burst",
          "value": "N",
          "default": null,
          "help": "tokens that the bucket holds"
        }
      ],
      "rule": "AllowN: passes when the float64 bucket holds its cost, or will within less than a nanosecond",
      "promise": "none is known",
      "memory": "16 bytes",
      "source": "golang.org/x/time 0.3.0, rate/rate.go",
      "drift": "none but the rounding of float64"
    },
    {
      "name": "governor",
      "spec": "governor:rate=RATE[,burst=N]",
      "parameters": [
        {
          "key": "rate",
          "value": "RATE",
          "default": null,
          "help": "cells, as 5/h"
        },
        {
          "key": "burst",
          "value": "N",
          "default": "the count of the rate",
          "help": "cells that may come at once"
        }
      ],
      "rule": "check_n: GCRA in whole nanoseconds, its interval cut down to them",
      "promise": "burst + floor((T-1)/interval), the interval in whole ns",
      "memory": "8 bytes",
      "source": "governor 0.10, src/gcra.rs and src/quota.rs",
      "drift": "its interval is cut down to whole ns: 3/s is one in 333333333 ns"
    },
    {
      "name": "guava",
      "spec": "guava:permits_per_second=NUMBER[,timeout=DURATION][,max_burst_seconds=NUMBER]",
      "parameters": [
        {
          "key": "permits_per_second",
          "value": "NUMBER",
          "default": null,
          "help": "as 0.5"
        },
        {
          "key": "timeout",
          "value": "DURATION",
          "default": "0",
          "help": "for which a permit is waited for"
        },
        {
          "key": "max_burst_seconds",
          "value": "NUMBER",
          "default": "1",
          "help": "for which unused permits are stored"
        }
      ],
      "rule": "tryAcquire: passes, whatever it costs, when what earlier events owe is paid back, or will be within the timeout (then delayed)",
      "promise": "none is known",
      "memory": "24 bytes, 32 with a timeout",
      "source": "Guava 31.1, RateLimiter.java and SmoothRateLimiter.java",
      "drift": "what is owed is cut down to whole microseconds: 300000 a second are 333333"
    },
    {
      "name": "resilience4j",
      "spec": "resilience4j:limit=N,period=DURATION[,timeout=DURATION]",
      "parameters": [
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "permissions of a cycle (limitForPeriod)"
        },
        {
          "key": "period",
          "value": "DURATION",
          "default": null,
          "help": "of a cycle (limitRefreshPeriod)"
        },
        {
          "key": "timeout",
          "value": "DURATION",
          "default": "0",
          "help": "for which a permission is waited for (timeoutDuration)"
        }
      ],
      "rule": "AtomicRateLimiter: passes when its cycle has its cost in permissions, or a later one that begins within the timeout (then delayed)",
      "promise": "limit*(ceil((T-1)/period) + 1); with a timeout departures largest cost - 1 more, admissions by limit*(floor((timeout-1ns)/period) + 1) more",
      "memory": "24 bytes, 32 with a timeout",
      "source": "resilience4j 2, AtomicRateLimiter.java",
      "drift": "none; the cycles of a key go on from its first event, used or not"
    },
    {
      "name": "python-limits",
      "spec": "python-limits[:strategy=fixed|moving|sliding],limit=N,window=DURATION",
      "parameters": [
        {
          "key": "strategy",
          "value": "fixed|moving|sliding",
          "default": "fixed",
          "help": "which of its rate limiters"
        },
        {
          "key": "limit",
          "value": "N",
          "default": null,
          "help": "cost that a window holds"
        },
        {
          "key": "window",
          "value": "DURATION",
          "default": null,
          "help": "length of a window, in whole seconds"
        }
      ],
      "rule": "passes while the cost is within the limit: hit since the window was opened (fixed), passed in the last window (moving), or passed in this and weighted in the last (sliding)",
      "promise": "limit*(ceil((T-1)/w) + 1), w = window - 10 us for the rounding of its times; moving limit*ceil(T/w)",
      "memory": "16 bytes; sliding 24; moving 16 bytes a hit that passed, at most limit of them, and a header",
      "source": "limits 2.8.0 and 4.0 (sliding), storage/memory.py",
      "drift": "times are doubles, about 240 ns apart; with fixed, a refused hit takes its cost too"
    }
  ]
}
