import type { JournalView, SelfTest, TerminalView } from '../../electron/contract/index.ts';
import { deviceRefusal, type TerminalRow } from './terminal-rows.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/** The problem, present or coming, and the next step. */
export type Warning = readonly [what: string, next: string];

/** Returns the warnings for a technician from the terminal's and the platform's records. Pure. */
export function warningsOf(row: TerminalRow, nowMs: number, texts: TechnicianTexts): Warning[] {
  const { warnings } = texts.words.technician;
  const { terminal } = row;
  const health = terminal?.health;
  const all: Warning[] = [];
  if (health?.isTampered === true) all.push([warnings.tampered, warnings.tamperedNext]);
  if (health?.isOperational === false) all.push([warnings.notOperational, warnings.notOperationalNext]);
  if (terminal?.resetAt) {
    const leftMs = Date.parse(terminal.resetAt) - nowMs;
    all.push([
      leftMs > 0 ? warnings.resetting({ time: texts.duration(leftMs) }) : warnings.resettingNow,
      warnings.resettingNext,
    ]);
  }
  if (terminal?.selfTest && !terminal.selfTest.isOk) all.push(selfTestWarning(terminal.selfTest, texts));
  if (terminal && isLostByAddress(terminal)) {
    all.push([warnings.networkAway({ address: terminal.address.replace(/^tcp:/, '') }), warnings.networkAwayNext]);
  }
  const refusal = deviceWarning(row, texts);
  if (refusal) all.push(refusal);
  return all;
}

/** True for a lost terminal in the network whose IP address a router may have given to another device. */
function isLostByAddress({ link, state, isPractice, address, failure }: TerminalView): boolean {
  // A device that answers is at this address, whichever device it is.
  if (failure && !/^(?:LINK_|TERM_SILENT$)/.test(failure.code)) return false;
  if (link !== 'tcp' || isPractice || (state !== 'lost' && state !== 'failed')) return false;
  return /^tcp:(?:[0-9]+(?:\.[0-9]+){3}|\[[0-9A-Fa-f:.]+\]):/.test(address);
}

/** Returns the facts that a technician must know about the till's own records. Pure. */
export function journalWarnings({ older, quarantined }: JournalView, texts: TechnicianTexts): Warning[] {
  const { warnings } = texts.words.technician;
  const all: Warning[] = [];
  if (older) all.push([warnings.older({ payments: older.payments }), warnings.olderNext({ file: older.file })]);
  if (quarantined) {
    const what = texts.words.outcomes.stopped.quarantined({ time: texts.clockTime(quarantined.at) });
    all.push([what, warnings.quarantinedNext({ file: quarantined.file })]);
  }
  return all;
}

/** Explains why the host refuses payments on this Device, as a technician can correct it. */
function deviceWarning(row: TerminalRow, texts: TechnicianTexts): Warning | null {
  const { warnings } = texts.words.technician;
  const { code, context } = deviceRefusal(row) ?? {};
  const contextText = (name: string): string => String(context?.[name] ?? '–');
  if (code === 'DEVICE_OTHER_MERCHANT') {
    const till = contextText('tillMerchant');
    const isSaid = typeof context?.['merchant'] === 'string';
    const what = isSaid
      ? warnings.otherMerchant({ merchant: contextText('merchant'), till })
      : warnings.noMerchant({ till });
    return [what, warnings.otherMerchantNext];
  }
  if (code === 'DEVICE_TWICE') return [warnings.twice({ devices: contextText('devices') }), warnings.twiceNext];
  if (code === 'DEVICE_NOT_ENABLED') return [warnings.notEnabled, warnings.notEnabledNext];
  return code === 'DEVICE_NONE' ? [warnings.noDevice, warnings.noDeviceNext] : null;
}

/** The first check that failed, with its sentence, its start and the next step. */
function selfTestWarning({ at, checks }: SelfTest, texts: TechnicianTexts): Warning {
  const { warnings } = texts.words.technician;
  const failed = checks.find(({ failure }) => failure !== null);
  const words = failed?.failure ? texts.words.failures[failed.failure.code] : null;
  const since = failed?.since ? ` ${warnings.selfTestSince({ since: texts.clockTime(Date.parse(failed.since)) })}` : '';
  return [
    warnings.selfTest({ at: texts.clockTime(Date.parse(at)), what: `${words?.what ?? ''}${since}` }),
    words?.next ?? '',
  ];
}

/** Returns the terminal's id and both serial numbers when the connected terminal is not the paired one. */
export function otherTerminal({ terminal }: TerminalRow): { terminal: string; found: string; paired: string } | null {
  const failure = terminal?.failure;
  if (!terminal || failure?.code !== 'TERM_OTHER') return null;
  const { found, paired } = failure.context ?? {};
  return { terminal: terminal.id, found: String(found), paired: String(paired) };
}
