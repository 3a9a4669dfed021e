// Files as a zip archive, stored without compression: small texts, and one download.

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = table[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

// Little-endian numbers: [value, bytes], ..
function numbers(...fields) {
  const out = [];
  for (const [value, count] of fields) for (let i = 0; i < count; i += 1) out.push(Math.floor(value / 2 ** (8 * i)) & 0xff);
  return Uint8Array.from(out);
}

export function zip(files) {
  const encoder = new TextEncoder();
  const parts = [], central = [];
  let offset = 0;
  const date = ((2026 - 1980) << 9) | (1 << 5) | 1;  // the same files give the same archive
  for (const file of files) {
    const name = encoder.encode(file.path), data = encoder.encode(file.text);
    const common = [[0x0800, 2], [0, 2], [0, 2], [date, 2], [crc(data), 4], [data.length, 4], [data.length, 4], [name.length, 2], [0, 2]];
    const head = numbers([0x04034b50, 4], [20, 2], ...common);
    parts.push(head, name, data);
    const mode = (file.executable ? 0o100755 : 0o100644) * 65536;
    central.push(numbers([0x02014b50, 4], [0x031e, 2], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [mode, 4], [offset, 4]), name);
    offset += head.length + name.length + data.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  const out = new Uint8Array(offset + size + end.length);
  let at = 0;
  for (const part of [...parts, ...central, end]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
