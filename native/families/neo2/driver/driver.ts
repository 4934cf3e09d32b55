/** Implements Terminal for NEO 2: interprets exchanges and decides nothing about money. */
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
import { code, status } from '../codec/codes.ts';
import * as commands from '../codec/commands.ts';
import { idleMessageCommands } from './idle-message.ts';
import { capabilitiesOf, identified } from '../../shared/models.ts';
import { modelNamed, modelOfText, UNKNOWN_MODEL, type Neo2Model } from '../models/index.ts';
import { isUnsupported, neo2Refusal, requireOk, type Neo2Reply } from '../codec/status.ts';
import { defaultNeo2Limits, type Neo2TransactionLimits } from '../models/limits.ts';
import { Neo2Transaction } from './transaction.ts';
import { neo2Protocol, type Neo2Note, type Neo2Session } from './wire.ts';
import { plainText } from '../../shared/plain-text.ts';

export type Neo2Options = DriverOptions<LongRunningTimes, Neo2TransactionLimits, Neo2Model>;

/**
 * Identifies the reader on the link and returns it as a Terminal. On failure the link stays open for another family's
 * attempt. The driver sends queries only.
 * @throws TERM_SILENT when nothing arrives, FRAME_GARBAGE when bytes of another protocol arrive, TERM_REFUSED when a
 * NEO 2 reader withholds its identity, LINK_CLOSED or LINK_LOST
 */
export async function connectNeo2(link: Link, options: Neo2Options = {}): Promise<Terminal> {
  const { clock = systemClock, identifyReplyMs = DEFAULT_IDENTIFY_REPLY_MS } = options;
  const times = { probeMs: identifyReplyMs, ...options.times };
  const session: Neo2Session = new LongRunningSession(link, neo2Protocol(link.kind), { clock, times });
  try {
    await sayHello(session, identifyReplyMs);
    const askOnce = (command: Uint8Array): Promise<Neo2Reply> =>
      session.request(command, { timeoutMs: identifyReplyMs, isRepeatable: true });
    const ask = async (command: Uint8Array): Promise<Neo2Reply> => {
      const reply = await askOnce(command);
      if (reply.status !== status.notAllowed) return reply;
      // A chip payment is still running, but its host has ended: this process owns the port. (While a reader waits for
      // a card, any query ends the transaction.)
      await askOnce(commands.cancelTransaction());
      return askOnce(command);
    };
    const serialNumber = shownText(requireOk(await ask(commands.getSerialNumber()), 'its serial number').data);
    if (serialNumber === '') {
      throw new TillError('TERM_REFUSED', `${link.address} has no serial number`, {
        context: { address: link.address },
      });
    }
    const firmware = shownText(requireOk(await ask(commands.getFirmwareVersion()), 'its firmware').data);
    const named = modelNamed(modelOfText(firmware) ?? (await askForModel(ask)), options.models);
    const { model, facts } = identified(named, firmware);
    const identity: TerminalIdentity = {
      family: 'neo2',
      serialNumber,
      model: model.name,
      ...facts,
      address: link.address,
      link: link.kind,
    };
    const limits = { ...defaultNeo2Limits, ...model.limits, ...options.limits };
    return new Neo2Terminal(session, identity, { clock, limits, model });
  } catch (error) {
    session.detach();
    throw explainIdentification(error, session, 'NEO 2');
  }
}

/**
 * Sends up to two pings within the usual time: the first may be lost behind bytes that another family's attempt left in
 * the reader's buffer.
 */
async function sayHello(session: Neo2Session, replyMs: number): Promise<void> {
  await session.request(commands.ping(), { timeoutMs: Math.ceil(replyMs / 2), isRepeatable: true });
}

/** The firmware texts of some readers do not name the model, but their module lists do. */
async function askForModel(ask: (command: Uint8Array) => Promise<Neo2Reply>): Promise<string> {
  const reply = await ask(commands.getModuleVersions());
  const text = reply.status === status.ok ? commands.readAscii(reply.data) : '';
  return modelOfText(text) ?? UNKNOWN_MODEL;
}

class Neo2Terminal extends ConnectedTerminal<Neo2Transaction, Neo2TransactionLimits> implements Terminal {
  readonly #session: Neo2Session;
  readonly #model: Neo2Model;
  #lastHealth = unknownHealth;
  /** True if the reader sends 63 when it accepts a command; queried once, before the first transaction. */
  #confirmsCommands: boolean | undefined;
  readonly #missing = new Set<string>();
  /** Requested elements that this reader leaves out. */
  readonly #leftOut = new Set<string>();

  constructor(
    session: Neo2Session,
    identity: TerminalIdentity,
    { model, ...options }: { clock: Clock; limits: Neo2TransactionLimits; model: Neo2Model },
  ) {
    super(session, identity, capabilitiesOf(model), options);
    this.#model = model;
    this.#session = session;
    session.listen({ onNote: (note) => this.#takeNote(note), ...this.sessionListener });
  }

  // --- Health ---------------------------------------------------------------------------------------------------

  /**
   * Returns the battery level if the model has a battery; VP6800 and VP3320 also report whether they are activated. The
   * protocol has no power supply, temperature or tamper status. During a transaction the last known values are
   * returned, because the reader takes no queries then.
   */
  async health(): Promise<TerminalHealth> {
    if (this.transaction) return this.#lastHealth;
    const battery = await this.#askIfKnown('battery', commands.getBattery());
    const device = this.#model.hasDeviceStatus ? await this.#askIfKnown('status', commands.getDeviceStatus()) : null;
    this.#lastHealth = {
      ...unknownHealth,
      batteryPercent: (battery && commands.readBatteryPercent(battery)) ?? null,
      // The reader is activated and not locked.
      isOperational: device && device.length >= 2 ? device[0] === 1 && device[1] === 0 : null,
    };
    return this.#lastHealth;
  }

  /** Returns the answer's data, or null if this reader lacks the command, which is queried only once. */
  async #askIfKnown(what: string, command: Uint8Array): Promise<Uint8Array | null> {
    if (this.#missing.has(what)) return null;
    const reply = await this.#session.request(command, { isRepeatable: true });
    if (isUnsupported(reply)) this.#missing.add(what);
    return reply.status === status.ok ? reply.data : null;
  }

  /** Sends nothing during a transaction: the reader would treat it as a cancel. Every command has its own timeout. */
  async ping(): Promise<void> {
    if (this.transaction) return;
    // An error status also proves that the reader is connected and in step.
    await this.#session.request(commands.ping(), { isRepeatable: true });
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  async start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction> {
    this.requireIdle();
    const payment = checkPayment(request);
    const confirmsCommands = await this.prepareFor(request.attempt, () => this.#prepare());
    const transaction = new Neo2Transaction(request, listener, {
      session: this.#session,
      clock: this.clock,
      limits: this.limits,
      capabilities: this.capabilities,
      numericCurrency: payment.numericCurrency,
      confirmsCommands,
      notice: (notice) => this.post(notice),
      noteLeftOut: (tags) => this.#noteLeftOut(tags),
      onEnd: () => {
        if (this.transaction === transaction) this.transaction = undefined;
      },
    });
    this.transaction = transaction;
    return startTransaction(transaction, {
      ask: () => transaction.begin(),
      forget: () => (this.transaction = undefined),
      cancel: () =>
        this.#session.request(commands.cancelTransaction(), { timeoutMs: this.limits.replyMs, isForRunning: true }),
    });
  }

  /**
   * Requests confirmations of accepted commands. A reader without them gets a short time to refuse a command instead.
   */
  async #prepare(): Promise<boolean> {
    if (this.#confirmsCommands === undefined) {
      const reply = await this.#session.request(commands.turnOnFirstResponses(), { isRepeatable: true });
      this.#confirmsCommands = reply.status === status.ok;
    }
    return this.#confirmsCommands;
  }

  /** Posted once per connection: the elements that a reader sends are a setting, and the same in every payment. */
  #noteLeftOut(tags: readonly string[]): void {
    const fresh = tags.filter((tag) => !this.#leftOut.has(tag));
    for (const tag of fresh) this.#leftOut.add(tag);
    if (fresh.length > 0) this.post({ type: 'left-out', tags: fresh });
  }

  async clear(): Promise<void> {
    this.requireIdle();
    const reply = await this.#session.request(commands.cancelTransaction(), { isUrgent: true, isRepeatable: true });
    // The answer to the stopped command may still arrive; it must not end the next transaction.
    this.#session.expectLateReplies(code.transaction, code.contact);
    const isHarmless = reply.status === status.ok || reply.status === status.failed;
    if (!isHarmless && reply.status !== status.notAllowed) throw neo2Refusal(reply, 'to clear what was running');
  }

  // --- Device ---------------------------------------------------------------------------------------------------

  async reboot(): Promise<void> {
    this.requireIdle();
    // The command is sent once: the restart may swallow its answer.
    await askToRestart(async () => void requireOk(await this.#session.request(commands.restart()), 'to restart'));
  }

  async setIdleMessage(text: string): Promise<void> {
    const list = idleMessageCommands(text, this.capabilities.idleMessage);
    this.requireIdle();
    for (const command of list) {
      requireOk(await this.#session.request(command, { isRepeatable: true }), 'the idle message');
    }
  }

  // --- Notes ----------------------------------------------------------------------------------------------------

  #takeNote(note: Neo2Note): void {
    if (note.kind === 'boot') {
      // The restart may have restored factory settings.
      this.#confirmsCommands = undefined;
      this.#session.forgetOutstanding();
      this.transaction?.onRestart();
      this.post({ type: 'reset' });
      return;
    }
    // Lights, sounds and texts outside a transaction need no action.
    this.transaction?.note(note);
  }
}

/** Cleans a reader's text about itself for screens and logs. */
const shownText = (bytes: Uint8Array): string => plainText(commands.readAscii(bytes), '').trim();
