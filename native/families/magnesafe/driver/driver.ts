/** The MagneSafe V5 family as a Terminal: gives meaning to exchanges, decides nothing about money. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { Link } from '../../../link/link.ts';
import { systemClock, type Clock } from '../../../../electron/domain/index.ts';
import { LongRunningSession, type LongRunningTimes } from '../../../session/long-running-session.ts';
import type {
  Terminal,
  TerminalHealth,
  TerminalIdentity,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../shared/terminal.ts';
import { explainIdentification } from '../../shared/driver/errors.ts';
import {
  askToRestart,
  ConnectedTerminal,
  DEFAULT_IDENTIFY_REPLY_MS,
  type DriverOptions,
  unknownHealth,
} from '../../shared/driver/connected-terminal.ts';
import { checkPayment } from '../../shared/driver/payment-request.ts';
import { startTransaction } from '../../shared/driver/start.ts';
import { plainText } from '../../shared/plain-text.ts';
import { event, extendedResult, notificationId, property, result } from '../codec/codes.ts';
import { readStatus, type Status } from '../codec/notifications.ts';
import * as commands from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { Dialogue, requireDone } from './dialogue.ts';
import { LeftRunning } from './left-running.ts';
import { capabilitiesOf, identified } from '../../shared/models.ts';
import { modelOf, refusedProducts, type MagnesafeModel } from '../models/index.ts';
import { defaultMagnesafeLimits, type MagnesafeLimits } from '../models/limits.ts';
import { MagnesafeTransaction } from './transaction.ts';
import { magnesafeProtocol, type MagnesafeProtocol, type Note } from './wire.ts';

/** On USB an answer is fetched by whoever asked: no line must fall quiet, and none is late. */
const usbTimes: Partial<LongRunningTimes> = { quietMs: 0, drainMs: 0 };

/**
 * Identifies what is on the link and gives it as a Terminal. On failure the link stays open for another family's try. Nothing but
 * questions is sent, and on USB where its notifications are to go. Rejects with TERM_SILENT (nothing came), FRAME_GARBAGE (bytes came,
 * but no MagneSafe), TERM_UNSUPPORTED (it types what it reads), TERM_REFUSED (it
 * will not say who it is), LINK_CLOSED or LINK_LOST.
 */
export async function connectMagnesafe(
  link: Link,
  options: DriverOptions<LongRunningTimes, MagnesafeLimits, MagnesafeModel> = {},
): Promise<Terminal> {
  const { clock = systemClock, identifyReplyMs = DEFAULT_IDENTIFY_REPLY_MS } = options;
  const protocol = magnesafeProtocol(link.kind);
  const times = { probeMs: identifyReplyMs, ...(link.kind === 'hid' ? usbTimes : {}), ...options.times };
  const session = new LongRunningSession(link, protocol, { clock, times });
  const dialogue = new Dialogue(session);
  try {
    // Twice in the time of one: the first may be lost behind bytes that the attempt with another family left in the reader's buffer.
    const hello = { timeoutMs: Math.ceil(identifyReplyMs / 2), isRepeatable: true };
    const key = await dialogue.ask(commands.getKeySerialNumber(), hello);
    // Only a reader of this family answers so; a stranger's two bytes may mean anything.
    if (key.code !== result.noKeys && (key.code !== result.done || key.data.length !== KSN_BYTES)) throw strange(link);
    const ask = async (number: number, what: string): Promise<Uint8Array> => {
      const reply = await dialogue.ask(commands.getProperty(number), {
        timeoutMs: identifyReplyMs,
        isRepeatable: true,
      });
      return requireDone(reply, `its ${what}`);
    };
    const serialNumber = shownText(await ask(property.serialNumber, 'serial number'));
    if (serialNumber === '')
      throw new TillError('TERM_REFUSED', `${link.address} has no serial number`, {
        context: { address: link.address },
      });
    const firmware = shownText(await ask(property.firmware, 'firmware'));
    if (link.kind === 'hid') {
      const [kind] = await ask(property.interfaceType, 'interface');
      if (kind !== 0x00) throw unsupported(link, refusedProducts[0x0001] ?? '');
      requireDone(
        await dialogue.ask(commands.sendNotificationsToUsb(), { timeoutMs: identifyReplyMs, isRepeatable: true }),
        'to report over USB',
      );
    }
    const { model, facts } = identified(modelOf(link.usb?.productId, options.models), firmware);
    const identity: TerminalIdentity = {
      family: 'magnesafe',
      serialNumber,
      model: model.name,
      ...facts,
      address: link.address,
      link: link.kind,
    };
    const limits = { ...defaultMagnesafeLimits, ...model.limits, ...options.limits };
    return new MagnesafeTerminal(dialogue, protocol, identity, model, { clock, limits });
  } catch (error) {
    session.detach();
    throw explainIdentification(error, session, 'MagneSafe');
  }
}

const KSN_BYTES = 10;
/** Card data leaves the reader encrypted, and no host must prove itself before each card. */
const SECURITY_LEVEL = 0x03;
/** Property 68: card data in the format of all current firmware. */
const CURRENT_FORMAT = 0x01;

const shownText = (bytes: Uint8Array): string => plainText(String.fromCharCode(...bytes), '').trim();

function unsupported(link: Link, what: string): TillError {
  return new TillError('TERM_UNSUPPORTED', `${link.address} is ${what}`, { context: { address: link.address } });
}

function strange(link: Link): TillError {
  return new TillError('FRAME_GARBAGE', `${link.address} answers, but not in MagneSafe`, {
    context: { address: link.address },
  });
}

class MagnesafeTerminal extends ConnectedTerminal<MagnesafeTransaction, MagnesafeLimits> implements Terminal {
  readonly #dialogue: Dialogue;
  readonly #protocol: MagnesafeProtocol;
  readonly #model: MagnesafeModel;
  /** The reader's clock is set: until it loses power, which it does not tell on a serial line. */
  #isClockSet = false;
  /** Checked once: it encrypts, has keys, and speaks the current format. */
  #isFit = false;
  #lastHealth = unknownHealth;
  /**
   * Over USB an answer is fetched, and what the reader says meanwhile may come before it: kept until the start is known to be taken. A
   * result among it would be an older payment's.
   */
  #beforeTaken: Note[] | undefined;
  readonly #leftRunning: LeftRunning;

  constructor(
    dialogue: Dialogue,
    protocol: MagnesafeProtocol,
    identity: TerminalIdentity,
    model: MagnesafeModel,
    options: { clock: Clock; limits: MagnesafeLimits },
  ) {
    super(dialogue.session, identity, capabilitiesOf(model), options);
    this.#model = model;
    this.#dialogue = dialogue;
    this.#protocol = protocol;
    this.#leftRunning = new LeftRunning({ dialogue, ...options, serialNumber: identity.serialNumber });
    dialogue.session.listen({ onNote: (note) => this.#takeNote(note), ...this.sessionListener });
  }

  // --- Health ---------------------------------------------------------------------------------------------------

  /** While a transaction runs the last known values are given: the reader takes no question. */
  async health(): Promise<TerminalHealth> {
    if (this.isBusy) return this.#lastHealth;
    const unfit = await this.#unfitness();
    const battery = this.#model.hasBattery ? await this.#ask(commands.getBattery()) : null;
    const percent = battery?.code === result.done ? battery.data[0] : undefined;
    this.#lastHealth = {
      ...this.#lastHealth,
      batteryPercent: percent !== undefined && percent <= 100 ? percent : null,
      isOperational: unfit === null,
    };
    return this.#lastHealth;
  }

  /** While a transaction runs nothing is sent: it is bounded anyway. */
  async ping(): Promise<void> {
    // Any answer proves that the reader is there and in step.
    if (!this.isBusy) await this.#ask(commands.getKeySerialNumber());
  }

  #ask(message: Uint8Array): ReturnType<Dialogue['ask']> {
    return this.#dialogue.ask(message, { isRepeatable: true });
  }

  /** Why no payment may run on this reader; null: it may. */
  async #unfitness(): Promise<TillError | null> {
    const unfit = (why: string): TillError =>
      new TillError('TERM_REFUSED', `the reader refused a payment: ${why}`, {
        context: { address: this.identity.address },
      });
    const level = await this.#ask(commands.getSecurityLevel());
    if (level.code !== result.done || level.data[0] !== SECURITY_LEVEL)
      return unfit('it is not set up to encrypt cards and must be replaced');
    const key = await this.#ask(commands.getKeySerialNumber());
    if (key.code !== result.done || key.data.every((byte) => byte === 0))
      return unfit('it holds no keys and must be replaced');
    const format = await this.#ask(commands.getProperty(property.messageFormat));
    if (format.code !== result.done || format.data[0] !== CURRENT_FORMAT)
      return unfit('its firmware is too old: it sends cards in another format');
    return null;
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  async start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction> {
    this.requireIdle();
    const { numericCurrency } = checkPayment(request);
    await this.prepareFor(request.attempt, () => this.#prepare());
    const transaction = new MagnesafeTransaction(request, listener, {
      dialogue: this.#dialogue,
      clock: this.clock,
      limits: this.limits,
      capabilities: this.capabilities,
      numericCurrency,
      firstChoice: this.#model.firstChoice,
      startReader: (command, taken) => this.#startReader(command, taken),
      cancelReader: () => this.#leftRunning.cancel(),
      notice: (notice) => this.post(notice),
      onEnd: () => {
        if (this.transaction === transaction) this.#forget();
      },
    });
    this.transaction = transaction;
    return startTransaction(transaction, {
      ask: () => transaction.begin(),
      forget: () => this.#forget(),
      cancel: () => this.#leftRunning.cancel(),
    });
  }

  #forget(): void {
    this.transaction = undefined;
    this.#protocol.isBusy = false;
  }

  /** Once a connection. A reader in a wrong mode must not even see the card. */
  async #prepare(): Promise<void> {
    if (!this.#isFit) {
      const unfit = await this.#unfitness();
      if (unfit) throw unfit;
      this.#isFit = true;
    }
    if (!this.#isClockSet) await this.#setClock();
  }

  async #setClock(): Promise<void> {
    const answer = await this.#dialogue.askExtended([commands.setDateTime(this.clock.now())], { isRepeatable: true });
    if (answer.result !== extendedResult.done) throw magnesafeRefusal(answer.result, 'the time');
    this.#isClockSet = true;
  }

  /** The start itself. A clock that was lost is set, and what an earlier life of the host left running is stopped; once each. */
  async #startReader(command: Uint8Array, taken: () => void): Promise<void> {
    const send = async (): Promise<number> => {
      this.#protocol.isBusy = true;
      this.#beforeTaken = this.identity.link === 'hid' ? [] : undefined;
      const answer = await this.#dialogue.askExtended([command], {
        timeoutMs: this.limits.replyMs,
        onResult: (code) => {
          const early = this.#beforeTaken ?? [];
          this.#beforeTaken = undefined;
          if (code !== extendedResult.done) return;
          taken();
          for (const note of early) this.#takeNote(note);
        },
      });
      if (answer.result !== extendedResult.done) this.#protocol.isBusy = false;
      return answer.result;
    };
    let code = await send();
    if (code === extendedResult.badTagList) {
      await this.#setClock();
      code = await send();
    }
    if (code === extendedResult.busy) {
      await this.#leftRunning.stop();
      code = await send();
    }
    if (code !== extendedResult.done) throw magnesafeRefusal(code, 'to start a transaction');
  }

  async clear(): Promise<void> {
    this.requireIdle();
    await this.#leftRunning.stop();
  }

  // --- Device ---------------------------------------------------------------------------------------------------

  async reboot(): Promise<void> {
    this.requireIdle();
    // Whatever comes of it: clock and mode are to be looked at again.
    this.#isClockSet = false;
    this.#isFit = false;
    // Not repeatable: the answer may be lost in the restart itself.
    await askToRestart(async () => void requireDone(await this.#dialogue.ask(commands.reset()), 'to restart'));
  }

  setIdleMessage(): Promise<void> {
    const why = 'this model has no display for an idle message';
    return Promise.reject(new TillError('TERM_UNSUPPORTED', why, { context: { idleMessage: 'none' } }));
  }

  // --- Notes ----------------------------------------------------------------------------------------------------

  #takeNote(note: Note): void {
    const isResult = note.kind === 'notification' && note.id === notificationId.result;
    if (this.#beforeTaken && !isResult) return void this.#beforeTaken.push(note);
    if (note.kind === 'notification' && note.id === notificationId.status) this.#takeSlot(readStatus(note.data));
    // What ends here was never ours, and none of ours runs.
    if (this.#leftRunning.note(note) || this.transaction?.note(note)) return;
    // Cards put in and taken out between sales, and texts, ask nothing of anybody. A swipe is nobody's without a sale that waits for it.
    const isKept = isResult || (note.kind === 'notification' && note.id === notificationId.onlineRequest);
    if (isKept) this.post({ type: 'unmatched', what: isResult ? 'result' : 'online request' });
  }

  /** Told between payments as well: a card that goes out, or another one that comes. */
  #takeSlot(status: Status | undefined): void {
    const isTold = status?.event === event.cardRemoved || status?.event === event.cardInserted;
    if (isTold) this.post({ type: 'slot', card: 'out' });
  }
}
