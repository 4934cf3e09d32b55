/**
 * Creates a library for Windows (x64) without code: each exported name forwards to another library. Wine 8 lacks
 * bcryptprimitives.dll, which every add-on in Rust needs; its functions exist elsewhere in Wine under other names.
 * Layout: PE format, "Export Address Table: forwarder RVA".
 */

const RVA = 0x1000;
const FILE_ALIGNMENT = 0x200;

/**
 * The only section: the export directory with its tables and texts.
 * @param {string} name
 * @param {readonly (readonly [string, string])[]} exports
 */
function section(name, exports) {
  const count = exports.length;
  const addresses = 40;
  const names = addresses + 4 * count;
  const ordinals = names + 4 * count;
  let end = ordinals + 2 * count;
  /** @type {[number, string][]} */
  const texts = [];
  const put = (/** @type {string} */ text) => {
    const at = end;
    texts.push([at, text]);
    end += text.length + 1;
    return RVA + at;
  };
  const nameAt = put(name);
  const rows = exports.map(([own, target]) => [put(own), put(target)]);
  const bytes = Buffer.alloc(Math.ceil(end / FILE_ALIGNMENT) * FILE_ALIGNMENT);
  for (const [at, value] of /** @type {const} */ ([
    [12, nameAt],
    [16, 1],
    [20, count],
    [24, count],
    [28, RVA + addresses],
    [32, RVA + names],
    [36, RVA + ordinals],
  ]))
    bytes.writeUInt32LE(value, at);
  rows.forEach(([own = 0, target = 0], index) => {
    bytes.writeUInt32LE(target, addresses + 4 * index);
    bytes.writeUInt32LE(own, names + 4 * index);
    bytes.writeUInt16LE(index, ordinals + 2 * index);
  });
  for (const [at, text] of texts) bytes.write(`${text}\0`, at, 'latin1');
  return { bytes, size: end };
}

/**
 * @param {string} name e.g. "bcryptprimitives.dll"
 * @param {Readonly<Record<string, string>>} forwards name to "LIBRARY.Name"
 */
export function forwarder(name, forwards) {
  const { bytes, size } = section(
    name,
    Object.entries(forwards).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const head = Buffer.alloc(FILE_ALIGNMENT);
  const words = (/** @type {number} */ at, /** @type {Readonly<Record<number, number>>} */ values) => {
    for (const [offset, value] of Object.entries(values)) head.writeUInt16LE(value, at + Number(offset));
  };
  const longs = (/** @type {number} */ at, /** @type {Readonly<Record<number, number>>} */ values) => {
    for (const [offset, value] of Object.entries(values)) head.writeUInt32LE(value, at + Number(offset));
  };
  head.write('MZ');
  head.writeUInt32LE(0x40, 0x3c);
  head.write('PE\0\0', 0x40, 'latin1');
  // COFF header: x64, one section, a library.
  words(0x44, { 0: 0x8664, 2: 1, 16: 0xf0, 18: 0x2022 });
  // Optional header, PE32+: sizes, alignments, versions of Windows, the only directory.
  const optional = 0x58;
  words(optional, { 0: 0x20b, 40: 6, 48: 6, 68: 2, 70: 0x160 });
  longs(optional, {
    8: bytes.length,
    20: RVA,
    32: 0x1000,
    36: FILE_ALIGNMENT,
    56: 0x2000,
    60: FILE_ALIGNMENT,
    108: 16,
    112: RVA,
    116: size,
  });
  for (const [at, value] of /** @type {const} */ ([
    [24, 0x180000000n],
    [72, 0x100000n],
    [80, 0x1000n],
    [88, 0x100000n],
    [96, 0x1000n],
  ]))
    head.writeBigUInt64LE(value, optional + at);
  const table = optional + 0xf0;
  head.write('.rdata\0\0', table, 'latin1');
  longs(table, { 8: size, 12: RVA, 16: bytes.length, 20: FILE_ALIGNMENT, 36: 0x40000040 });
  return Buffer.concat([head, bytes]);
}
