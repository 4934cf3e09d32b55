import { describe, expect, it } from 'vitest';
import {
  attemptStateSchema,
  failureCodes,
  type DeviceAction,
  type Failure,
} from '../../../../electron/contract/index.ts';
import { describeAction, type ActionRun, type MirrorState } from '../../../../renderer/technician/action-message.ts';
import { inOrder, searchSentences } from '../../../../renderer/technician/search-window.tsx';
import { metricRow } from '../../../../renderer/technician/metrics.tsx';
import { failureSentence } from '../../../../renderer/components/form.tsx';
import { platformWords, textsFor, whatHappened, withWords } from '../../../../renderer/text/index.ts';
import { device, found, metrics, result } from '../fixtures/technician-states.ts';
import { at, finished, NOW, terminal } from '../fixtures/states.ts';
import { technicianWords } from '../../../../renderer/text/technician-words.ts';

const texts = withWords(textsFor('en-US'), technicianWords);
const quiet: MirrorState = { terminal: terminal(), attempt: undefined, nowMs: NOW };

function tell(
  action: DeviceAction,
  change: Parameters<typeof result>[0],
  meanwhile: Partial<MirrorState> = {},
  more: { idleMessage?: string } = {},
) {
  const run: ActionRun = {
    request: { device: device().id, action, ...more },
    startedMs: NOW - 30_000,
    endedMs: NOW,
    state: 'done',
    result: result({ action, ...change }),
  };
  return describeAction(run, { ...quiet, ...meanwhile }, texts);
}

describe('the result of an action', () => {
  it('contains the action, its way, the value read back, and the time it took', () => {
    expect(tell('DEACTIVATE', { device: device({ isEnabled: false }) })).toEqual({
      icon: 'tick',
      isDone: true,
      title: 'Deactivated',
      sentences: ['The platform reports: not enabled.'],
      next: null,
      facts: ['through the platform', 'took 0.8 s'],
      code: null,
    });
    expect(tell('ACTIVATE', { device: device(), route: 'cable' })).toMatchObject({
      title: 'Activated',
      sentences: ['The platform reports: enabled.'],
      facts: ['through the cable', 'took 0.8 s'],
    });
  });

  it('follows the value read back, not the acceptance of the request', () => {
    expect(tell('ACTIVATE', { device: device({ isEnabled: false }) })).toMatchObject({
      isDone: false,
      title: 'Activate: sent, but without effect',
      sentences: ['The platform reports: not enabled.'],
      next: 'The platform ignored the action. Check the Device before you repeat the action.',
    });
    expect(
      tell('CREATE_IDLE_MESSAGE', { device: device({ idleMessage: 'Old' }) }, {}, { idleMessage: 'New' }),
    ).toMatchObject({ isDone: false, sentences: ['The platform reports: “Old”.'] });
  });

  it('says when the Device could not be read back', () => {
    for (const action of ['ACTIVATE', 'DEACTIVATE', 'CREATE_IDLE_MESSAGE'] as const) {
      expect(tell(action, { device: null }, {}, { idleMessage: 'New' }).sentences).toEqual([
        'Sent. The platform’s record of the Device could not be read.',
      ]);
    }
  });

  it('quotes the idle message read back; after an action by cable, the record of the platform proves nothing', () => {
    expect(
      tell('CREATE_IDLE_MESSAGE', { device: device({ idleMessage: 'Hi' }) }, {}, { idleMessage: 'Hi' }),
    ).toMatchObject({ isDone: true, sentences: ['The platform reports: “Hi”.'] });
    const byCable = tell('CREATE_IDLE_MESSAGE', { route: 'cable', device: device() }, {}, { idleMessage: 'Hi' });
    expect(byCable).toMatchObject({ isDone: true, title: 'Idle message was sent' });
  });

  it.each(attemptStateSchema.options)('shows for CANCEL the outcome of the payment: %s', (state) => {
    const attempt = finished({ state, capturedMinor: state === 'captured' ? 4260 : null });
    const [sentence] = tell('CANCEL', { route: 'cable', attempt }).sentences;
    expect(sentence).toContain('$42.60');
    const isCharged = state === 'captured';
    const isSafe = ['declined', 'cancelled', 'voided', 'released', 'failed'].includes(state);
    expect(sentence?.includes('The customer was charged')).toBe(isCharged);
    expect(sentence?.includes('The customer was not charged')).toBe(isSafe);
  });

  it('follows with CANCEL the payment past the reply, and says when no payment ran', () => {
    const attempt = finished({ state: 'checking' });
    const later = tell('CANCEL', { attempt }, { attempt: finished({ state: 'voided' }) });
    expect(later.sentences[0]).toMatch(/voided/);
    expect(tell('CANCEL', { attempt: null }).sentences).toEqual([
      'No payment of this till was running on this terminal.',
    ]);
  });

  it('uses the cable with REBOOT to see whether the terminal disconnected and reconnected', () => {
    const say = (change: Parameters<typeof terminal>[0]) =>
      tell('REBOOT', { route: 'cable', device: device() }, { terminal: terminal(change) }).sentences;
    expect(say({ since: at(600_000) })).toEqual(['It is still on the cable.']);
    expect(say({ state: 'rebooting', since: at(9_000) })).toEqual(['It is restarting and comes back by itself.']);
    expect(say({ since: at(4_000) })).toEqual(['It is back on the cable, 4 s ago.']);
    expect(tell('REBOOT', { device: device({ connection: 'closed' }) }, { terminal: undefined }).sentences).toEqual([
      'The platform reports: offline.',
    ]);
  });

  it.each(failureCodes)('says for the failure %s that the action was not done, why, and the next step', (code) => {
    const run: ActionRun = {
      request: { device: 'DV', action: 'REBOOT' },
      startedMs: NOW - 2_000,
      endedMs: NOW,
      state: 'failed',
      failure: { code, message: 'fixture' },
    };
    const message = describeAction(run, quiet, texts);
    expect(message).toMatchObject({ isDone: false, title: 'Not restarted', code, facts: ['took 2.0 s'] });
    expect(message.sentences[0]).toMatch(/\.$/);
    // "Try again" would be wrong advice when the action may have been done after all.
    expect(message.next).toMatch(
      /may have been done/.test(message.sentences[0] ?? '') ? /Check first/ : /then try again/,
    );
  });
});

describe('the reason of the platform', () => {
  const failed = (failure: Failure): ActionRun & { state: 'failed' } => ({
    request: { device: 'DV', action: 'ACTIVATE' },
    startedMs: NOW - 2_000,
    endedMs: NOW,
    state: 'failed',
    failure,
  });
  const context = { status: 422, failureCode: 'NAME_TAKEN', field: 'name', platformMessage: 'That name is taken.' };

  it('is shown next to the sentence', () => {
    const told = describeAction(failed({ code: 'API_INVALID', message: 'no', context }), quiet, texts);
    expect(told.sentences).toEqual([
      'The platform refused the request.',
      'The platform says: That name is taken. (NAME_TAKEN, name)',
    ]);
  });

  it('contains the next step at the terminal after a wrong code', () => {
    const told = describeAction(failed({ code: 'DEVICE_CODE_WRONG', message: 'no' }), quiet, texts);
    expect(told.sentences).toEqual(['The code is wrong or has expired.']);
    expect(told.next).toBe('Read the code on the terminal’s screen again, then try again.');
  });

  it('is withheld for a declined card, because it concerns the cardholder', () => {
    expect(
      platformWords({ code: 'API_DECLINED', message: 'no', context: { ...context, status: 402 } }, texts),
    ).toBeNull();
    expect(whatHappened({ code: 'API_INVALID', message: 'no', context }, texts)).toMatch(/NAME_TAKEN/);
    expect(failureSentence({ code: 'API_INVALID', message: 'no', context }, texts)).toMatch(/That name is taken\./);
  });
});

describe('Device Metrics', () => {
  it('puts known fields in their columns and keeps every other field under its own name', () => {
    const [first, second] = metrics;
    if (!first || !second) throw new Error('fixture');
    expect(metricRow(first, texts)).toMatchObject({
      connection: 'OPEN',
      network: 'WIFI',
      signal: 'STRONG',
      also: [
        { name: 'printer_paper', value: 'LOW' },
        { name: 'sim_slot', value: '1' },
        { name: 'payment_app_uptime_minutes_since_last_restart', value: '1428' },
      ],
    });
    expect(metricRow(second, texts)).toMatchObject({
      network: '–',
      signal: '–',
      also: [
        { name: 'printer_paper', value: 'OK' },
        { name: 'is_charging', value: 'yes' },
        { name: 'firmware', value: '–' },
      ],
    });
  });

  it('shows an invalid time as received', () => {
    const [first] = metrics;
    if (!first) throw new Error('fixture');
    expect(metricRow({ ...first, createdAt: 'yesterday' }, texts).at).toBe('yesterday');
    expect(metricRow({ ...first, createdAt: null }, texts).at).toBe('–');
  });
});

describe('a search', () => {
  const look = { startedMs: NOW, endedMs: null, ports: null, devices: null };

  it('counts the terminals and Devices found, and lists every failure', () => {
    expect(searchSentences(look, texts)).toEqual({ ports: null, devices: null });
    expect(
      searchSentences(
        { ...look, ports: { value: found, failure: null }, devices: { value: [device()], failure: null } },
        texts,
      ),
    ).toEqual({
      ports: '1 terminal, 2 other devices, 1 port that could not be opened.',
      devices: 'The platform has 1 Device.',
    });
    const failure = { code: 'API_UNREACHABLE', message: '' } as const;
    expect(
      searchSentences({ ...look, ports: { value: [], failure: null }, devices: { value: null, failure } }, texts),
    ).toEqual({
      ports: 'No serial port and no USB terminal is connected to this computer.',
      devices: 'The platform’s Devices could not be read. The payment platform is unreachable. Nothing was sent.',
    });
  });

  it('puts terminals first and does not mutate its input', () => {
    expect(inOrder(found).map((one) => one.verdict)).toEqual(['terminal', 'stranger', 'stranger', 'unavailable']);
    expect(found[0]?.verdict).toBe('unavailable');
  });
});
