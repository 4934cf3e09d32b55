/** Warnings for a technician: coming restarts, failed self-tests, another terminal in place of the till's. */
import { describe, expect, it } from 'vitest';
import type { TerminalView } from '../../../../electron/contract/index.ts';
import { otherTerminal, warningsOf } from '../../../../renderer/technician/row-warnings.ts';
import { textsFor, withWords } from '../../../../renderer/text/index.ts';
import { at, NOW, terminal } from '../fixtures/states.ts';
import { technicianWords } from '../../../../renderer/text/technician-words.ts';

const texts = withWords(textsFor('en-US'), technicianWords);
const row = (change: Partial<TerminalView>) => ({
  key: 'k',
  terminal: terminal(change),
  device: undefined,
  isAmbiguous: false,
});
const message = (change: Partial<TerminalView>) => warningsOf(row(change), NOW, texts).map((line) => line.join(' '));

describe('warnings', () => {
  it('are absent when nothing is wrong', () => {
    expect(message({})).toEqual([]);
    expect(message({ resetAt: null, selfTest: { at: at(0), isOk: true, checks: [] } })).toEqual([]);
  });

  it('announce a restart with the time left', () => {
    expect(message({ resetAt: at(-125_000) })[0]).toMatch(
      /^The terminal does its daily restart in 2 min\b.* starts no payment/,
    );
    expect(message({ resetAt: at(5_000) })[0]).toMatch(/^The terminal is about to do its daily restart/);
  });

  it('contain the failed parts of a self-test, since when, and the next step', () => {
    const [line] = message({
      selfTest: {
        at: at(60_000),
        isOk: false,
        checks: [
          { what: 'cable', failure: null, since: null },
          { what: 'health', failure: null, since: null },
          { what: 'platform', failure: { code: 'API_UNREACHABLE', message: 'no' }, since: at(600_000) },
        ],
      },
    });
    expect(line).toContain('failed. The payment platform is unreachable');
    expect(line).toContain(`Failing since ${texts.clockTime(NOW - 600_000)}.`);
  });

  it.each([
    [
      'DEVICE_OTHER_MERCHANT',
      { merchant: 'MU2', tillMerchant: 'MU1' },
      /belongs to merchant MU2; this till belongs to MU1\. This terminal cannot take payments\./,
    ],
    [
      'DEVICE_OTHER_MERCHANT',
      { merchant: null, tillMerchant: 'MU1' },
      /does not name the merchant of this Device; this till belongs to MU1\. This terminal cannot take payments\./,
    ],
    [
      'DEVICE_TWICE',
      { devices: 'DV1, DV2' },
      /more than one Device with this serial number: DV1, DV2\. This terminal cannot take payments\. At the platform, change/,
    ],
    ['DEVICE_NOT_ENABLED', {}, /is not enabled\. This terminal cannot take payments\. Activate the Device\./],
    ['DEVICE_NONE', {}, /has no Device with this serial number.* This terminal cannot take payments\./],
  ] as const)('say why no payment goes to the terminal: %s', (code, context, words) => {
    const failure = { code, message: 'x', context };
    expect(message({ device: { id: null, failure, askedAt: at(0) } })).toEqual([expect.stringMatching(words)]);
  });

  it('contain both terminals when another terminal is plugged in', () => {
    const failure = { code: 'TERM_OTHER', message: 'x', context: { paired: 'B61378A', found: 'B0000FF' } } as const;
    expect(otherTerminal(row({ state: 'failed', failure }))).toEqual({
      terminal: terminal().id,
      found: 'B0000FF',
      paired: 'B61378A',
    });
    expect(otherTerminal(row({ state: 'lost', failure: { code: 'LINK_LOST', message: 'x' } }))).toBeNull();
  });
});

describe('a network terminal that does not answer', () => {
  const away = (change: Partial<TerminalView>) =>
    message({ link: 'tcp', state: 'lost', address: 'tcp:192.168.1.20:9001', ...change }).filter((line) =>
      line.startsWith('Nothing answers at'),
    );

  it('shows how to find it again when its address is a number', () => {
    expect(away({})).toEqual([expect.stringContaining('192.168.1.20:9001. If the router has given the terminal')]);
    expect(away({ state: 'failed', address: 'tcp:[fe80::1]:9001' })).toHaveLength(1);
  });

  it('shows nothing when it has a name, answers, or is the practice terminal', () => {
    expect(away({ address: 'tcp:terminal.shop:9001' })).toEqual([]);
    expect(away({ state: 'ready' })).toEqual([]);
    expect(away({ isPractice: true })).toEqual([]);
  });
});
