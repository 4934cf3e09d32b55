/** `tillbridge day` and `explain`: this till beside the platform. */
import { Argument, type Command } from 'commander';
import { recordKindSchema, TillError, type DayEntry, type DayReport, type RecordKind } from '../contract/index.ts';
import { connectFolder, type FolderFlags } from './folder.ts';
import { print } from './output.ts';
import { moneyOf } from './payment-words.ts';
import { asOperator } from './payments.ts';

interface DayFlags extends FolderFlags {
  from?: string;
  to?: string;
}

interface ExplainFlags extends FolderFlags {
  attempt?: string;
  order?: string;
  reason: string;
  operator: string;
}

export function registerDayCommands(program: Command): void {
  const onFolder = (name: string, what: string): Command =>
    program
      .command(name)
      .description(what)
      .option('--data <dir>', 'data folder')
      .option('--platform <url>', 'base address of the platform; without it the one of the data folder')
      .option('--json', 'print JSON and nothing else');

  onFolder('day', 'compare a day with the platform; exit code 1 where something does not fit')
    .option('--from <moment>', 'YYYY-MM-DD or ISO 8601; without it today, from midnight of this computer')
    .option('--to <moment>', 'YYYY-MM-DD (that day included) or ISO 8601; without it now')
    .action(async (flags: DayFlags) => {
      const window = windowOf(flags, new Date());
      const { client, close } = await connectFolder(flags);
      try {
        const report = await client.day.reconcile(window);
        print(report, textOf(report));
        const { different, onlyHere, onlyThere } = report.counts;
        process.exitCode = different + onlyHere + onlyThere === 0 ? 0 : 1;
      } finally {
        await close();
      }
    });

  onFolder('explain <record>', 'say what a record of the platform is, so that the day no longer asks')
    .addArgument(new Argument('<kind>', 'what it is').choices(recordKindSchema.options))
    .option('--attempt <id>', 'the payment of this till it belongs to')
    .option('--order <reference>', 'the order it belongs to')
    .requiredOption('--reason <text>', 'why it is there')
    .requiredOption('--operator <name>', 'who says so; a PIN is read from TILLBRIDGE_PIN or asked for')
    .action(async (id: string, kind: RecordKind, flags: ExplainFlags) => {
      const { client, close } = await connectFolder(flags);
      try {
        const { attempt, order, reason } = flags;
        await asOperator(flags.operator, async (operator) => {
          const link = await client.day.link({
            record: { kind, id },
            explanation: reason,
            operator,
            ...(attempt === undefined ? {} : { attempt }),
            ...(order === undefined ? {} : { order }),
          });
          print(link, `${kind} ${id} explained by ${link.by}: ${link.explanation}`);
        });
      } finally {
        await close();
      }
    });
}

/** Throws CFG_INVALID. A date alone is a day of this computer's time zone. */
export function windowOf({ from, to }: { from?: string; to?: string }, now: Date): { from: string; to: string } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const begin = from === undefined ? midnight : momentOf(from, 0);
  const end = to === undefined ? now : momentOf(to, 1);
  return { from: begin.toISOString(), to: end.toISOString() };
}

function momentOf(text: string, endOfDay: 0 | 1): Date {
  const date = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  const moment = date
    ? new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3]) + endOfDay, 0, 0, 0, -endOfDay)
    : new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new TillError('CFG_INVALID', `"${text}" is no moment. Write it like 2026-05-31 or 2026-05-31T22:00:00Z.`);
  return moment;
}

function textOf({ entries, counts, totals, strays, from, to }: DayReport): string {
  const shown = entries.filter(({ verdict }) => verdict !== 'matched');
  return [
    `${from} to ${to}`,
    `${counts.matched} matched, ${counts.different} different, ${counts.onlyHere} only here, ${counts.onlyThere} only there, ${counts.explained} explained, ${counts.open} unfinished`,
    ...totals.map(
      ({ currency, hereMinor, thereMinor }) =>
        `${currency}: ${signed(hereMinor, currency)} here, ${signed(thereMinor, currency)} there`,
    ),
    ...shown.flatMap(entryLines),
    ...strays.map(({ at, attempt, what }) => `stray       ${at}  ${attempt ?? '-'}  ${what}`),
  ].join('\n');
}

function entryLines({
  verdict,
  what,
  attempt,
  reversal,
  payLink = null,
  here,
  there,
  reasons,
  link,
}: DayEntry): string[] {
  const name = [attempt, reversal, payLink].filter((part) => part !== null).join(' ') || what;
  const ours = here ? `${here.state} ${moneyOf(here.amountMinor, here.currency)}` : 'nothing here';
  const theirs = there.map(
    ({ kind, id, state, amountMinor, currency }) => `${kind} ${id} ${state} ${moneyOf(amountMinor, currency)}`,
  );
  const why = reasons.map((one) => `    ${one.what}: ${one.here ?? '-'} here, ${one.there ?? '-'} there`);
  return [
    `${verdict.padEnd(12)}${name}: ${ours} | ${theirs.join(', ') || 'nothing there'}`,
    ...why,
    ...(link ? [`    ${link.by}: ${link.explanation}`] : []),
  ];
}

function signed(amountMinor: number, currency: string): string {
  return amountMinor < 0 ? `-${moneyOf(-amountMinor, currency)}` : moneyOf(amountMinor, currency);
}
