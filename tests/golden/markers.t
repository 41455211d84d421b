# Three-colour markers: what is green, yellow and red.
$ printf 'time,host,bytes\n0,a,3\n0,a,3\n0,b,2\n0,a,5\n0,b,0\n1,a,1\n2,b,1\n' >packets.csv
$ ratereplay replay packets.csv --cost bytes -l srtcm:rate=1/s,burst=3,excess=4 -l trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6 -l token-bucket:rate=1/s,burst=3
packets.csv: 7 events of cost 15 in 2 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:02Z
  times read as epoch seconds, judged by the first; --time-unit overrides

                                       busiest                            longest  state
limiter       passed  dropped   share      1 s  from                  retry after  bytes
srtcm              5        2  28.6 %        3  1970-01-01T00:00:00Z          2 s     24
trtcm              5        2  28.6 %        3  1970-01-01T00:00:00Z        2.5 s     24
token-bucket       4        3  42.9 %        2  1970-01-01T00:00:00Z          3 s     16

                                       busiest
cost          passed  dropped   share      1 s  from                  promise
srtcm              8        7  46.7 %        6  1970-01-01T00:00:00Z        7
trtcm              8        7  46.7 %        6  1970-01-01T00:00:00Z        7
token-bucket       5       10  66.7 %        3  1970-01-01T00:00:00Z        3

                               cost    cost  cost
coloured  green  yellow  red  green  yellow   red
srtcm         4       1    2      5       3     7
trtcm         4       1    2      5       3     7

srtcm: 1 event can never pass, costing more than the limit or burst
token-bucket: 1 event can never pass, costing more than the limit or burst

srtcm: first drop 1970-01-01T00:00:00Z, longest run of drops 2
trtcm: first drop 1970-01-01T00:00:00Z, longest run of drops 2
token-bucket: first drop 1970-01-01T00:00:00Z, longest run of drops 3

drops of      days  episodes  the worst  within  from
srtcm            1         1     2 of 2     0 s  1970-01-01T00:00:00Z
trtcm            1         1     2 of 2     0 s  1970-01-01T00:00:00Z
token-bucket     1         1     3 of 3     0 s  1970-01-01T00:00:00Z
# Without costs; only of markers, and under their spec texts where one limiter stands there twice.
$ ratereplay replay packets.csv -l srtcm:rate=1/s,burst=3,excess=1 -l srtcm:rate=1/s,burst=3,excess=0 -l pacer:rate=1/s | sed -n '/^coloured/,/^$/p'
coloured  green  yellow  red
srtcm:rate=1/s,burst=3,excess=1
              5       1    1
srtcm:rate=1/s,burst=3,excess=0
              5       0    2
[blank]
# Over all keys.
$ ratereplay replay packets.csv --cost bytes --key host -l srtcm:rate=1/s,burst=3,excess=4 | sed -n '/^ *cost *cost/,/^$/p'
                               cost    cost  cost
coloured  green  yellow  red  green  yellow   red
srtcm         5       1    1      7       3     5
[blank]
$ ratereplay compare packets.csv --rate 1/s --burst 3 -l trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=4 | sed -n '/^coloured/,/^$/p'
coloured  green  yellow  red
trtcm         5       1    1
[blank]
$ ratereplay replay packets.csv --cost bytes -l srtcm:rate=1/s,burst=3,excess=4 -l pacer:rate=1/s --format json | sed -n '/"colours"/,/^    }/p'
      "colours": {
        "green": {
          "events": 4,
          "cost": 5
        },
        "yellow": {
          "events": 1,
          "cost": 3
        },
        "red": {
          "events": 2,
          "cost": 7
        }
      }
    },
      "colours": null
    }
$ ratereplay replay packets.csv --cost bytes -l srtcm:rate=1/s,burst=3,excess=4 -l pacer:rate=1/s --format csv | sed 's/.*episodes_days,/…,/; s/"srtcm:[^"]*"/srtcm/' | rev | cut -d, -f 1-6 | rev
colours_green_events,colours_green_cost,colours_yellow_events,colours_yellow_cost,colours_red_events,colours_red_cost
4,5,1,3,2,7
,,,,,
! ratereplay: note: times read as epoch seconds, judged by the first; --time-unit overrides
# What is asked of a limiter besides.
$ ratereplay replay packets.csv --cost bytes -l srtcm:rate=1/s,burst=3,excess=4 -l trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6 --decisions log.csv --quiet --output /dev/null; cut -d, -f 2-4,5- log.csv | head -8
time,key,cost,limiter,passed,status,delay_s,retry_after_s,retry_after,ratelimit_limit,ratelimit_remaining,ratelimit_reset
1970-01-01T00:00:00Z,,3,"srtcm:rate=1/s,burst=3,excess=4",true,200,,,,7,4,3
1970-01-01T00:00:00Z,,3,"trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6",true,200,,,,6,3,3
1970-01-01T00:00:00Z,,3,"srtcm:rate=1/s,burst=3,excess=4",true,200,,,,7,1,6
1970-01-01T00:00:00Z,,3,"trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6",true,200,,,,6,0,3
1970-01-01T00:00:00Z,,2,"srtcm:rate=1/s,burst=3,excess=4",false,429,,2,2,7,1,6
1970-01-01T00:00:00Z,,2,"trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6",false,429,,1,1,6,0,3
1970-01-01T00:00:00Z,,5,"srtcm:rate=1/s,burst=3,excess=4",false,429,,,,7,1,6
$ ratereplay diff packets.csv --cost bytes -l srtcm:rate=1/s,burst=3,excess=4 -l trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=8
packets.csv: 7 events of cost 15 in 2 s
  1970-01-01T00:00:00Z to 1970-01-01T00:00:02Z
  times read as epoch seconds, judged by the first; --time-unit overrides

first difference: event 3, line 4, 1970-01-01T00:00:00Z, cost 2
  srtcm refused it: committed 0 of 3, excess 1 of 4; retry after 2 s
  trtcm passed it: committed 0 of 3, peak 2 of 8

passed by  events   share  cost
both            5  71.4 %     8
srtcm           0   0.0 %     0
trtcm           1  14.3 %     2
none            1  14.3 %     5

1 stretch of events passed by one alone

passed by  events  cost  within  from
trtcm           1     2     0 s  1970-01-01T00:00:00Z
$ printf '[[rule]]\nname = "one"\nlimiter = "srtcm:rate=1/s,burst=1,excess=2"\n[[rule]]\nname = "two"\nlimiter = "trtcm:rate=1/s,burst=1,peak=2/s,peak-burst=2.5"\n' >rules.toml; ratereplay policy packets.csv rules.toml --size | sed -n '/^rule/,$p'
rules.toml: 2 rules, in-order: 4 passed, 3 refused (42.9 %)

rule  matched  passed  refused  named  alone  busiest  promise  in
one         7       5        2      2      0        3        3  1s
two         7       4        1      1      1        2        4  1s

'one' is covered by 'two', which refuses all that it does

           reaching         to refuse
rule  at     events  holds    nothing
one   1/s         7      3          -
two   2/s         5      3          3

a refused event takes  passed  refused
all-or-none                 4        3
by-layer                    4        3
in-order (this one)         4        3
$ ratereplay retry packets.csv -l srtcm:rate=1/s,burst=1,excess=1 --format csv --quiet | wc -l
7
# Where they are not taken, and parameters that are not.
$ ratereplay sweep packets.csv -l srtcm:excess=4 --rate 1/s --burst 3
! ratereplay: limiter 'srtcm:excess=4': a grid is of algorithms, and srtcm is a marker; replay or compare it
[exit 2]
$ ratereplay fleet packets.csv -l trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6 --instances 2
! ratereplay: limiter 'trtcm:rate=1/s,burst=3,peak=2/s,peak-burst=6': how a marker shares its two buckets is not known; give an algorithm
[exit 2]
$ ratereplay fleet packets.csv -l pacer:rate=1/s --local srtcm:rate=1/s,burst=3,excess=4 --instances 2
! ratereplay: --local: limiter 'srtcm:rate=1/s,burst=3,excess=4': how a marker shares its two buckets is not known; give an algorithm
[exit 2]
$ ratereplay replay packets.csv -l srtcm:rate=1/s,burst=3
! ratereplay: limiter 'srtcm:rate=1/s,burst=3': srtcm needs excess=AMOUNT (excess burst size, EBS)
[exit 2]
$ ratereplay replay packets.csv -l srtcm:rate=1/s,burst=3,exces=4
! ratereplay: limiter 'srtcm:rate=1/s,burst=3,exces=4': srtcm has no parameter 'exces'; did you mean 'excess'?
[exit 2]
$ ratereplay replay packets.csv -l trtcm:rate=3/s,burst=3,peak=2/s,peak-burst=6
! ratereplay: limiter 'trtcm:rate=3/s,burst=3,peak=2/s,peak-burst=6': peak must not be below rate
[exit 2]
$ ratereplay replay packets.csv -l trtcm:rate=3/s,burst=3,peak=5/s,peak-burst=0
! ratereplay: limiter 'trtcm:rate=3/s,burst=3,peak=5/s,peak-burst=0': peak-burst must be above 0
[exit 2]
$ ratereplay replay packets.csv -l strcm:rate=1/s
! ratereplay: limiter 'strcm:rate=1/s': no limiter 'strcm'; did you mean 'srtcm'?
[exit 2]
