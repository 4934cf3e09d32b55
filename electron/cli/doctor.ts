/** `tillbridge doctor`: what this computer offers and what is in the way, each line with its remedy. */
import { accessSync, constants } from 'node:fs';
import type { Command } from 'commander';
import { toFailure, type TerminalView } from '../contract/index.ts';
import { discoverTerminals } from '../../native/index.ts';
import { anchorText, olderJournalOf, portRulesOf, proxyHost, readAnchor, readAuthorities } from '../host/index.ts';
import { ensureDataDir, journalPathOf, readNetwork, readPeople, readPorts } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { connectShared } from './connection.ts';
import { notAskedWords } from './devices.ts';
import { withData, withJson } from './options.ts';
import { deviceRemedies } from './payment-words.ts';
import { shellNoteFinding } from './shell-note.ts';

interface Finding {
  what: string;
  state: 'ok' | 'note' | 'problem';
  detail: string;
}

export function registerDoctor(program: Command, cli: Cli): void {
  withJson(withData(program.command('doctor')))
    .description('check this computer: runtime, data folder, ports, permissions, running till')
    .action(async (flags: { data?: string }) => {
      const dataDir = cli.dataDir(flags.data);
      const settings = portSettings(dataDir);
      // Without the rules a port would be asked that is not to be.
      const canAsk = settings.every(({ state }) => state !== 'problem');
      const findings: Finding[] = [
        runtime(),
        folder(dataDir),
        ...records(dataDir),
        ...auditLog(dataDir),
        ...network(cli, dataDir),
        ...people(cli, dataDir),
        ...settings,
        ...(canAsk
          ? await ports(dataDir)
          : [{ what: 'ports', state: 'note' as const, detail: 'not looked at until the settings can be read' }]),
        ...(await running(dataDir)),
        ...shellNoteFinding(dataDir, Date.now()),
      ];
      cli.print(findings, findings.map(({ what, state, detail }) => `${state.padEnd(8)}${what}: ${detail}`).join('\n'));
      if (findings.some((finding) => finding.state === 'problem')) cli.exitCode = 1;
    });
}

function runtime(): Finding {
  return {
    what: 'runtime',
    state: 'ok',
    detail: `Node ${process.versions.node}, modules ABI ${process.versions.modules}, ${process.platform} ${process.arch}`,
  };
}

function folder(dataDir: string): Finding {
  try {
    accessSync(ensureDataDir(dataDir), constants.R_OK | constants.W_OK);
    return { what: 'data folder', state: 'ok', detail: dataDir };
  } catch (error) {
    return { what: 'data folder', state: 'problem', detail: toFailure(error).message };
  }
}

/** Payment records that went back in time: the disk lost what it had acknowledged, or an older copy was put back. */
function records(dataDir: string): Finding[] {
  const older = olderJournalOf(journalPathOf(dataDir));
  if (!older) return [];
  const detail =
    `found older than their recovery log at ${new Date(older.at).toISOString()}; ${older.payments} payments were looked up. ` +
    `Have this computer's disk checked, then delete ${older.file}`;
  return [{ what: 'payment records', state: 'problem', detail }];
}

/** The anchor of the audit log, to be kept elsewhere; nothing before the first entry. */
function auditLog(dataDir: string): Finding[] {
  const what = 'audit log';
  try {
    const anchor = readAnchor(journalPathOf(dataDir));
    if (anchor === 'none') return [];
    if (anchor) return [{ what, state: 'ok', detail: `anchor ${anchorText(anchor)}` }];
  } catch {
    // Said as of one that says something else.
  }
  return [{ what, state: 'problem', detail: 'its anchor cannot be read: `tillbridge audit verify` says more' }];
}

/** The way to the platform: its proxy, without credentials, and the private certificate authorities that are trusted. */
function network(cli: Cli, dataDir: string): Finding[] {
  try {
    const way = readNetwork({ dataDir, env: cli.io.env });
    if (!way) return [{ what: 'platform', state: 'note', detail: 'none set up: the till is in training mode' }];
    const { url, proxy, decidedBy, caFile } = way;
    const by = proxy === null ? `directly (${decidedBy})` : `through the proxy ${proxyHost(proxy)} (${decidedBy})`;
    return [{ what: 'platform', state: 'ok', detail: `${url.host}, ${by}` }, ...authorities(caFile)];
  } catch (error) {
    return [{ what: 'platform', state: 'problem', detail: toFailure(error).message }];
  }
}

/** Whether anybody may give money back; nothing in training mode. */
function people(cli: Cli, dataDir: string): Finding[] {
  try {
    if (!readNetwork({ dataDir, env: cli.io.env })) return [];
    const managers = readPeople(dataDir).filter(({ roles }) => roles.includes('manager'));
    if (managers.length > 0)
      return [{ what: 'managers', state: 'ok', detail: managers.map(({ name }) => name).join(', ') }];
    const detail =
      'there are none: anybody at this till may give money back. Add people with PINs to settings.json (`tillbridge pin`)';
    return [{ what: 'managers', state: 'note', detail }];
  } catch {
    return []; // said above
  }
}

/** A certificate authority that expires within this time is mentioned, milliseconds. */
const SOON_MS = 30 * 24 * 60 * 60_000;

function authorities(caFile: string | null): Finding[] {
  if (caFile === null) return [{ what: 'certificates', state: 'ok', detail: "the system's authorities alone" }];
  try {
    return readAuthorities(caFile, Date.now()).map(({ subject, validTo }) => ({
      what: 'certificates',
      state: validTo < Date.now() + SOON_MS ? ('note' as const) : ('ok' as const),
      // oxlint-disable-next-line tillbridge/no-wall-durations -- a certificate's date
      detail: `also ${subject}, ${validTo < Date.now() ? 'EXPIRED' : 'valid'} until ${new Date(validTo).toISOString().slice(0, 10)} (${caFile})`,
    }));
  } catch (error) {
    return [{ what: 'certificates', state: 'problem', detail: toFailure(error).message }];
  }
}

/** What the settings say about ports; nothing where they say nothing. */
function portSettings(dataDir: string): Finding[] {
  try {
    const { neverAsk, onlyAsk, printer } = readPorts(dataDir);
    return [
      ...(printer === null
        ? []
        : [{ what: 'receipt printer', state: 'ok' as const, detail: `${printer}, never asked` }]),
      ...(neverAsk.length === 0 ? [] : [{ what: 'ports.neverAsk', state: 'ok' as const, detail: neverAsk.join(', ') }]),
      ...(onlyAsk.length === 0 ? [] : [{ what: 'ports.onlyAsk', state: 'ok' as const, detail: onlyAsk.join(', ') }]),
    ];
  } catch (error) {
    return [{ what: 'settings', state: 'problem', detail: toFailure(error).message }];
  }
}

/** Ports a running Tillbridge holds show as busy; its own line says what it has there. */
async function ports(dataDir: string): Promise<Finding[]> {
  const found = await discoverTerminals({ notAsked: portRulesOf(dataDir) });
  if (found.length === 0) return [{ what: 'ports', state: 'note', detail: 'no serial port and no HID device seen' }];
  return found.map((one) => {
    const usb = one.vendorId && one.productId ? `${one.vendorId}:${one.productId}` : null;
    const left = one.notAsked ? notAskedWords(one) : null;
    const why = one.failure ? `${one.failure.message} [${one.failure.code}]` : left;
    return {
      what: one.address,
      state: one.failure?.code === 'LINK_PERMISSION' ? 'problem' : one.verdict === 'terminal' ? 'ok' : 'note',
      detail: [one.verdict, one.model, one.serialNumber, usb, why].filter((part) => part !== null).join(', '),
    };
  });
}

async function running(dataDir: string): Promise<Finding[]> {
  const shared = await connectShared(dataDir);
  if (!shared) return [{ what: 'till', state: 'note', detail: 'not running with this data folder' }];
  try {
    const { state } = await shared.client.snapshot();
    const terminals = state.terminals.map((terminal) => `${terminal.id} ${terminal.state}`).join(', ') || 'none';
    const till = `running in ${state.till.mode} mode; terminals: ${terminals}; platform ${state.platform.state}`;
    return [{ what: 'till', state: 'ok', detail: till }, ...state.terminals.map(deviceFinding)];
  } finally {
    await shared.close();
  }
}

/** Which Device of the platform a terminal is, and why no payment goes to it. */
function deviceFinding({ id, device, serialNumber }: TerminalView): Finding {
  const what = `Device of ${id}`;
  if (!device) return { what, state: 'note', detail: 'the platform has not said yet' };
  const { failure } = device;
  if (failure) {
    const remedy = deviceRemedies[failure.code] ?? '';
    return { what, state: 'problem', detail: `no payment goes to it: ${failure.message} ${remedy} [${failure.code}]` };
  }
  if (device.id !== null) return { what, state: 'ok', detail: device.id };
  const none = `the platform has none with serial number ${serialNumber ?? '(not known)'}: payments go without one`;
  return { what, state: 'note', detail: none };
}
