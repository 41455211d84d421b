// Texts of times, durations, counts and keys, as the report has them.
const times = (() => {
  'use strict';

  const second = 1_000_000_000n;
  const minute = 60n * second;
  const hour = 60n * minute;
  const day = 24n * hour;

  const floorOf = (ns, unit) => (ns - ((ns % unit) + unit) % unit) / unit;

  /** Of a whole number: 1,000,000. */
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

  const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

  /** `39.7 %`, as the report writes it. */
  function share(part, whole) {
    if (whole === 0) return '-';
    const percent = part / whole * 100;
    if (part > 0 && percent < 0.05) return '<0.1 %';
    if (part < whole && percent >= 99.95) return '>99.9 %';
    return `${percent.toFixed(1)} %`;
  }

  function fraction(ns, digits) {
    return digits === 0 ? '' : '.' + String(ns).padStart(9, '0').slice(0, digits);
  }

  const neededDigits = (ns) => ns === 0n ? 0 : String(ns).padStart(9, '0').replace(/0+$/, '').length;

  /** RFC 3339 in UTC, with as many digits as are needed or as told. */
  function text(ns, digits) {
    const seconds = floorOf(ns, second);
    const rest = ns - seconds * second;
    const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
    return `${whole}${fraction(rest, digits ?? neededDigits(rest))}Z`;
  }

  /** `47 min 51.341 s`, exact. */
  function duration(ns) {
    if (ns === 0n) return '0 s';
    const parts = [];
    let rest = ns;
    for (const [unit, name] of [[day, 'd'], [hour, 'h'], [minute, 'min']]) {
      if (rest >= unit) parts.push(`${grouped(rest / unit)} ${name}`);
      rest %= unit;
    }
    const digits = neededDigits(rest % second);
    if (rest > 0n) parts.push(`${rest / second}${fraction(rest % second, digits)} s`);
    return parts.join(' ');
  }

  /** The same to some three digits. */
  function about(ns) {
    if (ns >= hour) return duration(ns / minute * minute);
    if (ns >= minute) return duration(ns / second * second);
    const digits = BigInt(10 ** Math.max(String(ns).length - 3, 0));
    return duration(ns / digits * digits);
  }

  // Steps of an axis: fractions of a second, then what divides the next unit.
  const steps = [];
  for (let power = 1n; power < second; power *= 10n) steps.push(power, 2n * power, 5n * power);
  for (const n of [1n, 2n, 5n, 10n, 15n, 30n]) steps.push(n * second);
  for (const n of [1n, 2n, 5n, 10n, 15n, 30n]) steps.push(n * minute);
  for (const n of [1n, 2n, 3n, 6n, 12n]) steps.push(n * hour);
  for (const n of [1n, 2n, 3n, 7n, 14n]) steps.push(n * day);
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
  const month = 30.4 * 24 * 3600 * 1e9;  // to choose among them

  /** Places of an axis from `from` to `to` (ns since 1970), at most `most`, and a label for each. */
  function axis(from, to, most) {
    const least = Number(to - from) / Math.max(most, 1);
    const step = steps.find((each) => Number(each) >= least);
    const places = [];
    if (step !== undefined) {
      for (let at = -floorOf(-from, step) * step; at <= to; at += step) places.push(at);
      return places.map((at, index) => ({at, label: label(at, step, places[index - 1])}));
    }
    const every = months.find((each) => each * month >= least) ?? 1200;
    const begin = new Date(Number(from / 1_000_000n));
    let number = begin.getUTCFullYear() * 12 + begin.getUTCMonth();
    number -= number % every;
    for (let at; (at = BigInt(Date.UTC(Math.floor(number / 12), number % 12)) * 1_000_000n) <= to; number += every) {
      if (at >= from) places.push(at);
    }
    return places.map((at) => ({at, label: text(at).slice(0, every % 12 === 0 ? 4 : 7)}));
  }

  // The time of day, and under the first of a day its date.
  function label(at, step, before) {
    const whole = text(at);
    const date = whole.slice(0, 10);
    if (step % day === 0n) return date;
    const digits = step % second === 0n ? 0 : 9 - (String(step).length - 1);
    const clock = step % minute === 0n ? whole.slice(11, 16) : text(at, digits).slice(11, -1);
    const isNew = before === undefined || text(before).slice(0, 10) !== date;
    return isNew ? `${clock}\n${date}` : clock;
  }

  /** A key as the report has it: in quotes, and what cannot be seen or turns a text around as bytes, \xNN. */
  function key(name) {
    const bytesOf = (character) => [...new TextEncoder().encode(character)]
      .map((byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    return `'${name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, bytesOf)}'`;
  }

  const perSecond = {s: 1, min: 1 / 60, h: 1 / 3600, d: 1 / 86400};

  /** The unit in which a rate per second is written: the shortest in which it is at least 1. */
  const unitOfRate = (rate) => Object.keys(perSecond).find((unit) => rate >= perSecond[unit]) ?? 'd';

  /** Of a number for an axis. */
  const short = (number) => Number.isInteger(number) ? grouped(number) : String(Number(number.toPrecision(3)));

  return {about, axis, counted, duration, grouped, key, perSecond, share, short, text, unitOfRate};
})();
