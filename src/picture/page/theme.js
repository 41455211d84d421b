// Colours and letters of the charts, from the style sheet: light, dark, on paper, or as the system wants them.
const theme = (() => {
  'use strict';

  const names = ['paper', 'ink', 'dim', 'faint', 'line', 'passed', 'dropped', 'mark', 'band', 'depth'];
  const colours = {};
  const listeners = [];

  function read() {
    const style = getComputedStyle(document.documentElement);
    for (const name of names) colours[name] = style.getPropertyValue(`--${name}`).trim();
  }

  function changed() {
    read();
    for (const listener of listeners) listener();
  }

  const font = (size, weight = '') => `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`.trim();

  /** Of an axis: lines that are quiet, and texts that are not. */
  const axis = (more) => ({
    stroke: () => colours.dim,
    font: font(11),
    grid: {stroke: () => colours.faint, width: 1},
    ticks: {stroke: () => colours.line, width: 1, size: 5},
    ...more,
  });

  /** Calls draw(context) with lengths in CSS pixels from the upper left corner of the plot. */
  function inPixels(chart, draw) {
    const {ctx, bbox} = chart;
    const ratio = uPlot.pxRatio;
    ctx.save();
    ctx.translate(bbox.left, bbox.top);
    ctx.scale(ratio, ratio);
    ctx.textBaseline = 'alphabetic';
    draw(ctx, bbox.width / ratio, bbox.height / ratio);
    ctx.restore();
  }

  /** The text, or as much of it as is no wider than `width`. */
  function cut(context, text, width) {
    if (context.measureText(text).width <= width) return text;
    let length = text.length;
    while (length > 1 && context.measureText(text.slice(0, length) + '…').width > width) --length;
    return text.slice(0, length) + '…';
  }

  read();
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', changed);

  return {axis, changed, colours, cut, font, inPixels, onChange: (listener) => listeners.push(listener)};
})();
