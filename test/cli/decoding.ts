/** `tillbridge decode` as a process. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const cli = resolve(import.meta.dirname, '../../electron/cli/main.ts');

export interface Printed {
  line: number;
  message?: string;
  fields?: Record<string, unknown>;
  checksum?: string;
  error?: { code: string; message: string };
}

/** Runs `tillbridge decode` over that input. */
export async function decode(
  family: string,
  link: string,
  input: string,
): Promise<{ code: number | null; printed: Printed[]; stderr: string }> {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    cli,
    'decode',
    '--family',
    family,
    '--link',
    link,
  ]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return {
    code,
    stderr,
    printed: stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Printed),
  };
}

export function withoutLine({ line: _line, ...rest }: Printed): Omit<Printed, 'line'> {
  return rest;
}
