/** What a NEO 2 frame says, for support and for tests, without card data. */
import { toHex } from '../../framing/bytes.ts';
import { readNeo2Frame, type Neo2Frame } from '../../framing/neo2-frame.ts';
import { FILLER, faultNamed, type Decoded, type Fields } from '../trace-family.ts';
import { hiddenParts } from './hidden.ts';

const hex2 = (value: number): string => toHex(Uint8Array.of(value));

/** Describes one whole frame, checksum included. */
export function describeNeo2(bytes: Uint8Array): Decoded {
  const read = readNeo2Frame(bytes, 'response');
  if (read.ok) return describeFrame(read.frame);
  const error = faultNamed(read.fault.kind, read.fault.message);
  return read.fault.kind === 'bad-checksum' ? { checksum: 'bad', error } : { error };
}

/** Describes a frame whose checksum is right. */
export function describeFrame(frame: Neo2Frame): Decoded {
  // A copy: what is hidden is overwritten before anything is read from it.
  const copy: Neo2Frame = { ...frame, data: frame.data.slice() };
  const hidden = hiddenParts(copy);
  for (const part of hidden) part.fill(FILLER);
  return { message: nameOf(copy), fields: fieldsOf(copy, hidden.length > 0), checksum: 'ok' };
}

export function nameOf(frame: Neo2Frame): string {
  switch (frame.kind) {
    case 'event':
      return 'event';
    case 'command':
      return `${hex2(frame.command)}-${hex2(frame.subcommand)} command`;
    case 'response':
      return `${hex2(frame.command)} response`;
    case 'v3-response':
      return `${hex2(frame.command)}-${hex2(frame.subcommand)} response`;
  }
}

function fieldsOf(frame: Neo2Frame, isHidden: boolean): Fields {
  const data = isHidden ? { length: frame.data.length } : toHex(frame.data);
  if (frame.kind === 'event') return { kind: frame.kind, data };
  return {
    kind: frame.kind,
    command: hex2(frame.command),
    ...('subcommand' in frame ? { subcommand: hex2(frame.subcommand) } : {}),
    ...('status' in frame ? { status: hex2(frame.status) } : {}),
    data,
  };
}
