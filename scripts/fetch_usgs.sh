#!/usr/bin/env bash
# Downloads a span of the USGS earthquake catalog as CSV, oldest first. Needs bash and curl.
#
#   scripts/fetch_usgs.sh FROM TO MINMAG [OUT]
#
#   FROM, TO   times, half-open: FROM <= time < TO. 2025-07-29 or 2025-07-29T12:00[:SS[.mmm]][Z], always UTC
#   MINMAG     least magnitude
#   OUT        usgs-mMINMAG-FROM-TO.csv by default; written whole or not at all
#
# The service gives at most 20,000 rows a query. A span that holds more is halved in time until each part fits: a page
# is then one query over a span of its own, so a catalog that changes during the download cannot shift rows from page to
# page, as it does when pages are cut by row number. A page counts only when it is complete (as many rows as the service
# counts in its span, each whole, in order and within the span). Finished pages are kept in OUT.part/ until OUT is
# written: after an interruption, run the same command again. At the end the whole is held against the service's count,
# and no event may be there twice; pages that the catalog has left behind are fetched again.
#
# Environment: USGS_URL (the service), USGS_PAGE_ROWS (rows a page, at most 20000), USGS_RETRY_PAUSE (seconds before the
# first retry, doubled for each of the four).
set -euo pipefail
export LC_ALL=C

url=${USGS_URL:-https://earthquake.usgs.gov/fdsnws/event/1}
page_rows=${USGS_PAGE_ROWS:-20000}
retry_pause=${USGS_RETRY_PAUSE:-2}
header=time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type
header+=,horizontalError,depthError,magError,magNst,status,locationSource,magSource
tries=5
rounds=3

fail() {
  echo "fetch_usgs.sh: $*" >&2
  exit 1
}

# note TEXT: progress, for a person who watches.
note() {
  if [[ -t 2 ]]; then
    echo "$*" >&2
  fi
}

# epoch_ms TIME: milliseconds since 1970.
epoch_ms() {
  local pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?Z?)?$' parts
  if ! [[ $1 =~ $pattern ]] || ! parts=$(date -u -d "${1%Z}" '+%s 10#%3N' 2>/dev/null); then
    fail "'$1' is not a time: write 2025-07-29 or 2025-07-29T12:00:00Z"
  fi
  echo $((${parts% *} * 1000 + ${parts#* }))
}

# stamp MS: the time as the service takes it.
stamp() {
  local ms=$((($1 % 1000 + 1000) % 1000))
  printf '%s.%03d' "$(date -u -d "@$((($1 - ms) / 1000))" +%Y-%m-%dT%H:%M:%S)" "$ms"
}

# span_query FROM_MS TO_MS: the half-open span for the service, whose endtime is inclusive and whose times are whole
# milliseconds.
span_query() {
  echo "starttime=$(stamp "$1")&endtime=$(stamp $(($2 - 1)))&minmagnitude=$min_magnitude"
}

# get PATH_AND_QUERY FILE CHECK...: downloads until CHECK FILE succeeds; CHECK says on stdout what is wrong.
get() {
  local query=$1 file=$2 try status problem pause=$retry_pause
  shift 2
  for ((try = 1; try <= tries; ++try)); do
    if ((try > 1)); then
      note "  $problem; trying again in $pause s"
      sleep "$pause"
      pause=$((pause * 2))
    fi
    if ! status=$(curl --silent --show-error --location --compressed --connect-timeout 30 --max-time 600 --output "$file" \
      --write-out '%{http_code}' "$url/$query" 2>"$part/curl.log"); then
      problem=$(head -n 1 "$part/curl.log")
    elif [[ $status == 4?? && $status != 408 && $status != 429 ]]; then
      fail "the service refuses (HTTP $status): $url/$query"
    elif [[ $status != 200 ]]; then
      problem="HTTP $status"
    elif problem=$("$@" "$file"); then
      return
    fi
  done
  fail "gave up after $tries tries ($problem): $url/$query"
}

check_count() {
  if ! grep -qxE '[0-9]+' "$1" || (($(wc -l <"$1") > 1)); then
    echo "the answer is not a count"
    return 1
  fi
}

# count FROM_MS TO_MS: how many events the service has in the span.
count() {
  get "count?$(span_query "$1" "$2")" "$part/count" check_count
  echo $((10#$(tr -d '[:space:]' <"$part/count")))
}

# check_page FROM TO FILE: whether the file is the CSV of the catalog, each row whole, in order and within the span.
check_page() {
  if [[ -n $(tail -c 1 "$3") ]]; then
    echo "half a page: its last line has no end"
    return 1
  fi
  awk -v from="$1Z" -v to="$2Z" -v header="$header" '
    function wrong(what) { print what; exit 1 }
    { sub(/\r$/, "") }
    NR == 1 { if ($0 != header) wrong("not the CSV of the catalog"); next }
    {
      bare = $0
      gsub(/"([^"]|"")*"/, "", bare)
      if (gsub(/,/, "", bare) != 21 || bare ~ /"/) wrong("line " NR " is not a row of 22 cells")
      time = substr($0, 1, 24)
      if (time !~ /^[0-9-]+T[0-9:.]+Z$/ || time < from || time >= to) wrong("line " NR " is outside of the span")
      if (time < last) wrong("line " NR " is out of order")
      last = time
    }' "$3"
}

# fetch_span FROM_MS TO_MS: fetches the span as one page, or halves it, and adds to `pages`.
fetch_span() {
  local from=$1 to=$2 page=$part/$1_$2.csv rows got try pause=$retry_pause
  if [[ -f $page ]]; then
    pages+=("$page")
    return
  fi
  for ((try = 1; try <= tries; ++try)); do
    if ((try > 1)); then
      note "  half a page: $got rows of $rows; trying again in $pause s"
      sleep "$pause"
      pause=$((pause * 2))
    fi
    rows=$(count "$from" "$to")
    if ((rows > page_rows)); then
      if ((to - from == 1)); then
        fail "more than $page_rows events at $(stamp "$from"): the service cannot give them"
      fi
      local middle=$((from + (to - from) / 2))
      fetch_span "$from" "$middle"
      fetch_span "$middle" "$to"
      return
    fi
    if ((rows == 0)); then
      echo "$header" >"$part/page"
    else
      get "query?format=csv&$(span_query "$from" "$to")&orderby=time-asc&limit=$page_rows" "$part/page" \
        check_page "$(stamp "$from")" "$(stamp "$to")"
    fi
    got=$(($(wc -l <"$part/page") - 1))
    if ((got == rows)); then
      mv "$part/page" "$page"
      pages+=("$page")
      note "$(stamp "$from") to $(stamp "$to"): $rows events"
      return
    fi
  done
  fail "gave up after $tries tries (half a page: $got rows of $rows): $(stamp "$from") to $(stamp "$to")"
}

# stale_pages: the pages that no longer agree with the service, or that share an event with another one.
stale_pages() {
  local page span now
  for page in "${pages[@]}"; do
    span=${page##*/}
    span=${span%.csv}
    now=$(count "${span%_*}" "${span#*_}")
    if ((now != $(wc -l <"$page") - 1)); then
      echo "$page"
    fi
  done
  awk -F , 'FNR > 1 { if ($12 in page) { print page[$12]; print FILENAME } page[$12] = FILENAME }' "${pages[@]}"
}

usage() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; }

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
  usage
  exit
fi
if (($# < 3 || $# > 4)); then
  usage >&2
  exit 1
fi
command -v curl >/dev/null || fail "curl is missing. On Debian: apt-get install curl ca-certificates"
from=$(epoch_ms "$1")
to=$(epoch_ms "$2")
min_magnitude=$3
out=${4:-usgs-m$3-$1-$2.csv}
part=$out.part
[[ $min_magnitude =~ ^-?[0-9]+(\.[0-9]+)?$ ]] || fail "'$min_magnitude' is not a magnitude: write 5 or 2.5"
((from < to)) || fail "$1 is not before $2"

[[ $page_rows =~ ^([1-9][0-9]{0,3}|1[0-9]{4}|20000)$ ]] || fail "USGS_PAGE_ROWS is 1 to 20000"

[[ -d $part ]] || mkdir -- "$part"
asked="$from $to $min_magnitude $page_rows $url"
if [[ -f $part/asked ]] && [[ $(<"$part/asked") != "$asked" ]]; then
  fail "$part holds pages of another download: finish that one, or remove the folder"
fi
echo "$asked" >"$part/asked"

# Finished pages stay for the next run; a folder without one goes.
leave() {
  if [[ -d $part ]] && ! compgen -G "$part/*_*.csv" >/dev/null; then
    rm -r -- "$part"
  fi
}
trap leave EXIT
trap 'fail "interrupted; run the same command again to go on"' INT TERM

for ((round = 1; ; ++round)); do
  pages=()
  fetch_span "$from" "$to"
  awk 'FNR > 1 || NR == 1' "${pages[@]}" | tr -d '\r' >"$part/whole"
  rows=$(($(wc -l <"$part/whole") - 1))
  repeated=$(cut -d , -f 12 "$part/whole" | sort | uniq -d | head -n 1)
  total=$(count "$from" "$to")
  if [[ -z $repeated ]] && ((total == rows)); then
    break
  fi
  ((round < rounds)) || fail "the catalog keeps changing under the download; run the same command again"
  note "the catalog has changed during the download; fetching again what is no longer right"
  stale_pages >"$part/stale"
  mapfile -t stale <"$part/stale"
  rm -f -- "${stale[@]}"
done

mv -- "$part/whole" "$out"
rm -r -- "$part"
echo "$out: $rows events"
