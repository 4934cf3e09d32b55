/**
 * `tillbridge audit verify` and `audit export`: who did what at this till, and whether that is still what was written. Both read
 * the journal itself and start nothing: the till is stopped first.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { maskCardNumbers, TillError, visibleText } from '../contract/index.ts';
import { anchorText, auditExport, openJournal, parseAnchor } from '../host/index.ts';
import type { Cli } from './cli.ts';
import { withData, withJson } from './options.ts';

type Journal = ReturnType<typeof openJournal>;
type Anchor = NonNullable<ReturnType<typeof parseAnchor>>;

export function registerAudit(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('the log of who did what that needs a name');

  withJson(withData(audit.command('verify')))
    .description('check that the log is what was written; exit code 1 where it is not')
    .option('--anchor <anchor>', 'COUNT:HASH, as an earlier check printed it and somebody kept it elsewhere', anchor)
    .action((flags: { data?: string; anchor?: Anchor }) =>
      withJournal(cli, flags.data, ({ auditLog }) => {
        const check = auditLog.check(flags.anchor ? [flags.anchor] : []);
        const { count, head, anchored, findings } = check;
        const isWhole = findings.length === 0;
        const state = isWhole
          ? `OK: ${count} entries, ${anchored} of them anchored beside the journal.`
          : [
              'The audit log is not what was written:',
              ...findings.map(({ how, what }) => visibleText(`${how}: ${what}`)),
            ].join('\n');
        const kept = anchorText({ count, head });
        cli.print({ isWhole, ...check, anchor: kept }, `${state}\nAnchor: ${kept}`);
        cli.exitCode = isWhole ? 0 : 1;
      }),
    );

  withData(audit.command('export'))
    .description('print every entry with its hashes; as JSON lines to the letter, as CSV for reading')
    .addOption(new Option('--format <format>').choices(['csv', 'jsonl'] as const).default('csv' as const))
    .action((flags: { data?: string; format: 'csv' | 'jsonl' }) =>
      withJournal(cli, flags.data, (journal) => void cli.io.stdout.write(auditExport(journal, flags.format))),
    );
}

function anchor(text: string): Anchor {
  const parsed = parseAnchor(text);
  if (!parsed) throw new InvalidArgumentError('Give the anchor as it was printed: COUNT:HASH.');
  return parsed;
}

/** Throws JRNL_IN_USE while the till runs, CFG_INVALID where no till was. */
function withJournal(cli: Cli, data: string | undefined, task: (journal: Journal) => void): void {
  const path = join(cli.dataDir(data), 'journal.sqlite');
  if (!existsSync(path))
    throw new TillError('CFG_INVALID', 'There is no journal in this data folder.', { context: { path } });
  const journal = openJournal({ path, clean: maskCardNumbers });
  try {
    task(journal);
  } finally {
    journal.close();
  }
}
