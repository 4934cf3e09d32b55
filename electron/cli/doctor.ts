/**
 * `tillbridge doctor`: the checks of the host (electron/host/checks), each line with its remedy. A running till makes
 * them itself, so that no port is opened twice.
 */
import type { Command } from 'commander';
import { checkNames, type CheckFinding, type CheckName } from '../contract/index.ts';
import { checksOf } from '../host/index.ts';
import { ownVersion } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { withShared } from './connection.ts';
import { withData, withJson } from './options.ts';
import { deviceRemedies } from './payment-words.ts';
import { secretsOf } from './secrets-of.ts';
import { shellNoteFinding } from './shell-note.ts';

/** First words of each line. */
const titles: Readonly<Record<CheckName, string>> = {
  program: 'program',
  folder: 'data folder',
  disk: 'disk',
  settings: 'settings',
  people: 'managers',
  records: 'payment records',
  audit: 'audit log',
  network: 'platform',
  password: 'password',
  account: 'account',
  clock: 'clock',
  merchant: 'merchant',
  ports: 'ports',
  terminals: 'terminal',
  devices: 'Device',
  printer: 'receipt printer',
  till: 'till',
};

type Line = CheckFinding & { what: string };

export function registerDoctor(program: Command, cli: Cli): void {
  withJson(withData(program.command('doctor')))
    .description(
      'check this till: computer, settings, account, ports, terminal, printer; exit code 1 if no payment can be taken',
    )
    .action(async (flags: { data?: string }) => {
      const lines: Line[] = [];
      const dataDir = cli.dataDir(flags.data);
      await withShared(dataDir, async (client) => {
        const own = client
          ? null
          : checksOf({ dataDir, env: cli.io.env, secrets: secretsOf(cli, dataDir), version: ownVersion() });
        for (const check of checkNames) {
          const found = own ? await own.run(check) : ((await client?.check.run({ check })) ?? []);
          const added = found.map(lineOf);
          lines.push(...added);
          if (!cli.isJson) for (const line of added) cli.print(line, textOf(line));
        }
      });
      for (const note of shellNoteFinding(dataDir, Date.now())) {
        const line: Line = { check: 'till', of: note.what, fault: null, context: {}, ...note };
        lines.push(line);
        if (!cli.isJson) cli.print(line, textOf(line));
      }
      if (cli.isJson) cli.print(lines, '');
      if (lines.some(({ state }) => state === 'problem')) cli.exitCode = 1;
    });
}

function lineOf(finding: CheckFinding): Line {
  const { check, of, fault, detail } = finding;
  const remedy = deviceRemedies[(fault ?? '') as keyof typeof deviceRemedies];
  return { ...finding, what: whatOf(check, of), detail: remedy === undefined ? detail : `${detail} ${remedy}` };
}

function whatOf(check: CheckName, of: string | null): string {
  if (of === null) return titles[check];
  if (check === 'devices') return `Device of ${of}`;
  return check === 'terminals' || check === 'printer' ? `${titles[check]} ${of}` : of;
}

const textOf = ({ what, state, detail }: Line): string => `${state.padEnd(8)}${what}: ${detail}`;
