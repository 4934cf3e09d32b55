/**
 * Tests the HID link against a fake device with the behaviour of the binding that was observed in the hardware lab. The
 * real binding is tested as far as possible without hardware; the hardware lab exchanges real reports.
 */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkOverHid, listHidDevices, openHidLink } from '../../../native/link/hid-link.ts';
import { isWine } from '../../fixtures/system.ts';
import { codeOf, settle } from './support.ts';

class PlayedDevice extends EventEmitter {
  readonly reports: Buffer[] = [];
  closes = 0;
  isStuck = false;
  #isClosed = false;

  override on(name: string, listener: (value: never) => void): this {
    if (name === 'data' && this.listenerCount('data') > 0) throw new Error('read is already running');
    if (name === 'data' && this.listenerCount('error') === 0) throw new Error('an error would have no listener');
    return super.on(name, listener as (value: unknown) => void);
  }

  async write(values: Buffer): Promise<number> {
    if (this.isStuck) return new Promise(() => undefined);
    if (this.#isClosed) throw new Error('Cannot write to hid device');
    this.reports.push(values);
    return values.length;
  }

  sendFeatureReport(values: Buffer): Promise<number> {
    return this.write(values);
  }

  /** Returns the id and the last request: zeros except for the first bytes. */
  async getFeatureReport(id: number, bytes: number): Promise<Buffer> {
    const answer = Buffer.alloc(bytes);
    answer[0] = id;
    return answer;
  }

  async close(): Promise<void> {
    this.closes += 1;
    if (this.#isClosed) throw new TypeError('device is already closed');
    this.#isClosed = true;
  }
}

function open() {
  const device = new PlayedDevice();
  return { device, link: linkOverHid(device, 'hid:B61378A') };
}

describe('a HID link', () => {
  it('reads from the start with one reader for all listeners', () => {
    const { device, link } = open();
    expect(device.listenerCount('data')).toBe(1);
    expect(device.listenerCount('error')).toBe(1);
    const heard: string[] = [];
    const stop = link.onData((report) => heard.push(`a${report[0]}`));
    link.onData((report) => heard.push(`b${report[0]}`));
    device.emit('data', Buffer.of(7));
    stop();
    device.emit('data', Buffer.of(8));
    expect(heard).toEqual(['a7', 'b7', 'b8']);
    expect(device.listenerCount('data')).toBe(1);
  });

  it('writes the report id 00 in front of exactly 64 bytes', async () => {
    const { device, link } = open();
    await link.write(new Uint8Array(64).fill(0x5a));
    expect(device.reports.map((report) => report.toString('hex'))).toEqual([`00${'5a'.repeat(64)}`]);
    await expect(link.write(new Uint8Array(63))).rejects.toThrow(RangeError);
  });

  it('listens for errors from the start, and treats an error that is a string as an unplug', async () => {
    const { device, link } = open();
    device.emit('error', 'could not read from HID device');
    const reason = await link.closed;
    expect(reason?.code).toBe('LINK_LOST');
    expect(reason?.message).toContain('could not read from HID device');
    await link.close();
    await link.close();
    await settle();
    expect(device.closes).toBe(1);
    expect(await codeOf(link.write(new Uint8Array(64)))).toBe('LINK_LOST');
  });

  it('treats a failed write as an unplug', async () => {
    const { device, link } = open();
    await device.close();
    expect(await codeOf(link.write(new Uint8Array(64)))).toBe('LINK_LOST');
    expect((await link.closed)?.code).toBe('LINK_LOST');
  });

  it('settles a stuck write on close', async () => {
    const { device, link } = open();
    device.isStuck = true;
    const written = codeOf(link.write(new Uint8Array(64)));
    await link.close();
    expect(await written).toBe('LINK_CLOSED');
    expect(await link.closed).toBeNull();
  });
});

describe.skipIf(isWine)('the real binding', () => {
  it('lists devices, and reports a missing serial number', async () => {
    const devices = await listHidDevices();
    expect(new Set(devices.map(({ path }) => path)).size).toBe(devices.length);
    await expect(openHidLink('no-such-serial-number')).rejects.toThrow(/hid:no-such-serial-number.*\(LINK_NOT_FOUND\)/);
  });
});
