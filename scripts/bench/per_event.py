"""Prints what Google Benchmark measured, read from standard input as JSON, as a table of ns an event. A benchmark with a
counter `floor` is the floor of those after it; COUNTERS have columns of their own."""

import json
import sys

COUNTERS = ("bytes", "vertices")


def number(value: float) -> str:
    """With three digits behind the point where there are none before it."""
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def table(report: dict) -> str:
    medians = [one for one in report["benchmarks"] if one.get("aggregate_name") == "median"]
    medians.sort(key=lambda one: one["family_index"])  # as they stand in the program
    columns = [name for name in COUNTERS if any(name in one for one in medians)]
    lines = [f"{'':32} {'ns/event':>10} {'floors':>8}" + "".join(f" {name:>12}" for name in columns)]
    floor = None
    for one in medians:
        if "error_message" in one:
            continue
        name = one["run_name"].removesuffix("/real_time")
        per_event = 1e9 / one["items_per_second"]
        if "floor" in one:
            floor = per_event
        if floor is None:
            raise SystemExit(f"per_event.py: {name} comes before any floor")
        line = f"{name:32} {number(per_event):>10} {number(per_event / floor):>8}"
        line += "".join(f" {one[column]:12,.0f}" if column in one else f" {'':12}" for column in columns)
        lines.append(line.rstrip())
    return "\n".join(lines)


print(table(json.load(sys.stdin)))
