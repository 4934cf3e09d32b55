/** `tillbridge sale`: one payment from start to honest end, on the real host in this process. */
import { randomBytes } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { payingFamilies } from '../../native/index.ts';
import {
  attemptKindSchema,
  DEFAULT_MAX_AMOUNT_MINOR,
  isOpenAttempt,
  newAttemptId,
  parseAmount,
  paymentRouteSchema,
  plainAmount,
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
import type { Cli } from './cli.ts';
import { commandLineTill } from './connection.ts';
import { openFolder, type Folder } from './folder.ts';
import {
  familyOption,
  operatorName,
  orderReference,
  platformUrl,
  waitSeconds,
  whole,
  withData,
  withJson,
} from './options.ts';
import { ageOf, attemptLine, deviceRemedies, exitCodeOf, repeatedWords, sentence } from './payment-words.ts';
import { asOperator } from './payments.ts';
import { startPracticeTerminal, type PracticeCardName } from './practice.ts';
import { settleUnfinished } from './unfinished.ts';

interface SaleFlags {
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

export function registerSale(program: Command, cli: Cli): void {
  withJson(withData(program.command('sale')))
    .description('take one card-present payment; without --terminal and --platform on the practice terminal')
    .requiredOption('--amount <amount>', 'amount, e.g. 12.34')
    .option('--currency <code>', 'ISO 4217 code', 'USD')
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
      new Option('--kind <kind>', 'sale, a hold to be captured later, or money back without a payment before it')
        .choices(attemptKindSchema.options)
        .default('sale'),
    )
    .option('--tip <amount>', 'on top of the amount')
    .addOption(
      new Option('--partial <what>', 'when the bank approves less: leave it to be decided, take it, or give it back')
        .choices(['ask', 'accept', 'release'])
        .default('accept'),
    )
    .addOption(
      new Option('--route <route>', 'who drives the terminal: this till, or the platform').choices(
        paymentRouteSchema.options,
      ),
    )
    .option(
      '--again',
      'this is another purchase: take it though the same card paid the same amount minutes ago, the order was paid, or a payment link for the amount is open',
    )
    .option('--operator <name>', 'who asks for a refund; a PIN is read from TILLBRIDGE_PIN or asked for', operatorName)
    .option(
      '--card-timeout <seconds>',
      'how long the terminal waits for a card',
      whole(1, 255, 'Give 1 to 255 seconds.'),
      60,
    )
    .option(
      '--give-up <seconds>',
      'stop waiting for an unclear answer after this long; the next start goes on',
      waitSeconds,
      120,
    )
    .addOption(
      new Option('--card <card>', 'practice card').choices(['approve', 'decline', 'cancel']).default('approve'),
    )
    .addOption(familyOption('what the practice terminal is', payingFamilies).default('mms'))
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
  const currency = flags.currency.toUpperCase();
  const amount = parseAmount(flags.amount, currency, DEFAULT_MAX_AMOUNT_MINOR);
  const tip = flags.tip === undefined ? null : parseAmount(flags.tip, currency, DEFAULT_MAX_AMOUNT_MINOR);
  const nothing = {
    state: 'failed',
    attempt: null,
    amount: amount.ok ? amount.amountMinor : null,
    currency,
    authorization: null,
    transfer: null,
    terminal: null,
    timings: {},
  };
  if (!amount.ok) return cli.fail(refusedAmount('--amount', amount.code), 2, nothing);
  if (tip?.ok === false && tip.code !== 'AMOUNT_ZERO') return cli.fail(refusedAmount('--tip', tip.code), 2, nothing);
  const tipMinor = tip?.ok ? tip.amountMinor : 0;
  const stops: (() => Promise<void>)[] = [];
  const since = Date.now();
  try {
    const host = await openHost(cli, flags, currency, stops);
    if (!(await isClear(cli, host, flags, since, nothing))) return;
    report(cli, await takePayment(cli, host, flags, { amountMinor: amount.amountMinor, currency, tipMinor }));
  } catch (error) {
    const failure = withNext(toFailure(error));
    cli.fail(failure, failure.code === 'CFG_INVALID' ? 2 : 1, nothing);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const refusedAmount = (option: string, reason: AmountRefusal): Failure => ({
  code: 'PAY_AMOUNT',
  message: `${reason === 'CURRENCY_UNKNOWN' ? '--currency' : option}: ${refusals[reason]} Nothing was sent; nobody was charged.`,
  context: { reason },
});

/** What to do next, where the command can say more than the failure does. */
function withNext(failure: Failure): Failure {
  const remedy = deviceRemedies[failure.code];
  if (remedy === undefined) return withQuestion(failure);
  return { ...failure, message: `${failure.message} Nothing was sent; nobody was charged. ${remedy}` };
}

/** Refused at once, before a card was read. */
function withQuestion(failure: Failure): Failure {
  if (failure.code === 'PAY_LINK_OPEN' && failure.context?.['isAskable'] === true) {
    const next = `A payment link for this amount is open (${String(failure.context['link'])}). If it is another customer's, say so with --again.`;
    return { ...failure, message: `Nothing was sent; nobody was charged. ${next}` };
  }
  if (failure.code !== 'PAY_DUPLICATE') return failure;
  return { ...failure, message: `Nothing was sent; nobody was charged a second time. ${repeatedWords(failure)}` };
}

const sameCardOf = ({ sameCardMinutes }: HostConfig['till']): Pick<HostConfig['till'], 'sameCardMinutes'> =>
  sameCardMinutes === undefined ? {} : { sameCardMinutes };

/** The host with what flags and settings name: practice terminal and sandbox where they name nothing. */
async function openHost(cli: Cli, flags: SaleFlags, currency: string, stops: (() => Promise<void>)[]): Promise<Host> {
  const folder = await openFolder(cli, flags);
  stops.push(() => folder.close());
  const host = await composeHost({
    dataDir: folder.dataDir,
    recordsDir: folder.recordsDir,
    mode: folder.mode,
    isKiosk: false,
    version: 'cli',
    till: { ...commandLineTill, ...sameCardOf(folder.till), currency, cardTimeoutMs: flags.cardTimeout * 1000 },
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

/** Payments that an earlier run left are settled before a terminal or a card is touched. False: refused, and said. */
async function isClear(cli: Cli, host: Host, flags: SaleFlags, since: number, nothing: object): Promise<boolean> {
  const withinMs = flags.giveUp * 1000;
  const { checking, unheard, waiting } = await settleUnfinished(cli, host.client, { since, withinMs, of: 'unpaid' });
  const unresolved = [...checking, ...unheard];
  if (unresolved.length + waiting === 0) return true;
  const failure: Failure = {
    code: 'PAY_UNRESOLVED',
    message: 'Payments of an earlier run are still being checked. Nothing was sent; nobody was charged for this one.',
    context: { attempts: unresolved.map(({ id }) => id).join(', ') },
  };
  cli.fail(failure, 3, { ...nothing, unresolved });
  if (!cli.isJson)
    for (const view of unresolved) cli.note(`  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`);
  return false;
}

async function takePayment(
  cli: Cli,
  host: Host,
  flags: SaleFlags,
  money: { amountMinor: number; currency: string; tipMinor: number },
): Promise<AttemptView> {
  const id = newAttemptId(Date.now(), randomBytes(8));
  const ready = await host.waitForTerminal(TERMINAL_WITHIN_MS);
  const amount = `${plainAmount(money.amountMinor, money.currency)} ${money.currency}`;
  if (!cli.isJson) cli.note(`${ready.model ?? ready.address} ${ready.serialNumber}: ${amount}`);
  const request = {
    ...money,
    id,
    terminal: ready.id,
    kind: flags.kind,
    partialApproval: flags.partial,
    isRepeatMeant: flags.again === true,
    isOtherCustomer: flags.again === true,
    onRepeat: 'refuse' as const,
    route: flags.route,
    order: flags.order,
  };
  const { operator: name } = flags;
  const start = async (): Promise<unknown> =>
    name === undefined
      ? host.client.payment.start(request)
      : asOperator(cli, name, (operator) => host.client.payment.start({ ...request, operator }));
  const interrupts = cancelOnInterrupt(cli, () => host.client.payment.cancel({ attempt: id }));
  try {
    await interrupts.during(start());
    return await host.settled(
      id,
      { cardMs: flags.cardTimeout * 1000 + SETTLE_MARGIN_MS, checkingMs: flags.giveUp * 1000 },
      (view) => {
        if (!cli.isJson && isOpenAttempt(view)) cli.note(`  ${view.prompt ?? view.checking?.reason ?? view.state}`);
      },
    );
  } finally {
    interrupts.end();
  }
}

/**
 * The first Ctrl+C cancels the payment. The second one leaves: the journal keeps the attempt and the next start recovers it.
 * Listens before anything is started, so that no signal can leave a terminal waiting for a card, and to the very end of the
 * process: an echo of the key press that cancelled must not end it before its result is printed.
 */
function cancelOnInterrupt(cli: Cli, cancel: () => Promise<unknown>) {
  let starting: Promise<unknown> | null = null;
  let count = 0;
  let isOver = false;
  const isPress = pressFilter();
  cli.io.onInterrupt(() => {
    // One key press reaches us from the terminal, and again from npm and from the script that started us.
    if (!isPress(performance.now())) return;
    count += 1;
    if (count > 1) cli.io.quit(130);
    if (isOver || count > 1) return;
    cli.note('Asking the terminal to stop…');
    // A payment that could not be started reports that itself.
    starting?.then(
      () => cancel().catch((error: unknown) => cli.note(toFailure(error).message)),
      () => undefined,
    );
  });
  return {
    during: (work: Promise<unknown>) => (starting = work),
    end: () => (isOver = true),
  };
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
