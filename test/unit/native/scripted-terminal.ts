/** Terminal that a test scripts message by message: the device side of an in-memory link. */
import { fromHex } from '../../../native/framing/bytes.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../native/framing/slip.ts';
import { encodeTlv, type Tlv } from '../../../native/framing/tlv.ts';
import { connectMms } from '../../../native/families/mms/driver/driver.ts';
import {
  encodeMmsNotification,
  encodeMmsResponse,
  parseMmsMessage,
  type MmsRequest,
} from '../../../native/families/mms/codec/message.ts';
import { packSerialNumber, propertyTlvs, readProperty } from '../../../native/families/mms/codec/properties.ts';
import type {
  Terminal,
  TerminalNotice,
  Transaction,
  TransactionEvent,
} from '../../../native/families/shared/terminal.ts';
import { ManualClock, MemoryLink, settle } from './support.ts';

/** Flag that is 00 since a restart, and 01 once the host has set it. */
const RESTARTED = '1.2.7.1.1.2';

type Answer = Parameters<typeof encodeMmsResponse>[1] | 'silence';

/** Notification codes of the terminal. */
export const INFO = 0x0101;
export const COMPLETE = 0x0105;

export class ScriptedTerminal {
  readonly link = new MemoryLink();
  readonly clock = new ManualClock();
  readonly requests: MmsRequest[] = [];
  readonly properties = new Map<string, Uint8Array>([
    ['2.2.1.1.1.1', packSerialNumber('B61378A')],
    ['2.1.2.2.2.1', ascii('DynaFlex II PED\0')],
    ['2.1.2.2.2.2', ascii('1000007183-A1-PCI\0\0')],
    ['2.3.1.2.1.1', Uint8Array.of(0x02)],
    ['2.3.1.2.1.3', Uint8Array.of(0x01)],
    ['2.3.1.2.1.4', Uint8Array.of(0x55)],
    ['2.3.1.2.1.6', Uint8Array.of(0xfb)],
    ['2.3.1.1.2.3', Uint8Array.of(0x00)],
    [RESTARTED, Uint8Array.of(0x00)],
  ]);
  /** Answers by command; a command without an entry gets a plain "done". */
  readonly answers = new Map<number, Answer>([[0x1001, { severity: 'started' }]]);

  constructor() {
    const deframer = new SlipDeframer('device');
    this.link.onWrite = (bytes) => {
      for (const item of deframer.push(bytes)) {
        if (item.kind !== 'frame') continue;
        const parsed = parseMmsMessage(item.message.slice());
        if (parsed.ok && parsed.message.kind === 'request') this.#take(parsed.message);
      }
    };
  }

  #take(request: MmsRequest): void {
    this.requests.push(request);
    const scripted = this.answers.get(request.command);
    if (scripted === 'silence') return;
    let answer = scripted ?? {};
    const property = readProperty(request.tlvs);
    if (request.command === 0xd111 && property) this.properties.set(property.name, property.value);
    if (request.command === 0xd101 && property && !scripted) {
      const value = this.properties.get(property.name);
      answer = value ? { tlvs: propertyTlvs({ ...property, value }) } : { severity: 'not-started', code: 0x010113 };
    }
    if (request.command === 0xdf01 && !scripted) answer = { tlvs: request.tlvs };
    this.say(encodeMmsResponse(request, answer));
  }

  /** Sends the plain "done" to a request that was not answered. */
  reply(request: MmsRequest | undefined): void {
    if (!request) throw new Error('nothing was asked');
    this.say(encodeMmsResponse(request));
  }

  /** Simulates a restart: the terminal loses its transaction and sends the notification. */
  restart(tlvs: readonly Tlv[] = []): void {
    this.properties.set(RESTARTED, Uint8Array.of(0x00));
    this.answers.set(0x1008, { severity: 'not-started', code: 0x020304 });
    this.note(0x1001, '00000000', tlvs);
  }

  say(message: Uint8Array): void {
    this.link.feed(encodeSlip(slipInfo.toHost, message));
  }

  /** Sends a notification: code, status in hexadecimal, payload. */
  note(code: number, status: string, tlvs: readonly Tlv[] = []): void {
    const [a = 0, b = 0, c = 0, d = 0] = fromHex(status);
    this.say(encodeMmsNotification(code, [a, b, c, d], tlvs));
  }

  /** Sends an online request, of a chip by default: a well-formed blob with invented ciphertext. */
  arqc(options: { reader?: string; cardType?: number; encryptionType?: number; cut?: number } = {}): void {
    const { reader = '10', cardType = 0x05, encryptionType = 0x80, cut = 0 } = options;
    const blob = arqcBlob(cardType, encryptionType);
    this.note(0x0101, `${reader}080202`, [{ tag: 0x84, value: blob.subarray(0, blob.length - cut) }]);
  }

  insert(): void {
    this.note(INFO, '10010200');
  }

  approve(): void {
    this.note(COMPLETE, '10020600');
    this.note(COMPLETE, '10000000');
  }

  asked(command: number): MmsRequest[] {
    return this.requests.filter((request) => request.command === command);
  }

  async connect(): Promise<Terminal> {
    return connectMms(this.link, { clock: this.clock });
  }
}

/** Masked track 2 like that of a real terminal: it looks like a card number down to the check digit. */
export const MASKED_TRACK_2 = '4111000000001111D30122010000000000000';

export function arqcBlob(cardType: number, encryptionType = 0x80): Uint8Array {
  const shell = encodeTlv(
    0xf9,
    encodeTlv(0xdfdf54, fromHex('FFFF9876543210E00001')),
    encodeTlv(0xdfdf55, fromHex('82')),
    encodeTlv(0xdfdf25, fromHex('42363133373841FF')),
    encodeTlv(
      0xfa,
      encodeTlv(
        0x70,
        encodeTlv(0xdfdf53, fromHex('00')),
        encodeTlv(0xdfdf4d, ascii(MASKED_TRACK_2)),
        encodeTlv(0xdfdf52, Uint8Array.of(cardType)),
        encodeTlv(
          0xf8,
          encodeTlv(0xdfdf59, new Uint8Array(64).fill(0xab)),
          encodeTlv(0xdfdf56, fromHex('FFFF9876543210E00001')),
          encodeTlv(0xdfdf57, Uint8Array.of(encryptionType)),
          encodeTlv(0xdfdf58, fromHex('04')),
        ),
      ),
    ),
  );
  const padding = (8 - ((2 + shell.length) % 8)) % 8;
  const blob = new Uint8Array(2 + shell.length + padding + 4);
  blob[0] = shell.length >> 8;
  blob[1] = shell.length & 0xff;
  blob.set(shell, 2);
  blob.set([0xde, 0xad, 0xbe, 0xef], blob.length - 4);
  return blob;
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A started transaction and everything it reported. */
export interface Run {
  device: ScriptedTerminal;
  terminal: Terminal;
  transaction: Transaction;
  events: TransactionEvent[];
  notices: TerminalNotice[];
  /** Notices about a card that is left in the slot. */
  slots: string[];
  /** Events as short texts, for example `prompt processing`, `card presented chip`, `finished approved`. */
  story(): string[];
}

export async function run(device = new ScriptedTerminal()): Promise<Run> {
  const terminal = await device.connect();
  const notices: TerminalNotice[] = [];
  const slots: string[] = [];
  terminal.onNotice((notice) => {
    if (notice.type === 'slot') slots.push(notice.card);
    else if (notice.type !== 'heard') notices.push(notice);
  });
  const events: TransactionEvent[] = [];
  const request = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 30_000 };
  const transaction = await terminal.start(request, (event) => events.push(event));
  await settle();
  return { device, terminal, transaction, events, notices, slots, story: () => events.map(words) };
}

/** Started transaction whose chip card is being read. */
export async function reading(): Promise<Run> {
  const started = await run();
  started.device.insert();
  return started;
}

/** Started transaction with a chip card, during authorization. */
export async function asking(): Promise<Run> {
  const started = await reading();
  started.device.arqc();
  return started;
}

export const approved = {
  isApproved: true,
  authorizationResponseCode: '00',
  issuerAuthenticationData: '1122334455667788',
};

export function words(event: TransactionEvent): string {
  switch (event.type) {
    case 'prompt':
      return `prompt ${event.prompt}`;
    case 'card':
      return `card ${event.what} ${event.entryMode}`;
    case 'online-request':
      return `online ${event.entryMode}`;
    case 'finished': {
      const { result } = event;
      if (result.kind === 'cancelled') return `finished cancelled by ${result.by}`;
      if (result.kind === 'failed') return `finished failed: ${result.reason}`;
      if (result.kind === 'timed-out' && result.waitedFor) return `finished timed-out, no ${result.waitedFor}`;
      if (result.kind === 'lost') return `finished lost ${result.error.code}`;
      return `finished ${result.kind}`;
    }
  }
}
