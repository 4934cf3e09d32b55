/** Checks of the ports, the terminals on them, and the matching Devices of the platform. */
import {
  isPaying,
  payingTerminals,
  type CheckFinding,
  type Discovered,
  type Failure,
  type TerminalView,
} from '../../contract/index.ts';
import { matchDevice } from '../devices/index.ts';
import { connectPlatform, type DeviceRecord, type Listing } from '../platform/index.ts';
import {
  info,
  failureFinding,
  fine,
  faultFinding,
  notChecked,
  settled,
  type Check,
  type CheckFacts,
  type InForce,
} from './check.ts';
import { holderOf, conflictingProgramsRunning } from './port-holders.ts';

const notAskedBecause = {
  'receipt-printer': 'the receipt printer',
  settings: 'ports in the settings',
  person: 'marked as no terminal on the Terminals screen',
};

/** Reason why a port was not probed, as English text. */
export function notAskedWords({ notAsked, kind }: Discovered): string {
  const known = `by its USB numbers a ${kind ?? 'device that is no terminal'}`;
  return `not queried: ${notAsked === undefined || notAsked === 'known' ? known : notAskedBecause[notAsked]}`;
}

/** The system does not always reveal the program that holds a port. */
const nobody = { program: null, pid: null, remedy: null };

/** Device file of a serial port, or null. */
const pathOf = (address: string): string | null =>
  address.startsWith('serial:/') ? address.slice('serial:'.length) : null;

/** Checks each port of this computer: a held port with its holder, a forbidden port with the remedy. */
export const ports: Check = async (facts) => {
  const inForce = await settled(facts);
  // Without the port rules, a forbidden port could be probed.
  if (!inForce) return [info('ports', 'not looked at until the settings can be read')];
  if (facts.running && isPaying(facts.running())) return [faultFinding('ports', 'note', 'payment-runs')];
  const [seen, meddlers] = await Promise.all([facts.discover(), conflictingProgramsRunning()]);
  const own = new Set(inForce.terminals.map(({ address }) => address));
  // A till whose settings list all terminals needs USB only if an address begins with `hid:`.
  const needsUsb = own.size === 0 || [...own].some((address) => address.startsWith('hid:'));
  const findings = await Promise.all(seen.map((one) => portFinding(one, own.has(one.address), needsUsb)));
  const none = findings.length === 0 ? [info('ports', 'no serial port and no HID device seen')] : [];
  return [
    ...none,
    ...findings,
    ...meddlers.map(({ program, remedy }) => faultFinding('ports', 'note', 'meddler', { program, remedy }, program)),
  ];
};

async function portFinding(one: Discovered, isOwn: boolean, needsUsb: boolean): Promise<CheckFinding> {
  const { address, verdict, model, serialNumber, vendorId, productId, failure, notAsked } = one;
  const usb = vendorId && productId ? `${vendorId}:${productId}` : null;
  const path = pathOf(address);
  if (address === 'hid:*' && failure) {
    const why = failure.message.replace(/\.$/, '');
    return faultFinding('ports', needsUsb ? 'problem' : 'note', 'usb-unavailable', { why }, 'USB');
  }
  const facts = [verdict, model, serialNumber, usb].filter((part) => part !== null);
  if (failure?.code === 'LINK_BUSY') {
    const holder = path === null ? null : await holderOf(path);
    const held = faultFinding('ports', 'note', 'port-held', { address, ...(holder ?? nobody) }, address);
    const by = holder ? [`held by ${holder.program} (process ${holder.pid})`] : [];
    return { ...held, detail: [...facts, ...by, `${failure.message} [${failure.code}]`].join(', ') };
  }
  if (failure?.code === 'LINK_PERMISSION') {
    const remedy = remedyOf(failure);
    const denied = faultFinding(
      'ports',
      isOwn || !notAsked ? 'problem' : 'note',
      'port-permission',
      { address, remedy },
      address,
    );
    return { ...denied, detail: [...facts, denied.detail, `[${failure.code}]`].join(', ') };
  }
  const why = failure ? `${failure.message} [${failure.code}]` : notAsked ? notAskedWords(one) : null;
  const detail = [...facts, why].filter((part) => part !== null).join(', ');
  return verdict === 'terminal' ? fine('ports', detail, address) : info('ports', detail, address);
}

/** Remedy that a technician can copy: the link's message contains the port's group or the missing udev rule. */
const remedyOf = ({ message }: Failure): string => message.replace(/^.*?permission denied; /, '');

/** Checks that payments have a terminal. */
export const terminals: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('terminals');
  if (facts.running) return ofRunning(payingTerminals(facts.running().terminals));
  if (inForce.mode === 'training') return [];
  const cabled = inForce.terminals.filter(({ address }) => !address.startsWith('device:'));
  const others = inForce.terminals.length - cabled.length;
  if (inForce.terminals.length === 0) {
    const seen = (await facts.discover()).filter(({ verdict }) => verdict === 'terminal');
    if (seen.length === 0) return [faultFinding('terminals', 'problem', 'terminal-none')];
    return seen.map((one) => fine('terminals', named(one), one.address));
  }
  const asked = await Promise.all(cabled.map(async ({ address }) => ({ address, one: await facts.probe(address) })));
  const hasOther = others > 0 || asked.some(({ one }) => one?.verdict === 'terminal');
  // A failure is only a note if another terminal can take payments.
  return Promise.all(asked.map(({ address, one }) => terminalFinding(address, one, hasOther ? 'note' : 'problem')));
};

type Named = Pick<Discovered, 'model' | 'serialNumber' | 'address' | 'quirks'>;

function named({ model, serialNumber, address, quirks = [] }: Named): string {
  const name = [model, serialNumber].filter((part) => part !== null).join(', ') || address;
  return [name, ...quirks.map((reason) => `quirk of its firmware: ${reason}`)].join('; ');
}

function ofRunning(views: readonly TerminalView[]): CheckFinding[] {
  if (views.length === 0) return [faultFinding('terminals', 'problem', 'terminal-none')];
  const isUp = ({ state }: TerminalView): boolean => state === 'ready' || state === 'busy';
  const state = views.some(isUp) ? 'note' : 'problem';
  return views.map((view) => {
    if (isUp(view)) return fine('terminals', `${named(view)}, ${view.state}`, view.id);
    const { failure, address } = view;
    return faultFinding('terminals', state, 'terminal-away', { address, code: failure?.code ?? view.state }, view.id);
  });
}

async function terminalFinding(
  address: string,
  one: Discovered | null,
  state: 'note' | 'problem',
): Promise<CheckFinding> {
  if (one?.verdict === 'terminal') return fine('terminals', named(one), address);
  const code = one?.failure?.code ?? 'TERM_SILENT';
  const path = pathOf(address);
  if (code === 'LINK_BUSY') {
    const holder = path === null ? null : await holderOf(path);
    return faultFinding('terminals', state, 'port-held', { address, ...(holder ?? nobody) }, address);
  }
  if (one && code === 'LINK_PERMISSION')
    return faultFinding(
      'terminals',
      state,
      'port-permission',
      { address, remedy: one.failure ? remedyOf(one.failure) : '' },
      address,
    );
  if (one?.verdict === 'stranger' && code !== 'TERM_SILENT')
    return faultFinding('terminals', state, 'terminal-stranger', { address }, address);
  return faultFinding('terminals', state, 'terminal-away', { address, code }, address);
}

/** Checks the platform's Device of each terminal, by the same rule as payments. */
export const devices: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('devices');
  if (!facts.running) return devicesOfStopped(facts, inForce);
  // A technician runs this check after a change, so ask the platform again.
  await facts.pollDevices();
  return facts.running().terminals.map(deviceFinding);
};

function deviceFinding({ id, device, serialNumber }: TerminalView): CheckFinding {
  if (!device) return info('devices', 'the platform has not answered yet', id);
  return matchFinding(id, serialNumber, device);
}

function matchFinding(
  of: string,
  serialNumber: string | null,
  device: { id: string | null; failure: Failure | null },
): CheckFinding {
  if (device.failure) {
    const finding = failureFinding('devices', 'problem', device.failure, of);
    return { ...finding, detail: `it receives no payments: ${finding.detail}` };
  }
  if (device.id !== null) return fine('devices', device.id, of);
  return faultFinding('devices', 'note', 'device-none', { serialNumber: serialNumber ?? '(not known)' }, of);
}

/** All records of a listing, or null if a page could not be read. */
async function wholeList(listing: Listing<DeviceRecord>): Promise<DeviceRecord[] | null> {
  const records: DeviceRecord[] = [];
  for await (const page of listing.pages()) {
    if (page.kind !== 'answered') return null;
    records.push(...page.value.items);
  }
  return records;
}

async function devicesOfStopped(facts: CheckFacts, { platform: settings, terminals: own, mode }: InForce) {
  if (!settings || mode === 'training') return [];
  const { clock, random, log } = facts;
  const serials: { of: string; serialNumber: string }[] = [];
  for (const { address, serialNumber } of own) {
    const named = serialNumber ?? (address.startsWith('device:') ? address.slice('device:'.length) : null);
    const known = named ?? (await facts.probe(address))?.serialNumber ?? null;
    if (known !== null) serials.push({ of: address, serialNumber: known });
  }
  const platform = connectPlatform({ settings, clock, random, log, publish: () => undefined });
  try {
    const findings: CheckFinding[] = [];
    const { devices } = platform;
    // A filter finds the exact spelling only; a second Device with another spelling appears in the whole list only.
    const all = devices && serials.length > 0 ? await wholeList(devices.list()) : null;
    for (const { of, serialNumber } of serials) {
      const seen = all ?? (devices && (await wholeList(devices.list({ serial_number: serialNumber }))));
      if (!seen) continue; // the account check reports why
      const match = matchDevice(seen, { serialNumber, merchant: settings.merchant });
      findings.push(
        matchFinding(of, serialNumber, {
          id: match.kind === 'matched' ? match.device : null,
          failure:
            match.kind === 'refused'
              ? match.failure
              : of.startsWith('device:') && match.kind === 'none'
                ? noDevice(serialNumber)
                : null,
        }),
      );
    }
    return findings;
  } finally {
    await platform.close();
  }
}

const noDevice = (serialNumber: string): Failure => ({
  code: 'DEVICE_NONE',
  message: `The platform has no Device with serial number ${serialNumber}, and this terminal has no cable.`,
  context: { serialNumber },
});
