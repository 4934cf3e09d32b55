/** NEO 2 over its two framings, in the shape its session expects. */
import { Neo2ReportJoiner, splitIntoNeo2Reports } from '../../../framing/neo2-hid.ts';
import { Neo2Deframer } from '../../../framing/neo2-stream.ts';
import type { Neo2Frame } from '../../../framing/neo2-frame.ts';
import type { Discard } from '../../../session/protocol.ts';
import type {
  LongRunningIncoming,
  LongRunningProtocol,
  LongRunningSession,
} from '../../../session/long-running-session.ts';
import { code, neo2ReaderCommands, status } from '../codec/codes.ts';
import { ping, readAscii } from '../codec/commands.ts';
import { readDisplayControl, readEventItems, type DisplayControl, type Neo2EventItem } from '../codec/prompts.ts';
import type { Neo2Reply } from '../codec/status.ts';

/** Unsolicited message of a reader. */
export type Neo2Note =
  | { readonly kind: 'display'; readonly control: DisplayControl }
  | { readonly kind: 'pin-entry' }
  | { readonly kind: 'external-swipe' }
  | { readonly kind: 'event'; readonly items: readonly Neo2EventItem[] }
  /** The reader has started; `text` contains its platform. */
  | { readonly kind: 'boot'; readonly text: string };

export type Neo2Session = LongRunningSession<Neo2Reply, Neo2Note>;
type Incoming = LongRunningIncoming<Neo2Reply, Neo2Note>;

const COMMAND_AT = 10;

/** Host's side of NEO 2 over serial and TCP, or USB HID. */
export function neo2Protocol(kind: 'serial' | 'tcp' | 'hid'): LongRunningProtocol<Neo2Reply, Neo2Note> {
  const input = kind === 'hid' ? new Neo2ReportJoiner('host') : new Neo2Deframer('host');
  const read = (items: ReturnType<typeof input.push>): Incoming[] =>
    items.map((item) => (item.kind === 'frame' ? classify(item.frame) : item));
  return {
    encode: (frame) => (kind === 'hid' ? splitIntoNeo2Reports(frame) : [frame]),
    decode: (bytes) => read(input.push(bytes)),
    flush: () => read(input.flush()),
    get heldBytes() {
      return input.heldBytes;
    },
    codeOf: (command) => command[COMMAND_AT] ?? 0,
    codeOfReply: (reply) => reply.command,
    stepOf: (reply) => {
      if (reply.status === status.taken) return 'taken';
      const isAboutCard = reply.command === code.transaction || reply.command === code.contact;
      return isAboutCard && reply.status === status.userInterfaceEvent ? 'progress' : 'final';
    },
    // A reader's request with two equal checksum bytes looks like a response.
    asNote: (reply) => readQuestion(reply.command, reply.status, reply.data),
    probe: ping(),
  };
}

function classify(frame: Neo2Frame): Incoming {
  switch (frame.kind) {
    case 'response': {
      const { command, data } = frame;
      const isBoot = command === code.bootNotification && frame.status === 0x01 && data.length > 0;
      if (isBoot) return { kind: 'note', note: { kind: 'boot', text: readAscii(data) } };
      return { kind: 'reply', reply: { command, status: frame.status, data } };
    }
    case 'command': {
      // Any other command is an echo of the host's command.
      const note = readQuestion(frame.command, frame.subcommand, frame.data);
      return note ? { kind: 'note', note } : discard('unexpected-command', frame.data);
    }
    case 'event': {
      const items = readEventItems(frame.data);
      return items ? { kind: 'note', note: { kind: 'event', items } } : discard('malformed-event', frame.data);
    }
    case 'v3-response':
      return discard('protocol-3', frame.data);
  }
}

function readQuestion(command: number, subcommand: number, data: Uint8Array): Neo2Note | undefined {
  const is = (name: keyof typeof neo2ReaderCommands): boolean =>
    command === neo2ReaderCommands[name][0] && subcommand === neo2ReaderCommands[name][1];
  if (is('pin-entry')) return { kind: 'pin-entry' };
  if (is('external-swipe')) return { kind: 'external-swipe' };
  const control = is('display-control') ? readDisplayControl(data) : undefined;
  return control && { kind: 'display', control };
}

function discard(reason: string, data: Uint8Array): Discard {
  return { kind: 'discard', reason, bytes: data.length };
}
