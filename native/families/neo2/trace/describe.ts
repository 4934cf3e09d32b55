/** Describes NEO 2 frames for support and for tests, without card data. */
import { toHex } from '../../../framing/bytes.ts';
import { readNeo2Frame, type Neo2Frame } from '../../../framing/neo2-frame.ts';
import { neo2Commands, type Neo2CommandName } from '../codec/codes.ts';
import { describeNeo2Frame } from '../codec/describe.ts';
import { FILLER, frameFault, type Decoded } from '../../shared/trace/trace-family.ts';
import { hiddenParts } from './hidden.ts';

/** Describes a whole frame, checksum included. */
export function describeNeo2(bytes: Uint8Array): Decoded {
  const read = readNeo2Frame(bytes, 'response');
  if (read.ok) return describeFrame(read.frame);
  const error = frameFault(read.fault.kind, read.fault.message);
  if (read.fault.kind !== 'bad-checksum') return { error };
  // Name of the frame if it is a known command; its content is untrusted.
  const { name } = describeNeo2Frame({
    kind: 'command',
    command: bytes[10] ?? 0,
    subcommand: bytes[11] ?? 0,
    data: new Uint8Array(),
  });
  return { ...(name === 'unknown command' ? {} : { message: name }), checksum: 'bad', error };
}

/**
 * A published program sends this command with its checksum bytes swapped (reference section 1). The frame then
 * resembles an answer that readers never send: a refusal with data.
 */
const misordered = neo2Commands['start-secure-task'];

function isMisorderedCommand(frame: Neo2Frame): boolean {
  if (frame.kind !== 'response' || frame.data.length === 0) return false;
  return frame.command === misordered[0] && frame.status === misordered[1];
}

export function describeFrame(frame: Neo2Frame): Decoded {
  if (isMisorderedCommand(frame)) {
    const words = 'the checksum stands high byte first; a command has it low byte first';
    const message = 'start-secure-task' satisfies Neo2CommandName;
    return { message, checksum: 'bad', error: frameFault('misordered-checksum', words) };
  }
  // Card data is overwritten in a copy before any field is read, so no field can reveal it by mistake.
  const copy: Neo2Frame = { ...frame, data: frame.data.slice() };
  const hidden = hiddenParts(copy);
  for (const part of hidden) part.fill(FILLER);
  const { name, fields } = describeNeo2Frame(copy);
  const lengths = new Set(hidden.map(({ length }) => length));
  return { message: name, fields: asLengths(fields, lengths) as Record<string, unknown>, checksum: 'ok' };
}

export function nameOf(frame: Neo2Frame): string {
  return describeNeo2Frame(frame).name;
}

/** Replaces each hidden part by its length: filler in hexadecimal means nothing. */
function asLengths(value: unknown, hidden: ReadonlySet<number>): unknown {
  if (typeof value === 'string') {
    const length = value.length / 2;
    const isFiller = hidden.has(length) && value === toHex(new Uint8Array(length).fill(FILLER));
    return isFiller ? { length } : value;
  }
  if (Array.isArray(value)) return value.map((one) => asLengths(one, hidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asLengths(one, hidden)]));
}
