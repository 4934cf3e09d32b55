/**
 * `tillbridge doctor` on planted faults, each a real one: a real sandbox that rejects the password, a real process that
 * holds a line, a clock shifted by a proxy's Date header, a small disk that is full. Each fault must be reported, and
 * the exit code must show whether payments are possible.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkNames, type CheckName } from '../../electron/contract/index.ts';
import { composeHost } from '../../electron/host/index.ts';
import { asOtherUser } from '../fixtures/other-user.ts';
import { beginAt } from '../fixtures/setup-cases.ts';
import { hasSocat, layCable } from '../unit/native/pty.ts';
import {
  type Line,
  root,
  isRoot,
  isLinux,
  ground,
  address,
  undo,
  till,
  write,
  doctor,
  withClock,
  holdLineAs,
  hasPython,
  hasFlock,
  printerThatSays,
  keptInKeyStore,
  silentBus,
  lockedKeyRing,
  hasKeyRing,
  authorityFor,
  authorityBesideNew,
  hasOpenssl,
  onFileSystem,
  running,
  smallDisk,
  swappedPorts,
  toTerminal,
  toPrinter,
  heldLine,
  openGround,
  closeGround,
  undoAll,
} from './doctor-ground.ts';

beforeAll(openGround, 120_000);
afterAll(closeGround);
afterEach(undoAll);

interface Plant {
  name: string;
  make: () =>
    | Promise<string | { data: string; env: Record<string, string> }>
    | string
    | { data: string; env: Record<string, string> };
  check: CheckName;
  fault: string;
  /** True if the fault prevents payments. */
  stops: boolean;
  /** Text of the line: subject and remedy. */
  says: RegExp;
  skip?: boolean;
}

type Planted = Omit<Plant, 'stops'>;
type Change = Record<string, unknown>;
/** Describes a planted fault; `named` has the form `check/fault`. */
function plant(name: string, named: string, says: RegExp, make: Plant['make']): Planted {
  const [check, fault = ''] = named.split('/');
  return { name, check: check as CheckName, fault, says, make };
}
const unless = (skip: boolean, ...rows: Planted[]): Planted[] => rows.map((row) => ({ ...row, skip }));
const atPlatform = (
  name: string,
  fault: string,
  says: RegExp,
  change: Change | (() => Promise<Change> | Change),
): Planted =>
  plant(name, fault, says, async () => {
    const changed = typeof change === 'function' ? await change() : change;
    return till((settings) => void Object.assign(settings.platform, changed));
  });
const inFolder = (name: string, fault: string, says: RegExp, change: (data: string) => void): Planted =>
  plant(name, fault, says, () => {
    const data = till();
    change(data);
    return data;
  });

const stopping: readonly Planted[] = [
  plant('no password', 'settings/settings-wrong', /platform\.password: is missing.*secrets set/, () =>
    till(({ platform: own }) => void delete own['password']),
  ),
  atPlatform('another password', 'account/wrong-password', /Password: .* Type both again/, { password: 'not it' }),
  atPlatform(
    'a login that may only look',
    'account/read-only',
    /Ask the platform for a user that can take payments/,
    () => ground.readOnlyUser(),
  ),
  atPlatform('nobody at the address', 'account/refused', /Check the address and its port/, async () => ({
    url: `http://127.0.0.1:${ground.closedPort()}`,
  })),
  atPlatform('a host that nobody knows', 'account/dns', /Check the spelling/, {
    url: 'https://no-such-host.invalid',
  }),
  atPlatform('a filter that reads along', 'account/certificate-unknown', /platform\.caFile/, async () => ({
    url: 'https://platform.test',
    proxy: await ground.proxy({ port: await ground.https('platform') }),
  })),
  atPlatform('a proxy that wants a login', 'account/proxy-login', /platform\.proxy/, async () => ({
    url: 'https://platform.test',
    proxy: await ground.proxy({ status: 407 }),
  })),
  atPlatform('a file of authorities that is gone', 'account/ca-file', /Set another file/, {
    url: 'https://platform.test',
    caFile: 'gone.pem',
  }),
  atPlatform('an account without a merchant', 'merchant/no-merchant', /Finish the application/, async () => ({
    url: await ground.merchants([]),
  })),
  atPlatform(
    'a merchant that is not approved',
    'merchant/merchant-not-approved',
    /not approved Pier Kiosk/,
    async () => ({
      url: await ground.merchants([{ id: 'MU9', name: 'Pier Kiosk', state: 'PROVISIONING', processor: 'DUMMY_V1' }]),
      merchant: 'MU9',
    }),
  ),
  atPlatform("somebody else's merchant", 'merchant/merchant-other', /Set platform\.merchant/, {
    merchant: 'MUxNobody',
  }),
  inFolder('settings that are no JSON', 'settings/settings-wrong', /settings\.json: is not JSON/, (data) =>
    write(data, '{"mode": '),
  ),
  plant('a password that others may read', 'settings/settings-readable', /chmod 600 .*settings\.json/, () =>
    till(undefined, 0o644),
  ),
  plant('TLS switched off by the environment', 'settings/tls-off', /Remove the variable/, () => ({
    data: till(),
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  })),
  inFolder('a setup that was left', 'settings/setup-open', /tillbridge setup/, (data) => beginAt(data, 'test')),
  ...unless(
    !isRoot || !isLinux,
    plant('a disk that is full', 'disk/disk-full', /MB left.* Delete files that are not needed/, () => {
      const data = smallDisk();
      const other = till();
      spawnSync('cp', [join(other, 'settings.json'), data]);
      return data;
    }),
  ),
  inFolder('a data folder that others write to', 'folder/folder-unusable', /chmod 700/, (data) =>
    chmodSync(data, 0o777),
  ),
  inFolder('a record of a newer version', 'records/records-newer', /Install that version again/, (data) => {
    const db = new DatabaseSync(join(data, 'journal.sqlite'));
    db.exec('PRAGMA user_version = 9999; CREATE TABLE a (b)');
    db.close();
  }),
  inFolder('a record that is damaged', 'records/records-damaged', /Keep the file/, (data) =>
    writeFileSync(join(data, 'journal.sqlite'), createHash('sha512').update('x').digest('hex').repeat(200)),
  ),
  inFolder('another program in the data folder', 'records/records-held', /Close that program, or wait/, (data) => {
    const db = new DatabaseSync(join(data, 'journal.sqlite'));
    db.exec('CREATE TABLE a (b); BEGIN EXCLUSIVE');
    undo.push(() => db.close());
  }),
  inFolder('an audit log without its anchor', 'audit/audit-anchor', /audit verify/, (data) =>
    writeFileSync(join(data, 'journal.sqlite.audit-anchor'), 'lost'),
  ),
  plant('nobody at the terminal', 'terminals/terminal-away', /Check that the terminal is on/, () =>
    toTerminal(ground.closedPort()),
  ),
  plant('something else at the terminal', 'terminals/terminal-stranger', /115200 baud/, async () =>
    toTerminal(await ground.stranger()),
  ),
  ...unless(
    !hasSocat || !hasPython,
    plant(
      'a line that another program holds',
      'terminals/port-held',
      /held by another program: python3\S* \(process \d+\)\. End that program/,
      () => heldLine(),
    ),
  ),
  ...unless(
    !hasSocat || !hasFlock,
    plant(
      'ModemManager on the line of the terminal',
      'terminals/port-held',
      /ModemManager \(process \d+\)\. Do this as administrator: .*ID_MM_DEVICE_IGNORE/,
      () => heldLine((path) => holdLineAs('ModemManager', path)),
    ),
    plant(
      'brltty on the line of the terminal',
      'terminals/port-held',
      /brltty \(process \d+\)\. Do this as administrator: systemctl disable --now brltty/,
      () => heldLine((path) => holdLineAs('brltty', path)),
    ),
  ),
  plant(
    'a key store that is not there',
    'password/password-away',
    /key store is not there in this session\. .*unlock it\. Otherwise save the password again/,
    keptInKeyStore,
  ),
  ...unless(
    !isLinux,
    plant(
      'a key store that does not answer for half a minute',
      'password/password-away',
      /key store does not answer\./,
      async () => ({ data: keptInKeyStore(), env: { DBUS_SESSION_BUS_ADDRESS: await silentBus() } }),
    ),
  ),
  ...unless(
    !hasKeyRing,
    plant(
      'a key store that is locked',
      'password/password-away',
      /key store is locked\. If the key store is locked, unlock it/,
      lockedKeyRing,
    ),
  ),
  plant('a Device that is of no use to a terminal without a cable', 'devices/DEVICE_NONE', /Create a Device/, () =>
    till((settings) => void (settings['terminals'] = ['device:NOBODY1'])),
  ),
  ...unless(
    !hasSocat,
    plant(
      'printer and terminal on the port of each other',
      'printer/ports-swapped',
      /may be swapped.*by-id/,
      swappedPorts,
    ),
  ),
];
const noted: readonly Planted[] = [
  atPlatform('a clock three hours behind', 'clock/clock', /3 hours behind .* Set the clock/, async () => ({
    url: await withClock(3 * 3_600_000),
  })),
  atPlatform('a clock three hours ahead', 'clock/clock', /3 hours ahead .* Set the clock/, async () => ({
    url: await withClock(-3 * 3_600_000),
  })),
  plant('nobody who is a manager', 'people/no-managers', /tillbridge pin/, () =>
    till((settings) => void (settings['people'] = [])),
  ),
  ...unless(
    !isLinux,
    plant('ModemManager somewhere on this computer', 'ports/meddler', /ModemManager runs .*70-tillbridge\.rules/, () =>
      running('ModemManager'),
    ),
    plant('brltty somewhere on this computer', 'ports/meddler', /brltty runs .*remove the package brltty/, () =>
      running('brltty'),
    ),
    plant(
      'a data folder on another computer',
      'folder/folder-share',
      /another computer \(NFS\).*Move the folder to a disk of this computer/,
      () => onFileSystem(0x6969),
    ),
  ),
  ...unless(
    !hasOpenssl,
    plant(
      'an authority that ends next week',
      'network/ca-soon',
      /Harbor Filter is valid until .* Get the new certificate/,
      () => authorityFor(7),
    ),
  ),
  plant('an authority that has ended', 'network/ca-expired', /EXPIRED on .* Get the new certificate/, () =>
    authorityBesideNew('old-authority'),
  ),
  plant('a printer that is off', 'printer/printer-away', /ECONNREFUSED.* Switch the printer on/, () =>
    toPrinter(ground.closedPort()),
  ),
  plant('a printer without paper', 'printer/printer-not-ready', /paper/, async () =>
    toPrinter(await printerThatSays([0x12, 0x12, 0x72])),
  ),
];
const plants: readonly Plant[] = [
  ...stopping.map((row) => ({ ...row, stops: true })),
  ...noted.map((row) => ({ ...row, stops: false })),
];

test('a till without faults gets exit code 0, and every check is in the list', { timeout: 120_000 }, async () => {
  const { code, lines } = await doctor(till());
  // Findings about this computer's ports and disk come from its other programs.
  const isOurs = ({ check, fault }: Line): boolean => fault !== null && check !== 'ports' && fault !== 'disk-low';
  expect(lines.filter((line) => isOurs(line) && line.fault !== 'device-none')).toEqual([]);
  expect(code).toBe(0);
  for (const check of ['account', 'clock', 'merchant', 'terminals', 'records', 'people'] as const)
    expect(lines.find((line) => line.check === check)).toMatchObject({ state: 'ok' });
  for (const { check } of lines) expect(checkNames).toContain(check);
});

test('at least twenty faults are planted', () => {
  expect(plants.length).toBeGreaterThanOrEqual(20);
  expect(new Set(plants.map(({ fault }) => fault)).size).toBeGreaterThanOrEqual(20);
});

describe('a planted fault is reported', { timeout: 120_000 }, () => {
  for (const { name, make, check, fault, stops, says, skip } of plants) {
    test.skipIf(skip)(`${name}: ${fault}, exit code ${stops ? 1 : 0}`, async () => {
      const made = await make();
      const { data, env } = typeof made === 'string' ? { data: made, env: {} } : made;
      const { code, lines } = await doctor(data, env);
      const line = lines.find((one) => one.check === check && one.fault === fault);
      expect(line).toMatchObject({
        check,
        state: stops ? 'problem' : 'note',
        detail: expect.stringMatching(says) as string,
      });
      // A plant that is only a note must not come with a problem; an unexpected problem is listed here.
      if (!stops) expect(lines.filter(({ state }) => state === 'problem')).toEqual([]);
      expect(code).toBe(stops ? 1 : 0);
    });
  }

  test.skipIf(!isRoot || !hasSocat)(
    'a port that this user may not open is reported with its remedy, and exit code 1',
    async () => {
      const cable = await layCable();
      undo.push(() => cable.pull());
      const path = readlinkSync(cable.near);
      chmodSync(path, 0o600);
      // The settings are readable by other users, so the password is kept elsewhere.
      const data = till((settings) => {
        settings['terminals'] = [`serial:${path}`];
        delete settings.platform['password'];
      }, 0o644);
      chmodSync(data, 0o755);
      const run = pathToFileURL(join(root, 'electron/cli/run.ts')).href;
      const program = `
      process.stdout.write(String(await cli.run(['doctor', '--data', ${JSON.stringify(data)}], {
        env: { TILLBRIDGE_PASSWORD: 'x' }, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr,
        onInterrupt: () => () => undefined, quit: () => undefined,
      })));
      process.exit(0);`;
      const printed = await asOtherUser({ cli: run }, program);
      expect(printed).toMatch(
        /problem +terminal .*This user cannot open .* Do this as administrator: (?:add this user to the group|allow it with a udev rule)/,
      );
      expect(printed).toMatch(/1$/);
    },
  );
});

test(
  'a running till makes the checks itself, opens none of its ports again, and prints nothing',
  { timeout: 120_000 },
  async () => {
    const data = till();
    const { url, username, password, merchant } = ground.sandbox;
    const own = {
      name: 'T',
      shop: 'S',
      currency: 'USD',
      locale: 'en-US',
      maxAmountMinor: 100_000,
      cardTimeoutMs: 30_000,
    };
    const host = await composeHost({
      dataDir: data,
      mode: 'live',
      isKiosk: false,
      version: '1',
      till: own,
      platform: { url, username, password, merchant },
      terminals: [{ address, isPractice: false }],
      practice: null,
      localSocket: true,
    });
    undo.push(() => host.close());
    const { id } = await host.waitForTerminal(30_000);
    writeFileSync(join(data, 'host.json'), JSON.stringify({ pid: process.pid, socket: host.socket }));
    const before = host.state().terminals.find((one) => one.id === id);
    const { code, lines } = await doctor(data);
    const after = host.state().terminals.find((one) => one.id === id);
    // There was a single connection throughout: doctor never took the line from the till.
    expect(after).toMatchObject({ state: 'ready', health: { reconnects: 0, linkUpSince: before?.health.linkUpSince } });
    const detail = expect.stringContaining('running in live mode') as string;
    expect(lines.find(({ check }) => check === 'till')).toMatchObject({ state: 'ok', detail });
    expect(lines.find(({ check }) => check === 'terminals')).toMatchObject({ state: 'ok', of: id });
    expect(lines.find(({ check }) => check === 'account')).toMatchObject({ state: 'ok' });
    expect(code).toBe(0);
  },
);
