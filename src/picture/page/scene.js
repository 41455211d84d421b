// The scene: a strip of arrivals and a row for each limiter. What passed stands above a row's line, what was dropped
// hangs below it, one by one or, where events are dense, as counts of each narrow column.
const sceneChart = (() => {
  'use strict';

  const wide = 640;  // of the page: names have room before the rows
  const mostPerPixel = 0.75;  // events, to be drawn one by one: of more there is no tick to be seen
  const zone = {bracket: 19, passed: 24, dropped: 17, gap: 10, name: 17};
  const strip = 34;
  const columnWidth = 2;  // pixels

  let scene = null;
  let isWide = true;
  let band = null;  // ticks, of a stretch that is pointed out
  let current = {row: 0, index: null};
  let selected = 0;
  let modes = [];
  let charts = [];
  const marks = [];  // elements at the current event, in the strip and in each row
  const pickListeners = [];
  const selectListeners = [];
  const byId = (id) => document.getElementById(id);

  const gutter = () => isWide ? 200 : 40;
  const rowHeight = () => zone.bracket + zone.passed + zone.dropped + zone.gap + (isWide ? 0 : zone.name);
  const lineOf = (row) => row * rowHeight() + (isWide ? 0 : zone.name) + zone.bracket + zone.passed;

  const busiestOf = (row) => {
    const busiest = row.given.busiest;
    if (!busiest) return null;
    const from = scene.placeOf(BigInt(busiest.from_ns));
    return {from, to: from + Number(busiest.length_ns) / scene.given.unit_ns};
  };

  /** `9 in 1 h`; where events have costs, of these too, and where there are keys, of which. */
  function busiestText(row) {
    const {busiest, passed_events, passed_cost} = row.given;
    if (!busiest) return '-';
    const length = times.duration(BigInt(busiest.length_ns));
    const what = busiest.of ? ` ${busiest.of}${busiest.events === 1 ? '' : 's'}` : '';
    const cost = String(passed_events) === passed_cost ? '' : ` (cost ${times.grouped(busiest.cost)})`;
    const key = busiest.key === undefined || busiest.key === null ? '' : ` of ${times.key(busiest.key)}`;
    return `${times.grouped(busiest.events)}${what}${cost} in ${length}${key}`;
  }

  function bracketText(row) {
    const promise = row.given.promise === null ? '' : `, promise ${times.grouped(row.given.promise)}`;
    return `busiest: ${busiestText(row)}${promise}`;
  }

  /** The first index at or behind the left edge of each column of pixels, and of the end. */
  function columnsOf(line, from, to, width) {
    const edges = new Uint32Array(width + 1);
    const step = (to - from) / width;
    edges[0] = line.find(from);
    for (let column = 1; column <= width; ++column) edges[column] = line.find(from + column * step, edges[column - 1]);
    return edges;
  }

  function shownOf(line, from, to) {
    const begin = line.find(from);
    return {begin, end: Math.max(line.find(to), begin)};
  }

  // A bar of counts is as wide as what was counted.
  const barWidth = (line, from, to, width) => Math.max(1, line.length / (to - from) * width);

  /** Counts of the strip, for uPlot's steps: the arrivals of columns of pixels. */
  function stripData(chart, from, to) {
    const width = Math.max(Math.round(chart.bbox.width / uPlot.pxRatio), 1);
    const columns = Math.max(1, Math.floor(width / Math.max(3, barWidth(scene.line, from, to, width))));
    const edges = columnsOf(scene.line, from, to, columns);
    const x = new Float64Array(columns + 1);
    const y = new Float64Array(columns + 1);
    for (let column = 0; column <= columns; ++column) {
      x[column] = from + (to - from) * column / columns;
      y[column] = column < columns ? scene.line.all(edges[column], edges[column + 1]) : y[column - 1];
    }
    return [x, y];
  }

  function drawBand(chart) {
    if (!band) return;
    theme.inPixels(chart, (context, width, height) => {
      const left = Math.max(chart.valToPos(band.from, 'x'), 0);
      const right = Math.min(chart.valToPos(band.to, 'x'), width);
      if (right < left) return;
      context.fillStyle = theme.colours.band;
      context.fillRect(left, 0, Math.max(right - left, 2), height);
    });
  }

  function makeStrip(host) {
    const most = (chart) => chart.data[1].reduce((a, b) => Math.max(a, b ?? 0), 0);
    return view.timeChart(host, {
      height: () => strip + 14 + (scene.rows.length === 0 ? 80 : 0),
      hasTimes: scene.rows.length === 0,
      update: stripData,
      options: {
        padding: [8, 12, 6, gutter],
        scales: {y: {range: (self, min, max) => [0, Math.max(max ?? 0, 1)]}},
        series: [{}, {
          stroke: () => theme.colours.dim, fill: () => theme.colours.line, width: 1,
          paths: uPlot.paths.stepped({align: 1}), points: {show: false},
        }],
        axes: [{show: false}],
        hooks: {
          drawClear: [drawBand],
          draw: [(chart) => theme.inPixels(chart, (context, width, height) => {
            context.textAlign = 'right';
            context.fillStyle = theme.colours.ink;
            context.font = theme.font(12);
            if (isWide) context.fillText('arrivals', -12, height - 2);
            context.fillStyle = theme.colours.dim;
            context.font = theme.font(10);
            const perColumn = most(chart);
            context.fillText(times.grouped(perColumn), isWide ? -12 : -6, isWide ? 9 : height / 2 + 4);
          })],
        },
      },
    });
  }

  function makeRows(host) {
    return view.timeChart(host, {
      height: () => rowHeight() * scene.rows.length + 44 + 4,
      options: {
        padding: [4, 12, 0, gutter],
        scales: {y: {range: [0, 1]}},
        series: [{}, {paths: () => null, points: {show: false}}],
        axes: [{show: false}],
        hooks: {drawClear: [drawBand], draw: [drawRows]},
      },
    });
  }

  function drawRows(chart) {
    const {min: from, max: to} = chart.scales.x;
    const edges = new Map();  // rows of the same events share them
    theme.inPixels(chart, (context, width) => {
      const columns = Math.max(Math.round(width / columnWidth), 1);
      modes = scene.rows.map((row, number) => {
        const shown = shownOf(row.line, from, to);
        const base = lineOf(number);
        drawName(context, row, number, base);
        context.strokeStyle = theme.colours.line;
        context.beginPath();
        context.moveTo(0, base + 0.5);
        context.lineTo(width, base + 0.5);
        context.stroke();
        context.save();
        context.beginPath();
        context.rect(0, base - rowHeight(), width, 2 * rowHeight());
        context.clip();
        const isSparse = row.isEach && shown.end - shown.begin <= mostPerPixel * width;
        if (isSparse) {
          drawTicks(context, row, shown, base, (x) => (x - from) / (to - from) * width);
        } else {
          if (!edges.has(row.line)) edges.set(row.line, columnsOf(row.line, from, to, columns));
          const step = width / columns;
          drawColumns(context, row, edges.get(row.line), base, step, Math.max(step, barWidth(row.line, from, to, width)));
        }
        context.restore();
        drawBracket(context, row, base, (x) => (x - from) / (to - from) * width, width);
        return isSparse ? 'ticks' : 'columns';
      });
    });
  }

  function drawName(context, row, number, base) {
    const {passed_events: passed, dropped_events: dropped} = row.given;
    const counts = `${times.grouped(passed)} passed, ${times.grouped(dropped)} dropped`;
    context.textAlign = isWide ? 'right' : 'left';
    context.fillStyle = theme.colours.ink;
    context.font = theme.font(12.5, number === selected ? 'bold' : '');
    if (isWide) {
      context.fillText(theme.cut(context, row.name, gutter() - 24), -12, base - 4);
      context.fillStyle = theme.colours.dim;
      context.font = theme.font(10.5);
      context.fillText(counts, -12, base + 11);
    } else {
      const top = base - zone.passed - zone.bracket - 4;
      const left = -gutter() + 6;
      const name = theme.cut(context, row.name, 150);
      context.fillText(name, left, top);
      const end = left + context.measureText(name).width;
      context.fillStyle = theme.colours.dim;
      context.font = theme.font(10.5);
      context.fillText(counts, end + 8, top);
    }
  }

  function drawTicks(context, row, {begin, end}, base, pixelOf) {
    const passed = new Path2D();
    const dropped = new Path2D();
    for (let index = begin; index < end; ++index) {
      const x = Math.round(pixelOf(row.line.at(index))) + 0.5;
      if (row.has(index)) {
        passed.moveTo(x, base);
        passed.lineTo(x, base - zone.passed + 3);
      } else {
        dropped.moveTo(x, base + 2);
        dropped.lineTo(x, base + 11);
      }
    }
    context.lineWidth = 1.5;
    context.strokeStyle = theme.colours.passed;
    context.stroke(passed);
    context.strokeStyle = theme.colours.dropped;
    context.stroke(dropped);
    context.lineWidth = 1;
  }

  function drawColumns(context, row, edges, base, step, bar) {
    const count = edges.length - 1;
    const passed = new Float64Array(count);
    const dropped = new Float64Array(count);
    let perPixel = 0;
    for (let column = 0; column < count; ++column) {
      passed[column] = row.passed(edges[column], edges[column + 1]);
      dropped[column] = row.line.all(edges[column], edges[column + 1]) - passed[column];
      perPixel = Math.max(perPixel, passed[column] / (zone.passed - 2), dropped[column] / zone.dropped);
    }
    // Whole columns of both colours at once; what there is has at least half a pixel.
    const draw = (counts, colour, down) => {
      context.fillStyle = colour;
      context.beginPath();
      for (let column = 0; column < count; ++column) {
        if (counts[column] === 0) continue;
        const height = Math.max(counts[column] / perPixel, 0.5);
        context.rect(column * step, down ? base + 1 : base - height, bar, height);
      }
      context.fill();
    };
    draw(passed, theme.colours.passed, false);
    draw(dropped, theme.colours.dropped, true);
  }

  function drawBracket(context, row, base, pixelOf, width) {
    const busiest = busiestOf(row);
    if (!busiest) return;
    const left = pixelOf(busiest.from);
    const right = Math.max(pixelOf(busiest.to), left + 4);
    if (right < 0 || left > width) return;
    const y = Math.round(base - zone.passed - 3) + 0.5;
    context.strokeStyle = theme.colours.mark;
    context.beginPath();
    if (left >= 0) context.moveTo(left, y + 5);
    context[left >= 0 ? 'lineTo' : 'moveTo'](Math.max(left, 0), y);
    context.lineTo(Math.min(right, width), y);
    if (right <= width) context.lineTo(right, y + 5);
    context.stroke();
    context.font = theme.font(10.5);
    context.fillStyle = theme.colours.mark;
    const text = bracketText(row);
    const length = context.measureText(text).width;
    const middle = (Math.max(left, 0) + Math.min(right, width)) / 2;
    context.textAlign = 'left';
    context.fillText(text, Math.max(Math.min(middle - length / 2, width - length), 0), y - 4);
  }

  // --- the current event

  function nearest(row, x) {
    const {line} = row;
    if (!row.isEach || line.count === 0) return null;
    const behind = line.find(x);
    if (behind === 0) return 0;
    const before = line.at(behind - 1);
    // Of several at one time, the first.
    return behind < line.count && line.at(behind) - x <= x - before ? behind : line.find(before);
  }

  function pick(row, index, isByKey) {
    current = {row, index};
    placeMarks();
    for (const listener of pickListeners) listener(current, isByKey);
  }

  function step(by) {
    const row = scene.rows[current.row];
    if (!row?.isEach || row.line.count === 0) return;
    const {begin} = shownOf(row.line, ...view.shown());
    const index = current.index === null ? begin : current.index + by;
    const next = Math.min(Math.max(index, 0), row.line.count - 1);
    view.reveal(row.line.at(next));
    pick(current.row, next, true);
  }

  function changeRow(by) {
    const row = Math.min(Math.max(current.row + by, 0), scene.rows.length - 1);
    if (row < 0 || row === current.row) return;
    const [from, to] = [scene.rows[current.row], scene.rows[row]];
    const index = current.index === null || from.line === to.line ? current.index : nearest(to, from.line.at(current.index));
    pick(row, index, true);
  }

  function placeMarks() {
    const [from, to] = view.shown();
    const row = scene.rows[current.row];
    const x = current.index === null ? null : row.line.at(current.index);
    for (const {chart, element, number} of marks) {
      const isShown = x !== null && x >= from && x <= to;
      element.hidden = !isShown || (number !== null && scene.rows[number].line !== row.line);
      if (element.hidden) continue;
      element.style.left = `${chart.valToPos(x, 'x')}px`;
      if (number === null) continue;
      const passed = scene.rows[number].has(current.index);
      element.style.top = `${lineOf(number) + (passed ? -zone.passed + 3 : 11)}px`;
      element.classList.toggle('here', number === current.row);
    }
  }

  function addMark(chart, kind, number) {
    const element = document.createElement('div');
    element.className = kind;
    element.hidden = true;
    chart.over.append(element);
    marks.push({chart, element, number});
  }

  function hear(chart) {
    const {over} = chart;
    const rowAt = (event) => {
      const row = Math.floor((event.clientY - over.getBoundingClientRect().top) / rowHeight());
      return Math.min(Math.max(row, 0), scene.rows.length - 1);
    };
    const point = (event) => {
      const row = rowAt(event);
      const index = nearest(scene.rows[row], view.xAt(chart, event));
      if (row !== current.row || index !== current.index) pick(row, index, false);
    };
    over.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) point(event);
    });
    over.addEventListener('click', point);
  }

  function select(number) {
    selected = number;
    charts[1]?.chart.redraw(false, false);
    for (const listener of selectListeners) listener(number);
  }

  function showBusiest(number) {
    const busiest = scene.rows[number] && busiestOf(scene.rows[number]);
    if (busiest) view.showStretch(busiest.from, busiest.to);
  }

  function showBand(from, to) {
    band = {from, to};
    view.showStretch(from, Math.max(to, from + 1));
  }

  const keys = {
    n: () => step(1), p: () => step(-1), ArrowUp: () => changeRow(-1), ArrowDown: () => changeRow(1),
    b: () => showBusiest(current.row), Enter: () => select(current.row),
  };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const does = view.moves[view.keys[event.key]] ?? keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  function describe() {
    const what = scene.rows.map(({given: row}, number) => `${row.name}: ${times.grouped(row.passed_events)} passed, ` +
      `${times.grouped(row.dropped_events)} dropped, ${bracketText(scene.rows[number])}`);
    byId('strip-chart').dataset.name = `Arrivals over time: ${times.counted(scene.given.events, 'event')}`;
    byId('scene-chart').dataset.name = `Passed and dropped over time. ${what.join('; ')}`;
  }

  function start(read) {
    scene = read;
    isWide = byId('scene-charts').clientWidth >= wide;
    describe();
    byId('scene-charts').addEventListener('keydown', onKey);
    build();
    view.onChange(placeMarks);
    for (const button of document.querySelectorAll('#scene [data-does]')) {
      const does = view.moves[button.dataset.does] ?? (() => showBusiest(selected));
      button.addEventListener('click', does);
    }
  }

  function build() {
    charts = [makeStrip(byId('strip-chart'))];
    addMark(charts[0].chart, 'pick-line', null);
    if (scene.rows.length > 0) {
      charts.push(makeRows(byId('scene-chart')));
      addMark(charts[1].chart, 'pick-line', null);
      scene.rows.forEach((row, number) => addMark(charts[1].chart, 'pick', number));
      hear(charts[1].chart);
    }
  }

  /** Before charts take a new size: names stand before the rows or above them. */
  function layOut() {
    isWide = byId('scene-charts').clientWidth >= wide;
  }

  /** Of a row, in the stretch that is shown. */
  function countsOf(row) {
    const {begin, end} = shownOf(row.line, ...view.shown());
    const passed = row.passed(begin, end);
    return {passed, dropped: row.line.all(begin, end) - passed};
  }

  /** Where an event stands on the screen. */
  function placeOf(number, index) {
    const {chart} = charts[1];
    const box = chart.over.getBoundingClientRect();
    return {x: box.left + chart.valToPos(scene.rows[number].line.at(index), 'x'), y: box.top + lineOf(number) - 6};
  }

  return {
    start, layOut, select, busiestText, countsOf, placeOf, showBand, gutter,
    modes: () => modes,
    current: () => current,
    selected: () => selected,
    perColumn: (from, to) => (to - from) / Math.max(charts[0].chart.bbox.width / uPlot.pxRatio / columnWidth, 1),
    onPick: (listener) => pickListeners.push(listener),
    onSelect: (listener) => selectListeners.push(listener),
  };
})();
