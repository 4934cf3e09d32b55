// @vitest-environment jsdom
/** Terminals → Check: every fault is described in the language of the till, whichever table holds its sentence. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { CheckFinding, CheckName } from '../../../../electron/contract/index.ts';
import { words as de } from '../../../../electron/words/generated/de/index.ts';
import { answeringTill } from '../fixtures/answering-till.ts';
import { answers, technicianState } from '../fixtures/technician-states.ts';
import { settle, showWindow } from '../fixtures/window.tsx';

beforeEach(() => {
  window.location.hash = '#/terminals/check';
});

const problem = (check: CheckName, fault: string, context: CheckFinding['context'] = {}): CheckFinding => ({
  check,
  fault,
  context,
  of: null,
  state: 'problem',
  detail: 'English, for the command line.',
});

/** Faults of the setup, of a Device and of the checks themselves. */
const faults: Partial<Record<CheckName, CheckFinding>> = {
  account: problem('account', 'wrong-password', { mode: 'live' }),
  clock: problem('clock', 'clock', { minutes: 12 }),
  merchant: problem('merchant', 'merchant-not-approved', { name: 'Bäckerei' }),
  devices: problem('devices', 'DEVICE_NONE', { serialNumber: 'B61378A' }),
  disk: problem('disk', 'disk-full', { free: '1 MB' }),
};

it('describes the faults of account, clock, merchant and Device in German, with the next step', async () => {
  const host = technicianState();
  const till = answeringTill(
    { ...host, till: { ...host.till, locale: 'de-DE' } },
    {
      ...answers,
      'check.run': (input: unknown) => {
        const fault = faults[(input as { check: CheckName }).check];
        return fault ? [fault] : [];
      },
    },
  );
  showWindow(till);
  await screen.findByRole('heading', { level: 1, name: de.checks.title });
  await act(() => settle());
  const list = screen.getByRole('list', { name: de.checks.title });
  await waitFor(() => expect(list.textContent).toContain('DEVICE_NONE'));
  const said = [
    de.setup.faults['wrong-password']({ mode: 'live' }),
    de.setup.faults.clock({ amount: 12, unit: 'minutes', direction: 'behind' }),
    de.setup.faults['merchant-not-approved']({ name: 'Bäckerei' }),
    `${de.failures.DEVICE_NONE.what} ${de.failures.DEVICE_NONE.next}`,
    de.checks.faults['disk-full'].what({ free: '1 MB' }),
    de.checks.faults['disk-full'].next,
  ];
  for (const sentence of said) expect(list.textContent).toContain(sentence);
  expect(list.textContent).not.toContain('English');
});
