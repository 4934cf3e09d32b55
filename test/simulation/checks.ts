/**
 * The money rules of the blueprint's section 4, compared with the platform's records: at every change of the screen, at
 * every commit of the platform, at every request that is sent, and once more when the day has ended.
 */
import { idempotencyIdOf, reversalIdempotencyIdOf } from '../../electron/domain/index.ts';
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { CAPTURE_TAG } from '../../electron/host/platform/payment-records.ts';
import { testPans } from '../api/encryptor.ts';
import { hasMoved, isHeld, type Account, type PlatformRecords } from './platform-records.ts';
import type { Disk } from './disk.ts';
import type { PlatformRequest } from './platform.ts';
import type { StoredAuthorization, StoredTransfer } from '../../electron/sandbox/store/store.ts';
import type { Record as Log } from './record.ts';

/** States that mean that no money was captured or is held. */
const unpaid: ReadonlySet<AttemptView['state']> = new Set(['declined', 'cancelled', 'voided', 'released', 'failed']);

/**
 * Entries with which a completed payment is rightly reversed: the manager's decision, or a terminal that confirmed too
 * late.
 */
const takesBack = ['void-asked', 'repeat-answered', 'operator-decided', 'cancel-asked', 'respond-failed'];

const pans = Object.values(testPans);

/** Attempts for which a card was presented, and completed, on a terminal of the cable route. */
export interface Cards {
  presented: ReadonlySet<string>;
  completed: ReadonlySet<string>;
}

/** Ownership of Devices. */
export interface Devices {
  isOwnDevice(id: string): boolean;
}

/** Requests on their way to the platform. */
export interface Wire {
  leftAt(key: string): number | undefined;
}

/**
 * Minimum time after a request was sent before the till may report that it failed, if the platform has not answered it.
 */
const LOOKED_FOR_MS = { cable: 60_000, cloud: 360_000, refund: 600_000 };

/** A request may be on its way out while the host receives an answer about the Device. */
const ON_ITS_WAY_MS = 2_000;

export class Checks {
  readonly #log: Log;
  readonly #records: PlatformRecords;
  readonly #disk: Disk;
  /** The screen, as the last view of every attempt. */
  readonly screen = new Map<string, AttemptView>();

  readonly #cards: Cards;
  readonly #devices: Devices;
  readonly #wire: Wire;
  /** Devices that the platform has reported as disabled to this process run, and the time of the first report. */
  readonly #disabled = new Map<string, number>();
  readonly #deviceSaidAt = new Map<string, number>();
  readonly #seen = new Set<string>();
  /** Time when a record reached the platform, by the day's own time: the platform's clock may be off. */
  readonly #since = new Map<string, number>();
  /** Requested amounts, from the first view of each payment, in minor units. */
  readonly #asked = new Map<string, number>();
  readonly #lookedUpAt = new Map<string, number>();

  constructor(parts: { log: Log; records: PlatformRecords; disk: Disk; cards: Cards; devices: Devices; wire: Wire }) {
    this.#devices = parts.devices;
    this.#wire = parts.wire;
    this.#cards = parts.cards;
    this.#log = parts.log;
    this.#records = parts.records;
    this.#disk = parts.disk;
    this.#disk.onText = (text) => this.onText(text);
  }

  /** Rule 8: no written text contains a card number or an encrypted payload. */
  onText(text: string): void {
    if (pans.some((pan) => text.includes(pan)) || /[0-9A-F]{60,}/.test(text))
      this.#log.breach('8', null, 'card data in a text that is kept');
  }

  /** Rule 1: a request that could move money is recorded before it is sent. */
  onLeaving({ method, url, body }: PlatformRequest): void {
    if (method === 'GET' || body === null) return;
    const sent = JSON.parse(body) as {
      idempotency_id?: string;
      device?: string;
      void_me?: boolean;
      capture_amount?: number;
    };
    const own = /^\/authorizations\/([^/?]+)$/.exec(url)?.[1];
    if (sent.idempotency_id !== undefined) {
      const what = url.endsWith('/reversals') ? 'reverse' : 'authorize';
      if (!this.#disk.hasRecord(what, sent.idempotency_id))
        this.#log.breach('1', null, `${what} left before its recovery record: ${sent.idempotency_id}`);
      const attempt = sent.idempotency_id.slice(idempotencyIdOf('').length).split('-r-')[0] ?? '';
      this.#checkDevice(attempt, sent.device);
      if (!this.#disk.isJournaled(attempt, what, sent.idempotency_id))
        this.#log.breach('1', attempt, `${what} left before the journal had it`);
      const isOnRecord = this.#disk.entries(attempt).some(({ type }) => ['begin', 'adopted'].includes(type));
      if (!isOnRecord) this.#log.breach('1', attempt, `${what} left before the journal knew of it`);
    } else if (own !== undefined && (sent.void_me || sent.capture_amount !== undefined)) {
      const what = sent.void_me ? 'void' : 'capture';
      const attempt = this.#records
        .attempts()
        .find((id) => this.#records.of(id).authorizations.some((one) => one.id === own));
      if (attempt === undefined || !this.#disk.hasRecord(what, idempotencyIdOf(attempt)))
        this.#log.breach('1', attempt ?? null, `${what} left before its recovery record`);
      else if (!this.#disk.isJournaled(attempt, what, idempotencyIdOf(attempt)))
        this.#log.breach('1', attempt, `${what} left before the journal had it`);
    }
  }

  /** A restart loses the host's memory, and with it the known state of Devices. */
  onHostStart(): void {
    this.#disabled.clear();
    // Payments whose entries and records the disk has lost disappear from the screens.
    for (const id of this.screen.keys()) if (this.#disk.isForgotten(id)) this.screen.delete(id);
  }

  /** True if the platform holds money for a payment that has ended for the till. */
  isHeldUnseen(attempt: string): boolean {
    const view = this.screen.get(attempt);
    return view !== undefined && unpaid.has(view.state) && this.#records.of(attempt).authorizations.some(isHeld);
  }

  /**
   * `recover` reported that nothing is unfinished: everything that the platform had when it began must be accounted
   * for.
   */
  onAllKnown(begunAt: number): void {
    for (const attempt of this.#records.attempts()) {
      const view = this.screen.get(attempt);
      if (!view) this.#log.breach('recover', attempt, 'nothing is unfinished, and the till does not know a payment');
      else if (unpaid.has(view.state)) {
        const { authorizations } = this.#records.of(attempt);
        if (authorizations.some((one) => isHeld(one) && (this.#since.get(one.id) ?? 0) < begunAt))
          this.#log.breach('recover', attempt, `nothing is unfinished, and a hold stands behind ${view.state}`);
      }
    }
  }

  /** After minutes of a good network every outcome must be known, although the till keeps restarting. */
  onEnoughTime(since: number): void {
    for (const { id, state, checking } of this.screen.values())
      if (checking && Date.parse(checking.since) < since)
        this.#log.breach('3', id, `stuck over restarts: ${state} ${checking.reason}`);
  }

  /** No money goes to another merchant's Device, or to a Device that is known to be disabled. */
  #checkDevice(attempt: string, device: string | undefined): void {
    if (device === undefined) return;
    if (!this.#devices.isOwnDevice(device))
      this.#log.breach('device', attempt, `charged on another merchant's ${device}`);
    const toldAt = this.#disabled.get(device);
    if (toldAt !== undefined && toldAt < this.#log.now() - ON_ITS_WAY_MS) {
      this.#log.breach('device', attempt, `charged on ${device}, which is known to be disabled`);
    }
  }

  /**
   * @param at time when the platform gave the answer: an answer that was overtaken on its way contains nothing new for
   * the till
   */
  #learnDevices(body: string, at: number): void {
    for (const { id, enabled } of devicesIn(body)) {
      if (at < (this.#deviceSaidAt.get(id) ?? 0)) continue;
      this.#deviceSaidAt.set(id, at);
      if (enabled) this.#disabled.delete(id);
      else if (!this.#disabled.has(id)) this.#disabled.set(id, this.#log.now());
    }
  }

  /** Notes the records that the till has seen, and when the platform last answered "nothing under this key". */
  onHeard({ url }: PlatformRequest, body: string, at: number): void {
    if (url.startsWith('/devices')) this.#learnDevices(body, at);
    // A list by time is also another payment's look-up: this payment has not seen the other records in it.
    const isOfManyPayments = url.includes('created_at.lte=');
    if (!isOfManyPayments) for (const [id] of body.matchAll(/\b(?:AU|TR)[A-Za-z0-9]{20,}/g)) this.#seen.add(id);
    const key = /[?&]idempotency_id=([^&]+)/.exec(url)?.[1];
    if (key !== undefined) this.#lookedUpAt.set(decodeURIComponent(key), at);
  }

  /**
   * True for a record that came after the answer to the last look-up, and that every answer has omitted: the
   * reconciliation poll has to find it.
   */
  #isTooNew({ id, idempotency_id }: StoredAuthorization | StoredTransfer): boolean {
    const lookedUpAt = this.#lookedUpAt.get(idempotency_id ?? '');
    return lookedUpAt !== undefined && (this.#since.get(id) ?? 0) > lookedUpAt && !this.#seen.has(id);
  }

  /** Called at every change of the screen. */
  onView(view: AttemptView): void {
    const before = this.screen.get(view.id);
    if (!this.#asked.has(view.id)) this.#asked.set(view.id, view.totalMinor);
    this.screen.set(view.id, view);
    if (before?.state === view.state && JSON.stringify(before.reversals) === JSON.stringify(view.reversals)) return;
    const { state, capturedMinor, failure, declineCode, cancelledBy } = view;
    const why = failure?.code ?? declineCode ?? cancelledBy ?? view.checking?.reason ?? '';
    this.#log.line(`view ${view.id} ${state} ${capturedMinor ?? '-'} ${why}`);
    this.#checkCardWords(view);
    const account = this.#records.of(view.id);
    if (unpaid.has(state) && before?.state !== state) {
      // The reconciliation poll finds a record that comes later; a record that is there already makes the screen wrong.
      if (account.authorizations.some((one) => isHeld(one) && !this.#isTooNew(one)))
        this.#log.breach('5', view.id, `${state} on screen while a hold stands`);
      if (
        [...account.authorizations, ...account.credits].some((one) => one.state === 'PENDING' && !this.#isTooNew(one))
      )
        this.#log.breach('3', view.id, `${state} on screen while the platform still decides`);
      this.#tooSoon(view, account);
    }
    this.#truth(view, account);
  }

  /** A late PIN and a missing card must be reported differently. */
  #checkCardWords({ id, route, failure }: AttemptView): void {
    if (route !== 'cable') return;
    const wasPresented = this.#cards.presented.has(id);
    if (failure?.code === 'PAY_NO_CARD' && wasPresented)
      this.#log.breach('words', id, 'no card came, says the screen, and one was presented');
    if (failure?.code === 'PAY_NO_PIN' && !wasPresented)
      this.#log.breach('words', id, 'a PIN was waited for, says the screen, and no card was presented');
  }

  /** The till may report a failed request only after the platform's answer, or after looking for it for long enough. */
  #tooSoon({ id, state, kind, route }: AttemptView, { authorizations, credits }: Account): void {
    const leftAt = this.#wire.leftAt(idempotencyIdOf(id));
    if (leftAt === undefined || authorizations.length + credits.length > 0) return;
    const passedMs = this.#log.now() - leftAt;
    if (passedMs < LOOKED_FOR_MS[kind === 'refund' ? 'refund' : route])
      this.#log.breach(
        '4',
        id,
        `${state} on screen ${Math.round(passedMs / 1000)} s after its request has left, and it arrives`,
      );
  }

  /** Called at every commit of the platform. */
  onCommit(attempt: string): void {
    const account = this.#records.of(attempt);
    for (const { id } of [...account.authorizations, ...account.credits])
      if (!this.#since.has(id)) this.#since.set(id, this.#log.now());
    if (account.authorizations.length > 1) this.#log.breach('2', attempt, 'two authorizations under one key');
    if (account.debits.filter(hasMoved).length > 1) this.#log.breach('2', attempt, 'captured twice');
    if (account.credits.filter(hasMoved).length > 1) this.#log.breach('2', attempt, 'refunded twice');
    const given = sum(account.reversals.filter(hasMoved));
    if (given > sum(account.debits)) this.#log.breach('9', attempt, 'more given back than was taken');
    const keys = account.reversals.filter(hasMoved).map((one) => one.idempotency_id);
    if (new Set(keys).size < keys.length) this.#log.breach('2', attempt, 'one reversal done twice');
    const view = this.screen.get(attempt);
    if (view?.route === 'cable' && !this.#cards.presented.has(attempt))
      this.#log.breach('7', attempt, 'a card was charged that nobody presented for it');
    if (view) this.#truth(view, account);
    else this.#log.breach('1', attempt, 'the platform knows a payment that the till never showed');
  }

  /** Called for an accepted start: the terminal must be free for it (rule 6). */
  onStarted(view: AttemptView, running: readonly AttemptView[]): void {
    const others = running.filter((one) => one.terminal.id === view.terminal.id && isOpenAttempt(one));
    if (others.length > 1) this.#log.breach('6', view.id, 'started while another payment on the terminal is open');
  }

  /** The screen may never contradict the records about money. */
  #truth(view: AttemptView, account: Account): void {
    const debit = account.debits.find(hasMoved);
    const credit = account.credits.find((one) => one.state === 'SUCCEEDED');
    if (unpaid.has(view.state) && (debit || credit))
      this.#log.breach('3', view.id, `${view.state} on screen while ${debit ? 'a capture' : 'a refund'} stands`);
    if (view.state === 'captured') {
      const shown = account.debits.find((one) => one.id === view.transfer);
      const tip = Math.max(0, ...account.authorizations.map((one) => one.tip_amount ?? 0));
      const asked = (this.#asked.get(view.id) ?? Infinity) + tip;
      if (shown && shown.amount > asked) this.#log.breach('9', view.id, `${asked} asked for, ${shown.amount} taken`);
      if (!shown) this.#log.breach('3', view.id, 'paid on screen without a Transfer');
      else this.#whoCaptured(view, shown);
      if (shown && shown.amount !== view.capturedMinor)
        this.#log.breach('9', view.id, `${view.capturedMinor} on screen, ${shown.amount} taken`);
    }
    if (view.state === 'refunded' && !account.credits.some((one) => one.id === view.transfer))
      this.#log.breach('3', view.id, 'refunded on screen without a Transfer');
    for (const reversal of view.reversals) {
      const key = reversalIdempotencyIdOf(view.id, reversal.id);
      const done = account.reversals.find((one) => one.idempotency_id === key);
      if (reversal.state === 'succeeded' && done?.state !== 'SUCCEEDED')
        this.#log.breach('3', view.id, `reversal ${reversal.id} succeeded on screen only`);
      const isProven = reversal.state === 'failed' && reversal.failure?.code !== 'PAY_NEVER_ARRIVED';
      if (isProven && done && hasMoved(done))
        this.#log.breach('3', view.id, `reversal ${reversal.id} failed on screen while it stands`);
    }
  }

  /**
   * Another client's capture is shown as such, unless it has the amount that this till requested. Its tip is the tip in
   * the platform's record.
   */
  #whoCaptured({ id, capturedElsewhere, tipMinor }: AttemptView, { amount, tags, tip_amount }: StoredTransfer): void {
    const isOurs = tags[CAPTURE_TAG] !== undefined;
    if (isOurs && capturedElsewhere) this.#log.breach('3', id, "this till's capture is told as another hand's");
    if (isOurs) return;
    const isAsAsked = this.#disk
      .entries(id)
      .some(({ type, amountMinor }) => type === 'capture-asked' && amountMinor === amount);
    if (!capturedElsewhere && !isAsAsked) this.#log.breach('3', id, "another hand's capture is told as this till's");
    if (capturedElsewhere && tipMinor !== (tip_amount ?? 0))
      this.#log.breach('9', id, `a tip of ${tipMinor}, and the Transfer of another hand names ${tip_amount ?? 'none'}`);
  }

  /**
   * The day has ended, faults have stopped, and the reconciliation poll has finished: everything must be accounted for.
   */
  atEnd(views: readonly AttemptView[]): void {
    const known = new Set(views.map(({ id }) => id));
    for (const id of this.#records.strangers) this.#log.breach('7', null, `${id} at the platform is nobody's`);
    for (const id of this.#records.attempts())
      if (!known.has(id)) this.#log.breach('1', id, 'lost: only the platform knows it');
    let shown = 0;
    let taken = 0;
    for (const view of views) {
      const account = this.#records.of(view.id);
      const debits = account.debits.filter(hasMoved);
      taken += sum(debits) - sum(account.reversals.filter(hasMoved));
      const givenBack = view.reversals.reduce(
        (total, one) => total + (one.state === 'succeeded' ? one.amountMinor : 0),
        0,
      );
      shown += view.state === 'captured' ? (view.capturedMinor ?? 0) - givenBack : 0;
      this.#truth(view, account);
      if (isOpenAttempt(view))
        this.#log.breach('3', view.id, `never resolved: ${view.state} ${view.checking?.reason ?? ''}`);
      const isHold = account.authorizations.some(isHeld);
      if (isHold !== (view.state === 'authorized'))
        this.#log.breach('5', view.id, isHold ? `orphaned hold behind ${view.state}` : 'a hold on screen that is none');
      if (debits.length !== (view.state === 'captured' ? 1 : 0))
        this.#log.breach('3', view.id, `${debits.length} captures behind ${view.state}`);
      const credits = account.credits.filter(hasMoved).length;
      if (credits !== (view.state === 'refunded' ? 1 : 0))
        this.#log.breach('3', view.id, `${credits} refunds behind ${view.state}`);
      const held = account.authorizations.find((one) => one.state === 'SUCCEEDED');
      if (view.authorizedMinor !== null && held && held.amount !== view.authorizedMinor)
        this.#log.breach('9', view.id, `${view.authorizedMinor} authorized on screen, ${held.amount} in the records`);
      const wasCompleted = view.route === 'cloud' || this.#cards.completed.has(view.id) || this.#wasDecided(view.id);
      if ((view.state === 'captured' || view.state === 'authorized') && !wasCompleted)
        this.#log.breach('5', view.id, `${view.state}, and the terminal never completed it`);
      if ((view.capturedMinor ?? 0) > (view.authorizedMinor ?? Infinity))
        this.#log.breach('9', view.id, 'captured more than was held');
      this.#reversalsAtEnd(view, account);
      this.#goodsAtEnd(view);
    }
    if (shown !== taken) this.#log.breach('9', null, `the till says ${shown} was taken, the platform ${taken}`);
  }

  /** True if the manager's decision replaces the terminal's answer. */
  #wasDecided(attempt: string): boolean {
    return this.#disk.wasSaid(attempt, 'operator-decided');
  }

  /**
   * Finds payments that the customer completed, with the till's knowledge, and that were not captured or reversed.
   */
  #goodsAtEnd({ id, state, kind, failure }: AttemptView): void {
    if (!unpaid.has(state) || kind === 'refund') return;
    // Rightful causes: the bank's own answer about a capture, a refused partial approval, or an unanswered question
    // about the same card.
    if (this.#records.of(id).debits.some((one) => one.state === 'FAILED')) return;
    if (['PAY_CAPTURE_FAILED', 'PAY_PARTIAL', 'PAY_DUPLICATE'].includes(failure?.code ?? '')) return;
    const entries = this.#disk.entries(id);
    const isCompleted = entries.some(
      ({ type, end }) => type === 'terminal-finished' && (end as { kind?: string } | undefined)?.kind === 'approved',
    );
    // The payment waited for the cashier's answer, which was lost with the journal: only in that case is the answer
    // unknown.
    const wasLost = entries.some(({ type }) => type === 'adopted' || type === 'journal-behind');
    const wasHeldForWord = wasLost && ['hold', 'ask'].some((what) => this.#disk.hasRecord(what, idempotencyIdOf(id)));
    const isTakenBack = wasHeldForWord || takesBack.some((type) => this.#disk.wasSaid(id, type));
    if (isCompleted && !isTakenBack) this.#log.breach('5', id, `${state}, and the customer left with the goods`);
  }

  #reversalsAtEnd(view: AttemptView, account: Account): void {
    const known = new Set(view.reversals.map(({ id }) => reversalIdempotencyIdOf(view.id, id)));
    for (const one of account.reversals)
      if (!known.has(one.idempotency_id ?? '')) this.#log.breach('7', view.id, `reversal ${one.id} is nobody's`);
    for (const { id, state } of view.reversals) {
      const key = reversalIdempotencyIdOf(view.id, id);
      const stands = account.reversals.some((one) => one.idempotency_id === key && hasMoved(one));
      if (state === 'working' || state === 'checking' || state === 'pending')
        this.#log.breach('3', view.id, `reversal ${id} never resolved: ${state}`);
      else if (stands !== (state === 'succeeded'))
        this.#log.breach('3', view.id, `reversal ${id} is ${state} and ${stands ? 'stands' : 'does not stand'}`);
    }
  }
}

function sum(all: readonly { amount: number }[]): number {
  return all.reduce((total, { amount }) => total + amount, 0);
}

function devicesIn(body: string): { id: string; enabled: boolean }[] {
  try {
    const { _embedded } = JSON.parse(body) as { _embedded?: { devices?: { id: string; enabled: boolean }[] } };
    return _embedded?.devices ?? [];
  } catch {
    return []; // a gateway answered with a page
  }
}
