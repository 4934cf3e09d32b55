/** `tillbridge day` and `explain`: compare this till with the platform. */
import { Argument, InvalidArgumentError, type Command } from 'commander';
import { recordKindSchema, type DayEntry, type DayLedger, type DayReport, type RecordKind } from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { withFolder, type FolderFlags } from './folder.ts';
import { id, operatorName, orderReference, reason, withData, withJson, withPlatform } from './options.ts';
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

export function registerDayCommands(program: Command, cli: Cli): void {
  const onFolder = (name: string, what: string): Command =>
    withJson(withPlatform(withData(program.command(name).description(what))));

  onFolder('day', 'compare a day with the platform; exit code 1 if something differs')
    .option('--from <moment>', 'YYYY-MM-DD or ISO 8601; default: today, from midnight of this computer', moment)
    .option('--to <moment>', 'YYYY-MM-DD (including that day) or ISO 8601; default: now', moment)
    .action(async (flags: DayFlags) => {
      const window = windowOf(flags, new Date());
      await withFolder(cli, flags, async ({ client }) => {
        const report = await client.day.reconcile(window);
        const { ledgers } = await client.day.totals(window);
        const people = ledgers.flatMap(({ currency, people: of }) => of.map((one) => ({ currency, ...one })));
        cli.print({ ...report, people }, [textOf(report), ...ledgers.flatMap(figureLines)].join('\n'));
        const { different, onlyHere, onlyThere } = report.counts;
        cli.exitCode = different + onlyHere + onlyThere === 0 ? 0 : 1;
      });
    });

  onFolder('explain', 'explain a record of the platform, so that the day no longer shows it as a difference')
    .addArgument(new Argument('<record>', 'its id').argParser(id))
    .addArgument(new Argument('<kind>', 'what it is').choices(recordKindSchema.options))
    .option('--attempt <id>', 'payment of this till to which the record belongs', id)
    .option('--order <reference>', 'order to which the record belongs', orderReference)
    .requiredOption('--reason <text>', 'explanation of the record', reason)
    .requiredOption(
      '--operator <name>',
      'name of the person who explains; the PIN comes from TILLBRIDGE_PIN or a prompt',
      operatorName,
    )
    .action((record: string, kind: RecordKind, flags: ExplainFlags) =>
      withFolder(cli, flags, async ({ client }) => {
        const { attempt, order, reason } = flags;
        await asOperator(cli, flags.operator, async (operator) => {
          const link = await client.day.link({
            record: { kind, id: record },
            explanation: reason,
            operator,
            ...(attempt === undefined ? {} : { attempt }),
            ...(order === undefined ? {} : { order }),
          });
          cli.print(link, `${kind} ${record} explained by ${link.by}: ${link.explanation}`);
        });
      }),
    );
}

/** Window of the report. A date alone means a day in this computer's time zone. */
function windowOf({ from, to }: { from?: string; to?: string }, now: Date): { from: string; to: string } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const begin = from === undefined ? midnight : momentOf(from, 0);
  const end = to === undefined ? now : momentOf(to, 1);
  return { from: begin.toISOString(), to: end.toISOString() };
}

function moment(text: string): string {
  if (Number.isNaN(momentOf(text, 0).getTime()))
    throw new InvalidArgumentError('Write it like 2026-05-31 or 2026-05-31T22:00:00Z.');
  return text;
}

function momentOf(text: string, endOfDay: 0 | 1): Date {
  const date = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  return date
    ? new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3]) + endOfDay, 0, 0, 0, -endOfDay)
    : new Date(text);
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

/** Lines of each figure of a ledger, or null for a figure that the report does not print. */
const linesOfFigures: Readonly<Record<keyof DayLedger, ((ledger: DayLedger) => string[]) | null>> = {
  currency: null,
  brands: null,
  paid: null,
  reversals: null,
  refunds: null,
  netMinor: null,
  links: null,
  linkReversals: null,
  bankMinor: null,
  otherTenders: null,
  hours: null,
  people: personLines,
};

function figureLines(ledger: DayLedger): string[] {
  return Object.values(linesOfFigures).flatMap((linesOf) => linesOf?.(ledger) ?? []);
}

/** Sums of each person, or empty for a single person, whose line would repeat the day's sums. */
function personLines({ people, currency }: DayLedger): string[] {
  if (people.length < 2) return [];
  return people.map(
    ({ name, count, totalMinor, tipsMinor, givenBack }) =>
      `${name ?? 'without a name'}: ${count} taken, ${moneyOf(totalMinor, currency)}, tips ${moneyOf(tipsMinor, currency)}, given back ${moneyOf(givenBack.totalMinor, currency)}`,
  );
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
