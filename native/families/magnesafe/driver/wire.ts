/** MagneSafe V5 over its two links, in the shape its session expects. */
import { concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { NotificationJoiner } from '../../../framing/magnesafe-packets.ts';
import { encodeMagnesafeFrame, MagnesafeDeframer, magnesafeFrame } from '../../../framing/magnesafe-slip.ts';
import { reportType } from '../../../framing/reports.ts';
import type {
  LongRunningIncoming,
  LongRunningProtocol,
  LongRunningSession,
} from '../../../session/long-running-session.ts';
import { getKeySerialNumber } from '../codec/commands.ts';
import { readMessage, type Message } from '../codec/message.ts';
import { isNotification, type Notification } from '../codec/notifications.ts';

/** Unsolicited message of a reader. */
export type Note =
  | ({ readonly kind: 'notification' } & Notification)
  /** A whole swipe, also without a request for it. */
  | { readonly kind: 'swipe'; readonly report: Uint8Array };

export type MagnesafeSession = LongRunningSession<Message, Note>;
type Incoming = LongRunningIncoming<Message, Note>;

/**
 * Host's side. `isBusy` suppresses the session's own probe during a transaction, when the reader takes only three
 * commands.
 */
export interface MagnesafeProtocol extends LongRunningProtocol<Message, Note> {
  isBusy: boolean;
}

const swipeReport = 0x01;
const notificationReport = 0x02;
const messageReport = 0x01;

/**
 * Answers do not name their command. All share this code, so a command is not sent while another command's answer may
 * still arrive.
 */
const ANY = 1;

export function magnesafeProtocol(kind: 'serial' | 'tcp' | 'hid'): MagnesafeProtocol {
  const input = kind === 'hid' ? overReports() : overSlip();
  return {
    isBusy: false,
    encode: (message) => [
      kind === 'hid'
        ? concatBytes(Uint8Array.of(reportType.feature, messageReport), message)
        : encodeMagnesafeFrame(magnesafeFrame.command, message),
    ],
    decode: (bytes) => input.push(bytes),
    flush: () => input.flush(),
    get heldBytes() {
      return input.heldBytes;
    },
    codeOf: () => ANY,
    codeOfReply: () => ANY,
    stepOf: () => 'final',
    asNote: () => undefined,
    probe: getKeySerialNumber(),
    canProbe() {
      return !this.isBusy;
    },
  };
}

interface Input {
  push(bytes: Uint8Array): Incoming[];
  flush(): Incoming[];
  readonly heldBytes: number;
}

function overSlip(): Input {
  const deframer = new MagnesafeDeframer('host');
  const joiner = new NotificationJoiner();
  return {
    push: (bytes) =>
      deframer.push(bytes).flatMap((item): Incoming[] => {
        if (item.kind === 'discard') return [item];
        return item.type === 'notification' ? join(joiner, item.message) : [reply(item.message, false)];
      }),
    flush: () => {
      const rest = deframer.reset();
      return rest?.kind === 'discard' ? [rest] : [];
    },
    get heldBytes() {
      return deframer.heldBytes;
    },
  };
}

/** Each report is whole, so only packets of a notification are ever held; they may arrive at any time. */
function overReports(): Input {
  const joiner = new NotificationJoiner();
  return {
    push(report) {
      const [type, id] = report;
      const content = report.subarray(2);
      if (type === reportType.feature && id === messageReport) return [reply(content, true)];
      if (type === reportType.input && id === notificationReport) return join(joiner, content);
      if (type === reportType.input && id === swipeReport)
        return [{ kind: 'note', note: { kind: 'swipe', report: copyBytes(content) } }];
      return [{ kind: 'discard', reason: 'unknown-report', bytes: report.length }];
    },
    flush: () => [],
    heldBytes: 0,
  };
}

function reply(bytes: Uint8Array, mayBePadded: boolean): Incoming {
  const read = readMessage(copyBytes(bytes), mayBePadded);
  if (!read.ok) return { kind: 'discard', reason: read.fault.kind, bytes: bytes.length };
  return { kind: 'reply', reply: read.message };
}

function join(joiner: NotificationJoiner, packet: Uint8Array): Incoming[] {
  return joiner.push(packet).map((item): Incoming => {
    if (item.kind === 'discard') return item;
    if (!isNotification(item.id)) return { kind: 'discard', reason: 'unknown-notification', bytes: item.data.length };
    return { kind: 'note', note: { kind: 'notification', id: item.id, data: item.data } };
  });
}
