/**
 * The host's side of these tests: an independent derivation of DUKPT keys (from the base key, like a platform, with big
 * integers and Node's own ciphers), and a minimal host on the wire.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { concatBytes, fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { encodeSlip, slipInfo, SlipDeframer } from '../../../../native/framing/slip.ts';
import { findTlvPath, parseTlvs } from '../../../../native/framing/tlv.ts';
import {
  parseMmsMessage,
  type MmsMessage,
  type MmsNotification,
  type MmsResponse,
} from '../../../../native/families/mms/codec/message.ts';

const BASE_KEY = '0123456789ABCDEFFEDCBA9876543210';

function des(keyHex: string, blockHex: string): string {
  const key = Buffer.from(keyHex.length === 16 ? keyHex.repeat(3) : keyHex + keyHex.slice(0, 16), 'hex');
  const cipher = createCipheriv('des-ede3-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.from(blockHex, 'hex')), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

function xor(a: string, b: string): string {
  return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(16).padStart(a.length, '0').toUpperCase();
}

/** Derived key of a KSN (20 hexadecimal digits) under the published base key, derived like on a platform. */
export function hostDerivedKey(ksnHex: string): string {
  const ksn = BigInt(`0x${ksnHex}`);
  const counterMask = 0x1fffffn;
  const zeroed = (ksn & ~counterMask).toString(16).padStart(20, '0').toUpperCase();
  const serial = zeroed.slice(0, 16);
  const mask = 'C0C0C0C000000000C0C0C0C000000000';
  let key = des(BASE_KEY, serial) + des(xor(BASE_KEY, mask), serial);
  let register = BigInt(`0x${zeroed.slice(4)}`);
  for (let bit = 20n; bit >= 0n; bit--) {
    if (((ksn >> bit) & 1n) === 0n) continue;
    register |= 1n << bit;
    const data = register.toString(16).padStart(16, '0').toUpperCase();
    const step = (from: string): string => xor(des(from.slice(0, 16), xor(data, from.slice(16))), from.slice(16));
    key = step(xor(key, mask)) + step(key);
  }
  return key;
}

export function hostDataKey(ksnHex: string): string {
  const variant = xor(hostDerivedKey(ksnHex), '0000000000FF00000000000000FF0000');
  return des(variant, variant.slice(0, 16)) + des(variant, variant.slice(16));
}

export function hostMacKey(ksnHex: string): string {
  return xor(hostDerivedKey(ksnHex), '000000000000FF00000000000000FF00');
}

export function tdesCbc(keyHex: string, data: Uint8Array, direction: 'encrypt' | 'decrypt'): Uint8Array {
  const key = Buffer.from(keyHex + keyHex.slice(0, 16), 'hex');
  const make = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  const cipher = make('des-ede3-cbc', key, Buffer.alloc(8)).setAutoPadding(false);
  return new Uint8Array(Buffer.concat([cipher.update(data), cipher.final()]));
}

/** Contents of a blob, as a platform reads them. */
export interface OpenedBlob {
  /** All bytes between LEN16 and MAC, for reading the unencrypted parts. */
  secured: Uint8Array;
  ksn: string;
  isMacValid: boolean;
  padCount: number;
  /** Values of the FC template by tag. */
  data: Map<number, string>;
}

/** Opens a blob like a platform; throws when its layout is wrong. */
export function openBlob(blob: Uint8Array, container: 0x70 | 0xf0 = 0x70): OpenedBlob {
  const length = ((blob[0] ?? 0) << 8) | (blob[1] ?? 0);
  const covered = blob.subarray(0, -4);
  if (covered.length % 8 !== 0 || covered.length - 2 - length >= 8) throw new Error('wrong padding');
  const secured = blob.subarray(2, 2 + length);
  const field = (...path: number[]): Uint8Array => {
    const value = findTlvPath(secured, 0xf9, ...path);
    if (!value) throw new Error(`missing ${path.map((tag) => tag.toString(16)).join('/')}`);
    return value;
  };
  const macKey = hostMacKey(toHex(field(0xdfdf54)));
  const mac = tdesCbc(macKey, covered, 'encrypt').slice(-8, -4);
  const ksn = toHex(field(0xfa, container, 0xf8, 0xdfdf56));
  const padCount = field(0xfa, container, 0xf8, 0xdfdf58)[0] ?? 0;
  const clear = tdesCbc(hostDataKey(ksn), field(0xfa, container, 0xf8, 0xdfdf59), 'decrypt');
  const template = findTlvPath(clear.subarray(0, clear.length - padCount), 0xfc);
  const parsed = template && parseTlvs(template);
  if (!parsed?.ok) throw new Error('the template cannot be read');
  const data = new Map(parsed.tlvs.map(({ tag, value }) => [tag, toHex(value)]));
  return { secured, ksn, isMacValid: toHex(mac) === toHex(blob.subarray(-4)), padCount, data };
}

interface CableEnd {
  receive(bytes: Uint8Array): void;
  onSend(listener: (bytes: Uint8Array) => void): () => void;
}

/** Host at the other end of a terminal's cable. It keeps everything that it receives, in order. */
export class TestHost {
  readonly messages: MmsMessage[] = [];
  readonly wire: Uint8Array[] = [];
  readonly discards: string[] = [];
  readonly unreadable: string[] = [];
  readonly #send: (bytes: Uint8Array) => void;
  readonly #deframer = new SlipDeframer('host');

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send;
  }

  static on(terminal: CableEnd): TestHost {
    const host = new TestHost((bytes) => terminal.receive(bytes));
    terminal.onSend((bytes) => host.hear(bytes));
    return host;
  }

  hear(bytes: Uint8Array): void {
    this.wire.push(bytes.slice());
    for (const item of this.#deframer.push(bytes)) {
      if (item.kind === 'discard') this.discards.push(item.reason);
      if (item.kind !== 'frame') continue;
      const parsed = parseMmsMessage(item.message);
      if (parsed.ok) this.messages.push(parsed.message);
      else this.unreadable.push(toHex(item.message));
    }
  }

  say(message: Uint8Array): void {
    this.#send(encodeSlip(slipInfo.toDevice, message));
  }

  sayHex(hex: string): void {
    this.say(fromHex(hex));
  }

  /** Sends a message and returns the terminal's immediate messages. */
  ask(message: Uint8Array): MmsMessage[] {
    const before = this.messages.length;
    this.say(message);
    return this.messages.slice(before);
  }

  get responses(): MmsResponse[] {
    return this.messages.filter((message) => message.kind === 'response');
  }

  get notifications(): MmsNotification[] {
    return this.messages.filter((message) => message.kind === 'notification');
  }

  /** Notifications as short texts such as `0101 10010200`, for assertions about their order. */
  get story(): string[] {
    return this.messages.map((message) => {
      if (message.kind === 'response') {
        const { severityByte, code } = message.status;
        return `rsp ${hex(message.command, 4)} ${hex(severityByte, 2)}${hex(code, 6)}`;
      }
      if (message.kind === 'notification') return `${hex(message.code, 4)} ${toHex(Uint8Array.from(message.status))}`;
      return message.kind;
    });
  }

  /** Blob of the newest notification with that d2 d3 (`0802` ARQC, `0803` batch). */
  blob(kind: '0802' | '0803'): Uint8Array {
    const found = this.notifications.findLast(
      ({ code, status }) => code === 0x0101 && toHex(Uint8Array.from(status.slice(1, 3))) === kind,
    );
    const value = found?.tlvs.find(({ tag }) => tag === 0x84)?.value;
    if (!value) throw new Error(`no ${kind} notification came`);
    return value;
  }

  get wireHex(): string {
    return toHex(concatBytes(...this.wire));
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0').toUpperCase();
}
