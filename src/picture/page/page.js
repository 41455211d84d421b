// Puts the page together: what is in it, the table of rows, the texts of an event, paper, and what tests look at.
(() => {
  'use strict';

  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId('data').textContent);
  let scene = null;
  let told = null;  // what is being told of an event
  let picks = 0;  // texts of an event may come late: behind those of the next

  function element(name, text, more = {}) {
    const made = Object.assign(document.createElement(name), more);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function showHead() {
    byId('program').textContent = `${data.program} ${data.command}: this page is whole as it is, and asks for nothing from elsewhere.`;
    for (const note of data.notes ?? []) byId('notes').append(element('li', note));
    byId('notes').hidden = !data.notes?.length;
  }

  function showSpan() {
    if (scene.line.count === 0) {
      byId('span').textContent = 'no events';
      return;
    }
    const {line} = scene;
    const events = times.counted(data.scene.events, 'event');
    const first = line.length === 0 ? scene.timeOf(line, 0) : scene.origin;
    const last = line.length === 0 ? `to ${times.text(scene.timeOf(line, line.count - 1))}` : '';
    byId('span').textContent = `${events}, from ${times.text(first)} ${last}`;
  }

  // A curve has its events alone.
  function hideRows() {
    for (const id of ['to-busiest', 'scene-chart', 'scene-key', 'scene-readout', 'rows-help']) byId(id).hidden = true;
  }

  // --- the table of rows

  function showRows() {
    if (scene.rows.length === 0) return;
    const hasCosts = scene.given.has_costs;
    const table = element('table');
    table.append(element('caption', scene.rows.some(levelChart.has)
      ? 'The selected one is drawn in bold, and its level below.' : 'The selected one is drawn in bold.'));
    const head = element('tr');
    const headings = ['limiter', 'passed', 'dropped', 'share', ...(hasCosts ? ['cost passed', 'cost dropped'] : []),
      'busiest', 'promise'];
    headings.forEach((text, index) => head.append(element('th', text, {scope: 'col', className: index > 0 ? 'number' : ''})));
    const body = element('tbody');
    scene.rows.forEach((row, number) => {
      const {given} = row;
      const all = given.passed_events + given.dropped_events;
      const radio = element('input', undefined, {type: 'radio', name: 'row', value: number, checked: number === 0});
      radio.addEventListener('change', () => sceneChart.select(number));
      const label = element('label');
      label.append(radio, ' ', element('span', row.name));
      const name = element('th', undefined, {scope: 'row'});
      name.append(label);
      if (row.spec && row.spec !== row.name) name.append(element('span', row.spec, {className: 'spec'}));
      const line = element('tr');
      line.append(name);
      const cells = {
        passed: times.grouped(given.passed_events), dropped: times.grouped(given.dropped_events),
        share: times.share(given.dropped_events, all),
        ...(hasCosts ? {'cost-passed': times.grouped(given.passed_cost), 'cost-dropped': times.grouped(given.dropped_cost)} : {}),
        busiest: sceneChart.busiestText(row),
        promise: given.promise === null ? '-' : times.grouped(given.promise),
      };
      for (const [column, text] of Object.entries(cells)) {
        const cell = element('td', text, {className: 'number'});
        cell.dataset.column = column;
        line.append(cell);
      }
      body.append(line);
    });
    const thead = element('thead');
    thead.append(head);
    table.append(thead, body);
    const box = element('div', undefined, {className: 'report', tabIndex: 0});
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', 'Rows of the picture');
    box.append(table);
    byId('rows').append(box);
    sceneChart.onSelect((number) => { body.querySelectorAll('input')[number].checked = true; });
  }

  // --- the texts of an event

  /** `again after 12 min 3 s`; what is not known has no words. */
  async function answerOf(row, index) {
    const passed = row.has(index);
    const later = passed ? row.delay : row.retry;
    if (!later.isThere) return '';
    const values = await later.read();
    const before = row.passedBefore(index);
    const value = BigInt(values[passed ? before : index - before]);
    if (passed) return value > 0n ? `leaves after ${times.duration(value)}` : '';
    return value === 0n ? 'never again' : `again after ${times.duration(value - 1n)}`;
  }

  async function textsOf({row: number, index}) {
    const row = scene.rows[number];
    const {line} = row;
    const [keys, costs, answer] = await Promise.all([
      scene.keys && !row.isOwn ? scene.keys.of.read() : null,
      scene.costs && !row.isOwn ? scene.costs.read() : null,
      answerOf(row, index),
    ]);
    const here = element('p');
    here.append(element('strong', times.text(scene.timeOf(line, index)), {id: 'event-time'}));
    if (keys) here.append(', key ', element('span', times.key(scene.keys.names[keys[index]]), {id: 'event-key'}));
    if (costs) here.append(', cost ', element('span', times.grouped(costs[index]), {id: 'event-cost'}));
    here.append(`, event ${times.grouped(index + 1)} of ${times.grouped(line.count)}`);
    const same = line.find(line.at(index));
    let end = index + 1;
    while (end < line.count && line.at(end) === line.at(index)) ++end;
    if (end - same > 1) here.append(`, ${index - same + 1} of ${end - same} at this time`);
    const decision = element('p');
    decision.append(`${row.name}: `, element('strong', row.has(index) ? 'passed' : 'dropped', {id: 'event-decision'}));
    if (answer) decision.append(', ', element('span', answer, {id: 'event-answer'}));
    const others = element('p', othersOf(row, index), {id: 'event-others'});
    return [here, decision, others];
  }

  function othersOf(row, index) {
    const rest = scene.rows.filter((other) => other !== row && other.line === row.line);
    const namesOf = (passed) => rest.filter((other) => other.has(index) === passed).map((other) => other.name).join(', ');
    const [passed, dropped] = [namesOf(true), namesOf(false)];
    return [passed && `passed by ${passed}`, dropped && `dropped by ${dropped}`].filter(Boolean).join('; ');
  }

  async function showEvent(event, isByKey) {
    const pick = ++picks;
    const readout = byId('scene-readout');
    const row = scene.rows[event.row];
    if (event.index === null) {
      readout.setAttribute('aria-live', isByKey ? 'polite' : 'off');
      readout.replaceChildren(element('p', row.isEach ? row.name : `${row.name}: of this trace there are counts alone`));
      return;
    }
    const texts = await textsOf(event);
    if (pick !== picks) return;
    readout.setAttribute('aria-live', isByKey ? 'polite' : 'off');
    readout.replaceChildren(...texts);
  }

  function showShown(from, to) {
    const digits = (ns) => ns < 10_000n ? 9 : ns < 10_000_000n ? 6 : ns < 60_000_000_000n ? 3 : 0;
    const length = scene.lengthOf(to - from);
    byId('shown').textContent = `${times.text(scene.timeAt(from), digits(length))} to ${times.text(scene.timeAt(to), digits(length))}`;
    const parts = [];
    if (scene.rows.length > 0 && sceneChart.modes().includes('columns')) {
      parts.push(`where events are dense, counts; a column: ${times.about(scene.lengthOf(sceneChart.perColumn(from, to)))}`);
    }
    byId('scale').textContent = parts.join(', ');
  }

  // --- sizes and paper

  function resize() {
    if (scene) {
      sceneChart.layOut();
      view.resize();
      view.redraw();
    }
    curveChart.resize();
    gridCharts.resize();
  }

  function redraw() {
    view.redrawAll();
    curveChart.redraw();
    gridCharts.redraw();
  }

  function onPaper(isPaper) {
    document.documentElement.classList.toggle('paper', isPaper);
    theme.changed();
    resize();
  }

  function hearWindow() {
    let width = innerWidth;
    addEventListener('resize', () => {
      if (innerWidth === width) return;  // the bar of a phone's browser comes and goes
      width = innerWidth;
      resize();
    });
    addEventListener('beforeprint', () => onPaper(true));
    addEventListener('afterprint', () => onPaper(false));
    theme.onChange(redraw);
  }

  async function start() {
    showHead();
    if (data.command === 'curve') document.querySelector('main').prepend(byId('curve'));
    if (data.grid) gridCharts.start(data.grid);
    if (data.scene) {
      byId('reading').textContent = 'reading …';
      scene = await new events.Scene(data.scene).read();
      showSpan();
      if (scene.line.count > 0) {
        byId('scene').hidden = false;
        if (scene.rows.length === 0) hideRows();
        view.start(scene);
        view.onChange(showShown);
        sceneChart.onPick((event, isByKey) => { told = showEvent(event, isByKey); });
        sceneChart.start(scene);
        showRows();
        view.redraw();
        byId('scene-readout').append(element('p', 'Point at an event, or go from one to the next with n and p.'));
      } else {
        scene = null;
      }
    }
    if (data.curve) curveChart.start(data.curve, scene);
    byId('reading').textContent = '';
    hearWindow();
    if (scene) await levelChart.start(scene);
  }

  const started = start();

  // --- what tests look at

  window.ratereplay = Object.freeze({
    ready: started,
    /** When texts and levels that were asked for are there. */
    settled: () => Promise.all([told, levelChart.drawn()]),
    get lastFrameMs() { return view.lastFrameMs(); },
    get shown() {
      const [from, to] = view.shown();
      return {from, to, fromTime: times.text(scene.timeAt(from)), toTime: times.text(scene.timeAt(to))};
    },
    get rows() {
      return scene.rows.map((row, number) => ({name: row.name, mode: sceneChart.modes()[number], ...sceneChart.countsOf(row)}));
    },
    get current() { return {...sceneChart.current()}; },
    get selected() { return sceneChart.selected(); },
    get level() { return {isDrawn: levelChart.isDrawn(), points: levelChart.points()}; },
    get segment() { return curveChart.current(); },
    get rates() { return curveChart.range(); },
    levelAt: (number) => levelChart.levelAt(number),
    eventPlace: (row, index) => sceneChart.placeOf(row, index),
    segmentPlace: (segment) => curveChart.placeOf(segment),
  });
})();
