// The stretch of time that all charts along the time axis show, and what moves it: wheel, drag, two fingers, keys.
const view = (() => {
  'use strict';

  const endRoom = 22;  // pixels that half a label needs before the end of the axis

  let scene = null;
  let whole = [0, 1];
  let shown = whole;
  let least = 1;  // ticks that are shown at least
  let frame = 0;
  let lastFrameMs = null;
  const charts = [];
  const listeners = [];

  const width = () => shown[1] - shown[0];

  function start(read) {
    scene = read;
    // A little room, so that no event stands on the edge; one event alone has a second on each side.
    const margin = Math.max((scene.last - scene.first) * 0.01, scene.last > scene.first ? 1 : 1e9 / scene.given.unit_ns, 1);
    whole = [scene.first - margin, scene.last + margin];
    least = Math.max(8, (whole[1] - whole[0]) * 2 ** -42);
    shown = whole;
  }

  function set(from, to) {
    const most = whole[1] - whole[0];
    const length = Math.min(Math.max(to - from, least), most);
    let begin = (from + to - length) / 2;
    begin = Math.min(Math.max(begin, whole[0]), whole[1] - length);
    shown = length === most ? whole : [begin, begin + length];
    if (frame === 0) frame = requestAnimationFrame(redraw);
  }

  function redraw() {
    frame = 0;
    const began = performance.now();
    for (const chart of charts) chart.update(shown[0], shown[1]);
    for (const listener of listeners) listener(shown[0], shown[1]);
    lastFrameMs = performance.now() - began;
  }

  const zoom = (factor, at = (shown[0] + shown[1]) / 2) => set(at - (at - shown[0]) * factor, at + (shown[1] - at) * factor);
  const pan = (share) => set(shown[0] + share * width(), shown[1] + share * width());
  const showWhole = () => set(whole[0], whole[1]);
  const isWhole = () => width() >= whole[1] - whole[0];
  /** With as much again around it. */
  const showStretch = (from, to) => set(from - (to - from) * 0.5, to + (to - from) * 0.5);
  /** Pans only where x is not shown. */
  function reveal(x) {
    if (x < shown[0] || x > shown[1]) set(x - width() / 2, x + width() / 2);
  }

  /** A uPlot over the time axis; `update(chart, from, to)` gives it new data where it has some. */
  function timeChart(host, {height, options, update, hasTimes = true}) {
    const size = () => ({width: Math.max(host.clientWidth, 200), height: height()});
    const chart = new uPlot({
      ...size(),
      legend: {show: false},
      cursor: {show: false},
      ...options,
      scales: {x: {time: false, auto: false, min: shown[0], max: shown[1]}, ...options.scales},
      axes: [theme.axis({
        show: hasTimes,
        size: 44,
        splits: (self, axis, from, to) => axisOf(self, from, to).map(({x}) => x),
        values: (self) => axisOf(self, self.scales.x.min, self.scales.x.max).map(({x, label}) =>
          self.bbox.width / uPlot.pxRatio - self.valToPos(x, 'x') < endRoom ? '' : label),
      }), ...options.axes],
    }, options.data ?? [shown, [null, null]], host);
    // What is to be seen of it stands in the element around it.
    chart.ctx.canvas.setAttribute('role', 'img');
    chart.ctx.canvas.setAttribute('aria-label', host.dataset.name ?? '');
    const one = {
      chart,
      update(from, to) {
        chart.batch(() => {
          const data = update?.(chart, from, to);
          if (data) chart.setData(data, false);
          chart.setScale('x', {min: from, max: to});
        });
      },
      resize() { chart.setSize(size()); },
    };
    charts.push(one);
    hear(chart);
    return one;
  }

  function axisOf(chart, from, to) {
    const most = chart.bbox.width / uPlot.pxRatio / 90;
    return times.axis(scene.timeAt(from), scene.timeAt(to), most).map(({at, label}) => ({x: scene.placeOf(at), label}));
  }

  const xAt = (chart, event) => chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x');

  // A wheel that can zoom no further out scrolls the page.
  function onWheel(chart, event) {
    if (event.ctrlKey || event.metaKey) return;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      pan(Math.sign(sideways) * 0.1);
    } else if (event.deltaY < 0 || !isWhole()) {
      event.preventDefault();
      zoom(event.deltaY < 0 ? 0.8 : 1.25, xAt(chart, event));
    }
  }

  function hear(chart) {
    const {over} = chart;
    const pointers = new Map();
    let grip = null;  // what is held: the stretch when it was taken, or where a selection begins
    const local = (event) => event.clientX - over.getBoundingClientRect().left;

    const take = () => {
      const at = [...pointers.values()];
      grip = {at, shown, moved: false, from: Math.min(...at), length: Math.max(...at) - Math.min(...at)};
    };
    over.addEventListener('wheel', (event) => onWheel(chart, event), {passive: false});
    over.addEventListener('dblclick', showWhole);
    over.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      over.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, local(event));
      take();
      grip.selects = event.shiftKey;
    });
    over.addEventListener('pointermove', (event) => {
      if (!pointers.has(event.pointerId)) return;
      pointers.set(event.pointerId, local(event));
      const at = [...pointers.values()];
      const perPixel = (grip.shown[1] - grip.shown[0]) / over.clientWidth;
      if (at.length === 2 && grip.at.length === 2) {  // the places under two fingers stay under them
        const length = Math.max(Math.abs(at[0] - at[1]), 10);
        const scale = perPixel * grip.length / length;
        const from = grip.shown[0] + grip.from * perPixel - Math.min(...at) * scale;
        set(from, from + scale * over.clientWidth);
      } else if (at.length === 1) {
        grip.moved ||= Math.abs(at[0] - grip.at[0]) > 3;
        const [left, right] = [Math.min(at[0], grip.at[0]), Math.max(at[0], grip.at[0])];
        if (grip.moved && grip.selects) chart.setSelect({left, top: 0, width: right - left, height: over.clientHeight}, false);
        else if (grip.moved) {
          const by = (grip.at[0] - at[0]) * perPixel;
          set(grip.shown[0] + by, grip.shown[1] + by);
        }
      }
    });
    const release = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      const {selects, moved} = grip;
      if (selects && moved) {
        const {left, width: length} = chart.select;
        chart.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
        if (event.type === 'pointerup') set(chart.posToVal(left, 'x'), chart.posToVal(left + length, 'x'));
      }
      if (pointers.size > 0) take();
    };
    over.addEventListener('pointerup', release);
    over.addEventListener('pointercancel', release);
  }

  const moves = {
    in: () => zoom(0.5),
    out: () => zoom(2),
    earlier: () => pan(-0.25),
    later: () => pan(0.25),
    whole: showWhole,
  };
  const keys = {'+': 'in', '=': 'in', '-': 'out', '−': 'out', ArrowLeft: 'earlier', ArrowRight: 'later', 0: 'whole', Home: 'whole'};

  return {
    moves, keys, start, set, timeChart, showStretch, reveal, redraw, xAt,
    shown: () => shown,
    lastFrameMs: () => lastFrameMs,
    onChange: (listener) => listeners.push(listener),
    resize: () => charts.forEach((chart) => chart.resize()),
    redrawAll: () => charts.forEach(({chart}) => chart.redraw(false, true)),
  };
})();
