// SHA-256 in plain JavaScript: on a plain-http address in a local network a browser has no crypto.subtle.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the fractional parts of square and cube roots of the first primes.
{
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (root, n) => {
    // 32 bits of the fraction, exactly: by whole-number search, since a double has too few digits for some.
    const power = BigInt(root);
    const target = BigInt(n) << (32n * power);
    let low = 0n, high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** power <= target) low = middle; else high = middle;
    }
    return Number(low & 0xffffffffn);
  };
  primes.forEach((prime, n) => {
    K[n] = fraction(3, prime);
    if (n < 8) START[n] = fraction(2, prime);
  });
}

const W = new Uint32Array(64);

/** The 32 bytes of SHA-256 over bytes. */
export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  for (let offset = 0; offset < padded.length; offset += 64) block(hash, view, offset);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  hash.forEach((word, n) => out.setUint32(4 * n, word));
  return digest;
}

function block(hash, view, offset) {
  for (let n = 0; n < 16; n++) W[n] = view.getUint32(offset + 4 * n);
  for (let n = 16; n < 64; n++) {
    const a = W[n - 15], b = W[n - 2];
    const s0 = (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) >>> 0;
    const s1 = (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)) >>> 0;
    W[n] = (W[n - 16] + s0 + W[n - 7] + s1) >>> 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let n = 0; n < 64; n++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[n] + W[n]) >>> 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => { hash[n] = (hash[n] + word) >>> 0; });
}

function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}
