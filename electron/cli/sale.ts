/** `tillbridge sale`: one payment from its start to its known outcome, on the real host in this process. */
import { randomBytes } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { payingFamilies } from '../../native/index.ts';
import {
  currencies,
  defaultMaxAmountMinor,
  newAttemptId,
  parseAmount,
  plainAmount,
  type AmountRefusal,
} from '../domain/index.ts';
import {
  attemptKindSchema,
  isOpenAttempt,
  paymentRouteSchema,
  toFailure,
  type AttemptKind,
  type AttemptView,
  type Failure,
  type Family,
  type PaymentRoute,
  type TerminalView,
} from '../contract/index.ts';
import { composeHost, type HostConfig } from '../host/index.ts';
import { configuredTerminal, PRACTICE_TERMINAL_ID } from '../config/index.ts';
import { ownVersion } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { commandLineTill, connectShared } from './connection.ts';
import { openFolder, readTill, dataDirInUse, type Folder } from './folder.ts';
import { stopped, watchInterrupts, type Interrupts } from './interrupts.ts';
import {
  familyOption,
  LARGE_TIP,
  operatorName,
  orderReference,
  platformUrl,
  waitSeconds,
  whole,
  withData,
  withJson,
} from './options.ts';
import {
  ageOf,
  attemptLine,
  deviceRemedies,
  exitCodeOf,
  largeTipWords,
  repeatedWords,
  sentence,
} from './payment-words.ts';
import { asOperator, orInDoubt } from './payments.ts';
import { startPracticeTerminal, type PracticeCardName } from './practice.ts';
import { runningTill, type Selling } from './selling.ts';
import { settleUnfinished } from './unfinished.ts';

interface SaleFlags {
  amount: string;
  currency?: string;
  terminal?: string;
  platform?: string;
  data?: string;
  order?: string;
  kind: AttemptKind;
  tip?: string;
  /** Confirms a tip far above the usual share. */
  largeTip?: boolean;
  partial: 'ask' | 'accept' | 'release';
  route?: PaymentRoute;
  /** Confirms that this is another purchase, although the same amount was paid minutes ago. */
  again?: boolean;
  operator?: string;
  cardTimeout: number;
  giveUp: number;
  card: PracticeCardName;
  family: Family;
}

/** Time for a terminal to be found and identified, in milliseconds. */
const TERMINAL_WITHIN_MS = 15_000;
/** Time after the card time-out for the bank, completion, capture and a round of polling. */
const SETTLE_MARGIN_MS = 120_000;

const refusals: Readonly<Record<AmountRefusal, string>> = {
  AMOUNT_MISSING: 'No amount was given.',
  AMOUNT_NOT_A_NUMBER: 'The amount is not a number. Write it like 12.34.',
  AMOUNT_NOT_LATIN_DIGITS: 'Write the amount with the digits 0 to 9.',
  AMOUNT_NEGATIVE: 'The amount is negative. A payment is more than zero.',
  AMOUNT_ZERO: 'The amount is zero. A payment is more than zero.',
  AMOUNT_TOO_MANY_DECIMALS: 'The amount has more decimals than its currency.',
  AMOUNT_OVER_LIMIT: 'The amount is over the limit of this till (setting till.maxAmountMinor).',
  CURRENCY_UNKNOWN: `This currency is not known. Known are ${currencies.join(', ')}.`,
};

export function registerSale(program: Command, cli: Cli): void {
  withJson(withData(program.command('sale')))
    .description(
      'take one card-present payment on the running till of the data folder, or without a running till by itself; the practice terminal is used without --terminal and --platform',
    )
    .requiredOption('--amount <amount>', 'amount, e.g. 12.34')
    .option('--currency <code>', 'ISO 4217 code; default: the currency of the till (setting till.currency)')
    .option(
      '--terminal <address>',
      'practice, serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER, or device:SERIALNUMBER for one without a cable',
      saleTerminal,
    )
    .option(
      '--platform <url>',
      'base address of the platform (credentials: TILLBRIDGE_USERNAME, TILLBRIDGE_PASSWORD)',
      platformUrl,
    )
    .option('--order <reference>', 'order reference', orderReference)
    .addOption(
      new Option('--kind <kind>', 'sale, hold to capture later, or refund without a payment')
        .choices(attemptKindSchema.options)
        .default('sale'),
    )
    .option('--tip <amount>', 'tip, added to the amount')
    .option('--large-tip', LARGE_TIP)
    .addOption(
      new Option('--partial <what>', 'if the bank approves less: leave the decision open, take the part, or release it')
        .choices(['ask', 'accept', 'release'])
        .default('accept'),
    )
    .addOption(
      new Option('--route <route>', 'route to the terminal: through this till, or through the platform').choices(
        paymentRouteSchema.options,
      ),
    )
    .option(
      '--again',
      'confirm another purchase, although the same card paid the same amount minutes ago, the order was paid, or a pay link for the amount is open',
    )
    .option(
      '--operator <name>',
      'name of the person who refunds; the PIN comes from TILLBRIDGE_PIN or a prompt',
      operatorName,
    )
    .option(
      '--card-timeout <seconds>',
      'time for which the terminal waits for a card',
      whole(1, 255, 'Give 1 to 255 seconds.'),
      commandLineTill.cardTimeoutMs / 1000,
    )
    .option(
      '--give-up <seconds>',
      'stop waiting for the outcome of a payment in doubt after this time; the next start continues',
      waitSeconds,
      120,
    )
    .addOption(
      new Option('--card <card>', 'practice card').choices(['approve', 'decline', 'cancel']).default('approve'),
    )
    .addOption(familyOption('family of the practice terminal', payingFamilies).default('mms'))
    .action((flags: SaleFlags) => runSale(cli, flags));
}

function saleTerminal(text: string): string {
  if (text !== PRACTICE_TERMINAL_ID && !/^(serial:.+|tcp:.+:[0-9]{1,5}|hid:.+|device:.+)$/u.test(text))
    throw new InvalidArgumentError(
      'Name the terminal as practice, serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER.',
    );
  return text;
}

async function runSale(cli: Cli, flags: SaleFlags): Promise<void> {
  const nothing = {
    state: 'failed',
    attempt: null,
    amount: null as number | null,
    currency: flags.currency?.toUpperCase() ?? null,
    authorization: null,
    transfer: null,
    terminal: null,
    timings: {},
  };
  const stops: (() => Promise<void>)[] = [];
  const since = Date.now();
  const interrupts = watchInterrupts(cli);
  try {
    const { till, isRunning, open } = await openSeller(cli, flags, stops);
    const money = readMoney(flags, till);
    if ('code' in money) return cli.fail(money, 2, nothing);
    Object.assign(nothing, { amount: money.amountMinor, currency: money.currency });
    const host = await open(money);
    // A running till follows its own unfinished payments, and lists those that block this payment.
    if (!isRunning && !(await interrupts.unless(isClear(cli, host, flags, since, nothing)))) return;
    const ready = await interrupts.unless(host.waitForTerminal(TERMINAL_WITHIN_MS));
    const taken = await takePayment(cli, host, { flags, money, ready, interrupts, nothing });
    if (taken) report(cli, taken);
  } catch (error) {
    if (error === stopped) {
      const words = 'Stopped before a payment began. Nothing was sent; the customer was not charged.';
      cli.print({ ...nothing, state: 'cancelled', cancelledBy: 'cashier', mayHaveCharged: false }, words);
      cli.exitCode = 1;
      return;
    }
    const failure = withNext(toFailure(error));
    cli.fail(failure, failure.code === 'CFG_INVALID' ? 2 : 1, nothing);
  } finally {
    interrupts.end();
    for (const stop of stops.reverse()) await stop();
  }
}

/** Amounts of the command, in minor units. */
interface Money {
  amountMinor: number;
  tipMinor: number;
  currency: string;
  maxAmountMinor: number;
}

/**
 * Amounts of the command, by default in the till's currency. The till's maximum amount applies only to its own
 * currency.
 */
function readMoney(flags: SaleFlags, till: Seller['till']): Money | Failure {
  const currency = flags.currency?.toUpperCase() ?? till.currency;
  const maxAmountMinor = currency === till.currency ? till.maxAmountMinor : defaultMaxAmountMinor(currency);
  const amount = parseAmount(flags.amount, currency, maxAmountMinor);
  if (!amount.ok) return refusedAmount('--amount', amount.code);
  const tip = flags.tip === undefined ? null : parseAmount(flags.tip, currency, maxAmountMinor);
  if (tip?.ok === false && tip.code !== 'AMOUNT_ZERO') return refusedAmount('--tip', tip.code);
  return { amountMinor: amount.amountMinor, tipMinor: tip?.ok ? tip.amountMinor : 0, currency, maxAmountMinor };
}

const refusedAmount = (option: string, reason: AmountRefusal): Failure => ({
  code: 'PAY_AMOUNT',
  message: `${reason === 'CURRENCY_UNKNOWN' ? '--currency' : option}: ${refusals[reason]} Nothing was sent; the customer was not charged.`,
  context: { reason },
});

/** Adds the next step if the command has more details than the failure. */
function withNext(failure: Failure): Failure {
  const remedy = deviceRemedies[failure.code];
  if (remedy === undefined) return withQuestion(failure);
  return { ...failure, message: `${failure.message} Nothing was sent; the customer was not charged. ${remedy}` };
}

/** Explains a request that was refused before a card was read. */
function withQuestion(failure: Failure): Failure {
  if (failure.code === 'PAY_LINK_OPEN' && failure.context?.['isAskable'] === true) {
    const next = `A pay link for this amount is open (${String(failure.context['link'])}). If the link is another customer's, confirm with --again.`;
    return { ...failure, message: `Nothing was sent; the customer was not charged. ${next}` };
  }
  if (failure.code === 'PAY_TIP_LARGE') return { ...failure, message: largeTipWords(failure) };
  if (failure.code !== 'PAY_DUPLICATE') return failure;
  return {
    ...failure,
    message: `Nothing was sent; the customer was not charged a second time. ${repeatedWords(failure)}`,
  };
}

/** Settings about questions to the cashier; a payment without a screen answers those by its options. */
const questionsOf = ({
  sameCardMinutes,
  tips,
}: HostConfig['till']): Pick<HostConfig['till'], 'sameCardMinutes' | 'tips'> => ({
  ...(sameCardMinutes === undefined ? {} : { sameCardMinutes }),
  ...(tips === undefined ? {} : { tips }),
});

/**
 * The running till of the folder, or null.
 * @throws TillError JRNL_IN_USE when the command line contains another platform
 */
async function openRunning(cli: Cli, flags: SaleFlags, stops: (() => Promise<void>)[]): Promise<Selling | null> {
  const shared = await connectShared(cli.dataDir(flags.data));
  if (!shared) return null;
  stops.push(() => shared.close());
  if (flags.platform !== undefined) throw dataDirInUse();
  return runningTill(shared.client, flags.terminal, flags.card);
}

/** Host that takes the payment, and the settings of its till. */
interface Seller {
  till: Pick<HostConfig['till'], 'currency' | 'maxAmountMinor'>;
  isRunning: boolean;
  open: (money: Money) => Promise<Selling>;
}

async function openSeller(cli: Cli, flags: SaleFlags, stops: (() => Promise<void>)[]): Promise<Seller> {
  const running = await openRunning(cli, flags, stops);
  if (running) {
    const { till } = (await running.client.snapshot()).state;
    return { till, isRunning: true, open: async () => running };
  }
  return {
    till: await readTill(cli, flags),
    isRunning: false,
    open: (money) => openHost(cli, flags, money, stops),
  };
}

/** Host as the flags and settings configure it; by default with practice terminal and sandbox. */
async function openHost(
  cli: Cli,
  flags: SaleFlags,
  { currency, maxAmountMinor }: Money,
  stops: (() => Promise<void>)[],
): Promise<Selling> {
  const folder = await openFolder(cli, flags);
  stops.push(() => folder.close());
  const limits = { currency, maxAmountMinor, cardTimeoutMs: flags.cardTimeout * 1000 };
  const host = await composeHost({
    dataDir: folder.dataDir,
    recordsDir: folder.recordsDir,
    mode: folder.mode,
    isKiosk: false,
    version: ownVersion(),
    till: { ...commandLineTill, ...questionsOf(folder.till), ...limits },
    platform: folder.platform,
    terminals: await terminalsOf(flags, folder, stops),
    people: folder.people,
    settingsNoted: 'command',
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
  return [configuredTerminal(terminal)];
}

/**
 * Settles payments of an earlier run before a terminal or a card is used. False: the sale was refused and the reason
 * printed.
 */
async function isClear(cli: Cli, host: Selling, flags: SaleFlags, since: number, nothing: object): Promise<boolean> {
  const withinMs = flags.giveUp * 1000;
  const { checking, unanswered, waiting } = await settleUnfinished(cli, host.client, { since, withinMs, of: 'unpaid' });
  const unresolved = [...checking, ...unanswered];
  if (unresolved.length + waiting === 0) return true;
  const failure: Failure = {
    code: 'PAY_UNRESOLVED',
    message:
      'Payments of an earlier run are still being checked. Nothing was sent; the customer was not charged for this one.',
    context: { attempts: unresolved.map(({ id }) => id).join(', ') },
  };
  cli.fail(failure, 3, { ...nothing, unresolved });
  if (!cli.isJson)
    for (const view of unresolved) cli.note(`  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`);
  return false;
}

async function takePayment(
  cli: Cli,
  host: Selling,
  about: { flags: SaleFlags; money: Money; ready: TerminalView; interrupts: Interrupts; nothing: object },
): Promise<AttemptView | null> {
  const { flags, money, ready, interrupts, nothing } = about;
  const id = newAttemptId(Date.now(), randomBytes(8));
  const { amountMinor, tipMinor, currency } = money;
  const amount = `${plainAmount(amountMinor, currency)} ${currency}`;
  if (!cli.isJson) cli.note(`${ready.model ?? ready.address} ${ready.serialNumber}: ${amount}`);
  const request = {
    amountMinor,
    tipMinor,
    currency,
    id,
    terminal: ready.id,
    kind: flags.kind,
    partialApproval: flags.partial,
    isRepeatMeant: flags.again === true,
    isOtherCustomer: flags.again === true,
    isTipMeant: flags.largeTip === true,
    onRepeat: 'refuse' as const,
    route: flags.route,
    order: flags.order,
  };
  const { operator: name } = flags;
  const start = async (): Promise<unknown> =>
    name === undefined
      ? host.client.payment.start(request)
      : asOperator(cli, name, (operator) => host.client.payment.start({ ...request, operator }));
  return orInDoubt(cli, { ...nothing, attempt: id }, 'the customer was charged', async (onAccepted) => {
    await interrupts.during(start(), () => host.client.payment.cancel({ attempt: id }));
    onAccepted();
    return host.settled(
      id,
      { cardMs: flags.cardTimeout * 1000 + SETTLE_MARGIN_MS, inDoubtMs: flags.giveUp * 1000 },
      (view) => {
        if (!cli.isJson && isOpenAttempt(view)) cli.note(`  ${view.prompt ?? view.checking?.reason ?? view.state}`);
      },
    );
  });
}

function report(cli: Cli, attempt: AttemptView): void {
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
    mayHaveCharged: attempt.mayHaveCharged,
    checking: attempt.checking,
    timings: Object.fromEntries(attempt.timings.map(({ step, atMs }) => [step, atMs])),
    ...(attempt.failure ? { error: attempt.failure } : {}),
  };
  cli.print(value, sentence(attempt));
  cli.exitCode = exitCodeOf(attempt);
}
