/**
 * Some of the crash suite's cases: the real host as a process, killed at one step, between a real sandbox and real
 * simulators. All of them: `npm run test:recovery`. One alone: `node test/recovery/run.ts --only "NAME"`.
 * @module-tag full-recovery
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNewcomersAlone } from '../../build/scripts/parts/sizes.mjs';
import { caseOf } from './cases.ts';
import { Runner } from './runner.ts';

type Told = readonly [name: string, state: string | null];
/**
 * Name of the case, and the final state on screen (null: the till never began it; "or": depends on the computer's
 * speed).
 */
const daily: readonly Told[] = [
  ['mms sale calm plain begin/before-journal', null],
  ['mms sale calm plain authorization/before-journal', 'voided'],
  ['mms sale calm plain capture/before-effect', 'captured'],
  ['mms sale drop-after@update plain capture-missing/after-journal', 'captured'],
  ['mms decline calm plain authorization/before-journal', 'declined'],
  ['mms cancel-while-authorizing calm plain cancel-asked/after-journal', 'cancelled'],
  ['mms sale calm again authorization/before-journal void/before-journal', 'voided'],
  ['mms sale calm power-cut capture/before-journal', 'captured'],
  ['cloud sale calm plain authorize/before-effect', 'failed'],
  ['cloud reversal-full drop-after@reverse plain reversal-missing/after-journal', 'captured'],
  ['neo2 sale calm plain capture/before-journal', 'captured'],
  ['cloud same-card-not-meant calm plain void/before-journal', 'released'],
  ['mms sale calm rolled-back capture/after-journal 4', 'captured'],
  ['cloud reversal-full calm rolled-back reversal/after-journal 2', 'captured'],
  ['mms sale calm paused respond-approved/in-flight 4000', 'captured'],
];
/** `npm test` leaves these to the full run; .ci/run has both. */
const more: readonly Told[] = [
  ['mms sale calm plain terminal-started/after-publish', 'cancelled'],
  ['mms sale calm plain authorize/after-record', 'failed'],
  ['mms sale calm plain respond-approved/before-effect', 'voided'],
  ['mms sale calm plain capture/after-record', 'captured'],
  ['mms sale 401@update plain capture/before-effect', 'captured'],
  ['mms hold-captured-with-tip calm plain capture/before-journal', 'captured'],
  ['mms hold-released calm plain void/before-journal', 'released'],
  ['mms sale late@create plain authorize/in-flight', 'failed or voided'],
  ['cloud sale drop-after@create plain authorization-missing/before-journal', 'captured'],
  ['cloud part-asked-kept calm plain part-kept/after-journal', 'captured'],
  ['cloud refund calm plain authorization/before-journal', 'refunded'],
  // a gateway answers a request that the platform has carried out
  ['cloud sale 403-page-after@create plain authorization/before-journal', 'captured'],
  ['cloud refund 404-after@refund plain authorization/before-journal', 'refunded'],
  ['cloud refund 403-page-meanwhile@refund plain authorization-missing/after-journal', 'refunded'],
  // an answer about another payment or in another currency, and another client at the platform
  ['cloud sale other-record@create plain authorization-missing/before-journal', 'captured'],
  ['mms sale other-currency@money+other-currency@money plain authorization-missing/after-journal', 'voided'],
  ['cloud hold-taken-while-away calm plain capture/before-effect', 'captured'],
  // the same card again, with and without an answer to the question
  ['mms same-card-meant calm plain repeat-answered/after-journal', 'captured'],
  ['mms same-card-unanswered calm plain ask/after-record', 'voided'],
  // The disk loses the last commits of the journal; the recovery log is complete.
  ['mms sale calm rolled-back capture/after-journal 1', 'captured'],
  ['mms sale calm rolled-back capture/after-journal 5', 'captured'],
  ['mms sale calm rolled-back authorization/after-journal 2', 'voided'],
  ['mms hold-released calm rolled-back void/after-journal 5', 'voided'],
  ['cloud hold-captured-with-tip calm rolled-back capture/after-journal 3', 'captured'],
  // All processes survive: the host is stopped, and the terminal's messages stay unread for that time.
  ['neo2 sale calm paused respond-approved/in-flight 2500', 'captured'],
  ['mms sale calm paused start-terminal/in-flight 2500', 'captured'],
  ['cloud sale calm paused authorize/before-effect 500', 'captured'],
];
const cases = isNewcomersAlone ? daily : [...daily, ...more];

let runner: Runner;
beforeAll(async () => {
  runner = await Runner.open();
});
afterAll(() => runner.close());

describe('the host that is killed and restarts', { timeout: 180_000 }, () => {
  const play = async (name: string, state: string | null): Promise<void> => {
    const result = await runner.run(caseOf(name));
    expect(result.findings, `node test/recovery/run.ts --only "${name}"`).toEqual([]);
    expect(result.wasKilled, 'the host passed this boundary').toBe(true);
    expect(state?.split(' or ') ?? [null]).toContain(result.state);
  };
  const isPaused = ([name]: Told): boolean => name.includes(' paused ');
  test.each(cases.filter((one) => !isPaused(one)))('agrees with the platform after %s: %s', play);
  // Windows has no SIGSTOP.
  test.skipIf(process.platform === 'win32').each(cases.filter(isPaused))('agrees with the platform after %s: %s', play);

  test('leads to platform records that each belong to one payment of the till', async () => {
    expect(await runner.audit()).toEqual([]);
  });
});
