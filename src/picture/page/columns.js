// What the program packed: base64 of gzip of numbers (LEB128) or of bits.
const columns = (() => {
  'use strict';

  async function unpacked(column) {
    const text = atob(column.data);
    const packed = new Uint8Array(text.length);
    for (let i = 0; i < packed.length; ++i) packed[i] = text.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** Calls take(index, number) for each; false where one is 2^53 or more, which a Number cannot hold. */
  function eachNumber(bytes, take) {
    let at = 0;
    for (let index = 0; at < bytes.length; ++index) {
      let value = bytes[at] & 127;
      let weight = 128;
      while (bytes[at++] > 127) {
        value += (bytes[at] & 127) * weight;
        weight *= 128;
      }
      if (value > Number.MAX_SAFE_INTEGER) return false;
      take(index, value);
    }
    return true;
  }

  function eachBigInt(bytes, take) {
    let at = 0;
    for (let index = 0; at < bytes.length; ++index) {
      let value = BigInt(bytes[at] & 127);
      let shift = 7n;
      while (bytes[at++] > 127) {
        value |= BigInt(bytes[at] & 127) << shift;
        shift += 7n;
      }
      take(index, value);
    }
  }

  /** Numbers in the narrowest array that holds each; BigInts where one is 2^53 or more. */
  async function numbers(column) {
    const bytes = await unpacked(column);
    let values = new Float64Array(column.count);
    let most = 0;
    const fits = eachNumber(bytes, (index, value) => {
      values[index] = value;
      if (value > most) most = value;
    });
    if (!fits) {
      values = new BigUint64Array(column.count);
      eachBigInt(bytes, (index, value) => { values[index] = value; });
      return values;
    }
    if (most < 2 ** 8) return Uint8Array.from(values);
    return most < 2 ** 32 ? Uint32Array.from(values) : values;
  }

  /** Running sums: near ones for pixels and, where these are not exact, exact ones for texts. */
  async function sums(column) {
    const bytes = await unpacked(column);
    const near = new Float64Array(column.count);
    let sum = 0;
    const fits = eachNumber(bytes, (index, value) => { near[index] = sum += value; });
    if (fits && sum <= Number.MAX_SAFE_INTEGER) return {near, exact: null};
    const exact = new BigUint64Array(column.count);
    let whole = 0n;
    eachBigInt(bytes, (index, value) => {
      exact[index] = whole += value;
      near[index] = Number(whole);
    });
    return {near, exact};
  }

  function onesIn(word) {
    word -= word >>> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
    return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }

  /** Bits of which those before any one are counted at once. */
  class Bits {
    constructor(bytes) {
      const length = Math.ceil(bytes.length / 4) + 1;
      this.words = new Uint32Array(length);
      for (let i = 0; i < bytes.length; ++i) this.words[i >>> 2] |= bytes[i] << (i & 3) * 8;
      this.sums = new Uint32Array(length);
      for (let i = 1; i < length; ++i) this.sums[i] = this.sums[i - 1] + onesIn(this.words[i - 1]);
    }

    has(index) { return (this.words[index >>> 5] >>> (index & 31) & 1) === 1; }

    before(index) {
      return this.sums[index >>> 5] + onesIn(this.words[index >>> 5] & (1 << (index & 31)) - 1);
    }
  }

  const bits = async (column) => new Bits(await unpacked(column));

  return {numbers, sums, bits};
})();
