/**
 * Prints, as a Markdown table, every row of the platform specification: its operation in the OpenAPI document, whether
 * the client has it, whether the sandbox serves it, and how often it succeeded in the last test run. Operations beyond
 * the specification follow. Exit code 1, with a list, if anything is missing.
 *
 *   node_modules/.bin/node build/scripts/platform-coverage.ts             after npm run test:sandbox
 *   node_modules/.bin/node build/scripts/platform-coverage.ts --untested  without a test run: the column is printed, the verdict ignores it
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readReplies } from './parts/replies.mjs';

const root = resolve(import.meta.dirname, '../..');
/** Imports modules outside build dynamically, to inspect their exports; this script is not part of a program. */
const load = async (path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(resolve(root, path)).href)) as Record<string, unknown>;

interface Operation {
  method: string;
  path: string;
  rows: readonly string[];
}

export interface CoverageRow {
  /** Row as the specification prints it, or null for an operation outside it. */
  row: string | null;
  /** Operation of the row, or null. */
  operation: string | null;
  path: string;
  inClient: boolean;
  inSandbox: boolean;
  /** Successful replies in the last test run. */
  tested: number;
}

/** Answers every access with itself: the handlers are listed, but never called. */
function anything(): unknown {
  const self: unknown = new Proxy(() => self, { get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : self) });
  return self;
}

export async function coverage(): Promise<CoverageRow[]> {
  const { operations, resources } = (await load('electron/platform-api/index.ts')) as {
    operations: Record<string, Operation>;
    resources: Record<string, Record<string, string>>;
  };
  const { specificationRows } = (await load('test/api/specification-rows.ts')) as {
    specificationRows: readonly string[];
  };
  const { createOperations } = (await load('electron/host/platform/operations.ts')) as {
    createOperations: (http: unknown) => Record<string, Record<string, unknown>>;
  };
  const { allHandlers } = (await load('electron/sandbox/server/routes/index.ts')) as {
    allHandlers: (world: unknown) => Record<string, unknown>;
  };
  const client = createOperations(anything());
  const inClient = new Set(
    Object.entries(resources).flatMap(([resource, methods]) =>
      Object.entries(methods)
        .filter(([name]) => typeof client[resource]?.[name] === 'function')
        .map(([, id]) => id),
    ),
  );
  const handlers = allHandlers(anything());
  const { seen } = readReplies(resolve(root, 'test/results/replies'));
  const line = (row: string | null, id: string): CoverageRow => ({
    row,
    operation: id,
    path: `${operations[id]?.method ?? ''} ${operations[id]?.path ?? ''}`,
    inClient: inClient.has(id),
    inSandbox: typeof handlers[id] === 'function',
    tested: seen.get(id) ?? 0,
  });
  const byRow = new Map(Object.entries(operations).flatMap(([id, { rows }]) => rows.map((row) => [row, id] as const)));
  const specified = specificationRows.map((row): CoverageRow => {
    const id = byRow.get(row);
    if (id === undefined) return { row, operation: null, path: '', inClient: false, inSandbox: false, tested: 0 };
    return line(row, id);
  });
  const assumed = Object.entries(operations).filter(([, { rows }]) => rows.length === 0);
  return [...specified, ...assumed.map(([id]) => line(null, id))];
}

const yes = (is: boolean) => (is ? 'yes' : '**no**');

/** Table, and the sentence under it. `asksForTests`: whether an untested operation counts as missing. */
export function report(rows: readonly CoverageRow[], asksForTests: boolean): { text: string; missing: string[] } {
  const specified = rows.filter(({ row }) => row !== null);
  const assumed = rows.filter(({ row }) => row === null);
  const table = (lines: readonly CoverageRow[], first: string) => [
    `| ${first} | Operation | Client | Sandbox | Tested |`,
    '| --- | --- | --- | --- | --- |',
    ...lines.map(
      ({ row, operation, path, inClient, inSandbox, tested }) =>
        `| ${row ?? path} | ${operation ?? '**none**'} | ${yes(inClient)} | ${yes(inSandbox)} | ${tested > 0 ? tested : '**no**'} |`,
    ),
  ];
  const missing = rows.flatMap(({ row, operation, path, inClient, inSandbox, tested }) => {
    const lacks = [
      ...(operation === null ? ['document'] : []),
      ...(inClient ? [] : ['client']),
      ...(inSandbox ? [] : ['sandbox']),
      ...(tested > 0 || !asksForTests ? [] : ['tests']),
    ];
    return lacks.length === 0 ? [] : [`${row ?? path}: not in ${lacks.join(', ')}`];
  });
  const sentence = (lines: readonly CoverageRow[], what: string) =>
    `${lines.length} ${what}, ${lines.filter((line) => line.inClient).length} implemented in client, ` +
    `${lines.filter((line) => line.inSandbox).length} in sandbox, ${lines.filter((line) => line.tested > 0).length} tested`;
  return {
    text: [
      ...table(specified, 'Row of the specification'),
      '',
      ...table(assumed, 'Beyond it (assumed)'),
      '',
      `${sentence(assumed, 'operations beyond it')}.`,
      `${sentence(specified, 'rows of the specification')}, ${missing.length} missing.`,
    ].join('\n'),
    missing,
  };
}

async function main(): Promise<number> {
  const { text, missing } = report(await coverage(), !process.argv.includes('--untested'));
  console.log(text);
  for (const line of missing) console.error(`missing: ${line}`);
  return missing.length === 0 ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();
