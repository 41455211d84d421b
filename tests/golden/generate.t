# Traces by chance, or steady: the same for a seed everywhere.
$ ratereplay generate steady --rate 5/h --events 3
time
2025-01-01T00:00:00Z
2025-01-01T00:12:00Z
2025-01-01T00:24:00Z
! ratereplay: 3 events in 24 min
$ ratereplay generate poisson --rate 50/m --events 4 --keys 10 --cost 1..10
time,key,cost
2025-01-01T00:00:01.669594322Z,k3,10
2025-01-01T00:00:05.366141455Z,k4,3
2025-01-01T00:00:05.421125658Z,k1,1
2025-01-01T00:00:05.977001891Z,k1,7
! ratereplay: 4 events in 5.977001891 s, seed 1
$ ratereplay generate poisson --rate 50/m --events 4 --seed 2 --quiet
time
2025-01-01T00:00:00.122614935Z
2025-01-01T00:00:00.34336987Z
2025-01-01T00:00:01.806232819Z
2025-01-01T00:00:02.705169095Z
$ ratereplay generate burst --rate 1/s --burst 2 --every 2s --duration 4s
time
2025-01-01T00:00:00Z
2025-01-01T00:00:01Z
2025-01-01T00:00:02Z
2025-01-01T00:00:02Z
2025-01-01T00:00:02Z
2025-01-01T00:00:03Z
! ratereplay: 6 events in 3 s
$ ratereplay generate boundary --burst 2 --window 1m --events 6
time
2025-01-01T00:00:59.999Z
2025-01-01T00:00:59.999Z
2025-01-01T00:01:00Z
2025-01-01T00:01:00Z
2025-01-01T00:01:59.999Z
2025-01-01T00:01:59.999Z
! ratereplay: 6 events in 1 min 59.999 s
$ ratereplay generate onoff --rate 1/s --on 2s --off 1m --events 4 --quiet
time
2025-01-01T00:05:42.157327508Z
2025-01-01T00:05:53.971016552Z
2025-01-01T00:05:54.016836721Z
2025-01-01T00:05:54.480066916Z
$ ratereplay generate pareto --rate 1/s --events 3 --start 2025-07-29T23:24:52.5Z --quiet
time
2025-07-29T23:24:53.3427711Z
2025-07-29T23:24:55.94150667Z
2025-07-29T23:24:56.285179376Z
$ ratereplay generate diurnal --rate 1/h --events 3 --quiet
time
2025-01-01T03:26:25.551194975Z
2025-01-01T06:38:09.340947871Z
2025-01-01T07:39:52.682027271Z
$ ratereplay generate steady --rate 1/s | wc -l
10001
! ratereplay: 10,000 events in 2 h 46 min 39 s
$ ratereplay generate poisson --rate 100/s --duration 10s -o trace.csv
! ratereplay: 1,004 events in 9.996516183 s, seed 1
$ ratereplay compare trace.csv --rate 100/s | head -12
trace.csv: 1,004 events in 9.982602897 s
  2025-01-01T00:00:00.013913286Z to 2025-01-01T00:00:09.996516183Z
rate 100/s, burst 100, queue 99; busiest and promise are of any half-open 1 s

                                          busiest                                     longest  state
limiter          passed  dropped   share      1 s  from                  promise  retry after  bytes
fixed-window        971       33   3.3 %      116  2025-01-01T00:00:05Z      200   128.544 ms     16
sliding-log         944       60   6.0 %      100  2025-01-01T00:00:00Z      100    38.999 ms    848
sliding-counter     955       49   4.9 %      108  2025-01-01T00:00:05Z      200     8.153 ms     24
token-bucket      1,004        0   0.0 %      117  2025-01-01T00:00:05Z      199            -     16
gcra              1,004        0   0.0 %      117  2025-01-01T00:00:05Z      199            -      8
leaky-bucket      1,004        0   0.0 %      117  2025-01-01T00:00:05Z      199            -     16
$ ratereplay generate steady --rate 1/s --events 2 --output -
time
2025-01-01T00:00:00Z
2025-01-01T00:00:01Z
! ratereplay: 2 events in 1 s

# A boundary breaks a fixed window's promise of once its limit, but not that of twice.
$ ratereplay generate boundary --burst 10 --window 1m --events 20 --quiet | ratereplay replay - -l fixed-window:rate=10/m -l sliding-log:rate=10/m | tail -4
sliding-log: first drop 2025-01-01T00:01:00Z, longest run of drops 10

drops of     days  episodes  the worst  within  from
sliding-log     1         1   10 of 10     0 s  2025-01-01T00:01:00Z

# Mistakes.
$ ratereplay generate
! ratereplay: KIND is required; see 'ratereplay generate --help'
[exit 2]
$ ratereplay generate poison --rate 1/s
! ratereplay: KIND 'poison' is not one of steady, poisson, burst, boundary, onoff, pareto, diurnal; did you mean 'poisson'?
[exit 2]
$ ratereplay generate poisson
! ratereplay: generate poisson needs --rate
[exit 2]
$ ratereplay generate poisson --rate 5
! ratereplay: --rate: '5' is not a rate: the period is missing; write it as 5/h, 100/s or 10/13s
[exit 2]
$ ratereplay generate steady --rate 1/s --shape 2
! ratereplay: --shape is of pareto, not of steady; leave it out
[exit 2]
$ ratereplay generate boundary --rate 1/s
! ratereplay: --rate is of steady, poisson, burst, onoff, pareto, diurnal, not of boundary; leave it out
[exit 2]
$ ratereplay generate burst --rate 1/s --burst 0 --every 1s
! ratereplay: --burst: '0' is not a whole number from 1 to 1,000,000,000
[exit 2]
$ ratereplay generate burst --rate 1/s --burst 5
! ratereplay: generate burst needs --every
[exit 2]
$ ratereplay generate boundary --burst 1 --window 1ns
! ratereplay: --window: one of 1 ns has no time before its end; give 2ns or more
[exit 2]
$ ratereplay generate onoff --rate 1/h --on 1us --off 1s
! ratereplay: --on 1us passes more than 1,000,000 times from one event to the next; give a longer one
[exit 2]
$ ratereplay generate pareto --rate 1/s --shape 1
! ratereplay: --shape: '1': gaps of this shape have no mean; give more than 1
[exit 2]
$ ratereplay generate diurnal --rate 1/s --swing 1.1
! ratereplay: --swing: '1.1' is more than all of the rate; give at most 1
[exit 2]
$ ratereplay generate diurnal --rate 1/s --swing 0.1234567
! ratereplay: --swing: '0.1234567' has too many digits; give at most six
[exit 2]
$ ratereplay generate steady --rate 1/s --zipf 1
! ratereplay: --zipf is about keys; say how many with --keys
[exit 2]
$ ratereplay generate steady --rate 1/s --keys 5 --zipf 21
! ratereplay: --zipf: '21' is not taken; give at most 20, with at most eight digits behind the point
[exit 2]
$ ratereplay generate steady --rate 1/s --keys 10000001
! ratereplay: --keys: '10000001' is not a whole number from 1 to 10,000,000
[exit 2]
$ ratereplay generate steady --rate 1/s --cost 5..1
! ratereplay: --cost: '5..1' ends before it begins; exchange its ends
[exit 2]
$ ratereplay generate steady --rate 1/s --seed -1
! ratereplay: --seed is about chance, and steady has none without --keys and --cost; leave it out
[exit 2]
$ ratereplay generate steady --rate 1/s --start then
! ratereplay: --start: not a time: 'then'; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or an epoch number
[exit 2]
$ ratereplay generate steady --rate 1/s --events 0
! ratereplay: --events: '0' is not a whole number from 1 to 1,000,000,000,000
[exit 2]
$ ratereplay generate steady --rate 1/100d --output gone.csv
! ratereplay: event 868 comes after 2262, the end of the times that are representable; give an earlier --start, a shorter --duration or fewer --events
[exit 2]
$ ls gone.csv
! ls: cannot access 'gone.csv': No such file or directory
[exit 2]
$ ratereplay generate steady --rate 1/100000d --events 3 > /dev/null
! ratereplay: event 2 comes after 2262, the end of the times that are representable; give an earlier --start, a shorter --duration or fewer --events
[exit 2]
$ ratereplay generate steady --rate 1/s -o none/trace.csv
! ratereplay: cannot write 'none/trace.csv': No such file or directory; check the path
[exit 2]
