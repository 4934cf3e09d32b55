/** The MMS family as a Terminal: interprets exchanges and makes no decision about money. */
import { afterSilence, systemClock, type Clock } from '../../../../electron/domain/index.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import { byteHex, codeHex, equalBytes } from '../../../framing/bytes.ts';
import type { Link } from '../../../link/link.ts';
import type { SessionTimes } from '../../../session/exchange-queue.ts';
import { Session } from '../../../session/session.ts';
import type {
  Terminal,
  TerminalHealth,
  TerminalIdentity,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../shared/terminal.ts';
import { closedError, explainIdentification } from '../../shared/driver/errors.ts';
import {
  ConnectedTerminal,
  DEFAULT_IDENTIFY_REPLY_MS,
  type DriverOptions,
} from '../../shared/driver/connected-terminal.ts';
import { checkPayment, timeoutSeconds } from '../../shared/driver/payment-request.ts';
import { startTransaction } from '../../shared/driver/start.ts';
import * as commands from '../codec/commands.ts';
import { idleMessageCommand } from './idle-message.ts';
import { isSuccess, type MmsNotification } from '../codec/message.ts';
import { capabilitiesOf, identified } from '../../shared/models.ts';
import { modelNamed, type MmsModel } from '../models/index.ts';
import { readDeviceNotices, signedByte } from '../codec/notices.ts';
import { properties, propertyText, readProperty, unpackSerialNumber, type PropertyCall } from '../codec/properties.ts';
import { readSignal } from '../codec/signals.ts';
import { mmsRefusal, requireSuccess, statusCode } from '../codec/status.ts';
import { mmsNotification } from '../codec/tags.ts';
import { RestartFlag } from './restarts.ts';
import { defaultTransactionLimits, type TransactionLimits } from '../models/limits.ts';
import { MmsTransaction } from './transaction.ts';
import { mmsProtocol, type MmsSession } from './wire.ts';

/**
 * Identifies the device on the link and returns it as a Terminal. On failure the link stays open, so that another
 * family can try. Rejects with TERM_SILENT (no bytes came), FRAME_GARBAGE (bytes of another protocol came),
 * TERM_REFUSED (MMS came, but the device withholds its identity), LINK_CLOSED or LINK_LOST.
 */
export async function connectMms(
  link: Link,
  options: DriverOptions<SessionTimes, TransactionLimits, MmsModel> = {},
): Promise<Terminal> {
  const { clock = systemClock, identifyReplyMs = DEFAULT_IDENTIFY_REPLY_MS } = options;
  const times = { probeMs: identifyReplyMs, ...options.times };
  const session: MmsSession = new Session(link, mmsProtocol(link.kind), { clock, times });
  try {
    const ask = async (property: Omit<PropertyCall, 'value'>, what: string): Promise<Uint8Array> => {
      const reply = await session.request((reference) => commands.getProperty(reference, property), {
        timeoutMs: identifyReplyMs,
        isRepeatable: true,
      });
      const answer = readProperty(requireSuccess(reply, `its ${what}`).tlvs);
      if (answer?.name === property.name) return answer.value;
      throw new TillError('FRAME_GARBAGE', `${link.address} gave an unreadable answer when asked for its ${what}`, {
        context: { address: link.address },
      });
    };
    const serialNumber = unpackSerialNumber(await ask(properties.serialNumber, 'serial number'));
    const name = propertyText(await ask(properties.model, 'model'));
    const firmware = propertyText(await ask(properties.firmware, 'firmware'));
    const { model, facts } = identified(modelNamed(name, options.models), firmware);
    const identity: TerminalIdentity = {
      family: 'mms',
      serialNumber,
      model: name,
      ...facts,
      address: link.address,
      link: link.kind,
    };
    if (link.kind !== 'hid') {
      // The manual says both that notifications go to USB by default and that they go to all interfaces, so subscribe
      // explicitly. A terminal that refuses keeps its default; every transaction has a time limit anyway.
      await session.request(commands.subscribeToAll, { timeoutMs: identifyReplyMs, isRepeatable: true });
    }
    const limits = { ...defaultTransactionLimits, ...model.limits, ...options.limits };
    return new MmsTerminal(session, identity, { clock, limits, model });
  } catch (error) {
    session.detach();
    throw explainIdentification(error, session, 'MMS');
  }
}

class MmsTerminal extends ConnectedTerminal<MmsTransaction, TransactionLimits> implements Terminal {
  readonly #session: MmsSession;
  /** Finished transaction whose last notifications have not arrived yet. */
  #lateTransaction: MmsTransaction | undefined;
  /** Called when a transaction that this driver did not start ends; see clear(). */
  #onForeignEnd: (() => void) | undefined;

  constructor(
    session: MmsSession,
    identity: TerminalIdentity,
    { model, ...options }: { clock: Clock; limits: TransactionLimits; model: MmsModel },
  ) {
    super(session, identity, capabilitiesOf(model), options);
    this.#session = session;
    session.listen({
      onNote: (note) => this.#takeNote(note),
      onHeard: () => this.post({ type: 'heard' }),
    });
    void session.closed.then(() => this.#lateTransaction?.endLateNotifications());
  }

  // --- Health ---------------------------------------------------------------------------------------------------

  async health(): Promise<TerminalHealth> {
    const operational = await this.#readByte(properties.operational);
    const power = await this.#readByte(properties.externalPower);
    const battery = await this.#readByte(properties.battery);
    const temperature = await this.#readByte(properties.temperature);
    const tampered = await this.#readByte(properties.tampered);
    return {
      isOperational: operational === null ? null : operational === 0x02,
      hasExternalPower: power === null ? null : power !== 0x00,
      batteryPercent: battery === null || battery > 100 ? null : battery,
      temperatureCelsius: temperature === null ? null : signedByte(temperature),
      isTampered: tampered === null ? null : tampered !== 0x00,
    };
  }

  /** Value of a one-byte property, or null when this model does not have it. */
  async #readByte(property: Omit<PropertyCall, 'value'>): Promise<number | null> {
    const reply = await this.#session.request((reference) => commands.getProperty(reference, property), {
      isRepeatable: true,
    });
    if (!isSuccess(reply.status)) return null;
    const answer = readProperty(reply.tlvs);
    return answer?.name === property.name ? (answer.value[0] ?? null) : null;
  }

  async ping(): Promise<void> {
    let content = new Uint8Array();
    const reply = await this.#session.request(
      (reference) => {
        content = Uint8Array.of(reference, ~reference & 0xff);
        return commands.echo(reference, content);
      },
      { isRepeatable: true },
    );
    // A response with an error status also proves that the terminal is connected and in sync.
    if (!isSuccess(reply.status)) return;
    const echoed = commands.readEcho(reply.tlvs);
    if (!echoed || !equalBytes(echoed, content)) {
      throw new TillError('FRAME_GARBAGE', `${this.identity.address} echoed other bytes than it was sent`, {
        context: { address: this.identity.address },
      });
    }
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  async start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction> {
    this.requireIdle();
    const start = this.#startRequest(request);
    const restarts = new RestartFlag(this.#session, this.limits.replyMs);
    const transaction = new MmsTransaction(request, listener, {
      session: this.#session,
      clock: this.clock,
      limits: this.limits,
      hasPinPad: this.capabilities.hasPinPad,
      start,
      restarts,
      notice: (notice) => this.post(notice),
      onEnd: () => {
        if (this.transaction === transaction) this.transaction = undefined;
        if (transaction.lateNotificationsEnded) this.#lateTransaction = transaction;
      },
    });
    this.transaction = transaction;
    await this.#awaitLateNotifications();
    return startTransaction(transaction, {
      ask: async () => {
        await restarts.raise();
        const reply = await this.#session.request((reference) => commands.startTransaction(reference, start), {
          // The task runs in order with notifications: earlier notifications belong to another transaction.
          onReply: ({ status }) => {
            if (!isSuccess(status)) return;
            this.#lateTransaction?.endLateNotifications();
            transaction.accept();
          },
        });
        if (reply.status.code === statusCode.transactionInProgress && this.#lateTransaction?.isCardInside)
          throw new TillError('TERM_CARD_IN', 'the card of the previous payment is still in the terminal');
        requireSuccess(reply, 'to start a transaction');
      },
      forget: () => (this.transaction = undefined),
      cancel: () => this.#session.request(commands.cancelTransaction, { timeoutMs: this.limits.replyMs }),
    });
  }

  #startRequest(request: TransactionRequest): commands.StartTransaction {
    const payment = checkPayment(request);
    const { readers, hasPinPad } = this.capabilities;
    // One number limits every wait of the terminal, including the PIN. The wait for a card is shorter, so the driver
    // ends it.
    const waitMs = hasPinPad ? Math.max(request.cardTimeoutMs, this.limits.pinMs) : request.cardTimeoutMs;
    return {
      timeoutSeconds: timeoutSeconds(waitMs),
      readers: {
        msr: readers.includes('swipe'),
        contact: readers.includes('chip'),
        contactless: readers.includes('contactless'),
      },
      // Full EMV, because the bank's answer goes back to the card.
      options: commands.startOptions.fullEmv,
      transactionType: 0x00,
      amountMinor: request.amountMinor,
      otherAmountMinor: 0,
      numericCurrency: payment.numericCurrency,
      currencyExponent: payment.decimals,
    };
  }

  /**
   * The card of a declined payment may still be in the slot, and the terminal refuses a new payment until the card is
   * out.
   */
  async #awaitLateNotifications(): Promise<void> {
    const late = this.#lateTransaction?.lateNotificationsEnded;
    if (!late) return;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const cancelTimer = afterSilence(this.clock, this.limits.settleMs, resolve);
    await Promise.race([late, enough]);
    cancelTimer();
  }

  async clear(): Promise<void> {
    this.requireIdle();
    // Wait for the last notification here: if it arrived after a new transaction had started, it would end that
    // transaction.
    const { promise: ended, resolve, reject } = Promise.withResolvers<boolean>();
    this.#onForeignEnd = () => resolve(true);
    const cancelTimer = afterSilence(this.clock, this.limits.settleMs, () => resolve(false));
    void this.closed.then((reason) => reject(reason ?? closedError(this.identity.address)));
    // The request below fails with the same error.
    ended.catch(() => undefined);
    try {
      const reply = await this.#session.request(commands.cancelTransaction, { isUrgent: true, isRepeatable: true });
      if (reply.status.code === statusCode.noTransaction) return;
      // The transaction can no longer be cancelled: it ends when its card is removed.
      const isEnding = reply.status.code === statusCode.cannotCancel;
      if (!isEnding && !isSuccess(reply.status)) throw mmsRefusal(reply, 'to clear what was running');
      if (!(await ended) && isEnding) throw mmsRefusal(reply, 'to clear what was running');
    } finally {
      cancelTimer();
      this.#onForeignEnd = undefined;
    }
  }

  // --- Device ---------------------------------------------------------------------------------------------------

  async reboot(): Promise<void> {
    this.requireIdle();
    // The command is sent once: the restart may swallow its answer.
    requireSuccess(await this.#session.request(commands.reset), 'to restart');
  }

  async setIdleMessage(text: string): Promise<void> {
    const command = idleMessageCommand(text, this.capabilities.idleMessage);
    this.requireIdle();
    await this.#awaitLateNotifications();
    requireSuccess(await this.#session.request(command), 'the idle message');
  }

  // --- Notifications --------------------------------------------------------------------------------------------

  #takeNote(note: MmsNotification): void {
    if (note.code === mmsNotification.deviceInfo) {
      for (const notice of readDeviceNotices(note)) {
        if (notice.type === 'reset') this.#afterReset();
        this.post(notice);
      }
      return;
    }
    const transaction = this.transaction;
    if (transaction?.isAccepted ? transaction.note(note) : this.#lateTransaction?.note(note)) return;
    const signal = readSignal(note);
    if (signal?.kind === 'removed') return this.post({ type: 'slot', card: 'out' });
    // Texts and sounds outside a transaction need no action.
    if (signal?.kind === 'nothing' || signal?.kind === 'prompt') return;
    if (this.#onForeignEnd && (signal?.kind === 'completed' || signal?.kind === 'stopped')) {
      this.#onForeignEnd();
      return;
    }
    // The status bytes are safe to show. The payload may hold card data and is dropped.
    const status = note.status.map(byteHex).join(' ');
    this.post({ type: 'unmatched', what: `${signal?.kind ?? 'notification'} ${codeHex(note.code)} ${status}` });
  }

  /**
   * A terminal that restarts while its link stays up (a device server, a UART) has lost its transaction and
   * subscriptions.
   */
  #afterReset(): void {
    this.#lateTransaction?.endLateNotifications();
    void this.transaction?.handleRestartNotice();
    if (this.identity.link === 'hid') return;
    // Failures are ignored: the next exchange reports a silent terminal, and the session reports a lost link.
    this.#session.request(commands.subscribeToAll, { isRepeatable: true }).catch(() => undefined);
  }
}
