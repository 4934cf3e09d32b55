/** Handles each command (reference section 5). Every request gets exactly one answer. */
import { asciiBytes, concatBytes } from '../../../framing/bytes.ts';
import { command, extendedCommand, extendedResult, property, result } from '../codec/codes.ts';
import {
  readAcquirerResponse,
  readDateTime,
  readerBit,
  readSelectionResult,
  readStartTransaction,
  startOption,
  type StartTransaction,
} from '../codec/commands.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { ReaderSensors, Request } from './behaviour.ts';
import type { MagnesafeDeviceWire } from './device-wire.ts';
import type { MagnesafeModel } from '../models/index.ts';
import type { ReaderTransaction } from './transaction.ts';

export interface CommandedReader {
  readonly facts: MagnesafeModel;
  readonly serialNumber: string;
  readonly firmware: string;
  readonly sensors: ReaderSensors;
  readonly wire: MagnesafeDeviceWire;
  readonly transaction: ReaderTransaction | null;
  readonly ksn: Uint8Array;
  /** True if the clock was set since power-on. */
  isClockSet: boolean;
  beginTransaction(start: StartTransaction, readers: readonly ReadMode[]): void;
  restartSoon(): void;
}

export function answerCommand({ command: code, data }: Request, reader: CommandedReader): void {
  if (code > 0xff) return answerExtended(code, data, reader);
  const { wire } = reader;
  switch (code) {
    case command.getProperty: {
      const value = data.length === 1 ? propertyOf(data[0] ?? -1, reader) : undefined;
      return value ? wire.reply(code, result.done, value) : wire.reply(code, result.badParameter);
    }
    case command.reset:
      wire.reply(code, result.done);
      return reader.restartSoon();
    case command.keySerialNumber:
      return reader.sensors.hasKeys ? wire.reply(code, result.done, reader.ksn) : wire.reply(code, result.noKeys);
    case command.sessionId:
      return wire.reply(code, data.length === 8 ? result.done : result.badParameter);
    case command.securityLevel:
      return wire.reply(code, result.done, Uint8Array.of(reader.sensors.securityLevel));
    case command.swipesLeft:
      return wire.reply(code, result.done, concatBytes(new Uint8Array(16), Uint8Array.of(0xff, 0xff, 0xff)));
    case command.battery:
      if (!reader.facts.hasBattery) return wire.reply(code, result.notImplemented);
      return wire.reply(code, result.done, Uint8Array.of(reader.sensors.batteryPercent));
    case command.outputChannel:
      return wire.reply(code, result.done, data.length === 0 ? Uint8Array.of(0x00) : undefined);
    default:
      return wire.reply(code, result.notImplemented);
  }
}

function propertyOf(number: number, reader: CommandedReader): Uint8Array | undefined {
  switch (number) {
    case property.firmware:
      return asciiBytes(reader.firmware);
    case property.usbSerialNumber:
    case property.serialNumber:
      return asciiBytes(reader.serialNumber);
    case property.interfaceType:
      return Uint8Array.of(0x00);
    case property.emvDataVariant:
      return Uint8Array.of(0x01);
    case property.messageFormat:
      return Uint8Array.of(reader.sensors.messageFormat);
    default:
      return undefined;
  }
}

function answerExtended(code: number, data: Uint8Array, reader: CommandedReader): void {
  const { wire, transaction } = reader;
  const answer = (value: number): void => wire.answer(code, value);
  switch (code) {
    case extendedCommand.startTransaction:
      return start(data, reader);
    case extendedCommand.selectionResult: {
      const choice = readSelectionResult(data);
      if (!transaction?.isChoosing) return answer(extendedResult.noTransaction);
      if (!choice || (choice.status === 'chosen' && !transaction.isOffered(choice.index)))
        return wire.reply(code, result.badParameter);
      answer(extendedResult.done);
      return transaction.chosen(choice.status, choice.index);
    }
    case extendedCommand.acquirerResponse: {
      if (!transaction) return answer(extendedResult.noTransaction);
      if (!transaction.isWaitingForAnswer) return answer(extendedResult.busy);
      const response = readAcquirerResponse(data);
      const isOurs = response && String.fromCharCode(...response.deviceSerialNumber) === reader.serialNumber;
      if (!isOurs) return wire.reply(code, result.badParameter);
      answer(extendedResult.done);
      return transaction.resume(response);
    }
    case extendedCommand.cancelTransaction:
      if (!transaction) return answer(extendedResult.noTransaction);
      if (!transaction.isCancellable) return answer(extendedResult.busy);
      answer(extendedResult.done);
      return transaction.cancelByHost();
    case extendedCommand.setDateTime:
      if (readDateTime(data) === undefined) return answer(extendedResult.badTime);
      reader.isClockSet = true;
      return answer(extendedResult.done);
    case extendedCommand.getDateTime:
      return reader.isClockSet
        ? wire.answer(code, 0, Uint8Array.of(1, 1, 0, 0, 0, 0, 18))
        : answer(extendedResult.badTagList);
    case extendedCommand.kernelText:
      return wire.answer(code, 0, asciiBytes('SIMULATED KERNEL WITH A VERSION TEXT OF MORE THAN ONE PACKET'));
    default:
      return wire.reply(code, result.notImplemented);
  }
}

function start(data: Uint8Array, reader: CommandedReader): void {
  const answer = (code: number): void => reader.wire.answer(extendedCommand.startTransaction, code);
  const { sensors, facts } = reader;
  if (reader.transaction) return answer(extendedResult.busy);
  if (!reader.isClockSet) return answer(extendedResult.badTagList);
  if (!sensors.hasKeys) return answer(extendedResult.noKey);
  if (sensors.securityLevel < 3) return answer(extendedResult.securityTooLow);
  if (sensors.batteryPercent <= 5) return reader.wire.reply(extendedCommand.startTransaction, result.batteryLow);
  const wanted = readStartTransaction(data);
  if (!wanted) return reader.wire.reply(extendedCommand.startTransaction, result.badParameter);
  if (wanted.timeoutSeconds === 0) return answer(extendedResult.badTime);
  const readers = (Object.keys(readerBit) as ReadMode[]).filter((mode) => (wanted.readers & readerBit[mode]) !== 0);
  const isKnown = (wanted.readers & ~0x07) === 0 && readers.every((mode) => facts.readers.includes(mode));
  if (!isKnown || readers.length === 0) return answer(extendedResult.badReaders);
  // Quick Chip exists, but Tillbridge must never request it.
  if (wanted.options !== startOption.fullEmv) return answer(extendedResult.badOptions);
  if (wanted.amountMinor === 0) return answer(extendedResult.badAmount);
  if (wanted.transactionType !== 0x00) return answer(extendedResult.badType);
  if (wanted.reporting > 0x02) return answer(extendedResult.badReporting);
  answer(extendedResult.done);
  reader.beginTransaction(wanted, readers);
}
