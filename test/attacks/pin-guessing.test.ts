/**
 * An attacker tries 10,000 PINs, as sign-ins and as acts, across restarts, killed hosts, commands and two concurrent
 * sessions. The clock is set back and forth during the attack. Real processes for a part (a host killed in the middle,
 * commands), and a host's own lockout over a real journal with a manual clock for the rest. `TILLBRIDGE_GUESSES` sets
 * the number.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { toFailure } from '../../electron/contract/index.ts';
import { openJournal, type JournalFile } from '../../electron/host/journal/index.ts';
import { hashPin, LockOut, Roles } from '../../electron/host/roles/index.ts';
import { Random } from '../fuzz/random.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const GUESSES = Number(process.env['TILLBRIDGE_GUESSES'] ?? 10_000);
const HOUR_MS = 3_600_000;
const clean = (text: string): string => text;
const managers = [{ name: 'Mo', roles: ['manager' as const], pin: hashPin('4711', { N: 2, r: 1, p: 1 }) }];

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-guessing-');
  path = join(folder, 'journal.sqlite');
});

/** Till whose host comes and goes; `at` is the real time, which cannot be set. */
class Till {
  at = 0;
  setMs = 0;
  readonly journal: JournalFile = openJournal({ path, clean });
  #bootedAt = 0;

  /** A new host over the present journal. */
  host(): Roles {
    const startedAt = this.at;
    const clock = { now: () => 1_767_600_000_000 + this.at + this.setMs, monotonic: () => this.at - startedAt };
    const audit = this.journal.audit.bind(this.journal);
    const pins = this.journal.auditLog.pins();
    const lockOut = new LockOut({ clock, sinceBoot: () => this.at - this.#bootedAt, pins, audit });
    return new Roles({ people: managers, now: clock.now, audit, audited: () => [], lockOut });
  }

  /** Restarts the computer. */
  boot(): void {
    this.#bootedAt = this.at;
  }
}

/** Result of a guess; null means that the PIN was right. */
function guess(roles: Roles, pin: string, name = 'Mo', isSignIn = false): string | null {
  try {
    if (isSignIn) roles.identify({ name, pin });
    else roles.record('refund', { name, pin }, null, {});
    return null;
  } catch (error) {
    return toFailure(error).code;
  }
}

/** Events between two guesses. Each takes the attacker some time. */
const moves = ['again', 'new start', 'killed', 'started again', 'clock forward', 'clock back', 'waits'] as const;

test(`${GUESSES} guesses by every trick lead to five checked guesses, then to at most one an hour`, () => {
  const till = new Till();
  const random = new Random(16);
  let host = till.host();
  let looked: number[] = [];
  for (let tried = 0; tried < GUESSES; tried += 1) {
    const move = random.pick(moves);
    till.at += random.between(100, 20_000);
    if (move === 'started again') till.boot();
    if (move === 'clock forward') till.setMs += random.between(1, 400 * 24) * HOUR_MS;
    if (move === 'clock back') till.setMs -= random.between(1, 400 * 24) * HOUR_MS;
    if (move === 'waits') till.at += random.between(0, 120_000);
    if (move === 'new start' || move === 'killed' || move === 'started again') {
      host = till.host();
    }
    // Never the right PIN. Two sessions are two callers of one host: a wrong guess in one delays the other.
    const isSignIn = random.between(0, 1) === 1;
    const code = guess(host, String(5_000 + (tried % 4_999)), 'Mo', isSignIn);
    if (code === 'ROLE_PIN_WRONG') expect(guess(host, '4711', 'Mo', !isSignIn)).toBe('ROLE_LOCKED');
    const rows = till.journal.auditLog.pins().length;
    if (rows > looked.length) looked = [...looked, till.at];
    else expect(code).toBe('ROLE_LOCKED');
  }
  const hours = till.at / HOUR_MS;
  // The waits are 2 + 4 + 8 + 30 s, then 10, 20 and 40 min, then an hour each.
  const waits = looked.slice(1).map((at, index) => at - (looked[index] ?? 0));
  const least = [2e3, 4e3, 8e3, 30e3, 600e3, 1_200e3, 2_400e3];
  expect(waits.every((wait, index) => wait >= (least[index] ?? HOUR_MS))).toBe(true);
  expect(looked.length).toBeGreaterThanOrEqual(5);
  expect(looked.length).toBeLessThanOrEqual(7 + hours);
  console.log(
    `${GUESSES} guesses in ${hours.toFixed(1)} h: ${looked.length} looked at, ${looked.filter((at) => at < HOUR_MS).length} in the first hour; ` +
      `${(looked.length / hours).toFixed(2)} an hour; all PINs of 4 digits in ${Math.round(10_000 / 24)} days, of 6 in ${Math.round(1_000_000 / 24 / 365)} years`,
  );
  till.journal.close();
});

test('the till accepts 30 guesses an hour under many names, and locks a right PIN out for at most two minutes', () => {
  const till = new Till();
  const roles = till.host();
  let looked = 0;
  for (let tried = 0; tried < 1_000; tried += 1) {
    till.at += 10_000;
    if (guess(roles, 'no', `Name ${tried}`) === 'ROLE_PIN_WRONG') looked += 1;
  }
  expect(looked).toBeLessThanOrEqual(20 + (30 * till.at) / HOUR_MS);
  till.at += 120_000;
  expect(guess(roles, '4711')).toBeNull();
  till.journal.close();
});

/** A host's lockout in a separate process: one guess, reported on standard output; then it waits to be killed. */
const child = `
  const [path, pin, root] = process.argv.slice(1);
  const { openJournal } = await import(root + '/electron/host/journal/index.ts');
  const { LockOut, Roles } = await import(root + '/electron/host/roles/index.ts');
  const { sinceBoot } = await import(root + '/electron/host/time/index.ts');
  const { systemClock } = await import(root + '/electron/domain/system-clock.ts');
  const journal = openJournal({ path, clean: (text) => text });
  const audit = (entry) => journal.audit(entry);
  const lockOut = new LockOut({ clock: systemClock, sinceBoot, pins: journal.auditLog.pins(), audit });
  const managers = [{ name: 'Mo', roles: ['manager'], pin: ${JSON.stringify(managers[0]?.pin)} }];
  const roles = new Roles({ people: managers, now: Date.now, audit, audited: () => [], lockOut });
  for (let guess = 0; guess < 50; guess += 1) {
    let said = { code: 'done' };
    try { roles.record('refund', { name: 'Mo', pin }, null, {}); } catch (error) { said = { code: error.code, ...error.context }; }
    process.stdout.write(JSON.stringify(said) + '\\n');
  }
  setInterval(() => undefined, 1000);`;

/** A guess in a host that is killed with SIGKILL as soon as it has reported. */
async function killedHost(pin: string): Promise<{ code: string; triesLeft?: number; waitMs?: number }> {
  const root = resolve(import.meta.dirname, '../..');
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', child, path, pin, root];
  const host = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(host, 'exit').then(() => Promise.reject(new Error('The host ended by itself.')));
  const [said] = (await Promise.race([once(host.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  host.kill('SIGKILL');
  await once(host, 'exit');
  return JSON.parse(String(said).split('\n')[0] ?? '') as { code: string };
}

test(
  'a host that is killed after every guess keeps the count, and accepts no guess within the wait',
  { timeout: 180_000 },
  async () => {
    // The journal contains four wrong PINs of long ago.
    const seeded = openJournal({ path, clean });
    for (let tries = 1; tries <= 4; tries += 1) {
      const data = { tries, sinceBootMs: 0 };
      seeded.audit({ at: 0, operator: 'Mo', role: 'unknown', action: 'wrong-pin', attempt: null, data });
    }
    seeded.close();
    // The fourth wait has elapsed: the fifth guess is checked, and locks.
    const fifth = await killedHost('0000');
    expect(fifth.code).toBe('ROLE_LOCKED');
    // The wait is measured by a real clock, so writing the entry counts toward the ten minutes.
    expect(fifth.waitMs).toBeGreaterThan(500_000);
    expect(fifth.waitMs).toBeLessThanOrEqual(600_000);
    for (const pin of ['4711', '0001', '4711']) expect(await killedHost(pin)).toMatchObject({ code: 'ROLE_LOCKED' });
    const journal = openJournal({ path, clean });
    expect(journal.auditLog.pins()).toHaveLength(5);
    expect(journal.auditLog.check().findings).toEqual([]);
    journal.close();
  },
);
