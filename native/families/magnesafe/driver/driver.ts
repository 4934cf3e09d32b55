/** Implements Terminal for MagneSafe V5: interprets exchanges and decides nothing about money. */
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
import { NO_IDLE_DISPLAY, refusedIdleMessage } from '../../shared/driver/idle-message.ts';
import { checkPayment } from '../../shared/driver/payment-request.ts';
import { startTransaction } from '../../shared/driver/start.ts';
import { plainText } from '../../shared/plain-text.ts';
import { event, extendedResult, notificationId, property, result } from '../codec/codes.ts';
import { readStatus, type Status } from '../codec/notifications.ts';
import * as commands from '../codec/commands.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import { Dialogue, requireDone } from './dialogue.ts';
import { AbandonedTransaction } from './left-running.ts';
import { capabilitiesOf, identified } from '../../shared/models.ts';
import { modelOf, refusedProducts, type MagnesafeModel } from '../models/index.ts';
import { defaultMagnesafeLimits, type MagnesafeLimits } from '../models/limits.ts';
import { MagnesafeTransaction } from './transaction.ts';
import { magnesafeProtocol, type MagnesafeProtocol, type Note } from './wire.ts';

/**
 * Over USB each answer is fetched by its request, so every answer arrives in time, and waiting for a quiet line is
 * unnecessary.
 */
const usbTimes: Partial<LongRunningTimes> = { quietMs: 0, drainMs: 0 };

/**
 * Identifies the reader on the link and returns it as a Terminal. On failure the link stays open for another family's
 * attempt. The driver sends queries only; over USB it also directs the reader's notifications to USB.
 * @throws TERM_SILENT when nothing arrives, FRAME_GARBAGE when the bytes belong to another protocol, TERM_UNSUPPORTED
 * when the reader types its data like a keyboard, TERM_REFUSED when the reader withholds its identity, LINK_CLOSED or
 * LINK_LOST.
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
    // The query may be sent twice within the usual time: the first may be lost behind bytes that another family's
    // attempt left in the reader's buffer.
    const hello = { timeoutMs: Math.ceil(identifyReplyMs / 2), isRepeatable: true };
    const key = await dialogue.ask(commands.getKeySerialNumber(), hello);
    // Only a reader of this family answers like this; two bytes from another device may mean anything.
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
/** Level 3: card data leaves the reader encrypted, and the host need not authenticate before each card. */
const SECURITY_LEVEL = 0x03;
/** Value of property 68: card data in the format of all current firmware. */
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
  /** True once the reader's clock is set. The reader loses it with power, and a serial line cannot report that. */
  #isClockSet = false;
  /** True once the reader was found to encrypt, hold keys and use the current format. */
  #isApprovedForPayments = false;
  #lastHealth = unknownHealth;
  /**
   * Over USB an answer is fetched, so notifications may arrive before it: they are kept until the start is known to be
   * accepted. A result among them would belong to an older payment.
   */
  #heldNotes: Note[] | undefined;
  readonly #leftRunning: AbandonedTransaction;

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
    this.#leftRunning = new AbandonedTransaction({ dialogue, ...options, serialNumber: identity.serialNumber });
    dialogue.session.listen({ onNote: (note) => this.#takeNote(note), ...this.sessionListener });
  }

  // --- Health ---------------------------------------------------------------------------------------------------

  /** Returns the last known values during a transaction, because the reader takes no queries then. */
  async health(): Promise<TerminalHealth> {
    if (this.isBusy) return this.#lastHealth;
    const unfit = await this.#refusalReason();
    const battery = this.#model.hasBattery ? await this.#ask(commands.getBattery()) : null;
    const percent = battery?.code === result.done ? battery.data[0] : undefined;
    this.#lastHealth = {
      ...this.#lastHealth,
      batteryPercent: percent !== undefined && percent <= 100 ? percent : null,
      isOperational: unfit === null,
    };
    return this.#lastHealth;
  }

  /** Sends nothing during a transaction, which has its own timeouts. */
  async ping(): Promise<void> {
    // Any answer proves that the reader is connected and in step.
    if (!this.isBusy) await this.#ask(commands.getKeySerialNumber());
  }

  #ask(message: Uint8Array): ReturnType<Dialogue['ask']> {
    return this.#dialogue.ask(message, { isRepeatable: true });
  }

  async #refusalReason(): Promise<TillError | null> {
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

  /** Runs once per connection. A reader in a wrong mode must not even see the card. */
  async #prepare(): Promise<void> {
    if (!this.#isApprovedForPayments) {
      const unfit = await this.#refusalReason();
      if (unfit) throw unfit;
      this.#isApprovedForPayments = true;
    }
    if (!this.#isClockSet) await this.#setClock();
  }

  async #setClock(): Promise<void> {
    const answer = await this.#dialogue.askExtended([commands.setDateTime(this.clock.now())], { isRepeatable: true });
    if (answer.result !== extendedResult.done) throw magnesafeRefusal(answer.result, 'the time');
    this.#isClockSet = true;
  }

  /**
   * Starts the transaction. Sets a lost clock and stops a transaction left running by an earlier process run, each at
   * most once.
   */
  async #startReader(command: Uint8Array, taken: () => void): Promise<void> {
    const send = async (): Promise<number> => {
      this.#protocol.isBusy = true;
      this.#heldNotes = this.identity.link === 'hid' ? [] : undefined;
      const answer = await this.#dialogue.askExtended([command], {
        timeoutMs: this.limits.replyMs,
        onResult: (code) => {
          const early = this.#heldNotes ?? [];
          this.#heldNotes = undefined;
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
    // Clock and mode must be checked again even if the restart fails.
    this.#isClockSet = false;
    this.#isApprovedForPayments = false;
    // The command is sent once: the restart may swallow its answer.
    await askToRestart(async () => void requireDone(await this.#dialogue.ask(commands.reset()), 'to restart'));
  }

  setIdleMessage(): Promise<void> {
    return Promise.reject(refusedIdleMessage('none', NO_IDLE_DISPLAY));
  }

  // --- Notes ----------------------------------------------------------------------------------------------------

  #takeNote(note: Note): void {
    const isResult = note.kind === 'notification' && note.id === notificationId.result;
    if (this.#heldNotes && !isResult) return void this.#heldNotes.push(note);
    if (note.kind === 'notification' && note.id === notificationId.status) this.#takeSlot(readStatus(note.data));
    // A transaction that ends here belongs to another host, because this host runs none.
    if (this.#leftRunning.note(note) || this.transaction?.note(note)) return;
    // Texts, and cards inserted or removed between sales, need no action. A swipe belongs to no sale unless a sale
    // waits for it.
    const isKept = isResult || (note.kind === 'notification' && note.id === notificationId.onlineRequest);
    if (isKept) this.post({ type: 'unmatched', what: isResult ? 'result' : 'online request' });
  }

  /**
   * Reports between payments too that the card is out: a removed card, or the insertion of another card, proves that.
   */
  #takeSlot(status: Status | undefined): void {
    const isTold = status?.event === event.cardRemoved || status?.event === event.cardInserted;
    if (isTold) this.post({ type: 'slot', card: 'out' });
  }
}
