// Pages that the program writes, opened in headless Chromium: what they show is what the JSON report and the decision
// log say, they zoom and answer, they can be used by all, and they ask for nothing.
//
//     node page_test.mjs RATEREPLAY
//
// Screenshots and a page on paper are left in the folder that RATEREPLAY_SCREENSHOTS names.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const binary = resolve(process.argv[2]);
const chromiumPath = '/usr/bin/chromium';
const modules = join(here, 'node_modules');

for (const needed of [chromiumPath, modules]) {
  if (existsSync(needed)) continue;
  console.log(`skipped: ${needed} is absent (scripts/test.sh installs it)`);
  process.exit(77);
}
const {chromium} = await import('playwright-core');

const scratch = mkdtempSync(join(tmpdir(), 'ratereplay-page-'));
const pictures = process.env.RATEREPLAY_SCREENSHOTS ?? join(scratch, 'screenshots');
mkdirSync(pictures, {recursive: true});

const kamchatka = join(root, 'data/kamchatka-2025-07-29.csv');
const week = join(root, 'data/usgs-all-week-2018-02-07.csv');
const light = {viewport: {width: 1280, height: 900}, colorScheme: 'light'};
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

let browser;
const said = [];  // by consoles, and requests for anything else than a page

before(async () => {
  browser = await chromium.launch({executablePath: chromiumPath, args: flags});
});

after(async () => {
  await browser?.close();
  rmSync(scratch, {recursive: true});
});

/** The page of a command, and its JSON. */
function write(name, ...command) {
  const html = join(scratch, `${name}.html`);
  const json = execFileSync(binary, [...command, '--html', html, '--format', 'json', '--quiet'],
    {encoding: 'utf-8', maxBuffer: 1 << 28});
  return {html, json: JSON.parse(json)};
}

function trace(name, lines) {
  const path = join(scratch, name);
  writeFileSync(path, lines.join('\n') + '\n');
  return path;
}

async function open(html, options = light) {
  const page = await browser.newPage(options);
  const address = pathToFileURL(html).href;
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== address) said.push(`request for ${request.url().slice(0, 100)}`);
  });
  await page.goto(address);
  await page.evaluate(() => window.ratereplay.ready);
  return page;
}

/** Until what was asked for is drawn and told. */
const frame = (page) => page.evaluate(async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await window.ratereplay.settled();
});

async function press(page, key) {
  await page.locator('#scene-charts').press(key);
  await page.evaluate(() => window.ratereplay.settled());
}

const look = (page, name) => page.evaluate((member) => window.ratereplay[member], name);
const widthOf = ({from, to}) => to - from;
const text = (page, selector) => page.locator(selector).textContent();
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** `11 min 35.786 s`, in ns. */
function nsOf(duration) {
  const units = {d: 86400n, h: 3600n, min: 60n, s: 1n};
  let sum = 0n;
  for (const [, whole, digits = '', unit] of duration.matchAll(/([\d,]+)(?:\.(\d+))? (d|h|min|s)\b/g))
    sum += (BigInt(whole.replaceAll(',', '')) * 10n ** 9n + BigInt(digits.padEnd(9, '0'))) * units[unit];
  return sum;
}

/** `695.786`, in ns. */
function nsOfSeconds(seconds) {
  const [whole, digits = ''] = seconds.split('.');
  return BigInt(whole) * 10n ** 9n + BigInt(digits.padEnd(9, '0'));
}

/** Whether a decimal to three places, or fewer where the rest are 0, is as near as can be to `N/D`. */
function isNearest(decimal, exact) {
  const [whole, digits = ''] = decimal.split('.');
  const thousandths = BigInt(whole + digits.padEnd(3, '0'));
  const [over, under = 1n] = exact.split('/').map(BigInt);
  const off = 2n * (thousandths * under - 1000n * over);
  return off <= under && -off <= under;
}

/** The rows of a decision log by limiter, in order. */
function decisionsOf(path) {
  const [head, ...lines] = readFileSync(path, 'utf-8').trimEnd().split('\n');
  const names = head.split(',');
  const byLimiter = new Map();
  for (const line of lines) {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    if (!byLimiter.has(row.limiter)) byLimiter.set(row.limiter, []);
    byLimiter.get(row.limiter).push(row);
  }
  return [...byLimiter.values()];
}

/** Zooms in on an event by the wheel, and points at it. */
async function hover(page, row, index, turns = 10) {
  const place = () => page.evaluate(([r, i]) => window.ratereplay.eventPlace(r, i), [row, index]);
  await press(page, '0');
  await frame(page);
  for (let turn = 0; turn < turns; ++turn) {
    const {x, y} = await place();
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    await frame(page);
  }
  const {x, y} = await place();
  await page.mouse.move(x, y - 30);
  await page.mouse.move(x, y);
  await frame(page);
}

/** A key as the report has it, of those in these tests. */
const printable = (key) => `'${key.replace('\u202e', '\\xE2\\x80\\xAE')}'`;

/** What the page says of the event that is pointed at, against its line of the log. */
async function holdAgainst(page, line) {
  assert.equal(await text(page, '#event-time'), line.time);
  assert.equal(await text(page, '#event-decision'), line.passed === 'true' ? 'passed' : 'dropped');
  const answer = await page.locator('#event-answer').count() > 0 ? await text(page, '#event-answer') : '';
  if (line.passed === 'false') {
    if (line.retry_after_s === '') assert.equal(answer, 'never again');
    else assert.equal(nsOf(answer.replace('again after ', '')), nsOfSeconds(line.retry_after_s));
  } else if (line.delay_s !== '' && line.delay_s !== '0') {
    assert.equal(nsOf(answer.replace('leaves after ', '')), nsOfSeconds(line.delay_s));
  } else {
    assert.equal(answer, '');
  }
  if (line.key !== '') assert.equal(await text(page, '#event-key'), printable(line.key));
}

async function holdRowsAgainst(page, limiters) {
  const shown = await page.locator('#rows tbody tr').evaluateAll((lines) => lines.map((line) =>
    Object.fromEntries([...line.querySelectorAll('td')].map((cell) => [cell.dataset.column, cell.textContent]))));
  assert.equal(shown.length, limiters.length);
  limiters.forEach((limiter, index) => {
    assert.equal(shown[index].passed, grouped(limiter.passed));
    assert.equal(shown[index].dropped, grouped(limiter.dropped));
    assert.equal(shown[index].promise, limiter.promise === null ? '-' : grouped(limiter.promise));
    if (limiter.busiest?.count) assert.ok(shown[index].busiest.startsWith(`${grouped(limiter.busiest.count)} `));
  });
  const counts = await look(page, 'rows');
  assert.deepEqual(counts.map(({passed, dropped}) => [passed, dropped]),
    limiters.map(({passed, dropped}) => [passed, dropped]));
}

async function checkAccess(page) {
  await page.evaluate(readFileSync(join(modules, 'axe-core/axe.min.js'), 'utf-8'));
  const violations = await page.evaluate(async () => (await axe.run()).violations.map(({id, nodes}) =>
    `${id}: ${nodes.map(({html}) => html).slice(0, 3).join(' ')}`));
  assert.deepEqual(violations, []);
}

test('uPlot is as npm has it', () => {
  const vendored = join(root, 'src/picture/vendor/uplot');
  for (const [ours, theirs] of [['uPlot.iife.min.js', 'dist/uPlot.iife.min.js'], ['uPlot.min.css', 'dist/uPlot.min.css'],
    ['LICENSE', 'LICENSE']])
    assert.ok(readFileSync(join(vendored, ours)).equals(readFileSync(join(modules, 'uplot', theirs))), ours);
});

test('figures are those of the JSON report', async () => {
  const {html, json} = write('compare', 'compare', kamchatka, '--rate', '5/h');
  const page = await open(html);
  await holdRowsAgainst(page, json.limiters);
  assert.equal(await text(page, '#span'), `189 events, from ${json.trace.first} to ${json.trace.last}`);
  assert.match(await text(page, '#scene-chart canvas'), /^$/);
  const name = await page.locator('#scene-chart canvas').getAttribute('aria-label');
  assert.ok(name.includes('fixed-window: 114 passed, 75 dropped, busiest: 9 in 1 h, promise 10'), name);
  const report = execFileSync(binary, ['compare', kamchatka, '--rate', '5/h', '--quiet'], {encoding: 'utf-8'});
  assert.equal(await text(page, '.report pre'), report);
  await page.close();
});

test('wheel, drag, keys and buttons change what is shown', async () => {
  const {html} = write('zoom', 'compare', kamchatka, '--rate', '5/h');
  const page = await open(html);
  const whole = await look(page, 'shown');
  const over = page.locator('#scene-chart .u-over');
  const box = await over.boundingBox();
  const middle = {x: box.x + box.width / 2, y: box.y + 100};
  const at = ({from, to}, x) => from + (to - from) * (x - box.x) / box.width;

  const x = box.x + box.width / 4;
  await page.mouse.move(x, middle.y);
  await page.mouse.wheel(0, -100);
  await frame(page);
  const zoomed = await look(page, 'shown');
  assert.ok(Math.abs(widthOf(zoomed) / widthOf(whole) - 0.8) < 1e-9);
  assert.ok(Math.abs(at(zoomed, x) - at(whole, x)) < widthOf(whole) / 1000);  // what is under the pointer stays there

  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 10, middle.y);
  await page.mouse.move(middle.x - 100, middle.y);
  await page.mouse.up();
  await frame(page);
  const panned = await look(page, 'shown');
  assert.ok(Math.abs(widthOf(panned) - widthOf(zoomed)) < 1e-3);
  assert.ok(Math.abs(panned.from - zoomed.from - widthOf(zoomed) * 100 / box.width) < widthOf(whole) / 1000);

  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 100, middle.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, middle.y);
  await page.mouse.move(box.x + 300, middle.y);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await frame(page);
  const stretch = await look(page, 'shown');
  assert.ok(Math.abs(stretch.from - at(panned, box.x + 100)) < widthOf(whole) / 500);
  assert.ok(Math.abs(stretch.to - at(panned, box.x + 300)) < widthOf(whole) / 500);

  await over.dblclick();
  await frame(page);
  assert.deepEqual(await look(page, 'shown'), whole);

  for (const [key, factor] of [['+', 0.5], ['+', 0.25], ['-', 0.5]]) {
    await press(page, key);
    await frame(page);
    assert.ok(Math.abs(widthOf(await look(page, 'shown')) / widthOf(whole) - factor) < 1e-9);
  }
  const before = await look(page, 'shown');
  await press(page, 'ArrowRight');
  await frame(page);
  assert.ok(Math.abs((await look(page, 'shown')).from - before.from - widthOf(before) / 4) < 1);
  await press(page, '0');
  await frame(page);
  assert.deepEqual(await look(page, 'shown'), whole);

  await page.getByRole('button', {name: 'busiest window'}).click();
  await frame(page);
  const busiest = await look(page, 'shown');
  assert.equal(busiest.fromTime, '2025-07-29T22:54:52.483Z');
  assert.equal(busiest.toTime, '2025-07-30T00:54:52.483Z');
  assert.equal(await text(page, '#shown'), '2025-07-29T22:54:52Z to 2025-07-30T00:54:52Z');
  await page.getByRole('button', {name: 'whole trace'}).click();
  await frame(page);
  assert.deepEqual(await look(page, 'shown'), whole);
  await page.close();
});

test('an event that is pointed at is told as in the decision log', async () => {
  const log = join(scratch, 'decisions.csv');
  const {html} = write('hover', 'replay', kamchatka, '-l', 'token-bucket:rate=5/h,burst=5', '-l',
    'leaky-queue:rate=5/h,queue=4', '-l', 'sliding-log:limit=5,window=1h,count=all', '--decisions', log);
  const rows = decisionsOf(log);
  const page = await open(html);
  for (const [row, index] of [[0, 0], [0, 12], [1, 17], [1, 20], [2, 30], [2, 188]]) {
    await hover(page, row, index);
    assert.deepEqual(await look(page, 'current'), {row, index});
    await holdAgainst(page, rows[row][index]);
  }
  await page.close();
});

test('an event is reached by keys, and told aloud', async () => {
  const log = join(scratch, 'keys.csv');
  const {html} = write('keys', 'replay', kamchatka, '-l', 'gcra:rate=5/h,burst=5', '-l', 'pacer:rate=5/h', '--decisions', log);
  const rows = decisionsOf(log);
  const page = await open(html);
  for (let index = 0; index < 14; ++index) {
    await press(page, 'n');
    await holdAgainst(page, rows[0][index]);
  }
  assert.equal(await page.locator('#scene-readout').getAttribute('aria-live'), 'polite');
  await press(page, 'ArrowDown');
  await holdAgainst(page, rows[1][13]);
  await press(page, 'p');
  await holdAgainst(page, rows[1][12]);
  await press(page, 'Enter');
  assert.equal(await look(page, 'selected'), 1);
  await page.close();
});

test('the level is that of the limiter selected', async () => {
  const log = join(scratch, 'level.csv');
  const {html} = write('level', 'compare', kamchatka, '--rate', '5/h');
  const specs = write('specs', 'compare', kamchatka, '--rate', '5/h').json.limiters.map(({spec}) => ['-l', spec]).flat();
  write('log', 'replay', kamchatka, ...specs, '--decisions', log);
  const rows = decisionsOf(log);
  const page = await open(html);
  const canvas = page.locator('#level-chart canvas');
  let last = null;
  for (const [number, name] of [[0, 'fixed-window'], [3, 'token-bucket'], [6, 'pacer']]) {
    await page.locator('#rows input').nth(number).check();
    await frame(page);
    assert.equal(await text(page, '#level-heading'), `What is left: ${name}`);
    const picture = await canvas.screenshot();
    assert.ok(last === null || !picture.equals(last));
    last = picture;
    const levels = await page.evaluate(() => Array.from({length: 189}, (_, index) => window.ratereplay.levelAt(index).after));
    rows[number].forEach((line, index) => {
      const left = Number(line.ratelimit_remaining);
      assert.ok(levels[index] >= left && levels[index] <= left + 1, `${name}, event ${index}: ${levels[index]}, ${left}`);
    });
  }
  await page.close();
});

test('the curve and its witnesses are those of the JSON report', async () => {
  const {html, json} = write('curve', 'curve', kamchatka);
  const page = await open(html);
  const chart = page.locator('#curve-chart');
  const told = () => text(page, '#curve-readout');
  await chart.press('Home');
  for (const [index, segment] of json.segments.entries()) {
    const words = await told();
    assert.equal(await look(page, 'segment'), index);
    assert.ok(words.includes(`${grouped(segment.events)} event`), words);
    assert.ok(words.includes(`from ${segment.first} to ${segment.last}`), words);
    assert.equal(nsOf(/ in ([^,]*),/.exec(words)[1]), BigInt(Math.round(segment.seconds * 1000)) * 1_000_000n);
    const [, bucket] = /bucket ([\d.]+)/.exec(words);
    assert.ok(isNearest(bucket, json.vertices[index].bucket_exact), words);
    await chart.press('ArrowRight');
  }
  assert.equal(json.vertices.length, json.segments.length);

  // A click brings the scene to the stretch that forces the segment.
  const segment = 17;
  const {x, y} = await page.evaluate((number) => window.ratereplay.segmentPlace(number), segment);
  await page.mouse.move(x, y);
  assert.equal(await look(page, 'segment'), segment);
  await page.mouse.click(x, y);
  await frame(page);
  const shown = await look(page, 'shown');
  const {first, last} = json.segments[segment];
  assert.ok(shown.fromTime < first && last < shown.toTime);
  const length = Date.parse(last) - Date.parse(first);
  assert.ok(Math.abs(Date.parse(shown.toTime) - Date.parse(shown.fromTime) - 2 * length) < 1000);

  const before = await page.locator('#curve-chart canvas').screenshot();
  await page.getByLabel('linear axes').check();
  assert.ok(!(await page.locator('#curve-chart canvas').screenshot()).equals(before));
  assert.equal((await look(page, 'rates'))[0], 0);
  await page.close();
});

test('the grid is that of the JSON report', async () => {
  const bursts = [1, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51];
  const {html, json} = write('sweep', 'sweep', kamchatka, '--rate', '5/h', '--rate', '10/h', '--burst', '1..51:5');
  const dropped = new Map(json.grid.map((each) => [each.spec, each.dropped]));
  const page = await open(html);
  const chart = page.locator('#grid-charts .chart');
  for (const [line, rate] of ['5/h', '10/h'].entries()) {
    for (const [column, burst] of bursts.entries()) {
      await chart.press(column === 0 ? line === 0 ? 'ArrowRight' : 'ArrowUp' : 'ArrowRight');
      const count = dropped.get(`token-bucket:rate=${rate},burst=${burst}`);
      const words = await text(page, '#grid-charts .readout');
      assert.ok(words.startsWith(`burst ${burst}, rate ${rate}: ${grouped(count)} dropped of 189, `), words);
    }
    for (const burst of bursts.slice(1)) if (burst) await chart.press('ArrowLeft');
  }
  const name = await page.locator('#grid-charts canvas').getAttribute('aria-label');
  assert.ok(name.includes('rate 5/h: some is dropped everywhere; rate 10/h: nothing is dropped from burst 51 on'), name);
  await checkAccess(page);
  await page.screenshot({path: join(pictures, 'sweep.png'), fullPage: true});
  await page.close();
});

test('keys, costs and times are shown as they are, hostile ones too', async () => {
  const keys = ['<img src=x onerror=alert(1)>', '</script><script>alert(2)</script>', '&amp;', '\u202eabc', ''];
  const start = ['1677-09-21T00:12:43.145224193Z', '1969-12-31T23:59:59.999999999Z', '1970-01-01T00:00:00Z',
    '2025-07-29T12:00:00.000000001Z', '2262-04-11T23:47:16.854775807Z'];
  const path = trace('hostile.csv', ['time,who,cost', ...start.flatMap((time, index) =>
    [0, 1, 2].map((n) => `${time},"${keys[(index + n) % 5]}",${n + 1}`))]);
  const log = join(scratch, 'hostile-log.csv');
  const {html, json} = write('hostile', 'replay', path, '--key', 'who', '--cost', 'cost', '-l', 'gcra:rate=1/h,burst=2', '-l',
    'leaky-queue:rate=1/h,queue=1', '--decisions', log);
  const page = await open(html);
  await holdRowsAgainst(page, json.limiters);
  const rows = decisionsOf(log);
  for (const line of rows[0]) {
    await press(page, 'n');
    await holdAgainst(page, line);
    assert.equal(await text(page, '#event-key'), printable(line.key));
    assert.equal(await text(page, '#event-cost'), line.cost);
  }
  assert.equal(await page.locator('img').count(), 0);

  // Each key has a level of its own: three events of each of these.
  const offered = await page.locator('#level-key option').allTextContents();
  assert.deepEqual([...offered].sort(), keys.map((key) => `${printable(key)}, 3 events`).sort());
  for (const option of offered) {
    await page.locator('#level-key').selectOption(option);
    await frame(page);
    const name = await page.locator('#level-chart canvas').getAttribute('aria-label');
    assert.equal(name, `What gcra has left over time, over 3 events of the key ${option.replace(/, 3 events$/, '')}`);
  }
  await page.close();
});

test('one event, events at one time, and none', async () => {
  for (const [name, times] of [['one', ['2025-01-01']], ['same', Array(5).fill('2025-01-01')], ['none', []]]) {
    const path = trace(`${name}.csv`, ['time', ...times]);
    const {html, json} = write(name, 'compare', path, '--rate', '2/h');
    const page = await open(html);
    if (times.length > 0) await holdRowsAgainst(page, json.limiters);
    else assert.equal(await text(page, '#span'), 'no events');
    for (const key of ['+', '-', 'n', 'n', 'b', 'p', 'ArrowDown', '0'])
      if (times.length > 0) await press(page, key);
    await page.close();
  }
});

test('clients that come back, and fleets', async () => {
  for (const [name, ...command] of [['retry', 'retry', kamchatka, '-l', 'token-bucket:rate=5/h,burst=5'],
    ['fleet', 'fleet', kamchatka, '-l', 'fixed-window:limit=6,window=1h', '--instances', '3']]) {
    const {html} = write(name, ...command);
    const page = await open(html);
    const table = await page.locator('#rows tbody tr').evaluateAll((lines) => lines.map((line) =>
      ['passed', 'dropped'].map((column) => line.querySelector(`[data-column="${column}"]`).textContent)));
    const rows = await look(page, 'rows');
    assert.ok(rows.length > 0);
    assert.deepEqual(table, rows.map(({passed, dropped}) => [grouped(passed), grouped(dropped)]));
    await press(page, 'n');
    await press(page, 'ArrowDown');
    await checkAccess(page);
    await page.close();
  }
});

test('every reader: axe, a phone, dark, forced colours, paper', async () => {
  const {html} = write('readers', 'compare', week, '--rate', '5/h', '--key', 'net', '-l', 'sliding-log:limit=2,window=1h');
  const modes = {
    light,
    dark: {...light, colorScheme: 'dark'},
    narrow: {viewport: {width: 360, height: 740}, colorScheme: 'light', deviceScaleFactor: 2},
    forced: {...light, forcedColors: 'active'},
  };
  for (const [name, options] of Object.entries(modes)) {
    const page = await open(html, options);
    await press(page, 'n');
    if (name !== 'forced') await checkAccess(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    await page.screenshot({path: join(pictures, `${name}.png`), fullPage: true});
    if (name === 'dark') {
      await page.pdf({path: join(pictures, 'paper.pdf'), format: 'A4'});
      assert.equal(await page.evaluate(() => document.documentElement.className), '');
    }
    await page.close();
  }
});

test('a million events: less than 12 MB, and drawn again within 100 ms', async () => {
  const million = join(scratch, 'million.csv');
  execFileSync(binary, ['generate', 'pareto', '--rate', '100/s', '--events', '1000000', '-o', million, '--quiet']);
  const {html, json} = write('million', 'compare', million, '--rate', '100/s', '-l', 'pacer:rate=50/s');
  assert.ok(statSync(html).size < 12_000_000);
  const page = await open(html);
  await holdRowsAgainst(page, json.limiters);
  assert.deepEqual(new Set((await look(page, 'rows')).map(({mode}) => mode)), new Set(['columns']));
  const {x, y} = await page.evaluate(() => window.ratereplay.eventPlace(4, 500000));
  await page.mouse.move(x, y);
  const drawn = [];
  for (let turn = 0; turn < 9; ++turn) {
    await page.mouse.wheel(0, -100);
    await frame(page);
    drawn.push(await look(page, 'lastFrameMs'));
    await press(page, '+');
    await frame(page);
    drawn.push(await look(page, 'lastFrameMs'));
  }
  drawn.sort((a, b) => a - b);
  assert.ok(drawn[9] < 100, `${drawn[9]} ms`);
  assert.deepEqual(new Set((await look(page, 'rows')).map(({mode}) => mode)), new Set(['ticks']));
  await page.close();
});

test('of more events than a page holds there are counts', async () => {
  const many = join(scratch, 'many.csv');
  execFileSync(binary, ['generate', 'poisson', '--rate', '1000/s', '--events', '2000001', '-o', many, '--quiet']);
  const {html, json} = write('many', 'replay', many, '-l', 'gcra:rate=900/s,burst=10');
  const page = await open(html);
  assert.match(await text(page, '#notes'), /too many to be drawn one by one/);
  await holdRowsAgainst(page, json.limiters);
  await press(page, '+');
  await press(page, 'n');
  await frame(page);
  const [row] = await look(page, 'rows');
  assert.equal(row.mode, 'columns');
  assert.ok(row.passed > 0 && row.passed < json.limiters[0].passed);
  await page.close();
});

test('no page said anything, or asked for anything', () => {
  assert.deepEqual(said, []);
});
