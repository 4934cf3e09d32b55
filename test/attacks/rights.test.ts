/**
 * Every procedure of the contract × scope × role × PIN, and in a till window × signed in or signed out, over the real
 * socket of a real host: the host allows, asks for a permitted person, or refuses. The table follows from the contract:
 * each procedure needs a line here and in contract/rights.ts to compile.
 *
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { AnyContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { roleNames, type Person, type RoleName, systemClock } from '../../electron/domain/index.ts';
import { acts, contract, rightOf, scopes, type Act, type Contract, type Scope } from '../../electron/contract/index.ts';
import { composeHost, hashPin, type Host } from '../../electron/host/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { openLocal } from '../local-socket.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

type InputsOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? unknown : InputsOf<Part[Name]>;
};

const attempt = { attempt: 'A-nobody-knows' };
const sale = { id: 'A-00000001', amountMinor: 100, currency: 'USD' };
const link = { link: 'L-00000001' };
const receipt = { ...attempt, copy: 'customer' };
const device = { device: 'DV1' };
const today = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' };

/** Input of each procedure; an operator is added if an act is needed. */
const inputs: InputsOf<Contract> = {
  snapshot: undefined,
  events: { epoch: '', after: 0 },
  payment: {
    start: sale,
    cancel: attempt,
    chooseApplication: { ...attempt, index: 0 },
    keepPart: attempt,
    answerRepeat: { ...attempt, isMeant: false },
    capture: { ...attempt, amountMinor: 1 },
    release: attempt,
    reverse: { ...attempt, reversal: 'R-00000001', amountMinor: 1 },
    decide: { ...attempt, verdict: 'paid', reason: 'because' },
    poll: undefined,
    pollAndWait: { withinMs: 0 },
    audit: {},
    get: attempt,
    list: {},
  },
  link: {
    open: { ...sale, id: 'L-00000001' },
    close: link,
    send: { ...link, way: 'SMS', to: '5550100' },
    poll: link,
    get: link,
    list: {},
  },
  otherTender: {
    note: { ...sale, id: 'N-00000001', way: 'cash' },
    takeBack: { note: 'N-00000001', reason: 'because' },
    list: {},
  },
  receipt: {
    get: receipt,
    print: receipt,
    pdf: receipt,
    given: { ...receipt, method: 'print' },
    send: { ...attempt, method: 'EMAIL', destination: 'a@example.com' },
    link: receipt,
    printers: undefined,
  },
  printer: {
    list: undefined,
    probe: { address: 'tcp://127.0.0.1:1' },
    test: { address: 'tcp://127.0.0.1:1', columns: 42, codePage: 'auto' },
    openDrawer: { id: 'D-00000001' },
  },
  session: {
    people: undefined,
    signIn: { name: 'Kim' },
    resume: { token: 'of-nobody' },
    signOut: undefined,
    current: undefined,
    stay: undefined,
    watch: undefined,
  },
  till: {
    updateNow: undefined,
    closing: undefined,
    pageFailed: { what: 'Error', where: '#/' },
    publishBasket: { basket: null, window: 'w' },
    dismiss: {},
  },
  day: {
    reconcile: today,
    link: { record: { kind: 'transfer', id: 'TR1' }, explanation: 'because' },
    progress: undefined,
    totals: today,
    export: today,
  },
  history: { search: {}, tabs: undefined },
  audit: { verify: {}, rows: {} },
  check: { run: { check: 'disk' } },
  setup: {
    state: undefined,
    tryAccount: { url: 'https://a.example', username: 'U', password: 'p' },
    answer: { answer: { step: 'mode', mode: 'sandbox' } },
    back: {},
    skip: {},
    leave: {},
    resume: {},
    terminals: undefined,
    testPrint: { printer: 'path:/dev/null' },
  },
  settings: {
    read: {},
    check: { key: 'till.shop', text: 'x' },
    set: { key: 'till.shop', text: 'x' },
    person: { change: { do: 'retire', name: 'Mo' } },
    back: {},
  },
  secrets: { where: undefined, set: { password: 'x' }, forget: { which: 'former' } },
  terminal: {
    discover: undefined,
    decidePort: { address: 'serial:/dev/none', ask: 'never' },
    act: { terminal: 'none', action: 'REBOOT' },
    forget: { terminal: 'none' },
  },
  device: {
    list: undefined,
    find: { text: 'S000000' },
    get: device,
    offers: device,
    act: { ...device, action: 'REBOOT' },
    metrics: device,
  },
  practice: { choose: { card: 'approve' }, gesture: { gesture: 'tap' }, cable: { isPluggedIn: true } },
};

interface Row {
  name: string;
  path: string[];
  input: unknown;
  act: Act | null;
}

function rowsOf(part: object, path: string[] = [], given: unknown = inputs): Row[] {
  return Object.entries(part).flatMap(([name, value]: [string, object]): Row[] => {
    const at = [...path, name];
    const input = (given as Record<string, unknown>)[name];
    if (!('~orpc' in value)) return rowsOf(value, at, input);
    const act = rightOf(at)?.act ?? null;
    const row = { name: at.join('.'), path: at, input, act };
    if (row.name !== 'payment.start') return [row];
    // Only a refund needs a manager.
    return [
      { ...row, act: null },
      { ...row, name: 'payment.start, a refund', input: { ...sale, kind: 'refund' } },
    ];
  });
}
const rows = rowsOf(contract);

const pins = ['none', 'right', 'wrong', 'locked'] as const;
type Pin = (typeof pins)[number];
/** `stranger` is an unknown name; `unnamed` is a missing name. */
const roles = [...roleNames, 'stranger', 'unnamed'] as const;
type Role = (typeof roles)[number];

/** A wrong PIN delays its person, so each cell has separate people. */
const CELLS = rows.length * (scopes.length + 1);
const pin = hashPin('2468', { N: 2, r: 1, p: 1 });
const nameOf = (role: Role, cell: number) => `${role} ${cell}`;
const people: Person[] = [
  { name: 'Keeper', roles: ['manager'], pin },
  { name: 'Kim', roles: ['cashier'] },
  ...roleNames.flatMap((role) =>
    Array.from({ length: CELLS }, (_, cell) => ({ name: nameOf(role, cell), roles: [role], pin })),
  ),
];

let dataDir: string;
let host: Host;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-rights-'));
  host = await composeHost(
    // No port of this computer is probed.
    hostConfig(dataDir, {
      people,
      signIn: { isOn: true, signedOutAfterMinutes: 480 },
      localSocket: true,
      ports: { neverAsk: [], onlyAsk: ['serial:/dev/none'] },
    }),
    // The wait after a wrong PIN never ends while the computer is busy.
    { signInClock: { ...systemClock, monotonic: () => 0 } },
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await host.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Call = (path: readonly string[], input: unknown) => Promise<string>;

/** Calls on a connection of a scope; returns the failure's code, or `done`. */
async function connected(scope: Scope): Promise<Call> {
  const socket = openLocal(host.socket ?? '', `/${scope}`);
  sockets.push(socket);
  await new Promise((open) => void socket.once('open', open));
  const client: unknown = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
  return async (path, input) => {
    const procedure = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
    try {
      const answer = await (procedure as (given: unknown) => Promise<unknown>)(input);
      if (path.at(-1) === 'events' || path.at(-1) === 'watch') await (answer as AsyncGenerator).return(undefined);
      return 'done';
    } catch (error) {
      const { code, data } = error as { code?: string; data?: { code?: string } };
      return data?.code ?? code ?? String(error);
    }
  };
}

/** Expected code of a cell; null means that the command is accepted, whatever its result. */
function expected({ path, act }: Row, scope: Scope, role: Role, given: Pin, signedIn: SignedIn): string | null {
  const right = rightOf(path);
  if (!right?.scopes.includes(scope)) return 'NOT_FOUND';
  if (signedIn === 'nobody' && right.worksSignedOut !== true) return 'ROLE_REQUIRED';
  if (act === null) return null;
  if (scope === 'kiosk') return act === 'refund' ? 'ROLE_REQUIRED' : 'PAY_NOT_FOUND';
  const { role: needed, isNamed } = acts[act];
  if (role === 'unnamed') return needed !== null || (isNamed && signedIn !== 'Kim') ? 'ROLE_REQUIRED' : null;
  if (needed === null && role === 'stranger') return 'ROLE_REQUIRED';
  if (given === 'none') return 'ROLE_REQUIRED';
  if (given === 'locked') return 'ROLE_LOCKED';
  if (given === 'wrong' || role === 'stranger') return 'ROLE_PIN_WRONG';
  return needed === null || needed === (role satisfies RoleName) ? null : 'ROLE_REQUIRED';
}

const REFUSALS = /^(ROLE_|NOT_FOUND$|BAD_REQUEST$|IPC_|HOST_|INTERNAL)/u;

/** Only till windows have sign-ins. */
type SignedIn = 'Kim' | 'nobody' | null;
const windows = scopes.flatMap((scope): [Scope, SignedIn][] =>
  (scope === 'till' ? (['Kim', 'nobody'] as const) : [null]).map((who) => [scope, who]),
);

test.each(windows)(
  'every action of the scope %s has the expected result, signed in: %s',
  async (scope, signedIn) => {
    const call = await connected(scope);
    const keeper = await connected('command');
    /** A right PIN of another person keeps the whole till from waiting. */
    const free = () =>
      keeper(['otherTender', 'takeBack'], {
        note: 'N-none',
        reason: 'because',
        operator: { name: 'Keeper', pin: '2468' },
      });
    const wrong: string[] = [];
    let cells = 0;
    const first = windows.findIndex(([one, who]) => one === scope && who === signedIn) * rows.length;
    for (const [index, row] of rows.entries()) {
      const cell = first + index;
      // The last command may have been the sign-in, or the sign-out.
      if (signedIn === 'Kim') await call(['session', 'signIn'], { name: 'Kim' });
      if (signedIn === 'nobody') await call(['session', 'signOut'], undefined);
      let unnamed: string | undefined;
      for (const role of roles) {
        for (const given of pins) {
          if (role === 'unnamed' && given !== 'none') continue;
          cells += 1;
          const must = expected(row, scope, role, given, signedIn);
          const name = role === 'stranger' ? `${nameOf(role, cell)} ${given}` : nameOf(role, cell);
          const typed = { none: undefined, wrong: '1357', right: '2468', locked: '2468' }[given];
          const operator = role === 'unnamed' ? undefined : { name, ...(typed === undefined ? {} : { pin: typed }) };
          const ask = (by: typeof operator) =>
            call(row.path, by ? { ...(row.input as object), operator: by } : row.input);
          // The wrong PIN just given locks the person.
          if (must === 'ROLE_LOCKED') {
            await call(row.path, { ...(row.input as object), operator: { name, pin: '1357' } });
          }
          // Without an operator, all of them would send the same input.
          const answer = row.act === null ? (unnamed ??= await ask(undefined)) : await ask(operator);
          if (answer === 'ROLE_PIN_WRONG' || answer === 'ROLE_LOCKED') expect(await free()).toBe('PAY_NOT_FOUND');
          const isRight = must === null ? !REFUSALS.test(answer) : answer === must;
          if (!isRight) wrong.push(`${row.name}, ${role}, PIN ${given}: ${answer}, not ${must ?? 'taken'}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(rows.length * (4 * pins.length + 1));
  },
  180_000,
);

test('only the command line exports the audit log', () => {
  for (const name of ['verify', 'rows']) expect(rightOf(['audit', name])?.scopes).toEqual(['command']);
});
