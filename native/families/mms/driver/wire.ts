/** MMS over its two framings, as the protocol of a session. */
import { HidPacketJoiner, splitIntoPackets } from '../../../framing/hid-packets.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../framing/slip.ts';
import type { Discard, Incoming, Protocol } from '../../../session/protocol.ts';
import type { Session } from '../../../session/session.ts';
import { echo } from '../codec/commands.ts';
import { parseMmsMessage, type MmsNotification, type MmsResponse } from '../codec/message.ts';

export type MmsSession = Session<MmsResponse, MmsNotification>;

type MmsProtocol = Protocol<MmsResponse, MmsNotification>;

/** Offset of a request's reference, which the command follows: after AA 00 81 04 01. */
const REFERENCE_AT = 5;

/** Host side of MMS over serial and TCP (SLIP) or USB HID (64-byte packets). */
export function mmsProtocol(kind: 'serial' | 'tcp' | 'hid'): MmsProtocol {
  return {
    ...(kind === 'hid' ? overHid() : overSlip()),
    isAnswer: (request, reply) =>
      request[REFERENCE_AT] === reply.reference &&
      request[REFERENCE_AT + 1] === reply.command >> 8 &&
      request[REFERENCE_AT + 2] === (reply.command & 0xff),
    probe: (reference) => echo(reference, Uint8Array.of(reference)),
  };
}

function overSlip(): Pick<MmsProtocol, 'encode' | 'decode' | 'reset'> {
  const deframer = new SlipDeframer('host');
  return {
    encode: (message) => [encodeSlip(slipInfo.toDevice, message)],
    decode: (bytes) =>
      deframer.push(bytes).map((item) => {
        switch (item.kind) {
          case 'frame':
            return classify(item.message);
          case 'capability-exceeded':
            return { kind: 'too-long', largestBytes: item.largestBytes };
          case 'discard':
            return item;
        }
      }),
    reset: () => asDiscard(deframer.reset()),
  };
}

function overHid(): Pick<MmsProtocol, 'encode' | 'decode' | 'reset'> {
  const joiner = new HidPacketJoiner();
  return {
    encode: splitIntoPackets,
    decode: (bytes) => joiner.push(bytes).map((item) => (item.kind === 'frame' ? classify(item.message) : item)),
    reset: () => asDiscard(joiner.reset()),
  };
}

function asDiscard(item: { kind: string } | undefined): Discard | undefined {
  return item?.kind === 'discard' ? (item as Discard) : undefined;
}

function classify(bytes: Uint8Array): Incoming<MmsResponse, MmsNotification> {
  const parsed = parseMmsMessage(bytes);
  if (!parsed.ok) return { kind: 'discard', reason: parsed.fault.kind, bytes: bytes.length };
  switch (parsed.message.kind) {
    case 'response':
      return { kind: 'reply', reply: parsed.message };
    case 'notification':
      return { kind: 'note', note: parsed.message };
    // The host never requests files, so these messages are unexpected.
    case 'data-file':
    case 'request':
      return { kind: 'discard', reason: `unexpected-${parsed.message.kind}`, bytes: bytes.length };
  }
}
