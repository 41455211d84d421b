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
  rule       passes while the weighted cost of the previous clock window, the cost of the current
             one and the event's own are within the limit
  limit      cost that a window holds
  window     length of a window
  rate       5/h in place of limit=5,window=1h
  rounding   of the weighted count of the previous window (default floor)
  promise    limit + ceil(limit*(T-2)/window); with rounding=exact limit + floor(limit*(T-2)/window)
  memory     24 bytes
  source     Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)

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
$ ratereplay limiters --format csv
name,spec,rule,promise,memory,source
fixed-window,"fixed-window:limit=N,window=DURATION|rate=RATE[,anchor=clock|first][,offset=DURATION]","passes while the cost passed in the current window, with the event's own, is within the limit","limit*(ceil((T-1)/window) + 1); with anchor=first limit*(ceil(T/window) + 1) - 1",16 bytes,"Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)"
sliding-log,"sliding-log:limit=N,window=DURATION|rate=RATE[,count=passed|all]","passes while the cost logged in the window that ends with the event, with its own, is within the limit",limit*ceil(T/window),"8 bytes an event logged (16 with costs), at most limit of them, and a header","ClassDojo, Better rate limiting with Redis sorted sets (2015)"
sliding-counter,"sliding-counter:limit=N,window=DURATION|rate=RATE[,rounding=floor|exact]","passes while the weighted cost of the previous clock window, the cost of the current one and the event's own are within the limit","limit + ceil(limit*(T-2)/window); with rounding=exact limit + floor(limit*(T-2)/window)",24 bytes,"Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)"
token-bucket,"token-bucket:rate=RATE,burst=AMOUNT[,initial=AMOUNT]","passes when the bucket, refilled continuously up to its burst, holds the event's cost in tokens",floor(burst + rate*(T-1)),16 bytes,"RFC 2215, section 3.6"
gcra,"gcra:rate=RATE,burst=AMOUNT",passes when it comes no earlier than its theoretical arrival time less (burst - cost) emission intervals,floor(burst + rate*(T-1)),8 bytes,"ITU-T I.371, virtual scheduling algorithm"
leaky-bucket,"leaky-bucket:rate=RATE,burst=AMOUNT","passes when the bucket, which leaks continuously, has room for the event's cost below its burst",floor(burst + rate*(T-1)),16 bytes,"Turner, New directions in communications (1986); ITU-T I.371"
pacer,pacer:rate=RATE,"passes when the last event passed is at least an emission interval ago; gcra with burst 1",floor(1 + rate*(T-1)),8 bytes,"ITU-T I.371, peak cell rate without tolerance"
leaky-queue,"leaky-queue:rate=RATE,queue=N","passes, delayed until one unit of cost leaves per 1/rate, when it would wait for at most queue intervals","departures ceil(rate*T), admissions floor(queue + 1 + rate*(T-1))",8 bytes,"Turner, New directions in communications (1986)"
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
      "source": "Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)"
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
      "source": "ClassDojo, Better rate limiting with Redis sorted sets (2015)"
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
      "source": "Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)"
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
      "source": "RFC 2215, section 3.6"
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
      "source": "ITU-T I.371, virtual scheduling algorithm"
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
      "source": "Turner, New directions in communications (1986); ITU-T I.371"
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
      "source": "ITU-T I.371, peak cell rate without tolerance"
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
      "source": "Turner, New directions in communications (1986)"
    }
  ]
}
