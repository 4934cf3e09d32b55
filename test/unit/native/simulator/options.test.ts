import { describe, expect, it } from 'vitest';
import { DukptDevice } from '../../../../native/families/shared/simulator/card/dukpt-device.ts';
import { toHex } from '../../../../native/framing/bytes.ts';
import { injectKsn } from '../../../../native/simulator/index.ts';
import { readFlags } from '../../../../native/simulator/options.ts';

describe('the simulator’s flags', () => {
  it('reads all flags', () => {
    const line = '--family mms --tcp 9001 --control 0 --card decline --serial-number 0a1b2c3 --json --model';
    expect(readFlags([...line.split(' '), 'dynaflex pro'])).toEqual({
      json: true,
      options: {
        family: 'mms',
        carrier: { tcp: 9001 },
        control: 0,
        autopilot: { card: 'no-funds' },
        terminal: { serialNumber: '0A1B2C3', model: 'DynaFlex Pro', ksn: expect.any(Uint8Array) },
      },
    });
    expect(readFlags(['--family', 'mms', '--serial', '/dev/ttyUSB0'])).toEqual({
      json: false,
      options: {
        family: 'mms',
        carrier: { serial: '/dev/ttyUSB0' },
        control: null,
        autopilot: null,
        terminal: { ksn: expect.any(Uint8Array) },
      },
    });
    expect(readFlags(['--help'])).toBe('help');
  });

  it('gives each run its own device id within the test key set, with counter zero', () => {
    expect(toHex(injectKsn(Uint8Array.of(0x12, 0x34, 0xff)))).toBe('FFFF9876541234E00000');
    const ids = Array.from({ length: 50 }, () => toHex(injectKsn()));
    expect(new Set(ids).size).toBeGreaterThan(45);
    for (const id of ids) expect(id).toMatch(/^FFFF987654[0-9A-F]{4}[02468ACE]00000$/);
    const first = new DukptDevice(new Uint8Array(16), injectKsn(Uint8Array.of(0, 0, 0x1f))).next();
    expect(toHex(first?.ksn ?? new Uint8Array())).toBe('FFFF9876540000000001');
  });

  it.each([
    ['--tcp 0', '--family is missing'],
    ['--family neo3 --tcp 0', '--family neo3 is not known'],
    ['--family mms', 'exactly one of --serial and --tcp'],
    ['--family mms --tcp 0 --serial /dev/x', 'exactly one of --serial and --tcp'],
    ['--family mms --serial=', '--serial needs a path'],
    ['--family mms --tcp 65536', '--tcp 65536 is not a port'],
    ['--family mms --tcp 80a', '--tcp 80a is not a port'],
    ['--family mms --tcp=', 'is not a port'],
    ['--family mms --tcp 0 --control=-1', '--control -1 is not a port'],
    ['--family mms --tcp 0 --serial-number B61378', 'seven hexadecimal digits'],
    ['--family mms --tcp 0 --card gold', '--card gold is not known; known: approve, decline, cancel'],
    ['--family mms --tcp 0 --card constructor', '--card constructor is not known'],
    ['--family mms --tcp 0 --model Toaster', '--model Toaster is not known'],
    ['--family mms --tcp 0 --surprise', '--surprise'],
    ['--family mms --tcp 0 extra', 'extra'],
    ['--family mms --tcp', '--tcp'],
  ])('refuses %j', (line, words) => {
    expect(() => readFlags(line.split(' '))).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
    expect(() => readFlags(line.split(' '))).toThrow(words);
  });
});
