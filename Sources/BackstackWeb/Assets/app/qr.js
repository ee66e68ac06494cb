// A QR code (ISO/IEC 18004) of a text of up to 271 bytes: byte mode, error correction L.

// For each version: bytes of data, bytes of correction in a block, blocks.
const sizes = [
  [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2],
  [194, 24, 2], [232, 30, 2], [274, 18, 4],
];

// The product in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

// The remainder of Reed and Solomon's code.
function correction(data, count) {
  let divisor = [...Array(count - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < count; n++) {
    divisor = divisor.map((one, i) => product(one, root) ^ (divisor[i + 1] ?? 0));
    root = product(root, 2);
  }
  const result = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ result.shift();
    result.push(0);
    divisor.forEach((one, i) => (result[i] ^= product(one, factor)));
  }
  return result;
}

/** Returns the code's rows of booleans: whether a module is dark. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const lengthBits = (version) => (version < 10 ? 8 : 16);
  const index = sizes.findIndex(
    ([data], i) => 4 + lengthBits(i + 1) + bytes.length * 8 <= data * 8);
  if (index < 0) throw new RangeError("The text is too long for a QR code.");
  const version = index + 1;
  const [capacity, parity, count] = sizes[index];

  const bits = [];
  const add = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  add(4, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, capacity * 8 - bits.length));
  add(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xfd) add(pad, 8);
  const data = Array.from({ length: capacity }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));

  // The later blocks have a byte more, where the bytes can't be shared out evenly.
  const blocks = [];
  const short = Math.floor(capacity / count);
  for (let n = 0, at = 0; n < count; n++) {
    const length = short + (n >= count - (capacity % count) ? 1 : 0);
    blocks.push(data.slice(at, (at += length)));
  }
  const corrections = blocks.map((block) => correction(block, parity));
  const all = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) all.push(block[i]);
  for (let i = 0; i < parity; i++) for (const block of corrections) all.push(block[i]);

  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (x, y, value) => {
    if (grid[y]?.[x] !== undefined || x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y][x] = Boolean(value);
  };
  // Finders, with the light frame around each.
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y <= 4; y++) {
      for (let x = -4; x <= 4; x++) {
        const distance = Math.max(Math.abs(x), Math.abs(y));
        set(left + x, top + y, distance !== 2 && distance !== 4);
      }
    }
  }
  // Alignment patterns.
  if (version > 1) {
    const end = size - 7;
    const centers = version < 7 ? [6, end] : [6, (6 + end) / 2, end];
    for (const cy of centers) {
      for (const cx of centers) {
        // Three corners have finders.
        if ((cx === 6 && (cy === 6 || cy === end)) || (cy === 6 && cx === end)) continue;
        for (let y = -2; y <= 2; y++) {
          for (let x = -2; x <= 2; x++) {
            set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
          }
        }
      }
    }
  }
  // Timing.
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  // The format: level L and mask 0, with its own correction: always these 15 bits.
  const format = 0b111011111000100;
  const bit = (i) => (format >> i) & 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
  // The version, with its own correction.
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const value = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, (value >> i) & 1);
      set(b, a, (value >> i) & 1);
    }
  }
  // The bytes, in pairs of columns from the right, up and down in turn; mask 0.
  const isFree = grid.map((row) => row.map((one) => one === undefined));
  let next = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n++) {
      const y = isUp ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (!isFree[y][x]) continue;
        const value = (all[next >> 3] >> (7 - (next & 7))) & 1;
        next++;
        grid[y][x] = Boolean(value) !== ((x + y) % 2 === 0);
      }
    }
  }
  return grid;
}

/** Draws a code with its light margin. */
export function qrImage(text) {
  const grid = qrCode(text);
  const make = (name, properties) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
    return element;
  };
  const side = grid.length + 8;
  const image = make("svg", {
    viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "shape-rendering": "crispEdges",
    "aria-label": "QR code of the link that hands this session over",
  });
  const d = grid.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  image.append(make("rect", { width: side, height: side, fill: "#fff" }),
    make("path", { d: d.join(""), fill: "#000" }));
  return image;
}
