// The curve b(r): straight from vertex to vertex, which logarithmic axes bend.
const curveChart = (() => {
  'use strict';

  const byId = (id) => document.getElementById(id);
  let curve = null;
  let scene = null;
  let chart = null;
  let isLog = true;
  let unit = 'h';
  let current = null;  // the segment that is pointed at

  const vertices = () => curve.vertices;
  const inUnit = (rate) => rate / times.perSecond[unit];

  /** Of a segment at a rate: its bucket. The last goes on level. */
  function bucketAt(segment, rate) {
    const from = vertices()[segment];
    const to = vertices()[segment + 1];
    if (!to) return from.bucket;
    return from.bucket + (to.bucket - from.bucket) * (rate - from.rate) / (to.rate - from.rate);
  }

  const segmentAt = (rate) => {
    let [low, high] = [0, vertices().length];
    while (low < high) {
      const middle = low + high >>> 1;
      if (vertices()[middle].rate <= rate) low = middle + 1; else high = middle;
    }
    return Math.max(low - 1, 0);
  };

  const rates = () => [...vertices(), ...curve.marked].map(({rate}) => rate).filter((rate) => rate > 0);
  function limits() {
    const all = rates();
    const [least, most] = [Math.min(...all, Infinity), Math.max(...all, 0)];
    if (most === 0) return isLog ? [0.1, 10] : [0, 1];
    return isLog ? [least / 3, most * 3] : [0, most * 1.1];
  }

  /** Points close enough to look bent, the vertices among them. */
  function data() {
    const [from, to] = limits();
    const points = new Map();  // of a rate, whether it is a vertex's
    const samples = 600;
    for (let i = 0; i <= samples; ++i) {
      const rate = isLog ? from * (to / from) ** (i / samples) : from + (to - from) * i / samples;
      points.set(rate, false);
    }
    for (const {rate} of vertices()) if (rate >= from && rate <= to) points.set(rate, true);
    const x = [...points.keys()].sort((a, b) => a - b);
    const y = x.map((rate) => bucketAt(segmentAt(rate), rate));
    return [x.map(inUnit), y, x.map((rate, index) => points.get(rate) ? y[index] : null)];
  }

  // 1, 2 and 5 of each power of ten, or the powers alone where these are many.
  function logSplits(from, to) {
    const decades = Math.log10(to / from);
    const splits = [];
    const every = Math.max(1, Math.ceil(decades / 8));
    for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += every)
      for (const digit of decades > 3 ? [1] : [1, 2, 5]) splits.push(digit * 10 ** power);
    return splits.filter((split) => split >= from && split <= to);
  }

  function make() {
    const host = byId('curve-chart');
    chart?.destroy();
    const scale = isLog ? {distr: 3, log: 10} : {};
    const axis = (label, more) => theme.axis({
      label, labelFont: theme.font(12), labelSize: 20, size: 46,
      values: (self, splits) => splits.map((split) => split === null ? '' : times.short(Number(split.toPrecision(12)))),
      ...(isLog ? {splits: (self, number, from, to) => logSplits(from, to), filter: (self, splits) => splits} : {}),
      ...more,
    });
    const [from, to] = limits().map(inUnit);
    const buckets = [...vertices(), ...curve.marked].map(({bucket}) => bucket).filter((bucket) => bucket > 0);
    const top = Math.max(...buckets, 1);
    const bottom = Math.min(...buckets, top);
    chart = new uPlot({
      width: Math.max(host.clientWidth, 200),
      height: 360,
      padding: [14, 16, 0, 0],
      legend: {show: false},
      cursor: {x: false, y: false, points: {show: false}, drag: {x: true, y: false}},
      scales: {
        x: {time: false, range: (self, least, most) => least === null ? [from, to] : [Math.max(least, from), Math.min(most, to)], ...scale},
        y: {range: isLog ? [bottom * 0.7, top * 1.4] : [0, top * 1.06], ...scale},
      },
      series: [
        {},
        {stroke: () => theme.colours.passed, width: 2, points: {show: false}},
        {stroke: () => theme.colours.passed, paths: () => null, points: {show: true, size: 6, fill: () => theme.colours.paper, filter: vertexPoints}},
      ],
      axes: [axis(`rate, per ${{s: 'second', min: 'minute', h: 'hour', d: 'day'}[unit]}`), axis('bucket', {size: 52})],
      hooks: {drawClear: [drawCurrent], draw: [drawMarks]},
    }, data(), host);
    chart.ctx.canvas.setAttribute('role', 'img');
    chart.ctx.canvas.setAttribute('aria-label', description());
    hear(chart.over);
  }

  // Of vertices at the same pixels, one is drawn.
  function vertexPoints(self, series, isShown) {
    if (!isShown) return null;
    const kept = [];
    let last = -Infinity;
    self.data[2].forEach((bucket, index) => {
      const x = bucket === null ? 0 : self.valToPos(self.data[0][index], 'x');
      if (bucket === null || x - last < 4) return;
      kept.push(index);
      last = x;
    });
    return kept;
  }

  function description() {
    const [first, last] = [vertices()[0], vertices()[vertices().length - 1]];
    const marked = curve.marked.map((mark) => `${mark.label} at ${mark.rate_text} and ${mark.bucket_text}`);
    return `Curve of the least bucket that loses nothing, of ${times.counted(vertices().length, 'vertex').replace('vertexs', 'vertices')}: ` +
      `from ${first.bucket_text} at a rate of ${first.rate_text} to ${last.bucket_text} at ${last.rate_text} and above` +
      (marked.length > 0 ? `; marked: ${marked.join(', ')}` : '');
  }

  /** Marks of one pair have one label. */
  function marks() {
    const byPlace = new Map();
    for (const mark of curve.marked) {
      const place = `${mark.rate_text} ${mark.bucket_text}`;
      if (!byPlace.has(place)) byPlace.set(place, {...mark, labels: []});
      byPlace.get(place).labels.push(mark.label);
    }
    return [...byPlace.values()];
  }

  function drawMarks(self) {
    theme.inPixels(self, (context, width, height) => {
      context.strokeStyle = context.fillStyle = theme.colours.mark;
      context.lineWidth = 2;
      for (const mark of marks()) {
        if (mark.rate <= 0 || mark.bucket <= 0) continue;
        const x = self.valToPos(inUnit(mark.rate), 'x');
        const y = self.valToPos(mark.bucket, 'y');
        if (x < 0 || x > width || y < 0 || y > height) continue;
        context.beginPath();
        context.moveTo(x - 5, y - 5);
        context.lineTo(x + 5, y + 5);
        context.moveTo(x - 5, y + 5);
        context.lineTo(x + 5, y - 5);
        context.stroke();
        context.font = theme.font(11.5);
        context.textAlign = 'left';
        const lines = [`${mark.rate_text}, ${mark.bucket_text}`, ...mark.labels];
        const widest = Math.max(...lines.map((line) => context.measureText(line).width));
        const left = Math.min(x + 10, width - widest);
        const top = y + 14 * lines.length + 6 > height ? y - 14 * lines.length + 4 : y + 4;
        lines.forEach((line, index) => context.fillText(line, left, top + 14 * index));
      }
    });
  }

  function drawCurrent(self) {
    if (current === null) return;
    theme.inPixels(self, (context, width, height) => {
      const place = (rate) => self.valToPos(inUnit(rate), 'x');
      const left = vertices()[current].rate === 0 && isLog ? 0 : Math.max(place(vertices()[current].rate), 0);
      const right = vertices()[current + 1] ? Math.min(place(vertices()[current + 1].rate), width) : width;
      if (right < left) return;
      context.fillStyle = theme.colours.band;
      context.fillRect(left, 0, Math.max(right - left, 2), height);
    });
  }

  function point(segment, isByKey) {
    if (segment === current && !isByKey) return;
    current = segment;
    chart.redraw(false, false);
    tell(isByKey);
  }

  /** In words: the vertex, how far its segment goes, and the stretch of the trace that forces it. */
  function tell(isByKey) {
    const readout = byId('curve-readout');
    readout.setAttribute('aria-live', isByKey ? 'polite' : 'off');
    const vertex = vertices()[current];
    const next = vertices()[current + 1];
    const witness = curve.segments[current];
    const [from, until] = [BigInt(witness.from_ns), BigInt(witness.until_ns)];
    const what = times.counted(witness.events, 'event');
    const cost = String(witness.events) === witness.cost ? '' : `, cost ${times.grouped(witness.cost)}`;
    const first = document.createElement('p');
    const strong = document.createElement('strong');
    strong.textContent = `rate ${vertex.rate_text}: bucket ${vertex.bucket_text}`;
    first.append(strong, next ? `, down to ${next.bucket_text} at ${next.rate_text}` : ', and so on for every higher rate');
    const second = document.createElement('p');
    second.textContent = `forced by ${what}${cost} in ${times.duration(until - from)}, from ${times.text(from)} to ${times.text(until)}`;
    readout.replaceChildren(first, second);
  }

  function showWitness() {
    if (current === null || !scene) return;
    const witness = curve.segments[current];
    sceneChart.showBand(scene.placeOf(BigInt(witness.from_ns)), scene.placeOf(BigInt(witness.until_ns)));
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    byId('scene').scrollIntoView({behavior: isStill ? 'auto' : 'smooth', block: 'start'});
  }

  function hear(over) {
    const segmentOf = (event) => {
      const x = chart.posToVal(event.clientX - over.getBoundingClientRect().left, 'x');
      return segmentAt(x * times.perSecond[unit]);
    };
    let pressedAt = 0;
    over.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) point(segmentOf(event), false);
    });
    over.addEventListener('pointerdown', (event) => { pressedAt = event.clientX; });
    over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - pressedAt) > 3) return;  // a drag zooms
      point(segmentOf(event), false);
      showWitness();
    });
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = vertices().length - 1;
    const does = {
      ArrowLeft: () => point(Math.max((current ?? 1) - 1, 0), true),
      ArrowRight: () => point(Math.min((current ?? -1) + 1, last), true),
      Enter: showWitness,
      0: () => chart.setData(chart.data),
      Home: () => point(0, true),
      End: () => point(last, true),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  function start(given, read) {
    curve = given;
    scene = read;
    byId('curve').hidden = vertices().length === 0;
    if (vertices().length === 0) return;
    const positive = rates().sort((a, b) => a - b);
    unit = times.unitOfRate(positive[positive.length >>> 1] ?? 1);
    isLog = positive.length > 0;
    for (const radio of document.querySelectorAll('[name="axes"]')) {
      radio.checked = (radio.value === 'log') === isLog;
      radio.addEventListener('change', () => {
        isLog = radio.value === 'log';
        make();
      });
    }
    const hint = document.createElement('p');
    hint.textContent = 'Point at the curve, or go from segment to segment with the arrow keys.';
    byId('curve-readout').append(hint);
    byId('curve-chart').addEventListener('keydown', onKey);
    make();
  }

  function placeOf(segment) {
    const box = chart.over.getBoundingClientRect();
    const {rate} = vertices()[segment];
    const next = vertices()[segment + 1] ?? {rate: rate * 1.5};
    return {x: box.left + chart.valToPos(inUnit((rate + next.rate) / 2), 'x'), y: box.top + box.height / 2};
  }

  return {
    start, placeOf,
    resize: () => chart?.setSize({width: Math.max(byId('curve-chart').clientWidth, 200), height: 360}),
    redraw: () => chart?.redraw(false, true),
    current: () => current,
    range: () => [chart.scales.x.min, chart.scales.x.max].map((rate) => rate * times.perSecond[unit]),
  };
})();
