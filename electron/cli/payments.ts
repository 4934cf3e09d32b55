/** `tillbridge payments`, `recover`, `capture`, `keep`, `void`, `reverse`, `decide`, `pin`. */
import { randomBytes } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { newAttemptId, parseAmount, TillError, toFailure, type AttemptView, type Operator } from '../contract/index.ts';
import { hashPin } from '../host/index.ts';
import type { HostClient } from '../host/index.ts';
import { connectFolder, type FolderFlags } from './folder.ts';
import { note, print } from './output.ts';
import { ageOf, attemptLine, bareReasonOf, exitCodeOf, moneyOf, reversalLine, sentence } from './payment-words.ts';
import { readSecret } from './secret.ts';
import { isKnown, settleUnfinished, untilKnown } from './unfinished.ts';

interface WaitFlags extends FolderFlags {
  giveUp: number;
  json?: boolean;
}

interface OperatorFlags extends WaitFlags {
  operator: string;
}

interface DecideFlags extends OperatorFlags {
  paid?: boolean;
  notPaid?: boolean;
  reversal?: string;
  reason: string;
}

export const MIN_PIN_LENGTH = 4;

export function registerPaymentCommands(program: Command): void {
  const onFolder = (name: string, what: string): Command =>
    program
      .command(name)
      .description(what)
      .option('--data <dir>', 'data folder')
      .option('--json', 'print JSON and nothing else');
  const withPlatform = (name: string, what: string): Command =>
    onFolder(name, what)
      .option('--platform <url>', 'base address of the platform; without it the one of the data folder')
      .option('--give-up <seconds>', 'stop waiting for an unclear answer after this long', waitSeconds, 60);

  onFolder('payments', 'list payments with their state, reason, age, amounts and reversals')
    .option('--limit <n>', 'how many of the newest; unfinished ones are always shown', count, 50)
    .action(listPayments);

  withPlatform('recover', 'take up every unfinished payment and wait for what became of it').action(recover);

  withPlatform('capture <attempt>', 'capture a hold')
    .requiredOption('--amount <amount>', 'in all, tip included; not more than is held')
    .option('--tip <amount>', 'of which is a tip')
    .option('--operator <name>', 'who asks')
    .action((attempt: string, flags: WaitFlags & { amount: string; tip?: string; operator?: string }) =>
      operate(
        flags,
        attempt,
        async (client, view) => {
          const operator = flags.operator === undefined ? {} : { operator: { name: flags.operator } };
          const amountMinor = minor(flags.amount, view.currency);
          const tipMinor = flags.tip === undefined ? 0 : minor(flags.tip, view.currency);
          await client.payment.capture({ attempt, amountMinor, tipMinor, ...operator });
        },
        // A hold that still stands is what was wanted of the sale, not of this.
        (view) => (view.state === 'captured' ? 0 : isKnown(view) ? 1 : 3),
      ),
    );

  withPlatform('keep <attempt>', 'take the part that the bank approved')
    .option('--operator <name>', 'who asks')
    .action((attempt: string, flags: WaitFlags & { operator?: string }) =>
      operate(
        flags,
        attempt,
        async (client) => {
          const operator = flags.operator === undefined ? {} : { operator: { name: flags.operator } };
          await client.payment.keepPart({ attempt, ...operator });
        },
        // A part is what was asked for.
        (view) => (view.state === 'captured' ? 0 : exitCodeOf(view)),
      ),
    );

  withPlatform('void <attempt>', 'give back a hold, or a part that is not wanted')
    .requiredOption('--operator <name>', 'who asks; a PIN is read from TILLBRIDGE_PIN or asked for')
    .action((attempt: string, flags: OperatorFlags) =>
      operate(
        flags,
        attempt,
        async (client) => {
          await asOperator(flags.operator, (operator) => client.payment.release({ attempt, operator }));
        },
        (view) => (view.state === 'released' || view.state === 'cancelled' ? 0 : isKnown(view) ? 1 : 3),
      ),
    );

  withPlatform('reverse <attempt>', 'give money back of a captured payment')
    .option('--amount <amount>', 'how much; without it all that is left')
    .option('--reversal <id>', 'id of this reversal: the same id again is the same reversal')
    .requiredOption('--operator <name>', 'who asks; a PIN is read from TILLBRIDGE_PIN or asked for')
    .requiredOption('--reason <text>', 'why')
    .action(reverse);

  withPlatform('decide <attempt>', 'say what became of a payment that stays checking')
    .option('--paid', 'the customer has paid')
    .option('--not-paid', 'the customer has not paid')
    .option('--reversal <id>', 'about this reversal of it: --paid says that the customer has the money')
    .requiredOption('--reason <text>', 'how you know')
    .requiredOption('--operator <name>', 'who decides; a PIN is read from TILLBRIDGE_PIN or asked for')
    .action((attempt: string, flags: DecideFlags) => {
      if ((flags.paid === true) === (flags.notPaid === true))
        throw new TillError('CFG_INVALID', 'Say either --paid or --not-paid.');
      const verdict = flags.paid ? 'paid' : 'not-paid';
      return operate(
        flags,
        attempt,
        async (client) => {
          const { reason, reversal } = flags;
          await untilDecidable(client, attempt, reversal, flags.giveUp * 1000);
          const about = reversal === undefined ? {} : { reversal };
          await asOperator(flags.operator, (operator) =>
            client.payment.decide({ attempt, ...about, verdict, reason, operator }),
          );
        },
        (view) => (isKnown(view) ? 0 : 3),
      );
    });

  program
    .command('pin')
    .description('make the hash of a manager’s PIN for settings.json; the PIN is typed without echo, or piped in')
    .option('--json', 'print JSON and nothing else')
    .action(async () => {
      const pin = await readSecret('PIN: ');
      if (pin.length < MIN_PIN_LENGTH)
        throw new TillError('CFG_INVALID', `A PIN has at least ${MIN_PIN_LENGTH} characters.`);
      if (process.stdin.isTTY && (await readSecret('Once more: ')) !== pin)
        throw new TillError('CFG_INVALID', 'The two are not the same.');
      const hash = hashPin(pin);
      print({ pin: hash }, hash);
    });
}

async function listPayments(flags: FolderFlags & { limit: number }): Promise<void> {
  const { client, close } = await connectFolder(flags, true);
  try {
    const recent = await client.payment.list({ limit: flags.limit });
    const { open } = await client.till.closing();
    const older = open.filter(({ id }) => !recent.some((one) => one.id === id));
    const now = Date.now();
    const attempts = [...recent, ...older].map((view) => ({
      ...view,
      reason: bareReasonOf(view),
      ageSeconds: Math.max(0, Math.round((now - Date.parse(view.startedAt)) / 1000)),
    }));
    const lines = attempts.flatMap((view) => [
      `${attemptLine(view)}  ${ageOf(view.startedAt, now)} ago`,
      ...view.reversals.map((one) => reversalLine(one, view.currency)),
    ]);
    print({ attempts }, lines.length === 0 ? 'No payments yet.' : lines.join('\n'));
  } finally {
    await close();
  }
}

/** Exit code 3 while something stays checking. */
async function recover(flags: WaitFlags): Promise<void> {
  const since = Date.now();
  const { client, close } = await connectFolder(flags);
  try {
    const withinMs = flags.giveUp * 1000;
    const { resolved, checking } = await settleUnfinished(client, { since, withinMs, isQuiet: flags.json === true });
    const lines = [
      ...resolved.map((view) => `resolved  ${attemptLine(view)}`),
      ...checking.map((view) => `checking  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`),
    ];
    print({ resolved, checking }, lines.length === 0 ? 'Nothing is unfinished.' : lines.join('\n'));
    process.exitCode = checking.length === 0 ? 0 : 3;
  } finally {
    await close();
  }
}

async function reverse(
  attempt: string,
  flags: OperatorFlags & { amount?: string; reversal?: string; reason: string },
): Promise<void> {
  const reversal = flags.reversal ?? newAttemptId(Date.now(), randomBytes(8)).replace(/^A/, 'R');
  const { client, close } = await connectFolder(flags);
  try {
    await untilKnown(client, attempt, flags.giveUp * 1000);
    const { currency, capturedMinor, reversedMinor } = await client.payment.get({ attempt });
    const left = (capturedMinor ?? 0) - reversedMinor;
    const amountMinor = flags.amount === undefined ? Math.max(0, left) : minor(flags.amount, currency);
    await asOperator(flags.operator, (operator) =>
      client.payment.reverse({ attempt, reversal, amountMinor, reason: flags.reason, operator }),
    );
    const view = await untilKnown(client, attempt, flags.giveUp * 1000);
    const made = view.reversals.find(({ id }) => id === reversal);
    print({ ...view, reversal: made ?? null }, `${attemptLine(view)}\n${made ? reversalLine(made, currency) : ''}`);
    if (made?.state === 'failed') process.exitCode = 1;
    else process.exitCode = made?.state === 'succeeded' || made?.state === 'pending' ? 0 : 3;
  } finally {
    await close();
  }
}

/** One operation on a payment that is known, then its end. */
async function operate(
  flags: WaitFlags,
  attempt: string,
  task: (client: HostClient, view: AttemptView) => Promise<void>,
  exitCode: (view: AttemptView) => number = exitCodeOf,
): Promise<void> {
  const { client, close } = await connectFolder(flags);
  try {
    await task(client, await client.payment.get({ attempt }));
    const view = await untilKnown(client, attempt, flags.giveUp * 1000);
    print(view, sentence(view));
    process.exitCode = exitCode(view);
  } finally {
    await close();
  }
}

/** A host that has just started asks the platform first: a person may decide once that was in vain. */
async function untilDecidable(
  client: HostClient,
  attempt: string,
  reversal: string | undefined,
  withinMs: number,
): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    const view = await client.payment.get({ attempt });
    const canDecide =
      reversal === undefined ? view.canDecide : view.reversals.find(({ id }) => id === reversal)?.checking?.canDecide;
    if (canDecide || isKnown(view) || Date.now() >= end) return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** The PIN comes from TILLBRIDGE_PIN; at a keyboard it is asked for where one is needed. Never from an argument. */
export async function asOperator(name: string, task: (operator: Operator) => Promise<unknown>): Promise<void> {
  const pin = process.env['TILLBRIDGE_PIN'];
  try {
    await task({ name, ...(pin ? { pin } : {}) });
  } catch (error) {
    if (toFailure(error).code !== 'ROLE_REQUIRED' || pin || !process.stdin.isTTY) throw error;
    note('A manager must confirm this.');
    await task({ name, pin: await readSecret('PIN: ') });
  }
}

/** Throws PAY_AMOUNT. */
export function minor(text: string, currency: string): number {
  const parsed = parseAmount(text, currency, 999_999_999_999);
  if (parsed.ok) return parsed.amountMinor;
  if (parsed.code === 'AMOUNT_ZERO') return 0;
  throw new TillError(
    'PAY_AMOUNT',
    `"${text}" is no amount of ${currency}; write it like ${moneyOf(1234, currency)}.`,
    {
      context: { reason: parsed.code },
    },
  );
}

export function waitSeconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || value > 86_400) throw new InvalidArgumentError('Give seconds.');
  return value;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 500) throw new InvalidArgumentError('Give 1 to 500.');
  return value;
}
