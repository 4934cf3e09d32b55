/** Reads the size of a feature report from a HID report descriptor (USB HID 1.11, section 6.2.2). */

const FEATURE = 0xb0;
const REPORT_SIZE = 0x74;
const REPORT_COUNT = 0x94;
const REPORT_ID = 0x84;
const LONG_ITEM = 0xfe;
/** Longer than any report of a terminal. A larger size in a descriptor is ignored. */
const MAX_BYTES = 4_096;

/** Size in bytes of the feature report with that id, without the id, or undefined if there is none. Never throws. */
export function featureBytesOf(description: Uint8Array, id: number): number | undefined {
  let [size, count, current, bits] = [0, 0, 0, 0];
  for (let at = 0; at < description.length;) {
    const prefix = description[at] ?? 0;
    if (prefix === LONG_ITEM) {
      at += 3 + (description[at + 1] ?? 0);
      continue;
    }
    const length = [0, 1, 2, 4][prefix & 0x03] ?? 0;
    let value = 0;
    for (let index = length; index > 0; index -= 1) value = value * 256 + (description[at + index] ?? 0);
    switch (prefix & 0xfc) {
      case REPORT_SIZE:
        size = value;
        break;
      case REPORT_COUNT:
        count = value;
        break;
      case REPORT_ID:
        current = value;
        break;
      case FEATURE:
        if (current === id) bits += size * count;
        break;
    }
    at += 1 + length;
  }
  const bytes = Math.ceil(bits / 8);
  return bytes > 0 && bytes <= MAX_BYTES ? bytes : undefined;
}
