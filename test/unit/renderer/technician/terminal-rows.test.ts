import { describe, expect, it } from 'vitest';
import { terminalRows, chosenRow, rowName } from '../../../../renderer/technician/terminal-rows.ts';
import { pageHref, pageOf } from '../../../../renderer/technician/pages.ts';
import { textsFor, withWords } from '../../../../renderer/text/index.ts';
import { backOffice, technicianState, device } from '../fixtures/technician-states.ts';
import { hostState, terminal } from '../fixtures/states.ts';
import { technicianWords } from '../../../../renderer/text/technician-words.ts';

const texts = withWords(textsFor('en-US'), technicianWords);
const pairs = (...args: Parameters<typeof terminalRows>) =>
  terminalRows(...args).map((row) => [row.terminal?.id ?? null, row.device?.id ?? null]);

describe('terminals on the cable joined with the Devices of the platform', () => {
  it('lists joined rows, rows of the cable only and rows of the platform only, the cable first', () => {
    expect(pairs(technicianState())).toEqual([
      ['tcp:127.0.0.1:9001', device().id],
      ['serial:/dev/ttyUSB0', null],
      [null, backOffice().id],
    ]);
  });

  it('joins by terminalId only: another merchant’s Device with the same serial number is no terminal of this till', () => {
    const state = {
      terminals: [terminal()],
      devices: [device({ id: 'DVother', merchant: 'MUother', terminalId: null }), device()],
    };
    expect(pairs(state)).toEqual([
      ['tcp:127.0.0.1:9001', device().id],
      [null, 'DVother'],
    ]);
  });

  it('shows both Devices that claim one terminal', () => {
    const twice = terminalRows({ terminals: [terminal()], devices: [device(), device({ id: 'DVtwice' })] });
    expect(twice.map((row) => [row.terminal?.id, row.device?.id, row.isAmbiguous])).toEqual([
      ['tcp:127.0.0.1:9001', device().id, true],
      ['tcp:127.0.0.1:9001', 'DVtwice', true],
    ]);
    expect(terminalRows(technicianState()).some((row) => row.isAmbiguous)).toBe(false);
  });

  it('keeps a Device whose terminal was unplugged', () => {
    expect(pairs({ terminals: [], devices: [device()] })).toEqual([[null, device().id]]);
  });
});

describe('the chosen row', () => {
  const state = technicianState();
  const rows = terminalRows(state);

  it('is the terminal of this till until the technician chooses', () => {
    expect(chosenRow(rows, undefined, state)?.device?.id).toBe(device().id);
  });

  it('is the row in the address, also after the terminal gets its Device', () => {
    expect(chosenRow(rows, backOffice().id, state)?.key).toBe(backOffice().id);
    expect(chosenRow(rows, 'tcp:127.0.0.1:9001', state)?.key).toBe(device().id);
  });

  it('is the terminal of this till again when the chosen row disappears, and undefined without rows', () => {
    expect(chosenRow(rows, 'DVgone', state)?.key).toBe(device().id);
    expect(chosenRow([], undefined, hostState({ terminals: [] }))).toBeUndefined();
  });

  it('has an address that survives slashes and colons, and a broken address opens no page', () => {
    expect(pageOf(pageHref('serial:/dev/ttyUSB0'))).toBe('serial:/dev/ttyUSB0');
    expect(pageOf('#/terminals')).toBeUndefined();
    expect(pageOf('#/terminals/')).toBeUndefined();
    expect(pageOf('#/terminals/%E0%A4%A')).toBeUndefined();
  });
});

describe('the name of a row', () => {
  const name = (change: Parameters<typeof rowName>[0]) => rowName(change, texts);
  const row = { key: 'x', isAmbiguous: false };

  it('is the name on the platform, else model, serial number or address', () => {
    expect(name({ ...row, terminal: terminal(), device: device() })).toBe('Terminal 1');
    expect(name({ ...row, terminal: terminal(), device: device({ name: null }) })).toBe('DynaFlex II PED');
    expect(name({ ...row, terminal: terminal({ model: null }), device: undefined })).toBe('B61378A');
    expect(name({ ...row, terminal: terminal({ model: null, serialNumber: null }), device: undefined })).toBe(
      'tcp:127.0.0.1:9001',
    );
  });

  it('marks the practice terminal', () => {
    expect(name({ ...row, terminal: terminal({ isPractice: true }), device: undefined })).toBe('Practice terminal');
  });
});
