/** `tillbridge payments`, `recover`, `capture`, `keep`, `void`, `reverse`, `decide`, `pin`. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { newAttemptId } from '../domain/index.ts';
import {
  isUnsettled,
  mayHaveChargedAfter,
  TillError,
  toFailure,
  type AttemptView,
  type Operator,
} from '../contract/index.ts';
import { hashPin } from '../host/index.ts';
import type { HostClient } from '../host/index.ts';
import { UsageError, type Cli } from './cli.ts';
import { withFolder, type FolderFlags } from './folder.ts';
import {
  amount,
  LARGE_TIP,
  minor,
  operatorName,
  PIN_OPERATOR,
  reason,
  reversalId,
  waitSeconds,
  whole,
  withData,
  withId,
  withJson,
  withPlatform,
  words,
} from './options.ts';
import {
  ageOf,
  agoOf,
  attemptLine,
  reasonCodeOf,
  exitCodeOf,
  inDoubtFailure,
  largeTipWords,
  reversalLine,
  sentence,
} from './payment-words.ts';
import { readSecret } from './secret.ts';
import { isKnown, settleUnfinished, untilKnown } from './unfinished.ts';

interface WaitFlags extends FolderFlags {
  giveUp: number;
}

interface OperatorFlags extends WaitFlags {
  operator: string;
}

interface ListFlags extends FolderFlags {
  limit: number;
  unsettled?: boolean;
}

interface CaptureFlags extends WaitFlags {
  amount: string;
  tip?: string;
  largeTip?: boolean;
  operator?: string;
}

interface ReverseFlags extends OperatorFlags {
  amount?: string;
  reversal?: string;
  reason: string;
  again?: boolean;
}

interface DecideFlags extends OperatorFlags {
  paid?: boolean;
  notPaid?: boolean;
  reversal?: string;
  reason: string;
}

const MIN_PIN_LENGTH = 4;
/** Length from which guessing a PIN from a copy of the settings takes days. */
const GOOD_PIN_LENGTH = 6;
/** Maximum payments on a page of History. */
const MAX_FOUND = 200;

export function registerPaymentCommands(program: Command, cli: Cli): void {
  const onPlatform = (name: string, what: string): Command =>
    withPlatform(withJson(withData(program.command(name).description(what)))).option(
      '--give-up <seconds>',
      'stop waiting for the outcome of a payment in doubt after this time',
      waitSeconds,
      60,
    );
  const onPayment = (name: string, what: string): Command => withId(onPlatform(name, what), 'attempt');

  withJson(withData(program.command('payments')))
    .description('list payments with their state, reason, age, amounts and reversals')
    .option('--limit <n>', 'number of the newest payments; unfinished ones are always shown', whole(1, 500), 50)
    .option('--unsettled', 'only payments in doubt; exit code 3 if there is one')
    .action((flags: ListFlags) => withFolder(cli, flags, ({ client }) => listPayments(cli, flags, client), true));

  onPlatform('recover', 'resume every unfinished payment and wait for its outcome').action((flags: WaitFlags) =>
    recover(cli, flags),
  );

  registerHoldCommands(onPayment, cli);

  onPayment('reverse', 'give back money of a captured payment')
    .option('--amount <amount>', 'amount to give back; default: the whole rest', amount)
    .option('--reversal <id>', 'id of this reversal; a repeated id is the same reversal', reversalId)
    .requiredOption('--operator <name>', PIN_OPERATOR, operatorName)
    .requiredOption('--reason <text>', 'why', words(1, 300))
    .option('--again', 'confirm another reversal, although the same amount of this payment was given back minutes ago')
    .action((attempt: string, flags: ReverseFlags) => reverse(cli, attempt, flags));

  onPayment('decide', 'decide the outcome of a payment that stays in doubt')
    .option('--paid', 'the customer has paid')
    .option('--not-paid', 'the customer has not paid')
    .option(
      '--reversal <id>',
      'decide about this reversal of the payment; --paid means that the customer has the money',
      reversalId,
    )
    .requiredOption('--reason <text>', 'reason of the decision', reason)
    .requiredOption(
      '--operator <name>',
      'name of the person who decides; the PIN comes from TILLBRIDGE_PIN or a prompt',
      operatorName,
    )
    .action((attempt: string, flags: DecideFlags) => decide(cli, attempt, flags));

  withJson(program.command('pin'))
    .description('make the hash of a manager’s PIN for settings.json; type the PIN without echo, or pipe it in')
    .action(() => makePin(cli));
}

/** Commands for a hold, or for a partial approval. */
function registerHoldCommands(onPayment: (name: string, what: string) => Command, cli: Cli): void {
  onPayment('capture', 'capture a hold')
    .requiredOption('--amount <amount>', 'amount to capture, including the tip; at most the held amount', amount)
    .option('--tip <amount>', 'tip, included in the amount', amount)
    .option('--large-tip', LARGE_TIP)
    .option('--operator <name>', 'name of the person who asks', operatorName)
    .action((attempt: string, flags: CaptureFlags) =>
      operate(cli, flags, attempt, {
        isDone: ({ state }) => state === 'captured',
        task: async (client, view) => {
          const amountMinor = minor(flags.amount, view.currency, '--amount');
          const tipMinor = flags.tip === undefined ? 0 : minor(flags.tip, view.currency, '--tip');
          const asked = { attempt, amountMinor, tipMinor, isTipMeant: flags.largeTip === true };
          await asNamed(cli, flags.operator, (by) => client.payment.capture({ ...asked, ...by })).catch(
            (error: unknown) => {
              throw withQuestion(error);
            },
          );
        },
        // An open hold is a success for its sale, and a failure for its capture.
        exitCode: (view) => captureExitCode(view, minor(flags.amount, view.currency, '--amount')),
      }),
    );

  onPayment('keep', 'take the part that the bank approved')
    .option('--operator <name>', 'name of the person who asks', operatorName)
    .action((attempt: string, flags: WaitFlags & { operator?: string }) =>
      operate(cli, flags, attempt, {
        isDone: ({ state, capturedMinor, totalMinor }) => state === 'captured' && (capturedMinor ?? 0) < totalMinor,
        task: async (client) => {
          await asNamed(cli, flags.operator, (by) => client.payment.keepPart({ attempt, ...by }));
        },
        // For `keep`, a partial capture is success.
        exitCode: (view) => (view.state === 'captured' ? 0 : exitCodeOf(view)),
      }),
    );

  onPayment('void', 'release a hold, or a partial approval')
    .requiredOption('--operator <name>', PIN_OPERATOR, operatorName)
    .action((attempt: string, flags: OperatorFlags) =>
      operate(cli, flags, attempt, {
        isDone: isGivenBack,
        task: async (client) => {
          await asOperator(cli, flags.operator, (operator) => client.payment.release({ attempt, operator }));
        },
        exitCode: (view) => (isGivenBack(view) ? 0 : isKnown(view) ? 1 : 3),
      }),
    );
}

/**
 * 0: captured as requested; 4: captured for less; 5: for more, by this till or elsewhere; 1: not captured; 3: outcome
 * unknown.
 */
function captureExitCode(view: AttemptView, askedMinor: number): number {
  const { state, capturedMinor } = view;
  if (state !== 'captured' || capturedMinor === null) return isKnown(view) ? 1 : 3;
  return capturedMinor === askedMinor ? 0 : capturedMinor < askedMinor ? 4 : 5;
}

/** True once the approved amount has been released. */
function isGivenBack({ state }: AttemptView): boolean {
  return state === 'released' || state === 'cancelled' || state === 'voided';
}

async function decide(cli: Cli, attempt: string, flags: DecideFlags): Promise<void> {
  if ((flags.paid === true) === (flags.notPaid === true))
    throw new UsageError('CFG_INVALID', 'Give either --paid or --not-paid.');
  const verdict = flags.paid ? 'paid' : 'not-paid';
  const { reason, reversal } = flags;
  await operate(cli, flags, attempt, {
    task: async (client) => {
      await untilDecidable(client, attempt, reversal, flags.giveUp * 1000);
      const about = reversal === undefined ? {} : { reversal };
      await asOperator(cli, flags.operator, (operator) =>
        client.payment.decide({ attempt, ...about, verdict, reason, operator }),
      );
    },
    exitCode: (view) => (isKnown(view) ? 0 : 3),
  });
}

async function makePin(cli: Cli): Promise<void> {
  const pin = await readSecret(cli, `PIN, ${GOOD_PIN_LENGTH} digits or more: `);
  if (pin.length < MIN_PIN_LENGTH)
    throw new TillError('CFG_INVALID', `A PIN has at least ${MIN_PIN_LENGTH} characters.`);
  if (cli.io.stdin.isTTY && (await readSecret(cli, 'Once more: ')) !== pin)
    throw new TillError('CFG_INVALID', 'The two PINs differ.');
  const begun = performance.now();
  const hash = hashPin(pin);
  const warning = shortPin(pin, performance.now() - begun);
  if (warning) cli.note(warning);
  cli.print({ pin: hash, ...(warning ? { warning } : {}) }, hash);
}

/** Warning about a PIN that is guessed quickly from a copy of settings.json, or null for a PIN that is long enough. */
function shortPin(pin: string, guessMs: number): string | null {
  if (pin.length >= GOOD_PIN_LENGTH) return null;
  const [here, good] = [pin.length, GOOD_PIN_LENGTH].map((length) => spanOf(10 ** length * guessMs));
  const search = `A thief who copies settings.json finds a PIN of ${pin.length} digits in ${here} on one core of this computer`;
  return `${search}, and a PIN of ${GOOD_PIN_LENGTH} digits in ${good}.`;
}

/** Upper bound of a duration, in a suitable unit. */
function spanOf(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours < 2) return `${Math.max(1, Math.round(hours * 60))} minutes`;
  return hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
}

async function listPayments(cli: Cli, flags: ListFlags, client: HostClient): Promise<void> {
  const recent = await client.payment.list({ limit: flags.limit });
  const { open } = await client.till.closing();
  // A payment through a link becomes a payment of the list only once it is reversed.
  const found = await client.history.search({ text: '', limit: Math.min(flags.limit, MAX_FOUND) });
  const links = found.payments.filter(({ payLink }) => payLink !== undefined);
  const others = [...links, ...open].filter(({ id }) => !recent.some((one) => one.id === id));
  const now = Date.now();
  const all = [...recent, ...new Map(others.map((view) => [view.id, view])).values()];
  const shown = flags.unsettled ? all.filter(isUnsettled) : all;
  if (flags.unsettled && shown.length > 0) cli.exitCode = 3;
  const attempts = shown.map((view) => ({
    ...view,
    reason: reasonCodeOf(view),
    ageSeconds: Math.max(0, Math.round((now - Date.parse(view.startedAt)) / 1000)),
  }));
  const lines = attempts.flatMap((view) => [
    `${attemptLine(view)}  ${ageOf(view.startedAt, now)} ago`,
    ...view.reversals.map((one) => reversalLine(one, view.currency)),
  ]);
  cli.print(
    { attempts },
    lines.length > 0 ? lines.join('\n') : flags.unsettled ? 'Every payment is settled.' : 'No payments yet.',
  );
}

/** Exit code 3 if a payment stays in doubt, or could not be polled. */
async function recover(cli: Cli, flags: WaitFlags): Promise<void> {
  const since = Date.now();
  await withFolder(cli, flags, async ({ client }) => {
    const withinMs = flags.giveUp * 1000;
    const { resolved, checking, unanswered, waiting } = await settleUnfinished(cli, client, {
      since,
      withinMs,
      of: 'all',
    });
    const lines = [
      ...resolved.map((view) => `resolved  ${attemptLine(view)}`),
      ...checking.map((view) => `checking  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`),
      ...unanswered.map((view) => `unheard   ${attemptLine(view)}: the platform gave no answer`),
      ...(waiting > 0 ? [`waiting   ${waiting} more payments of a lost journal`] : []),
    ];
    const summary = lines.length === 0 ? 'Nothing is unfinished.' : lines.join('\n');
    cli.print({ resolved, checking, unheard: unanswered, waiting }, summary);
    cli.exitCode = checking.length + unanswered.length + waiting === 0 ? 0 : 3;
  });
}

async function reverse(cli: Cli, attempt: string, flags: ReverseFlags): Promise<void> {
  const reversal = flags.reversal ?? newAttemptId(Date.now(), randomBytes(8)).replace(/^A/, 'R');
  await withFolder(cli, flags, async ({ client }) => {
    await untilKnown(client, attempt, flags.giveUp * 1000);
    const { currency, capturedMinor, reversedMinor } = await client.payment.get({ attempt });
    const left = (capturedMinor ?? 0) - reversedMinor;
    const amountMinor = flags.amount === undefined ? Math.max(0, left) : minor(flags.amount, currency, '--amount');
    const view = await orInDoubt(cli, { attempt, reversal }, DONE, async (onAccepted) => {
      await asOperator(cli, flags.operator, (operator) =>
        client.payment.reverse({
          attempt,
          reversal,
          amountMinor,
          reason: flags.reason,
          operator,
          isRepeatMeant: flags.again ?? false,
        }),
      ).catch((error: unknown) => {
        throw withQuestion(error);
      });
      onAccepted();
      return untilKnown(client, attempt, flags.giveUp * 1000);
    });
    if (view === null) return;
    const made = view.reversals.find(({ id }) => id === reversal);
    cli.print({ ...view, reversal: made ?? null }, `${attemptLine(view)}\n${made ? reversalLine(made, currency) : ''}`);
    if (made?.state === 'failed') cli.exitCode = 1;
    else cli.exitCode = made?.state === 'succeeded' || made?.state === 'pending' ? 0 : 3;
  });
}

/** Completes "We do not know yet whether", for commands on a payment that exists. */
const DONE = 'the command was done';

/**
 * Runs a request about a payment, which reports with `onAccepted` that the till has accepted it. If the request may have
 * been carried out, for example because the running till ended, prints `shown` with the ids, sets exit code 3 and
 * resolves to null. The caller can then repeat the request under the same id.
 * @param unknown completes "We do not know yet whether"
 * @throws TillError for a failure that proves that nothing was done
 */
export async function orInDoubt(
  cli: Cli,
  shown: { attempt: string; reversal?: string },
  unknown: string,
  request: (onAccepted: () => void) => Promise<AttemptView>,
): Promise<AttemptView | null> {
  let isAccepted = false;
  try {
    return await request(() => (isAccepted = true));
  } catch (error) {
    const failure = toFailure(error);
    if (!isAccepted && !mayHaveChargedAfter(failure.code)) throw error;
    const inDoubt = inDoubtFailure(failure, shown.attempt, unknown);
    cli.fail(inDoubt, 3, { ...shown, state: 'checking', mayHaveCharged: true });
    return null;
  }
}

/** Adds the option that confirms the command, to a refusal that the cashier may override. */
function withQuestion(error: unknown): unknown {
  const failure = toFailure(error);
  const { code, context } = failure;
  if (code === 'PAY_TIP_LARGE') return new TillError(code, largeTipWords(failure), { context });
  if (code !== 'PAY_DUPLICATE') return error;
  const { reversal, minutes } = context ?? {};
  const what = `The same amount of this payment was given back ${agoOf(minutes)} (reversal ${String(reversal)}).`;
  const next = 'Nothing was given back a second time. If this is another reversal, confirm with --again.';
  return new TillError(code, `${what} ${next}`, { context });
}

interface Operation {
  /**
   * True if the operation was done already, for example before a crash. Absent for a task on a payment whose outcome is
   * unknown.
   */
  isDone?: (view: AttemptView) => boolean;
  task: (client: HostClient, view: AttemptView) => Promise<void>;
  exitCode: (view: AttemptView) => number;
}

/**
 * Runs an operation on a payment once its outcome is known, then waits for the result. An operation that was done
 * already is reported and not repeated.
 */
async function operate(
  cli: Cli,
  flags: WaitFlags,
  attempt: string,
  { isDone, task, exitCode }: Operation,
): Promise<void> {
  await withFolder(cli, flags, async ({ client }) => {
    const withinMs = flags.giveUp * 1000;
    const before = isDone ? await untilKnown(client, attempt, withinMs) : await client.payment.get({ attempt });
    const wasDone = isDone?.(before) ?? false;
    const isOpen = isDone !== undefined && !isKnown(before);
    const view =
      wasDone || isOpen
        ? before
        : await orInDoubt(cli, { attempt }, DONE, async (onAccepted) => {
            await task(client, before);
            onAccepted();
            return untilKnown(client, attempt, withinMs);
          });
    if (view === null) return;
    const code = isOpen ? 3 : exitCode(view);
    cli.print(view, wasDone && code === 0 ? `Already done. ${sentence(view)}` : sentence(view));
    cli.exitCode = code;
  });
}

/** Waits until the manager may decide: a host that has just started polls the platform first. */
async function untilDecidable(
  client: HostClient,
  attempt: string,
  reversal: string | undefined,
  withinMs: number,
): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    const view = await client.payment.get({ attempt });
    const canDecide =
      reversal === undefined ? view.canDecide : view.reversals.find(({ id }) => id === reversal)?.checking?.canDecide;
    if (canDecide || isKnown(view) || performance.now() >= end) return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** Like `asOperator`, for a task that needs no name. */
export async function asNamed<Done>(
  cli: Cli,
  name: string | undefined,
  task: (by: { operator?: Operator }) => Promise<Done>,
): Promise<Done> {
  return name === undefined ? task({}) : asOperator(cli, name, (operator) => task({ operator }));
}

/**
 * Runs a task with an operator's name and PIN. The PIN comes from TILLBRIDGE_PIN; at a keyboard it is asked for if
 * needed. It is never accepted as an argument.
 */
export async function asOperator<Done>(
  cli: Cli,
  name: string,
  task: (operator: Operator) => Promise<Done>,
): Promise<Done> {
  const pin = cli.io.env['TILLBRIDGE_PIN'];
  try {
    return await task({ name, ...(pin ? { pin } : {}) });
  } catch (error) {
    if (toFailure(error).code !== 'ROLE_REQUIRED' || pin || !cli.io.stdin.isTTY) throw error;
    cli.note(toFailure(error).message);
    return task({ name, pin: await readSecret(cli, 'PIN: ') });
  }
}
