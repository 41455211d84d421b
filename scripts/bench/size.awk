# The least bucket that loses nothing, for rows that begin with an ISO 8601 stamp in milliseconds and are in order of
# time. `interval` is that of the rate, in milliseconds. Every number stays a whole one below 2^53, so all is exact.

NR == 1 { next }

{
  if (substr($0, 1, 10) != date) {
    date = substr($0, 1, 10)
    # Days since 1970, from a year that begins in March.
    year = substr(date, 1, 4) + 0
    month = substr(date, 6, 2) + 0
    if (month < 3) { year--; month += 12 }
    days = 365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month - 457) / 5) + \
      substr(date, 9, 2) - 719469
    midnight = days * 86400000
  }
  time = midnight + substr($0, 12, 2) * 3600000 + substr($0, 15, 2) * 60000 + substr($0, 18, 2) * 1000 + \
    substr($0, 21, 3)
  if (time < before) { print "line " NR " is out of order" > "/dev/stderr"; failed = 1; exit 1 }
  before = time

  ahead = events++ * interval - time
  if (events == 1 || ahead < least) least = ahead
  if (ahead - least > most) most = ahead - least
}

END {
  if (!failed) printf "{\"answer\": [\"%d\", \"%d\"]}\n", most, events
}
