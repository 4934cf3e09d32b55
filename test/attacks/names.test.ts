/**
 * A cashier acts under a manager's name without the PIN, or under an invented name: 300 lookalike names in every act
 * without a role, on a whole host, with and without sign-ins.
 */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { personKey } from '../../electron/domain/index.ts';
import { type Operator } from '../../electron/contract/index.ts';
import { composeHost, hashPin, type Host } from '../../electron/host/index.ts';
import { Random } from '../fuzz/random.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const pin = hashPin('2468', { N: 2, r: 1, p: 1 });
const people = [
  { name: 'Anna', roles: ['manager' as const], pin },
  { name: 'Kim', roles: ['cashier' as const] },
  { name: 'Lou', roles: ['cashier' as const] },
];
const unseen = [
  '\ufe0f',
  '\ufe00',
  '\u3164',
  '\u034f',
  '\u115f',
  '\uffa0',
  '\u200b',
  '\u200d',
  '\u180b',
  '\u00ad',
  '\u{e0100}',
  '\u2060',
];
const letters: Readonly<Record<string, readonly string[]>> = {
  A: ['A', 'a', 'А', 'Α', 'Ａ', '𝐀'],
  n: ['n', 'N', 'ո', 'ｎ', '𝐧'],
  a: ['a', 'A', 'а', 'α', 'ａ', 'ɑ'],
};

let dataDir: string;
let host: Host;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-names-');
});
afterEach(async () => {
  await host.close();
});

/** Replaces letters by those of other scripts, and adds invisible characters around each. */
function lookalike(chance: Random): string {
  const sign = (): string => (chance.below(3) === 0 ? (unseen[chance.below(unseen.length)] ?? '') : '');
  const drawn = Array.from('Anna', (letter) => letters[letter]?.[chance.below(letters[letter].length)] ?? letter);
  const blank = ['', ' ', '\u2800'][chance.below(3)] ?? '';
  return sign() + drawn.map((letter) => letter + sign()).join('') + blank;
}

const today = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' };
let noted = 0;
const acts: readonly ((operator: Operator) => Promise<unknown>)[] = [
  (operator) =>
    host.client.otherTender.note({
      id: `N-0000000${(noted += 1)}`,
      way: 'cash',
      amountMinor: 100,
      currency: 'USD',
      operator,
    }),
  (operator) => host.client.printer.openDrawer({ id: `D-0000000${(noted += 1)}`, operator }),
  (operator) => host.client.day.export({ ...today, operator }),
];
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error as { data?: { code?: string } }).data?.code ?? String(error),
  );
const operators = async (): Promise<Set<string>> =>
  new Set(
    (await host.client.payment.audit({ limit: 500 })).filter(({ role }) => role !== 'host').map((row) => row.operator),
  );

test('three hundred lookalikes of a manager’s name are all refused without the PIN', async () => {
  host = await composeHost(hostConfig(dataDir, { people }));
  const taken: string[] = [];
  for (let run = 0; run < 300; run += 1) {
    const name = lookalike(new Random(run));
    expect(personKey(name), JSON.stringify(name)).toBe('anna');
    for (const act of acts) if ((await codeOf(act({ name }))) !== 'ROLE_REQUIRED') taken.push(JSON.stringify(name));
  }
  expect(taken).toEqual([]);
  expect(await operators()).toEqual(new Set());
  expect(await host.client.otherTender.list({})).toEqual([]);
}, 120_000);

test('an unknown name is refused if people are configured, and a known name is recorded as configured', async () => {
  host = await composeHost(hostConfig(dataDir, { people }));
  for (const name of ['Bob', 'Annа Smith', 'Аnn', 'Kimberly', 'Anna\u0323'])
    for (const act of acts) expect(await codeOf(act({ name })), name).toBe('ROLE_REQUIRED');
  const [note] = acts;
  expect(await codeOf(note!({ name: ' KIM\ufe0f' }))).toBe('done');
  expect(await codeOf(note!({ name: 'аnnа', pin: '2468' }))).toBe('done');
  expect(new Set((await host.client.otherTender.list({})).map(({ by }) => by))).toEqual(new Set(['Kim', 'Anna']));
  expect(await operators()).toEqual(new Set(['Kim', 'Anna']));
});

test('a signed-in person acts under that name, or under a name whose PIN is given', async () => {
  host = await composeHost(hostConfig(dataDir, { people, signIn: { isOn: true, signedOutAfterMinutes: 480 } }));
  const client = createRouterClient(host.router, { context: host.contextFor('till') });
  await client.session.signIn({ name: 'Kim' });
  const note = (operator?: Operator) =>
    codeOf(
      client.otherTender.note({
        id: `N-1000000${(noted += 1)}`,
        way: 'cash',
        amountMinor: 100,
        currency: 'USD',
        ...(operator ? { operator } : {}),
      }),
    );
  expect(await note()).toBe('done');
  expect(await note({ name: 'kim' })).toBe('done');
  for (const name of ['Lou', 'Anna', 'Somebody else']) expect(await note({ name }), name).toBe('ROLE_REQUIRED');
  expect(await note({ name: 'Anna', pin: '2468' })).toBe('done');
  expect((await host.client.otherTender.list({})).map(({ by }) => by).toSorted()).toEqual(['Anna', 'Kim', 'Kim']);
});

test('any name is accepted if no people are configured, as before', async () => {
  host = await composeHost(hostConfig(dataDir));
  const [note] = acts;
  expect(await codeOf(note!({ name: 'Bob' }))).toBe('done');
  expect(await host.client.otherTender.list({})).toMatchObject([{ by: 'Bob' }]);
});
