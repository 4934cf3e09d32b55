/**
 * `tillbridge audit verify` and `audit export`: the audit log, and whether it is unchanged. A running till reads its
 * own journal; a stopped till's journal is read here, and no process is started.
 */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { maskCardNumbers, visibleText } from '../domain/index.ts';
import { TillError, type AuditCheck, type AuditRow, type Operator } from '../contract/index.ts';
import { anchorText, auditExport, openJournal, parseAnchor, recordAct, type HostClient } from '../host/index.ts';
import { journalPathOf, readPeople } from '../config/index.ts';
import type { Cli } from './cli.ts';
import { withShared } from './connection.ts';
import { operatorName, PIN_OPERATOR, withData, withJson } from './options.ts';
import { asNamed } from './payments.ts';

type Anchor = NonNullable<ReturnType<typeof parseAnchor>>;

interface AuditSource {
  check(anchors: Anchor[]): AuditCheck | Promise<AuditCheck>;
  /** Every row; the last row records this export. */
  exported(by: { operator?: Operator }): Promise<AuditRow[]>;
}

export function registerAudit(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('log of the acts that need a person’s name');

  withJson(withData(audit.command('verify')))
    .description('check that the log is unchanged; exit code 1 if it is not')
    .option('--anchor <anchor>', 'COUNT:HASH that an earlier check printed, and that was kept elsewhere', anchor)
    .action((flags: { data?: string; anchor?: Anchor }) =>
      withSource(cli, flags.data, async (source) => {
        const check = await source.check(flags.anchor ? [flags.anchor] : []);
        const { count, head, anchored, findings } = check;
        const isWhole = findings.length === 0;
        const state = isWhole
          ? `OK: ${count} entries, ${anchored} of them anchored beside the journal.`
          : ['The audit log was changed:', ...findings.map(({ how, what }) => visibleText(`${how}: ${what}`))].join(
              '\n',
            );
        const kept = anchorText({ count, head });
        cli.print({ isWhole, ...check, anchor: kept }, `${state}\nAnchor: ${kept}`);
        cli.exitCode = isWhole ? 0 : 1;
      }),
    );

  withData(audit.command('export'))
    .description(
      'print every entry with its hashes; JSON lines are exact, CSV is for reading. The log records the export',
    )
    .addOption(new Option('--format <format>').choices(['csv', 'jsonl'] as const).default('csv' as const))
    .option('--operator <name>', PIN_OPERATOR, operatorName)
    .action((flags: { data?: string; format: 'csv' | 'jsonl'; operator?: string }) =>
      withSource(cli, flags.data, async (source) => {
        const rows = await asNamed(cli, flags.operator, (by) => source.exported(by));
        cli.io.stdout.write(auditExport(rows, flags.format));
      }),
    );
}

function anchor(text: string): Anchor {
  const parsed = parseAnchor(text);
  if (!parsed) throw new InvalidArgumentError('Give the anchor as it was printed: COUNT:HASH.');
  return parsed;
}

/**
 * Runs a task on the audit log of a data folder.
 * @throws CFG_INVALID when the folder has no journal, JRNL_IN_USE when another command uses the folder
 */
async function withSource(
  cli: Cli,
  data: string | undefined,
  task: (source: AuditSource) => Promise<void>,
): Promise<void> {
  const dataDir = cli.dataDir(data);
  return withShared(dataDir, async (client) => {
    if (client) return task(ofHost(client));
    const path = journalPathOf(dataDir);
    if (!existsSync(path))
      throw new TillError('CFG_INVALID', 'There is no journal in this data folder.', { context: { path } });
    const journal = openJournal({ path, clean: maskCardNumbers });
    const source: AuditSource = {
      check: (anchors) => journal.auditLog.check(anchors),
      exported: async ({ operator }) => {
        recordAct(journal, readPeople(dataDir), { act: 'export', operator, data: { what: 'audit' } });
        return [...journal.auditLog.rows()];
      },
    };
    return task(source).finally(() => journal.close());
  });
}

const ofHost = (client: HostClient): AuditSource => ({
  check: (anchors) => client.audit.verify({ anchors }),
  exported: async (by) => {
    const { rows: all, until } = await client.audit.rows(by);
    for (let last = all.at(-1); last && last.seq < until; last = all.at(-1)) {
      const { rows } = await client.audit.rows({ after: last.seq, until });
      if (rows.length === 0) break;
      all.push(...rows);
    }
    return all;
  },
});
