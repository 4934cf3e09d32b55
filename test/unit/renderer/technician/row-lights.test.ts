import { describe, expect, it } from 'vitest';
import type { DeviceView, HostState, TerminalView } from '../../../../electron/contract/index.ts';
import type { TerminalRow } from '../../../../renderer/technician/terminal-rows.ts';
import { gaugesOf } from '../../../../renderer/technician/gauges.tsx';
import { rowCableLight, rowPlatformLight } from '../../../../renderer/technician/row-lights.ts';
import { textsFor, withWords } from '../../../../renderer/text/index.ts';
import { backOffice, device } from '../fixtures/technician-states.ts';
import { at, hostState, NOW, terminal } from '../fixtures/states.ts';
import { technicianWords } from '../../../../renderer/text/technician-words.ts';

const texts = withWords(textsFor('en-US'), technicianWords);
const row = (cable: TerminalView | undefined, platform: DeviceView | undefined): TerminalRow => ({
  key: 'x',
  terminal: cable,
  device: platform,
  isAmbiguous: false,
});
const parts = (platform: HostState['platform'] = hostState().platform, isLive = true) => ({
  platform,
  nowMs: NOW,
  isLive,
  texts,
});
const out: HostState['platform'] = {
  state: 'unreachable',
  since: at(146_000),
  askedAt: at(17_000),
  failure: { code: 'API_UNREACHABLE', message: 'no route' },
  host: 'platform.example',
};

describe('the cable light of a row', () => {
  it('shows state, since when, where, and the age of the last answer', () => {
    expect(rowCableLight(row(terminal(), device()), parts())).toEqual({
      state: 'ok',
      age: 'now',
      detail: 'Connected for 10 min, network 127.0.0.1:9001',
      reason: null,
    });
  });

  it('gives the reason with its code, and repeats no text', () => {
    const busy = terminal({ state: 'failed', failure: { code: 'LINK_BUSY', message: 'busy' }, since: at(5_000) });
    expect(rowCableLight(row(busy, undefined), parts())).toMatchObject({
      state: 'down',
      age: 'out 5 s',
      reason: { what: 'Another program is using the terminal.', code: 'LINK_BUSY' },
    });
    const gone = terminal({ state: 'lost', failure: { code: 'LINK_LOST', message: 'gone' } });
    expect(rowCableLight(row(gone, undefined), parts()).reason).toEqual({ what: null, code: 'LINK_LOST' });
    const slow = { code: 'FRAME_GARBAGE', message: 'slow', context: { heard: 'slow' } } as const;
    expect(rowCableLight(row({ ...gone, failure: slow }, undefined), parts()).reason).toEqual({
      what: 'It answers far too slowly. Set the device server or adapter to 115200 baud.',
      code: 'FRAME_GARBAGE',
    });
  });

  it('is off without a terminal on the cable, and stale while the host is away', () => {
    expect(rowCableLight(row(undefined, backOffice()), parts())).toMatchObject({ state: 'off', age: '' });
    expect(rowCableLight(row(terminal(), device()), parts(undefined, false)).state).toBe('stale');
  });
});

describe('the platform light of a row', () => {
  it('shows connection and enabled, with the age of the answer of this Device', () => {
    const light = rowPlatformLight(row(terminal(), device({ askedAt: at(33_000) })), parts());
    expect(light).toEqual({ state: 'ok', age: '33 s ago', detail: 'Online, enabled', reason: null });
    expect(rowPlatformLight(row(terminal(), device({ isEnabled: false })), parts()).detail).toBe('Online, not enabled');
  });

  it('becomes stale with that age, whatever the platform answered since', () => {
    expect(rowPlatformLight(row(terminal(), device({ askedAt: at(61_000) })), parts()).state).toBe('stale');
  });

  it('is down for a terminal that only the platform has and cannot reach, and unsure on the till’s cable', () => {
    expect(rowPlatformLight(row(undefined, backOffice()), parts()).state).toBe('down');
    expect(rowPlatformLight(row(terminal(), device({ connection: 'closed' })), parts()).state).toBe('stale');
  });

  it('says why there is no Device', () => {
    expect(rowPlatformLight(row(terminal(), undefined), parts())).toMatchObject({
      state: 'off',
      detail: 'The platform has no Device with this serial number',
    });
    const unknown = rowPlatformLight(row(terminal({ serialNumber: null }), undefined), parts());
    expect(unknown.detail).toBe('Its serial number is unknown');
  });

  it('reports an unreachable, refusing or missing platform before old facts about the Device', () => {
    expect(rowPlatformLight(row(terminal(), device()), parts(out))).toEqual({
      state: 'down',
      age: 'out 2 min',
      detail: 'Platform unreachable for 2 min',
      reason: { what: null, code: 'API_UNREACHABLE' },
    });
    const refused = { ...out, state: 'refused' as const, failure: { code: 'API_UNAUTHORIZED' as const, message: '' } };
    expect(rowPlatformLight(row(terminal(), device()), parts(refused)).reason?.code).toBe('API_UNAUTHORIZED');
    const none = { ...out, state: 'not-configured' as const, failure: null };
    expect(rowPlatformLight(row(terminal(), device()), parts(none)).state).toBe('off');
  });
});

describe('the gauges', () => {
  it('keep one order and include unknown values', () => {
    const health = {
      ...terminal().health,
      batteryPercent: 84,
      temperatureCelsius: 38,
      reconnects: 1,
      readErrors: 1234,
    };
    expect(gaugesOf(health, NOW, texts).map(({ label, value }) => [label, value])).toEqual([
      ['Link up', '10 min'],
      ['Reconnects', '1'],
      ['Read errors', '1,234'],
      ['Battery', '84%'],
      ['Temperature', '38 °C'],
    ]);
    const silent = {
      ...health,
      batteryPercent: null,
      hasExternalPower: null,
      temperatureCelsius: null,
      linkUpSince: null,
    };
    expect(gaugesOf(silent, NOW, texts).map(({ value }) => value)).toEqual(['–', '1', '1,234', 'unknown', 'unknown']);
  });
});
