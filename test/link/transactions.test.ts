/**
 * The whole transaction table of every terminal family over real pseudo-terminals: the real driver with serialport at
 * one end, the simulated terminal with serialport at the other. Quick rows share a cable per family and run in
 * sequence; rows that wait for timeouts run in parallel in the meantime.
 * @module-tag own-process
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayingFamily } from '../../native/index.ts';
import { hasUnownedTimers, type Kit } from './harness.ts';
import { hasSocat } from './cable.ts';
import { playRows, type Case } from './cases.ts';
import { magnesafeKit, magnesafePatientRows, magnesafeRows } from './magnesafe-cases.ts';
import { mmsKit, mmsPatientRows, mmsRows } from './mms-cases.ts';
import { neo2Kit, neo2PatientRows, neo2Rows } from './neo2-cases.ts';

if (!hasSocat) console.warn('the transaction table over serial lines is skipped: socat is not installed');

/** Cables for the rows that wait, per family. */
const BENCHES: Readonly<Record<PayingFamily, number>> = { mms: 8, neo2: 16, magnesafe: 8 };

interface Table {
  readonly name: string;
  readonly rows: readonly string[];
  play(): Map<string, Promise<unknown>>;
}

function table<B, S extends string>(
  name: string,
  kit: Kit<B, S>,
  quick: readonly Case<B, S>[],
  patient: readonly Case<B, S>[],
): Table {
  return {
    name,
    rows: [...quick, ...patient].map((row) => row.name),
    play: () => new Map([...playRows(kit, quick, 1), ...playRows(kit, patient, BENCHES[kit.family])]),
  };
}

const byFamily: Readonly<Record<PayingFamily, Table>> = {
  mms: table('MMS', mmsKit, mmsRows, mmsPatientRows),
  neo2: table('NEO 2', neo2Kit, neo2Rows, neo2PatientRows),
  magnesafe: table('MagneSafe', magnesafeKit, magnesafeRows, magnesafePatientRows),
};
const tables = Object.values(byFamily);
const outcomes = new Map<string, Map<string, Promise<unknown>>>();
let startedAt = 0;

describe.skipIf(!hasSocat)('a terminal over a serial line', () => {
  beforeAll(() => {
    startedAt = performance.now();
    for (const { name, play } of tables) outcomes.set(name, play());
  });
  afterAll(() => {
    const counts = tables.map(({ name, rows }) => `${name} ${rows.length} rows`).join(', ');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.info(`transaction table over serial lines: ${counts}, in ${seconds} s`);
  });

  describe.each(tables)('$name', ({ name, rows }) => {
    it.each(rows.map((row) => [row]))('%s has the expected outcome', { timeout: 180_000 }, async (row) => {
      expect(await outcomes.get(name)?.get(row)).toBeUndefined();
    });

    it('has unique row names', () => {
      expect(new Set(rows).size).toBe(rows.length);
      expect(outcomes.get(name)?.size).toBe(rows.length);
    });
  });

  it('uses only timers of a harness, so that their counts are meaningful', () => {
    expect(hasUnownedTimers()).toBe(false);
  });
});
