/** Handles each command (reference section 4). Every command gets an answer; long-running commands get 63 first. */
import { concatBytes, readBigEndian } from '../../../framing/bytes.ts';
import { findTlv, parseTlvs } from '../../../framing/tlv.ts';
import { code, neo2Commands, neo2Tag, status } from '../codec/codes.ts';
import {
  ascii,
  littleEndian,
  messageIndex,
  readHostResponse,
  readPayment,
  readStartTransaction,
  type PaymentStart,
} from '../codec/commands.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { Neo2Command, Neo2Sensors } from './behaviour.ts';
import type { Neo2DeviceWire } from './device-wire.ts';
import type { Neo2Model } from '../models/index.ts';
import { text } from './texts.ts';
import type { Neo2SimulatedTransaction } from './transaction.ts';

export interface CommandedReader {
  readonly serialNumber: string;
  readonly firmware: string;
  readonly facts: Neo2Model;
  readonly wire: Neo2DeviceWire;
  readonly sensors: Neo2Sensors;
  readonly knowsFirstResponses: boolean;
  /** If false, a start with an output list (DFEE1A) is refused. */
  readonly knowsOutputTags: boolean;
  /** True if the reader sends 63 when it accepts a long-running command. */
  confirmsCommands: boolean;
  readonly transaction: Neo2SimulatedTransaction | null;
  readonly lastContactAnswer: { value: number; data: Uint8Array } | null;
  /** Status that refuses a start, or undefined if a transaction can start. */
  readonly startRefusal: number | undefined;
  /** Sends 63, if the host has requested that. */
  sayTaken(command: number): void;
  beginTransaction(payment: PaymentStart, readers: readonly ReadMode[]): void;
  showForAWhile(lines: readonly string[]): void;
  /** Sets a new text for the label, which appears when its screen is shown. */
  setLabel(label: string): void;
  showLabel(): void;
  resetSettings(): void;
  /** Restarts the reader after a command that is already answered. */
  restartSoon(): void;
}

const names = new Map<number, string>(
  Object.entries(neo2Commands).map(([name, [command, subcommand]]) => [command * 256 + subcommand, name]),
);
const commandBytes = new Set(Object.values(neo2Commands).map(([command]) => command as number));

/** Objects on the reader's only screen, as created when it was put into service. */
const SCREEN = 'Screen1';
const LABEL = 'Text1';
const SERIAL_NUMBER_BYTES = 15;

export function answerNeo2Command(given: Neo2Command, reader: CommandedReader): void {
  const { command, subcommand, data } = given;
  const reply = (value: number, answer?: Uint8Array): void => reader.wire.answer(command, value, answer);
  const name = names.get(command * 256 + subcommand);
  const { transaction } = reader;
  const isCancel = command === code.cancel;
  if (transaction?.isActivated && !isCancel) {
    // Readers treat any other command as a cancel while they wait for a card (Kiosk V manual p22).
    transaction.cancelByHost();
    return reply(status.notAllowed);
  }
  if (transaction?.isContactBusy && !isCancel) return reply(status.notAllowed);
  if (name === undefined) return reply(commandBytes.has(command) ? status.unknownSubcommand : status.unknownCommand);
  switch (name) {
    case 'ping':
      return reply(status.ok);
    case 'get-serial-number':
      return reply(status.ok, padded(reader.serialNumber));
    case 'get-firmware-version':
      return reply(status.ok, ascii(reader.firmware));
    case 'get-module-versions':
    case 'get-module-versions-deprecated':
      return reply(status.ok, concatBytes(ascii(`FW, ${reader.firmware}`), Uint8Array.of(0x0d, 0x0a)));
    case 'get-device-status':
      if (!reader.facts.hasDeviceStatus) return reply(status.notSupported);
      return reply(status.ok, Uint8Array.of(reader.sensors.isActivated ? 1 : 0, 0));
    case 'get-battery':
      return answerBattery(data, reader, reply);
    case 'set-configuration':
      return configure(data, reader, reply);
    case 'set-configuration-defaults':
      reader.resetSettings();
      return reply(status.ok);
    case 'set-poll-mode':
    case 'set-boot-notification':
      return reply(data.length === 1 ? status.ok : status.badParameter);
    case 'start-transaction':
      return start(data, reader, reply);
    case 'contact-authenticate':
      if (data.length !== 3) return reply(status.badParameter);
      if (!transaction?.authenticate(readBigEndian(data.subarray(1)))) return reply(status.notAllowed);
      reader.sayTaken(code.contact);
      return transaction.verify();
    case 'contact-apply-host-response': {
      const answer = readHostResponse(data);
      if (!answer) return reply(status.badParameter);
      if (!transaction?.takeHostResponse()) return reply(status.notAllowed);
      reader.sayTaken(code.contact);
      return transaction.complete(answer);
    }
    case 'contact-retrieve-result': {
      const last = reader.lastContactAnswer;
      return last ? reply(last.value, last.data) : reply(status.notAllowed);
    }
    case 'cancel-transaction':
      return cancel(reader, reply);
    case 'control-user-interface':
      return showMessage(data, reader, reply);
    case 'screen-update-object':
      return updateLabel(data, reader, reply);
    case 'screen-show':
      return showScreen(data, reader, reply);
    case 'restart':
      reply(status.ok);
      return reader.restartSoon();
    default:
      return reply(status.notSupported);
  }
}

type Reply = (value: number, answer?: Uint8Array) => void;

function padded(serialNumber: string): Uint8Array {
  const bytes = new Uint8Array(SERIAL_NUMBER_BYTES);
  bytes.set(ascii(serialNumber));
  return bytes;
}

function answerBattery(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  if (!reader.facts.hasBattery) return reply(status.unknownSubcommand);
  const { batteryPercent, coinCellMillivolts } = reader.sensors;
  if (data.length === 0) return reply(status.ok, Uint8Array.of(batteryPercent));
  if (data.length > 1 || (data[0] ?? 0) > 1) return reply(status.badParameter);
  return reply(status.ok, littleEndian(data[0] === 0 ? coinCellMillivolts : 3_300 + 9 * batteryPercent, 2));
}

function configure(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  const parsed = parseTlvs(data);
  if (!parsed.ok || parsed.tlvs.length === 0) return reply(status.badParameter);
  const first = findTlv(parsed.tlvs, neo2Tag.firstResponse);
  if (first && !reader.knowsFirstResponses) return reply(status.notSupported);
  if (first) reader.confirmsCommands = first[0] === 0x00;
  const events = findTlv(parsed.tlvs, neo2Tag.events);
  if (events) reader.wire.sendsEvents = events[0] !== 0x00;
  reply(status.ok);
}

function start(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  if (reader.transaction && reader.transaction.step !== 'removing') return reply(status.notAllowed);
  if (reader.startRefusal !== undefined) return reply(reader.startRefusal);
  const request = readStartTransaction(data);
  const payment = request && readPayment(request);
  if (!payment || (payment.outputTags.length > 0 && !reader.knowsOutputTags)) return reply(status.badParameter);
  const { contact, contactless, swipe } = payment.interfaces;
  const wanted: ReadMode[] = [];
  if (contact) wanted.push('chip');
  if (contactless) wanted.push('contactless');
  if (swipe) wanted.push('swipe');
  const readers = wanted.filter((mode) => reader.facts.readers.includes(mode));
  if (readers.length === 0) return reply(status.notSupported);
  reader.sayTaken(code.transaction);
  reader.beginTransaction(payment, readers);
}

function cancel(reader: CommandedReader, reply: Reply): void {
  const { transaction } = reader;
  // The chip has the bank's answer and continues on its own.
  if (transaction?.step === 'completing') return reply(status.notAllowed);
  reply(status.ok);
  if (transaction?.isCancellable) transaction.cancelByHost();
}

function showMessage(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  if (data.length !== 4) return reply(status.badParameter);
  const lines: Readonly<Record<number, string>> = {
    [messageIndex.welcome]: text.welcome,
    [messageIndex.thankYou]: text.thankYou,
    [messageIndex.fail]: text.fail,
    [messageIndex.wait]: text.processing,
  };
  const line = lines[data[0] ?? 0];
  reply(status.ok);
  if (line !== undefined && !reader.transaction) reader.showForAWhile([line]);
}

function zeroEnded(data: Uint8Array, count: number): { texts: string[]; rest: Uint8Array } {
  const texts: string[] = [];
  let rest = data;
  while (texts.length < count) {
    const end = rest.indexOf(0);
    if (end < 0) break;
    texts.push(String.fromCharCode(...rest.subarray(0, end)));
    rest = rest.subarray(end + 1);
  }
  return { texts, rest };
}

function updateLabel(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  if (!reader.facts.hasDisplay) return reply(status.notSupported);
  const { texts, rest } = zeroEnded(data, 2);
  const isOurs = texts[0] === SCREEN && texts[1] === LABEL && rest[0] === 0x00;
  const label = isOurs ? zeroEnded(rest.subarray(1), 1).texts[0] : undefined;
  if (label === undefined) return reply(status.badParameter);
  reader.setLabel(label);
  // Position of the label on the screen: left, top, right, bottom (guide p451).
  reply(status.ok, concatBytes(...[1, 30, 111, 58].map((edge) => littleEndian(edge, 2))));
}

function showScreen(data: Uint8Array, reader: CommandedReader, reply: Reply): void {
  if (!reader.facts.hasDisplay) return reply(status.notSupported);
  if (zeroEnded(data, 1).texts[0] !== SCREEN) return reply(status.badParameter);
  reply(status.ok);
  reader.showLabel();
}
