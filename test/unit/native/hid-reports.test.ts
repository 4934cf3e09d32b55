/**
 * USB devices that are queried, the length of their reports, and devices recognized by their ids and left alone. The
 * binding is simulated.
 * @module-tag own-process
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectTerminal } from '../../../native/discovery/connect.ts';
import { discoverTerminals, listCandidates } from '../../../native/discovery/discover.ts';
import { familyOfUsb } from '../../../native/families/index.ts';
import { magnesafeModels, refusedProducts } from '../../../native/families/magnesafe/models/index.ts';
import { featureBytesOf } from '../../../native/link/hid-descriptor.ts';
import { fromHex } from '../../../native/framing/bytes.ts';

const played = vi.hoisted(() => ({ devices: [] as object[], opened: [] as string[] }));
vi.mock('node-hid', () => ({
  devicesAsync: () => Promise.resolve(played.devices),
  HIDAsync: {
    open(path: string): Promise<never> {
      played.opened.push(path);
      return Promise.reject(new Error('cannot open device'));
    },
  },
}));

const MAKER = 0x0801;
const KEYBOARD_PAGE = 0x0001;
const VENDOR_PAGE = 0xff00;

function plugIn(productId: number, usagePage = VENDOR_PAGE): void {
  played.devices.push({ path: '/dev/hidraw7', vendorId: MAKER, productId, usagePage, serialNumber: 'B0D4591' });
}

beforeEach(() => {
  played.devices.length = 0;
  played.opened.length = 0;
});

describe('a device of the maker that no family may query', () => {
  const cases = Object.entries(refusedProducts).map(([id, what]) => [Number(id), what] as const);

  it.each(cases)('is named and never opened: product %i, %s', async (id, what) => {
    plugIn(id, id === 0x0001 ? KEYBOARD_PAGE : VENDOR_PAGE);
    await expect(connectTerminal('hid:B0D4591')).rejects.toMatchObject({
      code: 'TERM_UNSUPPORTED',
      message: expect.stringContaining(what) as string,
    });
    const looked = (await listCandidates()).filter(({ link }) => link === 'hid');
    expect(looked.filter(({ mayProbe }) => mayProbe)).toEqual([]);
    const found = await discoverTerminals({ list: () => Promise.resolve(looked) });
    expect(found.filter(({ verdict }) => verdict === 'terminal')).toEqual([]);
    expect(played.opened).toEqual([]);
  });

  it('explains a reader that types, and a reader in its boot loader', async () => {
    plugIn(0x0001, KEYBOARD_PAGE);
    await expect(connectTerminal('hid:B0D4591')).rejects.toThrow(/as a keyboard does: it must be set to HID first/);
    played.devices.length = 0;
    plugIn(0x5357);
    await expect(connectTerminal('hid:B0D4591')).rejects.toThrow(/firmware is being loaded: unplug it/);
  });

  it('shares its id with no model, and every model is opened', async () => {
    for (const [id] of cases) expect(familyOfUsb(MAKER, id)).toBeUndefined();
    for (const { productId } of magnesafeModels) {
      played.devices.length = 0;
      plugIn(productId);
      await expect(connectTerminal('hid:B0D4591')).rejects.toThrow(/cannot open device|permission denied/);
    }
    expect(played.opened).toHaveLength(magnesafeModels.length);
  });
});

describe('the length of a feature report, from its device’s descriptor', () => {
  // Usage page FF00, usage 20, collection; ID 1, 8 bits, 60 times: feature; ID 2, 63 times: input.
  const reader = '0600FF0920A101 15002600FF7508 8501 953C 0920 B102 8502 953F 0920 8102 C0';
  const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', ''));

  it('is the device’s value, for that report only', () => {
    expect(featureBytesOf(bytes(reader), 1)).toBe(60);
    expect(featureBytesOf(bytes(reader.replace('953C', '953D')), 1)).toBe(61);
    expect(featureBytesOf(bytes(reader), 2)).toBeUndefined();
  });

  it('adds up parts, reads counts of two bytes, and rounds bits up', () => {
    expect(featureBytesOf(bytes('8501 7508 9504 B102 9606 00 B102'), 1)).toBe(10);
    expect(featureBytesOf(bytes('8501 7501 9509 B102'), 1)).toBe(2);
  });

  it('does not read items inside a long item', () => {
    expect(featureBytesOf(bytes('FE 02 10 8502 8501 7508 953C B102'), 1)).toBe(60);
  });

  it('is undefined for a descriptor that is cut, empty or too long', () => {
    expect(featureBytesOf(new Uint8Array(), 1)).toBeUndefined();
    expect(featureBytesOf(bytes('8501 7508 953C'), 1)).toBeUndefined();
    expect(featureBytesOf(bytes('8501 7508 96'), 1)).toBeUndefined();
    expect(featureBytesOf(bytes('8501 7508 97FFFFFFFF B102'), 1)).toBeUndefined();
    for (let cut = 0; cut < bytes(reader).length; cut += 1) featureBytesOf(bytes(reader).subarray(0, cut), 1);
  });
});
