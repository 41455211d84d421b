# What products would have done: each dialect beside the algorithm that it comes close to.

$ printf 'time\n0\n60\n120\n' | ratereplay replay - -l nginx:rate=1r/m

$ printf 'time\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n' | ratereplay replay - -l nginx:rate=10r/s,burst=5,nodelay

$ printf 'time\n0\n0.0999\n0.1\n0.1006\n0.2\n' | ratereplay replay - -l nginx:rate=10r/s --decisions - --decisions-format csv --output /dev/null

$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h --dialects

$ ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/m --burst 3 --dialects | sed -n '/^dialect/,/^$/p'

# With costs, those alone that know some.

$ printf 'time,tokens\n0,3\n1,4\n2,2\n60,5\n61,1\n' > costs.csv
$ ratereplay compare costs.csv --cost tokens --rate 6/m --dialects | sed -n '/busiest  *only it/,$p'
$ ratereplay replay costs.csv --cost tokens -l nginx:rate=6r/m

$ ratereplay compare costs.csv --rate 6/m --dialects --format json | sed -n '/"dialects"/,/"drift_exact"/p'
$ ratereplay compare costs.csv --rate 6/h --dialects --format json | sed -n '/"dialects_left_out"/,$p'
$ ratereplay compare costs.csv --rate 6/m --dialects --format csv | wc -l

# Each client has its own.

$ ratereplay compare data/usgs-all-week-2018-02-07.csv --key net --rate 1/m --burst 2 --dialects | sed -n '/only it/,/^$/p'

$ ratereplay sweep costs.csv -l nginx --rate 1/m --burst 1
$ ratereplay replay costs.csv -l nginxx:rate=1r/m
