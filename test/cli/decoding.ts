import { tillbridge } from './in-process.ts';

export interface Printed {
  line: number;
  message?: string;
  fields?: Record<string, unknown>;
  checksum?: string;
  error?: { code: string; message: string };
}

export async function decode(
  family: string,
  link: string,
  input: string,
): Promise<{ code: number | null; printed: Printed[]; stderr: string }> {
  const { code, stdout, stderr } = await tillbridge(['decode', '--family', family, '--link', link], {}, [input]);
  const lines = stdout.split('\n').filter(Boolean);
  return { code, stderr, printed: lines.map((line) => JSON.parse(line) as Printed) };
}

export function withoutLine({ line: _line, ...rest }: Printed): Omit<Printed, 'line'> {
  return rest;
}
