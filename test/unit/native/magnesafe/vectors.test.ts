import { describe, expect, it } from 'vitest';
import { bigEndian, concatBytes, fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { NotificationJoiner, splitNotification } from '../../../../native/framing/magnesafe-packets.ts';
import {
  decodeRuns,
  encodeMagnesafeFrame,
  encodeRuns,
  MagnesafeDeframer,
} from '../../../../native/framing/magnesafe-slip.ts';
import { readOnlineRequest } from '../../../../native/families/magnesafe/codec/card-data.ts';
import * as commands from '../../../../native/families/magnesafe/codec/commands.ts';
import { encodeExtendedCommand } from '../../../../native/families/magnesafe/codec/message.ts';
import { magnesafeTrace } from '../../../../native/families/magnesafe/trace/index.ts';
import { magnesafeGolden, type MagnesafeGolden } from '../golden/magnesafe-vectors.ts';

const linkOf = { C: 'command', R: 'response', N: 'notification', L: 'serial', X: 'response' } as const;
const isUnit = (one: MagnesafeGolden): one is MagnesafeGolden & { kind: keyof typeof linkOf } => one.kind in linkOf;
const units = magnesafeGolden.filter(isUnit);
const golden = (source: string, kind?: string): string => {
  const found = magnesafeGolden.find((one) => one.source.includes(source) && (!kind || one.kind === kind));
  if (!found) throw new Error(`no vector for ${source}`);
  return found.hex;
};

describe('a vector', () => {
  it.each(units.filter(({ kind }) => kind !== 'X' && kind !== 'L'))(
    'is read as in the reference: $kind $source',
    ({ kind, hex, name }) => {
      const [decoded] = magnesafeTrace.decoder(linkOf[kind]).push(fromHex(hex));
      expect(decoded?.error).toBeUndefined();
      const [message, first, second] = name.split(' ');
      expect(decoded?.message).toBe(message);
      if (message?.endsWith('property')) expect(decoded?.fields?.['property']).toBe(first);
      if (message === 'status') expect(decoded?.fields).toMatchObject({ event: first, progress: second });
    },
  );

  it.each(units.filter(({ kind }) => kind === 'L'))('is read without an error: $source', ({ hex }) => {
    expect(
      magnesafeTrace
        .decoder('serial')
        .push(fromHex(hex))
        .map(({ error }) => error),
    ).toEqual([undefined]);
  });

  it.each(units.filter(({ kind }) => kind === 'X'))('is refused by name: $source', ({ kind, hex }) => {
    const [decoded] = magnesafeTrace.decoder(linkOf[kind]).push(fromHex(hex));
    expect(decoded).toEqual({ error: { code: 'FRAME_OVERLONG', message: 'more bytes than its length says' } });
  });

  it('a length that exceeds the data is refused by name', () => {
    const [decoded] = magnesafeTrace.decoder('response').push(fromHex('000A573933343251464E56'));
    expect(decoded?.error?.code).toBe('FRAME_TRUNCATED');
  });

  it('the card data of the sample is read, and its old format is refused', () => {
    const sample = readOnlineRequest(fromHex(golden('S ARQC message', 'B')));
    expect(sample.ok && sample.request).toMatchObject({
      entryMode: 'swipe',
      data: { keySerialNumber: '9011880B506682000'.concat('36A'), format: 3 },
    });
    expect(readOnlineRequest(fromHex(golden('W p25', 'B')))).toEqual({
      ok: false,
      reason: 'the reader sends card data in the format of old firmware',
    });
  });

  it('run-length code is encoded and decoded', () => {
    const coded = fromHex(golden('run-length'));
    expect(toHex(decodeRuns(coded) ?? new Uint8Array())).toBe('445555555555555555556600'.concat('00'));
    expect(encodeRuns(decodeRuns(coded) ?? new Uint8Array())).toEqual(coded);
    const long = new Uint8Array(260).fill(0x07);
    expect(toHex(encodeRuns(long))).toBe('0707FF070705');
    expect(decodeRuns(encodeRuns(long))).toEqual(long);
    expect(decodeRuns(fromHex('4444'))).toBeUndefined();
    expect(decodeRuns(fromHex('444401'))).toBeUndefined();
  });
});

describe('every request of the host among the vectors', () => {
  const approve = golden('whole acquirer field, approve', 'A');
  const head = {
    macKeySerialNumber: new Uint8Array(10),
    macEncryptionType: Uint8Array.of(0x82),
    deviceSerialNumber: fromHex('423335453243443038303131364141'),
  };
  const start = {
    timeoutSeconds: 0x3c,
    readers: 0x07,
    options: commands.startOption.fullEmv,
    amountMinor: 1500,
    transactionType: 0,
    cashBackMinor: 0,
    numericCurrency: '0840',
    reporting: commands.reporting.everything,
  };
  const at = new Date(2026, 10, 22, 23, 50, 0).getTime();
  it.each<[string, Uint8Array]>([
    [golden('E p71 get KSN'), commands.getKeySerialNumber()],
    [golden('E p135 get firmware id', 'C'), commands.getProperty(0x00)],
    [golden('get serial = I p21'), commands.getProperty(0x03)],
    [golden('get interface type'), commands.getProperty(0x10)],
    [golden('get EMV data variant'), commands.getProperty(0x67)],
    [golden('I p38 reset'), commands.reset()],
    [golden('get security level'), commands.getSecurityLevel()],
    [golden('set output channel USB'), commands.sendNotificationsToUsb()],
    [golden('V calcDateTime'), commands.setDateTime(at)],
    [golden('FULL EMV'), commands.startTransaction(start)],
    [
      golden('start contact, 30 s'),
      commands.startTransaction({ ...start, timeoutSeconds: 30, readers: 0x02, options: 0x80, amountMinor: 1000 }),
    ],
    [
      golden('start all three, 30 s'),
      commands.startTransaction({ ...start, timeoutSeconds: 30, options: 0x80, amountMinor: 1000, reporting: 1 }),
    ],
    [golden('selection result done'), commands.selectionResult('chosen', 0)],
    [golden('selection result cancelled'), commands.selectionResult('cancelled')],
    [golden('selection result timed out'), commands.selectionResult('timed-out')],
    [approve, commands.encodeAcquirerResponse({ ...head, responseCode: '00', issuerScripts: [] })],
    [golden('same, decline'), commands.encodeAcquirerResponse({ ...head, responseCode: '05', issuerScripts: [] })],
    [
      golden('issuer authentication data 91'),
      commands.encodeAcquirerResponse({
        ...head,
        responseCode: '00',
        issuerAuthenticationData: fromHex('11223344556677883030'),
        issuerScripts: [],
      }),
    ],
    [golden('get the next response packet'), commands.getNextPacket()],
    [golden('SLIP request get KSN'), encodeMagnesafeFrame(0x05, commands.getKeySerialNumber())],
    [golden('C0 and DB inside'), encodeMagnesafeFrame(0x04, fromHex('0003C0DB11'))],
  ])('is produced byte for byte: %s', (hex, built) => {
    expect(toHex(built)).toBe(hex);
  });

  it('the bank’s answer is read from two packets', () => {
    expect(encodeExtendedCommand(0x0303, fromHex(approve)).map(toHex)).toEqual([
      golden('first packet of acquirer response'),
      golden('second packet of the same'),
    ]);
  });

  it('the whole sample is split into 12 packets and joined again', () => {
    const message = fromHex(golden('S ARQC message', 'B'));
    const packets = splitNotification(0x0303, message);
    expect([packets.length, toHex(packets[0] ?? message), toHex(packets[11] ?? message)]).toEqual([
      12,
      golden('packet 1 of 12'),
      golden('last packet of the same'),
    ]);
    const joiner = new NotificationJoiner();
    expect(packets.flatMap((packet) => joiner.push(packet))).toEqual([{ kind: 'frame', id: 0x0303, data: message }]);
  });

  it('a missing packet is reported, and the others are discarded', () => {
    const packets = splitNotification(0x0303, fromHex(golden('S ARQC message', 'B')));
    const joiner = new NotificationJoiner();
    const items = packets.filter((_, index) => index !== 5).flatMap((packet) => joiner.push(packet));
    expect(items.every((item) => item.kind === 'discard' && item.reason === 'orphan')).toBe(true);
    expect(joiner.heldBytes).toBe(0);
  });
});

describe('masking', () => {
  it('hides the sample’s card, and leaves readable card data', () => {
    const message = fromHex(golden('S ARQC message', 'B'));
    const header = [message.length, 0, 0x0303, message.length].map((value) => bigEndian(value, 2));
    const unit = concatBytes(Uint8Array.of(0x02), ...header, message);
    const masked = magnesafeTrace.mask(unit);
    expect(masked.length).toBe(unit.length);
    expect(magnesafeTrace.mask(masked)).toEqual(masked);
    const parsed = readOnlineRequest(masked.subarray(9));
    expect(parsed.ok && parsed.request.data.encryptedEmvData).toMatch(/(EE){432}/);
    expect(toHex(masked)).not.toContain(toHex(message.subarray(62, 70)));
    const [decoded] = magnesafeTrace.decoder('message').push(unit);
    expect(JSON.stringify(decoded)).not.toContain('3B343736');
  });

  it('labels a SLIP frame of each kind, echoed or cut', () => {
    const reasons = (side: 'host' | 'device', hex: string) =>
      new MagnesafeDeframer(side).push(fromHex(hex)).map((item) => (item.kind === 'discard' ? item.reason : item.type));
    expect(reasons('host', 'C00500020900C0')).toEqual(['wrong-direction']);
    expect(reasons('device', 'C00500020900C0')).toEqual(['command']);
    expect(reasons('host', 'C00400030000C0')).toEqual(['truncated']);
    expect(reasons('host', 'C0040001000000C0')).toEqual(['overlong']);
    expect(reasons('host', 'C007000100C0')).toEqual(['unknown-type']);
    expect(reasons('host', 'C0030002DBC0')).toEqual(['bad-escape']);
    expect(reasons('host', 'C00300024444C0')).toEqual(['bad-run']);
  });
});
