/** `tillbridge sale`: one payment from start to honest end, on the real host in this process. */
import { randomBytes } from 'node:crypto';
import {
  DEFAULT_MAX_AMOUNT_MINOR,
  isOpenAttempt,
  newAttemptId,
  parseAmount,
  plainAmount,
  TillError,
  toFailure,
  type AmountRefusal,
  type AttemptView,
  type Failure,
  type Family,
} from '../contract/index.ts';
import { composeHost, type Host, type HostConfig } from '../host/index.ts';
import { defaultDataDir, ensureDataDir, PRACTICE_TERMINAL_ID } from '../host/starter/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import { platformFromFlags } from './platform.ts';
import { fail, note, print } from './output.ts';
import { startPracticeTerminal, type PracticeCardName } from './practice.ts';

export interface SaleFlags {
  amount: string;
  currency: string;
  terminal?: string;
  platform?: string;
  data?: string;
  order?: string;
  cardTimeout: number;
  giveUp: number;
  card: PracticeCardName;
  family: Family;
  json?: boolean;
}

/** How long a terminal may take to be found and identified, milliseconds. */
const TERMINAL_WITHIN_MS = 15_000;
/** After the card time-out: bank, completion, capture and a round of checking. */
const SETTLE_MARGIN_MS = 120_000;

const refusals: Readonly<Record<AmountRefusal, string>> = {
  AMOUNT_MISSING: 'No amount was given.',
  AMOUNT_NOT_A_NUMBER: 'The amount is not a number. Write it like 12.34.',
  AMOUNT_NOT_LATIN_DIGITS: 'Write the amount with the digits 0 to 9.',
  AMOUNT_NEGATIVE: 'The amount is negative. A payment is more than zero.',
  AMOUNT_ZERO: 'The amount is zero. A payment is more than zero.',
  AMOUNT_TOO_MANY_DECIMALS: 'The amount has more decimals than its currency.',
  AMOUNT_OVER_LIMIT: 'The amount is over the limit of this till.',
  CURRENCY_UNKNOWN: 'This currency is not known. Use a code like USD.',
};

export async function runSale(flags: SaleFlags): Promise<void> {
  const currency = flags.currency.toUpperCase();
  const amount = parseAmount(flags.amount, currency, DEFAULT_MAX_AMOUNT_MINOR);
  const empty = {
    state: 'failed',
    attempt: null,
    currency,
    authorization: null,
    transfer: null,
    terminal: null,
    timings: {},
  };
  if (!amount.ok) {
    const failure: Failure = {
      code: 'PAY_AMOUNT',
      message: `${refusals[amount.code]} Nothing was sent; nobody was charged.`,
      context: { reason: amount.code },
    };
    fail(failure, 2, { ...empty, amount: null });
    return;
  }
  const stops: (() => Promise<void>)[] = [];
  try {
    const host = await openHost(flags, currency, stops);
    const attempt = await takePayment(host, flags, amount.amountMinor, currency);
    report(attempt);
  } catch (error) {
    const failure = toFailure(error);
    fail(failure, failure.code === 'CFG_INVALID' ? 2 : 1, { ...empty, amount: amount.amountMinor });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The host with what the flags name: practice terminal and sandbox where they name nothing. */
async function openHost(flags: SaleFlags, currency: string, stops: (() => Promise<void>)[]): Promise<Host> {
  const dataDir = ensureDataDir(flags.data ?? defaultDataDir(process.env, process.platform));
  let platform = flags.platform === undefined ? null : platformFromFlags(flags.platform);
  if (!platform) {
    const sandbox = await startSandbox({ dataDir });
    stops.push(() => sandbox.close());
    platform = { url: sandbox.url, username: sandbox.username, password: sandbox.password, merchant: sandbox.merchant };
  }
  let terminal: HostConfig['terminals'][number];
  if (flags.terminal === undefined || flags.terminal === PRACTICE_TERMINAL_ID) {
    const simulator = await startPracticeTerminal(flags.card, flags.family);
    stops.push(() => simulator.close());
    terminal = { address: simulator.address, isPractice: true };
  } else {
    if (!/^(serial:.+|tcp:.+:[0-9]{1,5}|hid:.+)$/u.test(flags.terminal)) {
      throw new TillError(
        'CFG_INVALID',
        'Name the terminal as practice, serial:PATH, tcp:HOST:PORT or hid:SERIALNUMBER.',
      );
    }
    terminal = { address: flags.terminal, isPractice: false };
  }
  const host = await composeHost({
    dataDir,
    mode: flags.platform === undefined ? 'training' : 'live',
    isKiosk: false,
    version: 'cli',
    till: {
      name: 'Command line',
      shop: 'Tillbridge',
      currency,
      locale: 'en-US',
      maxAmountMinor: DEFAULT_MAX_AMOUNT_MINOR,
      cardTimeoutMs: flags.cardTimeout * 1000,
    },
    platform,
    terminals: [terminal],
    practice: null,
    localSocket: false,
  });
  stops.push(() => host.close());
  return host;
}

async function takePayment(host: Host, flags: SaleFlags, amountMinor: number, currency: string): Promise<AttemptView> {
  const id = newAttemptId(Date.now(), randomBytes(8));
  const ready = await host.waitForTerminal(TERMINAL_WITHIN_MS);
  if (!flags.json) note(`${ready.model} ${ready.serialNumber}: ${plainAmount(amountMinor, currency)} ${currency}`);
  let starting: Promise<unknown> | null = null;
  let asked = 0;
  const cancel = (): void => {
    host.client.payment.cancel({ attempt: id }).catch((error: unknown) => note(toFailure(error).message));
  };
  const onInterrupt = (): void => {
    asked += 1;
    // The second Ctrl+C leaves; the journal keeps the attempt and the next start takes it up.
    if (asked > 1) process.exit(130);
    note('Asking the terminal to stop…');
    // A payment that could not be started says so by itself.
    starting?.then(cancel, () => undefined);
  };
  // Before anything is started: a signal in between must not leave a terminal waiting for a card.
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  try {
    starting = host.client.payment.start({
      id,
      amountMinor,
      currency,
      terminal: ready.id,
      ...(flags.order === undefined ? {} : { order: flags.order }),
    });
    await starting;
    return await host.settled(
      id,
      { cardMs: flags.cardTimeout * 1000 + SETTLE_MARGIN_MS, checkingMs: flags.giveUp * 1000 },
      (view) => {
        if (!flags.json && isOpenAttempt(view)) note(`  ${view.prompt ?? view.checking?.reason ?? view.state}`);
      },
    );
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

function report(attempt: AttemptView): void {
  const isOpen = isOpenAttempt(attempt);
  const state = isOpen ? 'checking' : attempt.state;
  const value = {
    state,
    attempt: attempt.id,
    amount: attempt.capturedMinor ?? attempt.amountMinor,
    requested: attempt.amountMinor,
    currency: attempt.currency,
    authorization: attempt.authorization,
    transfer: attempt.transfer,
    terminal: attempt.terminal,
    card: attempt.card,
    declineCode: attempt.declineCode,
    cancelledBy: attempt.cancelledBy,
    cancelTooLate: attempt.cancelTooLate,
    checking: attempt.checking,
    timings: Object.fromEntries(attempt.timings.map(({ step, atMs }) => [step, atMs])),
    ...(attempt.failure ? { error: attempt.failure } : {}),
  };
  print(value, sentence(attempt, state));
  process.exitCode = state === 'captured' ? 0 : state === 'checking' ? 3 : 1;
}

function sentence(attempt: AttemptView, state: string): string {
  const amount = `${plainAmount(attempt.capturedMinor ?? attempt.amountMinor, attempt.currency)} ${attempt.currency}`;
  switch (state) {
    case 'captured':
      return `Paid ${amount}. Transfer ${attempt.transfer}.${attempt.cancelTooLate ? ' It was too late to cancel.' : ''}`;
    case 'declined':
      return `Declined (${attempt.declineCode}). The customer was not charged.`;
    case 'cancelled':
      return `Cancelled by ${attempt.cancelledBy}. The customer was not charged.`;
    case 'voided':
      return `Not paid. The approval has been taken back; the customer was not charged. ${attempt.failure?.message ?? ''}`;
    case 'checking':
      return `Checking: we do not know yet whether the customer was charged. Do not charge again. The next start of Tillbridge with this data folder goes on asking.`;
    default:
      return `Not paid. The customer was not charged. ${attempt.failure?.message ?? ''} [${attempt.failure?.code ?? state}]`;
  }
}
