// The events of a scene and what was decided on them: one by one or, of a trace too long, as counts over time. Both are
// found by a place on the time axis, in ticks from the origin, and counted from one to another.
const events = (() => {
  'use strict';

  /** Events one by one. */
  class Each {
    constructor(sums) {
      this.near = sums.near;
      this.exact = sums.exact;
      this.count = sums.near.length;
      this.length = 0;  // in ticks, of what an index stands for
    }

    at(index) { return this.near[index]; }
    /** Ticks from the origin, whole. */
    ticks(index) { return this.exact ? this.exact[index] : BigInt(this.near[index]); }
    all(from, to) { return to - from; }

    /** The first that is not before x, from `low` on. */
    find(x, low = 0) {
      let high = this.count;
      while (low < high) {
        const middle = low + high >>> 1;
        if (this.near[middle] < x) low = middle + 1; else high = middle;
      }
      return low;
    }
  }

  function prefixSums(counts) {
    const sums = new Float64Array(counts.length + 1);
    for (let i = 0; i < counts.length; ++i) sums[i + 1] = sums[i] + Number(counts[i]);
    return sums;
  }

  /** Counts over time. */
  class Bins {
    constructor(counts, begin, length) {
      this.sums = prefixSums(counts);
      this.count = counts.length;
      this.begin = begin;
      this.length = length;
    }

    at(index) { return this.begin + index * this.length; }
    all(from, to) { return this.sums[to] - this.sums[from]; }
    find(x) { return Math.min(Math.max(Math.ceil((x - this.begin) / this.length), 0), this.count); }
  }

  /** A column that is read when it is first asked for; `values` is null until then. */
  class Later {
    constructor(column) {
      this.column = column;
      this.values = null;
    }

    get isThere() { return Boolean(this.column); }

    async read() {
      this.reading ??= columns.numbers(this.column);
      this.values = await this.reading;
      return this.values;
    }
  }

  /** A limiter, and what it decided on its events. */
  class Row {
    constructor(given, line, decided, isOwn) {
      this.given = given;
      this.name = given.name;
      this.spec = given.spec;
      this.line = line;
      this.isOwn = isOwn;  // its events are not those of the other rows
      this.decided = decided;
      this.retry = new Later(given.retry);
      this.delay = new Later(given.delay);
      this.remaining = new Later(given.remaining);
    }

    get isEach() { return this.line instanceof Each; }
    passed(from, to) {
      return this.isEach ? this.decided.before(to) - this.decided.before(from) : this.decided[to] - this.decided[from];
    }
    has(index) { return this.decided.has(index); }
    passedBefore(index) { return this.decided.before(index); }
  }

  class Scene {
    constructor(given) {
      this.given = given;
      this.origin = BigInt(given.origin_ns);
      this.unit = BigInt(given.unit_ns);
      this.keys = null;
      this.costs = null;
    }

    /** Exact, of an event of a line. */
    timeOf(line, index) { return this.origin + line.ticks(index) * this.unit; }
    /** Near, of a place on the axis. */
    timeAt(x) { return this.origin + BigInt(Math.round(x * Number(this.unit))); }
    placeOf(ns) { return Number(ns - this.origin) / Number(this.unit); }
    lengthOf(x) { return BigInt(Math.round(x * Number(this.unit))); }

    async read() {
      const {given} = this;
      if (given.binned) await this.readBins(); else await this.readEach();
      const lines = [this.line, ...this.rows.map((row) => row.line)].filter((line) => line.count > 0);
      this.first = Math.min(...lines.map((line) => line.at(0)));
      this.last = Math.max(...lines.map((line) => line.at(line.count - 1) + line.length));
      return this;
    }

    async readEach() {
      const {given} = this;
      this.line = new Each(await columns.sums(given.ticks));
      this.rows = await Promise.all(given.rows.map(async (row) => {
        const line = row.own ? new Each(await columns.sums(row.own.ticks)) : this.line;
        return new Row(row, line, await columns.bits(row.passed), Boolean(row.own));
      }));
      if (given.costs) this.costs = new Later(given.costs);
      if (given.keys) this.keys = {names: given.keys.names, of: new Later(given.keys.of)};
    }

    async readBins() {
      const {given} = this;
      this.line = new Bins(await columns.numbers(given.binned.arrivals), 0, given.binned.bin_ticks);
      this.rows = await Promise.all(given.rows.map(async (row) => {
        const {binned} = row;
        const line = binned.arrivals
          ? new Bins(await columns.numbers(binned.arrivals), this.placeOf(BigInt(binned.origin_ns)), binned.bin_ticks)
          : this.line;
        // Bins end with the last event that is counted in them.
        const passed = new Float64Array(line.count);
        passed.set((await columns.numbers(binned.passed)).subarray(0, line.count));
        return new Row(row, line, prefixSums(passed), Boolean(binned.arrivals));
      }));
    }
  }

  return {Scene};
})();
