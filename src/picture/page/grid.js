// What a limiter drops over a grid of its parameters: a field for each, and a line behind which nothing is dropped.
const gridCharts = (() => {
  'use strict';

  const byId = (id) => document.getElementById(id);
  const charts = [];

  /** The first column of a line from which on nothing is dropped; its length where there is none. */
  function losslessFrom(line) {
    let from = line.length;
    while (from > 0 && line[from - 1] === 0) --from;
    return from;
  }

  class Grid {
    constructor(given, events) {
      this.given = given;
      this.events = events;
      this.columns = given.x.length;
      this.lines = given.y.length;
      this.most = given.dropped.flat().reduce((most, each) => Math.max(most, each ?? 0), 0);
      this.current = null;
      this.host = document.createElement('div');
      this.host.className = 'chart';
      this.host.tabIndex = 0;
      this.host.setAttribute('role', 'application');
      this.host.setAttribute('aria-label', `Grid of ${given.limiter}`);
      this.readout = document.createElement('div');
      this.readout.className = 'readout';
      this.readout.setAttribute('aria-live', 'off');
      const heading = document.createElement('h3');
      heading.textContent = given.limiter;
      byId('grid-charts').append(heading, this.host, this.readout);
      this.make();
      this.readout.append(document.createElement('p'));
      this.readout.firstChild.textContent = 'Point at a field, or go from one to the next with the arrow keys.';
      this.host.addEventListener('keydown', (event) => this.onKey(event));
      this.chart.over.addEventListener('pointermove', (event) => this.point(...this.fieldAt(event), false));
      this.chart.over.addEventListener('click', (event) => this.point(...this.fieldAt(event), true));
    }

    size() {
      const height = Math.min(Math.max(this.lines * 30, 60), 480);
      return {width: Math.max(this.host.clientWidth, 200), height: height + 70};
    }

    make() {
      const {given} = this;
      // Fields lie around whole numbers; where there are many, some are named.
      const axis = (texts, name, room, more) => theme.axis({
        label: name || ' ', labelFont: theme.font(12), labelSize: 20,
        grid: {show: false},
        splits: (self, number) => {
          const pixels = (number === 0 ? self.bbox.width : self.bbox.height) / uPlot.pxRatio;
          const every = Math.max(1, Math.ceil(texts.length * room / pixels));
          return texts.map((text, index) => index).filter((index) => index % every === 0);
        },
        values: (self, splits) => splits.map((index) => texts[index]),
        ...more,
      });
      this.chart = new uPlot({
        ...this.size(),
        padding: [8, 12, 0, 0],
        legend: {show: false},
        cursor: {show: false},
        scales: {
          x: {time: false, range: [-0.5, this.columns - 0.5]},
          y: {range: [-0.5, this.lines - 0.5]},
        },
        series: [{}, {paths: () => null, points: {show: false}}],
        axes: [axis(given.x, given.x_name, 44, {size: 34}), axis(given.y, given.y_name, 18, {size: 70})],
        hooks: {draw: [(chart) => this.draw(chart)]},
      }, [[0, Math.max(this.columns - 1, 1)], [null, null]], this.host);
      this.chart.ctx.canvas.setAttribute('role', 'img');
      this.chart.ctx.canvas.setAttribute('aria-label', this.description());
    }

    description() {
      const {given} = this;
      const lines = given.dropped.map((line, index) => {
        const from = losslessFrom(line);
        const where = from < this.columns ? `nothing is dropped from ${given.x_name} ${given.x[from]} on` : 'some is dropped everywhere';
        return `${given.y_name} ${given.y[index]}: ${where}`;
      });
      return `Events dropped by ${given.limiter} over ${given.x_name || 'one size'} and ${given.y_name}. ${lines.slice(0, 20).join('; ')}`;
    }

    draw(chart) {
      theme.inPixels(chart, (context, width, height) => {
        const cell = {width: width / this.columns, height: height / this.lines};
        const topOf = (line) => height - (line + 1) * cell.height;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.font = theme.font(11);
        this.given.dropped.forEach((values, line) => values.forEach((dropped, column) => {
          if (dropped === null) return;
          const left = column * cell.width;
          const share = this.most === 0 ? 0 : Math.sqrt(dropped / this.most);
          context.globalAlpha = share * theme.colours.depth;
          context.fillStyle = theme.colours.passed;
          context.fillRect(left, topOf(line), cell.width + 0.5, cell.height + 0.5);
          context.globalAlpha = 1;
          const text = times.grouped(dropped);
          if (context.measureText(text).width + 4 > cell.width || cell.height < 14) return;
          context.fillStyle = theme.colours.ink;
          context.fillText(text, left + cell.width / 2, topOf(line) + cell.height / 2);
        }));
        this.drawFrontier(context, cell, topOf);
        if (this.current) {
          const [column, line] = this.current;
          context.strokeStyle = theme.colours.ink;
          context.lineWidth = 2;
          context.strokeRect(column * cell.width + 1, topOf(line) + 1, cell.width - 2, cell.height - 2);
        }
      });
    }

    drawFrontier(context, cell, topOf) {
      context.strokeStyle = theme.colours.mark;
      context.lineWidth = 3;
      context.beginPath();
      let before = null;
      this.given.dropped.forEach((values, line) => {
        const from = losslessFrom(values);
        const x = from * cell.width;
        if (from < this.columns || (before !== null && before < this.columns)) {
          const bottom = topOf(line) + cell.height;
          if (before === null) context.moveTo(x, bottom);
          else {
            context.moveTo(before * cell.width, bottom);
            context.lineTo(x, bottom);
          }
          if (from < this.columns) {
            context.moveTo(x, bottom);
            context.lineTo(x, topOf(line));
          }
        }
        before = from;
      });
      context.stroke();
    }

    fieldAt(event) {
      const box = this.chart.over.getBoundingClientRect();
      const clamp = (number, count) => Math.min(Math.max(Math.floor(number), 0), count - 1);
      const column = clamp((event.clientX - box.left) / box.width * this.columns, this.columns);
      const line = clamp((box.bottom - event.clientY) / box.height * this.lines, this.lines);
      return [column, line];
    }

    point(column, line, isByKey) {
      if (!isByKey && this.current?.[0] === column && this.current[1] === line) return;
      this.current = [column, line];
      this.chart.redraw(false, false);
      this.readout.setAttribute('aria-live', isByKey ? 'polite' : 'off');
      const {given} = this;
      const dropped = given.dropped[line][column];
      const size = given.x_name ? `${given.x_name} ${given.x[column]}, ` : '';
      const what = dropped === null ? 'no such configuration'
        : `${times.grouped(dropped)} dropped of ${times.grouped(this.events)}, ${times.share(dropped, this.events)}`;
      const text = document.createElement('p');
      text.textContent = `${size}${given.y_name} ${given.y[line]}: ${what}`;
      this.readout.replaceChildren(text);
    }

    onKey(event) {
      const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const [column, line] = this.current ?? [-by[0], -by[1]];
      const clamp = (number, count) => Math.min(Math.max(number, 0), count - 1);
      this.point(clamp(column + by[0], this.columns), clamp(line + by[1], this.lines), true);
    }
  }

  function start(given) {
    byId('grid').hidden = false;
    for (const series of given.series) charts.push(new Grid(series, given.events ?? series.events));
  }

  return {
    start,
    resize: () => charts.forEach((grid) => grid.chart.setSize(grid.size())),
    redraw: () => charts.forEach((grid) => grid.chart.redraw(false, true)),
  };
})();
