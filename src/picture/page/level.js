// What a limiter has left, over time: of the selected one and, where each client has a limiter of its own, of one key.
const levelChart = (() => {
  'use strict';

  const mostKeys = 50;  // to choose from
  const byId = (id) => document.getElementById(id);
  let scene = null;
  let row = null;
  let key = null;
  let steps = null;  // when, and what was left before and after
  let chart = null;
  let drawing = null;

  const capacityOf = () => row.given.capacity;
  const perTick = () => (row.given.refill_per_s ?? 0) * scene.given.unit_ns / 1e9;

  /** What a bucket holds behind a wait, from what it held. */
  const risen = (level, ticks) => {
    const capacity = capacityOf() ?? Infinity;
    return row.given.refill_per_s === null ? level : Math.min(level + perTick() * ticks, capacity);
  };

  /** Whether there is a level to draw: it is in the page, or follows from a bucket's decisions. */
  const has = ({remaining, given}) => remaining.isThere || ((given.initial ?? null) !== null && given.refill_per_s !== null);

  // The page has whole units, cut; what lies between follows from how the level rises.
  function stepsOf(remaining, of, costs) {
    const {line} = row;
    const rises = row.given.refill_per_s !== null;
    const at = [];
    const before = [];
    const after = [];
    let level = row.given.initial ?? capacityOf() ?? Number(remaining[0] ?? 0);
    let time = null;
    for (let index = 0; index < line.count; ++index) {
      if (of && of[index] !== key) continue;
      const now = line.at(index);
      if (time !== null) level = risen(level, now - time);
      at.push(now);
      before.push(level);
      if (rises && row.has(index)) level -= costs ? Number(costs[index]) : 1;
      if (remaining) {
        const left = Number(remaining[index]);
        level = rises ? Math.min(Math.max(level, left), left + 1) : left;
      }
      after.push(level);
      time = now;
    }
    return {at, before, after};
  }

  function firstNotBefore(at, x) {
    let [low, high] = [0, at.length];
    while (low < high) {
      const middle = low + high >>> 1;
      if (at[middle] < x) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** For uPlot: each step or, where there are many to a pixel, the least and the most of each column of pixels. */
  function data(self, from, to) {
    const x = [];
    const y = [];
    const put = (place, level) => { x.push(place); y.push(level); };
    if (!steps || steps.at.length === 0) return [[from, to], [null, null]];
    const {at, before, after} = steps;
    const width = Math.max(Math.round(self.bbox.width / uPlot.pxRatio), 1);
    const begin = Math.max(firstNotBefore(at, from) - 1, 0);
    const end = Math.min(firstNotBefore(at, to) + 1, at.length);
    if (end - begin <= 2 * width) {
      for (let i = begin; i < end; ++i) {
        if (i > begin) rise(put, at[i - 1], after[i - 1], at[i]);
        put(at[i], before[i]);
        put(at[i], after[i]);
      }
    } else {
      const step = (to - from) / width;
      for (let i = begin, column = 0; column < width && i < end; ++column) {
        const edge = from + (column + 1) * step;
        let [least, most] = [Infinity, -Infinity];
        for (; i < end && at[i] < edge; ++i) {
          least = Math.min(least, after[i]);
          most = Math.max(most, before[i]);
        }
        if (least > most) continue;
        put(edge - step / 2, most);
        put(edge - step / 2, least);
      }
    }
    const last = end - 1;
    if (end === at.length && at[last] < to) {
      rise(put, at[last], after[last], to);
      put(to, risen(after[last], to - at[last]));
    }
    return [x, y];
  }

  // Where a bucket is full again on the way, the line bends.
  function rise(put, from, level, to) {
    const capacity = capacityOf();
    if (capacity === null || perTick() === 0) return;
    const full = from + (capacity - level) / perTick();
    if (full < to) put(full, capacity);
  }

  function make() {
    const most = () => capacityOf() ?? steps?.before.reduce((a, b) => Math.max(a, b), 1) ?? 1;
    chart = view.timeChart(byId('level-chart'), {
      height: () => 190,
      update: data,
      options: {
        padding: [10, 12, 0, 0],
        scales: {y: {range: () => [0, most() * 1.04]}},
        series: [{}, {stroke: () => theme.colours.passed, width: 1.5, points: {show: false}, paths: uPlot.paths.linear()}],
        axes: [theme.axis({
          size: () => sceneChart.gutter(), values: (self, splits) => splits.map((split) => times.short(split)),
          space: 28,
        })],
        hooks: {draw: [drawCapacity]},
      },
    });
  }

  function drawCapacity(self) {
    if (capacityOf() === null) return;
    theme.inPixels(self, (context, width) => {
      const y = Math.round(self.valToPos(capacityOf(), 'y')) + 0.5;
      context.strokeStyle = theme.colours.mark;
      context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
      context.setLineDash([]);
    });
  }

  const ofKey = () => scene.keys && !row.isOwn;

  function show(number) {
    drawing = draw(number);
    return drawing;
  }

  async function draw(number) {
    row = scene.rows[number];
    steps = null;
    byId('level').hidden = !row?.isEach;
    if (!row?.isEach) return;
    byId('level-heading').textContent = `What is left: ${row.name}`;
    const note = byId('level-note');
    byId('level-chart').hidden = !has(row);
    byId('level-tools').hidden = !has(row) || !ofKey();
    if (!has(row)) {
      note.textContent = 'Of this row the page has no level.';
      return;
    }
    const asked = row;
    const askedKey = key;
    const [remaining, of, costs] = await Promise.all([
      row.remaining.isThere ? row.remaining.read() : null, ofKey() ? scene.keys.of.read() : null, scene.costs && !row.isOwn ? scene.costs.read() : null,
    ]);
    if (asked !== row || askedKey !== key) return;  // another one was selected meanwhile
    steps = stepsOf(remaining, of, costs);
    if (!chart) make();
    chart.resize();
    chart.update(...view.shown());
    const how = row.given.refill_per_s === null ? 'as each event leaves it' : 'it rises between events';
    const capacity = capacityOf() === null ? '' : `; the dashed line is the most there can be, ${times.short(capacityOf())}`;
    const kind = scene.given.has_costs ? 'In units of cost' : 'In events that could pass at once';
    note.textContent = `${kind}, ${how}${capacity}.`;
    chart.chart.ctx.canvas.setAttribute('aria-label',
      `What ${row.name} has left over time, over ${times.counted(steps.at.length, 'event')}${of ? ` of the key ${times.key(scene.keys.names[key])}` : ''}`);
  }

  async function offerKeys() {
    const of = await scene.keys.of.read();
    const counts = new Uint32Array(scene.keys.names.length);
    for (const each of of) ++counts[each];
    const most = [...counts.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, mostKeys);
    const choice = byId('level-key');
    for (const each of most) offer(choice, each, counts[each]);
    key = most[0] ?? null;
    choice.addEventListener('change', () => {
      key = Number(choice.value);
      show(sceneChart.selected());
    });
    // An event that is picked with a click or a key may be of any other.
    byId('scene-charts').addEventListener('click', () => follow(of, counts));
    byId('scene-charts').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') follow(of, counts);
    });
  }

  function offer(choice, each, count) {
    const option = document.createElement('option');
    option.value = each;
    option.textContent = `${times.key(scene.keys.names[each])}, ${times.counted(count, 'event')}`;
    choice.append(option);
  }

  function follow(of, counts) {
    const {row: number, index} = sceneChart.current();
    if (index === null || scene.rows[number].isOwn || of[index] === key) return;
    key = of[index];
    const choice = byId('level-key');
    if (![...choice.options].some((option) => Number(option.value) === key)) offer(choice, key, counts[key]);
    choice.value = key;
    show(sceneChart.selected());
  }

  async function start(read) {
    scene = read;
    if (scene.keys) await offerKeys();
    sceneChart.onSelect(show);
    await show(sceneChart.selected());
  }

  /** What is drawn at an event of the selected row: before and after it. */
  function levelAt(number) {
    return steps && {before: steps.before[number], after: steps.after[number], at: steps.at[number]};
  }

  return {start, has, drawn: () => drawing, levelAt, isDrawn: () => steps !== null, points: () => chart?.chart.data[0].length ?? 0};
})();
