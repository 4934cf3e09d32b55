/** The terminal's reaction to each command (reference section 4). Every request gets exactly one response. */
import { findTlv, type Tlv } from '../../../framing/tlv.ts';
import { equalBytes, readBigEndian } from '../../../framing/bytes.ts';
import { readDisplayFixedText, readDisplayFlexText, readReset, readResumeTransaction } from '../codec/commands.ts';
import type { MmsRequest } from '../codec/message.ts';
import { propertyTlvs, readProperty } from '../codec/properties.ts';
import { mmsCommand, mmsNotification } from '../codec/tags.ts';
import { refusalCodes } from './status-codes.ts';
import { fixedStrings, WELCOME_ID } from './screens.ts';
import { acceptStart, type AcceptedStart } from './start-request.ts';
import type { Timers } from '../../../time/timers.ts';
import type { Display } from '../../shared/simulator/display.ts';
import type { MmsDeviceWire } from './device-wire.ts';
import type { MmsModel } from '../models/index.ts';
import type { PropertyStore } from './property-store.ts';
import type { MmsTransaction } from './transaction.ts';
import type { ReplyOptions } from './wire.ts';

export interface CommandedTerminal {
  readonly facts: MmsModel;
  readonly wire: MmsDeviceWire;
  readonly display: Display;
  readonly timers: Timers;
  readonly properties: PropertyStore;
  /** DFDF25. */
  readonly packedSerialNumber: Uint8Array;
  readonly transaction: MmsTransaction | null;
  /** Status code that explains why a transaction cannot start now, or undefined if it can. */
  readonly startRefusal: number | undefined;
  /**
   * True while a fixed text with a time limit is shown; until it ends, other commands are refused (reference section
   * 4).
   */
  isFixedTextRunning: boolean;
  beginTransaction(accepted: AcceptedStart): void;
  showIdle(): void;
  /** Goes down within 500 ms, after the command has been answered (reference section 4). */
  shutDownSoon(kind: 'reset' | 'power-off'): void;
}

interface Answer extends ReplyOptions {
  afterwards?: () => void;
}

export function answerCommand(request: MmsRequest, terminal: CommandedTerminal): void {
  const { afterwards, ...reply } = decide(request, terminal);
  terminal.wire.reply(request, reply);
  afterwards?.();
}

function decide(request: MmsRequest, terminal: CommandedTerminal): Answer {
  const { command, tlvs } = request;
  // While a fixed text with a time limit is shown, the host may send only these commands (reference section 4).
  const isAllowed = command === mmsCommand.reset || command === mmsCommand.echo;
  if (terminal.isFixedTextRunning && !isAllowed) return refused(refusalCodes.uiRunning);
  switch (command) {
    case mmsCommand.echo:
      return { tlvs };
    case mmsCommand.getProperty:
      return getProperty(tlvs, terminal);
    case mmsCommand.setProperty:
      return setProperty(tlvs, terminal);
    case mmsCommand.startTransaction:
      return start(tlvs, terminal);
    case mmsCommand.resumeTransaction:
      return resume(tlvs, terminal);
    case mmsCommand.cancelTransaction:
      return cancel(terminal);
    case mmsCommand.cardholderChoice:
      return choose(tlvs, terminal);
    case mmsCommand.displayFixedText:
      return fixedText(tlvs, terminal);
    case mmsCommand.displayFlexText:
      return flexText(tlvs, terminal);
    case mmsCommand.buzzer:
      return buzz(tlvs, terminal);
    case mmsCommand.reset:
      return { afterwards: () => terminal.shutDownSoon(readReset(tlvs)) };
    case mmsCommand.subscriptions:
      return subscribe(tlvs, terminal);
    default:
      return refused(refusalCodes.notAvailable);
  }
}

function refused(code: number): Answer {
  return { severity: 'not-started', code };
}

function start(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  if (terminal.transaction) return refused(refusalCodes.transactionInProgress);
  if (terminal.startRefusal !== undefined) return refused(terminal.startRefusal);
  const accepted = acceptStart(tlvs, terminal.facts);
  if ('refused' in accepted) return refused(accepted.refused);
  return { severity: 'started', afterwards: () => terminal.beginTransaction(accepted) };
}

function resume(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const { transaction } = terminal;
  if (!transaction) return refused(refusalCodes.noTransaction);
  if (!transaction.isWaitingForAnswer) return refused(refusalCodes.wrongTransactionState);
  const answer = readResumeTransaction(tlvs);
  // An answer with another terminal's serial number was not meant for this card.
  if (!answer || !equalBytes(answer.deviceSerialNumber, terminal.packedSerialNumber)) {
    return refused(refusalCodes.badParameter);
  }
  return { payload: 'code-only', afterwards: () => transaction.resume(answer) };
}

function cancel(terminal: CommandedTerminal): Answer {
  const { transaction } = terminal;
  if (!transaction) return refused(refusalCodes.noTransaction);
  if (!transaction.isCancellable) return refused(refusalCodes.cannotCancel);
  return { afterwards: () => transaction.cancelByHost() };
}

function choose(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const { transaction } = terminal;
  if (!transaction) return refused(refusalCodes.noTransaction);
  if (!transaction.isChoosing) return refused(refusalCodes.wrongTransactionState);
  const status = (['chosen', 'cancelled', 'timed-out'] as const)[findTlv(tlvs, 0x81)?.[0] ?? -1];
  const index = findTlv(tlvs, 0x82)?.[0] ?? 0;
  if (!status || (status === 'chosen' && !transaction.isOffered(index))) return refused(refusalCodes.badParameter);
  return { afterwards: () => transaction.chosen(status, index) };
}

function fixedText(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  if (!terminal.facts.hasDisplay) return refused(refusalCodes.notAvailable);
  if (terminal.transaction) return refused(refusalCodes.transactionInProgress);
  const text = readDisplayFixedText(tlvs);
  const line = text && fixedStrings[text.stringId];
  if (!text || line === undefined) return refused(refusalCodes.badParameter);
  const lines = line === '' ? [] : [line];
  if (text.seconds === 0) {
    return {
      payload: 'code-only',
      afterwards: () => {
        terminal.display.setIdleLines(text.stringId === WELCOME_ID ? null : lines);
        terminal.showIdle();
      },
    };
  }
  return {
    severity: 'started',
    payload: 'code-only',
    afterwards: () => {
      terminal.isFixedTextRunning = true;
      terminal.display.showFor(lines, text.seconds * 1000, () => {
        terminal.isFixedTextRunning = false;
        terminal.showIdle();
        terminal.wire.notify(mmsNotification.uiComplete, [0x02, 0x01, 0x00, 0x00]);
      });
    },
  };
}

function flexText(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  if (terminal.facts.idleMessage !== 'free') return refused(refusalCodes.notAvailable);
  if (terminal.transaction) return refused(refusalCodes.transactionInProgress);
  const text = readDisplayFlexText(tlvs);
  if (!text) return refused(refusalCodes.badParameter);
  if (text.lines.some((line) => (line?.length ?? 0) > 30)) return refused(refusalCodes.badParameter);
  const title = text.titleId ? fixedStrings[text.titleId] : undefined;
  const lines = [title, ...text.lines].filter((line): line is string => line !== undefined && line !== '');
  return {
    afterwards: () => {
      terminal.display.setIdleLines(lines.length === 0 ? null : lines);
      terminal.showIdle();
    },
  };
}

function buzz(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const tones = findTlv(tlvs, 0x81);
  if (!tones || tones.length === 0 || tones.length % 4 !== 0) return refused(refusalCodes.badParameter);
  let lastsMs = 0;
  for (let at = 0; at < tones.length; at += 4) lastsMs += readBigEndian(tones.subarray(at + 2, at + 4));
  return {
    severity: 'started',
    afterwards: () => {
      terminal.timers.after(lastsMs, () => terminal.wire.notify(mmsNotification.uiComplete, [0x05, 0x04, 0x01, 0x00]));
    },
  };
}

function subscribe(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const isOn = (findTlv(tlvs, 0x81)?.[0] ?? 0x01) === 0x01;
  const ids = findTlv(tlvs, 0x83) ?? new Uint8Array();
  const isAll = (findTlv(tlvs, 0x82)?.[0] ?? (ids.length === 0 ? 0x01 : 0x00)) === 0x01;
  if (!isAll && (ids.length === 0 || ids.length % 2 !== 0)) return refused(refusalCodes.badParameter);
  const codes: number[] = [];
  for (let at = 0; at < ids.length; at += 2) codes.push(readBigEndian(ids.subarray(at, at + 2)));
  return { afterwards: () => terminal.wire.subscribe({ isOn, codes: isAll ? 'all' : codes }) };
}

function getProperty(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const question = readProperty(tlvs);
  const value = question && terminal.properties.get(question.name);
  if (!question || !value) return refused(refusalCodes.badParameter);
  return { tlvs: propertyTlvs({ ...question, value }), payload: 'long-length' };
}

function setProperty(tlvs: readonly Tlv[], terminal: CommandedTerminal): Answer {
  const call = readProperty(tlvs);
  if (!call) return refused(refusalCodes.badParameter);
  if (terminal.transaction) return refused(refusalCodes.transactionInProgress);
  if (terminal.properties.set(call.name, call.value) !== 'ok') return refused(refusalCodes.badParameter);
  return { tlvs: propertyTlvs(call), payload: 'long-length' };
}
