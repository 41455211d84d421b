# How far the estimate of a sliding counter lies from the exact count.
# 42 in the last minute, 18 in this one 15 s into it, then two more: 49.5, 50.5, 51.5.
$ awk 'BEGIN { print "time"; for (i = 0; i < 42; ++i) print i; for (i = 0; i < 20; ++i) print 75 }' >published.csv
$ ratereplay replay published.csv --time-unit s -l sliding-counter:rate=50/m -l sliding-counter:rate=50/m,rounding=exact \
    --format json | grep -E '"(spec|passed|dropped)"'
      "spec": "sliding-counter:limit=50,window=1m",
      "passed": 61,
      "dropped": 1,
            "dropped": 1,
      "spec": "sliding-counter:limit=50,window=1m,rounding=exact",
      "passed": 60,
      "dropped": 2,
            "dropped": 2,
$ ratereplay accuracy published.csv --time-unit s --rate 50/m
published.csv: 62 events in 1 min 15 s
  1970-01-01T00:00:00Z to 1970-01-01T00:01:15Z
  times read as epoch seconds, as --time-unit says

      over the            wrongly  wrongly     share
rate     limit  rounding     over    under     wrong
50/m     0.0 %  floor           1        0  1.6129 %
                exact           2        0  3.2258 %

      error of the  above, in       at  below, in      at  largest   largest
rate      estimate   the mean     most   the mean    most    count  estimate
50/m        4.99 %     4.99 %  20.37 %     0.00 %  0.00 %       46      51.5
$ ratereplay accuracy published.csv --time-unit s --rate 50/m --rate 60/m --format json | sed -n '/"accuracy": \[/,$p'
  "accuracy": [
    {
      "rate": "50/m",
      "events": 62,
      "over": 0,
      "over_share": 0.0,
      "most": 46,
      "most_estimated": 51.5,
      "most_estimated_exact": "103/2",
      "error": {
        "mean": 0.04987857118936818,
        "signed_mean": 0.04987857118936818,
        "most_above": 0.2037037037037037,
        "most_below": 0.0
      },
      "floor": {
        "wrongly_over": 1,
        "wrongly_under": 0,
        "wrong_share": 0.016129032258064516,
        "least_over": 46,
        "most_under": null
      },
      "exact": {
        "wrongly_over": 2,
        "wrongly_under": 0,
        "wrong_share": 0.03225806451612903,
        "least_over": 45,
        "most_under": null
      }
    },
    {
      "rate": "60/m",
      "events": 62,
      "over": 0,
      "over_share": 0.0,
      "most": 46,
      "most_estimated": 51.5,
      "most_estimated_exact": "103/2",
      "error": {
        "mean": 0.04987857118936818,
        "signed_mean": 0.04987857118936818,
        "most_above": 0.2037037037037037,
        "most_below": 0.0
      },
      "floor": {
        "wrongly_over": 0,
        "wrongly_under": 0,
        "wrong_share": 0.0,
        "least_over": null,
        "most_under": null
      },
      "exact": {
        "wrongly_over": 0,
        "wrongly_under": 0,
        "wrong_share": 0.0,
        "least_over": null,
        "most_under": null
      }
    }
  ]
}
<<< clients.csv
time,host,bytes
0,a,3
5,b,9
5,a,0
12,a,4
>>>
$ ratereplay accuracy clients.csv --time-unit s --key host --cost bytes --rate 5/10s
clients.csv: 4 events of cost 16 in 12 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:12Z
  times read as epoch seconds, as --time-unit says

       over the            wrongly  wrongly      share
rate      limit  rounding     over    under      wrong
5/10s    33.3 %  floor           1        0  33.3333 %
                 exact           1        0  33.3333 %

       error of the  above, in       at  below, in      at  largest   largest
rate       estimate   the mean     most   the mean    most    count  estimate
5/10s       20.00 %    20.00 %  60.00 %     0.00 %  0.00 %        9         9

2 clients by host

            over by            over by the  only by  only by the          ever           ever
clients at  the log  rounding     estimate  the log     estimate  wrongly over  wrongly under
5/10s             1  floor               2        0            1             1              0
                     exact               2        0            1             1              0
$ ratereplay accuracy clients.csv --time-unit s --key host --cost bytes --rate 5/10s --format csv
rate,events,over,over_share,most,most_estimated,most_estimated_exact,error_mean,error_signed_mean,error_most_above,error_most_below,floor_wrongly_over,floor_wrongly_under,floor_wrong_share,floor_least_over,floor_most_under,exact_wrongly_over,exact_wrongly_under,exact_wrong_share,exact_least_over,exact_most_under,clients_key,clients_clients,clients_over,clients_floor_over,clients_floor_wrongly_over,clients_floor_wrongly_under,clients_floor_only_log,clients_floor_only_estimate,clients_exact_over,clients_exact_wrongly_over,clients_exact_wrongly_under,clients_exact_only_log,clients_exact_only_estimate
5/10s,3,1,0.3333333333333333,9,9.0,9,0.2,0.2,0.6,0.0,1,0,0.3333333333333333,4,,1,0,0.3333333333333333,4,,host,2,1,2,1,0,0,1,2,1,0,0,1
! ratereplay: note: times read as epoch seconds, as --time-unit says
! ratereplay: note: CSV has no place for single clients and further keys; --format json has them
$ printf 'time\n' | ratereplay accuracy - --rate 5/10s
standard input: 0 events

       over the            wrongly  wrongly  share
rate      limit  rounding     over    under  wrong
5/10s         -  floor           0        0      -
                 exact           0        0      -

       error of the  above, in    at  below, in    at  largest   largest
rate       estimate   the mean  most   the mean  most    count  estimate
5/10s             -          -     -          -     -        0         0
$ ratereplay accuracy clients.csv --time-unit s
! ratereplay: --rate is required; see 'ratereplay accuracy --help'
[exit 2]
$ ratereplay accuracy clients.csv --time-unit s --rate 5
! ratereplay: --rate: '5' is not a rate: the period is missing; write it as 5/h, 100/s or 10/13s
[exit 2]
$ ratereplay accuracy clients.csv --time-unit s --rate 5/s --key host --key bytes
! ratereplay: accuracy takes one --key; give columns with a comma between
[exit 2]
