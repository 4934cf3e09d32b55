/** Ports, the terminals on them, and the platform's Devices that they are. */
import {
  isOpenAttempt,
  payingTerminals,
  type CheckFinding,
  type Discovered,
  type Failure,
  type HostState,
  type TerminalView,
} from '../../contract/index.ts';
import { matchDevice } from '../devices/index.ts';
import { connectPlatform } from '../platform/index.ts';
import { remark, failed, fine, found, notLooked, settled, type Check, type CheckFacts, type InForce } from './facts.ts';
import { holderOf, meddlersRunning } from './holders.ts';

const notAskedBecause = {
  'receipt-printer': 'the receipt printer',
  settings: 'ports in the settings',
  person: 'said to be no terminal on the Terminals screen',
};

/** Why a port was not asked, for people. */
export function notAskedWords({ notAsked, kind }: Discovered): string {
  const known = `by its USB numbers a ${kind ?? 'device that is no terminal'}`;
  return `not asked: ${notAsked === undefined || notAsked === 'known' ? known : notAskedBecause[notAsked]}`;
}

const isPaying = ({ attempts }: HostState): boolean =>
  attempts.some((one) => isOpenAttempt(one) && one.state !== 'checking');

/** Who has a port is not always told. */
const nobody = { program: null, pid: null, remedy: null };

/** The file of a serial port. */
const pathOf = (address: string): string | null =>
  address.startsWith('serial:/') ? address.slice('serial:'.length) : null;

/** What is at each port of this computer: one that is held is told with whom, one that is not ours with the way in. */
export const ports: Check = async (facts) => {
  const inForce = await settled(facts);
  // Without the rules a port would be asked that is not to be.
  if (!inForce) return [remark('ports', 'not looked at until the settings can be read')];
  if (facts.running && isPaying(facts.running())) return [found('ports', 'note', 'payment-runs')];
  const [seen, meddlers] = await Promise.all([facts.discover(), meddlersRunning()]);
  const own = new Set(inForce.terminals.map(({ address }) => address));
  const told = await Promise.all(seen.map((one) => portFinding(one, own.has(one.address))));
  const none = told.length === 0 ? [remark('ports', 'no serial port and no HID device seen')] : [];
  return [
    ...none,
    ...told,
    ...meddlers.map(({ program, remedy }) => found('ports', 'note', 'meddler', { program, remedy }, program)),
  ];
};

async function portFinding(one: Discovered, isOwn: boolean): Promise<CheckFinding> {
  const { address, verdict, model, serialNumber, vendorId, productId, failure, notAsked } = one;
  const usb = vendorId && productId ? `${vendorId}:${productId}` : null;
  const path = pathOf(address);
  const facts = [verdict, model, serialNumber, usb].filter((part) => part !== null);
  if (failure?.code === 'LINK_BUSY') {
    const holder = path === null ? null : await holderOf(path);
    const held = found('ports', 'note', 'port-held', { address, ...(holder ?? nobody) }, address);
    const by = holder ? [`held by ${holder.program} (process ${holder.pid})`] : [];
    return { ...held, detail: [...facts, ...by, `${failure.message} [${failure.code}]`].join(', ') };
  }
  if (failure?.code === 'LINK_PERMISSION') {
    const remedy = remedyOf(failure);
    const denied = found('ports', isOwn || !notAsked ? 'problem' : 'note', 'port-permission', { address, remedy }, address); // oxfmt-ignore
    return { ...denied, detail: [...facts, denied.detail, `[${failure.code}]`].join(', ') };
  }
  const why = failure ? `${failure.message} [${failure.code}]` : notAsked ? notAskedWords(one) : null;
  const detail = [...facts, why].filter((part) => part !== null).join(', ');
  return verdict === 'terminal' ? fine('ports', detail, address) : remark('ports', detail, address);
}

/** The line a technician can copy: the link knows the port's group, or the rule that lets this user in. */
const remedyOf = ({ message }: Failure): string => message.replace(/^.*?permission denied; /, '');

/** Whether a payment has a terminal to go to. */
export const terminals: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notLooked('terminals');
  if (facts.running) return ofRunning(payingTerminals(facts.running().terminals));
  if (inForce.mode === 'training') return [];
  const cabled = inForce.terminals.filter(({ address }) => !address.startsWith('device:'));
  const others = inForce.terminals.length - cabled.length;
  if (inForce.terminals.length === 0) {
    const seen = (await facts.discover()).filter(({ verdict }) => verdict === 'terminal');
    if (seen.length === 0) return [found('terminals', 'problem', 'terminal-none')];
    return seen.map((one) => fine('terminals', named(one), one.address));
  }
  const asked = await Promise.all(cabled.map(async ({ address }) => ({ address, one: await facts.probe(address) })));
  const hasOther = others > 0 || asked.some(({ one }) => one?.verdict === 'terminal');
  // Where another one can take payments, this one stops none.
  return Promise.all(asked.map(({ address, one }) => terminalFinding(address, one, hasOther ? 'note' : 'problem')));
};

const named = ({ model, serialNumber, address }: Pick<Discovered, 'model' | 'serialNumber' | 'address'>): string =>
  [model, serialNumber].filter((part) => part !== null).join(', ') || address;

function ofRunning(views: readonly TerminalView[]): CheckFinding[] {
  if (views.length === 0) return [found('terminals', 'problem', 'terminal-none')];
  const isUp = ({ state }: TerminalView): boolean => state === 'ready' || state === 'busy';
  const state = views.some(isUp) ? 'note' : 'problem';
  return views.map((view) => {
    if (isUp(view)) return fine('terminals', `${named(view)}, ${view.state}`, view.id);
    const { failure, address } = view;
    return found('terminals', state, 'terminal-away', { address, code: failure?.code ?? view.state }, view.id);
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
    return found('terminals', state, 'port-held', { address, ...(holder ?? nobody) }, address);
  }
  if (one && code === 'LINK_PERMISSION')
    return found('terminals', state, 'port-permission', { address, remedy: one.failure ? remedyOf(one.failure) : '' }, address); // oxfmt-ignore
  if (one?.verdict === 'stranger' && code !== 'TERM_SILENT')
    return found('terminals', state, 'terminal-stranger', { address }, address);
  return found('terminals', state, 'terminal-away', { address, code }, address);
}

/** Which Device of the platform each terminal is, by the rule that payments go by. */
export const devices: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notLooked('devices');
  return facts.running ? facts.running().terminals.map(deviceFinding) : devicesOfStopped(facts, inForce);
};

function deviceFinding({ id, device, serialNumber }: TerminalView): CheckFinding {
  if (!device) return remark('devices', 'the platform has not said yet', id);
  return told(id, serialNumber, device);
}

function told(
  of: string,
  serialNumber: string | null,
  device: { id: string | null; failure: Failure | null },
): CheckFinding {
  // oxfmt-ignore
  if (device.failure) {
    const finding = failed('devices', 'problem', device.failure, of);
    return { ...finding, detail: `no payment goes to it: ${finding.detail}` };
  }
  if (device.id !== null) return fine('devices', device.id, of);
  return found('devices', 'note', 'device-none', { serialNumber: serialNumber ?? '(not known)' }, of);
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
    for (const { of, serialNumber } of serials) {
      const seen: Parameters<typeof matchDevice>[0][number][] = [];
      let hasAnswer = false;
      for await (const page of platform.devices?.list({ serial_number: serialNumber }).pages() ?? []) {
        hasAnswer = page.kind === 'answered';
        if (page.kind === 'answered') seen.push(...page.value.items);
      }
      if (!hasAnswer) continue; // the account's check says why
      const match = matchDevice(seen, { serialNumber, merchant: settings.merchant });
      findings.push(
        told(of, serialNumber, {
          id: match.kind === 'matched' ? match.device : null,
          failure: match.kind === 'refused' ? match.failure : of.startsWith('device:') && match.kind === 'none' ? noDevice(serialNumber) : null, // oxfmt-ignore
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
