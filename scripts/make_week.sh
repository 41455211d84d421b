#!/usr/bin/env bash
# Remakes data/usgs-all-week-2018-02-07.csv: the USGS "all magnitudes, past week" feed as the npm package vega-datasets
# keeps it (GeoJSON), written as the CSV feed writes it. Needs npm and python3. The result is in the repository; this
# script is how it can be checked.
#
#   scripts/make_week.sh [OUT]     writes OUT, by default the file in data/
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(realpath -m -- "${1:-$root/data/usgs-all-week-2018-02-07.csv}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
tarball=$(npm pack --silent vega-datasets@3.2.1)
tar xzf "$tarball" package/data/earthquakes.json
echo 'a42702a83ffbae679f95d1fa53e2cae0bae13b21e599a68cdd50a44fc52129f7  package/data/earthquakes.json' |
  sha256sum --check --quiet

python3 - package/data/earthquakes.json week.csv <<'PYTHON'
import json
import sys
from datetime import datetime, timedelta

COLUMNS = ('time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,'
           'horizontalError,depthError,magError,magNst,status,locationSource,magSource')


def utc(milliseconds):
    moment = datetime(1970, 1, 1) + timedelta(milliseconds=int(milliseconds))
    return moment.isoformat(timespec='milliseconds') + 'Z'


def row(feature):
    said = feature['properties']
    longitude, latitude, depth = feature['geometry']['coordinates']
    cells = {column: said.get(column) for column in COLUMNS.split(',')}
    cells.update(
        time=utc(said['time']), updated=utc(said['updated']), latitude=latitude, longitude=longitude, depth=depth,
        id=feature['id'], place='"' + said['place'].replace('"', '""') + '"')
    return ','.join('' if cell is None else cell for cell in cells.values())


# Numbers stay the text that they are: no digit is lost or gained on the way.
with open(sys.argv[1], encoding='utf-8') as source:
    feed = json.load(source, parse_int=str, parse_float=str)
with open(sys.argv[2], 'w', encoding='utf-8', newline='') as table:
    table.write(COLUMNS + '\n')
    for feature in feed['features']:
        table.write(row(feature) + '\n')
PYTHON

mv week.csv "$out"
