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
  type AttemptKind,
  type AttemptView,
  type Failure,
  type Family,
  type PaymentRoute,
} from '../contract/index.ts';
import { composeHost, type Host, type HostConfig } from '../host/index.ts';
import { configuredTerminal, PRACTICE_TERMINAL_ID, pressFilter } from '../starter/index.ts';
import { commandLineTill } from './connection.ts';
import { openFolder, type Folder } from './folder.ts';
import { fail, leave, note, print } from './output.ts';
import { ageOf, attemptLine, exitCodeOf, sentence } from './payment-words.ts';
import { asOperator, minor } from './payments.ts';
import { startPracticeTerminal, type PracticeCardName } from './practice.ts';
import { settleUnfinished } from './unfinished.ts';

export interface SaleFlags {
  amount: string;
  currency: string;
  terminal?: string;
  platform?: string;
  data?: string;
  order?: string;
  kind: AttemptKind;
  tip?: string;
  partial: 'ask' | 'accept' | 'release';
  route?: PaymentRoute;
  /** It is known that the same amount went through minutes ago. */
  again?: boolean;
  operator?: string;
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
  const since = Date.now();
  try {
    const host = await openHost(flags, currency, stops);
    if (!(await isClear(host, flags, since, { ...empty, amount: amount.amountMinor }))) return;
    const attempt = await takePayment(host, flags, amount.amountMinor, currency);
    report(attempt);
  } catch (error) {
    const failure = withQuestion(toFailure(error));
    fail(failure, failure.code === 'CFG_INVALID' ? 2 : 1, { ...empty, amount: amount.amountMinor });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  await leave();
}

/** What looks like a repeat, and how to say that it is none: nobody can be asked in the middle of a command. */
function withQuestion(failure: Failure): Failure {
  if (failure.code !== 'PAY_DUPLICATE') return failure;
  const { attempt, link, minutes } = failure.context ?? {};
  const ago = minutes === 1 ? '1 minute ago' : `${String(minutes)} minutes ago`;
  const what =
    link === undefined
      ? `The same amount went through on this terminal ${ago} (payment ${String(attempt)}).`
      : `This order was paid by link ${ago} (link ${String(link)}).`;
  const next = 'If this is another purchase, say so with --again.';
  return { ...failure, message: `${what} Nothing was sent; nobody was charged a second time. ${next}` };
}

/** The host with what flags and settings name: practice terminal and sandbox where they name nothing. */
async function openHost(flags: SaleFlags, currency: string, stops: (() => Promise<void>)[]): Promise<Host> {
  const folder = await openFolder(flags);
  stops.push(() => folder.close());
  const host = await composeHost({
    dataDir: folder.dataDir,
    mode: folder.mode,
    isKiosk: false,
    version: 'cli',
    till: { ...commandLineTill, currency, cardTimeoutMs: flags.cardTimeout * 1000 },
    platform: folder.platform,
    terminals: await terminalsOf(flags, folder, stops),
    managers: folder.managers,
    practice: null,
    localSocket: false,
  });
  stops.push(() => host.close());
  return host;
}

async function terminalsOf(
  { terminal, card, family }: SaleFlags,
  { mode, terminals }: Folder,
  stops: (() => Promise<void>)[],
): Promise<HostConfig['terminals']> {
  if (terminal === undefined && mode === 'live' && terminals.length > 0) return terminals;
  if (terminal === undefined || terminal === PRACTICE_TERMINAL_ID) {
    const simulator = await startPracticeTerminal(card, family);
    stops.push(() => simulator.close());
    return [{ address: simulator.address, isPractice: true }];
  }
  if (!/^(serial:.+|tcp:.+:[0-9]{1,5}|hid:.+|device:.+)$/u.test(terminal)) {
    throw new TillError(
      'CFG_INVALID',
      'Name the terminal as practice, serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER.',
    );
  }
  return [configuredTerminal(terminal)];
}

/** What an earlier run left is known first; a terminal or a card is not touched before. False: refused, and said. */
async function isClear(host: Host, flags: SaleFlags, since: number, empty: object): Promise<boolean> {
  const withinMs = flags.giveUp * 1000;
  const { checking } = await settleUnfinished(host.client, { since, withinMs, isQuiet: flags.json === true });
  if (checking.length === 0) return true;
  const failure: Failure = {
    code: 'PAY_UNRESOLVED',
    message: 'Payments of an earlier run are still being checked. Nothing was sent; nobody was charged for this one.',
    context: { attempts: checking.map(({ id }) => id).join(', ') },
  };
  fail(failure, 3, { ...empty, unresolved: checking });
  if (!flags.json)
    for (const view of checking) note(`  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`);
  return false;
}

async function takePayment(host: Host, flags: SaleFlags, amountMinor: number, currency: string): Promise<AttemptView> {
  const id = newAttemptId(Date.now(), randomBytes(8));
  const ready = await host.waitForTerminal(TERMINAL_WITHIN_MS);
  if (!flags.json)
    note(`${ready.model ?? ready.address} ${ready.serialNumber}: ${plainAmount(amountMinor, currency)} ${currency}`);
  let starting: Promise<unknown> | null = null;
  let asked = 0;
  let isOver = false;
  const isPress = pressFilter();
  const cancel = (): void => {
    host.client.payment.cancel({ attempt: id }).catch((error: unknown) => note(toFailure(error).message));
  };
  const onInterrupt = (): void => {
    // One press reaches us from the terminal, and again from npm and from the script that started us.
    if (!isPress(performance.now())) return;
    asked += 1;
    // The second Ctrl+C leaves; the journal keeps the attempt and the next start takes it up.
    if (asked > 1) process.exit(130);
    if (isOver) return;
    note('Asking the terminal to stop…');
    // A payment that could not be started says so by itself.
    starting?.then(cancel, () => undefined);
  };
  // Before anything is started: a signal in between must not leave a terminal waiting for a card. They are heard to the very
  // end of the process: an echo of the press that cancelled would otherwise end it before its result is told.
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  try {
    const request = {
      id,
      amountMinor,
      currency,
      terminal: ready.id,
      kind: flags.kind,
      partialApproval: flags.partial,
      isRepeatMeant: flags.again === true,
      tipMinor: flags.tip === undefined ? 0 : minor(flags.tip, currency),
      route: flags.route,
      order: flags.order,
    };
    const { operator: name } = flags;
    starting =
      name === undefined
        ? host.client.payment.start(request)
        : asOperator(name, (operator) => host.client.payment.start({ ...request, operator }));
    await starting;
    return await host.settled(
      id,
      { cardMs: flags.cardTimeout * 1000 + SETTLE_MARGIN_MS, checkingMs: flags.giveUp * 1000 },
      (view) => {
        if (!flags.json && isOpenAttempt(view)) note(`  ${view.prompt ?? view.checking?.reason ?? view.state}`);
      },
    );
  } finally {
    isOver = true;
  }
}

function report(attempt: AttemptView): void {
  const state = attempt.state === 'working' ? 'checking' : attempt.state;
  const value = {
    state,
    attempt: attempt.id,
    kind: attempt.kind,
    route: attempt.route,
    amount: attempt.capturedMinor ?? attempt.authorizedMinor ?? attempt.totalMinor,
    requested: attempt.totalMinor,
    tip: attempt.tipMinor,
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
  print(value, sentence(attempt));
  process.exitCode = exitCodeOf(attempt);
}
